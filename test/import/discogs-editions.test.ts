import { afterAll, expect, test } from 'bun:test';
import { ownOrganizationId } from '../../src/import/sources/discogs/values';
import { FakeCatalog, fixture, importReleases, release, removeFiles } from './discogs-fakes';

afterAll(removeFiles);

const samples = new FakeCatalog();
const items = await samples.import([fixture('releases')]);

const read = (content: string): Promise<FakeCatalog> => importReleases(release(1, content));

const releaseOf = async (content: string) => (await read(content)).find('Release', 'A Score');
const tracksOf = async (list: string) =>
  (await read(`<tracklist>${list}</tracklist>`)).of('ReleaseTrack').map(({ attributes }) => attributes);
const track = (position: string, title: string, content = '') =>
  `<track><position>${position}</position><title>${title}</title><duration>${position === '' ? '' : '1:00'}</duration>${content}</track>`;
const identifier = (type: string, value: string, description = '') =>
  `<identifier type="${type}" value="${value}"${description === '' ? '' : ` description="${description}"`}/>`;

test('a barcode is also kept as an identifier if it is invalid or has a description', async () => {
  const found = await releaseOf(
    `<identifiers>${identifier('Barcode', '12345')}${identifier('Barcode', '5 012345 678900', 'Text')}${identifier('Barcode', '5012345678900')}</identifiers>`,
  );
  expect(found.barcode).toBe('5 012345 678900');
  expect(found.identifiers).toEqual([
    { type: 'Barcode', value: '12345', description: null },
    { type: 'Barcode', value: '5 012345 678900', description: 'Text' },
    { type: 'Barcode', value: '5012345678900', description: null },
  ]);
  expect(await releaseOf(`<identifiers>${identifier('Barcode', '5012345678900')}</identifiers>`)).not.toHaveProperty('identifiers');
});

test('a barcode without digits is none, and two in one value are two', async () => {
  const barcodes = async (...values: string[]) => {
    const { barcode, identifiers } = await releaseOf(
      `<identifiers>${values.map((value) => identifier('Barcode', value)).join('')}</identifiers>`,
    );
    return [barcode, ...((identifiers ?? []) as { value: string }[]).map(({ value }) => value)];
  };
  expect(await barcodes('none', 'N/A')).toEqual([undefined]);
  expect(await barcodes('5099747429422, 0886971234567')).toEqual(['5099747429422', '0886971234567']);
  expect(await barcodes('4 988005 123456 (T2,548)')).toEqual(['4 988005 123456 (T2,548)']);
  expect(await barcodes('４９８８００５１２３４５６')).toEqual(['4988005123456']);
});

test('an ISRC that matches no track stays with the release', async () => {
  const catalog = await read(
    `<tracklist>${track('1', 'One')}${track('2', 'Two')}</tracklist><identifiers>${identifier('ISRC', 'USABC1234567', '1')}${identifier('ISRC', 'USABC1234568', 'B-side')}</identifiers>`,
  );
  expect(catalog.of('ReleaseTrack').map(({ attributes }) => attributes.isrc_code)).toEqual(['USABC1234567', undefined]);
  expect(catalog.find('Release', 'A Score').identifiers).toEqual([{ type: 'ISRC', value: 'USABC1234568', description: 'B-side' }]);
});

test('a release lists a company once for each of its roles', async () => {
  const company = (id: string, role: string, catno = '') =>
    `<company><id>${id}</id><name>EMI Studios</name><catno>${catno}</catno><entity_type>23</entity_type><entity_type_name>${role}</entity_type_name><resource_url>x</resource_url></company>`;
  const catalog = await read(
    `<companies>${company('7', 'Recorded At')}${company('7', 'Mixed At', 'X 1')}${company('0', 'Pressed By')}</companies>`,
  );
  const { companies } = catalog.find('Release', 'A Score');
  const iri = `/api/organizations/${ownOrganizationId('7')}`;
  expect(companies).toMatchObject([{ iri, role: 'Recorded At' }, { iri, role: 'Mixed At', catalog_number: 'X 1' }, { role: 'Pressed By' }]);
  expect(new Set(catalog.of('Organization').map(({ id }) => id)).size).toBe(2);
});

test('genres, styles and series keep their Discogs names', async () => {
  expect(samples.find('Release', 'Unrest (Original Motion Picture Soundtrack)')).toMatchObject({
    genres: ['Stage & Screen'],
    styles: ['Score', 'Soundtrack'],
  });
  const series = '<series><series name="Silver Age Classics (2)" catno="Vol. 3" id="9"/><series name="Blue" catno="none" id="8"/></series>';
  expect((await releaseOf(series)).series).toEqual([
    { name: 'Silver Age Classics', number: 'Vol. 3' },
    { name: 'Blue', number: null },
  ]);
});

test('the descriptions of a box set apply to its discs', async () => {
  const format = (name: string, quantity: number, text: string, description: string) =>
    `<format name="${name}" qty="${quantity}" text="${text}"><descriptions><description>${description}</description></descriptions></format>`;
  const catalog = await read(
    `<formats>${format('Box Set', 1, 'Numbered', 'Limited Edition')}${format('CD', 1, '', 'Album')}${format('All Media', 1, '', 'Remastered')}</formats>`,
  );
  expect(catalog.of('ReleaseFormat').map(({ attributes }) => attributes.descriptions)).toEqual([
    ['Album', 'Box Set', 'Limited Edition', 'Numbered', 'Remastered'],
  ]);
});

test('tracks and sub-tracks keep their printed positions', () => {
  const of = (title: string) => samples.of('ReleaseTrack').find(({ attributes }) => attributes.title === title)?.attributes;
  expect(of('Hey Bulldog')).toMatchObject({ number: 'A4', position: 4 });
  const symphony = of('Symphony For Shafted Souls (The Big Chase)');
  expect(symphony).not.toHaveProperty('number');
  expect(((symphony?.sub_tracks ?? []) as { number: string }[]).map(({ number }) => number)).toEqual([
    'B.1',
    'B.2',
    'B.3',
    'B.4',
    'B.5',
    'B.6',
  ]);
});

test('consecutive headings are joined, and a heading without tracks is counted as ignored', async () => {
  const list = [
    track('', 'Act One'),
    track('', 'Scene 1'),
    track('1', 'One'),
    track('', 'Scene 2'),
    track('2', 'Two'),
    track('', 'The End'),
  ];
  const catalog = await read(`<tracklist>${list.join('')}</tracklist>`);
  expect(catalog.of('ReleaseTrack').map(({ attributes }) => attributes.notes)).toEqual(['Act One / Scene 1', 'Scene 2']);
  expect(catalog.items[0]?.notTaken).toMatchObject({ 'headings without tracks': 1 });
});

test('the credits of a heading apply to the tracks below it', async () => {
  const credit = '<extraartists><artist><id>4</id><name>Ann</name><role>Composed By</role></artist></extraartists>';
  const found = await tracksOf(track('1', 'Zero') + track('', 'Suite', credit) + track('2', 'One') + track('3', 'Two'));
  expect(found.map(({ credits }) => ((credits ?? []) as unknown[]).length)).toEqual([0, 1, 1]);
});

test('artists without a Discogs record are imported as text', async () => {
  const unlinkedArtist = (name: string, role = '', tracks = '') =>
    `<artist><id>0</id><name>${name}</name><role>${role}</role><tracks>${tracks}</tracks></artist>`;
  const found = await releaseOf(
    `<artists>${unlinkedArtist('A Choir Of Children')}</artists><extraartists>${unlinkedArtist('Tom Jones', 'Guitar', 'A1')}</extraartists><notes>Printed in the UK.</notes>`,
  );
  expect(found).toMatchObject({ artist_credit: 'A Choir Of Children', notes: 'Printed in the UK.\n\nGuitar – Tom Jones (A1)' });
  const [one] = await tracksOf(
    track('1', 'One', `<artists>${unlinkedArtist('Sam Smith')}</artists><extraartists>${unlinkedArtist('Mr. X', 'Flute')}</extraartists>`),
  );
  expect(one).toMatchObject({ artist_text: 'Sam Smith', notes: 'Flute – Mr. X' });
});

test('the second country of a release becomes a release event, and an unknown one is counted as ignored', async () => {
  expect(await releaseOf('<country>UK &amp; Europe</country><released>1999-05-00</released>')).toMatchObject({
    country: 'GB',
    release_date: '1999-05',
    events: [{ date: '1999-05', country: 'XE' }],
  });
  expect(await releaseOf('<country>Czechoslovakia</country>')).toMatchObject({ country: 'CS' });
  const unknown = await read('<country>Asia</country><released>19??</released>');
  expect(unknown.find('Release', 'A Score')).not.toHaveProperty('country');
  expect(unknown.items[0]?.notTaken).toEqual({ status: 1, 'country Asia': 1, released: 1 });
});

test('the sample releases keep all their identifiers, companies, styles and genres', () => {
  const all = samples.of('Release').map(({ attributes }) => attributes);
  const sum = (name: string) => all.reduce((count, attributes) => count + ((attributes[name] as unknown[] | undefined)?.length ?? 0), 0);
  expect(items.filter(({ rejected }) => rejected)).toEqual([]);
  expect([sum('identifiers'), sum('companies'), sum('styles'), sum('genres')]).toEqual([49, 48, 63, 69]);
});
