import { beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import fc from 'fast-check';
import { importRecords } from '../../src/import/seed';
import { distanceOf } from '../../src/nearest';
import { artist, production } from '../records/numbered-records';
import { answerCheck, type Check, jsonApiCheck } from '../support/json-schema';
import { limitOf, runs } from '../support/runs';
import { demoServer, numbered, startServer, type TestServer } from '../support/server';
import { type SearchPage, search, searchPath } from './searches';

// Some tests send hundreds of requests.
setDefaultTimeout(limitOf(60_000));

let server: TestServer;
let isDocumented: Check;
beforeAll(async () => {
  server = await demoServer();
  isDocumented = await answerCheck(server, '/api/search');
});

describe('corrections of a search', () => {
  test('leave abbreviations of labels alone', async () => {
    const { data, meta } = await search('fsm');
    expect([data.length > 0, meta.didYouMean]).toEqual([true, null]);
  });

  test.each([
    ['a missing letter', 'bernard herman', 'bernard herrmann'],
    ['an extra letter', 'herrrmann psycho', 'herrmann psycho'],
    ['transposed letters', 'jhon williams', 'john williams'],
    ['a wrong letter', 'gorepki', 'gorecki'],
    ['a wrong first letter', 'xsycho', 'psycho'],
    ['a missing first letter', 'sycho', 'psycho'],
    ['an error in each word', 'bernad hermann', 'bernard herrmann'],
    ['a missing double letter', 'herman', 'herrmann'],
    ['an abbreviation', 'alien ost', 'alien soundtrack'],
    ['a missing blank', 'startrek', 'star trek'],
    ['an extra blank', 'god father', 'godfather'],
    ['an error beside marks', 'bernard-herman, psycho!', 'bernard-herrmann, psycho!'],
  ])('answer %s with the results of the corrected text: %s', async (_, typed, meant) => {
    const page = await search(typed);

    expect(page.meta.corrected).toEqual({ from: typed, to: meant });
    expect(page.meta.didYouMean).toBe(meant);
    const link = page.meta.didYouMeanLink as string;
    const meantPage = (await server.read(link)) as unknown as SearchPage;
    expect(meantPage.data.length).toBeGreaterThan(0);
    expect([page.data, page.meta.totalItems, page.meta.hits]).toEqual([meantPage.data, meantPage.meta.totalItems, meantPage.meta.hits]);
    expect(meantPage.meta).not.toHaveProperty('corrected');
  });

  test('are suggested only with corrections=false', async () => {
    const { data, meta } = await search('jhon williams', '&corrections=false');

    expect([data, meta.totalItems, meta.didYouMean, 'corrected' in meta]).toEqual([[], 0, 'john williams', false]);
  });

  test('lead to later pages of the corrected results', async () => {
    const first = await search('jhon williams', '&itemsPerPage=2');
    const second = (await server.read(first.links.next as string)) as unknown as SearchPage;

    expect(first.data.length).toBe(2);
    expect(second.meta.corrected).toEqual({ from: 'jhon williams', to: 'john williams' });
    expect(second.data).toEqual((await search('john williams', '&itemsPerPage=2&page=2')).data);
  });

  test('are absent if there are results or no similar words', async () => {
    expect((await search('psycho')).meta.didYouMean).toBeNull();
    expect((await search('qqqqqqqqqq')).meta.didYouMean).toBeNull();
    expect((await search('(((')).meta).toMatchObject({ didYouMean: null, didYouMeanLink: null, totalItems: 0 });
  });

  test('suggest a text with far more results', async () => {
    const own = await startServer([
      artist(1, 'Hermann'),
      ...Array.from({ length: 12 }, (_, index) => artist(index + 2, `Bernard Herrmann ${index}`)),
    ]);

    expect((await search('hermann', '', own)).meta).toMatchObject({ totalItems: 1, didYouMean: 'herrmann' });
    const { meta } = await search('hermann', '&corrections=false', own);
    expect([meta.didYouMean, 'ignoredParameters' in meta]).toEqual([null, false]);
    expect((await search('herrmann', '', own)).meta).toMatchObject({ totalItems: 12, didYouMean: null });
  });

  test('have results of the requested type', async () => {
    const page = await search('wiliams', '&type=Artist&page=1');

    expect(page.meta).toMatchObject({ didYouMean: 'williams', didYouMeanLink: '/api/search?q=williams&type=Artist' });
  });

  test('use words of records imported later', async () => {
    const own = await startServer([artist(1, 'Herrmann')]);
    expect((await search('wiliams', '', own)).meta.didYouMean).toBeNull();

    await importRecords(own.store, numbered([artist(2, 'Williams')]));

    expect((await search('wiliams', '', own)).meta.didYouMean).toBe('williams');
  });

  test('use an edit distance of insertions, deletions, substitutions and transpositions', () => {
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

describe('a search for arbitrary text across types', () => {
  const word = fc.oneof(
    fc.constantFrom(...`AND NOT NEAR( ^ * name: " ' ( } \0 -- john herr Górecki 久石譲 🎬 ﬁ ½ 12345678`.split(' ')),
    fc.string({ unit: 'binary', maxLength: 12 }),
    fc.string({ unit: 'grapheme', maxLength: 6 }),
  );
  const typed = fc.array(word, { minLength: 1, maxLength: 6 }).map((parts) => `x${parts.join(' ').slice(0, 190)}`.toWellFormed());

  test('answers 200 and matches OpenAPI and JSON:API', async () => {
    const loggedBefore = server.logged.length;
    const check = jsonApiCheck();
    const request = fc.asyncProperty(typed, fc.boolean(), async (text, isWhole) => {
      const response = await server.request(searchPath(isWhole ? text : text.slice(1) || 'x'));
      const body = await response.json();
      if (response.status !== 200 && text.slice(1).trim() !== '') throw new Error(`${response.status}: ${JSON.stringify(body)}`);
      if (response.status === 200) expect([...check(body), ...isDocumented(body)]).toEqual([]);
    });

    await fc.assert(request, { numRuns: runs(150) });

    expect(server.logged.slice(loggedBefore)).toEqual([]);
  });

  test('finds a name without words if it is the whole name', async () => {
    const own = await startServer([artist(1, '!!!'), artist(2, '!!! And More')]);

    expect((await search('!!!', '', own)).data.map(({ id }) => Number(id.slice(-3)))).toEqual([1]);
  });
});

describe('a search word for a year, a format, a country or an artist', () => {
  const understood = ({ meta }: SearchPage) => meta.understood.map(({ word, filter, value }) => `${word}: ${filter} ${value}`);
  const titles = ({ data }: SearchPage) =>
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
  ])('becomes a filter: %s', async (typed, filters, first) => {
    const page = await search(typed);
    expect([understood(page), titles(page)[0]]).toEqual([filters, first]);
    expect(page.meta.totalItems).toBe(page.data.length);
    expect(isDocumented(page)).toEqual([]);
  });

  test('stays a word if the whole text has enough results or there are no other words', async () => {
    expect(understood(await search('star'))).toEqual([]);
    expect(understood(await search('france'))).toEqual([]);
    expect(understood(await search('blade runner'))).toEqual([]);
  });

  test('finds the records of a year on its own, and is never corrected', async () => {
    const own = await startServer([production(1, 'Tides', { year: 1982 }), production(2, 'Sands', { year: 1983 }), production(3, '1984')]);
    const found = await search('1982', '', own);
    expect(titles(found)).toEqual(['Production Tides 1982']);
    expect(found.meta.didYouMean).toBeNull();
    expect((await search('1985', '', own)).meta.didYouMean).toBeNull();
  });

  test('for the year of a production also finds its releases of other years, ranked lower', async () => {
    expect(titles(await search('blade runner 1982')).slice(0, 3)).toEqual([
      'Production Blade Runner 1982',
      'Album Blade Runner 1994',
      'Release Blade Runner 2013',
    ]);
  });

  test('ranks lower than the same word in a name', async () => {
    const own = await startServer([production(1, 'Nineteen 1984', { year: 1970 }), production(2, 'Nineteen', { year: 1984 })]);
    expect(titles(await search('nineteen 1984', '', own))).toEqual(['Production Nineteen 1984 1970', 'Production Nineteen 1984']);
  });

  test('is counted for every type and filtered by type', async () => {
    const all = await search('john williams 1977');
    const releases = await search('john williams 1977', '&type=Release');
    expect(releases.meta.counts).toEqual(all.meta.counts);
    expect(releases.data.map(({ type }) => type)).toEqual(Array(all.meta.counts.Release ?? 0).fill('Release'));
  });
});
