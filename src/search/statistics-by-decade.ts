import { Type as t } from '@sinclair/typebox';
import { isReviewed } from '../api/read/selection';
import { closed, count, list, orNull, text } from '../api/schema/schemas';
import { releases } from '../catalog/releases';
import type { FormatType } from '../catalog/vocabularies/vocabularies';

// Statistics by year and decade, for charts. Each query reads one table or index once.

/** A word of a vocabulary, of which the document tells no more than that it is text. */
export const vocabularyWord = <W extends string>() => t.Unsafe<W>({ type: 'string' });

const year = t.Integer();
const decade = () => orNull(t.Integer());

export const byDecadeSchemas = {
  releases_by_year: list(closed({ year, releases: count() }), 'By year of release, without undated ones'),
  productions_by_year: list(closed({ year, productions: count() }), 'By year, without undated ones'),
  releases_by_production_decade: list(
    closed({ production_decade: year, decade: year, releases: count() }),
    'Releases by the decade of their production and their own, where both are known',
  ),
  formats_by_decade: list(
    closed({ format_type: vocabularyWord<FormatType>(), decade: decade(), releases: count() }),
    'Releases by format and decade',
  ),
  countries_by_decade: list(closed({ country: text(), decade: decade(), releases: count() }), 'Releases by country and decade'),
  completeness: closed(
    { releases: count(), year: count(), country: count(), barcode: count(), cover: count(), tracks: count(), credits: count() },
    'Number of releases, and of those with each of these',
  ),
};

export const byDecadeExamples = {
  releases_by_year: [{ year: 1969, releases: 1 }],
  productions_by_year: [{ year: 1960, productions: 1 }],
  releases_by_production_decade: [{ production_decade: 1960, decade: 1960, releases: 1 }],
  formats_by_decade: [{ format_type: 'vinyl', decade: 1960, releases: 1 }],
  countries_by_decade: [{ country: 'GB', decade: 1960, releases: 1 }],
  completeness: { releases: 1, year: 1, country: 1, barcode: 0, cover: 0, tracks: 1, credits: 1 },
};

const decadeOf = (row: string) => `${row}.year / 10 * 10`;
const reviewed = isReviewed(releases, 'r.key');
const tally = (table: string) => `(SELECT count(DISTINCT release_key) FROM ${table})`;

export const byDecadeQueries = {
  releases_by_year: `
    SELECT year, count(*) AS releases FROM "release" AS r WHERE year IS NOT NULL AND ${reviewed} GROUP BY year ORDER BY year`,
  productions_by_year: `
    SELECT year, count(*) AS productions FROM production WHERE year IS NOT NULL GROUP BY year ORDER BY year`,
  releases_by_production_decade: `
    SELECT ${decadeOf('p')} AS production_decade, ${decadeOf('r')} AS decade, count(DISTINCT r.key) AS releases
    FROM production_entry AS e JOIN production AS p ON p.key = e.production_key JOIN "release" AS r ON r.key = e.release_key
    WHERE p.year IS NOT NULL AND r.year IS NOT NULL GROUP BY production_decade, decade ORDER BY production_decade, decade`,
  formats_by_decade: `
    SELECT f.format_type, ${decadeOf('r')} AS decade, count(DISTINCT r.key) AS releases
    FROM release_format AS f JOIN "release" AS r ON r.key = f.release_key GROUP BY f.format_type, decade ORDER BY f.format_type, decade`,
  countries_by_decade: `
    SELECT country, ${decadeOf('r')} AS decade, count(*) AS releases FROM "release" AS r
    WHERE country IS NOT NULL AND ${reviewed} GROUP BY country, decade ORDER BY country, decade`,
  completeness: `
    SELECT count(*) AS releases, count(year) AS year, count(country) AS country, count(barcode) AS barcode,
      ${tally('release_cover')} AS cover, ${tally('release_credit')} AS credits,
      (SELECT count(DISTINCT f.release_key) FROM release_track AS t JOIN release_format AS f ON f.key = t.release_format_key) AS tracks
    FROM "release" AS r WHERE ${reviewed}`,
} satisfies Record<keyof typeof byDecadeSchemas, string>;

/** Counts by decade, as JSON. @param counted rows with their year */
export const decadesOf = (counted: string): string => `(
  SELECT json_group_array(json_object('decade', decade, 'count', n)) FROM (
    SELECT year / 10 * 10 AS decade, count(*) AS n FROM (${counted}) GROUP BY decade ORDER BY decade IS NULL, decade))`;
