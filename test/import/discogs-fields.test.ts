import { afterAll, expect, test } from 'bun:test';
import { runImport } from '../../src/import/run/run';
import { flush, type SourceItem } from '../../src/import/source';
import { discogs } from '../../src/import/sources/discogs';
import { fields } from '../../src/import/sources/discogs/read-element';
import { childElements, type XmlValue } from '../../src/import/sources/discogs/values';
import { seededStore } from '../support/server';
import { FakeCatalog, fileOf, fixture, fixtureText, importReleases, release, releases, removeFiles } from './discogs-fakes';

afterAll(removeFiles);

type DumpName = keyof typeof fields;

const dumps = Object.keys(fields) as DumpName[];

/** Paths documented for later dumps that no sample contains. */
const later: Readonly<Record<DumpName, string>> = {
  releases:
    'series series/series series/series/@name series/series/@catno series/series/@id tracklist/track/sub_tracks/track/artists/artist/anv',
  masters: '@id main_release videos/video/@embed notes',
  artists: 'members/name/@id groups/name/@id aliases/name/@id',
  labels: 'parentLabel/@id sublabels/label/@id',
};

const pathsOf = (name: DumpName): string[] => {
  const { imported, repeated, notTaken } = fields[name];
  return `${imported} ${repeated} ${notTaken}`.split(' ');
};

/** Every path of a dump, relative to its elements. */
function seenIn(name: DumpName): Set<string> {
  const seen = new Set<string>();
  const walk = (value: XmlValue, path: string): void => {
    if (typeof value === 'string') return;
    for (const [key, inside] of Object.entries(value)) {
      if (key === '#text') continue;
      seen.add(path + key);
      if (!key.startsWith('@')) for (const one of Array.isArray(inside) ? inside : [inside]) walk(one as XmlValue, `${path}${key}/`);
    }
  };
  const parsed = Bun.XML.parse(fixtureText(name)) as Record<string, XmlValue>;
  for (const element of childElements(parsed[name], name.slice(0, -1))) walk(element, '');
  return seen;
}

test('every element and attribute of the dumps is listed as imported, redundant or ignored', () => {
  for (const name of dumps) {
    const known = new Set(pathsOf(name));
    expect([name, ...seenIn(name)].filter((path) => path !== name && !known.has(path))).toEqual([]);
    expect(later[name].split(' ').filter((path) => !known.has(path))).toEqual([]);
  }
});

test('no element or attribute of the dumps is listed twice', () => {
  for (const name of dumps) {
    const paths = pathsOf(name);
    expect(paths.filter((path, index) => paths.indexOf(path) !== index)).toEqual([]);
  }
});

test('unsupported elements such as images and videos are counted as ignored', async () => {
  const catalog = new FakeCatalog();
  await catalog.import(dumps.map(fixture));
  const all: Record<string, number> = {};
  for (const { source, notTaken } of catalog.items)
    for (const [name, count] of Object.entries(notTaken ?? {})) all[`${source} ${name}`] = (all[`${source} ${name}`] ?? 0) + count;
  expect(all).toMatchObject({ 'discogs/releases images': 92, 'discogs/releases videos': 81, 'discogs/releases data_quality': 29 });
  expect(all).toMatchObject({ 'discogs/masters images': 87, 'discogs/masters videos': 39 });
});

test('releases of the genre that are left out are counted by their style', async () => {
  const catalog = await importReleases(
    release(1, '<styles><style>Opera</style></styles>'),
    release(2, '<styles><style>Opera</style></styles>'),
  );
  expect(catalog.of('Release')).toEqual([]);
  expect(catalog.items.map(({ notTaken }) => notTaken)).toEqual([
    { 'releases of the style Opera': 1 },
    { 'releases of the style Opera': 1 },
  ]);
});

test('releases of other genres are counted, also after the last one that is imported', async () => {
  const rock = (id: number) => release(id, '<styles><style>Indie</style></styles>').replace('Stage &amp; Screen', 'Rock');
  const score = release(9, '<styles><style>Score</style></styles>');
  for (const all of [
    [rock(1), rock(2), score],
    [rock(1), score, rock(2)],
    [rock(1), rock(2)],
  ]) {
    const file = fileOf(releases(...all), 'discogs_releases.xml');
    const { ignored, outcome } = await runImport(await seededStore(), discogs([file]), { maxRejects: 0 });
    expect([outcome, ignored['releases of other genres']]).toEqual(['done', 2]);
    const read = async (from?: SourceItem['position']) =>
      (await Array.fromAsync(discogs([file]).items(new FakeCatalog(), from))).filter((item) => item !== flush);
    expect(await read((await read()).at(-1)?.position)).toEqual([]);
  }
});
