import type { CatalogRows } from '../records/write/catalog-rows';
import type { Way } from './candidates';
import { type ComparedProduction, plainTitle } from './score';

// Which productions may be the same, and the values to compare.

/** Sites with one page per film, game or episode. */
const sitesOfProductions = "('imdb', 'tmdb', 'igdb', 'wikidata')";

const titledProductions = (condition: string): string => `
  SELECT p.key FROM production AS one CROSS JOIN production AS p ON p.title_folded = one.title_folded ${condition}
  WHERE one.key = ?1 AND p.key <> one.key`;

export const productionWays: readonly Way[] = [
  [titledProductions(''), titledProductions('AND +p.year IS one.year')],
  [
    `SELECT DISTINCT l.production_key AS key FROM production_external_link AS own
     CROSS JOIN production_external_link AS l ON l.provider = own.provider AND l.external_id = own.external_id
     WHERE own.production_key = ?1 AND l.production_key <> own.production_key AND own.provider IN ${sitesOfProductions}`,
  ],
  [
    `SELECT DISTINCT e.production_key AS key FROM production_entry AS own CROSS JOIN production_entry AS e ON e.release_key = own.release_key
     WHERE own.production_key = ?1 AND e.production_key <> own.production_key`,
  ],
];

const production = `
  SELECT p.key, p.id, p.title_folded AS title, p.production_type AS type, p.year, p.provisional, p.series_key AS series,
    (SELECT json_group_array(DISTINCT a.name_folded) FROM production_credit AS c JOIN artist AS a ON a.key = c.artist_key
      WHERE c.production_key = p.key AND (c.list = 'composers' OR c.role_key = (SELECT key FROM artist_role WHERE slug = 'composer'))) AS composers,
    (SELECT json_group_array(provider || ' ' || external_id) FROM production_external_link
      WHERE production_key = p.key AND provider IN ${sitesOfProductions}) AS pages,
    (SELECT json_group_array(release_key) FROM (SELECT release_key FROM production_entry WHERE production_key = p.key LIMIT 1000)) AS releases
  FROM production AS p WHERE p.key = ?`;

type ProductionRow = Omit<ComparedProduction, 'isProvisional' | 'composers' | 'pages' | 'releases'> &
  Readonly<Record<'composers' | 'pages' | 'releases', string>> & { readonly provisional: 0 | 1 };

export function comparedProduction(rows: CatalogRows, key: number): ComparedProduction {
  const { provisional, composers, pages, releases, ...row } = rows.one<ProductionRow>(production, key) as ProductionRow;
  const names: string[] = JSON.parse(composers);
  const lists = { composers: names.map(plainTitle), pages: JSON.parse(pages), releases: JSON.parse(releases) };
  return { ...row, ...lists, isProvisional: provisional === 1 };
}
