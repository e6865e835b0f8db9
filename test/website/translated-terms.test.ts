import { expect, test } from 'bun:test';
import { demoPage } from '../support/pages';

const inGerman = (path: string) => demoPage(path, { 'accept-language': 'de' });

test('disambiguations of artists are translated wherever their names are', async () => {
  for (const path of [
    '/artists/john-williams',
    '/artists/john-williams?role=composer',
    '/search?q=john+williams',
    '/search/suggestions?q=john+will',
    '/artists?initial=w',
  ]) {
    const { html } = await inGerman(path);
    expect([path, html.includes('Filmkomponist'), html.includes('film composer')]).toEqual([path, true, false]);
  }
});

test('types of organizations are translated in lists, on their pages and in searches', async () => {
  const { html } = await inGerman('/organizations');
  for (const type of ['Tonstudio', 'Konzertsaal', 'Verlag', 'Rundfunkanstalt']) expect(html).toContain(type);
  expect(html).not.toContain('recording studio');
  const [, path = ''] = /href="(\/organizations\/[^"]*)"[^>]*>(?:(?!<\/a>).)*Abbey Road/s.exec(html) ?? [];
  for (const page of [path, '/search?q=abbey+road'])
    expect([page, (await demoPage(page, { 'accept-language': 'fr' })).text]).toEqual([
      page,
      expect.stringContaining('studio d’enregistrement'),
    ]);
});

test('descriptions of formats are translated on releases and in the editions of an album', async () => {
  expect((await inGerman('/albums/blade-runner')).text).toContain('Neuauflage, 180 gram');
  expect((await demoPage('/albums/blade-runner', { 'accept-language': 'fr' })).text).toContain('Réédition, 180 gram');
});
