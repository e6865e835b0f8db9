// Source documents with releases, albums, productions and labels.
import { expect } from 'bun:test';

import { runImport } from '../../src/import/run/run';
import type { RunOptions } from '../../src/import/run/run-options';
import type { Source } from '../../src/import/source';
import { recordIri } from '../../src/import/sources/shared/records';
import { authorities } from '../../src/records/provenance/ranks';
import { noRights } from '../../src/records/provenance/sources';
import type { ImportedRecord } from '../../src/records/write/record';
import type { Store } from '../../src/store/database/store';
import { uuidOf } from '../../src/store/values/identifiers';
import { seededStore } from '../support/server';
import { uuid } from '../support/uuids';

export interface Document {
  readonly source: 'discogs/releases' | 'musicbrainz/release' | 'musicbrainz/release-group' | 'musicbrainz/artist' | 'discogs/labels';
  readonly records: readonly ImportedRecord[];
  readonly notes?: readonly (readonly [string, string])[];
}

type Attributes = Readonly<Record<string, unknown>>;

/** A UUID as assigned by MusicBrainz. */
export const mbid = uuid;

const link = (type: string, id: string) => ({ data: { type, id: recordIri(type, id) } });

function sourceRecord(
  authority: ImportedRecord['authority'],
  type: string,
  ids: readonly string[],
  attributes: Attributes,
  related = {},
): ImportedRecord {
  const record = { type, id: recordIri(type, ...ids), attributes, relationships: related };
  return { record, mode: 'partial', ...(authority && { authority }) };
}

export interface Edition {
  readonly number: number;
  readonly title?: string;
  readonly barcode?: string;
  readonly date?: string;
  readonly country?: string;
  readonly formats?: readonly string[];
  readonly descriptions?: readonly string[];
  readonly text?: string;
  /** Titles of tracks on the first format. */
  readonly tracks?: readonly string[];

  readonly catalogNumber?: readonly [label: string, number: string];
  /** Page at Discogs that MusicBrainz has. */
  readonly page?: number;
  readonly album?: number;

  readonly production?: Production;
}

export interface Production {
  readonly title: string;
  readonly year?: number;
  readonly composers?: readonly number[];
  /** IMDb ID; without one, the production is provisional. */
  readonly film?: string;
  readonly isProvisional?: true;
  readonly akas?: string;
}

const own = {
  discogs: {
    release: (number: number) => uuidOf(`discogs:release:${number}`),
    album: (number: number) => uuidOf(`discogs:master:${number}`),
    provisional: (number: number) => uuidOf(`discogs:master:${number}:production`),
  },
  musicbrainz: {
    release: mbid,
    album: (number: number) => mbid(1_000_000 + number),
    provisional: (number: number) => uuidOf(`musicbrainz:release-group:${number}`),
  },
};

export const artistId = (number: number): string => mbid(2_000_000 + number);

export function release(source: 'discogs' | 'musicbrainz', edition: Edition): Document {
  const { number, title = 'A Score', barcode, date, country, formats = ['cd'], album, production } = edition;
  const authority = authorities[source];
  const id = own[source].release(number);
  const [label, catalogNumber] = edition.catalogNumber ?? [];
  const labelId = uuidOf(`label ${label}`);
  const attributes = {
    title,
    ...(barcode && { barcode }),
    ...(date && { release_date: date }),
    ...(country && { country }),
    ...(label && { labels: [{ iri: recordIri('Label', labelId), catalog_number: catalogNumber }] }),
    provisional: false,
  };
  const records = [
    ...(label ? [sourceRecord(authority, 'Label', [labelId], { name: label })] : []),
    ...(album === undefined ? [] : [sourceRecord(authority, 'Album', [own[source].album(album)], { title })]),
    sourceRecord(authority, 'Release', [id], attributes, album === undefined ? {} : { album: link('Album', own[source].album(album)) }),
    sourceRecord(authority, 'ReleaseExternalLink', [id, uuidOf(`${source} link ${number}`)], {
      provider: source,
      external_id: source === 'discogs' ? String(number) : id,
      url: `https://${source}.example/${number}`,
    }),
    ...(edition.page === undefined
      ? []
      : [
          sourceRecord(authority, 'ReleaseExternalLink', [id, uuidOf(`page ${edition.page}`)], {
            provider: 'discogs',
            external_id: String(edition.page),
            url: `https://discogs.example/${edition.page}`,
          }),
        ]),
    ...formats.map((format_type, index) =>
      sourceRecord(authority, 'ReleaseFormat', [id, uuidOf(`${source} format ${number} ${index}`)], {
        format_type,
        position: index + 1,
        descriptions: edition.descriptions ?? [],
        ...(edition.text && { text: edition.text }),
      }),
    ),
    ...(edition.tracks ?? []).flatMap((title, index) => {
      const recording = [id, uuidOf(`${source} recording ${number} ${index}`)];
      const track = [id, uuidOf(`${source} format ${number} 0`), uuidOf(`${source} track ${number} ${index}`)];
      return [
        sourceRecord(authority, 'ReleaseRecording', recording, { title }),
        sourceRecord(
          authority,
          'ReleaseTrack',
          track,
          { position: index + 1, title },
          { recording: { data: { type: 'ReleaseRecording', id: recordIri('ReleaseRecording', ...recording) } } },
        ),
      ];
    }),
    ...(production ? productionOf(source, id, album ?? number, production) : []),
  ];
  return { source: source === 'discogs' ? 'discogs/releases' : 'musicbrainz/release', records };
}

function productionOf(
  source: 'discogs' | 'musicbrainz',
  releaseId: string,
  album: number,
  { title, year, composers = [], film, akas, isProvisional }: Production,
): ImportedRecord[] {
  const provisionalRank = source === 'discogs' ? authorities.discogsProvisional : authorities.musicbrainzProvisional;
  const authority = film === undefined || isProvisional ? provisionalRank : authorities[source];
  const id = film === undefined ? own[source].provisional(album) : uuidOf(`imdb:${film}`);
  const credits = composers.map((number, index) => ({
    iri: recordIri('Artist', artistId(number)),
    position: index + 1,
    credit_role: 'composer',
  }));
  return [
    ...composers.map((number) =>
      sourceRecord(authorities.musicbrainzNamed, 'Artist', [artistId(number)], { name: `Artist ${number}`, _type: 'person' }),
    ),
    sourceRecord(authority, 'Production', [id], {
      title,
      _type: film === undefined ? 'other' : 'movie',
      provisional: film === undefined || isProvisional === true,
      ...(year && { year }),
      ...(akas && { akas }),
      ...(credits.length > 0 && { composers: credits }),
    }),
    ...(film === undefined
      ? []
      : [
          sourceRecord(authority, 'ProductionExternalLink', [id, uuidOf(`imdb link ${film}`)], {
            provider: 'imdb',
            external_id: film,
            url: `https://www.imdb.com/title/${film}/`,
          }),
        ]),
    sourceRecord(
      authority,
      'ProductionEntry',
      [id, uuidOf(`${source} entry ${id} ${releaseId}`)],
      { kind: 'score', position: 1 },
      {
        release: link('Release', releaseId),
      },
    ),
  ];
}

export const label = (source: 'discogs' | 'musicbrainz', number: number, name: string, isNumbered = false): Document => ({
  source: source === 'discogs' ? 'discogs/releases' : 'musicbrainz/release',
  ...(isNumbered && { notes: [[`numbered:Label:${uuidOf(`discogs:label:${number}`)}`, '1']] }),
  records: [
    sourceRecord(authorities[source], 'Label', [source === 'discogs' ? uuidOf(`discogs:label:${number}`) : mbid(3_000_000 + number)], {
      name,
    }),
  ],
});

/** Imports a source to its end, without rejects. */
export async function importSource(store: Store, source: Source) {
  const report = await runImport(store, source, { maxRejects: 0 });
  expect(report).toMatchObject({ outcome: 'done', rejected: 0 });
  return report;
}

/** A catalog after imports of these sources. */
export async function importAll(...sources: readonly Source[]): Promise<Store> {
  const store = await seededStore();
  for (const source of sources) await importSource(store, source);
  return store;
}

export function importDocuments(store: Store, documents: readonly Document[], options: Partial<RunOptions> = {}) {
  const source: Source = {
    rights: noRights,
    progress: { documents: 0, bytes: 0, totalBytes: undefined, skippedByLicence: 0, warnings: [], whole: [] },
    async *items(_, from) {
      for (const [index, document] of [...documents.entries()].slice(Number(from?.next ?? 0)))
        yield { file: 'file', line: index + 1, offset: index, position: { next: index + 1 }, ...document };
    },
  };
  return runImport(store, source, { maxRejects: 0, ...options });
}

export const values = ({ writer }: Store, sql: string): unknown[][] => writer.query(sql).values();
