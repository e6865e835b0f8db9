import { beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import fc from 'fast-check';
import { distanceOf } from '../src/nearest';
import { foldWithOrigins, highlight, matchesIn } from '../src/search/snippets';
import { words } from '../src/store/database/full-text';
import { fold } from '../src/store/values/folding';
import { answerCheck, type Check, jsonApiCheck } from './support/json-schema';
import { addItem } from './support/owned-items';
import { limitOf, runs } from './support/runs';
import { demoServer, numbered, startServer, type TestServer } from './support/server';
import { uuid } from './support/uuids';

// Many requests make one test here, and machines differ.
setDefaultTimeout(limitOf(60_000));

interface Hit {
  readonly id: string;
  readonly type: string;
  readonly field: string;
  readonly snippet: string;
}

interface Page {
  readonly data: readonly { readonly id: string; readonly type: string; readonly attributes: Record<string, unknown> }[];
  readonly links: Record<string, string>;
  readonly meta: {
    readonly totalItems: number;
    readonly counts: Record<string, number>;
    readonly atLeast: string[];
    readonly hits: readonly Hit[];
    readonly understood: readonly { readonly word: string; readonly filter: string; readonly value: string }[];
    readonly didYouMean: string | null;
    readonly didYouMeanLink: string | null;
    readonly ignoredParameters?: string[];
  };
}

let server: TestServer;
let isDocumented: Check;
beforeAll(async () => {
  server = await demoServer();
  isDocumented = await answerCheck(server, '/api/search');
});

const pathOf = (typed: string, more = ''): string => `/api/search?q=${encodeURIComponent(typed)}${more}`;
const search = async (typed: string, more = '', of: TestServer = server): Promise<Page> =>
  (await of.read(pathOf(typed, more))) as unknown as Page;
const found = ({ meta }: Page): string[] => meta.hits.map(({ type, snippet }) => `${type} ${snippet.replace(/<[^>]*>/g, '')}`);

const artist = (number: number, name: string, rest: object = {}) => ({
  type: 'Artist',
  id: `/api/artists/${uuid(number)}`,
  attributes: { name, _type: 'person', ...rest },
});
const production = (number: number, title: string, rest: object = {}) => ({
  type: 'Production',
  id: `/api/productions/${uuid(number)}`,
  attributes: { title, _type: 'movie', ...rest },
});
const release = (number: number, title: string, rest: object = {}) => ({
  type: 'Release',
  id: `/api/releases/${uuid(number)}`,
  attributes: { title, ...rest },
});
const label = (number: number, name: string, rest: object = {}) => ({
  type: 'Label',
  id: `/api/labels/${uuid(number)}`,
  attributes: { name, ...rest },
});

describe('the best come first, whatever they are', () => {
  test('exact names, then exact other names, then names that begin so, then the rest', async () => {
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

  test('of names with the words, the one that is typed furthest', async () => {
    const own = await startServer([release(1, 'The Very Long And Complete Story Of The Birds Of The North'), production(2, 'The Birds')]);

    expect(found(await search('birds', '', own))[0]).toBe('Production The Birds');
  });

  test('of a release without artists, the one that is printed', async () => {
    const own = await startServer([release(1, 'Le Grand Bleu', { artist_credit: 'Éric Serra' }), release(2, 'Sea of Love')]);

    expect(found(await search('eric serra bleu', '', own))).toEqual(['Release Le Grand Bleu']);
  });

  test('words may be spread over the title and the people', async () => {
    const page = await search('herrmann psycho');

    expect(page.meta.hits[0]).toMatchObject({
      type: 'Production',
      field: 'title',
      snippet: '<mark>Psycho</mark> · Bernard <mark>Herrmann</mark>',
    });
  });

  test.each([
    ['the other title of a film finds its albums', 'der herr der ringe', 'Album The Lord of the Rings: The Two Towers'],
    ['so does its director', 'hitchcock', 'Album Vertigo'],
    ['a label and a catalog number find a release', 'sarabande 5390', 'Release Conan the Barbarian'],
    ['so does a series', 'decca phase 4', 'Release The Fantasy Film World of Bernard Herrmann'],
    ['series are found by name', 'golden age', 'LabelSeries Golden Age Classics'],
    ['and roles', 'conductor', 'ArtistRole Conductor'],
    ['and organizations', 'abbey road', 'Organization Abbey Road Studios'],
    [
      'so does "and" where others write "&"',
      'brimstone and treacle original soundtrack',
      'Album Brimstone & Treacle (Original Soundtrack)',
    ],
    ['marks between words do not matter', 'il buono il brutto il cattivo', 'Production Il buono, il brutto, il cattivo'],
  ])('%s: %s', async (_, typed, expected) => {
    const { data } = await search(typed);
    const names = data.map(
      ({ type, attributes: { title, name, role, display_name } }) => `${type} ${display_name ?? title ?? name ?? role}`,
    );
    expect(names).toContain(expected);
  });

  test('of records that match alike, those on which most of the catalog depends', async () => {
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

  test('of records that match alike, those that the viewer owns or wants, where holdings are asked for', async () => {
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

  test('a copy of a release that is found with its album is noted once', async () => {
    const [album, copied] = [`/api/albums/${uuid(2)}`, release(1, 'Vertigo')];
    const own = await startServer([
      { type: 'Album', id: album, attributes: { title: 'Vertigo' } },
      { ...copied, relationships: { album: { data: { type: 'Album', id: album } } } },
    ]);
    await addItem(own, 'collection', copied.id);

    const { data, meta } = (await own.read('/api/search?q=vertigo&holdings=true')) as unknown as Page & {
      readonly meta: { readonly owned: readonly { readonly release: string }[] };
    };

    expect(data.map(({ id }) => id)).toEqual([album, copied.id]);
    expect(meta.owned.map((one) => one.release)).toEqual([copied.id]);
  });

  test('records are as the lists of their kinds have them', async () => {
    const { data } = await search('john', '&itemsPerPage=100');

    for (const record of data) {
      const { data: single } = await server.read(record.id);
      expect(record.type).toBe(single.type);
      for (const [name, value] of Object.entries(record.attributes)) expect(single.attributes[name]).toEqual(value);
    }
  });

  test('pages follow one another', async () => {
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

describe('what is asked for', () => {
  test('a type leaves its records, and the counts tell of all', async () => {
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

  test('a page past the end is empty', async () => {
    for (const query of ['?q=john&page=15', '?q=john&page=9007199254740991', '?q=zzzz&page=20']) {
      const page = await server.read(`/api/search${query}`);
      expect(page.data).toEqual([]);
    }
  });

  test('fields are those asked for, and what means nothing is named', async () => {
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
  ])('/api/search%s is refused for %s', async (query, parameter) => {
    const response = await server.request(`/api/search${query}`);

    const { errors } = (await response.json()) as { errors: { source: object }[] };
    expect(response.status).toBe(400);
    expect(errors[0]?.source).toEqual({ parameter });
  });

  test('it takes a token with the scope of the catalog, and answers like any read', async () => {
    const etag = (await server.request(pathOf('john'))).headers.get('etag') ?? '';

    expect((await server.request(pathOf('john'), { headers: { authorization: '' } })).status).toBe(401);
    expect((await server.request(pathOf('john'), { headers: { accept: 'text/html' } })).status).toBe(406);
    expect((await server.request(pathOf('john'), { headers: { 'if-none-match': etag } })).status).toBe(304);
    expect((await server.request(pathOf('john'), { method: 'HEAD' })).status).toBe(200);
    expect((await server.request(pathOf('john'), { method: 'POST' })).status).toBe(405);
  });
});

describe('an identifier finds its record first', () => {
  const own = startServer([
    artist(1, 'Somebody'),
    artist(2, '5099 Volts'),
    {
      type: 'ArtistExternalLink',
      id: `/api/artists/${uuid(1)}/external-links/${uuid(10)}`,
      attributes: { provider: 'musicbrainz', external_id: 'mb-77', url: 'https://example.org/mb-77' },
    },
    production(3, 'A Film'),
    { type: 'ProductionRecording', id: `/api/productions/${uuid(3)}/recordings/${uuid(4)}`, attributes: { title: 'A Prelude' } },
    label(5, 'A Label'),
    release(6, 'A Release', { barcode: '0 75992 50032 5', labels: [{ iri: `/api/labels/${uuid(5)}`, catalog_number: 'UKLM-1001' }] }),
    { type: 'ReleaseFormat', id: `/api/releases/${uuid(6)}/formats/${uuid(7)}`, attributes: { format_type: 'cd' } },
    {
      type: 'ReleaseRecording',
      id: `/api/releases/${uuid(6)}/recordings/${uuid(8)}`,
      attributes: { title: 'A Prelude', isrc_code: 'USRC17607839' },
      relationships: {
        productionRecording: { data: { type: 'ProductionRecording', id: `/api/productions/${uuid(3)}/recordings/${uuid(4)}` } },
      },
    },
    {
      type: 'ReleaseTrack',
      id: `/api/releases/${uuid(6)}/formats/${uuid(7)}/tracks/${uuid(9)}`,
      attributes: { position: 1, title: 'Uklm 1001' },
    },
    {
      type: 'MergedRecord',
      id: uuid(99),
      attributes: { resource_type: 'Artist' },
      relationships: { resource: { data: { type: 'Artist', id: `/api/artists/${uuid(1)}` } } },
    },
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
    ['a UUID of a kind that is not searched', uuid(7), 'ReleaseFormat', 7, '_id'],
    ['a UUID that was merged', uuid(99), 'Artist', 1, '_id'],
    ['a barcode as a UPC-A', '075992500325', 'Release', 6, 'barcode'],
    ['a barcode as an EAN-13', '0075992500325', 'Release', 6, 'barcode'],
    ['a barcode with spaces', '0 75992 50032 5', 'Release', 6, 'barcode'],
    ['a catalogue number', 'uklm 1001', 'Release', 6, 'catalog_number'],
    ['an ISRC', 'us-rc1-76-07839', 'ReleaseRecording', 8, 'isrc_code'],
    ['a slug', 'a-film', 'Production', 3, 'slug'],
    ['a slug that was renamed', 'Some-Body', 'Artist', 1, 'slug'],
    ['the id of another site', 'mb-77', 'Artist', 1, 'external_id'],
  ])('%s', async (_, typed, type, number, field) => {
    const page = await search(typed, '', await own);

    expect(page.meta.hits[0]).toMatchObject({ type, field });
    expect(page.data[0]?.id.slice(-36)).toBe(uuid(number));
    expect(new Set(page.data.map(({ id }) => id)).size).toBe(page.data.length);
    expect(page.meta.totalItems).toBe(page.data.length);
    expect(page.meta.didYouMean).toBeNull();
  });

  test('an ISRC leads to the music of the production and to the release as well', async () => {
    const page = await search('USRC17607839', '', await own);

    expect(page.data.map(({ type }) => type)).toEqual(['ReleaseRecording', 'ProductionRecording', 'Release']);
  });

  test('records of types that are not asked for are left out', async () => {
    const page = await search('USRC17607839', '&type=Release', await own);

    expect(page.data.map(({ type }) => type)).toEqual(['Release']);
  });

  test('all its pages have each record once', async () => {
    const pages = await Promise.all([1, 2].map(async (page) => search('uklm 1001', `&itemsPerPage=1&page=${page}`, await own)));

    expect(pages.map(({ data }) => Number(data[0]?.id.slice(-3)))).toEqual([6, 11]);
  });
});

describe('typing errors', () => {
  test.each([
    ['a letter too few', 'bernard herman', 'bernard herrmann'],
    ['a letter too many', 'herrrmann psycho', 'herrmann psycho'],
    ['two letters the wrong way round', 'jhon williams', 'john williams'],
    ['a wrong letter', 'gorepki', 'gorecki'],
    ['a wrong first letter', 'xsycho', 'psycho'],
    ['a missing first letter', 'sycho', 'psycho'],
    ['one in each word', 'bernad hermann', 'bernard herrmann'],
    ['letters that are doubled', 'herman', 'herrmann'],
    ['an abbreviation', 'alien ost', 'alien soundtrack'],
  ])('%s: did you mean %s', async (_, typed, meant) => {
    const page = await search(typed);

    expect(page.data).toEqual([]);
    expect(page.meta.didYouMean).toBe(meant);
    const link = page.meta.didYouMeanLink as string;
    expect(((await server.read(link)) as unknown as Page).data.length).toBeGreaterThan(0);
  });

  test('nothing is suggested where something was found, or nothing is like it', async () => {
    expect((await search('psycho')).meta.didYouMean).toBeNull();
    expect((await search('qqqqqqqqqq')).meta.didYouMean).toBeNull();
    expect((await search('(((')).meta).toMatchObject({ didYouMean: null, didYouMeanLink: null, totalItems: 0 });
  });

  test('where little is found, a text that finds far more is suggested', async () => {
    const own = await startServer([
      artist(1, 'Hermann'),
      ...Array.from({ length: 12 }, (_, index) => artist(index + 2, `Bernard Herrmann ${index}`)),
    ]);

    expect((await search('hermann', '', own)).meta).toMatchObject({ totalItems: 1, didYouMean: 'herrmann' });
    const { meta } = await search('hermann', '&corrections=false', own);
    expect([meta.didYouMean, 'ignoredParameters' in meta]).toEqual([null, false]);
    expect((await search('herrmann', '', own)).meta).toMatchObject({ totalItems: 12, didYouMean: null });
  });

  test('a suggestion finds something of the type that was asked for', async () => {
    const page = await search('wiliams', '&type=Artist&page=1');

    expect(page.meta).toMatchObject({ didYouMean: 'williams', didYouMeanLink: '/api/search?q=williams&type=Artist' });
  });

  test('what is meant is found in time', async () => {
    const own = await startServer([artist(1, 'Herrmann')]);
    expect((await search('wiliams', '', own)).meta.didYouMean).toBeNull();

    const { importRecords } = await import('../src/import/seed');
    await importRecords(own.store, numbered([artist(2, 'Williams')]));

    expect((await search('wiliams', '', own)).meta.didYouMean).toBe('williams');
  });

  test('the distance counts letters put in, left out, changed and exchanged', () => {
    expect(distanceOf('herman', 'herrmann', 2)).toBe(2);
    expect(distanceOf('jhon', 'john', 2)).toBe(1);
    expect(distanceOf('abc', 'xyz', 2)).toBe(3);
    fc.assert(
      fc.property(fc.string({ maxLength: 6 }), fc.string({ maxLength: 6 }), (a, b) => {
        expect(distanceOf(a, b, 10)).toBe(distanceOf(b, a, 10));
        expect(distanceOf(a, b, 10) === 0).toBe(a === b);
        expect(distanceOf(a, b, 2)).toBe(Math.min(distanceOf(a, b, 10), 3));
      }),
    );
  });
});

describe('what is marked', () => {
  test.each([
    ['Henryk Górecki', ['gorecki'], 'Henryk <mark>Górecki</mark>'],
    ['Henryk Go\u0301recki', ['gorecki'], 'Henryk <mark>Go\u0301recki</mark>'],
    ['Straße', ['strass'], '<mark>Straß</mark>e'],
    ['Straße', ['stras'], '<mark>Straß</mark>e'],
    ['ﬁlm music', ['f'], '<mark>ﬁ</mark>lm music'],
    ['Ævintýri', ['aev'], '<mark>Æv</mark>intýri'],
    ['½ Prince', ['2'], '<mark>½</mark> Prince'],
    ['The Good, the Bad', ['the', 'b'], '<mark>The</mark> Good, <mark>the</mark> <mark>B</mark>ad'],
    ['<b>"A&M"</b>', ['a', 'm'], '&lt;b&gt;&quot;<mark>A</mark>&amp;<mark>M</mark>&quot;&lt;/b&gt;'],
    ['Ευάγγελος', ['ευαγγελοσ'], '<mark>Ευάγγελος</mark>'],
    ['久石譲', ['久石'], '<mark>久石</mark>譲'],
    ['\u0301x', ['x'], '\u0301<mark>x</mark>'],
    ['nothing', ['else'], 'nothing'],
  ])('%s by %p', (text, typed, html) => {
    expect(highlight(text, typed)).toBe(html);
  });

  const text = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 30 }),
    fc
      .array(fc.constantFrom('ß', 'ﬁ', 'a\u0301', 'Å', '½', 'İ', 'ς', 'Σ', '한', '\u0301', '<', '&', ' ', '-', 'œ', '𝔄', 'x', 'ǆ', '㎏'), {
        maxLength: 20,
      })
      .map((parts) => parts.join('')),
  );

  test('a text folds character by character as it does whole', () => {
    const collapsed = (folded: string) => folded.replace(/[\s\p{Cc}]+/gu, ' ');
    fc.assert(
      fc.property(text, (original) => expect(collapsed(foldWithOrigins(original).folded)).toBe(collapsed(fold(original)))),
      { numRuns: runs(500) },
    );
  });

  test('marks stand apart, in order, at whole characters, and every word of a text marks itself', () => {
    fc.assert(
      fc.property(text, fc.nat(5), (original, place) => {
        const all = fold(original).match(words) ?? [];
        const typed = all[place % Math.max(1, all.length)];
        const ranges = typed === undefined ? [] : matchesIn(original, [typed]);
        expect(ranges.length > 0).toBe(typed !== undefined);
        let end = 0;
        for (const range of ranges) {
          expect(range.start).toBeGreaterThanOrEqual(end);
          expect(range.end).toBeGreaterThan(range.start);
          expect(original.slice(range.start, range.end).isWellFormed()).toBe(original.isWellFormed());
          expect(fold(original.slice(range.start, range.end))).toContain(typed as string);
          end = range.end;
        }
        expect(end).toBeLessThanOrEqual(original.length);
      }),
      { numRuns: runs(500) },
    );
  });

  test('without its marks, a snippet is the text', () => {
    fc.assert(
      fc.property(text, fc.array(fc.string({ maxLength: 3 }), { maxLength: 3 }), (original, typed) => {
        const html = highlight(
          original,
          typed.map(fold).filter((word) => word !== ''),
        );
        const plain = html
          .replace(/<\/?mark>/g, '')
          .replace(/&lt;/g, '<')
          .replace(/&gt;/g, '>')
          .replace(/&quot;/g, '"')
          .replace(/&#39;/g, "'")
          .replace(/&amp;/g, '&');
        expect(plain).toBe(original);
        expect(html.replace(/<\/?mark>/g, '')).not.toMatch(/[<>"']/);
      }),
      { numRuns: runs(500) },
    );
  });
});

describe('whatever is typed', () => {
  const word = fc.oneof(
    fc.constantFrom(
      'AND',
      'NOT',
      'NEAR(',
      '^',
      '*',
      'name:',
      '"',
      "'",
      '(',
      '}',
      '\0',
      '--',
      'john',
      'herr',
      'Górecki',
      '久石譲',
      '🎬',
      'ﬁ',
      '½',
      '12345678',
    ),
    fc.string({ unit: 'binary', maxLength: 12 }),
    fc.string({ unit: 'grapheme', maxLength: 6 }),
  );
  const typed = fc.array(word, { minLength: 1, maxLength: 6 }).map((parts) => `x${parts.join(' ').slice(0, 190)}`.toWellFormed());

  test('a search answers 200, as it is documented and as JSON:API', async () => {
    const loggedBefore = server.logged.length;
    const check = jsonApiCheck();
    const request = fc.asyncProperty(typed, fc.boolean(), async (text, isWhole) => {
      const response = await server.request(pathOf(isWhole ? text : text.slice(1) || 'x'));
      const body = await response.json();
      if (response.status !== 200 && text.slice(1).trim() !== '') throw new Error(`${response.status}: ${JSON.stringify(body)}`);
      if (response.status === 200) expect([...check(body), ...isDocumented(body)]).toEqual([]);
    });

    await fc.assert(request, { numRuns: runs(150) });

    expect(server.logged.slice(loggedBefore)).toEqual([]);
  });

  test('a name that is no word is found where it is the whole name', async () => {
    const own = await startServer([artist(1, '!!!'), artist(2, '!!! And More')]);

    expect((await search('!!!', '', own)).data.map(({ id }) => Number(id.slice(-3)))).toEqual([1]);
  });
});

describe('a word that names a year, a format, a country or a label', () => {
  const understood = ({ meta }: Page) => meta.understood.map(({ word, filter, value }) => `${word}: ${filter} ${value}`);
  const titles = ({ data }: Page) =>
    data.map(({ type, attributes: { display_name, title, year } }) =>
      [type, display_name ?? title, year].filter((part) => part !== undefined).join(' '),
    );

  test.each([
    ['blade runner 1982', ['1982: year 1982'], 'Production Blade Runner 1982'],
    ['1977 john williams', ['1977: year 1977'], 'Production Close Encounters of the Third Kind 1977'],
    ['williams star wars LP', ['lp: format_type vinyl'], 'Release Star Wars (Original Soundtrack) 1977'],
    ['Intrada goldsmith cd', ['cd: format_type cd'], 'Release Chinatown 2016'],
    ['vertigo mathieson', ['mathieson: artist Muir Mathieson'], 'Release Vertigo 1958'],
    ['hitchcock director', ['director: role Director'], 'Artist Alfred Hitchcock'],
    ['久石', ['久石: artist Joe Hisaishi'], 'Artist Joe Hisaishi'],
    ['goldsmith chinatown états-unis', ['etats unis: country US'], 'Production Chinatown 1974'],
    ['krieg der sterne lp', ['lp: format_type vinyl'], 'Release Star Wars (Original Soundtrack) 1977'],
    [
      'imperial march williams',
      ['williams: artist John Williams (film composer)'],
      "ReleaseTrack The Imperial March (Darth Vader's Theme)",
    ],
  ])('%s', async (typed, filters, first) => {
    const page = await search(typed);
    expect([understood(page), titles(page)[0]]).toEqual([filters, first]);
    expect(page.meta.totalItems).toBe(page.data.length);
    expect(isDocumented(page)).toEqual([]);
  });

  test('stays a word where all words together find enough, or it is all there is', async () => {
    expect(understood(await search('star'))).toEqual([]);
    expect(understood(await search('france'))).toEqual([]);
    expect(understood(await search('blade runner'))).toEqual([]);
  });

  test('alone finds the records of that year, and is never corrected', async () => {
    const own = await startServer([production(1, 'Tides', { year: 1982 }), production(2, 'Sands', { year: 1983 }), production(3, '1984')]);
    const found = await search('1982', '', own);
    expect(titles(found)).toEqual(['Production Tides 1982']);
    expect(found.meta.didYouMean).toBeNull();
    expect((await search('1985', '', own)).meta.didYouMean).toBeNull();
  });

  test('that is of a film finds its music of other years after it', async () => {
    expect(titles(await search('blade runner 1982')).slice(0, 3)).toEqual([
      'Production Blade Runner 1982',
      'Album Blade Runner 1994',
      'Release Blade Runner 2013',
    ]);
  });

  test('comes after what has it in its name', async () => {
    const own = await startServer([production(1, 'Nineteen 1984', { year: 1970 }), production(2, 'Nineteen', { year: 1984 })]);
    expect(titles(await search('nineteen 1984', '', own))).toEqual(['Production Nineteen 1984 1970', 'Production Nineteen 1984']);
  });

  test('is counted for every type, and found of the type that was asked for', async () => {
    const all = await search('john williams 1977');
    const releases = await search('john williams 1977', '&type=Release');
    expect(releases.meta.counts).toEqual(all.meta.counts);
    expect(releases.data.map(({ type }) => type)).toEqual(Array(all.meta.counts.Release ?? 0).fill('Release'));
  });
});
