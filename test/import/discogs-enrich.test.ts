import { afterAll, expect, test } from 'bun:test';
import { FakeCatalog, fileOf, fixture, release, releases, removeFiles } from './discogs-fakes';

afterAll(removeFiles);

/** As MusicBrainz gives them: of version 4. */
const theirs = 'be3a32ec-8d3d-41de-b102-12bcaaa33e78';
const other = '70130d47-2145-4e61-972e-49d3d21a087e';

const barcode = '<identifiers><identifier type="Barcode" value="5 012345 678900"/></identifiers>';
const label = '<labels><label name="Varèse Sarabande" catno="VSD-1234" id="51167"/></labels>';
const artists = '<artists><artist><id>236226</id><name>Michael Giacchino</name></artist></artists>';
const tracklist = '<tracklist><track><position>1</position><title>Main Title</title></track></tracklist>';

const idsOf = (catalog: FakeCatalog, type: string): string[] => catalog.of(type).map(({ id }) => id);
const dump = (id: number) => fileOf(releases(release(id, barcode + label + artists + tracklist)));

test('a release that is linked is filled, and not doubled', async () => {
  const catalog = new FakeCatalog();
  catalog.link('Release', '77', theirs);
  catalog.giveTracks(theirs);
  await catalog.import([dump(77)]);
  expect(idsOf(catalog, 'Release')).toEqual([`/api/releases/${theirs}`]);
  expect(catalog.given.find(({ record }) => record.type === 'Release')?.mode).toBe('fill');
  expect(catalog.of('ReleaseTrack')).toEqual([]);
  expect(catalog.of('ReleaseExternalLink')).toEqual([]);
});

test('a release of the same barcode and number is the same, and gets the link and the tracks that it lacks', async () => {
  const catalog = new FakeCatalog();
  catalog.releases.set('5 012345 678900 VSD-1234', [theirs]);
  await catalog.import([dump(77)]);
  expect(idsOf(catalog, 'Release')).toEqual([`/api/releases/${theirs}`]);
  expect(catalog.findByLink('Release', 'discogs', '77')).toBe(theirs);
  expect(catalog.of('ReleaseTrack')[0]?.id).toStartWith(`/api/releases/${theirs}/formats/`);
  const first = catalog.given.splice(0);
  await catalog.import([dump(77)]);
  expect(catalog.given).toEqual(first);
});

test('two that fit are none, and two pressings of Discogs stay two', async () => {
  const catalog = new FakeCatalog();
  catalog.releases.set('5 012345 678900 VSD-1234', [theirs, other]);
  await catalog.import([dump(77)]);
  const [own] = idsOf(catalog, 'Release') as [string];
  catalog.releases.set('5 012345 678900 VSD-1234', [own.split('/')[3] as string]);
  await catalog.import([dump(78)]);
  expect(new Set(idsOf(catalog, 'Release')).size).toBe(2);
});

test('an artist who is linked is the same everywhere', async () => {
  const catalog = new FakeCatalog();
  catalog.link('Artist', '236226', other);
  await catalog.import([dump(77), fixture('masters')]);
  const credited = catalog.find('Release', 'A Score').artists as { iri: string }[];
  expect(credited.map(({ iri }) => iri)).toEqual([`/api/artists/${other}`]);
  expect(catalog.of('Artist').map(({ attributes }) => attributes.name)).not.toContain('Michael Giacchino');
});

test('a label of the same name is the same, unless Discogs tells them apart', async () => {
  const catalog = new FakeCatalog();
  catalog.name('Label', 'Varese Sarabande', other);
  await catalog.import([dump(77)]);
  expect(catalog.find('Release', 'A Score').labels).toEqual([{ iri: `/api/labels/${other}`, catalog_number: 'VSD-1234' }]);
  const numbered = '<labels><label name="Smile (4)" id="4"/></labels>';
  const plain = '<labels><label name="Smile" id="5"/></labels>';
  await catalog.import([fileOf(releases(release(1, numbered)))]);
  await catalog.import([fileOf(releases(release(2, plain)))]);
  expect(idsOf(catalog, 'Label')).toHaveLength(2);
  expect(new Set(idsOf(catalog, 'Label')).size).toBe(2);
});

test('a master is taken until its main release has come', async () => {
  const catalog = new FakeCatalog();
  await catalog.import([fixture('masters')]);
  const count = catalog.of('Release').length;
  await catalog.import([fileOf(releases(release(5328708, tracklist, 'Rashomon')))]);
  await catalog.import([fixture('masters')]);
  expect(catalog.of('Release')).toHaveLength(2 * count);
  expect(catalog.given.filter(({ record }) => record.attributes.title === 'Rashomon').map(({ mode }) => mode)).toEqual([
    'partial',
    'whole',
  ]);
});
