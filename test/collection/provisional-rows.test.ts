// Rows whose releases the catalog does not have, before and after it gets them.
import { describe, expect, test } from 'bun:test';
import { issueApiToken } from '../../src/accounts/tokens';
import { createUser } from '../../src/accounts/users';
import { deleteUser } from '../../src/accounts/users/users';
import { uuidOf } from '../../src/store/values/identifiers';
import { type Edition, importDocuments, mbid, release, values } from '../import/reconciliation';
import { EditorOf } from '../support/edited-server';
import { importFile, sendFile } from '../support/owned-items';
import { liveOf, seededStore, serverOf, startServer, type TestServer } from '../support/server';

const header =
  'Catalog#,Artist,Title,Label,Format,Rating,Released,release_id,CollectionFolder,Date Added,Collection Media Condition,Collection Sleeve Condition,Collection Notes';

const disc = (number: number, more: Partial<Record<'number' | 'artist' | 'title' | 'label' | 'format' | 'year', string>> = {}): string =>
  [
    more.number ?? `N-${number}`,
    more.artist ?? 'John Williams (4)',
    more.title ?? `Score ${number}`,
    more.label ?? 'Label 1',
    more.format ?? 'CD, Album',
    '4',
    more.year ?? '1994',
    number,
    'Italy',
    '2019-02-03 10:00:00',
    'Near Mint (NM or M-)',
    'Very Good Plus (VG+)',
    '',
  ]
    .map((cell) => `"${String(cell).replaceAll('"', '""')}"`)
    .join(',');

const file = (...rows: readonly string[]): string => [header, ...rows, ''].join('\n');

interface Report {
  readonly added: number;
  readonly duplicates: number;
  readonly provisional: number;
  readonly unmatched: number;
  readonly rows: readonly { readonly outcome: string; readonly provisional?: true; readonly reason?: string }[];
}

const put = (
  server: TestServer,
  body: string,
  query = 'unmatched=provisional',
  list = 'collection',
  token = server.token,
): Promise<Report> => importFile(server, body, { query, list, token });

const ownId = (number: number): string => uuidOf(`discogs:release:${number}`);

const ownedReleases = (server: TestServer): unknown[][] =>
  values(
    server.store,
    'SELECT r.id, r.provisional, count(*) FROM collection_item AS i JOIN "release" AS r ON r.key = i.release_key GROUP BY r.key ORDER BY r.id',
  );

const discogs = (edition: Edition) => release('discogs', edition);

const unfinished = 'list_import WHERE finished_at IS NULL';

const counts = (server: TestServer): unknown[] =>
  ['"release"', 'label', 'release_external_link', 'release_format', 'collection_item', 'import_row', unfinished].map(
    (table) => values(server.store, `SELECT count(*) FROM ${table}`)[0]?.[0],
  );

async function anotherUser(server: TestServer): Promise<string> {
  await createUser(server.store, 'berta', 'correct horse battery');
  return issueApiToken(server.store, 'berta', 'tests');
}

describe('a row whose release the catalog does not have', () => {
  test('keeps a catalog number with commas whole if it names one label', async () => {
    const server = await startServer([], { editing: 'users' });
    const rows = file(disc(7, { number: 'Vol. 1, No. 1' }), disc(8, { label: 'Label 1, Label 2', number: 'A-1, B-2' }));
    expect(await put(server, rows)).toMatchObject({ added: 2, provisional: 2 });
    const labels = `SELECT r.title, l.name, rl.catalog_number FROM release_label AS rl JOIN "release" AS r ON r.key = rl.release_key
      JOIN label AS l ON l.key = rl.label_key ORDER BY 1, 2`;
    expect(values(server.store, labels)).toEqual([
      ['Score 7', 'Label 1', 'Vol. 1, No. 1'],
      ['Score 8', 'Label 1', 'A-1'],
      ['Score 8', 'Label 2', 'B-2'],
    ]);
    const again = await put(server, rows);
    expect(again).toMatchObject({ added: 0, duplicates: 2 });
  });

  test('creates a provisional release with the values of the row, and an item', async () => {
    const server = await startServer([], { editing: 'users' });
    const row = disc(7, {
      title: 'Jaws',
      format: '2xLP, Album, Gat + 7", Single',
      year: '1975',
      label: 'MCA Records, MCA Records (2)',
      number: 'MCA-2087, none',
    });
    expect(await put(server, file(row))).toMatchObject({
      added: 1,
      provisional: 1,
      unmatched: 0,
      rows: [{ outcome: 'new', provisional: true }],
    });
    const { data } = await server.read(`/api/releases/${ownId(7)}?include=formats`);
    expect(data.attributes).toMatchObject({
      title: 'Jaws',
      artist_credit: 'John Williams',
      year: 1975,
      catalog_number: 'MCA-2087',
      provisional: true,
    });
    expect(data.attributes.labels).toMatchObject([
      { name: 'MCA Records', catalog_number: 'MCA-2087' },
      { name: 'MCA Records', catalog_number: null },
    ]);
    const formats = values(server.store, 'SELECT format_type, quantity, descriptions FROM release_format ORDER BY position');
    expect(formats).toEqual([
      ['vinyl', 2, '["LP","Album","Gat"]'],
      ['vinyl', 1, '["7\\"","Single"]'],
    ]);
    expect(values(server.store, 'SELECT provider, external_id FROM release_external_link')).toEqual([['discogs', '7']]);
    const items = await server.read('/api/users/me/collection');
    expect(items.data[0].attributes).toMatchObject({
      condition: 'near_mint',
      sleeve_condition: 'very_good_plus',
      rating: 4,
      folder: 'Italy',
      added_at: '2019-02-03T10:00:00.000+00:00',
      release: { id: ownId(7), title: 'Jaws' },
    });
  });

  test('is stored as pending by default, and omitted if requested', async () => {
    const server = await startServer([], { editing: 'users' });
    expect(await put(server, file(disc(1)), '')).toMatchObject({ added: 0, unmatched: 1, provisional: 0 });
    expect(await put(server, file(disc(2)), 'unmatched=skip')).toMatchObject({ added: 0, unmatched: 1, provisional: 0 });
    expect(counts(server)).toEqual([0, 0, 0, 0, 0, 1, 0]);
  });

  test('adds a copy for each equal row, and none when the file is imported again', async () => {
    const server = await startServer([], { editing: 'users' });
    const body = file(disc(1), disc(1), disc(2));
    const dry = await put(server, body, 'unmatched=provisional&dryRun=true');
    expect(counts(server)).toEqual([0, 0, 0, 0, 0, 0, 0]);
    const real = await put(server, body);
    const short = ({ rows, ...report }: Report) => ({
      ...report,
      dry_run: true,
      rows: rows.map(({ outcome, provisional }) => [outcome, provisional]),
    });
    expect(short(dry)).toEqual(short(real));
    expect(real).toMatchObject({ added: 3, provisional: 3 });
    expect(await put(server, body)).toMatchObject({ added: 0, duplicates: 3, provisional: 0 });
    expect(ownedReleases(server)).toEqual(
      [
        [ownId(1), 1, 2],
        [ownId(2), 1, 1],
      ].toSorted(),
    );
  });

  test('shares its provisional release with the same row of another user', async () => {
    const server = await startServer([], { editing: 'users' });
    const berta = await anotherUser(server);
    const own = 'barcode,release_title,artist_credit,condition\n,Vertigo,Bernard Herrmann,VG+\n4988001000013,Jaws,,\n';
    await put(server, own);
    await put(server, file(disc(1)));
    await put(server, own, undefined, 'collection', berta);
    await put(server, file(disc(1)), undefined, 'wishlist', berta);
    expect(counts(server)).toEqual([3, 1, 1, 1, 5, 0, 0]);
  });

  test('gets its own provisional release if another pressing has the same number or title', async () => {
    for (const editing of ['users', 'off'] as const) {
      const server = await startServer([], { editing });
      await put(server, file(disc(1, { number: 'SAME' }), disc(2, { number: 'SAME', title: 'Score 1' })));
      await put(server, file(disc(3, { number: '', title: 'Score 1' })));
      expect(ownedReleases(server)).toHaveLength(3);
    }
  });

  test('stays pending without a title, or with an invalid one', async () => {
    const server = await startServer([], { editing: 'users' });
    const body = `barcode,release_title\n4988001000013,\n,${'x'.repeat(256)}\n`;
    for (const query of ['unmatched=provisional&dryRun=true', 'unmatched=provisional']) {
      const { rows } = await put(server, body, query);
      expect(rows.map(({ reason }) => reason)).toEqual([
        'The release is not in the catalog. It has no title for a placeholder.',
        'The release is not in the catalog. Its title has more than 255 characters, the maximum for a release.',
      ]);
    }
    expect(counts(server)).toEqual([0, 0, 0, 0, 0, 2, 0]);
  });

  test('of an earlier file is imported with the next one', async () => {
    const server = await startServer([], { editing: 'users' });
    await put(server, file(disc(1), disc(1)), '');
    expect(await put(server, file(disc(2)))).toMatchObject({ added: 3, provisional: 3 });
    expect(counts(server)).toEqual([2, 1, 2, 2, 3, 0, 0]);
  });

  test('reserves no slug, barcode or link', async () => {
    const server = await startServer([], { editing: 'users' });
    await importDocuments(server.store, [
      discogs({ number: 1, title: 'Jaws', barcode: '4988001000013' }),
      discogs({ number: 2, title: 'Jaws', barcode: '4988001000013', date: '1980' }),
    ]);
    await put(server, 'barcode,release_title\n4988001000013,Jaws\n');
    expect(values(server.store, 'SELECT barcode, slug FROM "release" WHERE provisional = 1')).toEqual([
      [null, expect.stringMatching(/^jaws-[0-9a-f]{12}$/)],
    ]);
    expect(ownedReleases(server)).toMatchObject([[expect.any(String), 1, 1]]);
  });
});

describe('a provisional release of the user', () => {
  const row = (title: string, year = 1975) => `barcode,release_title,label,catalog_number,year\n,${title},MCA,MCA 2087,${year}\n`;
  const retitled = async () => {
    const server = await startServer([], { editing: 'users' });
    await put(server, row('Jaws (OST)'));
    server.store.writer.run(`UPDATE "release" SET title = 'Der weiße Hai', title_folded = 'der weisse hai'`);
    return server;
  };

  test('is matched by number, label and year, whatever its current title', async () => {
    expect(await put(await retitled(), row('Jaws (OST)'))).toMatchObject({ added: 0, duplicates: 1 });
  });

  test('is not matched with another year, or if another user created it', async () => {
    const server = await retitled();
    expect(await put(server, row('Jaws (OST)', 1999))).toMatchObject({ added: 1, duplicates: 0, with_candidates: 1 });
    const berta = await anotherUser(server);
    expect(await put(server, row('Jaws (OST)'), 'dryRun=true', 'collection', berta)).toMatchObject({ unmatched: 1, with_candidates: 1 });
  });
});

describe('an import that does not end', () => {
  test('removes the releases it created when it fails, unless others have copies by then', async () => {
    const server = await startServer([], { editing: 'users' });
    const berta = await anotherUser(server);
    await put(server, file(disc(1)), undefined, 'collection', berta);
    const before = counts(server);
    server.store.writer.run(
      `CREATE TEMP TRIGGER fails BEFORE INSERT ON main.collection_item WHEN (SELECT count(*) FROM main.collection_item) = 3
       BEGIN SELECT RAISE(ABORT, 'fails'); END`,
    );
    const body = file(disc(1), disc(2, { label: 'Label 2' }), disc(3));
    expect((await sendFile(server, body, { query: 'unmatched=provisional' })).status).toBe(500);
    expect(counts(server)).toEqual(before);
    server.store.writer.run('DROP TRIGGER temp.fails');
    expect(await put(server, body)).toMatchObject({ added: 3, provisional: 2 });
  });

  test('leaves nothing if the account of its user is deleted meanwhile', async () => {
    const server = await startServer([], { editing: 'users' });
    const left = () =>
      ['"release"', 'label', 'collection_item', 'import_journal'].map(
        (table) => values(server.store, `SELECT count(*) FROM ${table}`)[0]?.[0],
      );
    const body = file(...Array.from({ length: 1_000 }, (_, number) => disc(number + 1)));
    const answer = sendFile(server, body, { query: 'unmatched=provisional' });
    while (left()[0] === 0) await Bun.sleep(0);
    const [[key]] = values(server.store, "SELECT key FROM user WHERE username = 'tester'") as [[number]];
    await deleteUser(server.store, { key, username: '' }, liveOf(server.store));
    expect((await answer).status).toBe(401);
    expect(left()).toEqual([0, 0, 0, 0]);
  });
});

describe('a real release', () => {
  test('replaces each of four hundred provisional ones when Discogs imports it, which keep their edits, and copies their values', async () => {
    const server = await serverOf(await seededStore(), { editing: 'users' });
    const editions = Array.from({ length: 400 }, (_, index) => ({
      number: index + 1,
      title: `Score ${index + 1}`,
      date: '1994',
      catalogNumber: ['Label 1', `N-${index + 1}`] as const,
    }));
    await importDocuments(server.store, editions.slice(0, 20).map(discogs));
    const report = await put(server, file(...editions.map(({ number }) => disc(number))));
    expect(report).toMatchObject({ added: 400, provisional: 380, unmatched: 0 });
    const copies = () =>
      values(
        server.store,
        'SELECT id, notes, condition, sleeve_condition, rating, folder, added_at, format_type FROM collection_item ORDER BY id',
      );
    const before = copies();
    expect((await new EditorOf(server, server.token).patch(`/api/releases/${ownId(30)}`, { country: 'IT' })).status).toBe(200);
    expect(await importDocuments(server.store, editions.map(discogs))).toMatchObject({ outcome: 'done', rejected: 0 });
    expect(copies()).toEqual(before);
    expect(values(server.store, 'SELECT id FROM "release" WHERE country = \'IT\'')).toEqual([[ownId(30)]]);
    expect(ownedReleases(server)).toEqual(editions.map(({ number }) => [ownId(number), 0, 1]).toSorted());
    expect(values(server.store, 'SELECT count(*), sum(provisional) FROM "release"')).toEqual([[400, 0]]);
    expect(values(server.store, 'SELECT count(*) FROM label')).toEqual([[1]]);
    expect(values(server.store, 'SELECT count(*) FROM release_format')).toEqual([[400]]);
    expect(values(server.store, 'SELECT count(*) FROM "release" WHERE slug NOT GLOB \'score-[0-9]*\' OR length(slug) > 9')).toEqual([[0]]);
  }, 60_000);

  const own = (more: string) => `barcode,release_title,label,catalog_number,format_type,year\n${more}\n`;
  const same = { number: 1, title: 'Jaws', barcode: '4988001000013', date: '1975-06-20', catalogNumber: ['MCA', 'MCA-2087'] as const };
  const numbered = file(disc(2, { title: 'Jaws', label: 'MCA', number: 'MCA 2087', year: '1975' }));
  test.each([
    ['its barcode', own('4988001000013,Jaws,,,,'), 'musicbrainz', 0],
    ['the number of its label and its format', own(',Jaws,MCA,MCA 2087,cd,1975'), 'musicbrainz', 0],
    ['its number and title', own(',Jaws (Soundtrack),Another,MCA 2087,cd,'), 'musicbrainz', 0],
    ['the number of its label under another title', own(',Vertigo,MCA,MCA 2087,cd,1975'), 'musicbrainz', 0],
    ['its page at Discogs', file(disc(1)), 'musicbrainz discogs', 0],
    ['its page at Discogs, which MusicBrainz has', file(disc(7)), 'musicbrainz', 0],
    ['its number, where only the row has a page', numbered, 'musicbrainz', 0],
    ['its number, where only the release has a page', own(',Jaws,MCA,MCA 2087,cd,1975'), 'discogs', 0],
    ['no number of another page', numbered, 'discogs', 1],
    ['no number of another format', own(',Jaws,MCA,MCA 2087,vinyl,1975'), 'musicbrainz', 1],
    ['no number of another year', own(',Jaws,MCA,MCA 2087,cd,1999'), 'musicbrainz', 1],
    ['no number of another title', own(',Vertigo,Another,MCA 2087,cd,1975'), 'musicbrainz', 1],
    ['no title with another number', own(',Jaws,MCA,MCA 2088,cd,1975'), 'musicbrainz', 1],
    ['no number with another barcode', own('4988001000020,Jaws,MCA,MCA 2087,cd,1975'), 'musicbrainz', 1],
  ])('is matched by %s, for reviewed and unreviewed releases', async (_, body, sources, provisional) => {
    for (const editing of ['users', 'off'] as const) {
      const server = await startServer([], { editing });
      const id = sources === 'discogs' ? ownId(1) : mbid(1);
      await put(server, body);
      await importDocuments(
        server.store,
        sources
          .split(' ')
          .map((source) => release(source as 'discogs' | 'musicbrainz', { ...same, ...(body.includes('Score 7') && { page: 7 }) })),
      );
      expect(ownedReleases(server)).toEqual([[provisional ? expect.any(String) : id, provisional, 1]]);
      expect(values(server.store, 'SELECT slug FROM "release" WHERE provisional = 0')).toEqual([['jaws']]);
      expect(values(server.store, 'SELECT count(*) FROM unreviewed_release')).toEqual([[editing === 'off' ? provisional : 0]]);
    }
  });

  test('is not matched if several fit', async () => {
    const server = await startServer([], { editing: 'users' });
    await put(server, own(',Jaws,MCA,MCA 2087,cd,1975'));
    await importDocuments(server.store, [
      release('musicbrainz', { ...same, country: 'US' }),
      release('musicbrainz', { ...same, number: 2, country: 'GB' }),
    ]);
    expect(ownedReleases(server)).toMatchObject([[expect.any(String), 1, 1]]);
  });

  test.each(['users', 'off'] as const)('can be named by its UUID where editing is %s', async (editing) => {
    const server = await startServer([], { editing });
    await put(server, `release_id,release_title\n${mbid(1)},Jaws\n`);
    await importDocuments(server.store, [release('musicbrainz', same)]);
    expect(ownedReleases(server)).toEqual([[mbid(1), 0, 1]]);
    expect(values(server.store, 'SELECT slug FROM "release"')).toEqual([['jaws']]);
  });
});

test('artists and films that a file names are created once, with what it states of its discs', async () => {
  const server = await startServer([], { editing: 'users' });
  const rows = [
    disc(1, { artist: 'Basil Poledouris', title: 'Conan The Barbarian (Original Motion Picture Soundtrack)', format: '2xCD' }),
    disc(2, { artist: 'Basil Poledouris', title: 'RoboCop (Original Motion Picture Soundtrack)', format: '2xLP, Album' }),
    disc(3, { artist: 'Various', title: 'Songs' }),
    disc(4, { artist: 'Basil Poledouris & Hans Zimmer', title: 'Suites' }),
    disc(5, { artist: 'Zimmer, Hans', title: 'Drop Zone' }),
    disc(6, { artist: 'Crosby, Stills & Nash', title: 'Songs II' }),
  ];
  expect(await put(server, file(...rows))).toMatchObject({ added: 6, provisional: 6 });
  expect(values(server.store, 'SELECT name, artist_type FROM artist ORDER BY name')).toEqual([
    ['Basil Poledouris', 'person'],
    ['Crosby, Stills & Nash', 'group'],
    ['Hans Zimmer', 'person'],
  ]);
  const films = 'SELECT title, year, provisional FROM production ORDER BY title';
  expect(values(server.store, films)).toEqual([
    ['Conan The Barbarian', 1994, 1],
    ['RoboCop', 1994, 1],
  ]);
  expect(values(server.store, 'SELECT format_type, quantity FROM release_format ORDER BY quantity DESC, format_type LIMIT 2')).toEqual([
    ['cd', 2],
    ['vinyl', 2],
  ]);
  const { composers } = (await server.read('/api/users/me/collection/statistics')).data.attributes;
  expect(composers).toMatchObject([{ artist: { name: 'Basil Poledouris' }, items: 2 }]);
});

describe('names on the unreviewed releases of a member', () => {
  const id = (number: number): string => `11111111-1111-4111-8111-00000000000${number}`;
  const [goldsmith, zimmer] = ['Jerry Goldsmith', 'Hans Zimmer'].map((name, index) => ({
    type: 'Artist',
    id: `/api/artists/${id(index)}`,
    attributes: { name, _type: 'person' },
  }));
  const film = {
    title: 'Alien',
    akas: 'Das unheimliche Wesen',
    _type: 'movie',
    year: 1979,
    composers: [{ iri: `/api/artists/${id(0)}`, credit_role: 'composer' }],
  };
  const records = [
    goldsmith,
    zimmer,
    { type: 'Label', id: `/api/labels/${id(2)}`, attributes: { name: 'Varèse Sarabande', country: 'US' } },
    { type: 'Production', id: `/api/productions/${id(3)}`, attributes: film },
  ];
  const rows = [
    disc(1, { artist: 'Goldsmith, Jerry', title: 'Das unheimliche Wesen (Original Filmmusik)', label: 'Varese Sarabande', format: '2xCD' }),
    disc(2, { artist: 'Jerry Goldsmith & Hans Zimmer', title: 'Suites', label: 'Label 2' }),
    disc(3, { artist: 'Basil Poledouris' }),
    disc(4, { artist: 'BASIL POLEDOURIS', label: 'LABEL 2' }),
    disc(5, { artist: 'Various', title: 'Songs' }),
    disc(6, { artist: 'Various', title: 'Songs' }),
  ];
  const imported = async (): Promise<TestServer> => {
    const server = await startServer(records as never);
    expect(await put(server, file(...rows))).toMatchObject({ added: 6, provisional: 6 });
    expect(values(server.store, 'SELECT count(*) FROM artist')).toEqual([[2]]);
    return server;
  };

  test('link the only records that have them, and are groups of statistics without', async () => {
    const server = await imported();
    const { composers, by_label, by_label_country, years } = (await server.read('/api/users/me/collection/statistics')).data.attributes;
    const named = ({ name, artist, label, items }: Readonly<Record<string, unknown>>) => [name, Boolean(artist ?? label), items];
    expect(composers.map(named)).toEqual([
      ['Basil Poledouris', false, 2],
      ['Jerry Goldsmith', true, 2],
      ['Hans Zimmer', true, 1],
    ]);
    expect(by_label.map(named)).toEqual([
      ['Label 1', false, 3],
      ['Label 2', false, 2],
      ['Varèse Sarabande', true, 1],
    ]);
    expect(by_label_country).toMatchObject([{ country: 'US', items: 1 }, { country: null }]);
    expect(years).toMatchObject([{ new_labels: 3, composer: { name: 'Basil Poledouris', artist: null } }]);
    const { included } = await server.read(`/api/users/me/collection?include=releaseRecord&artist=${id(1)}`);
    expect(included).toMatchObject([
      { attributes: { title: 'Suites', artists: [{ name: 'Jerry Goldsmith', join_phrase: ' & ' }, { name: 'Hans Zimmer' }] } },
    ]);
  });

  test.each([
    [`composer=${id(0)}`, 2],
    [`artist=${id(1)}`, 1],
    [`label=${id(2)}`, 1],
    [`production=${id(3)}`, 1],
    ['composerName=basil poledouris', 2],
    ['composerName=Jerry Goldsmith', 2],
    ['labelName=label 2', 2],
    ['labelName=Varèse Sarabande', 1],
    ['format=cd', 6],
    ['q=poledouris', 2],
  ])('filter the collection: %s', async (filter, count) => {
    const server = await imported();
    expect((await server.read(`/api/users/me/collection?${filter}`)).meta?.totalItems).toBe(count);
  });

  test('become links when an editor accepts the release, also if a record was deleted meanwhile', async () => {
    const server = await imported();
    server.store.writer.change(`DELETE FROM label`, {});
    server.store.writer.change("DELETE FROM artist WHERE name = 'Hans Zimmer'", {});
    server.store.writer.change("UPDATE user SET role = 'editor'", {});
    for (const [release] of values(server.store, "SELECT id FROM \"release\" WHERE title LIKE 'Das %' OR title = 'Suites'")) {
      const { headers } = await server.request(`/api/releases/${release}`);
      const body = JSON.stringify({ data: { type: 'Release', id: `/api/releases/${release}`, attributes: { reviewed: true } } });
      const sent = { 'content-type': 'application/vnd.api+json', 'if-match': headers.get('etag') ?? '' };
      expect((await server.request(`/api/releases/${release}`, { method: 'PATCH', headers: sent, body })).status).toBe(200);
    }
    const accepted = `SELECT r.title, (SELECT count(*) FROM release_credit WHERE release_key = r.key), l.name, p.title FROM "release" AS r
      JOIN release_label AS rl ON rl.release_key = r.key JOIN label AS l ON l.key = rl.label_key
      LEFT JOIN production_entry AS e ON e.release_key = r.key LEFT JOIN production AS p ON p.key = e.production_key ORDER BY r.title`;
    expect(values(server.store, accepted)).toEqual([
      ['Das unheimliche Wesen (Original Filmmusik)', 1, 'Varese Sarabande', 'Alien'],
      ['Suites', 0, 'Label 2', null],
    ]);
  });
});

describe('a row with an id that matches a placeholder without one', () => {
  const plain = 'Title,Artist,Barcode,Format,Discs\nScore 7,John Williams,030206526721,LP,2\n';
  const withId = 'Title,Artist,Barcode,Discogs ID\nScore 7,John Williams,030206526721,4711\n';
  const linksIn = (server: TestServer) =>
    values(
      server.store,
      `SELECT provider, external_id FROM release_external_link
      UNION ALL SELECT l.value ->> 'provider', l.value ->> 'external_id' FROM unreviewed_release, json_each(pending, '$.links') AS l ORDER BY 1`,
    );

  test.each(['users', 'editors'] as const)('gives it the id, and both are in an export for Discogs, if %s may edit', async (editing) => {
    const server = await serverOf(await seededStore(), { editing });
    await put(server, plain);
    await put(server, withId, 'dryRun=true');
    expect(linksIn(server)).toEqual([]);
    expect(await put(server, withId)).toMatchObject({ added: 0, duplicates: 1 });
    const id = '0b1d2c3e-4f5a-4b6c-8d7e-9f0a1b2c3d4e';
    await put(server, withId.replace('4711', id));
    expect(linksIn(server)).toEqual([
      ['discogs', '4711'],
      ['musicbrainz', id],
    ]);
    const csv = await (await server.request('/api/users/me/collection/export?columns=discogs')).text();
    expect(csv).toContain('"Score 7",,"2xLP",,,"4711",');
  });
});
