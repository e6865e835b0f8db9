// Dumps with a film that has a second album by its lyricist and an album of songs by various artists.
import { expect } from 'bun:test';
import { musicbrainz } from '../../src/import/sources/musicbrainz';
import type { Store } from '../../src/store/database/store';
import { startServer, type TestServer } from '../support/server';
import { uuid as id } from '../support/uuids';
import { fileOf } from './discogs-fakes';
import * as documents from './musicbrainz-documents';
import { importSource } from './reconciliation';

const { filmGroup, filmRelease } = documents;
export const lyricist = { id: id(15), name: 'Leo Words', type: 'Person', country: 'FR', disambiguation: '' };
const variousArtists = { id: '89ad4ac3-39f7-470e-963a-56509c546377', name: 'Various Artists', type: 'Other', country: null };
const specialArtist = { id: id(16), name: '[dialogue]', type: 'Other', country: null, disambiguation: 'Special Purpose Artist' };
export const laterGroup = { ...filmGroup, id: id(33), title: 'Night Train (The Complete Score)' };
const songsGroup = { ...filmGroup, id: id(34), title: 'Night Train: Songs from the Motion Picture' };
const editionOf = (release: object, number: number, group: object, credit: object[]) =>
  JSON.parse(
    JSON.stringify({ ...release, 'release-group': group, 'artist-credit': credit }).replace(
      /"(00000000-0000-4000-8000-0000000000)([56]\d)"/g,
      (_, head, last) => `"${head.slice(0, -2)}${number}${last}"`,
    ),
  ) as { id: string; media: { tracks: { 'artist-credit': object[] }[] }[] };
export const laterRelease = {
  ...editionOf(filmRelease, 71, laterGroup, [{ name: 'Leo Words', joinphrase: '', artist: lyricist }]),
  barcode: '5012345678900',
  country: null,
};
export const songsRelease = editionOf(filmRelease, 72, songsGroup, [{ name: 'Various Artists', joinphrase: '', artist: variousArtists }]);
for (const track of songsRelease.media[0]?.tracks ?? [])
  track['artist-credit'] = [{ name: '[dialogue]', joinphrase: '', artist: specialArtist }];

export const dumps = {
  area: [documents.vienna],
  'release-group': [filmGroup, documents.albumGroup, documents.otherGroup, laterGroup, songsGroup],
  release: [filmRelease, documents.otherRelease, laterRelease, songsRelease, JSON.parse(documents.realScore())],
  work: [documents.cueWork, documents.filmWork, documents.otherWork],
  artist: [documents.composer, documents.orchestra, documents.character, documents.actor, documents.stranger, lyricist],
  label: [documents.label, documents.otherLabel],
};
type Kind = keyof typeof dumps;

export function filesOf(content: Partial<Record<Kind, readonly object[]>> = dumps): Record<Kind, string> {
  const files = Object.entries(content).map(([kind, values]) => [kind, fileOf(documents.linesOf(...values), `${kind}.jsonl`)]);
  return Object.fromEntries(files);
}

export const importMusicBrainz = (
  store: Store,
  files: readonly string[],
  options: { includeNoncommercial?: boolean; complete?: boolean } = {},
) => importSource(store, musicbrainz(files, { includeNoncommercial: false, ...options }));

/** A server with the dumps, imported once per process. Tests only read or copy it. */
export function importedServer(): Promise<TestServer> {
  imported ??= (async () => {
    const server = await startServer();
    expect(await importMusicBrainz(server.store, Object.values(filesOf()))).toMatchObject({ waiting: 0, warnings: [] });
    return server;
  })();
  return imported;
}

let imported: Promise<TestServer> | undefined;
