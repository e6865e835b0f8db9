import { expect, test } from 'bun:test';
import { type IconName, icons } from '../../src/website/client/icons';
import { webManifest } from '../../src/website/feeds/manifest';
import { Addresses } from '../../src/website/http/addresses';
import { languages } from '../../src/website/i18n';
import { demoRecords } from '../support/demo-records';
import { jsonApiCheck } from '../support/json-schema';
import { demoPage, pageOf } from '../support/pages';
import { demoServer, startServer } from '../support/server';
import { uuid } from '../support/uuids';
import { flawOfXml } from '../support/xml';

const release = (number: number, title: string) => ({
  type: 'Release',
  id: `/api/releases/${uuid(number)}`,
  attributes: { title, slug: `release-${number}` },
});

const indexed = { catalogVisibility: 'public', searchEngines: 'yes' } as const;

/** The root element on one line, as the check expects it. */
const elementIn = (xml: string): string =>
  xml
    .replace(/^<\?xml[^>]*\?>\s*/, '')
    .replace(/\n\t*/g, ' ')
    .replaceAll(' />', '/>')
    .trim();

const flawOf = (xml: string): string | undefined => flawOfXml(elementIn(xml));

test('the Atom feed has the 50 newest releases with permanent ids', async () => {
  const { headers, html } = await demoPage('/releases.atom');
  expect(headers.get('content-type')).toBe('application/atom+xml; charset=utf-8');
  expect(flawOf(html)).toBeUndefined();
  expect(html.match(/<entry>/g)).toHaveLength(50);
  expect(html).toMatch(/<id>urn:uuid:[\da-f-]{36}<\/id><title>Joker/);
  expect(elementIn(html)).toContain('<link rel="self" type="application/atom+xml" href="http://localhost/releases.atom"/>');
  expect(html).toContain('<author><name>Hildur Guðnadóttir</name></author>');
});

test('the Atom feed escapes titles and drops characters that XML forbids', async () => {
  const server = await startServer([release(1, 'A & <b>]]> "B" \u0001\u000b\u{ffff}')], indexed);
  const { html } = await pageOf(server, '/releases.atom');
  expect(flawOf(html)).toBeUndefined();
  expect(html).toContain('<title>A &amp; &lt;b>]] > &quot;B&quot; </title>');
});

test('the Atom feed of an empty catalog is valid', async () => {
  const server = await startServer([], indexed);
  const { status, html } = await pageOf(server, '/releases.atom');
  expect(status).toBe(200);
  expect(flawOf(html)).toBeUndefined();
  expect(html).toContain('<updated>2');
});

test('the OpenSearch description has the public URL', async () => {
  const server = await startServer([], { basePath: '/music', publicUrl: 'https://films.example/music' });
  const { html, headers } = await pageOf(server, '/music/opensearch.xml');
  expect(headers.get('content-type')).toBe('application/opensearchdescription+xml; charset=utf-8');
  expect(flawOf(html)).toBeUndefined();
  expect(html).toContain('template="https://films.example/music/search?q={searchTerms}"');
});

test('search engines are refused unless the catalog is public and the setting allows them', async () => {
  for (const settings of [{}, { searchEngines: 'yes' }, { catalogVisibility: 'public' }] as const) {
    const server = await startServer([release(1, 'Psycho')], settings);
    expect((await pageOf(server, '/robots.txt')).html).toBe('User-agent: *\nDisallow: /\n');
    expect((await pageOf(server, '/sitemap.xml')).status).toBe(404);
    expect((await pageOf(server, '/sitemap/releases-1.xml')).status).toBe(404);
  }
});

test('robots.txt links the sitemap, which lists the records', async () => {
  const server = await startServer([release(1, 'Psycho'), release(2, 'Vertigo')], indexed);
  const robots = await pageOf(server, '/robots.txt');
  const contents = await pageOf(server, '/sitemap.xml');
  const part = await pageOf(server, '/sitemap/releases-1.xml');

  expect(robots.html).toContain('Sitemap: http://localhost/sitemap.xml');
  expect(robots.html).not.toContain('Disallow: /\n');
  expect(contents.html).toContain('<loc>http://localhost/sitemap/releases-1.xml</loc>');
  expect(part.html.match(/<loc>[^<]*<\/loc>/g)).toEqual([
    '<loc>http://localhost/releases/release-1</loc>',
    '<loc>http://localhost/releases/release-2</loc>',
  ]);
  for (const { html } of [contents, part]) expect(flawOf(html)).toBeUndefined();
});

test('every URL of the sitemap answers 200', async () => {
  const label = { type: 'Label', id: `/api/labels/${uuid(1)}`, attributes: { name: 'Decca', slug: 'decca' } };
  const series = {
    type: 'LabelSeries',
    id: `${label.id}/series/${uuid(2)}`,
    attributes: { name: 'Phase 4', slug: 'phase-4', position: 1 },
  };
  const server = await startServer([label, series, release(1, 'Psycho')], indexed);
  const addressesIn = async (path: string) =>
    [...(await pageOf(server, path)).html.matchAll(/<loc>http:\/\/localhost([^<]*)<\/loc>/g)].map(([, address]) => address as string);
  const parts = await addressesIn('/sitemap.xml');
  const pages = (await Promise.all(parts.map(addressesIn))).flat();

  expect(pages).toContain('/labels/decca/series/phase-4');
  for (const page of pages.filter((one) => !one.startsWith('/roles/')))
    expect([page, (await pageOf(server, page)).status]).toEqual([page, 200]);
});

test('a sitemap part beyond the last answers 404', async () => {
  const server = await startServer([release(1, 'Psycho')], indexed);
  for (const part of ['releases-2.xml', 'releases-0.xml', 'tracks-1.xml', 'releases-1', 'releases-99999999999.xml'])
    expect((await pageOf(server, `/sitemap/${part}`)).status).toBe(404);
});

test('the web manifest is in the language of the reader', async () => {
  const { headers, html } = await demoPage('/manifest.webmanifest', { 'accept-language': 'de' });

  expect(headers.get('content-type')).toBe('application/manifest+json');
  expect(JSON.parse(html)).toMatchObject({
    name: 'Leitmotif',
    lang: 'de',
    start_url: '/',
    shortcuts: [
      { name: 'Scannen', url: '/shop' },
      { name: 'Meine Sammlung', url: '/collection' },
    ],
    description: expect.stringContaining('Katalog'),
  });
});

const iconsOfManifest: IconName[] = [];
const manifest = webManifest({
  t: languages.en,
  to: new Addresses('/music'),
  language: 'en',
  asset: (icon) => {
    iconsOfManifest.push(icon as IconName);
    return `/music/assets/${icon}`;
  },
});

test('the web manifest starts and stays below the base path', () => {
  expect([manifest.start_url, manifest.scope, manifest.id]).toEqual(['/music/', '/music/', '/music/']);
  expect(manifest.icons.map(({ src }) => src)).toEqual(iconsOfManifest.map((icon) => `/music/assets/${icon}`));
});

test('the web manifest has shortcuts', () => {
  expect(manifest.shortcuts).toEqual([
    { name: 'Scan', url: '/music/shop' },
    { name: 'My collection', url: '/music/collection' },
  ]);
});

test.each(
  manifest.icons.filter(({ type }) => type === 'image/png').map((icon, index) => [iconsOfManifest[index] ?? 'favicon.svg', icon] as const),
)('%s has the size in the web manifest', async (name, { sizes }) => {
  const { width, height, format } = await new Bun.Image(await Bun.file(icons[name]).bytes()).metadata();
  expect([`${width}x${height}`, format]).toEqual([sizes, 'png']);
});

test('the list of parts counts an address for every record with a page', async () => {
  const server = await demoServer();
  const { data } = await server.read('/api/page-addresses');
  const partsOf = Object.fromEntries(
    data.attributes.parts.map(({ part, addresses }: { part: string; addresses: number }) => [part, addresses]),
  );

  expect(partsOf).toMatchObject({
    'artists-1': demoRecords('Artist').length,
    'releases-1': demoRecords('Release').length,
    'labels-series-1': demoRecords('LabelSeries').length,
  });
});

test('a part has the current path and the change time of each page', async () => {
  const server = await demoServer();
  const document = await server.read('/api/page-addresses/labels-series-1');
  const [first] = document.data.attributes.addresses;

  expect(jsonApiCheck()(document)).toEqual([]);
  expect(first.path).toMatch(/^\/labels\/[a-z0-9-]+\/series\/[a-z0-9-]+$/);
  expect(Number.isNaN(Date.parse(first.changed_at))).toBe(false);
  expect((await server.read(`/api/resolve?url=${encodeURIComponent(first.path)}`)).data.attributes.redirected).toBe(false);
});

test('an unknown part answers 404', async () => {
  const server = await demoServer();

  for (const part of ['releases-2', 'releases', 'x-1', '%00'])
    expect((await server.request(`/api/page-addresses/${part}`)).status).toBe(404);
});
