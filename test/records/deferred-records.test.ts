import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { authorities } from '../../src/records/provenance/ranks';
import { RecordWriter } from '../../src/records/sources/writer';
import type { ImportedRecord } from '../../src/records/write/record';
import type { Store } from '../../src/store/database/open';
import { artist, artistIri, credit } from '../support/numbered-artists';
import { limitOf, runs } from '../support/runs';
import { startServer } from '../support/server';
import { uuid } from '../support/uuids';
import { format, label, merged, release, to, track } from './numbered-records';
import { type SourceDocument, unresolved, writeDocuments, writeRecords } from './source-documents';

const releaseIri = (number: number): string => `/api/releases/${uuid(number)}`;

describe('a record before its references', () => {
  const all = [
    artist(1),
    { type: 'ArtistAlias', id: `${artistIri(1)}/aliases/${uuid(2)}`, attributes: { variation: 'Other' } },
    artist(3, { _type: 'group' }),
    {
      type: 'ArtistGroupMember',
      id: `${artistIri(1)}/group-memberships/${uuid(4)}`,
      relationships: { group: to('Artist', artistIri(3)), alias: to('ArtistAlias', `${artistIri(1)}/aliases/${uuid(2)}`) },
    },
    label(5, 'Silva Screen'),
    release(6, 'Heat', { artists: [credit(1)], labels: [{ iri: `/api/labels/${uuid(5)}`, catalog_number: 'X 1' }] }),
    format(6, 7, { format_type: 'cd' }),
    track(
      ...([6, 7, 8] as const),
      {
        ...{ position: 1, title: 'Suite', _type: 'compound' },
        sub_tracks: [{ id: uuid(10), position: 1, title: 'Part', artists: [credit(11)] }],
      },
      { recording: to('ReleaseRecording', `${releaseIri(6)}/recordings/${uuid(9)}`) },
    ),
    {
      type: 'ReleaseRecording',
      id: `${releaseIri(6)}/recordings/${uuid(9)}`,
      attributes: { title: 'Suite', credits: [{ iri: artistIri(1), credit_role: 'tape-operator' }] },
    },
    artist(11),
    { type: 'ArtistRole', id: `/api/artists/roles/${uuid(12)}`, attributes: { role: 'Tape operator', scope: 'recording' } },
    {
      type: 'SlugRedirect',
      id: 'old',
      attributes: { resource_type: 'Artist', slug: 'old' },
      relationships: { resource: to('Artist', artistIri(11)) },
    },
    merged('Release', 'releases', 13, 6),
  ];
  const rowsOf = (store: Store, sql: string): unknown[] => store.writer.query(sql).all();
  const state = (store: Store): unknown =>
    ['artist', 'artist_alias', 'label', '"release"', 'release_format', 'release_recording', 'release_track', 'slug_redirect'].map((table) =>
      rowsOf(store, `SELECT * FROM ${table} ORDER BY 2`).map((row) =>
        Object.fromEntries(Object.entries(row as object).filter(([name]) => !/(^|_)key$|_at$/.test(name))),
      ),
    );

  test(
    'is deferred until they exist, in any order of the records',
    async () => {
      const straight = (await startServer()).store;
      await writeRecords(straight, all);
      const expected = state(straight);
      await fc.assert(
        fc.asyncProperty(fc.shuffledSubarray(all, { minLength: all.length }), async (shuffled) => {
          const { store } = await startServer();
          await writeRecords(store, shuffled);
          expect(state(store)).toEqual(expected);
          expect(unresolved(store)).toEqual([]);
          expect(rowsOf(store, 'SELECT * FROM deferred_record')).toEqual([]);
        }),
        { numRuns: runs(10) },
      );
    },
    limitOf(30_000),
  );

  test('is reported if they are missing and written when a later import adds them', async () => {
    const { store, request } = await startServer();
    expect(await writeRecords(store, [format(6, 7, {})])).toEqual(['waiting']);
    expect(unresolved(store)).toMatchObject([
      { place: { file: 'f', line: 1 }, reason: `It points to release ${uuid(6)}, which never arrived.` },
    ]);

    expect(await writeRecords(store, [release(6, 'Heat')])).toEqual(['added', 'added']);
    expect(unresolved(store)).toEqual([]);
    expect((await request(`${releaseIri(6)}/formats/${uuid(7)}`)).status).toBe(200);
  });

  test('is rejected alone if it breaks a rule once they exist', async () => {
    const { store } = await startServer();
    const portrayal = {
      type: 'Portrayal',
      id: `/api/portrayals/${uuid(2)}`,
      relationships: { fictionalArtist: to('Artist', artistIri(1)) },
    };
    const writer = new RecordWriter(store);
    const outcomes = await store.write(() =>
      [portrayal, artist(1)].map((record, index) =>
        writer.write({ record, mode: 'whole' }, { source: 'ndjson', file: 'f', line: index + 1, offset: 0 }),
      ),
    );

    expect(outcomes).toEqual(['waiting', 'added']);
    expect(writer.takeRefused()).toMatchObject([
      { place: { line: 1 }, reason: 'relationships.fictionalArtist: This artist is not fictional.' },
    ]);
    writer.close();
  });
});

describe('a deferred record', () => {
  const membership = (isQuiet: boolean): SourceDocument => ({
    source: 'discogs/artists',
    records: [
      {
        record: {
          type: 'ArtistGroupMember',
          id: `${artistIri(1)}/group-memberships/${uuid(3)}`,
          attributes: { position: 1 },
          relationships: { group: to('Artist', artistIri(2)) },
        },
        mode: 'whole',
        authority: authorities.discogs,
        ...(isQuiet && { isQuietlyDeferred: true as const }),
      },
    ],
  });
  const reported = (store: Store) => {
    const writer = new RecordWriter(store);
    const older = writer.countOlderDeferred();
    writer.close();
    return { unresolved: unresolved(store, 'discogs/artists').length, older };
  };

  test('is reported unless it is deferred silently, and is written once its target exists', async () => {
    for (const isQuiet of [false, true]) {
      const { store, read } = await startServer([artist(1)]);
      await writeDocuments(store, membership(isQuiet));
      expect(reported(store)).toEqual(isQuiet ? { unresolved: 0, older: 0 } : { unresolved: 1, older: 1 });

      await writeRecords(store, [artist(2, { _type: 'group' })]);

      expect((await read(`${artistIri(1)}/group-memberships`)).data).toHaveLength(1);
    }
  });

  test('keeps its rank and guesses, and does not replace another one that fills the same record', async () => {
    const { store, read } = await startServer();
    const iri = `/api/productions/${uuid(9)}`;
    const crediting = (composer: number, year: number): ImportedRecord => ({
      record: { type: 'Production', id: iri, attributes: { title: 'Heat', _type: 'movie', year, composers: [credit(composer)] } },
      mode: 'fill',
      authority: authorities.discogsProvisional,
      guessed: ['composers'],
    });
    await writeDocuments(store, { source: 'discogs/releases', records: [crediting(1, 1999), crediting(2, 1995)] });

    await writeRecords(store, [artist(2), artist(1)], { source: 'musicbrainz/artist' });

    const { year, composers } = (await read(iri)).data.attributes;
    expect([year, composers.length]).toEqual([1995, 1]);
  });
});
