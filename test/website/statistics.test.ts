import { expect, test } from 'bun:test';
import { demoPage, pageOf } from '../support/pages';
import { startServer } from '../support/server';

test('the statistics show totals and a chart by year', async () => {
  const { text, html } = await demoPage('/statistics');
  expect(text).toContain(
    '152 releases of music for 253 productions, by 593 artists ( 44 fictional) on 83 labels. 1,678 tracks and 92 recordings.',
  );
  expect(text).toContain('One square each, colored by decade.');
  expect(html).toContain('<title>Catalog statistics · Leitmotif</title>');
  expect(html).toContain('role="img" aria-label="Productions and releases by year"');
});

test('the statistics compare the decades of productions and releases', async () => {
  const { text } = await demoPage('/statistics');
  expect(text).toContain('1970s 0 0 0 0 17 1 7 4 3');
  expect(text).toMatch(/Completeness Releases with each field 95% Year 95% Country/);
  expect(text).toMatch(/All figures .* Decade Productions Releases 2020s .* 2010s 17 18 2000s .* Undated 0 7 Works Organizations Roles$/);
});

test('bars and numbers link to the lists they count', async () => {
  const { html } = await demoPage('/statistics');
  expect(html).toContain('href="/releases?decade=1970"');
  expect(html).toContain('<a href="/releases?country=JP">Japan</a>');
  expect(html).toContain('<a href="/artists/ennio-morricone">Ennio Morricone</a>');
});

test('the statistics of an empty catalog link to imports', async () => {
  const server = await startServer();
  const { status, text } = await pageOf(server, '/statistics', { token: server.token });
  expect([status, text]).toEqual([200, expect.stringContaining('Nothing to count yet.')]);
  expect(text).toContain('Import a catalog');
});
