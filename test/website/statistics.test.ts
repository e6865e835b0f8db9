import { expect, test } from 'bun:test';
import { demoPage, pageOf } from '../support/pages';
import { startServer } from '../support/server';

test('the catalog in numbers says what is here', async () => {
  const { text, html } = await demoPage('/statistics');

  expect(text).toContain('593 artists, 44 of them fictional. 253 productions with 92 recordings. 152 releases, 1,678 tracks, 83 labels.');
  expect(html).toContain('<title>Catalog statistics · Leitmotif</title>');
});

test('a chart has its numbers in a table, with what has no column', async () => {
  const { html, text } = await demoPage('/statistics');

  expect(html).toContain('<svg class="chart" role="group" aria-label="Releases by decade">');
  expect(text).toContain('1930s 1 1940s 0 1950s 3 1960s 11');
  expect(text).toContain('undated 7');
  expect(text).toContain('Productions 1870s 1 1880s 0 1890s 1 1900s 0 1910s 0');
});

test('columns and bars lead to the lists that they count', async () => {
  const { html } = await demoPage('/statistics');

  expect(html).toContain('href="/releases?decade=1970"');
  expect(html).toContain('<a href="/releases?format=vinyl">Vinyl</a>');
  expect(html).toContain('<a href="/productions?type=videogame">Game</a>');
  expect(html).toContain('<a href="/releases?country=JP">Japan</a>');
  expect(html).toContain('<a href="/artists/ennio-morricone">Ennio Morricone</a>');
});

test('an empty catalog has numbers too', async () => {
  const server = await startServer();
  const { status, text } = await pageOf(server, '/statistics', { token: server.token });

  expect(status).toBe(200);
  expect(text).toContain('0 artists, 0 of them fictional.');
});

test('the numbers speak German', async () => {
  const { text } = await demoPage('/statistics', { 'accept-language': 'de' });

  expect(text).toContain('1.678 Titel');
  expect(text).toContain('Nach Jahrzehnt, 7 ohne Jahr');
  expect(text).toContain('Vereinigte Staaten 101');
});
