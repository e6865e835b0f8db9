// Wikidata items in the format of the dumps, and a catalog that refers to some of them.

import { writeFileSync } from 'node:fs';
import { runImport } from '../../src/import/run/run';
import type { Source } from '../../src/import/source';
import { productionOfFilm } from '../../src/import/sources/musicbrainz/records';
import { wikidata } from '../../src/import/sources/wikidata';
import { type Authority, authorities } from '../../src/records/provenance/ranks';
import { noRights } from '../../src/records/provenance/sources';
import { copyInMemory } from '../../src/store/database/open';
import type { Store } from '../../src/store/database/store';
import { exportLines, type Line } from '../support/exports';
import { emptyStore } from '../support/server';

export type Claim = object;

interface ClaimOptions {
  readonly rank?: 'preferred' | 'normal' | 'deprecated';
  readonly qualifiers?: Readonly<Record<string, readonly object[]>>;
}

const snak = (value: unknown, snaktype = 'value') => ({ snaktype, ...(snaktype === 'value' && { datavalue: { value } }) });

export const claim = (value: unknown, { rank = 'normal', qualifiers }: ClaimOptions = {}): Claim => ({
  mainsnak: snak(value),
  type: 'statement',
  ...(qualifiers && { qualifiers }),
  rank,
});

export const emptyClaim = (snaktype: 'somevalue' | 'novalue'): Claim => ({ mainsnak: snak(undefined, snaktype), rank: 'normal' });
export const itemClaim = (item: string, options?: ClaimOptions): Claim => claim({ 'entity-type': 'item', id: item }, options);
export const timeClaim = (time: string, precision = 11, calendar = 'Q1985727', options?: ClaimOptions): Claim =>
  claim({ time: `${time}T00:00:00Z`, precision, calendarmodel: `http://www.wikidata.org/entity/${calendar}` }, options);
const itemSnak = (item: string) => snak({ 'entity-type': 'item', id: item });

export const asCharacter = (character: string): ClaimOptions => ({ qualifiers: { P453: [itemSnak(character)] } });
export const awardedIn = (year: string, property: 'P1346' | 'P1686', item: string): ClaimOptions => ({
  qualifiers: { P585: [snak({ time: `+${year}-00-00T00:00:00Z`, precision: 9 })], [property]: [itemSnak(item)] },
});
export const withNumber = (number: string): ClaimOptions => ({ qualifiers: { P1545: [snak(number)] } });
export const textClaim = (text: string, language: string, options?: ClaimOptions): Claim => claim({ text, language }, options);

type Names = Readonly<Record<string, string>>;
const terms = (names: Names) => Object.fromEntries(Object.entries(names).map(([language, value]) => [language, { language, value }]));

export function item(id: string, labels: Names, claims: Readonly<Record<string, readonly Claim[]>>, descriptions: Names = {}) {
  return { type: 'item', id, labels: terms(labels), descriptions: terms(descriptions), aliases: {}, claims };
}

/** A film of 1931, followed by the items that it refers to. */
export const film = item(
  'Q100',
  { en: 'Night Train', fr: 'Train de nuit', de: 'NIGHT TRAIN' },
  {
    P31: [itemClaim('Q11424')],
    P345: [claim('tt0000100')],
    P57: [itemClaim('Q201')],
    P86: [itemClaim('Q202')],
    P179: [itemClaim('Q350', withNumber('2')), itemClaim('Q351', withNumber('7'))],
    P361: [itemClaim('Q400')],
    P4908: [itemClaim('Q352', withNumber('4'))],
    P166: [itemClaim('Q360', awardedIn('1932', 'P1346', 'Q202')), itemClaim('Q360', awardedIn('1932', 'P1346', 'Q204'))],
    P1411: [itemClaim('Q360'), itemClaim('Q361', awardedIn('1932', 'P1346', 'Q500'))],
    P161: [itemClaim('Q203', asCharacter('Q301')), itemClaim('Q201')],
    P406: [itemClaim('Q400')],
    P495: [itemClaim('Q33946')],
    P577: [timeClaim('+1931-05-02'), timeClaim('+1931-03-00', 10)],
    P2047: [claim({ amount: '+5400', unit: 'http://www.wikidata.org/entity/Q11574' })],
    P4947: [claim('4711')],
  },
  { en: '1931 film' },
);
export const director = item(
  'Q201',
  { en: 'Dora Rector' },
  { P31: [itemClaim('Q5')], P27: [itemClaim('Q30')], P569: [timeClaim('+1890-02-03')], P19: [itemClaim('Q60')] },
);
export const composer = item(
  'Q202',
  { en: 'Carl Composer' },
  {
    P31: [itemClaim('Q5')],
    P434: [claim('00000000-0000-4000-8000-000000000011')],
    P1559: [textClaim('Карл', 'ru')],
    P20: [itemClaim('Q1741')],
    P166: [itemClaim('Q360', awardedIn('1931', 'P1686', 'Q100')), itemClaim('Q364')],
    P1411: [itemClaim('Q362', awardedIn('1931', 'P1686', 'Q100')), itemClaim('Q362', awardedIn('1950', 'P1686', 'Q101'))],
  },
  { en: 'composer' },
);
export const arranger = item('Q204', { en: 'Ben Arranger' }, { P31: [itemClaim('Q5')] });
export const actor = item('Q203', { en: 'Ann Actor' }, { P31: [itemClaim('Q5')] });
export const character = item('Q301', { en: 'The Conductor' }, { P31: [itemClaim('Q15773347')] });
export const newYork = item('Q60', { en: 'New York City' }, { P17: [itemClaim('Q30')], P625: [claim({ latitude: 1 })] });
export const vienna = item('Q1741', { en: 'Vienna' }, { P17: [itemClaim('Q40')], P625: [claim({ latitude: 1 })] });
export const soundtrack = item('Q400', { en: 'Night Train' }, { P31: [itemClaim('Q482994')], P1954: [claim('77')] });
export const franchise = item('Q350', { en: 'Night Train', de: 'Nachtzug' }, { P31: [itemClaim('Q24856')], P57: [itemClaim('Q201')] });
export const series = item(
  'Q351',
  { en: 'Train Stories' },
  { P31: [itemClaim('Q5398426')], P1113: [claim({ amount: '+8', unit: '1' })], P179: [itemClaim('Q350')], P155: [itemClaim('Q100')] },
);
export const season = item(
  'Q352',
  { en: 'Train Stories, season 1' },
  { P31: [itemClaim('Q3464665')], P179: [itemClaim('Q351', withNumber('1'))] },
);
export const awards = [
  item('Q360', { en: 'Academy Award for Best Original Score' }, { P17: [itemClaim('Q30')] }),
  item('Q361', { en: 'Academy Award for Best Picture' }, { P17: [itemClaim('Q30')] }),
  item('Q362', { en: 'Golden Globe Award for Best Original Score' }, {}),
];
export const stranger = item('Q500', { en: 'Nobody Asked' }, { P31: [itemClaim('Q5')], P345: [claim('nm0000500')] });

export const all = [
  film,
  director,
  composer,
  arranger,
  actor,
  character,
  newYork,
  vienna,
  soundtrack,
  franchise,
  series,
  season,
  ...awards,
  stranger,
];

/** Imports records as a source of this rank. */
export async function importRecords(store: Store, authority: Authority, records: readonly object[]): Promise<void> {
  const source: Source = {
    rights: noRights,
    progress: { documents: 1, bytes: 0, totalBytes: 0, skippedByLicence: 0, warnings: [], whole: [] },
    async *items() {
      const imported = records.map((record) => ({ mode: 'partial' as const, record, authority }));
      yield { source: `of authority ${authority}`, file: 'test', line: 1, offset: 0, records: imported, position: {} };
    },
  };
  const report = await runImport(store, source, { maxRejects: 0 });
  if (report.outcome !== 'done') throw new Error('The records were rejected.');
}

/** The film by its IMDb ID, as MusicBrainz states it, and the composer. */
export function filmRecords(film = 'tt0000100'): object[] {
  const id = productionOfFilm(film);
  return [
    { type: 'Artist', id: '/api/artists/00000000-0000-4000-8000-000000000011', attributes: { name: 'C. Composer', _type: 'person' } },
    { type: 'Production', id: `/api/productions/${id}`, attributes: { title: 'Night Train (OST)', _type: 'other', provisional: true } },
    {
      type: 'ProductionExternalLink',
      id: `/api/productions/${id}/external-links/00000000-0000-4000-8000-000000000021`,
      attributes: { provider: 'imdb', external_id: film, url: `https://www.imdb.com/title/${film}/` },
    },
  ];
}

const catalogs = new Map<string, Promise<Store>>();

/** A copy of a catalog with the film, which is imported once. */
export async function catalogOfFilm(film = 'tt0000100'): Promise<Store> {
  const catalog = catalogs.get(film) ?? catalogWith(filmRecords(film));
  catalogs.set(film, catalog);
  return copyInMemory(await catalog);
}

async function catalogWith(records: readonly object[]): Promise<Store> {
  const store = emptyStore();
  await importRecords(store, authorities.musicbrainzProvisional, records);
  return store;
}

let written = 0;

export function fileOf(folder: string, content: string | Uint8Array): string {
  const path = `${folder}/wikidata-${written++}`;
  writeFileSync(path, content);
  return path;
}

export const lines = (items: readonly object[]): string => items.map((one) => JSON.stringify(one)).join('\n');
export const array = (items: readonly object[]): string => `[\n${items.map((one) => JSON.stringify(one)).join(',\n')}\n]\n`;
export const apiResponse = (items: readonly { readonly id: string }[]): string =>
  JSON.stringify({ entities: Object.fromEntries(items.map((one) => [one.id, one])), success: 1 });

export const importFiles = (store: Store, ...files: readonly string[]) => runImport(store, wikidata(files), { maxRejects: 100 });

/** The sorted lines of an export without timestamps and slugs, which depend on import order. */
export function contentsOf(store: Store): string[] {
  const timeless = ({ attributes, ...rest }: Line) => {
    const { created_at, updated_at, slug, ...others } = attributes;
    return JSON.stringify({ ...rest, attributes: others });
  };
  return exportLines(store)
    .filter(({ type }) => type !== 'SlugRedirect')
    .map(timeless)
    .toSorted();
}

export const recordOf = (store: Store, type: string, name: string) =>
  exportLines(store).find(({ type: of, attributes }) => of === type && [attributes.title, attributes.name].includes(name));
