/**
 * The same reads as the API, with as little as can be: prepared statements, plain objects, JSON.stringify. It looks at
 * no query and negotiates nothing. Reads that belong together are one transaction, as they are in the API; that is also
 * faster, since SQLite then takes its lock once.
 */
import { constants, Database } from 'bun:sqlite';

const [file, ...pragmas] = Bun.argv.slice(2);
const token = Bun.env.BENCH_TOKEN;
if (!file || !token) throw new Error('Name the database file, then the settings of its connection, and the token in BENCH_TOKEN.');

interface Row {
  key: number;
  id: string;
  name: string;
  artist_type: string;
  country: string | null;
  display_name: string;
  slug: string;
  real_name: string | null;
  begin_date: string | null;
  end_date: string | null;
  begin_city: string | null;
  begin_country: string | null;
  end_city: string | null;
  end_country: string | null;
  disambiguation: string | null;
  biography: string | null;
  fictional: number;
  created_at: string;
  updated_at: string | null;
  variations: string;
}

const database = new Database(file, constants.SQLITE_OPEN_READONLY);
for (const pragma of pragmas) database.run(`PRAGMA ${pragma}`);

const artistRows = `
  SELECT key, id, name, artist_type, country, display_name, slug, real_name, begin_date, end_date, begin_city, begin_country,
    end_city, end_country, disambiguation, biography, fictional, created_at, updated_at, (
      SELECT json_group_array(json_object('id', v.id, 'variation', v.variation, 'type', v.type, 'notes', v.notes) ORDER BY v.position, v.id)
      FROM artist_alias AS v WHERE v.artist_key = artist.key
    ) AS variations
  FROM artist`;
const begin = database.prepare('BEGIN');
const commit = database.prepare('COMMIT');
const artistById = database.prepare<Row, [string]>(`${artistRows} WHERE id = ?`);
const firstPage = database.prepare<Row, []>(`${artistRows} ORDER BY id LIMIT 30`);
const membersOf = database.prepare<{ id: string }, [number]>(
  'SELECT a.id FROM artist_group_member AS m JOIN artist AS a ON a.key = m.member_key WHERE m.group_key = ? ORDER BY m.position, m.id',
);
const groupsOf = database.prepare<{ id: string }, [number]>(
  'SELECT a.id FROM artist_group_member AS m JOIN artist AS a ON a.key = m.group_key WHERE m.member_key = ? ORDER BY a.name_folded, a.id',
);
const { total: totalItems } = database.query<{ total: number }, []>('SELECT count(*) AS total FROM artist').get() ?? { total: 0 };

const iriOf = ({ id }: { id: string }): string => `/api/artists/${id}`;
const identifierOf = (iri: string) => ({ type: 'Artist', id: iri });

const attributesOf = (row: Row) => ({
  _id: row.id,
  name: row.name,
  _type: row.artist_type,
  country: row.country,
  display_name: row.display_name,
  slug: row.slug,
  real_name: row.real_name,
  begin_date: row.begin_date,
  end_date: row.end_date,
  begin_city: row.begin_city,
  begin_country: row.begin_country,
  end_city: row.end_city,
  end_country: row.end_country,
  disambiguation: row.disambiguation,
  biography: row.biography,
  fictional: row.fictional !== 0,
  variations: JSON.parse(row.variations),
  created_at: row.created_at,
  updated_at: row.updated_at,
});

function single(id: string): Response {
  begin.run();
  const row = artistById.get(id);
  const members = row ? membersOf.all(row.key).map(iriOf) : [];
  const groups = row ? groupsOf.all(row.key).map(iriOf) : [];
  commit.run();
  if (!row) return new Response(null, { status: 404 });
  const iri = iriOf(row);
  return answer({
    data: {
      id: iri,
      type: 'Artist',
      attributes: { ...attributesOf(row), members, groups },
      relationships: { members: { data: members.map(identifierOf) }, groups: { data: groups.map(identifierOf) } },
      links: { self: iri },
    },
  });
}

function list(): Response {
  const data = firstPage.all().map((row) => {
    const iri = iriOf(row);
    return {
      id: iri,
      type: 'Artist',
      attributes: attributesOf(row),
      relationships: { members: { links: { related: `${iri}/members` } }, groups: { links: { related: `${iri}/groups` } } },
      links: { self: iri },
    };
  });
  const last = Math.max(1, Math.ceil(totalItems / 30));
  return answer({
    data,
    links: { self: '/api/artists?page=1', first: '/api/artists?page=1', next: '/api/artists?page=2', last: `/api/artists?page=${last}` },
    meta: { totalItems, itemsPerPage: 30, currentPage: 1 },
  });
}

const headers = { 'content-type': 'application/vnd.api+json' };
const answer = (document: object): Response => new Response(JSON.stringify(document), { headers });

const users = new Map([[`Bearer ${token}`, 'bench']]);
const isKnown = (request: Request): boolean => users.has(request.headers.get('authorization') ?? '');
const refuse = (): Response => new Response(null, { status: 401 });

const server = Bun.serve({
  hostname: '127.0.0.1',
  port: 0,
  development: false,
  routes: {
    '/api/artists': (request) => (isKnown(request) ? list() : refuse()),
    '/api/artists/:id': (request) => (isKnown(request) ? single(request.params.id) : refuse()),
  },
});

console.log(`The floor listens at ${server.url.origin}`);
