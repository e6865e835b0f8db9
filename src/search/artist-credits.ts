import { type RawBuilder, sql } from 'kysely';
import { catalogRevision } from '../database/catalog-revision';
import { Merges } from '../database/merges';
import type { Store } from '../database/open';
import { parameter } from '../database/prepare';
import { RevisionCache } from '../database/revision-cache';
import { Statements } from '../database/statements';
import { notFound } from '../errors';
import { requireAcceptable } from '../http/negotiation';
import { respond, respondOfCatalog } from '../http/respond';
import { uuidPattern } from '../jsonapi/checks';
import { pageFrame } from '../jsonapi/document';
import { Query } from '../jsonapi/query';
import type { Registry } from '../jsonapi/registry';
import { artistCreditsEndpoint, type CreditedRole, type CreditObject, defaultPerRole, rolePath } from './endpoints/artist-credits';
import { readAcrossKinds, readInclude } from './reading';

/** The most artists whose roles are remembered: a few hundred bytes each. */
const maximumRemembered = 2_000;

/** The most pages of a role remembered: a few kilobytes each. */
const maximumPages = 2_000;

/** A role of the artist, with its key and UUID; neither, where nothing says what they did. */
interface Role extends CreditedRole {
  readonly key: number | null;
  readonly id: string | null;
}

/** A production or a release that credits the artist. */
interface Credited {
  readonly role_key: number | null;
  readonly type: 'Production' | 'Release';
  readonly id: string;
  readonly title: string;
  readonly slug: string;
  readonly year: number | null;
}

/** Says what an artist is credited with, wherever there are credits. */
export class ArtistCredits {
  readonly #statements: Statements;
  readonly #merges: Merges;
  readonly #roles: RevisionCache<readonly Role[]>;
  readonly #pages: RevisionCache<readonly Credited[]>;

  constructor(
    private readonly store: Store,
    private readonly registry: Registry,
  ) {
    this.#statements = new Statements(store);
    this.#merges = new Merges(this.#statements);
    const catalog = catalogRevision(store);
    this.#roles = new RevisionCache(catalog, maximumRemembered);
    this.#pages = new RevisionCache(catalog, maximumPages);
  }

  answer(request: Request, written: string): Response {
    requireAcceptable(request);
    const query = new Query(request);
    const { role, perRole } = artistCreditsEndpoint.query;
    const asked = { role: query.one('role', role), perRole: query.one('perRole', perRole) ?? defaultPerRole };
    readInclude(query);
    const reading = readAcrossKinds(query, this.registry);
    return this.store.read(() => {
      const artist = this.#artist(written);
      const roles = this.#rolesOf(artist.found);
      const shown =
        asked.role === undefined ? roles : roles.filter(({ id, credit_role }) => id === asked.role || credit_role === asked.role);
      const most = asked.role === undefined ? asked.perRole : Number.MAX_SAFE_INTEGER;
      const total = shown.reduce((sum, { credits }) => sum + Math.min(credits, most), 0);
      const path = `/api/artists/${artist.id}/credits`;
      const page = this.#page(artist.found, shown, most, reading);
      const { links, meta } = pageFrame(path, reading, total);
      const told = roles.map(({ credit_role, role, credits }): CreditedRole => ({ credit_role, role, credits }));
      const document = { data: page.map((one) => asObject(one, shown, path)), links, meta: { ...meta, roles: told } };
      return artist.isMoved
        ? respond(request, document, 301, { location: path + new URL(request.url).search })
        : respondOfCatalog(request, document);
    });
  }

  #artist(written: string) {
    const id = written.toLowerCase();
    const statement = this.#statements.get<{ key: number }>('artist', (db) =>
      db.selectFrom('artist').select('key').where('id', '=', parameter('id')),
    );
    const found = uuidPattern.test(id) ? this.#merges.follow('Artist', id, (id) => statement.get({ id })?.key) : undefined;
    if (!found) throw notFound(`There is no artist ${written.slice(0, 100)}.`);
    return found;
  }

  #rolesOf(artist: number): readonly Role[] {
    const count = () =>
      this.#statements
        .get<Role>(
          'roles',
          () => sql`
            WITH credited AS MATERIALIZED (${creditedOf(sql``)})
            SELECT r.key, r.id, coalesce(r.slug, '') AS credit_role, coalesce(r.role, 'Artist') AS role, count(*) AS credits
            FROM credited LEFT JOIN artist_role AS r ON r.key = credited.role_key GROUP BY credited.role_key ORDER BY credits DESC, r.role_folded, r.id`,
        )
        .all({ artist });
    return this.#roles.find(String(artist), count) ?? [];
  }

  /** A page reaches into a few of the roles: only their credits are read. */
  #page(artist: number, roles: readonly Role[], most: number, { page, itemsPerPage }: { page: number; itemsPerPage: number }): Credited[] {
    const end = page * itemsPerPage;
    let before = 0;
    const found: Credited[] = [];
    for (const { key, credits } of roles) {
      const count = Math.min(credits, most);
      const from = Math.max(0, end - itemsPerPage - before);
      const to = Math.min(count, end - before);
      before += count;
      if (from < to) found.push(...this.#ofRole(artist, key, to - from, from));
    }
    return found;
  }

  #ofRole(artist: number, role: number | null, limit: number, offset: number): readonly Credited[] {
    const statement = this.#statements.get<Credited>(
      'of a role',
      () => sql`
          WITH credited AS MATERIALIZED (${creditedOf(sql`AND c.role_key IS ${parameter('role')}`)})
          SELECT role_key, 'Production' AS type, p.id, p.title, p.slug, p.year, p.title_folded AS folded
          FROM credited CROSS JOIN production AS p ON p.key = credited.production_key
          UNION ALL
          SELECT role_key, 'Release', r.id, r.title, r.slug, r.year, r.title_folded
          FROM credited CROSS JOIN "release" AS r ON r.key = credited.release_key
          ORDER BY year NULLS LAST, folded, type, id LIMIT ${parameter('limit')} + 0 OFFSET ${parameter('offset')} + 0`,
    );
    return this.#pages.find(`${artist} ${role} ${limit} ${offset}`, () => statement.all({ artist, role, limit, offset })) ?? [];
  }
}

/** Every production and release that credits an artist, once for each role; found by the artist, whose credits are some thousands at most. */
const creditedOf = (only: RawBuilder<unknown>): RawBuilder<unknown> => {
  const isTheirs = sql`WHERE c.artist_key = ${parameter('artist')} ${only}`;
  return sql`
    SELECT c.role_key, c.production_key, NULL AS release_key FROM production_credit AS c ${isTheirs}
    UNION SELECT c.role_key, r.production_key, NULL
    FROM production_recording_credit AS c CROSS JOIN production_recording AS r ON r.key = c.production_recording_key ${isTheirs}
    UNION SELECT c.role_key, NULL, c.release_key FROM release_credit AS c ${isTheirs}
    UNION SELECT c.role_key, NULL, r.release_key
    FROM release_recording_credit AS c CROSS JOIN release_recording AS r ON r.key = c.release_recording_key ${isTheirs}
    UNION SELECT c.role_key, NULL, f.release_key
    FROM release_track_credit AS c CROSS JOIN release_track AS t ON t.key = c.release_track_key
    CROSS JOIN release_format AS f ON f.key = t.release_format_key ${isTheirs}`;
};

/** Stands in the name of a credit where a slug would. */
const withoutRole = '-';

function asObject({ role_key, type, id, title, slug, year }: Credited, roles: readonly Role[], path: string): CreditObject {
  const { credit_role, role, id: roleId } = roles.find(({ key }) => key === role_key) as Role;
  const iri = `/api/${type === 'Production' ? 'productions' : 'releases'}/${id}`;
  return {
    id: `${path}/${credit_role || withoutRole}/${id}`,
    type: 'ArtistCredit',
    attributes: { credit_role, role, title, slug, year },
    relationships: {
      record: { data: { type, id: iri } },
      role: { data: roleId === null ? null : { type: 'ArtistRole', id: `${rolePath}/${roleId}` } },
    },
    links: { self: iri },
  };
}
