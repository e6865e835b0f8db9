import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { type Authority, authorities } from '../../src/records/provenance/ranks';
import type { ImportedRecord } from '../../src/records/write/record';
import type { Store } from '../../src/store/database/open';
import { exportLines } from '../support/exports';
import { nonEmpty } from '../support/non-empty';
import { uuid } from '../support/records';
import { runs } from '../support/runs';
import { startServer } from '../support/server';
import { editing } from './editing';
import { to } from './numbered-records';
import {
  artistIri,
  formatIri,
  mergeStatement,
  productionIri,
  recordingIri,
  releaseIri,
  type SourceDocument,
  writeDocuments,
  writeRecords,
} from './source-documents';

const { musicbrainz, discogs, discogsNamed, wikidata } = authorities;

const document = (source: string, authority: Authority | undefined, ...records: readonly object[]): SourceDocument => ({
  source,
  records: records.map((record) => ({ record, mode: 'whole', ...(authority !== undefined && { authority }) })),
});
const fillDocument = (source: string, authority: Authority, record: object): SourceDocument => ({
  source,
  records: [{ record, mode: 'fill', authority }],
});
const mergeDocument = (...records: readonly ImportedRecord[]): SourceDocument => ({ source: 'musicbrainz/release', records });

const artist = (letters: string, attributes: object = {}) => ({
  type: 'Artist',
  id: artistIri(letters),
  attributes: { name: letters, _type: 'person', ...attributes },
});
const release = (letters: string, attributes: object = {}) => ({
  type: 'Release',
  id: releaseIri(letters),
  attributes: { title: 'Heat', ...attributes },
});
const format = (letters: string, id: string) => ({
  type: 'ReleaseFormat',
  id: formatIri(letters, id),
  attributes: { format_type: 'cd', position: 1 },
});
const track = (letters: string, of: string, id: string) => ({
  type: 'ReleaseTrack',
  id: `${formatIri(letters, of)}/tracks/${uuid(id)}`,
  attributes: { position: 1, title: `Track ${id}` },
  relationships: { recording: to('ReleaseRecording', recordingIri(letters, id)) },
});
const recording = (letters: string, id: string) => ({
  type: 'ReleaseRecording',
  id: recordingIri(letters, id),
  attributes: { title: `Track ${id}` },
});
const link = (letters: string, id: string, url: string) => ({
  type: 'ReleaseExternalLink',
  id: `${releaseIri(letters)}/external-links/${uuid(id)}`,
  attributes: { provider: 'discogs', external_id: '1', url },
});
const waiting = (store: Store): unknown[] => store.writer.query('SELECT * FROM deferred_record').all();

/** The attributes of a record after importing documents in both orders. */
async function inBothOrders(iri: string, ...documents: readonly SourceDocument[]): Promise<Record<string, unknown>[]> {
  return Promise.all(
    [documents, documents.toReversed()].map(async (ordered) => {
      const { store, read } = await startServer();
      for (const document of ordered) await writeDocuments(store, document);
      return (await read(iri)).data.attributes;
    }),
  );
}

describe('of two contradictory sources', () => {
  const production = (year: number, title: string) => ({
    type: 'Production',
    id: productionIri('p'),
    attributes: { title, _type: 'movie', year },
  });
  const ranked: readonly (readonly [statement: string, iri: string, documents: readonly SourceDocument[], attributes: object])[] = [
    [
      'the one of higher rank takes precedence',
      artistIri('a'),
      [
        document('musicbrainz/artist', musicbrainz, artist('a', { country: 'US' })),
        document('discogs/artists', discogs, artist('a', { country: 'GB', disambiguation: 'pianist' })),
      ],
      { country: 'US', disambiguation: 'pianist' },
    ],
    [
      'the one of higher rank takes precedence even if it only fills empty fields',
      artistIri('a'),
      [
        fillDocument('wikidata', wikidata, artist('a', { country: 'US' })),
        document('discogs/artists', discogs, artist('a', { country: 'GB' })),
      ],
      { country: 'US' },
    ],
    [
      'the one with the smaller value takes precedence at equal rank',
      productionIri('p'),
      [production(1999, 'a'), production(1995, 'Z')].map((record) =>
        fillDocument('musicbrainz/release', authorities.musicbrainzProvisional, record),
      ),
      { year: 1995, title: 'Z', slug: 'z' },
    ],
    [
      'the one that states a value takes precedence over guesses and defaults',
      artistIri('a'),
      [
        {
          source: 'discogs/artists',
          records: [{ record: artist('a', { _type: 'group' }), mode: 'whole', authority: discogs, guessed: ['_type'] }],
        },
        fillDocument('musicbrainz/release', discogsNamed, artist('a', { fictional: true })),
      ],
      { _type: 'person', fictional: true },
    ],
  ];

  test.each(ranked)('%s in any order', async (_, iri, documents, attributes) => {
    for (const found of nonEmpty(await inBothOrders(iri, ...documents))) expect(found).toMatchObject(attributes);
  });

  test('the one of higher rank provides the sub-tracks of a track in any order', async () => {
    const titles = fc.array(fc.constantFrom('Dawn', 'Dusk', 'Noon'), { minLength: 1, maxLength: 3 });
    const suite = (source: string, authority: Authority, parts: readonly string[]) => {
      const sub_tracks = parts.map((title, index) => ({ id: uuid(`${source[0]}${index}`), title, position: index + 1 }));
      const compound = { ...track('r', 'f', 't'), attributes: { position: 1, title: 'Suite', _type: 'compound', sub_tracks } };
      return document(source, authority, release('r'), format('r', 'f'), recording('r', 't'), compound);
    };
    await fc.assert(
      fc.asyncProperty(titles, titles, async (higher, lower) => {
        const documents = [suite('musicbrainz/release', musicbrainz, higher), suite('discogs/releases', discogs, lower)];
        const iri = `${formatIri('r', 'f')}/tracks/${uuid('t')}`;
        const namesIn = (sub_tracks: unknown) => (sub_tracks as { readonly title: string }[]).map(({ title }) => title);
        for (const { sub_tracks } of nonEmpty(await inBothOrders(iri, ...documents))) expect(namesIn(sub_tracks)).toEqual(higher);
        // Alone, it changes them.
        const { store, read } = await startServer();
        for (const parts of [higher, lower]) await writeDocuments(store, suite('discogs/releases', discogs, parts));
        expect(namesIn((await read(iri)).data.attributes.sub_tracks)).toEqual(lower);
      }),
      { numRuns: runs(5) },
    );
  });
});

test.each([
  [
    'follows its only source',
    [
      ['discogs', 'y'],
      ['discogs', 'z'],
    ],
    'z',
  ],
  [
    'follows the source of higher rank',
    [
      ['musicbrainz', 'x'],
      ['discogs', 'y'],
      ['musicbrainz', 'z'],
    ],
    'z',
  ],
  [
    'stays that of the source of higher rank',
    [
      ['musicbrainz', 'x'],
      ['discogs', 'y'],
      ['discogs', 'z'],
    ],
    'x',
  ],
  ['follows its source after a merge', [['musicbrainz', 'x'], 'merge', ['musicbrainz', 'z']], 'z'],
  ['stays that of the source of higher rank after a merge', [['musicbrainz', 'x'], ['discogs', 'y'], 'merge', ['discogs', 'z']], 'w'],
  ['stays what somebody made it where its source states none', [['discogs', 'y'], 'change', ['discogs', '']], 'w'],
] as const)('a reference %s', async (_, steps, album) => {
  const albumIri = (letters: string) => `/api/albums/${uuid(letters)}`;
  const albums = ['w', 'x', 'y', 'z'].map((id) => ({ type: 'Album', id: albumIri(id), attributes: { title: id } }));
  const { store, read } = await startServer(albums);
  const merge = mergeDocument(mergeStatement('Album', 'x', albumIri('w')));
  for (const step of steps) {
    if (step === 'merge') await writeDocuments(store, merge);
    else if (step === 'change') store.writer.run(`UPDATE "release" SET album_key = (SELECT key FROM album WHERE id = '${uuid('w')}')`);
    else {
      const relationships = step[1] === '' ? {} : { album: to('Album', albumIri(step[1])) };
      await writeDocuments(store, document(`${step[0]}/releases`, authorities[step[0]], { ...release('r'), relationships }));
    }
  }
  expect((await read(releaseIri('r'))).data.relationships.album.data.id).toBe(albumIri(album));
});

describe('a source', () => {
  test('changes and clears only its own values', async () => {
    const { store, read } = await startServer();
    await writeDocuments(store, document('musicbrainz/artist', musicbrainz, artist('a', { country: 'DE', disambiguation: 'b' })));
    await writeDocuments(store, document('discogs/artists', discogs, artist('a', { real_name: 'A' })));

    expect(await writeDocuments(store, document('musicbrainz/artist', musicbrainz, artist('a', { country: 'US' })))).toEqual(['changed']);

    expect((await read(artistIri('a'))).data.attributes).toMatchObject({ country: 'US', disambiguation: null, real_name: 'A' });
  });

  test('of lower rank has its values stored, so that importing them again is reported as unchanged', async () => {
    const { store } = await startServer();
    await writeDocuments(store, document('musicbrainz/artist', musicbrainz, artist('a', { country: 'US' })));
    const lost = document('discogs/artists', discogs, artist('a', { country: 'GB' }));

    expect(await writeDocuments(store, lost)).toEqual(['unchanged']);
    expect(
      store.writer
        .query(
          "SELECT count(*) AS n FROM imported_record AS r JOIN import_source AS s ON s.key = source_key WHERE s.name = 'discogs/artists'",
        )
        .get(),
    ).toEqual({ n: 1 });
    expect(await writeDocuments(store, lost)).toEqual(['unchanged']);
  });

  test('keeps edits and manual changes in the database', async () => {
    const { store, read } = await startServer();
    await writeDocuments(store, document('discogs/artists', discogs, artist('a', { country: 'GB', real_name: 'A' })));
    await editing(store).change({ ...artist('a'), attributes: { country: 'FR' } } as never);
    store.writer.run(`UPDATE artist SET real_name = 'By hand', disambiguation = 'By hand' WHERE id = '${uuid('a')}'`);

    const other = artist('a', { country: 'US', real_name: 'B', disambiguation: 'B' });
    expect(await writeDocuments(store, document('musicbrainz/artist', musicbrainz, other))).toEqual(['kept']);

    await writeDocuments(store, document('discogs/artists', discogs, artist('a', { country: 'GB', real_name: 'C' })));
    const changed = { country: 'FR', real_name: 'By hand', disambiguation: 'By hand' };
    expect((await read(artistIri('a'))).data.attributes).toMatchObject(changed);

    const placeholder = (more: object) => document('discogs/releases', discogs, release('r', { provisional: true, ...more }));
    await writeDocuments(store, placeholder({}));
    store.writer.run('UPDATE "release" SET provisional = 0');
    await writeDocuments(store, placeholder({ country: 'GB' }));
    expect((await read(releaseIri('r'))).data.attributes).toMatchObject({ provisional: false, country: 'GB' });
  });

  test('without a rank takes precedence over all others', async () => {
    const { store, read } = await startServer();
    await writeDocuments(store, document('musicbrainz/artist', musicbrainz, artist('a', { country: 'US' })));
    await writeDocuments(store, document('ndjson', undefined, artist('a', { country: 'FR' })));
    await writeDocuments(store, document('wikidata', wikidata, artist('a', { country: 'GB' })));

    expect((await read(artistIri('a'))).data.attributes.country).toBe('FR');
  });

  const inFile = (country: string) => (store: Store) => writeRecords(store, [artist('a', country === '' ? {} : { country })]);
  const filling = (country: string) => (store: Store) => writeRecords(store, [artist('a', { country })], { mode: 'fill' });
  const edited = (store: Store) => editing(store).change({ ...artist('a'), attributes: { country: 'IT' } } as never);
  const changed = (store: Store) => store.writer.run(`UPDATE artist SET country = 'IT' WHERE id = '${uuid('a')}'`);
  const ranked = (store: Store) => writeDocuments(store, document('musicbrainz/artist', musicbrainz, artist('a', { country: 'US' })));
  test.each([
    ['replaces its former value', [inFile('FR'), inFile('DE')], 'DE'],
    ['removes its former value', [inFile('FR'), inFile('')], null],
    ['states what it did not state before', [inFile(''), inFile('DE')], 'DE'],
    ['keeps what somebody changed', [inFile('FR'), changed, inFile('DE')], 'IT'],
    ['keeps what an editor changed before it came', [ranked, edited, inFile('DE')], 'IT'],
    ['fills what is empty', [inFile(''), filling('DE')], 'DE'],
    ['fills no more than that', [filling('FR'), filling('DE')], 'FR'],
  ] as const)('without a rank %s', async (_, steps, country) => {
    const { store, read } = await startServer();
    for (const step of steps) await step(store);
    expect((await read(artistIri('a'))).data.attributes.country).toBe(country);
  });

  test('has the rank of its name in a catalog of an earlier version', async () => {
    const { store, read } = await startServer();
    await writeDocuments(store, document('discogs/artists', undefined, artist('a', { country: 'GB' })));
    await writeDocuments(store, document('musicbrainz/artist', undefined, artist('b', { country: 'GB' })));

    await writeDocuments(
      store,
      document('wikidata', authorities.wikidataArtist, artist('a', { country: 'US' }), artist('b', { country: 'US' })),
    );

    expect((await read(artistIri('a'))).data.attributes.country).toBe('US');
    expect((await read(artistIri('b'))).data.attributes.country).toBe('GB');
    await writeDocuments(store, document('musicbrainz/release', musicbrainz, artist('b', { country: 'FR' })));
    expect((await read(artistIri('b'))).data.attributes.country).toBe('FR');
  });
});

describe('a merge stated by a source', () => {
  const m = document('musicbrainz/release', musicbrainz, release('m', { country: 'US' }));
  const d = document('discogs/releases', discogs, release('d', { country: 'GB', barcode: '4012345678901' }));
  const one = mergeDocument(mergeStatement('Release', 'd', releaseIri('m')));

  test.each([
    ['the merge last', [m, d, one]],
    ['the merge first', [one, d, m]],
  ])('combines two records field by field: %s', async (_, documents) => {
    const { store, read, request } = await startServer();
    for (const document of documents) await writeDocuments(store, document);

    expect((await read(releaseIri('m'))).data.attributes).toMatchObject({ country: 'US', barcode: '4012345678901' });
    expect((await request(releaseIri('d'))).status).toBe(301);
    expect(waiting(store)).toEqual([]);
  });

  test('redirects later imports of the merged record and its nested records to the remaining one', async () => {
    const { store, read } = await startServer();
    await writeDocuments(store, m, one, d, document('discogs/releases', discogs, format('d', 'f')));

    expect(await writeDocuments(store, document('discogs/releases', discogs, release('d', { country: 'GB', barcode: '111' })))).toEqual([
      'changed',
    ]);

    expect((await read(releaseIri('m'))).data.attributes).toMatchObject({ country: 'US', barcode: '111', format_count: 1 });
    expect((await read(formatIri('m', 'f'))).data.attributes.format_type).toBe('cd');
  });

  test('keeps the edits of both records', async () => {
    const { store, read } = await startServer();
    await writeDocuments(store, m, d);
    await editing(store).change({ type: 'Release', id: releaseIri('d'), attributes: { notes: 'Mine', country: 'FR' } } as never);

    await writeDocuments(store, one);
    await writeDocuments(store, document('musicbrainz/release', musicbrainz, release('m', { country: 'DE', notes: 'Theirs' })));

    expect((await read(releaseIri('m'))).data.attributes).toMatchObject({ country: 'FR', notes: 'Mine' });
  });

  test('keeps a locked value of the merged record, though its source states the same by now', async () => {
    const { store, read } = await startServer();
    await writeDocuments(store, m, d);
    await editing(store).change({ type: 'Release', id: releaseIri('d'), attributes: { country: 'FR' } });
    await writeDocuments(store, document('discogs/releases', discogs, release('d', { country: 'FR', barcode: '4012345678901' })));
    await writeDocuments(store, one);

    expect((await read(releaseIri('m'))).data.attributes.country).toBe('FR');
  });

  test('into two records resolves to the smaller UUID in any order', async () => {
    const two = [mergeStatement('Release', 'd', releaseIri('n')), mergeStatement('Release', 'd', releaseIri('m'))];
    for (const ordered of [two, two.toReversed()]) {
      const { store, request } = await startServer();
      await writeDocuments(store, m, document('musicbrainz/release', musicbrainz, release('n')));
      for (const given of ordered) await writeDocuments(store, mergeDocument(given));
      expect((await request(releaseIri('d'))).headers.get('location')).toContain(uuid('m'));
    }
  });

  test('keeps the values of the target if no source has a rank', async () => {
    const { store, read } = await startServer();
    const records = [release('m', { country: 'US' }), release('d', { country: 'GB', barcode: '4012345678901' })];
    await writeDocuments(store, document('ndjson', undefined, ...records), one);

    expect((await read(releaseIri('m'))).data.attributes).toMatchObject({ country: 'US', barcode: '4012345678901' });
  });

  test('without a rank discards the values of the merged record, like a manual merge', async () => {
    const { store, read } = await startServer();
    const { authority: _, ...plain } = mergeStatement('Release', 'd', releaseIri('m'));
    await writeDocuments(store, m, d, { source: 'ndjson', records: [plain] });

    expect((await read(releaseIri('m'))).data.attributes).toMatchObject({ country: 'US', barcode: null });
  });
});

describe('the formats of a merged release', () => {
  const m = document('musicbrainz/release', musicbrainz, release('m'), format('m', 'fm'), recording('m', 'tm'), track('m', 'fm', 'tm'));
  const d = document('discogs/releases', discogs, release('d'), format('d', 'fd'), recording('d', 'td'), track('d', 'fd', 'td'));
  const one = mergeDocument(mergeStatement('Release', 'd', releaseIri('m')));

  for (const [order, documents] of Object.entries({ 'the merge last': [m, d, one], 'the lower rank last': [m, one, d] }))
    test(`come only from the source of higher rank: ${order}`, async () => {
      const { store, read } = await startServer();
      for (const document of documents) await writeDocuments(store, document);

      const { data } = await read(`${releaseIri('m')}/formats`);
      expect(data.map(({ id }: { id: string }) => id)).toEqual([formatIri('m', 'fm')]);
      expect((await read(releaseIri('m'))).data.attributes.track_count).toBe(1);
      expect(waiting(store)).toEqual([]);
      expect(exportLines(store).filter(({ type }) => type === 'DeletedRecord' || type === 'ReleaseRecording')).toHaveLength(1);
    });

  test('of the source of lower rank are reported as deleted in the change feed', async () => {
    const { store } = await startServer();
    await writeDocuments(store, d, m);
    const [last] = store.writer.query('SELECT max(sequence) AS sequence FROM change').all() as { sequence: number }[];

    await writeDocuments(store, one);

    const gone = exportLines(store, last?.sequence).filter(({ type }) => type === 'DeletedRecord');
    expect(gone.map(({ id }) => id).sort()).toEqual([uuid('fd'), uuid('td'), uuid('td')].sort());
  });

  test('of the source of lower rank are not recreated by importing it again', async () => {
    const { store, read } = await startServer();
    await writeDocuments(store, d, m, one);
    expect(await writeDocuments(store, d)).toEqual(['unchanged', 'unchanged', 'unchanged', 'unchanged']);
    expect((await read(releaseIri('m'))).data.attributes.format_count).toBe(1);
  });
});

test('of two equal external links the one of higher rank remains, and the other redirects to it', async () => {
  const one = document('musicbrainz/release', musicbrainz, release('m'), link('m', 'y', 'https://example.com/m'));
  const other = document('discogs/releases', discogs, release('d'), link('d', 'x', 'https://example.com/d'));
  const same = mergeDocument(mergeStatement('Release', 'd', releaseIri('m')));
  for (const documents of [
    [one, other, same],
    [other, one, same],
    [one, same, other],
    [other, same, one],
  ]) {
    const { store, read, request } = await startServer();
    for (const document of documents) await writeDocuments(store, document);
    const { data } = await read(`${releaseIri('m')}/external-links`);
    expect(data.map(({ attributes }: { attributes: object }) => attributes)).toMatchObject([
      { _id: uuid('y'), url: 'https://example.com/m' },
    ]);
    expect((await request(`${releaseIri('m')}/external-links/${uuid('x')}`)).status).toBe(301);
  }
});
