import { expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { issueApiToken } from '../../src/accounts/tokens';
import { addItem } from '../support/owned-items';
import { startServer } from '../support/server';
import { uuid } from '../support/uuids';

test('the tiles of the recipes read their figures with a token that reads collections only', async () => {
  const recipes = readFileSync(new URL('../../docs/recipes.md', import.meta.url), 'utf8');
  const server = await startServer([{ type: 'Release', id: `/api/releases/${uuid(1)}`, attributes: { title: 'Psycho' } }]);
  await addItem(server, 'collection', uuid(1), { quantity: 2 });
  const token = await issueApiToken(server.store, 'tester', 'tile', { scopes: ['collection:read'] });
  const paths = new Set([...recipes.matchAll(/https:\/\/films\.example(\/api\/[^\s']+)/g)].map(([, path = '']) => path));
  expect(paths.size).toBe(1);
  const [path = ''] = paths;
  const read = (address: string) => server.request(address, { headers: { authorization: `Bearer ${token}` } });
  const document = await (await read(path)).json();
  const fields = [...recipes.matchAll(/(?:field: |value_json\.)(data\.[\w.]+)/g)].map(([, field = '']) => field);
  expect(fields).toEqual(['data.attributes.copies', 'data.attributes.releases', 'data.attributes.copies']);
  const at = (field: string) => field.split('.').reduce((value, name) => value[name], document);
  expect(fields.map(at)).toEqual([2, 1, 2]);
  expect((await read('/api/users/me/wishlist')).status).toBe(403);
});
