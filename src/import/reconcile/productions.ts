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

/**
 * A provisional production whose releases, or other editions of them, contain music of one film is that film; without films, a
 * single other provisional production is the same.
 */
export function* reconcileProvisionalProductions(rows: CatalogRows): Generator<readonly ImportedRecord[]> {
  for (const page of pagesOfProvisional(rows, isAlone))
    yield page.flatMap(({ id }) => {
      const into = filmBesides(rows, id);
      return into === undefined ? [] : [mergeStatement('Production', id, into.id)];
    });
}

const beside = `
  FROM production AS p WHERE p.id <> ?1 AND p.key IN (
    SELECT other.production_key FROM production AS own
      JOIN production_entry AS e ON e.production_key = own.key JOIN production_entry AS other ON other.release_key = e.release_key
      WHERE own.id = ?1
    UNION
    SELECT other.production_key FROM production AS own
      JOIN production_entry AS e ON e.production_key = own.key JOIN "release" AS r ON r.key = e.release_key
      JOIN "release" AS edition ON edition.album_key = r.album_key JOIN production_entry AS other ON other.release_key = edition.key
      WHERE own.id = ?1)
  LIMIT ${mostOfOneTitle}`;

function filmBesides(rows: CatalogRows, id: string): Work | undefined {
  const others = worksOf(rows, beside, id);
  if (others.length === 0) return undefined;
  const films = others.filter(({ isProvisional }) => !isProvisional);
  if (films.length > 0) return films.length === 1 ? films[0] : undefined;
  const [own] = worksOf(rows, 'FROM production AS p WHERE p.id = ?', id);
  const [other] = others;
  return own && other && others.length === 1 && compareWorks(other, own) < 0 ? other : undefined;
}

/** Provisional productions that equal others with their title, or a film with that title. */
export function* reconcileTitles(rows: CatalogRows): Generator<readonly ImportedRecord[]> {
  let before: string | undefined;
  for (const page of pagesOfProvisional(rows)) {
    if (before === undefined) noteOtherTitles(rows);
    const titles = new Set(page.map(({ title }) => title));
    if (before !== undefined) titles.delete(before);
    yield [...titles].flatMap((title) => sameAmong(ofTitle(rows, title)).map((pair) => mergeStatement('Production', ...pair)));
    before = page.at(-1)?.title;
  }
  if (before !== undefined) rows.run('DELETE FROM temp.other_title');
}

const named = `
  FROM production AS p WHERE p.key IN (
    SELECT key FROM production WHERE title_folded = ?1 UNION SELECT production_key FROM temp.other_title WHERE title_folded = ?1)
  LIMIT ${mostOfOneTitle + 1}`;

function ofTitle(rows: CatalogRows, title: string): Work[] {
  const works = worksOf(rows, named, title);
  if (works.length > mostOfOneTitle) return [];
  return works.length > 1 ? withPrintedYears(rows, works) : works;
}

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
