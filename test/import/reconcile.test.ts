import { describe, expect, test } from 'bun:test';
import { Checkpoint } from '../../src/import/run/checkpoint';
import type { Progress } from '../../src/import/run/progress';
import { release as ownRelease } from '../records/numbered-records';
import { comparableExport } from '../support/comparable';
import { editorOf } from '../support/edited-server';
import { catalogOf } from '../support/exports';
import { seededStore, serverOf } from '../support/server';
import { artistId, type Document, type Edition, importDocuments, label, mbid, type Production, release, values } from './reconciliation';

const discogs = (edition: Edition): Document => release('discogs', edition);
const musicbrainz = (edition: Edition): Document => release('musicbrainz', edition);

async function reconciled(...documents: readonly Document[]) {
  const store = await seededStore();
  const report = await importDocuments(store, documents);
  expect(report).toMatchObject({ outcome: 'done', rejected: 0 });
  return { store, report };
}

async function releaseCount(...documents: readonly Document[]): Promise<number> {
  const { store, report } = await reconciled(...documents);
  const count = values(store, 'SELECT id FROM "release"').length;
  expect(report.merged.releases).toBe(documents.length - count);
  return count;
}

const barcode = '028947753123';
const same = { barcode, date: '1994-05-02', country: 'US', formats: ['cd'] };

describe('a Discogs release merges into a MusicBrainz release', () => {
  test('with the same barcode, formats, country and date', async () => {
    const { store } = await reconciled(discogs({ number: 1, ...same }), musicbrainz({ number: 1, ...same }));
    expect(values(store, 'SELECT id FROM "release"')).toEqual([[mbid(1)]]);
    expect(values(store, 'SELECT provider, external_id FROM release_external_link ORDER BY 1')).toEqual([
      ['discogs', '1'],
      ['musicbrainz', mbid(1)],
    ]);
    expect(values(store, "SELECT merged_into_id FROM merged_record WHERE resource_type = 'Release'")).toEqual([[mbid(1)]]);
  });

  test('with the same catalog number on the same label', async () => {
    const numbered = { ...same, barcode: undefined, catalogNumber: ['Varèse', 'VSD 5400'] } as never as Edition;
    expect(await releaseCount(discogs({ ...numbered, number: 1 }), musicbrainz({ ...numbered, number: 1 }))).toBe(1);
    const other = { ...numbered, catalogNumber: ['Milan', 'VSD 5400'] as const };
    expect(await releaseCount(discogs({ ...numbered, number: 1 }), musicbrainz({ ...other, number: 1 }))).toBe(2);
    expect(
      await releaseCount(discogs({ ...numbered, number: 1, barcode }), musicbrainz({ ...numbered, number: 1, barcode: '4006381333931' })),
    ).toBe(2);
  });
});

describe('a Discogs release stays separate from a MusicBrainz release', () => {
  test('if the formats differ', async () => {
    expect(await releaseCount(discogs({ number: 1, ...same, formats: ['vinyl'] }), musicbrainz({ number: 1, ...same }))).toBe(2);
  });

  test('if another Discogs pressing with the same barcode matches better', async () => {
    const { store } = await reconciled(
      discogs({ number: 1, ...same }),
      discogs({ number: 2, ...same, formats: ['vinyl'] }),
      discogs({ number: 3, ...same, descriptions: ['Unofficial Release'] }),
      discogs({ number: 4, ...same, country: 'XW' }),
      musicbrainz({ number: 1, ...same }),
    );
    expect(values(store, "SELECT external_id FROM release_external_link WHERE provider = 'discogs' ORDER BY 1")).toHaveLength(4);
    expect(values(store, 'SELECT id FROM "release"')).toHaveLength(4);
    expect(
      values(store, 'SELECT r.id FROM release_external_link AS l JOIN "release" AS r ON r.key = l.release_key WHERE l.external_id = \'1\''),
    ).toEqual([[mbid(1)]]);
  });

  test('if more than 100 releases share the barcode', async () => {
    for (const others of [98, 99]) {
      const store = await catalogOf(Array.from({ length: others }, (_, number) => ownRelease(100 + number, 'A', { barcode })));
      const { merged } = await importDocuments(store, [discogs({ number: 1, ...same }), musicbrainz({ number: 1, ...same })]);
      expect([others, merged.releases]).toEqual([others, others === 98 ? 1 : 0]);
    }
  });

  test('if both are from the same source', async () => {
    expect(await releaseCount(discogs({ number: 1, ...same }), discogs({ number: 2, ...same }))).toBe(2);
    expect(await releaseCount(musicbrainz({ number: 1, ...same }), musicbrainz({ number: 2, ...same }))).toBe(2);
  });
});

test('each of several editions merges into the best match', async () => {
  const { store } = await reconciled(
    discogs({ number: 1, ...same, date: '1994' }),
    discogs({ number: 2, ...same, country: 'XW' }),
    musicbrainz({ number: 1, ...same, country: 'XW' }),
    musicbrainz({ number: 2, ...same, date: '1994' }),
  );
  const pairs =
    'SELECT r.id, l.external_id FROM release_external_link AS l JOIN "release" AS r ON r.key = l.release_key WHERE l.provider = \'discogs\' ORDER BY 2';
  expect(values(store, pairs)).toEqual([
    [mbid(2), '1'],
    [mbid(1), '2'],
  ]);
});

test('albums of merged releases are merged', async () => {
  const { store, report } = await reconciled(
    discogs({ number: 1, ...same, album: 7 }),
    discogs({ number: 2, ...same, formats: ['vinyl'], album: 7 }),
    musicbrainz({ number: 1, ...same, album: 5 }),
  );
  expect(report.merged).toMatchObject({ releases: 1, albums: 1 });
  expect(values(store, 'SELECT id, (SELECT count(*) FROM "release" WHERE album_key = album.key) FROM album')).toEqual([
    [mbid(1_000_005), 2],
  ]);
});

test('an import interrupted in any step of reconciliation resumes with the same report', async () => {
  const documents = [1, 2].flatMap((number) =>
    [discogs, musicbrainz].map((of) => of({ number, ...same, barcode: `400638133393${number}`, album: number })),
  );
  const { records, added, types, merged } = (await reconciled(...documents)).report;
  expect(merged).toMatchObject({ releases: 2, albums: 2 });
  for (let steps = 1, outcome = ''; outcome !== 'done'; steps++) {
    const store = await seededStore();
    const checkpoint = new Checkpoint(store, 'import test', 'same files');
    const controller = new AbortController();
    let left = steps;
    const onProgress = ({ isReconciling }: Progress) => isReconciling && --left === 0 && controller.abort();
    ({ outcome } = await importDocuments(store, documents, { checkpoint, signal: controller.signal, onProgress }));
    if (outcome !== 'done')
      expect({ steps, ...(await importDocuments(store, documents, { checkpoint })) }).toMatchObject({
        steps,
        records,
        added,
        types,
        merged,
      });
  }
});

const productions = async (...documents: readonly Document[]): Promise<unknown[][]> =>
  values((await reconciled(...documents)).store, 'SELECT title, year, provisional FROM production ORDER BY year, provisional');

/** Releases connected only by their productions. */
const releasesOf = (one: Production, other: Production, third?: Production): Document[] =>
  [one, other, ...(third ? [third] : [])].map((production, index) =>
    release(production.film === undefined && index % 2 === 0 ? 'discogs' : 'musicbrainz', {
      number: index + 1,
      album: index + 1,
      production,
    }),
  );

describe('a provisional production merges into a production of the same title', () => {
  const psycho = { title: 'Psycho', year: 1960, composers: [1], film: 'tt0054215' };

  test('with a shared composer, even if its release is years younger', async () => {
    expect(await productions(...releasesOf({ title: 'PSYCHO', year: 1975, composers: [1, 2] }, psycho))).toEqual([['Psycho', 1960, 0]]);
  });

  test('if the title is an alternative title', async () => {
    const spirited = {
      title: '千と千尋の神隠し',
      year: 2001,
      composers: [1],
      film: 'tt0245429',
      akas: 'Spirited Away\nLe voyage de Chihiro',
    };
    expect(await productions(...releasesOf({ title: 'Spirited Away', year: 2002, composers: [1] }, spirited))).toEqual([
      ['千と千尋の神隠し', 2001, 0],
    ]);
  });

  test('unless the title names the year of another film', async () => {
    const yearsOf = async (title: string) => {
      const provisional = { title: 'Psycho', year: 2016, composers: [1] };
      const documents = [
        release('discogs', { number: 1, title, production: provisional }),
        release('musicbrainz', { number: 2, album: 2, production: psycho }),
      ];
      return (await productions(...documents)).map(([, found]) => found);
    };
    expect(await yearsOf('Psycho (Original Score)')).toEqual([1960]);
    expect(await yearsOf('Psycho (1960 Film)')).toEqual([1960]);
    expect(await yearsOf('Psycho (1998 Film)')).toEqual([1960, 2016]);
  });
});

test('the provisional production of a merged release merges into the film of the other release', async () => {
  const { store, report } = await reconciled(
    discogs({ number: 1, ...same, production: { title: 'La nuit', year: 1994 } }),
    musicbrainz({ number: 1, ...same, production: { title: 'The Night', year: 1993, film: 'tt1' } }),
  );
  expect(report.merged).toMatchObject({ releases: 1, productions: 1 });
  expect(values(store, 'SELECT title, provisional FROM production')).toEqual([['The Night', 0]]);
  expect(values(store, 'SELECT count(*) FROM production_entry')).toEqual([[1]]);
});

test('an edition without a production inherits those of its album', async () => {
  const production = { title: 'The Night', year: 1993, film: 'tt1' };
  const { store } = await reconciled(
    musicbrainz({ number: 1, date: '1994', album: 5, production }),
    musicbrainz({ number: 2, date: '2004', album: 5 }),
    musicbrainz({ number: 3, date: '2004', album: 6 }),
  );
  expect(values(store, 'SELECT r.id, e.kind FROM production_entry AS e JOIN "release" AS r ON r.key = e.release_key ORDER BY 1')).toEqual([
    [mbid(1), 'score'],
    [mbid(2), 'score'],
  ]);
});

test('a production with an external link is not provisional', async () => {
  const production: Production = { title: 'The Night', film: 'tt1', isProvisional: true };
  const { store } = await reconciled(musicbrainz({ number: 1, production }));
  expect(values(store, 'SELECT provisional FROM production')).toEqual([[0]]);
});

test('labels with the same name in two sources merge unless a source has several or a numbered one', async () => {
  const names = async (...documents: readonly Document[]) =>
    values((await reconciled(...documents)).store, 'SELECT name FROM label ORDER BY name').length;
  expect(await names(label('discogs', 1, 'VARESE Sarabande'), label('musicbrainz', 1, 'Varèse Sarabande'))).toBe(1);
  const ofGeneratedId: Document = { ...label('discogs', 2, 'Decca'), source: 'musicbrainz/release' };
  expect(await names(label('discogs', 1, 'Decca'), ofGeneratedId)).toBe(1);
  expect(await names(label('discogs', 1, 'Decca'), label('discogs', 2, 'Decca'), label('musicbrainz', 1, 'Decca'))).toBe(3);
  expect(await names(label('discogs', 2, 'Decca', true), label('musicbrainz', 1, 'Decca'))).toBe(2);
  expect(await names(label('discogs', 1, 'Decca'), label('discogs', 2, 'Decca', true), label('musicbrainz', 1, 'Decca'))).toBe(2);
  expect(await names(label('discogs', 1, 'Decca'), label('musicbrainz', 1, 'Decca'), label('musicbrainz', 2, 'Decca'))).toBe(3);
});

test('formats moved by a manual merge stay and are not duplicated by later imports', async () => {
  const edition = (source: 'discogs' | 'musicbrainz', formats: readonly string[], descriptions: readonly string[] = []) =>
    release(source, { number: 1, title: source, formats, descriptions });
  for (const [from, to, first, second] of [
    ['musicbrainz', 'discogs', ['Album'], ['Album']],
    ['discogs', 'musicbrainz', ['Album'], []],
  ] as const) {
    const [long, short] = [['cd', 'cd'], ['cd']];
    const { store } = await reconciled(edition(from, long), edition(to, short));
    const editor = await editorOf(await serverOf(store));
    const idOf = (title: string) => String(values(store, `SELECT id FROM "release" WHERE title = '${title}'`)[0]);
    expect((await editor.merge(`/api/releases/${idOf(from)}`, { type: 'Release', id: idOf(to) })).status).toBe(200);
    await importDocuments(store, [edition('musicbrainz', from === 'musicbrainz' ? long : short, ['Album'])]);
    expect(values(store, 'SELECT position, descriptions FROM release_format ORDER BY 1')).toEqual([
      [1, JSON.stringify(first)],
      [2, JSON.stringify(second)],
    ]);
  }
});

test('tracks moved by a manual merge give way to those of a better source, even after a new format', async () => {
  const edition = (source: 'discogs' | 'musicbrainz', content: { formats: readonly string[]; tracks?: readonly string[] }) =>
    release(source, { number: 1, title: source, ...content });
  const { store } = await reconciled(
    edition('discogs', { formats: ['cd'], tracks: ['Prelude'] }),
    edition('musicbrainz', { formats: ['cd'] }),
  );
  const editor = await editorOf(await serverOf(store));
  const idOf = (title: string) => String(values(store, `SELECT id FROM "release" WHERE title = '${title}'`)[0]);
  expect((await editor.merge(`/api/releases/${idOf('discogs')}`, { type: 'Release', id: idOf('musicbrainz') })).status).toBe(200);
  const titles = () => values(store, 'SELECT title FROM release_track UNION ALL SELECT title FROM release_recording');
  expect(titles()).toEqual([['Prelude'], ['Prelude']]);
  await importDocuments(store, [edition('musicbrainz', { formats: ['cd', 'cd'], tracks: ['Finale'] })]);
  expect(titles()).toEqual([['Finale'], ['Finale']]);
});

test('artists with the same name stay separate', async () => {
  const { store } = await reconciled(...releasesOf({ title: 'A', year: 1990, composers: [1] }, { title: 'B', year: 1990, composers: [2] }));
  store.writer.run('UPDATE artist SET name = ?, name_folded = ?', ['John Williams', 'john williams']);
  await importDocuments(store, [discogs({ number: 9 })]);
  expect(values(store, 'SELECT id FROM artist WHERE name = ? '.replace('?', "'John Williams'"))).toEqual([[artistId(1)], [artistId(2)]]);
});

test('reconciling again changes nothing', async () => {
  const documents = [discogs({ number: 1, ...same, album: 1 }), musicbrainz({ number: 1, ...same, album: 1 })];
  const { store } = await reconciled(...documents);
  const before = [comparableExport(store), values(store, 'SELECT max(sequence) FROM change')];
  expect((await importDocuments(store, documents)).merged.releases).toBe(0);
  await store.write(() => store.writer.run("DELETE FROM source_note WHERE source = 'settle'"));
  expect((await importDocuments(store, [])).merged).toMatchObject({ releases: 0, albums: 0, productions: 0, labels: 0 });
  expect([comparableExport(store), values(store, 'SELECT max(sequence) FROM change')]).toEqual(before);
});

test('imports of a merged release keep updating the remaining release', async () => {
  const { store } = await reconciled(discogs({ number: 1, ...same, date: '1994' }), musicbrainz({ number: 1, ...same, date: '1994' }));
  await importDocuments(store, [discogs({ number: 1, ...same, date: '1994', title: 'Another Title' })]);
  expect(values(store, 'SELECT id, title FROM "release"')).toEqual([[mbid(1), 'A Score']]);
});

test.each([
  ['', discogs, musicbrainz, 'Target'],
  [' of a better source', musicbrainz, discogs, 'After'],
])(
  'after its merge is undone, a release%s is read again from the document that was imported meanwhile',
  async (_, source, other, title) => {
    const edition = (title: string) => source({ number: 1, title });
    const { store } = await reconciled(edition('Before'), other({ number: 1, title: 'Target' }));
    const editor = await editorOf(await serverOf(store));
    const titles = () => values(store, 'SELECT title FROM "release" ORDER BY 1').flat();
    const [from] = values(store, 'SELECT id FROM "release" WHERE title = \'Before\'').flat();
    const [id] = values(store, 'SELECT id FROM "release" WHERE title = \'Target\'').flat();
    const { body } = await editor.merge(`/api/releases/${from}`, { type: 'Release', id: String(id) });
    await importDocuments(store, [edition('After')]);
    expect(titles()).toEqual([title]);
    expect((await editor.revert(body.meta.revision)).status).toBe(201);
    expect(values(store, 'SELECT title, slug FROM "release" ORDER BY 1')).toEqual([
      ['Before', 'before'],
      ['Target', 'target'],
    ]);
    await importDocuments(store, [edition('After')]);
    expect(titles()).toEqual(['After', 'Target']);
  },
);

test.each([
  ['the same source', musicbrainz, 2, musicbrainz, 1, []],
  ['a better source', musicbrainz, 1, discogs, 2, []],
  ['a lesser source', discogs, 1, musicbrainz, 2, ['1 (text: Red)']],
] as const)(
  'a merge with discs of %s is undone exactly, also after the documents were imported again',
  async (_, source, from, target, into, texts) => {
    const documents = [
      source({ number: from, album: from, title: 'Mine', tracks: ['A', 'B'], text: 'Red', production: { title: 'Unrest' } }),
      target({
        number: into,
        album: into,
        title: 'True',
        tracks: ['C'],
        ...(texts.length === 0 && { text: 'Red' }),
        production: { title: 'Wipeout' },
      }),
      target({ number: 3, album: into, title: 'Again', production: { title: 'Wipeout' } }),
    ];
    const { store } = await reconciled(...documents);
    const editor = await editorOf(await serverOf(store));
    const before = comparableExport(store);
    const [goes, stays] = ['Mine', 'True'].map((title) => values(store, `SELECT id FROM "release" WHERE title = '${title}'`)[0]);
    const { body } = await editor.merge(`/api/releases/${goes}`, { type: 'Release', id: String(stays) });
    expect(body.meta.leftOut).toEqual(['1-1 A', '1-2 B', ...texts]);
    expect(values(store, 'SELECT text FROM release_format ORDER BY text')).toEqual([[null], [texts.length === 0 ? 'Red' : null]]);
    await importDocuments(store, documents);
    expect((await editor.revert(body.meta.revision)).status).toBe(201);
    expect(comparableExport(store)).toEqual(before);
  },
);

test('a merge of albums is undone exactly, also after the documents were imported again', async () => {
  const documents = [
    discogs({ number: 1, album: 1, title: 'Mine', production: { title: 'Unrest' } }),
    discogs({ number: 2, album: 2, title: 'True', production: { title: 'Wipeout' } }),
  ];
  const { store } = await reconciled(...documents);
  const editor = await editorOf(await serverOf(store));
  const before = comparableExport(store);
  const [goes, stays] = ['Mine', 'True'].map((title) => values(store, `SELECT id FROM album WHERE title = '${title}'`)[0]);
  const { body } = await editor.merge(`/api/albums/${goes}`, { type: 'Album', id: String(stays) });
  await importDocuments(store, documents);
  expect((await editor.revert(body.meta.revision)).status).toBe(201);
  expect(comparableExport(store)).toEqual(before);
});

test('a list that a document no longer mentions stays', async () => {
  const { store } = await reconciled(discogs({ number: 1, catalogNumber: ['Varèse', 'VSD 5400'], date: '1994' }));
  await importDocuments(store, [discogs({ number: 1, title: 'Another Title' })]);
  const query = 'SELECT title, release_date, catalog_number FROM "release" JOIN release_label ON release_key = "release".key';
  expect(values(store, query)).toEqual([['Another Title', '1994', 'VSD 5400']]);
});
