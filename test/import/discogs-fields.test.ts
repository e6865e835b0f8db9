import { expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { fields } from '../../src/import/sources/discogs/read-element';
import { childElements, type XmlValue } from '../../src/import/sources/discogs/xml';
import { FakeCatalog, fileOf, fixture, fixtureText } from './discogs-fakes';

type DumpName = keyof typeof fields;

const dumps = Object.keys(fields) as DumpName[];

/** What stands in dumps of later years, as it is written about: in none of the samples. */
const later: Readonly<Record<DumpName, string>> = {
  releases:
    'series series/series series/series/@name series/series/@catno series/series/@id tracklist/track/sub_tracks/track/artists/artist/anv',
  masters: '@id main_release videos/video/@embed notes',
  artists: 'members/name/@id groups/name/@id aliases/name/@id',
  labels: 'parentLabel/@id sublabels/label/@id',
};

const pathsOf = (name: DumpName): string[] => {
  const { taken, repeated, notTaken } = fields[name];
  return `${taken} ${repeated} ${notTaken}`.split(' ');
};

/** Every path of a dump, without the element that the dump is a list of. */
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

test('each element and each attribute of the dumps is taken, said twice or counted as not taken', () => {
  for (const name of dumps) {
    const known = new Set(pathsOf(name));
    expect([name, ...seenIn(name)].filter((path) => path !== name && !known.has(path))).toEqual([]);
    expect(later[name].split(' ').filter((path) => !known.has(path))).toEqual([]);
  }
});

test('nothing is listed twice', () => {
  for (const name of dumps) {
    const paths = pathsOf(name);
    expect(paths.filter((path, index) => paths.indexOf(path) !== index)).toEqual([]);
  }
});

test('what the catalog has no place for is counted: pictures, videos, votes and what is said of other records', async () => {
  const catalog = new FakeCatalog();
  await catalog.import(dumps.map(fixture));
  const all: Record<string, number> = {};
  for (const { source, notTaken } of catalog.items)
    for (const [name, count] of Object.entries(notTaken ?? {})) all[`${source} ${name}`] = (all[`${source} ${name}`] ?? 0) + count;
  expect(all).toMatchObject({ 'discogs/releases images': 92, 'discogs/releases videos': 81, 'discogs/releases data_quality': 29 });
  expect(all).toMatchObject({ 'discogs/masters images': 87, 'discogs/masters videos': 39 });
});

test('the samples that are read are those of the dumps', () => {
  const bytes = readFileSync(join(import.meta.dir, 'fixtures', 'discogs-releases.xml.gz'));
  expect(gunzipSync(bytes).toString()).toContain('<release id=');
  expect(fileOf('')).toBeString();
});
