import { describe, expect, test } from 'bun:test';
import { demoRecordNamed, uuidOf } from '../support/demo-records';
import { nonEmpty } from '../support/non-empty';
import { demoServer } from '../support/server';

const server = await demoServer();

const herrmann = demoRecordNamed('Artist', 'Bernard Herrmann').id;
const hitchcock = demoRecordNamed('Artist', 'Alfred Hitchcock').id;

type Row = { id: string; attributes: { title: string } };
const titles = async (path: string): Promise<string[]> =>
  (await server.read(`${path}&itemsPerPage=100`)).data.map(({ attributes }: Row) => attributes.title).sort();

describe('filters by composer and director', () => {
  test('combine in one request for productions', async () => {
    const found = await titles(`/api/productions?composer=${herrmann}&director=${uuidOf(hitchcock)}`);

    expect(found).toContain('Vertigo');
    expect(found).toContain('North by Northwest');
    expect(found).not.toContain('Citizen Kane');
    expect(found).not.toContain('Rebecca');
    expect(await titles(`/api/productions?credit[composer]=${herrmann}&credit[director]=${hitchcock}`)).toEqual(found);
    expect(await titles(`/api/productions?filter[credit][composer]=${herrmann}&filter[director]=${hitchcock}`)).toEqual(found);
  });

  test('combine in one request for releases and for albums', async () => {
    for (const kind of ['releases', 'albums']) {
      const found = await titles(`/api/${kind}?composer=${herrmann}&director=${hitchcock}`);
      expect(found).toContain('Vertigo');
      expect(found.some((title) => title.startsWith('Taxi Driver'))).toBe(false);
      expect(await titles(`/api/${kind}?credit[composer]=${herrmann}&credit[director]=${hitchcock}`)).toEqual(found);
    }
  });

  test('count the directors of a composer in a facet', async () => {
    const { meta } = await server.read(`/api/productions?composer=${herrmann}&facets=director&itemsPerPage=1`);
    const { director } = (meta as unknown as { facets: Record<string, { name: string; count: number }[]> }).facets;

    expect(director?.[0]).toMatchObject({ name: 'Alfred Hitchcock' });
    expect(director?.[0]?.count).toBe((await titles(`/api/productions?composer=${herrmann}&director=${hitchcock}`)).length);
  });
});

describe('credit[role]', () => {
  test('takes several artists as a list', async () => {
    const both = await titles(`/api/productions?credit[director][]=${hitchcock}&credit[director][]=${herrmann}`);

    expect(both).toEqual(await titles(`/api/productions?director=${hitchcock}`));
    expect(both.length).toBeGreaterThan(1);
  });

  test('of an unknown role selects nothing', async () => {
    expect(await titles(`/api/releases?credit[no-such-role]=${hitchcock}`)).toEqual([]);
  });

  test('refuses malformed roles and artists, and too many roles', async () => {
    for (const query of [
      `credit[Film Composer]=${hitchcock}`,
      'credit[director]=hitchcock',
      `credit[director]=`,
      'credit[]=x&credit[director]=x',
    ])
      expect({ query, status: (await server.request(`/api/productions?${query}`)).status }).toEqual({ query, status: 400 });
    const many = ['a', 'b', 'c', 'd', 'e', 'f'].map((role) => `credit[${role}]=${uuidOf(hitchcock)}`).join('&');
    expect((await server.request(`/api/productions?${many}`)).status).toBe(400);
  });

  test('without a role is ignored and named', async () => {
    const { meta } = await server.read(`/api/productions?credit=${hitchcock}`);
    expect(meta?.ignoredParameters).toEqual(['credit']);
  });
});

describe('a search', () => {
  test('finds productions by director and marks the name', async () => {
    const { data, meta } = await server.read('/api/search?q=ridley scott&type=Production');
    const { hits } = meta as unknown as { hits: { id: string; field: string; snippet: string }[] };

    expect(data.map(({ attributes }: Row) => attributes.title).sort()).toEqual(['Alien', 'Blade Runner', 'Gladiator']);
    for (const { field, snippet } of nonEmpty(hits)) {
      expect(field).toBe('credits');
      expect(snippet).toContain('<mark>Ridley</mark> <mark>Scott</mark>');
    }
  });
});
