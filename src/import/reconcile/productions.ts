import { onlyOf } from '../../matching/decide';
import { compareWorks, sameAmong, type Work, withPrintedYears, worksOf } from '../../matching/productions';
import { type CatalogRows, pagesOf, rowsAtOnce } from '../../records/write/catalog-rows';
import type { ImportedRecord } from '../../records/write/record';
import { fold } from '../../store/values/folding';
import { productionOfGroup } from '../sources/musicbrainz/records';
import { mergeStatement, proven, superseded } from './statements';

interface ProvisionalProduction {
  readonly title: string;
  readonly id: string;
}

/** A title of more productions identifies none of them. */
const mostOfOneTitle = 100;

/** Ids that prove a production real; provisional ones have none. */
const provingProviders = "('imdb', 'wikidata', 'tmdb', 'igdb')";

/** Pages of provisional productions by title, as far as an SQL condition holds. */
const pagesOfProvisional = (rows: CatalogRows, condition = 'TRUE'): Generator<readonly ProvisionalProduction[]> =>
  pagesOf<ProvisionalProduction>((last) =>
    rows.all(
      `SELECT title_folded AS title, id FROM production
       WHERE provisional = 1 AND (title_folded, id) > (?, ?) AND ${condition} ORDER BY title_folded, id LIMIT ${rowsAtOnce}`,
      last?.title ?? '',
      last?.id ?? '',
    ),
  );

/** A production with a page on another site is not provisional. */
export function* reconcileProven(rows: CatalogRows): Generator<readonly ImportedRecord[]> {
  const isProven = `EXISTS (SELECT 1 FROM production_external_link AS l WHERE l.production_key = production.key AND l.provider IN ${provingProviders})`;
  for (const page of pagesOfProvisional(rows, isProven)) yield page.map(({ id }) => proven(id));
}

/**
 * A release group linked to several films has no production of its own. A provisional one, made because its releases came before
 * its links, is deleted unless edited by hand.
 */
export function* reconcileGroupsOfSeveral(rows: CatalogRows): Generator<readonly ImportedRecord[]> {
  const sql = `SELECT name AS id FROM source_note
    WHERE source = 'musicbrainz/release-group' AND instr(value, ',') AND name > ? ORDER BY name LIMIT ${rowsAtOnce}`;
  const standing = `SELECT id FROM production AS p
    WHERE p.provisional = 1 AND p.id IN (SELECT value FROM json_each(?))
      AND NOT EXISTS (SELECT 1 FROM revision WHERE resource_type = 'Production' AND resource_id = p.id)`;
  for (const page of pagesOf<{ id: string }>((last) => rows.all(sql, last?.id ?? ''))) {
    const provisional = page.map(({ id }) => productionOfGroup(id));
    yield rows.all<{ id: string }>(standing, JSON.stringify(provisional)).map(({ id }) => superseded(id));
  }
}

/** Not named with others by one title, each at a position of its own: those are compared by title alone. */
const isAlone = `NOT EXISTS (SELECT 1 FROM production_entry AS own
  JOIN production_entry AS other ON other.release_key = own.release_key AND other.position <> own.position
  JOIN production AS p ON p.key = other.production_key
  WHERE own.production_key = production.key AND p.provisional = 1)`;

/** SQL: whether a merge by hand, whose undo must find them, moved records of a type to a release or an album. */
const gotByHand = (of: 'Release' | 'Album', id: string, moved: 'ProductionEntry' | 'Release'): string => `EXISTS (
  SELECT 1 FROM merged_record AS led CROSS JOIN revision AS m
    ON m.resource_type = '${of}' AND m.resource_id = led.id AND m.action = 'merged'
  WHERE led.resource_type = '${of}' AND led.merged_into_id = ${id}
    AND EXISTS (SELECT 1 FROM json_each(m.merge, '$.changed') WHERE value ->> 'type' = '${moved}'))`;

/**
 * A provisional production whose releases, or other editions of them, contain music of one film is that film; without films, a
 * single other provisional production is the same. Those that a merge by hand brought together stay apart.
 */
export function* reconcileProvisionalProductions(rows: CatalogRows): Generator<readonly ImportedRecord[]> {
  for (const page of pagesOfProvisional(rows, isAlone)) {
    const ids = page.map(({ id }) => id);
    yield groupsOf(rows, beside, ids).flatMap(([id, works]) => {
      const into = filmBesides(id, works);
      return into === undefined ? [] : [mergeStatement('Production', id, into.id)];
    });
  }
}

/** SQL: groups of a production, by UUID, with those on its releases and on other editions of them. */
const beside = `
  SELECT own.id AS "group", p.id FROM json_each(?) AS page CROSS JOIN production AS own ON own.id = page.value
  CROSS JOIN production AS p ON p.key IN (
    SELECT own.key
    UNION ALL SELECT key FROM (
      SELECT other.production_key AS key FROM production_entry AS e CROSS JOIN "release" AS r ON r.key = e.release_key
        CROSS JOIN production_entry AS other ON other.release_key = r.key
        WHERE e.production_key = own.key AND other.production_key <> own.key AND NOT ${gotByHand('Release', 'r.id', 'ProductionEntry')}
      UNION
      SELECT other.production_key FROM production_entry AS e CROSS JOIN "release" AS r ON r.key = e.release_key
        CROSS JOIN album AS a ON a.key = r.album_key CROSS JOIN "release" AS edition ON edition.album_key = a.key
        CROSS JOIN production_entry AS other ON other.release_key = edition.key
        WHERE e.production_key = own.key AND other.production_key <> own.key AND NOT ${gotByHand('Album', 'a.id', 'Release')}
          AND NOT ${gotByHand('Release', 'r.id', 'ProductionEntry')} AND NOT ${gotByHand('Release', 'edition.id', 'ProductionEntry')}
      LIMIT ${mostOfOneTitle}))`;

function filmBesides(id: string, works: readonly Work[]): Work | undefined {
  const others = works.filter((work) => work.id !== id);
  const films = others.filter(({ isProvisional }) => !isProvisional);
  if (films.length > 0) return onlyOf(films);
  const [own, other] = [works.find((work) => work.id === id), onlyOf(others)];
  return own && other && compareWorks(other, own) < 0 ? other : undefined;
}

/**
 * Groups of at least two productions.
 * @param sql gives the group of each of the `values`, and the UUIDs of its productions
 */
function groupsOf(rows: CatalogRows, sql: string, values: readonly string[]): (readonly [group: string, works: readonly Work[]])[] {
  const found = Map.groupBy(rows.all<{ group: string; id: string }>(sql, JSON.stringify(values)), ({ group }) => group);
  const several = [...found].filter(([, pairs]) => pairs.length > 1);
  if (several.length === 0) return [];
  const ids = several.flatMap(([, pairs]) => pairs.map(({ id }) => id));
  const works = worksOf(rows, 'FROM production AS p WHERE p.id IN (SELECT value FROM json_each(?))', JSON.stringify(ids));
  const byId = new Map(works.map((work) => [work.id, work]));
  return several.map(([group, pairs]) => [group, pairs.flatMap(({ id }) => byId.get(id) ?? [])]);
}

/** Provisional productions that equal others with their title, or a film with that title. */
export function* reconcileTitles(rows: CatalogRows): Generator<readonly ImportedRecord[]> {
  let before: string | undefined;
  for (const page of pagesOfProvisional(rows)) {
    if (before === undefined) noteOtherTitles(rows);
    const titles = new Set(page.map(({ title }) => title));
    if (before !== undefined) titles.delete(before);
    const groups = groupsOf(rows, named, [...titles]).flatMap(([, works]) => (works.length > mostOfOneTitle ? [] : [works]));
    yield groups.flatMap((works) => sameAmong(withPrintedYears(rows, works)).map((pair) => mergeStatement('Production', ...pair)));
    before = page.at(-1)?.title;
  }
  if (before !== undefined) rows.run('DELETE FROM temp.other_title');
}

const named = `
  SELECT page.value AS "group", p.id FROM json_each(?) AS page CROSS JOIN production AS p ON p.key IN (
    SELECT key FROM production WHERE title_folded = page.value
    UNION SELECT production_key FROM temp.other_title WHERE title_folded = page.value
    LIMIT ${mostOfOneTitle + 1})`;

/** Alternative film titles for look-ups, in a temporary table. */
function noteOtherTitles(rows: CatalogRows): void {
  rows.run(
    'CREATE TEMP TABLE IF NOT EXISTS other_title (title_folded TEXT, production_key INTEGER, PRIMARY KEY (title_folded, production_key)) WITHOUT ROWID',
  );
  rows.run('DELETE FROM temp.other_title');
  const pages = pagesOf<{ readonly key: number; readonly akas: string }>((last) =>
    rows.all(
      `SELECT key, akas FROM production WHERE key > ? AND akas IS NOT NULL AND provisional = 0 ORDER BY key LIMIT ${rowsAtOnce}`,
      last?.key ?? 0,
    ),
  );
  for (const page of pages) {
    const titles = page.flatMap(({ key, akas }) => akas.split('\n').map((title) => [fold(title.trim()), key]));
    rows.run(
      'INSERT OR IGNORE INTO temp.other_title (title_folded, production_key) SELECT value ->> 0, value ->> 1 FROM json_each(?)',
      JSON.stringify(titles),
    );
  }
}
