import { expect, test } from 'bun:test';
import { pageOf, testDemoPage } from '../support/pages';
import { startServer } from '../support/server';

testDemoPage('the statistics show totals and a chart by year', '/statistics', [
  '152 releases of music for 253 productions, by 593 artists ( 44 fictional) on 83 labels. 1,678 tracks and 92 recordings.',
  'One square each, colored by decade.',
  '<title>Catalog statistics · Leitmotif</title>',
  'role="img" aria-label="Productions and releases by year"',
]);

testDemoPage('the statistics compare the decades of productions and releases', '/statistics', [
  '1970s 0 0 0 0 17 1 7 4 3',
  /Completeness Releases with each field 95% Year 95% Country/,
  /All figures .* Decade Productions Releases 2020s .* 2010s 17 18 2000s .* Undated 0 7 Works Organizations Roles$/,
]);

testDemoPage('bars and numbers link to the lists they count', '/statistics', [
  'href="/releases?decade=1970"',
  '<a href="/releases?country=JP">Japan</a>',
  '<a href="/artists/ennio-morricone">Ennio Morricone</a>',
]);

test('the statistics of an empty catalog link to imports', async () => {
  const server = await startServer();
  const { status, text } = await pageOf(server, '/statistics', { token: server.token });
  expect([status, text]).toEqual([200, expect.stringContaining('Nothing to count yet.')]);
  expect(text).toContain('Import a catalog');
});
