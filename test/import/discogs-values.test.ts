import { afterAll, expect, test } from 'bun:test';
import type { FormatType } from '../../src/catalog/vocabularies/vocabularies';
import { linkOf } from '../../src/import/sources/discogs/artist';
import { countryCodesOf } from '../../src/import/sources/discogs/countries';
import { dealToDiscs } from '../../src/import/sources/discogs/discs';
import { durationOf, markdownOf, plainOf, undisambiguatedName } from '../../src/import/sources/discogs/values';
import { isrcOf, partialDateOf } from '../../src/import/sources/shared/records';
import { uuidOf } from '../../src/store/values/identifiers';
import { importReleases, release, removeFiles } from './discogs-fakes';

afterAll(removeFiles);

test('dates are read as precisely as they are known', () => {
  expect(
    ['', '1999', '1999-03-00', '1999-00-00', '1999-03-07', '1999-02-31', '0000', '?', '1970s', "1970's", '1970er'].map(partialDateOf),
  ).toEqual([undefined, '1999', '1999-03', '1999', '1999-03-07', '1999-02', undefined, undefined, undefined, undefined, undefined]);
});

test('durations are read as minutes and seconds', () => {
  expect(['3:45', '75:30', '1:02:03', '148:00', '', '0:00', 'x'].map(durationOf)).toEqual([
    { minutes: 3, seconds: 45 },
    { minutes: 75, seconds: 30 },
    { minutes: 62, seconds: 3 },
    { minutes: 148, seconds: 0 },
    undefined,
    undefined,
    undefined,
  ]);
});

test('fractions of a second are left out of durations, and full-width digits and approximations are read', () => {
  expect(['3:45.67', '3:45,6', '1:02:03.250', '３：４５', '(3:45)', '~5:00', '3\'45"', '3.45'].map(durationOf)).toEqual([
    { minutes: 3, seconds: 45 },
    { minutes: 3, seconds: 45 },
    { minutes: 62, seconds: 3 },
    { minutes: 3, seconds: 45 },
    { minutes: 3, seconds: 45 },
    { minutes: 5, seconds: 0 },
    { minutes: 3, seconds: 45 },
    { minutes: 3, seconds: 45 },
  ]);
  expect(['3.45.67', '45', '1:2:3:4'].map(durationOf)).toEqual([undefined, undefined, undefined]);
});

test('names lose only their disambiguation number', () => {
  expect(['Smile (4)', 'Bobby George (2) ', 'Prince (The Artist)', '(3)', '1984 (1984)'].map(undisambiguatedName)).toEqual([
    'Smile',
    'Bobby George',
    'Prince (The Artist)',
    '(3)',
    '1984',
  ]);
});

const deal = (positions: string, ...formats: [FormatType, number][]) =>
  dealToDiscs(
    positions.split(' '),
    (position) => position,
    formats.map(([type, quantity]) => ({ type, quantity })),
  ).map(({ format, quantity, tracks }) => `${format.type} ${quantity}: ${tracks.join(' ')}`.trim());

test('tracks are assigned to discs by their positions', () => {
  expect(deal('A1 A2 B1 C1 D1 D2', ['vinyl', 2])).toEqual(['vinyl 1: A1 A2 B1', 'vinyl 1: C1 D1 D2']);
  expect(deal('1-1 1-2 2-1', ['cd', 2])).toEqual(['cd 1: 1-1 1-2', 'cd 1: 2-1']);
  expect(deal('1.1 1.2 2.1', ['cd', 2])).toEqual(['cd 1: 1.1 1.2', 'cd 1: 2.1']);
  expect(deal('CD1-1 CD2-1 DVD-1 DVD-2', ['cd', 2], ['dvd', 1])).toEqual(['cd 1: CD1-1', 'cd 1: CD2-1', 'dvd 1: DVD-1 DVD-2']);
  expect(deal('A1 B1 1 2', ['vinyl', 1], ['cd', 1])).toEqual(['vinyl 1: A1 B1', 'cd 1: 1 2']);
  expect(deal('1 2 3', ['cd', 2])).toEqual(['cd 2: 1 2 3']);
  expect(deal('A AA', ['vinyl', 1])).toEqual(['vinyl 1: A AA']);
  expect(deal('1 2', ['cd', 1], ['dvd', 1])).toEqual(['cd 1: 1 2', 'dvd 1:']);
});

const vinyl = (quantity: number, ...descriptions: string[]) => ({ type: 'vinyl' as const, quantity, descriptions });

const dealSides = (sides: string, ...formats: readonly ReturnType<typeof vinyl>[]) =>
  dealToDiscs(sides.split(' '), (side) => side, formats).map(({ tracks }) => tracks.join(' '));

test('sides of box sets fill the discs in printed order', () => {
  // A single-sided record has one side, and AA continues after Z.
  expect(dealSides('A1 B1 C1 D1 E1', vinyl(1), vinyl(1, 'LP', 'Single Sided'), vinyl(1))).toEqual(['A1 B1', 'C1', 'D1 E1']);
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
  expect(dealSides([...letters, 'AA', 'AB', 'AC', 'AD'].join(' '), vinyl(15)).slice(-2)).toEqual(['AA AB', 'AC AD']);
  expect(dealSides([...letters, 'AA', 'BB', 'CC', 'DD'].join(' '), vinyl(15)).slice(-2)).toEqual(['AA BB', 'CC DD']);
  expect(dealSides('A1 A2 B1 A1 B1 A1 B1 B2', vinyl(3))).toEqual(['A1 A2 B1', 'A1 B1', 'A1 B1 B2']);
  // More sides than a single-sided format can hold.
  expect(dealSides('A1 B1 C1', vinyl(2, 'Single Sided'))).toEqual(['A1 B1', 'C1']);
  // An unlisted side leaves the other discs in place.
  expect(dealSides('A1 C1 D1', vinyl(2))).toEqual(['A1', 'C1 D1']);
});

test('numbers that start again continue on the next disc', () => {
  expect(deal('1 2 3 1 2', ['cd', 2])).toEqual(['cd 1: 1 2 3', 'cd 1: 1 2']);
  expect(deal('1 2 2 3', ['cd', 2])).toEqual(['cd 2: 1 2 2 3']);
  expect(deal('A1 B1 1 2 1 2', ['vinyl', 1], ['cd', 2])).toEqual(['vinyl 1: A1 B1', 'cd 1: 1 2', 'cd 1: 1 2']);
});

test('Discogs markup becomes Markdown or plain text', () => {
  const text = '[b]Born[/b] as [a=Carl Craig (2)] on [l123], see [url=http://x.org/(a)]here[/url] [not markup]';
  expect(markdownOf(text)).toBe(
    '**Born** as Carl Craig on <https://www.discogs.com/label/123>, see [here](http://x.org/%28a%29) [not markup]',
  );
  expect(plainOf(text)).toBe('Born as Carl Craig on https://www.discogs.com/label/123, see here (http://x.org/(a)) [not markup]');
  expect(markdownOf('[url=javascript:alert(1)]x[/url]')).toBe('x');
});

test('the provider of a link follows from its host', () => {
  expect(linkOf('https://www.imdb.com/name/nm0315974/')).toEqual({
    provider: 'imdb',
    external_id: 'nm0315974',
    url: 'https://www.imdb.com/name/nm0315974/',
  });
  expect(linkOf('www.joshwink.com')).toEqual({ provider: 'website', external_id: 'joshwink.com', url: 'http://www.joshwink.com' });
  expect(['javascript:alert(1)', 'https://www.discogs.com/user/x', 'no address', 'http://a b', 'http://u:p@x.org/'].map(linkOf)).toEqual(
    Array(5).fill(undefined),
  );
});

test('country names become codes, including regions and former countries', () => {
  const codes = (text: string) => `${text}: ${countryCodesOf(text).join(' ')}`;
  const expected = [
    'US: US',
    'UK: GB',
    'South Korea: KR',
    'Europe: XE',
    'Worldwide: XW',
    'UK & Europe: GB XE',
    'USA & Canada: US CA',
    'USA, Canada & Europe: US CA XE',
    'Germany, Austria, & Switzerland: DE AT CH',
    'Trinidad & Tobago: TT',
    'Bosnia & Herzegovina: BA',
    'Benelux: BE NL LU',
    'Australia & Benelux: AU BE NL LU',
    'USSR: SU',
    'Czechoslovakia: CS',
    'German Democratic Republic (GDR): DD',
    'Yugoslavia: YU',
    'Zaire: ZR',
    'Burma: BU',
    'Narnia: ',
    'UK & Narnia: ',
    ': ',
  ];
  expect(expected.map((line) => codes(line.slice(0, line.lastIndexOf(':'))))).toEqual(expected);
});

test('ISRCs are assigned to tracks by position, or in order if there is one per track', async () => {
  expect(isrcOf('ISRC US-ABC-12-34567')).toBe('USABC1234567');
  const track = (position: string) => `<track><position>${position}</position><title>T${position}</title></track>`;
  const isrc = (value: string, at = '') => `<identifier type="ISRC" value="${value}" description="${at}"/>`;
  const tracklist = `<tracklist>${track('1')}${track('2')}</tracklist>`;
  const catalog = await importReleases(
    release(1, `${tracklist}<identifiers>${isrc('USABC1234567', 'Track 02')}</identifiers>`),
    release(2, `${tracklist}<identifiers>${isrc('USABC1234561')}${isrc('USABC1234562')}</identifiers>`),
  );
  expect(catalog.of('ReleaseTrack').map(({ attributes }) => attributes.isrc_code)).toEqual([
    undefined,
    'USABC1234567',
    'USABC1234561',
    'USABC1234562',
  ]);
});

test('an untitled index track is named after its parts, and headings of discs become disc titles', async () => {
  const part = (position: string, title: string) => `<track><position>${position}</position><title>${title}</title></track>`;
  const catalog = await importReleases(
    release(
      1,
      '<formats><format name="CD" qty="2"/></formats><tracklist>' +
        `<track><title>The Score</title></track>${part('1-1', 'One')}` +
        `<track><title>The Songs</title></track><track><title/><sub_tracks>${part('2-1a', 'X')}${part('2-1b', 'Y')}</sub_tracks></track></tracklist>`,
    ),
  );
  expect(catalog.of('ReleaseFormat').map(({ attributes }) => attributes.title)).toEqual(['The Score', 'The Songs']);
  expect(catalog.find('ReleaseTrack', 'X / Y')).toMatchObject({ _type: 'compound', position: 1 });
});

test('UUIDs of names are of version 5 and stable', () => {
  expect(uuidOf('discogs:artist:733955')).toBe('4b0cafa2-380b-5c65-afaf-504d92382687');
  expect(uuidOf('x'.repeat(5_000))).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
});
