import { typeOfTable } from '../../api/schema/resource';
import { message } from '../../messages/message';
import type { Store } from '../../store/database/open';
import { contentHash } from '../provenance/hashes';
import type { Authority } from '../provenance/ranks';
import { pagesOf, rowsAtOnce } from '../write/catalog-rows';
import {
  type ImportedRecord,
  type MissingReference,
  type Mode,
  type Origin,
  RecordError,
  type RecordObject,
  type WriteOutcome,
} from '../write/record';
import type { WriteSession } from '../write/session';

/** A deferred record that is still incomplete, or was refused. */
export interface Unresolved {
  readonly place: Origin;
  readonly reason: string;
  readonly raw: string;
}

export interface DeferredOutcome {
  readonly type: string;
  readonly outcome: WriteOutcome;
  /** Whether it was deferred silently. */
  readonly isQuiet: boolean;
}

/** A record deferred until another exists. */
export interface DeferredRecord {
  readonly key: number;
  readonly imported: ImportedRecord;
  readonly place: Origin;
  readonly reason: string;
}

interface DeferredRow {
  readonly key: number;
  readonly resource_type: string;
  readonly resource_id: string;
  readonly record: string;
  readonly mode: Mode;
  readonly authority: Authority | null;
  readonly guessed: string | null;
  readonly is_quiet: 0 | 1;
  readonly source: string;
  readonly file: string;
  readonly line: number;
  readonly byte_offset: number;
  readonly awaited_table: string;
  readonly awaited_name: string;
}

/** Highest key of deferred records; 0 without any. */
export const newestDeferred = ({ writer }: Store): number =>
  (writer.query('SELECT max(key) AS key FROM deferred_record').get() as { key: number | null }).key ?? 0;

/** Beyond this many names the cache is dropped and the table queried. */
const maximumNames = 200_000;

/** Records that arrived before those they reference, stored in the database without limit. */
export class DeferredRecords {
  /** Loaded lazily; `null` if too many to cache. */
  #names: Set<string> | null | undefined;
  /** Generation of the loaded names. */
  #generation = -1;
  constructor(
    private readonly session: WriteSession,
    /** Highest key before this run; its own records follow. */
    readonly before: number,
  ) {}

  /** Number of records deferred before this run and still deferred. */
  countOlder(): number {
    const { count } = this.session.connection.get<{ count: number }>(
      'SELECT count(*) AS count FROM deferred_record WHERE key <= :before AND is_quiet = 0',
      { before: this.before },
    ) as { count: number };
    return count;
  }

  #readNames(): Set<string> | null {
    const rows = this.session.connection.all<{ awaited_table: string; awaited_name: string }>(
      `SELECT DISTINCT awaited_table, awaited_name FROM deferred_record LIMIT ${maximumNames + 1}`,
    );
    return rows.length > maximumNames ? null : new Set(rows.map((row) => `${row.awaited_table} ${row.awaited_name}`));
  }

  add(
    { type, id }: RecordObject,
    imported: ImportedRecord,
    { source, file, line, offset }: Origin,
    { table, missing }: MissingReference,
  ): void {
    if (typeOfTable(table) === type && id.toLowerCase().endsWith(missing)) throw new RecordError(message('loop'));
    const { record, mode, authority, guessed, isQuietlyDeferred } = imported;
    const text = JSON.stringify(record);
    this.session.connection.change(insertDeferred, {
      before: this.before,
      source: this.session.sourceValues.source(source),
      type,
      id,
      record: text,
      mode,
      authority: authority ?? null,
      guessed: guessed ? JSON.stringify(guessed) : null,
      isQuiet: isQuietlyDeferred ? 1 : 0,
      variant: isOneOfSeveral(type, imported) ? contentHash(text) : 0,
      file,
      line,
      offset,
      table,
      name: missing,
    });
    if (this.#names && this.#names.size >= maximumNames) this.#names = null;
    this.#names?.add(`${table} ${missing}`);
  }

  /** Removes and returns records deferred for one, by its UUID or slug. */
  take(table: string, name: string): DeferredRecord[] {
    if (this.#names === undefined || this.#generation !== this.session.references.generation) {
      this.#names = this.#readNames();
      this.#generation = this.session.references.generation;
    }
    if (this.#names && !this.#names.has(`${table} ${name}`)) return [];
    const rows = this.session.connection.all<DeferredRow>(
      `${deferredRows} WHERE awaited_name = :name AND awaited_table = :table ORDER BY w.key`,
      { table, name },
    );
    this.#names?.delete(`${table} ${name}`);
    return this.#remove(rows);
  }

  /** Records of a source deferred in this run, oldest first; read page by page, since there may be any number. */
  *of(source: string): Generator<DeferredRecord> {
    const { connection } = this.session;
    const linked = `${linkedRows} ${ofRun} ORDER BY w.key LIMIT ${mostInCircles}`;
    const circles = circlesAmong(connection.all<LinkedRow>(linked, { source, after: this.before }));
    const page = `${deferredRows} ${ofRun} ORDER BY w.key LIMIT ${rowsAtOnce}`;
    for (const rows of pagesOf<DeferredRow>((last) => connection.all(page, { source, after: last?.key ?? this.before })))
      for (const row of rows) yield deferredRecordOf(row, circles.get(row.key));
  }

  /** Numbers of the records of a source deferred in this run, and of their documents. */
  count(source: string): { readonly records: number; readonly documents: number } {
    return this.session.connection.get<{ records: number; documents: number }>(
      `SELECT coalesce(sum(records), 0) AS records, count(*) AS documents
         FROM (SELECT count(*) AS records FROM ${deferredOfSources} ${ofRun} GROUP BY file, line)`,
      { source, after: this.before },
    ) as { records: number; documents: number };
  }

  /** Removes records deferred by earlier imports of a source, which are tried again. */
  drop(source: string): void {
    this.session.connection.change('DELETE FROM deferred_record WHERE source_key = :source', {
      source: this.session.sourceValues.source(source),
    });
    this.#names = undefined;
  }

  #remove(rows: readonly DeferredRow[]): DeferredRecord[] {
    if (rows.length > 0)
      this.session.connection.change('DELETE FROM deferred_record WHERE key IN (SELECT value FROM json_each(:keys))', {
        keys: JSON.stringify(rows.map((row) => row.key)),
      });
    return rows.map((row) => deferredRecordOf(row));
  }
}

/** Several documents may fill one record, or state several identities of it: each is deferred separately. */
const isOneOfSeveral = (type: string, { authority, mode }: ImportedRecord): boolean =>
  authority !== undefined && (mode !== 'whole' || type === 'MergedRecord');

const deferredOfSources = 'deferred_record AS w JOIN import_source AS s ON s.key = w.source_key';

const deferredRows = `
  SELECT w.key, resource_type, resource_id, record, mode, authority, guessed, is_quiet, s.name AS source, file, line, byte_offset, awaited_table, awaited_name
  FROM ${deferredOfSources}`;

/** Columns that tell which record waits for which. */
type LinkedRow = Pick<DeferredRow, 'key' | 'resource_type' | 'resource_id' | 'line' | 'awaited_table' | 'awaited_name'>;

const linkedRows = `SELECT w.key, resource_type, resource_id, line, awaited_table, awaited_name FROM ${deferredOfSources}`;

const ofRun = 'WHERE s.name = :source AND w.key > :after AND is_quiet = 0';

/** Deferred records among which circles are looked for, about 10 MB. */
const mostInCircles = 20_000;

/** Keys are never reused, which would make new records look older. */
const insertDeferred = `
  INSERT INTO deferred_record (key, source_key, resource_type, resource_id, record, mode, authority, guessed, is_quiet, variant,
    file, line, byte_offset, awaited_table, awaited_name)
  VALUES ((SELECT max(coalesce(max(key), 0), :before) + 1 FROM deferred_record), :source, :type, :id, :record, :mode, :authority,
    :guessed, :isQuiet, :variant, :file, :line, :offset, :table, :name)`;

/** Records that wait for each other in a circle, by key, each with the one that it waits for. */
function circlesAmong(rows: readonly LinkedRow[]): ReadonlyMap<number, LinkedRow> {
  const byName = new Map(rows.map((row) => [`${row.resource_type} ${row.resource_id.split('/').at(-1)}`, row]));
  const awaitedBy = (row: LinkedRow) => byName.get(`${typeOfTable(row.awaited_table)} ${row.awaited_name}`);
  const circles = new Map<number, LinkedRow>();
  const walkOf = new Map<LinkedRow, number>();
  for (const [walk, row] of rows.entries()) {
    let at: LinkedRow | undefined = row;
    for (; at && !walkOf.has(at); at = awaitedBy(at)) walkOf.set(at, walk);
    if (!at || walkOf.get(at) !== walk) continue;
    for (let next = awaitedBy(at); next && !circles.has(at.key); next = awaitedBy(at)) {
      circles.set(at.key, next);
      at = next;
    }
  }
  return circles;
}

const deferredRecordOf = (row: DeferredRow, awaited?: LinkedRow): DeferredRecord => ({
  key: row.key,
  imported: {
    record: JSON.parse(row.record),
    mode: row.mode,
    ...(row.authority !== null && { authority: row.authority }),
    ...(row.guessed !== null && { guessed: JSON.parse(row.guessed) as string[] }),
    ...(row.is_quiet === 1 && { isQuietlyDeferred: true as const }),
  },
  place: { source: row.source, file: row.file, line: row.line, offset: row.byte_offset },
  reason: `It points to ${row.awaited_table.replaceAll('_', ' ')} ${row.awaited_name}${
    awaited ? ` in line ${awaited.line}, which leads back to it. This would create a loop.` : ', which never arrived.'
  }`,
});
