import { describe, expect, test } from 'bun:test';
import { type DemoRecord, demoRecords, demoReference, uuidOf } from '../support/demo-records';
import { demoServer, startServer } from '../support/server';

const oldestFirst = demoRecords('Portrayal').toSorted(
  (a, b) => Date.parse(a.attributes.created_at as string) - Date.parse(b.attributes.created_at as string),
);
const idsOf = (records: readonly { readonly id: string }[]): string[] => records.map(({ id }) => id);

const server = await demoServer();

test('a filter takes a UUID in upper case and selects nothing by an unknown UUID', async () => {
  const performer = demoReference(oldestFirst[0] as DemoRecord, 'performer');

  const inLowerCase = await server.read(`/api/portrayals?performer=${uuidOf(performer)}`);
  const inUpperCase = await server.read(`/api/portrayals?performer=${uuidOf(performer).toUpperCase()}`);
  const unknown = await server.read('/api/portrayals?performer=00000000-0000-4000-8000-000000000000');

  expect(inLowerCase.data).not.toEqual([]);
  expect(inUpperCase.data).toEqual(inLowerCase.data);
  expect(unknown).toMatchObject({ data: [], meta: { totalItems: 0 } });
});

describe('the order of portrayals', () => {
  test.each(['order[createdAt][]', 'order[createdAt][0]'])('can be requested as %s', async (order) => {
    const ascending = await server.read(`/api/portrayals?itemsPerPage=100&${order}=asc`);
    const descending = await server.read(`/api/portrayals?itemsPerPage=100&${order}=DESC`);

    expect(idsOf(ascending.data)).toEqual(idsOf(oldestFirst));
    expect(idsOf(descending.data)).toEqual(idsOf(oldestFirst).toReversed());
    expect(ascending.meta).not.toHaveProperty('ignoredParameters');
  });

  test('compares times across UTC offsets', async () => {
    const times = ['2024-01-01T00:30:00.000+02:00', '2023-12-31T23:00:00.000+00:00', '2023-12-31T23:30:00.000+00:00'];
    const ids = times.map((_, index) => `/api/portrayals/00000000-0000-4000-8000-00000000000${index}`);
    const own = await startServer(ids.map((id, index) => ({ type: 'Portrayal', id, attributes: { created_at: times[index] } })));

    const page = await own.read('/api/portrayals');

    expect(idsOf(page.data)).toEqual(ids);
  });
});
