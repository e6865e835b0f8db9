import { Type as t } from '@sinclair/typebox';
import { sql } from 'kysely';
import { derivedTogether, nullable } from '../../kinds';

interface Site {
  readonly provider: string;
  readonly pattern: RegExp;
  readonly example: string;
  /** Page of a production of a type. */
  readonly page: (id: string, type: unknown) => string;
}

/** Ids of a production at other sites, by attribute: each stands for its external link of that provider. */
export const siteIds = {
  imdb_id: { provider: 'imdb', pattern: /^tt\d{5,10}$/, example: 'tt0054215', page: (id) => `https://www.imdb.com/title/${id}/` },
  tmdb_id: {
    provider: 'tmdb',
    pattern: /^[1-9]\d{0,9}$/,
    example: '539',
    page: (id, type) => `https://www.themoviedb.org/${type === 'television' || type === 'episode' ? 'tv' : 'movie'}/${id}`,
  },
  igdb_id: {
    provider: 'igdb',
    pattern: /^[a-z0-9][a-z0-9-]{0,200}$/,
    example: 'outer-wilds',
    page: (id) => `https://www.igdb.com/games/${id}`,
  },
} as const satisfies Readonly<Record<string, Site>>;

export const siteIdNames = Object.keys(siteIds) as (keyof typeof siteIds)[];

const id = (site: string) => nullable(t.String({ description: `Id at ${site}: the first of its external links` }));

/** The lowest, where a production has several pages at a site. */
const firstOf = (name: keyof typeof siteIds) => sql`min(external_id) FILTER (WHERE provider = ${sql.lit(siteIds[name].provider)})`;

/** The ids as attributes of a production. */
export const idsAtSites = () =>
  derivedTogether(
    { imdb_id: id('IMDb'), tmdb_id: id('TMDB'), igdb_id: id('IGDB') },
    sql<never>`(SELECT json_array(${sql.join(siteIdNames.map(firstOf))}) FROM production_external_link WHERE production_key = production.key)`,
  );
