import { expect, setDefaultTimeout, test } from 'bun:test';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { runImport } from '../../src/import/run/run';
import { musicbrainz } from '../../src/import/sources/musicbrainz';
import type { Store } from '../../src/store/database/store';
import { comparableExport } from '../support/comparable';
import { folderOfTests } from '../support/executable';
import { limitOf, runs } from '../support/runs';
import { seededStore } from '../support/server';
import { uuid as id } from '../support/uuids';
import * as documents from './musicbrainz-documents';

setDefaultTimeout(limitOf(120_000));

const folder = folderOfTests();

const { filmGroup, filmRelease } = documents;
const soundtrack = '22a628ad-c082-3c4f-b1b6-d41665107b88';
const compilation = 'dd2a21e1-0c00-3729-a7a0-de60b84eb5d1';
const film = (number: string) => ({
  type: 'IMDb',
  direction: 'forward',
  url: { id: id(901), resource: `https://www.imdb.com/title/${number}/` },
});

/** A singer of a single from the film. */
const singer = { id: id(17), name: 'Adela Singer', 'sort-name': 'Singer, Adela', type: 'Person', country: 'GB', disambiguation: '' };
const band = { id: id(18), name: 'The Owls', type: null, country: 'GB', disambiguation: '' };
const member = {
  type: 'member of band',
  direction: 'backward',
  'target-type': 'artist',
  artist: singer,
  'source-credit': '',
  'target-credit': 'Adela S.',
  attributes: [],
};

const as = (release: object, number: number, more: object): object => ({
  ...JSON.parse(
    JSON.stringify(release).replace(
      /"00000000-0000-4000-8000-0000000000([5-9]\d)"/g,
      (_, last) => `"00000000-0000-4000-8000-00000000${number}${last}"`,
    ),
  ),
  ...more,
});

const songGroup = {
  ...filmGroup,
  id: id(36),
  title: 'Night Song',
  'primary-type': 'Single',
  'first-release-date': '1993-11-02',
  'artist-credit': [{ name: 'Adela Singer', joinphrase: '', artist: singer }],
};
const twoFilms = {
  ...filmGroup,
  id: id(37),
  title: 'Night Train / Day Boat (Original Soundtracks)',
  'first-release-date': '2001',
  relations: [film('tt0012345'), film('tt0099999')],
};
const best = { ...filmGroup, id: id(38), title: 'The Best of Ana Lund', 'secondary-type-ids': [soundtrack, compilation] };
const missing = { ...filmGroup, id: id(39), title: 'Unread (Original Television Soundtrack)', relations: [] };
const bandGroup = { ...filmGroup, id: id(35), title: 'Night Train (Original Motion Picture Score)', 'first-release-date': '1994-05' };

const groups = [filmGroup, documents.albumGroup, documents.otherGroup, songGroup, twoFilms, best, bandGroup];
/** The song of the film with a cue in it. */
const medleyWorks = [documents.cueWork, documents.otherWork].map(({ id, title }) => ({
  type: 'performance',
  direction: 'forward',
  work: { id, title },
}));
const medley = {
  ...filmRelease,
  media: filmRelease.media.map((medium) => ({
    ...medium,
    tracks: medium.tracks.map((track) => ({ ...track, recording: { ...track.recording, relations: medleyWorks } })),
  })),
};
const releases = [
  filmRelease,
  documents.otherRelease,
  as(filmRelease, 73, { 'release-group': songGroup, 'artist-credit': [{ name: 'Adela Singer', joinphrase: '', artist: singer }] }),
  as(filmRelease, 74, { 'release-group': twoFilms }),
  as(filmRelease, 75, { 'release-group': best }),
  as(filmRelease, 76, { 'release-group': missing, 'artist-credit': [{ name: 'Owls', joinphrase: '', artist: band }] }),
  as(medley, 77, {
    'release-group': bandGroup,
    'label-info': [{ 'catalog-number': 'X', label: { id: id(21), name: 'Another Label' } }],
  }),
];
const works = [
  documents.cueWork,
  documents.filmWork,
  documents.otherWork,
  { ...documents.filmWork, id: id(43), title: 'A Night Train Symphony', relations: documents.filmWork.relations.slice(1) },
];
const artists = [
  documents.composer,
  documents.orchestra,
  documents.character,
  documents.actor,
  documents.stranger,
  {
    ...singer,
    type: 'Person',
    'life-span': { begin: '1980' },
    relations: [],
    aliases: [{ name: 'Adela S.', type: 'Artist name', locale: 'en' }],
  },
  { ...band, relations: [member] },
];
const real = JSON.parse(documents.realScore());

const files: Readonly<Record<string, readonly object[]>> = {
  'release-group': groups,
  release: [...releases, real],
  work: works,
  artist: artists,
  label: [documents.label, documents.otherLabel],
};

let written = 0;

type Part = readonly [entity: string, lines: readonly object[]];

/** Imports areas and then the files of each command. */
async function catalogAfter(commands: readonly (readonly Part[])[]): Promise<Store> {
  const store = await seededStore();
  for (const parts of [[['area', [documents.vienna]] as const], ...commands]) {
    const paths = parts.map(([entity, lines]) => {
      const path = join(folder, `${written++}-${entity}.jsonl`);
      writeFileSync(path, lines.map((line) => JSON.stringify(line)).join('\n'));
      return path;
    });
    expect(await runImport(store, musicbrainz(paths, { includeNoncommercial: false }), { maxRejects: 0 })).toMatchObject({
      outcome: 'done',
      rejected: 0,
    });
  }
  return store;
}

/** An export without slug redirects, which depend on import order. */
const contentOf = (store: Store): string[] => comparableExport(store).filter((line) => !line.startsWith('{"type":"SlugRedirect"'));

/** Files split into one or two parts, with lines and files shuffled, imported by one command each or by one in total. */
const orders = fc
  .tuple(
    ...Object.entries(files).map(([entity, lines]) =>
      fc.tuple(fc.constant(entity), fc.shuffledSubarray([...lines], { minLength: lines.length }), fc.nat(lines.length)),
    ),
  )
  .map((parts) =>
    parts
      .flatMap(([entity, lines, cut]) => [[entity, lines.slice(0, cut)] as const, [entity, lines.slice(cut)] as const])
      .filter(([, lines]) => lines.length > 0),
  )
  .chain((parts) => fc.tuple(fc.shuffledSubarray(parts, { minLength: parts.length }), fc.boolean()))
  .map(([parts, isOneCommand]) => (isOneCommand ? [parts] : parts.map((part) => [part])));

test('MusicBrainz dumps yield the same catalog in any order of lines, files and commands', async () => {
  const first = await catalogAfter(Object.entries(files).map((part) => [part]));
  const expected = contentOf(first);
  first.close();
  expect(expected.filter((line) => line.startsWith('{"type":"Production"')).length).toBeGreaterThan(3);
  await fc.assert(
    fc.asyncProperty(orders, async (commands) => {
      const store = await catalogAfter(commands);
      expect(contentOf(store)).toEqual(expected);
      store.close();
    }),
    { numRuns: runs(3) },
  );
});
