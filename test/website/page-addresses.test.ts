import { expect, test } from 'bun:test';
import { demoRecords } from '../support/demo-records';
import { jsonApiCheck } from '../support/json-schema';
import { demoServer } from '../support/server';

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
