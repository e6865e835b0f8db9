import { describe, expect, test } from 'bun:test';
import { type DemoRecord, demoRecords } from '../support/demo-records';
import { type Document, demoServer, startServer } from '../support/server';

const rolesOf = (document: Document): string[] => document.data.map(({ attributes }: DemoRecord) => attributes.role);

const server = await demoServer();

describe('the exact role filter', () => {
  test.each(['', '&exact=false', '&exact=False', '&exact=0'])(
    'is off with "%s", so that parts of a role match without accents',
    async (flag) => {
      expect(rolesOf(await server.read(`/api/artists/roles?role=Cómpose${flag}`))).toContain('Composer');
    },
  );

  test.each(['exact=true', 'exact=True', 'exact=TRUE', 'exact=1'])('matches the whole role in any case with %s', async (flag) => {
    expect(rolesOf(await server.read(`/api/artists/roles?role=cOMPOSER&${flag}`))).toEqual(['Composer']);
  });

  test.each(['orchestr', 'rchestra', 'orchestra ', 'orchéstra', 'orchestar'])('does not match "%s"', async (role) => {
    expect((await server.read(`/api/artists/roles?exact=1&role=${encodeURIComponent(role)}`)).data).toEqual([]);
  });

  test.each([
    ['ÉCLAIRAGISTE', 'Éclairagiste'],
    ['strassenmusiker', 'Straßenmusiker'],
    ['ΣΟΛΊΣΤΑΣ', 'Σολίστας'],
    ['e\u0301clairagiste', 'Éclairagiste'],
  ])('ignores the case of %s in any script, but not accents', async (typed, role) => {
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
});

test('roles are listed alphabetically by default', async () => {
  const page = await server.read('/api/artists/roles?itemsPerPage=100');

  const names = demoRecords('ArtistRole').map(({ attributes }) => String(attributes.role));
  expect(rolesOf(page)).toEqual(names.toSorted((a, b) => (a.toLowerCase() < b.toLowerCase() ? -1 : 1)));
});
