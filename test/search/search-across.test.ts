import { describe, expect, test } from 'bun:test';
import { refusedFor } from '../api/demo-reads';
import { album, artist, format, label, link, merged, onAlbum, production, release, track } from '../records/numbered-records';
import { nonEmpty } from '../support/non-empty';
import { addItem } from '../support/owned-items';
import { demoServer, startServer } from '../support/server';
import { uuid } from '../support/uuids';
import { type SearchPage, search } from './searches';

const server = await demoServer();

const found = ({ meta }: SearchPage): string[] => meta.hits.map(({ type, snippet }) => `${type} ${snippet.replace(/<[^>]*>/g, '')}`);

describe('the ranking of a search across types', () => {
  test('has exact names first, then exact aliases, prefixes and other matches', async () => {
    const own = await startServer([
      artist(1, 'The Sound Of Vertigo'),
      artist(2, 'Vertigo Ensemble'),
      production(3, 'Aus dem Reich der Toten', { akas: 'From Among the Dead\nVertigo' }),
      release(4, 'Vertigo'),
      label(5, 'Vertigo'),
      artist(6, 'Somebody Else', { real_name: 'Vertigo' }),
    ]);

    const page = await search('vertigo', '', own);

    expect(page.data.map(({ type, id }) => `${type} ${Number(id.slice(-3))}`)).toEqual([
      'Release 4',
      'Label 5',
      'Artist 6',
      'Production 3',
      'Artist 2',
      'Artist 1',
    ]);
    expect(page.meta.totalItems).toBe(6);
  });

  test('prefers names of which more is typed', async () => {
    const own = await startServer([release(1, 'The Very Long And Complete Story Of The Birds Of The North'), production(2, 'The Birds')]);

    expect(found(await search('birds', '', own))[0]).toBe('Production The Birds');
  });

  test('matches the artist credit of a release without artists', async () => {
    const own = await startServer([release(1, 'Le Grand Bleu', { artist_credit: 'Éric Serra' }), release(2, 'Sea of Love')]);

    expect(found(await search('eric serra bleu', '', own))).toEqual(['Release Le Grand Bleu']);
  });

  test('matches words across title and artists', async () => {
    const page = await search('herrmann psycho');

    expect(page.meta.hits[0]).toMatchObject({
      type: 'Production',
      field: 'title',
      snippet: '<mark>Psycho</mark> · Bernard <mark>Herrmann</mark>',
    });
  });

  test.each([
    ['albums by an alternative title of their production', 'der herr der ringe', 'Album The Lord of the Rings: The Two Towers'],
    ['albums by a director', 'hitchcock', 'Album Vertigo'],
    ['releases by label and catalog number', 'sarabande 5390', 'Release Conan the Barbarian'],
    ['releases by series', 'decca phase 4', 'Release The Fantasy Film World of Bernard Herrmann'],
    ['series by name', 'golden age', 'LabelSeries Golden Age Classics'],
    ['roles by name', 'conductor', 'ArtistRole Conductor'],
    ['organizations by name', 'abbey road', 'Organization Abbey Road Studios'],
    ['albums with "&" by "and"', 'brimstone and treacle original soundtrack', 'Album Brimstone & Treacle (Original Soundtrack)'],
    ['productions without punctuation', 'il buono il brutto il cattivo', 'Production Il buono, il brutto, il cattivo'],
  ])('finds %s: %s', async (_, typed, expected) => {
    const { data } = await search(typed);
    const names = data.map(
      ({ type, attributes: { title, name, role, display_name } }) => `${type} ${display_name ?? title ?? name ?? role}`,
    );
    expect(names).toContain(expected);
  });

  test('prefers artists with more credits among equal matches', async () => {
    const credits = (number: number, of: number) =>
      production(number, `Film ${number}`, { composers: [{ iri: `/api/artists/${uuid(of)}`, credit_role: 'composer' }] });
    const own = await startServer([
      artist(1, 'John Adams'),
      artist(2, 'John Williams'),
      artist(3, 'John Barry'),
      ...[11, 12, 13].map((number) => credits(number, 2)),
      credits(14, 3),
    ]);

    expect(found(await search('john', '&type=Artist', own))).toEqual(['Artist John Williams', 'Artist John Barry', 'Artist John Adams']);
  });

  test('prefers owned and wanted releases among equal matches with holdings=true', async () => {
    const own = await startServer([release(1, 'Vertigo One'), release(2, 'Vertigo Two'), release(3, 'Vertigo Six'), release(4, 'Vertigo')]);
    const add = (list: string, number: number) =>
      own.request(`/api/users/me/${list}`, {
        method: 'POST',
        headers: { 'content-type': 'application/vnd.api+json' },
        body: JSON.stringify({
          data: { type: list === 'wishlist' ? 'WishlistItem' : 'CollectionItem', attributes: { release: { id: uuid(number) } } },
        }),
      });
    const numbers = async (more = '') => (await search('vertigo', more, own)).data.map(({ id }) => Number(id.slice(-3)));
    expect(await numbers()).toEqual([4, 1, 3, 2]);

    for (const { status } of [await add('collection', 2), await add('wishlist', 3)]) expect(status).toBe(201);

    expect(await numbers()).toEqual([4, 1, 3, 2]);
    expect(await numbers('&holdings=true')).toEqual([4, 3, 2, 1]);
    const pages = await Promise.all([1, 2, 3, 4].map((page) => numbers(`&holdings=true&itemsPerPage=1&page=${page}`)));
    expect(pages.flat()).toEqual([4, 3, 2, 1]);
  });

  test('notes an owned release once, although it is found with its album', async () => {
    const [ofBoth, copied] = [album(2, 'Vertigo'), release(1, 'Vertigo')];
    const own = await startServer([ofBoth, onAlbum(copied, 2)]);
    await addItem(own, 'collection', copied.id);

    const { data, meta } = (await own.read('/api/search?q=vertigo&holdings=true')) as unknown as SearchPage & {
      readonly meta: { readonly owned: readonly { readonly release: string }[] };
    };

    expect(data.map(({ id }) => id)).toEqual([ofBoth.id, copied.id]);
    expect(meta.owned.map((one) => one.release)).toEqual([copied.id]);
  });

  test('has records with the attributes of their single reads', async () => {
    const { data } = await search('john', '&itemsPerPage=100');

    for (const record of nonEmpty(data)) {
      const { data: single } = await server.read(record.id);
      expect(record.type).toBe(single.type);
      for (const [name, value] of Object.entries(record.attributes)) expect(single.attributes[name]).toEqual(value);
    }
  });

  test('has consecutive pages', async () => {
    const whole = await search('john', '&itemsPerPage=100');

    const pages = await Promise.all([1, 2, 3, 4].map((page) => search('john', `&itemsPerPage=4&page=${page}`)));

    expect(whole.data.length).toBeGreaterThan(16);
    expect(pages.flatMap(({ data }) => data.map(({ id }) => id))).toEqual(whole.data.slice(0, 16).map(({ id }) => id));
    expect(pages[1]?.links).toMatchObject({
      prev: '/api/search?q=john&itemsPerPage=4&page=1',
      next: '/api/search?q=john&itemsPerPage=4&page=3',
    });
  });
});

describe('parameters of a search', () => {
  test('have only the first of each type with itemsPerType, in their order', async () => {
    const all = await search('star', '&itemsPerPage=100');
    const first = await search('star', '&itemsPerPage=100&itemsPerType=3');
    const seen: string[] = [];
    const expected = all.data.filter(({ type }) => seen.push(type) > 0 && seen.filter((one) => one === type).length <= 3);
    expect(first.data.map(({ id }) => id)).toEqual(expected.map(({ id }) => id));
    expect([first.meta.totalItems, first.meta.counts]).toEqual([expected.length, all.meta.counts]);
    const pages = await Promise.all(
      [1, 2].map((page) => search('star', `&itemsPerPage=${expected.length - 2}&itemsPerType=3&page=${page}`)),
    );
    expect(pages.flatMap(({ data }) => data.map(({ id }) => id))).toEqual(expected.map(({ id }) => id));
  });

  test('filter by type, while counts cover all types', async () => {
    const all = await search('john', '&itemsPerPage=100');

    const artists = await search('john', '&type=artists&itemsPerPage=100');
    const both = await search('john', '&type[]=Artist&type[]=Release&itemsPerPage=100');

    expect(artists.meta.counts).toEqual(all.meta.counts);
    expect(artists.data.map(({ id }) => id)).toEqual(all.data.filter(({ type }) => type === 'Artist').map(({ id }) => id));
    expect(artists.meta.totalItems).toBe(all.meta.counts.Artist as number);
    expect(both.data.map(({ id }) => id)).toEqual(
      all.data.filter(({ type }) => type === 'Artist' || type === 'Release').map(({ id }) => id),
    );
    expect(Object.values(all.meta.counts).reduce((sum, count) => sum + count, 0)).toBe(all.data.length);
  });

  test('return an empty page after the last', async () => {
    for (const query of ['?q=john&page=15', '?q=john&page=9007199254740991', '?q=zzzz&page=20']) {
      const page = await server.read(`/api/search${query}`);
      expect(page.data).toEqual([]);
    }
  });

  test('include fieldsets, and are named if unknown', async () => {
    const page = await search('gorecki', '&fields[Artist]=name&shoes=42');

    expect(page.data[0]?.attributes).toEqual({ name: 'Henryk Górecki' });
    expect(page.meta.ignoredParameters).toEqual(['shoes']);
  });

  test.each([
    ['', 'q'],
    ['?q=', 'q'],
    ['?q=%20', 'q'],
    [`?q=${'x'.repeat(201)}`, 'q'],
    ['?q=john&q=jack', 'q'],
    ['?q=john&type=shoe', 'type'],
    ['?q=john&type=Portrayal', 'type'],
    ['?q=john&type[]=Artist&type[]=shoe', 'type[]'],
    ['?q=john&page=0', 'page'],
    ['?q=john&page=x', 'page'],
    ['?q=john&itemsPerPage=0', 'itemsPerPage'],
    ['?q=john&include=members', 'include'],
    ['?q=john&fields[Artist]=shoes', 'fields[Artist]'],
  ])('are refused if invalid: /api/search%s for %s', async (query, parameter) => {
    await refusedFor(`/api/search${query}`, parameter);
  });
});

describe('a search for an identifier', () => {
  const own = startServer([
    artist(1, 'Somebody'),
    artist(2, '5099 Volts'),
    link('artists', 1, 10, 'musicbrainz', 'mb-77'),
    production(3, 'A Film'),
    { type: 'ProductionRecording', id: `/api/productions/${uuid(3)}/recordings/${uuid(4)}`, attributes: { title: 'A Prelude' } },
    label(5, 'A Label'),
    release(6, 'A Release', { barcode: '0 75992 50032 5', labels: [{ iri: `/api/labels/${uuid(5)}`, catalog_number: 'UKLM-1001' }] }),
    format(6, 7),
    {
      type: 'ReleaseRecording',
      id: `/api/releases/${uuid(6)}/recordings/${uuid(8)}`,
      attributes: { title: 'A Prelude', isrc_code: 'USRC17607839' },
      relationships: {
        productionRecording: { data: { type: 'ProductionRecording', id: `/api/productions/${uuid(3)}/recordings/${uuid(4)}` } },
      },
    },
    track(6, 7, 9, { position: 1, title: 'Uklm 1001' }),
    merged('Artist', 'artists', 99, 1),
    {
      type: 'SlugRedirect',
      id: 'some-body',
      attributes: { resource_type: 'Artist', slug: 'some-body' },
      relationships: { resource: { data: { type: 'Artist', id: `/api/artists/${uuid(1)}` } } },
    },
    release(11, 'UKLM 1001', {}),
  ]);

  test.each([
    ['a UUID', uuid(6), 'Release', 6, '_id'],
    ['a UUID in upper case', uuid(6).toUpperCase(), 'Release', 6, '_id'],
    ['a UUID of a type without full-text search', uuid(7), 'ReleaseFormat', 7, '_id'],
    ['a UUID of a merged record', uuid(99), 'Artist', 1, '_id'],
    ['a barcode as a UPC-A', '075992500325', 'Release', 6, 'barcode'],
    ['a barcode as an EAN-13', '0075992500325', 'Release', 6, 'barcode'],
    ['a barcode with spaces', '0 75992 50032 5', 'Release', 6, 'barcode'],
    ['a catalog number', 'uklm 1001', 'Release', 6, 'catalog_number'],
    ['an ISRC', 'us-rc1-76-07839', 'ReleaseRecording', 8, 'isrc_code'],
    ['a slug', 'a-film', 'Production', 3, 'slug'],
    ['a former slug', 'Some-Body', 'Artist', 1, 'slug'],
    ['an external id', 'mb-77', 'Artist', 1, 'external_id'],
  ])('has its record first: %s', async (_, typed, type, number, field) => {
    const page = await search(typed, '', await own);

    expect(page.meta.hits[0]).toMatchObject({ type, field });
    expect(page.data[0]?.id.slice(-36)).toBe(uuid(number));
    expect(new Set(page.data.map(({ id }) => id)).size).toBe(page.data.length);
    expect(page.meta.totalItems).toBe(page.data.length);
    expect(page.meta.didYouMean).toBeNull();
  });

  test('finds both recordings and the release of an ISRC', async () => {
    const page = await search('USRC17607839', '', await own);

    expect(page.data.map(({ type }) => type)).toEqual(['ReleaseRecording', 'ProductionRecording', 'Release']);
  });

  test('omits records of other types than requested', async () => {
    const page = await search('USRC17607839', '&type=Release', await own);

    expect(page.data.map(({ type }) => type)).toEqual(['Release']);
  });

  test('has each record once on its pages', async () => {
    const pages = await Promise.all([1, 2].map(async (page) => search('uklm 1001', `&itemsPerPage=1&page=${page}`, await own)));

    expect(pages.map(({ data }) => Number(data[0]?.id.slice(-3)))).toEqual([6, 11]);
  });
});
