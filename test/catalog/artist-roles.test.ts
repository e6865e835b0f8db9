import { beforeAll, describe, expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Document, demoServer, startServer, type TestServer } from '../support/server';

interface Role {
  readonly id: string;
  readonly attributes: {
    readonly role: string;
    readonly slug: string;
    readonly scope: string;
    readonly description_markdown: string;
    readonly organization_applicable?: boolean;
    readonly aliases?: readonly string[];
  };
}

const roles: Role[] = readFileSync(join(import.meta.dir, '../../seed/vocabularies/roles.jsonl'), 'utf8')
  .split('\n')
  .filter((line) => line !== '')
  .map((line) => JSON.parse(line));

const rolesOf = (document: Document): string[] => document.data.map((role: Role) => role.attributes.role);
const containing = (part: string): string[] =>
  roles.map(({ attributes }) => attributes.role).filter((role) => role.toLowerCase().includes(part));

let server: TestServer;
beforeAll(async () => {
  server = await demoServer();
});

test('the roles of credits are found by the slugs that these hold', async () => {
  const found = await server.read('/api/artists/roles?slug[]=composer&slug[]=orchestrator&slug[]=none');

  expect(rolesOf(found)).toEqual(['Composer', 'Orchestrator']);
});

describe('attributes', () => {
  test('a role has the attributes of the contract and no other', async () => {
    const [composer] = roles;

    const { data } = await server.read(composer?.id as string);

    expect(data).toMatchObject({ id: composer?.id, type: 'ArtistRole' });
    expect(data.attributes).toEqual({
      _id: composer?.id.slice('/api/artists/roles/'.length),
      ...composer?.attributes,
      slug: 'composer',
      organization_applicable: false,
    });
  });

  test('every role of the list is as its record says', async () => {
    const { data } = await server.read('/api/artists/roles?itemsPerPage=100');

    const found = new Map<string, Role>(data.map((role: Role) => [role.id, role]));
    expect(found.size).toBe(roles.length);
    for (const { id, attributes } of roles) {
      const defaults = { organization_applicable: false, aliases: [] };
      expect(found.get(id)?.attributes).toMatchObject({
        ...defaults,
        ...attributes,
        slug: attributes.role.toLowerCase().replace(' ', '-'),
      });
    }
  });

  test('a role without description and aliases has an empty text and an empty list', async () => {
    const id = '/api/artists/roles/00000000-0000-4000-8000-000000000001';
    const own = await startServer([{ type: 'ArtistRole', id, attributes: { role: 'Whistler', scope: 'track' } }]);

    const { data } = await own.read(id);

    expect(data.attributes).toMatchObject({ description_markdown: '', aliases: [], organization_applicable: false, slug: 'whistler' });
  });

  test('a description is Markdown, kept as it was written', async () => {
    const { data } = await server.read('/api/artists/roles?role=composer&exact=true');

    expect(data[0].attributes.description_markdown).toContain('the *whole* score');
    expect(data[0].attributes.aliases.slice(0, 3)).toEqual(['Composed By', 'Music By', 'Written-By']);
  });
});

describe('role', () => {
  test.each(['mix', 'MIX', 'orchestra', 'music ed', 'é'])('role=%s finds the roles that contain it', async (part) => {
    const expected = containing(part.toLowerCase().replace('é', 'e'));

    const page = await server.read(`/api/artists/roles?itemsPerPage=100&role=${encodeURIComponent(part)}`);

    expect(expected.length).toBeGreaterThan(0);
    expect(rolesOf(page).toSorted()).toEqual(expected.toSorted());
  });

  test.each(['exact=0', 'exact=false'])('%s keeps to what contains it', async (flag) => {
    const page = await server.read(`/api/artists/roles?role=orchestra&${flag}`);

    expect(rolesOf(page).toSorted()).toEqual(containing('orchestra').toSorted());
    expect(rolesOf(page).length).toBeGreaterThan(1);
  });

  test.each([
    ['Orchestra', 'exact=1'],
    ['ORCHESTRA', 'exact=1'],
    ['orchestra', 'exact=true'],
    ['oRCHESTRA', 'exact=true'],
  ])('role=%s with %s finds the one of that name, in any case', async (role, flag) => {
    const page = await server.read(`/api/artists/roles?role=${role}&${flag}`);

    expect(rolesOf(page)).toEqual(['Orchestra']);
  });

  test.each(['orchestr', 'rchestra', 'orchestra ', 'orchéstra', 'orchestar'])('exact does not find a role by "%s"', async (role) => {
    const page = await server.read(`/api/artists/roles?exact=1&role=${encodeURIComponent(role)}`);

    expect(page.data).toEqual([]);
    expect(page.meta?.totalItems).toBe(0);
  });

  test.each([
    ['ÉCLAIRAGISTE', 'Éclairagiste'],
    ['strassenmusiker', 'Straßenmusiker'],
    ['ΣΟΛΊΣΤΑΣ', 'Σολίστας'],
    ['e\u0301clairagiste', 'Éclairagiste'],
  ])('exact compares %s without case in any script, but with accents', async (typed, role) => {
    const own = await startServer(
      ['Éclairagiste', 'Eclairagiste', 'Straßenmusiker', 'Σολίστας'].map((name, index) => ({
        type: 'ArtistRole',
        id: `/api/artists/roles/00000000-0000-4000-8000-00000000000${index}`,
        attributes: { role: name, scope: 'recording' },
      })),
    );

    const page = await own.read(`/api/artists/roles?exact=true&role=${encodeURIComponent(typed)}`);

    expect(rolesOf(page)).toEqual([role]);
  });

  test('exact without a role leaves the list as it is', async () => {
    const page = await server.read('/api/artists/roles?exact=true');

    expect(page.meta?.totalItems).toBe(roles.length);
  });

  test.each(['yes', 'TRUE', '2', '', 'null', '01'])('exact=%s is refused', async (value) => {
    const response = await server.request(`/api/artists/roles?role=composer&exact=${value}`);

    const { errors } = (await response.json()) as { errors: { source: object; detail: string }[] };
    expect(response.status).toBe(400);
    expect(errors[0]?.source).toEqual({ parameter: 'exact' });
    expect(errors[0]?.detail).toMatch(/true.*false.*1.*0/);
  });
});

describe('scope', () => {
  test.each(['release', 'track', 'recording', 'production'])('scope=%s keeps the roles of that scope', async (scope) => {
    const expected = roles.filter(({ attributes }) => attributes.scope === scope);

    const page = await server.read(`/api/artists/roles?scope=${scope}&itemsPerPage=100`);

    expect(rolesOf(page).toSorted()).toEqual(expected.map(({ attributes }) => attributes.role).toSorted());
  });

  test('scope[] keeps those of several', async () => {
    const expected = roles.filter(({ attributes }) => ['track', 'production'].includes(attributes.scope));

    const page = await server.read('/api/artists/roles?scope[]=track&scope[]=production&itemsPerPage=100');

    expect(page.meta?.totalItems).toBe(expected.length);
  });
});

describe('order', () => {
  const byName = roles.map(({ attributes }) => attributes.role).toSorted((a, b) => (a.toLowerCase() < b.toLowerCase() ? -1 : 1));

  test.each(['', '&order=asc', '&order=ASC', '&order[role]=asc', '&sort=role'])('"%s" goes from A to Z', async (order) => {
    const page = await server.read(`/api/artists/roles?itemsPerPage=100${order}`);

    expect(rolesOf(page)).toEqual(byName);
    expect(page.meta).not.toHaveProperty('ignoredParameters');
  });

  test.each(['&order=desc', '&order=DESC', '&order[role]=desc', '&sort=-role'])('"%s" goes from Z to A', async (order) => {
    const page = await server.read(`/api/artists/roles?itemsPerPage=100${order}`);

    expect(rolesOf(page)).toEqual(byName.toReversed());
  });

  test.each(['up', '', 'Asc'])('order=%s is refused', async (value) => {
    const response = await server.request(`/api/artists/roles?order=${value}`);

    const { errors } = (await response.json()) as { errors: { source: object }[] };
    expect(response.status).toBe(400);
    expect(errors[0]?.source).toEqual({ parameter: 'order' });
  });
});
