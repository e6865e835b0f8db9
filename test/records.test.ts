import { beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SetupError } from '../src/errors';
import { importRecords, ndjson, type SeedReport, seedDemo, seedVocabularies } from '../src/import/seed';
import { artist, artistIri } from './support/numbered-artists';
import { numbered, startServer, type TestServer } from './support/server';
import { uuid } from './support/uuids';

// Many requests make one test here, and machines differ.
setDefaultTimeout(60_000);

const to = (type: string, id: string) => ({ data: { type, id } });

const importInto = ({ store }: TestServer, ...records: unknown[]): Promise<SeedReport> =>
  importRecords(store, numbered(records, 'new.jsonl'));

/** Imports what must be refused, and gives the words of the refusal. */
async function refusalOf(server: TestServer, ...records: unknown[]): Promise<string> {
  const error = await importInto(server, ...records).then(
    () => new Error('The records were taken.'),
    (reason: unknown) => reason,
  );
  if (!(error instanceof SetupError)) throw error;
  return error.message;
}

const attributesOf = async (server: TestServer, iri: string) => (await server.read(iri)).data.attributes;

describe('the demo', () => {
  const linesIn = (folder: string): number => {
    const directory = join(import.meta.dir, '../seed', folder);
    const texts = readdirSync(directory).map((file) => readFileSync(join(directory, file), 'utf8'));
    return texts.flatMap((text) => text.split('\n')).filter((line) => line !== '').length;
  };
  let server: TestServer;
  let first: SeedReport;
  beforeAll(async () => {
    server = await startServer();
    first = await seedDemo(server.store);
  });

  test('is taken whole', () => {
    expect(first).toEqual({ added: linesIn('demo'), changed: 0, unchanged: 0, kept: 0 });
  });

  test('a second time changes nothing', async () => {
    const paths = ['/api/artists?itemsPerPage=100', '/api/portrayals?itemsPerPage=100', '/api/productions?itemsPerPage=100'];
    const before = await Promise.all(paths.map((path) => server.read(path)));

    const again = await seedDemo(server.store);

    expect(again).toEqual({ added: 0, changed: 0, unchanged: linesIn('demo'), kept: 0 });
    expect(await Promise.all(paths.map((path) => server.read(path)))).toEqual(before);
  });

  test('neither do the vocabularies', async () => {
    const again = await seedVocabularies(server.store);

    expect(again).toEqual({ added: 0, changed: 0, unchanged: linesIn('vocabularies'), kept: 0 });
  });
});

describe('a wrong record', () => {
  const production = `/api/productions/${uuid(20)}`;
  const release = `/api/releases/${uuid(30)}`;
  const format = `${release}/formats/${uuid(31)}`;
  const otherRelease = `/api/releases/${uuid(32)}`;
  const nowhere = uuid(999);
  const credit = (rest: object) => ({ iri: artistIri(1), credit_role: 'composer', ...rest });
  const portrayal = (relationships: object, attributes: object = {}) => ({
    type: 'Portrayal',
    id: `/api/portrayals/${uuid(50)}`,
    attributes,
    relationships,
  });
  const track = (attributes: object, relationships?: object) => ({
    type: 'ReleaseTrack',
    id: `${format}/tracks/${uuid(60)}`,
    attributes: { position: 1, title: 'Track', ...attributes },
    ...(relationships && { relationships }),
  });
  const membership = (relationships?: object) => ({
    type: 'ArtistGroupMember',
    id: `${artistIri(1)}/group-memberships/${uuid(40)}`,
    attributes: {},
    ...(relationships && { relationships }),
  });

  let server: TestServer;
  beforeAll(async () => {
    server = await startServer([
      artist(1, { slug: 'taken' }),
      artist(2, { name: 'Kermit', fictional: true }),
      { type: 'Production', id: production, attributes: { title: 'Film', _type: 'movie' } },
      { type: 'Release', id: release, attributes: { title: 'Album' } },
      { type: 'Release', id: otherRelease, attributes: { title: 'Other Album' } },
      { type: 'ReleaseFormat', id: format, attributes: {} },
    ]);
  });

  const wrong: readonly (readonly [kind: string, record: unknown, reason: RegExp])[] = [
    ['that is no object', 'Max Steiner', /JSON object/],
    ['that is null', null, /JSON object/],
    ['that is a list', [artist(5)], /JSON object/],
    ['without a type', { id: artistIri(5), attributes: {} }, /type/],
    ['whose id is a number', { type: 'Artist', id: 5, attributes: {} }, /id/],
    ['whose attributes are a list', { type: 'Artist', id: artistIri(5), attributes: [] }, /attributes/],
    ['with a member of its own', { ...artist(5), notes: 'mine' }, /notes/],
    ['of an unknown type', { type: 'Composition', id: `/api/compositions/${uuid(5)}` }, /Composition/],
    ['of a type in lower case', { ...artist(5), type: 'artist' }, /"artist"/],
    ['of a type named like a property of every object', { ...artist(5), type: 'constructor' }, /constructor/],
    ['whose id is a bare UUID', { ...artist(5), id: uuid(5) }, new RegExp(`${uuid(5)}.*Artist`)],
    ['whose IRI is one of another kind', { ...artist(5), id: `/api/labels/${uuid(5)}` }, /\/api\/labels\/.*Artist/],
    ['whose IRI has no UUID', { ...artist(5), id: '/api/artists/max-steiner' }, /max-steiner/],
    ['whose IRI goes on', { ...artist(5), id: `${artistIri(5)}/` }, /Artist/],
    ['with an unknown attribute', artist(5, { shoe_size: 43 }), /shoe_size/],
    ['without a name', { type: 'Artist', id: artistIri(5), attributes: { _type: 'person' } }, /name/],
    ['with an empty name', artist(5, { name: '' }), /name/],
    ['with a name too long', artist(5, { name: 'x'.repeat(256) }), /name/],
    ['with a name that is no text', artist(5, { name: 5 }), /name/],
    ['with notes too long', artist(5, { biography: 'x'.repeat(10_001) }), /biography/],
    ['with an unknown word', artist(5, { _type: 'band' }), /_type/],
    ['with a month too many', artist(5, { begin_date: '1950-13' }), /begin_date/],
    ['with a day too many', artist(5, { begin_date: '2023-02-29' }), /begin_date/],
    ['with half a date', artist(5, { end_date: '1950-1' }), /end_date/],
    ['with a date and a time', artist(5, { end_date: '1950-01-01T00:00' }), /end_date/],
    ['with an end_date on a fictional artist', artist(5, { fictional: true, end_date: '1990' }), /fictional|end_date/],
    ['with a time that is none', artist(5, { created_at: 'yesterday' }), /created_at/],
    ['with a country that is no code', artist(5, { country: 'Poland' }), /country/],
    ['with a slug that is no part of an address', artist(5, { slug: 'max steiner/1' }), /slug/],
    ['with a flag that is text', artist(5, { fictional: 'yes' }), /fictional/],
    ['with a slug that another has', artist(5, { slug: 'taken' }), /slug/],
    [
      'under an artist that is not there',
      { type: 'ArtistAlias', id: `/api/artists/${nowhere}/aliases/${uuid(6)}`, attributes: { variation: 'X' } },
      new RegExp(nowhere),
    ],
    ['without the relationship it needs', membership(), /group/],
    ['that points to a group that is not there', membership({ group: to('Artist', `/api/artists/${nowhere}`) }), new RegExp(nowhere)],
    ['that points to what is no IRI', membership({ group: to('Artist', 'the-beatles') }), /the-beatles/],
    ['that points to a record of another kind', membership({ group: to('Label', `/api/labels/${uuid(2)}`) }), /label/i],
    ['that is a member of itself', membership({ group: to('Artist', artistIri(1)) }), /member|group/],
    ['with an unknown relationship', { ...artist(5), relationships: { spouse: to('Artist', artistIri(1)) } }, /spouse/],
    ['of a portrayal by a fictional performer', portrayal({ performer: to('Artist', artistIri(2)) }), /performer/],
    ['of a portrayal of a real artist', portrayal({ fictionalArtist: to('Artist', artistIri(1)) }), /fictional/],
    ['of a portrayal in nothing', portrayal({ production: to('Production', `/api/productions/${nowhere}`) }), new RegExp(nowhere)],
    ['of a portrayal in an unknown way', portrayal({}, { aspects: ['dance'] }), /aspects/],
    ['of a portrayal twice in one way', portrayal({}, { aspects: ['voice', 'voice'] }), /aspects/],
    [
      'with a link that is no web address',
      {
        type: 'ArtistExternalLink',
        id: `${artistIri(1)}/external-links/${uuid(7)}`,
        attributes: { provider: 'x', external_id: '1', url: 'javascript:alert(1)' },
      },
      /url/,
    ],
    [
      'with a credit of nobody',
      {
        type: 'Production',
        id: `/api/productions/${uuid(21)}`,
        attributes: { title: 'F', _type: 'movie', composers: [{ iri: `/api/artists/${nowhere}`, credit_role: 'composer' }] },
      },
      new RegExp(nowhere),
    ],
    ['with a credit whose role is no text', track({ credits: [credit({ credit_role: 5 })] }), /^credits\.0\.credit_role: /],
    ['of an unknown type', artist(5, { _type: 'persons' }), /^_type: This must be one of person, group, orchestra, choir\.$/],
    ['with a slug that is none', artist(5, { slug: 'A b' }), /^slug: .*separated by single hyphens/],
    ['with a credit for nothing known', track({ credits: [credit({ credit_role: 'tea-maker' })] }), /tea-maker/],
    ['with two credits in one place', track({ credits: [credit({ position: 1 }), credit({ position: 1 })] }), /position|UNIQUE/],
    [
      'with a year that is text',
      { type: 'Production', id: production, attributes: { title: 'Film', _type: 'movie', year: '1977' } },
      /year/,
    ],
    [
      'with half a release date',
      { type: 'Production', id: production, attributes: { title: 'Film', _type: 'movie', release_date: '1977' } },
      /release_date/,
    ],
    ['of a track without a position', { ...track({}), attributes: { title: 'Track' } }, /position/],
    ['of a track of 75 seconds', track({ seconds: 75 }), /seconds/],
    ['of a track of negative length', track({ minutes: -1 }), /minutes/],
    ['of a track with half an ISRC', track({ isrc_code: 'DEG93' }), /isrc_code/],
    ['of a track under another release', { ...track({}), id: `${otherRelease}/formats/${uuid(31)}/tracks/${uuid(60)}` }, /another release/],
    ['of a track with parts that is not compound', track({ sub_tracks: [{ id: uuid(61), position: 1, title: 'Part' }] }), /sub_tracks/],
    ['of a track with a part without an id', track({ _type: 'compound', sub_tracks: [{ position: 1, title: 'Part' }] }), /sub_tracks/],
    [
      'of a redirect to nothing',
      {
        type: 'SlugRedirect',
        id: 'old',
        attributes: { resource_type: 'Artist', slug: 'old' },
        relationships: { resource: to('Artist', `/api/artists/${nowhere}`) },
      },
      new RegExp(nowhere),
    ],
    [
      'of a redirect without a slug',
      { type: 'SlugRedirect', id: 'old', attributes: { resource_type: 'Artist' }, relationships: { resource: to('Artist', artistIri(1)) } },
      /slug/,
    ],
    [
      'of a merge into nothing',
      {
        type: 'MergedRecord',
        id: uuid(8),
        attributes: { resource_type: 'Artist' },
        relationships: { resource: to('Artist', `/api/artists/${nowhere}`) },
      },
      new RegExp(nowhere),
    ],
    [
      'of a merge of an unknown kind',
      { type: 'MergedRecord', id: uuid(8), attributes: { resource_type: 'Band' }, relationships: { resource: to('Artist', artistIri(1)) } },
      /resource_type/,
    ],
    [
      'of a merge into itself',
      {
        type: 'MergedRecord',
        id: uuid(1),
        attributes: { resource_type: 'Artist' },
        relationships: { resource: to('Artist', artistIri(1)) },
      },
      /itself|merged_into_id/,
    ],
  ];

  const everything = () =>
    Promise.all(
      ['/api/artists?itemsPerPage=100', '/api/productions', '/api/portrayals', `${artistIri(1)}/groups`, `${format}/tracks`].map(
        server.read,
      ),
    );

  test.each(wrong)('%s is refused by file, line and reason, and nothing of its batch is written', async (_, record, reason) => {
    const before = await everything();

    const message = await refusalOf(server, artist(100), artist(1, { name: 'Changed' }), record, artist(102));

    expect(message).toStartWith('new.jsonl, line 3: ');
    expect(message.slice('new.jsonl, line 3: '.length)).toMatch(reason);
    expect(await everything()).toEqual(before);
  });

  test('two new records with one slug are refused at the second', async () => {
    const message = await refusalOf(server, artist(9, { slug: 'same' }), artist(10, { slug: 'same' }));

    expect(message).toMatch(/^new\.jsonl, line 2: .*slug/);
    expect((await server.request(artistIri(9))).status).toBe(404);
  });

  test('is named by its line beyond the first batch, and batches before it stay', async () => {
    const many = Array.from({ length: 1_500 }, (_, index) => artist(1_000 + index, { name: `Number ${index}` }));
    const own = await startServer();

    const message = await refusalOf(own, ...many, artist(5, { shoe_size: 43 }));

    expect(message).toStartWith('new.jsonl, line 1501: ');
    expect((await own.read('/api/artists')).meta?.totalItems).toBe(1_000);
  });
});

describe('files', () => {
  async function importText(server: TestServer, text: string): Promise<SeedReport> {
    const directory = mkdtempSync(join(tmpdir(), 'records-'));
    try {
      const path = join(directory, 'file');
      writeFileSync(path, text);
      return await importRecords(server.store, ndjson([{ name: 'own.jsonl', path }]));
    } finally {
      rmSync(directory, { recursive: true });
    }
  }

  test('have a record a line; blank lines do not count as records, but as lines', async () => {
    const server = await startServer();

    const report = await importText(server, `\n${JSON.stringify(artist(1))}\n\n  \n${JSON.stringify(artist(2))}`);

    expect(report).toEqual({ added: 2, changed: 0, unchanged: 0, kept: 0 });
    await expect(importText(server, `\n\n${JSON.stringify(artist(1, { shoe_size: 43 }))}`)).rejects.toThrow(
      /^own\.jsonl, line 3: .*shoe_size/,
    );
  });

  test.each(['{', '{"type":"Artist"', 'Max Steiner', "{'type':'Artist'}"])('with a line that is not JSON are refused: %s', async (text) => {
    const server = await startServer();

    const refusal = importText(server, `${JSON.stringify(artist(1))}\n${text}\n`);

    await expect(refusal).rejects.toThrow(/^own\.jsonl, line 2: not JSON/);
  });

  test('may begin with a byte order mark and end their lines as Windows does', async () => {
    const server = await startServer();

    const report = await importText(server, `\ufeff${JSON.stringify(artist(1))}\r\n${JSON.stringify(artist(2))}\r\n`);

    expect(report.added).toBe(2);
  });
});

describe('a record that is given again', () => {
  const given = artist(1, { country: 'US', begin_date: '1888-05-10', created_at: '2020-01-01T00:00:00.000+00:00' });

  test('the same, is not touched', async () => {
    const server = await startServer([given]);
    const before = await server.read(artistIri(1));

    const report = await importInto(server, given);

    expect(report).toEqual({ added: 0, changed: 0, unchanged: 1, kept: 0 });
    expect(await server.read(artistIri(1))).toEqual(before);
    expect(before.data.attributes.updated_at).toBeNull();
  });

  test('with a change, has it, and the time of it', async () => {
    const server = await startServer([given]);
    const started = Date.now();

    const report = await importInto(server, { ...given, attributes: { ...given.attributes, country: 'AT' } });

    const { country, created_at, updated_at, name } = await attributesOf(server, artistIri(1));
    expect(report).toEqual({ added: 0, changed: 1, unchanged: 0, kept: 0 });
    expect({ country, created_at, name }).toEqual({ country: 'AT', created_at: '2020-01-01T00:00:00.000+00:00', name: 'Artist 1' });
    expect(Date.parse(updated_at)).toBeGreaterThanOrEqual(started);
    expect(Date.parse(updated_at)).toBeLessThanOrEqual(Date.now());
  });

  test('without an attribute, has its default', async () => {
    const server = await startServer([given]);

    await importInto(server, artist(1));

    expect(await attributesOf(server, artistIri(1))).toMatchObject({ country: null, begin_date: null });
  });

  test('with a time of change of its own, keeps that', async () => {
    const server = await startServer([given]);

    await importInto(server, artist(1, { country: 'AT', updated_at: '2021-02-03T04:05:06.000+00:00' }));

    expect((await attributesOf(server, artistIri(1))).updated_at).toBe('2021-02-03T04:05:06.000+00:00');
  });

  test('with other credits, is changed', async () => {
    const production = (...composers: number[]) => ({
      type: 'Production',
      id: `/api/productions/${uuid(20)}`,
      attributes: {
        title: 'Film',
        _type: 'movie',
        composers: composers.map((number) => ({ iri: artistIri(number), credit_role: 'composer' })),
      },
    });
    const server = await startServer([artist(1), artist(2), production(1, 2)]);

    const same = await importInto(server, production(1, 2));
    const swapped = await importInto(server, production(2, 1));

    const { composers, updated_at } = await attributesOf(server, production().id);
    expect([same.unchanged, swapped.changed]).toEqual([1, 1]);
    expect(composers.map(({ iri }: { iri: string }) => iri)).toEqual([artistIri(2), artistIri(1)]);
    expect(updated_at).not.toBeNull();
  });

  test('with other parts, has those and no longer the others', async () => {
    const release = `/api/releases/${uuid(30)}`;
    const format = `${release}/formats/${uuid(31)}`;
    const compound = (...parts: number[]) => ({
      type: 'ReleaseTrack',
      id: `${format}/tracks/${uuid(60)}`,
      attributes: {
        position: 1,
        title: 'Suite',
        _type: 'compound',
        sub_tracks: parts.map((number, index) => ({ id: uuid(number), type: 'track', position: index + 1, title: `Part ${number}` })),
      },
    });
    const album = [
      { type: 'Release', id: release, attributes: { title: 'Album' } },
      { type: 'ReleaseFormat', id: format, attributes: {} },
    ];
    const server = await startServer([...album, compound(71, 72)]);

    const report = await importInto(server, compound(72, 73));

    const { sub_tracks } = await attributesOf(server, compound().id);
    expect(report.changed).toBe(1);
    expect(sub_tracks.map(({ title }: { title: string }) => title)).toEqual(['Part 72', 'Part 73']);
    expect((await server.request(`${format}/tracks/${uuid(71)}`)).status).toBe(404);
  });

  test('in upper case, is the same record', async () => {
    const id = `/api/artists/${uuid(1).replace('8000', 'abcd')}`;
    const server = await startServer([{ ...given, id }]);

    const report = await importInto(server, { ...given, id: id.replace('abcd', 'ABCD') });

    expect(report).toEqual({ added: 0, changed: 0, unchanged: 1, kept: 0 });
  });

  test('as the API shows it, is the same record', async () => {
    const server = await startServer([given, artist(2)]);
    const { data } = await server.read(artistIri(1));
    const { display_name, variations, members, groups, ...attributes } = data.attributes;

    const report = await importInto(server, { type: data.type, id: data.id, attributes, links: data.links });

    expect(report).toEqual({ added: 0, changed: 0, unchanged: 1, kept: 0 });
  });
});

describe('slugs', () => {
  const slugsOf = async (server: TestServer, ...numbers: number[]): Promise<string[]> =>
    Promise.all(numbers.map(async (number) => (await attributesOf(server, artistIri(number))).slug));

  test.each([
    ['Max Steiner', 'max-steiner'],
    ['Henryk Górecki', 'henryk-gorecki'],
    ['Hildur Guðnadóttir', 'hildur-gudnadottir'],
    ['Øystein Łukasz Æsir Straße', 'oystein-lukasz-aesir-strasse'],
    ["Stig O'Hara", 'stig-ohara'],
    ['Lennon–McCartney', 'lennon-mccartney'],
    ['Knutsen & Ludvigsen', 'knutsen-and-ludvigsen'],
    ['Dr. Teeth and The Electric Mayhem', 'dr-teeth-and-the-electric-mayhem'],
    ['  !C-3PO?  ', 'c-3po'],
    ['ＡＢＢＡ', 'abba'],
  ])('of %s is %s', async (name, slug) => {
    const server = await startServer([artist(1, { name })]);

    expect(await slugsOf(server, 1)).toEqual([slug]);
  });

  test('may be given', async () => {
    const server = await startServer([artist(1, { slug: 'the-one' })]);

    expect(await slugsOf(server, 1)).toEqual(['the-one']);
  });

  test('are unique for a kind, not for all', async () => {
    const server = await startServer([
      artist(1, { name: 'Psycho' }),
      { type: 'Production', id: `/api/productions/${uuid(20)}`, attributes: { title: 'Psycho', _type: 'movie' } },
    ]);

    expect(await slugsOf(server, 1)).toEqual(['psycho']);
    expect((await attributesOf(server, `/api/productions/${uuid(20)}`)).slug).toBe('psycho');
  });

  describe('that were changed', () => {
    const redirectsIn = ({ store }: TestServer) =>
      store.reader.query('SELECT resource_type AS type, slug, resource_id AS id FROM slug_redirect ORDER BY slug').all();

    test('keep leading to their record', async () => {
      const server = await startServer([artist(1, { name: 'Before' })]);

      await importInto(server, artist(1, { name: 'Before', slug: 'between' }));
      await importInto(server, artist(1, { name: 'Before', slug: 'after' }));

      expect(await slugsOf(server, 1)).toEqual(['after']);
      expect(redirectsIn(server)).toEqual([
        { type: 'Artist', slug: 'before', id: uuid(1) },
        { type: 'Artist', slug: 'between', id: uuid(1) },
      ]);
    });

    test('are not given to others', async () => {
      const server = await startServer([artist(1, { name: 'Before' })]);
      await importInto(server, artist(1, { name: 'Before', slug: 'after' }));

      await importInto(server, artist(2, { name: 'Before' }));

      expect(await slugsOf(server, 2)).toEqual(['before-2']);
    });

    test('are none where a record is given again with its slug', async () => {
      const server = await startServer([artist(1, { slug: 'same' })]);

      await importInto(server, artist(1, { slug: 'same', country: 'AT' }));

      expect(redirectsIn(server)).toEqual([]);
    });

    test('are told by records as well', async () => {
      const redirect = {
        type: 'SlugRedirect',
        id: 'old-name',
        attributes: { resource_type: 'Artist', slug: 'old-name' },
        relationships: { resource: to('Artist', artistIri(1)) },
      };
      const server = await startServer([artist(1)]);

      const reports = [await importInto(server, redirect), await importInto(server, redirect)];

      expect(reports.map(({ added, unchanged }) => [added, unchanged])).toEqual([
        [1, 0],
        [0, 1],
      ]);
      expect(redirectsIn(server)).toEqual([{ type: 'Artist', slug: 'old-name', id: uuid(1) }]);
    });
  });
});
