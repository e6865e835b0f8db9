import { latestSchema } from '../../db/migrations';
import { catalog } from '../catalog';
import { wrongCounts } from '../kinds/triggers';
import { pluralize } from '../pluralize';
import { Connection } from '../store/database/connection';
import { beforeBaseline, isBeforeBaseline, migrate, schemaVersion } from '../store/database/migrate';

/** Checks beyond those of backups, each returning findings in sentences. */
export const databaseExaminations = {
  schema: changedSchema,
  'display names': wrongDisplayNames,
  'sorted titles': wrongSortedTitles,
  'record counts': wrongNumbers,
  'deleted records': livingTombstones,
  'former slugs': strayRedirects,
  'merged records': strayMerges,
  loops: recordsWithinThemselves,
  changes: strangeChanges,
} satisfies Readonly<Record<string, (database: Connection) => readonly string[]>>;

/** Litestream adds two tables. */
const isOfLitestream = (name: string): boolean => /^_litestream_/.test(name);

/** Compares the schema, ignoring whitespace, with what the migrations create. */
function changedSchema(database: Connection): string[] {
  const version = schemaVersion(database);
  if (isBeforeBaseline(version)) return [beforeBaseline('The database', version)];
  if (version < latestSchema()) return [`The schema version is ${version}. Run leitmotif migrate to upgrade it to ${latestSchema()}.`];
  const expected = new Connection(':memory:', { create: true, readwrite: true });
  migrate(expected);
  const [should, is] = [partsOf(expected), partsOf(database)];
  expected.close();
  return [...new Set([...should.keys(), ...is.keys()])].flatMap((name) => {
    if (should.get(name) === is.get(name) || isOfLitestream(name)) return [];
    return [!is.has(name) ? `${name} is missing.` : should.has(name) ? `${name} was changed.` : `${name} does not belong to Leitmotif.`];
  });
}

function partsOf(database: Connection): Map<string, string> {
  // SQLite's statistics tables have no text of ours.
  const rows = "SELECT name, sql FROM sqlite_schema WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite_%'";
  return new Map(database.all<{ name: string; sql: string }>(rows).map(({ name, sql }) => [name, sql.replace(/\s+/g, ' ')]));
}

function wrongDisplayNames(database: Connection): string[] {
  const wrong = count(
    database,
    `artist LEFT JOIN (SELECT DISTINCT a.key FROM artist AS a JOIN artist AS b USING (name_folded) WHERE b.key <> a.key) AS shared
       USING (key)
     WHERE iif(shared.key IS NULL, display_name <> name, substr(display_name, 1, length(name) + 2) <> name || ' (')
       OR EXISTS (SELECT 1 FROM artist AS other
         WHERE other.name_folded = artist.name_folded AND other.key <> artist.key AND other.display_name = artist.display_name)`,
  );
  return wrong === 0 ? [] : [`${pluralize(wrong, 'artist is', 'artists are')} shown under a wrong name.`];
}

function wrongSortedTitles(database: Connection): string[] {
  const wrong = ['Production', 'Release', 'Album'].map((type) =>
    count(
      database,
      `"${type.toLowerCase()}" AS titled JOIN sorted_title AS sorted ON sorted.key = titled.key
       WHERE sorted.resource_type = '${type}' AND sorted.text <> titled.sorted_title`,
    ),
  );
  const all = wrong.reduce((sum, n) => sum + n, 0);
  return all === 0 ? [] : [`${pluralize(all, 'title is', 'titles are')} sorted wrongly.`];
}

function wrongNumbers(database: Connection): string[] {
  const wrong = wrongCounts(database, catalog.all);
  return wrong.map(
    ({ kind, stored, counted: n }) =>
      `There ${n === 1 ? 'is' : 'are'} ${pluralize(n, kind.noun, kind.nouns)}, but the stored count is ${stored ?? 'missing'}.`,
  );
}

function livingTombstones(database: Connection): string[] {
  return catalog.all.flatMap(({ type, table, nouns }) => {
    const living = count(database, `deleted_record WHERE resource_type = '${type}' AND id IN (SELECT id FROM "${table}")`);
    return living === 0 ? [] : [`${living} existing ${nouns} are marked as deleted.`];
  });
}

/** Former slugs of deleted records stay for an undo; until then they answer 404. */
function strayRedirects(database: Connection): string[] {
  return catalog.all.flatMap(({ type, table, nouns }) => {
    const ids = `(SELECT id FROM "${table}" UNION ALL SELECT id FROM merged_record WHERE resource_type = '${type}'
      UNION ALL SELECT id FROM deleted_record WHERE resource_type = '${type}')`;
    const stray = count(database, `slug_redirect WHERE resource_type = '${type}' AND resource_id NOT IN ${ids}`);
    return stray === 0 ? [] : [`${stray} former slugs of ${nouns} lead nowhere.`];
  });
}

function strayMerges(database: Connection): string[] {
  return catalog.all.flatMap(({ type, table, nouns }) => {
    const both = count(database, `merged_record WHERE resource_type = '${type}' AND id IN (SELECT id FROM "${table}")`);
    return both === 0 ? [] : [`${both} existing ${nouns} are marked as merged into others.`];
  });
}

/** Records that are a part of themselves, by way of others, and those within them; earlier versions imported them. */
function recordsWithinThemselves(database: Connection): string[] {
  return catalog.all.flatMap(({ table, path, above, noCircle, nouns, deserializer }) => {
    const relationship = above.length === 0 && noCircle !== undefined ? deserializer.relationships[noCircle] : undefined;
    if (!relationship) return [];
    const { column } = relationship;
    // From the outermost records inwards, since a walk outwards from each would read a chain as often as it is long.
    const found = database.get<{ n: number; first: string | null }>(`
      WITH RECURSIVE reached (key) AS (
        SELECT key FROM "${table}" WHERE ${column} IS NULL AND key IN (SELECT ${column} FROM "${table}")
        UNION ALL SELECT inner.key FROM reached JOIN "${table}" AS inner ON inner.${column} = reached.key
      ) SELECT count(*) AS n, min(id) AS first FROM "${table}" WHERE ${column} IS NOT NULL AND key NOT IN (SELECT key FROM reached)`);
    return !found?.n ? [] : [`The ${noCircle} relationships of ${found.n} ${nouns} form a loop, such as that of ${path}/${found.first}.`];
  });
}

/** Clock differences of two machines. */
const toleranceMinutes = 5;

/** Changes dated in the future. */
function strangeChanges(database: Connection): string[] {
  const changes = database.get<{ ahead: number | null }>(`
    SELECT max(changed_at) > strftime('%Y-%m-%dT%H:%M:%f+00:00', 'now', '+${toleranceMinutes} minutes') AS ahead
      FROM (SELECT changed_at FROM change ORDER BY sequence DESC LIMIT 100)`);
  return changes?.ahead ? ['The latest changes are dated in the future. The clock of this machine is or was wrong.'] : [];
}

const count = (database: Connection, from: string): number => database.get<{ n: number }>(`SELECT count(*) AS n FROM ${from}`)?.n ?? 0;
