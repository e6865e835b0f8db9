import { type Static, Type as t } from '@sinclair/typebox';
import type { Guard } from '../accounts/access';
import { pageParameters } from '../api/openapi/answers';
import { exampleUuid } from '../api/openapi/shared';
import { catalogRead } from '../api/read/catalog-read';
import { pageFrame } from '../api/read/document';
import { Query } from '../api/read/query';
import { defineRoute } from '../api/route';
import { uuidPattern } from '../api/schema/checks';
import { integer, referenceOrSlug } from '../api/schema/parameters';
import type { Registry } from '../api/schema/registry';
import { closed, count, identifier, ignored, iri, list, orNull, pageLinks, pageNumbers, text } from '../api/schema/schemas';
import { notFound } from '../errors';
import { respond } from '../http/respond';
import { respondOfCatalog } from '../http/response-cache';
import { followMerges } from '../store/database/merges';
import type { Store } from '../store/database/open';
import { catalogRevision, RevisionCache } from '../store/database/revision-cache';
import { onlyPageLinks, readAcrossKinds, readInclude } from './documents';

/** Pages fold away the rest. */
const defaultPerRole = 12;

/** For more, clients read a single role. */
const maximumPerRole = 100;

const rolePath = '/api/artists/roles';

const creditSchema = closed({
  id: iri('Identifies the credit; not an address'),
  type: t.Literal('ArtistCredit'),
  attributes: closed({
    credit_role: text('Slug of the role; empty if unknown'),
    role: text('Name of the role; Artist if there is none'),
    title: text('Type of the production or release'),
    slug: text('Title of the production or release'),
    year: orNull(t.Integer(), 'Year of the production or release'),
  }),
  relationships: closed({ record: closed({ data: identifier }), role: closed({ data: orNull(identifier) }) }),
  links: closed({ self: iri('The production or the release') }),
});

const roleSchema = closed({ credit_role: text('Slug of the role; empty for credits without one'), role: text(), credits: count() });

export type CreditObject = Static<typeof creditSchema>;

/** A role with the number of productions and releases. */
export type CreditedRole = Static<typeof roleSchema>;

const example: CreditObject = {
  id: `/api/artists/${exampleUuid}/credits/composer/${exampleUuid}`,
  type: 'ArtistCredit',
  attributes: { credit_role: 'composer', role: 'Composer', title: 'Psycho', slug: 'psycho', year: 1960 },
  relationships: {
    record: { data: { type: 'Production', id: `/api/productions/${exampleUuid}` } },
    role: { data: { type: 'ArtistRole', id: `${rolePath}/${exampleUuid}` } },
  },
  links: { self: `/api/productions/${exampleUuid}` },
};

const exampleRole: CreditedRole = { credit_role: 'composer', role: 'Composer', credits: 1 };

const declared = catalogRead({
  path: '/api/artists/:artistId/credits',
  operationId: 'artistCredits',
  tag: 'Artists',
  summary: 'List the credits of an artist',
  description:
    'Productions and releases that credit the artist, directly or on their recordings or tracks. Grouped by role, most frequent role first, each record once, ordered by year. Lists the first of each role; meta.roles has the counts, and the parameter role lists one role in full.',
  pathParameters: { artistId: { description: 'The UUID of the artist', schema: t.String({ format: 'uuid' }) } },
  query: {
    role: { ...referenceOrSlug(() => rolePath), example: 'composer', description: 'Only this role, in full (slug, UUID or IRI)' },
    perRole: { ...integer(1, maximumPerRole, defaultPerRole), description: 'Credits listed per role; ignored with role' },
    ...pageParameters,
  },
  answer: {
    description: 'Credits grouped by role',
    schema: closed({
      data: list(creditSchema),
      links: pageLinks,
      meta: closed({
        ...pageNumbers,
        roles: list(roleSchema, 'All roles of the artist, most frequent first'),
        works: count('Number of works that credit the artist'),
        ...ignored,
      }),
    }),
    example: {
      data: [example],
      links: onlyPageLinks(`/api/artists/${exampleUuid}/credits?`),
      meta: { totalItems: 1, itemsPerPage: 30, currentPage: 1, roles: [exampleRole], works: 1 },
    },
  },
  isMovable: true,
  errors: { 404: 'NotFound' },
});

export const artistCreditsRoute = (guard: Guard, credits: () => ArtistCredits) =>
  defineRoute({
    ...declared,
    access: guard.user('catalog:read'),
    handle: ({ request, params: { artistId } }) => credits().answer(request, artistId),
  });

/** A few hundred bytes each. */
const maximumRemembered = 2_000;

/** A few kilobytes each. */
const maximumPages = 2_000;

/** Key and UUID are missing for credits without a role. */
interface Role extends CreditedRole {
  readonly key: number | null;
  readonly id: string | null;
}

/** A production or release crediting the artist. */
interface Credited {
  readonly role_key: number | null;
  readonly type: 'Production' | 'Release';
  readonly id: string;
  readonly title: string;
  readonly slug: string;
  readonly year: number | null;
}

export class ArtistCredits {
  readonly #roles: RevisionCache<readonly Role[]>;
  readonly #pages: RevisionCache<readonly Credited[]>;

  constructor(
    private readonly store: Store,
    private readonly registry: Registry,
  ) {
    const catalog = catalogRevision(store);
    this.#roles = new RevisionCache(catalog, maximumRemembered);
    this.#pages = new RevisionCache(catalog, maximumPages);
  }

  answer(request: Request, written: string): Response {
    const query = new Query(request);
    const { role, perRole } = declared.query;
    const only = query.one('role', role);
    const most = query.one('perRole', perRole) ?? defaultPerRole;
    readInclude(query);
    const reading = readAcrossKinds(query, this.registry);
    return this.store.read(() => {
      const artist = this.#artist(written);
      const roles = this.#rolesOf(artist.found);
      const listed = only === undefined ? roles : roles.filter(({ id, credit_role }) => id === only || credit_role === only);
      const mostPerRole = only === undefined ? most : Number.MAX_SAFE_INTEGER;
      const total = listed.reduce((sum, { credits }) => sum + Math.min(credits, mostPerRole), 0);
      const path = `/api/artists/${artist.id}/credits`;
      const page = this.#page(artist.found, listed, mostPerRole, reading);
      const { links, meta } = pageFrame(path, reading, total);
      const counts = roles.map(({ credit_role, role, credits }): CreditedRole => ({ credit_role, role, credits }));
      const { works = 0 } = this.store.reader.get<{ works: number }>(countOfWorks, { artist: artist.found }) ?? {};
      const document = { data: page.map((credit) => asObject(credit, listed, path)), links, meta: { ...meta, roles: counts, works } };
      return artist.isMoved
        ? respond(request, document, 301, { location: path + new URL(request.url).search })
        : respondOfCatalog(request, document);
    });
  }

  #artist(written: string) {
    const id = written.toLowerCase();
    const keyOf = (id: string) => this.store.reader.get<{ key: number }>('SELECT key FROM artist WHERE id = :id', { id })?.key;
    const current = uuidPattern.test(id) ? followMerges(this.store.reader, 'Artist', id, keyOf) : undefined;
    if (!current) throw notFound('no_record', { kind: 'artist', id: written.slice(0, 100) });
    return current;
  }

  #rolesOf(artist: number): readonly Role[] {
    const count = () => this.store.reader.all<Role>(rolesOfArtist, { artist });
    return this.#roles.find(String(artist), count) ?? [];
  }

  /** Reads only the credits of roles on this page. */
  #page(artist: number, roles: readonly Role[], most: number, { page, itemsPerPage }: { page: number; itemsPerPage: number }): Credited[] {
    const end = page * itemsPerPage;
    let before = 0;
    const credits: Credited[] = [];
    for (const { key, credits: total } of roles) {
      const count = Math.min(total, most);
      const from = Math.max(0, end - itemsPerPage - before);
      const to = Math.min(count, end - before);
      before += count;
      if (from < to) credits.push(...this.#ofRole(artist, key, to - from, from));
    }
    return credits;
  }

  #ofRole(artist: number, role: number | null, limit: number, offset: number): readonly Credited[] {
    const page = () => this.store.reader.all<Credited>(creditsOfRole, { artist, role, limit, offset });
    return this.#pages.find(`${artist} ${role} ${limit} ${offset}`, page) ?? [];
  }
}

/** Productions and releases crediting an artist, once per role. Starts from the artist, who has a few thousand credits at most. */
const creditedOf = (condition = ''): string => {
  const isTheirs = `WHERE c.artist_key = :artist ${condition}`;
  return `
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

const countOfWorks = 'SELECT count(DISTINCT work_key) AS works FROM work_credit WHERE artist_key = :artist';

const rolesOfArtist = `
  WITH credited AS MATERIALIZED (${creditedOf()})
  SELECT r.key, r.id, coalesce(r.slug, '') AS credit_role, coalesce(r.role, 'Artist') AS role, count(*) AS credits
  FROM credited LEFT JOIN artist_role AS r ON r.key = credited.role_key GROUP BY credited.role_key ORDER BY credits DESC, r.role_folded, r.id`;

const creditsOfRole = `
  WITH credited AS MATERIALIZED (${creditedOf('AND c.role_key IS :role')})
  SELECT role_key, 'Production' AS type, p.id, p.title, p.slug, p.year, p.title_folded AS folded
  FROM credited CROSS JOIN production AS p ON p.key = credited.production_key
  UNION ALL
  SELECT role_key, 'Release', r.id, r.title, r.slug, r.year, r.title_folded
  FROM credited CROSS JOIN "release" AS r ON r.key = credited.release_key
  ORDER BY year NULLS LAST, folded, type, id LIMIT :limit + 0 OFFSET :offset + 0`;

/** In place of a slug. */
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
