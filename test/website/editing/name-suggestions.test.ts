import { expect, test } from 'bun:test';
import { demoPage } from '../../support/pages';
import { demoServer } from '../../support/server';

test('suggestions for the fields of forms are in the order of the search', async () => {
  const server = await demoServer();
  const searches = {
    artist: ['john', 'jo', 'herr', 'symphony'],
    production: ['star', 'the'],
    album: ['the', 'star'],
    release: ['the', 'trek'],
    label: ['re', 'mca'],
    organization: ['s'],
    franchise: ['star'],
    work: ['th'],
  } as const;
  for (const [kind, texts] of Object.entries(searches))
    for (const text of texts) {
      const { html } = await demoPage(`/names/${kind}?q=${text}`);
      const suggested = [...html.matchAll(/data-known="([-0-9a-f]{36}) /g)].map(([, id]) => id);
      const { data } = await server.read(`/api/search?q=${text}&type=${kind}&itemsPerPage=8&corrections=false`);
      const found = data.map(({ attributes }: { attributes: { _id: string } }) => attributes._id);
      expect([kind, text, suggested]).toEqual([kind, text, found]);
      expect(found.length).toBeGreaterThan(0);
    }
});

test('the best known artist of a first name is suggested first', async () => {
  const { html } = await demoPage('/names/artist?q=john');
  expect(/data-name="([^"]*)"/.exec(html)?.[1]).toBe('John Williams (film composer)');
});
