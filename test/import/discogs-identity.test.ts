import { afterAll, expect, test } from 'bun:test';
import { ownAlbumId, ownArtistId, ownLabelId, ownOrganizationId, ownReleaseId } from '../../src/import/sources/discogs/values';
import { authorities } from '../../src/records/provenance/ranks';
import { uuidOf } from '../../src/store/values/identifiers';
import { FakeCatalog, fileOf, fixture, importReleases, release, releases, removeFiles } from './discogs-fakes';

afterAll(removeFiles);

/** A UUID of version 4, as MusicBrainz assigns them. */
const theirs = 'be3a32ec-8d3d-41de-b102-12bcaaa33e78';

const barcode = '<identifiers><identifier type="Barcode" value="5 012345 678900"/></identifiers>';
const label = '<labels><label name="Varèse Sarabande" catno="VSD-1234" id="51167"/></labels>';
const artists = '<artists><artist><id>236226</id><name>Michael Giacchino</name></artist></artists>';
const tracklist = '<tracklist><track><position>1</position><title>Main Title</title></track></tracklist>';
const format = (name: string, description: string) =>
  `<formats><format name="${name}" qty="1" text=""><descriptions><description>${description}</description></descriptions></format></formats>`;

const idsOf = (catalog: FakeCatalog, type: string): string[] => catalog.of(type).map(({ id }) => id);
const dump = (id: number) => fileOf(releases(release(id, barcode + label + artists + tracklist)));

test('a CD, a colored LP and an unofficial CD that share a barcode are three releases', async () => {
  const catalog = new FakeCatalog();
  const shared = barcode + label + artists + tracklist;
  const pressings = [
    release(1, shared + format('CD', 'Album')),
    release(2, shared + format('Vinyl', 'LP').replace('text=""', 'text="Red"')),
    release(3, shared + format('CD', 'Unofficial Release')),
  ];
  await catalog.import([fileOf(releases(...pressings))]);
  expect(idsOf(catalog, 'Release')).toEqual(['1', '2', '3'].map((id) => `/api/releases/${ownReleaseId(id)}`));
  const links = catalog.of('ReleaseExternalLink').map(({ id, attributes }) => [id.split('/')[3], attributes.external_id]);
  expect(links).toEqual(['1', '2', '3'].map((id) => [ownReleaseId(id), id]));
  expect(catalog.of('ReleaseFormat').map(({ attributes }) => [attributes.format_type, attributes.descriptions, attributes.text])).toEqual([
    ['cd', ['Album'], undefined],
    ['vinyl', ['LP'], 'Red'],
    ['cd', ['Unofficial Release'], undefined],
  ]);
});

test('the records of a dump do not depend on the contents of the catalog', async () => {
  const bare = new FakeCatalog();
  const full = new FakeCatalog();
  full.link('Release', '77', theirs);
  full.link('Artist', '236226', theirs);
  full.name('Label', 'Varese Sarabande', theirs);
  for (const catalog of [bare, full]) await catalog.import([dump(77), fixture('masters'), fixture('releases')]);
  expect(full.emitted).toEqual(bare.emitted);
});

test('record IDs are derived from Discogs numbers', async () => {
  const catalog = new FakeCatalog();
  const company =
    '<companies><company><id>51167</id><name>Varèse Sarabande</name><entity_type_name>Copyright (c)</entity_type_name></company></companies>';
  const master = '<master_id is_main_release="true">5</master_id>';
  await catalog.import([fileOf(releases(release(77, label + artists + company + master)))]);
  expect(idsOf(catalog, 'Artist')).toEqual([`/api/artists/${ownArtistId('236226')}`]);
  expect(idsOf(catalog, 'Label')).toEqual([`/api/labels/${ownLabelId('51167')}`]);
  expect(idsOf(catalog, 'Organization')).toEqual([`/api/organizations/${ownOrganizationId('51167')}`]);
  expect(idsOf(catalog, 'Album')).toEqual([`/api/albums/${ownAlbumId('5')}`]);
  expect(ownReleaseId('77')).toBe(uuidOf('discogs:release:77'));
});

test('labels that differ only by their number stay separate and are noted as numbered', async () => {
  const numbered = '<labels><label name="Smile (4)" id="4"/></labels>';
  const plain = '<labels><label name="Smile" id="5"/></labels>';
  const catalog = await importReleases(release(1, numbered), release(2, plain));
  expect(catalog.of('Label').map(({ attributes }) => attributes.name)).toEqual(['Smile', 'Smile']);
  expect(new Set(idsOf(catalog, 'Label')).size).toBe(2);
  const notes = catalog.items.flatMap(({ notes }) => notes ?? []);
  expect(notes).toEqual([[`numbered:Label:${ownLabelId('4')}`, '1']]);
});

test("an artist's own element has a higher rank than its mention in a release", async () => {
  const catalog = new FakeCatalog();
  const artist = '<artists><artist><id>1</id><name>Alan Smith</name></artist></artists>';
  const own = fileOf('<artists><artist><id>1</id><name>Alan Smith</name></artist></artists>', 'artists.xml');
  await catalog.import([fileOf(releases(release(1, artist))), own]);
  expect(catalog.emitted.filter(({ record }) => record.type === 'Artist').map(({ mode, authority }) => [mode, authority])).toEqual([
    ['fill', authorities.discogsNamed],
    ['partial', authorities.discogs],
  ]);
  expect(catalog.emitted.every(({ authority }) => authority !== undefined)).toBe(true);
});

test('a group and its member emit the same membership ID, silently deferred until both exist', async () => {
  const catalog = new FakeCatalog();
  const named = [1, 2].map((id) => `<artist><id>${id}</id><name>A${id}</name></artist>`).join('');
  const group =
    '<artist><id>1</id><name>A1</name><members><id>2</id><name id="2">A2</name><id>3</id><name id="3">A3</name></members></artist>';
  const member = '<artist><id>2</id><name>A2</name><groups><name id="1">A1</name></groups></artist>';
  const own = fileOf(`<artists>${group}${member}</artists>`, 'artists.xml');
  await catalog.import([fileOf(releases(release(1, `<artists>${named}</artists>`))), own]);
  const memberships = catalog.emitted.filter(({ record }) => record.type === 'ArtistGroupMember');
  expect(
    memberships.map(({ record, isQuietlyDeferred }) => [record.id.split('/')[3], record.attributes.position, isQuietlyDeferred]),
  ).toEqual([
    [ownArtistId('2'), 1, true],
    [ownArtistId('3'), 2, true],
    [ownArtistId('2'), undefined, true],
  ]);
  expect(memberships[0]?.record.id).toBe(memberships[2]?.record.id);
});
