import { sql } from 'kysely';
import type { Store } from '../../store/database/open';
import { parameter, type Statements } from '../../store/database/sql';
import { contentHash } from '../provenance/hashes';
import type { Authority } from '../provenance/ranks';
import type { SourceMemory } from '../provenance/source-values';
import type { GivenRecord, MissingReference, Mode, Origin, RecordObject, WriteOutcome } from './record';
import type { References } from './references';

/** A deferred record that is still incomplete, or was refused. */
export interface Unresolved {
  readonly place: Origin;
  readonly reason: string;
  readonly raw: string;
}

export interface Arrived {
  readonly type: string;
  readonly outcome: WriteOutcome;
  /** Whether it was deferred silently. */
  readonly isQuiet: boolean;
}

/** A record waiting for another. */
export interface DeferredRecord {
  readonly key: number;
  readonly given: GivenRecord;
  readonly place: Origin;
  readonly reason: string;
}

interface WaitingRow {
  readonly key: number;
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
export const newestWaiting = ({ writer }: Store): number =>
  (writer.query('SELECT max(key) AS key FROM waiting_record').get() as { key: number | null }).key ?? 0;

/** Beyond this many names the cache is dropped and the table queried. */
const maximumNames = 200_000;

/** Records that arrived before those they reference, stored in the database without limit. */
export class DeferredRecords {
  /** Loaded lazily; `null` if too many to cache. */
  #names: Set<string> | null | undefined;
  /** Generation of the loaded names. */
  #generation = -1;
  constructor(
    private readonly statements: Statements,
    private readonly memory: SourceMemory,
    private readonly references: References,
    /** Highest key before this run; its own records follow. */
    readonly before: number,
  ) {}

  /** Number of records deferred before this run and still waiting. */
  countOlder(): number {
    const { count } = this.statements
      .get<{ count: number }>('older waiting', (db) =>
        db
          .selectFrom('waiting_record')
          .where('key', '<=', parameter('before'))
          .where('is_quiet', '=', 0)
          .select(sql<number>`count(*)`.as('count')),
      )
      .get({ before: this.before }) as { count: number };
    return count;
  }

  #readNames(): Set<string> | null {
    const rows = this.statements
      .get<{ awaited_table: string; awaited_name: string }>('awaited names', (db) =>
        db
          .selectFrom('waiting_record')
          .select(['awaited_table', 'awaited_name'])
          .distinct()
          .limit(maximumNames + 1),
      )
      .all({});
    return rows.length > maximumNames ? null : new Set(rows.map((row) => `${row.awaited_table} ${row.awaited_name}`));
  }

  add({ type, id }: RecordObject, given: GivenRecord, { source, file, line, offset }: Origin, { table, missing }: MissingReference): void {
    const { record, mode, authority, guessed, waitsQuietly } = given;
    const text = JSON.stringify(record);
    this.statements
      .get('wait', (db) =>
        db.insertInto('waiting_record').values({
          // Keys are never reused, which would make new records look older.
          key: sql<number>`(SELECT max(coalesce(max(key), 0), ${parameter('before')}) + 1 FROM waiting_record)`,
          source_key: parameter('source'),
          resource_type: parameter('type'),
          resource_id: parameter('id'),
          record: parameter('record'),
          mode: parameter('mode'),
          authority: parameter('authority'),
          guessed: parameter('guessed'),
          is_quiet: parameter('isQuiet'),
          variant: parameter('variant'),
          file: parameter('file'),
          line: parameter('line'),
          byte_offset: parameter('offset'),
          awaited_table: parameter('table'),
          awaited_name: parameter('name'),
        }),
      )
      .run({
        before: this.before,
        source: this.memory.source(source),
        type,
        id,
        record: text,
        mode,
        authority: authority ?? null,
        guessed: guessed ? JSON.stringify(guessed) : null,
        isQuiet: waitsQuietly ? 1 : 0,
        variant: isOneOfSeveral(type, given) ? contentHash(text) : 0,
        file,
        line,
        offset,
        table,
        name: missing,
      });
    if (this.#names && this.#names.size >= maximumNames) this.#names = null;
    this.#names?.add(`${table} ${missing}`);
  }

  /** Removes and returns records waiting for one, by its UUID or slug. */
  take(table: string, name: string): DeferredRecord[] {
    if (this.#names === undefined || this.#generation !== this.references.generation) {
      this.#names = this.#readNames();
      this.#generation = this.references.generation;
    }
    if (this.#names && !this.#names.has(`${table} ${name}`)) return [];
    const rows = this.statements
      .get<WaitingRow>('waiting for', (db) =>
        waitingRows(db).where('awaited_name', '=', parameter('name')).where('awaited_table', '=', parameter('table')),
      )
      .all({ table, name });
    this.#names?.delete(`${table} ${name}`);
    return this.#remove(rows);
  }

  /** Records of a source deferred in this run, oldest first. */
  of(source: string): DeferredRecord[] {
    return this.statements
      .get<WaitingRow>('waiting of', (db) =>
        waitingRows(db)
          .where('import_source.name', '=', parameter('source'))
          .where('waiting_record.key', '>', parameter('before'))
          .where('is_quiet', '=', 0),
      )
      .all({ source, before: this.before })
      .map(waitingOf);
  }

  /** Removes records deferred by earlier imports of a source, which are tried again. */
  drop(source: string): void {
    this.statements
      .get('drop waiting', (db) => db.deleteFrom('waiting_record').where('source_key', '=', parameter('source')))
      .run({ source: this.memory.source(source) });
    this.#names = undefined;
  }

  #remove(rows: readonly WaitingRow[]): DeferredRecord[] {
    if (rows.length > 0)
      this.statements
        .get('stop waiting', (db) =>
          db.deleteFrom('waiting_record').where('key', 'in', sql<number>`(SELECT value FROM json_each(${parameter('keys')}))`),
        )
        .run({ keys: JSON.stringify(rows.map((row) => row.key)) });
    return rows.map(waitingOf);
  }
}

/** Several documents may fill one record, or state several identities of it: each waits separately. */
const isOneOfSeveral = (type: string, { authority, mode }: GivenRecord): boolean =>
  authority !== undefined && (mode !== 'whole' || type === 'MergedRecord');

// biome-ignore lint/suspicious/noExplicitAny: the tables of a writer's statements are not typed.
const waitingRows = (db: any) =>
  db
    .selectFrom('waiting_record')
    .innerJoin('import_source', 'import_source.key', 'waiting_record.source_key')
    .select([
      'waiting_record.key',
      'record',
      'mode',
      'authority',
      'guessed',
      'is_quiet',
      'import_source.name as source',
      'file',
      'line',
      'byte_offset',
      'awaited_table',
      'awaited_name',
    ])
    .orderBy('waiting_record.key');

const waitingOf = (row: WaitingRow): DeferredRecord => ({
  key: row.key,
  given: {
    record: JSON.parse(row.record),
    mode: row.mode,
    ...(row.authority !== null && { authority: row.authority }),
    ...(row.guessed !== null && { guessed: JSON.parse(row.guessed) as string[] }),
    ...(row.is_quiet === 1 && { waitsQuietly: true as const }),
  },
  place: { source: row.source, file: row.file, line: row.line, offset: row.byte_offset },
  reason: `It points to ${row.awaited_table.replaceAll('_', ' ')} ${row.awaited_name}, which never arrived.`,
});
