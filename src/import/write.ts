import { sql } from 'kysely';
import type { Store } from '../database/open';
import { parameter, type Value } from '../database/prepare';
import { now, timestamp } from '../database/time';
import { kindOfType } from './kinds';
import type { Attributes, FindKey, Kind, OwnedRows, Table } from './kinds/kind';
import { Moves } from './moves';
import { type Outcome, RecordError, requireAttributes, type SourceRecord } from './record';
import { References } from './references';
import { Slugs } from './slugs';
import { Statements } from './statements';

type Columns = Readonly<Record<string, Value>>;

/**
 * Writes records into the catalog: the one way data enters it. A record that is there is changed where it differs and
 * else not touched. Runs within a transaction that its caller holds.
 */
export class RecordWriter {
  readonly #statements: Statements;
  readonly #references: References;
  readonly #slugs: Slugs;
  readonly #moves: Moves;
  readonly #findKey: FindKey;

  constructor(store: Store) {
    this.#statements = new Statements(store);
    this.#references = new References(this.#statements);
    this.#slugs = new Slugs(this.#statements);
    this.#moves = new Moves(this.#statements, this.#references, this.#slugs);
    this.#findKey = (table, reference) => this.#references.key(table, reference);
  }

  /** @throws {RecordError} for a record that breaks a rule or points to one that is not there */
  write(record: SourceRecord): Outcome {
    if (record.type === 'SlugRedirect') return this.#moves.redirectSlug(record);
    if (record.type === 'MergedRecord') return this.#moves.merge(record);
    const kind = kindOfType(record.type);
    if (!kind) throw new RecordError(`There is no kind of record "${record.type.slice(0, 60)}".`);
    const ids = kind.path.exec(record.id)?.slice(1);
    if (!ids) throw new RecordError(`${record.id.slice(0, 200)} is no IRI of type ${record.type}.`);
    requireAttributes(kind, record.attributes);
    const references = { ...this.#above(kind, ids), ...this.#relationships(kind, record.relationships) };
    if (record.type === 'Portrayal') this.#requireRoles(references);
    const id = (ids.at(-1) as string).toLowerCase();
    return this.#writeOne(kind, id, record.attributes, kind.parts ? { ...references, parent_key: null } : references);
  }

  /** Frees the statements. */
  close(): void {
    this.#statements.close();
  }

  #writeOne(kind: Kind, id: string, attributes: Attributes, references: Columns): Outcome {
    const given = { ...kind.columns(attributes, this.#findKey), ...references };
    const current = this.#current(kind, id, Object.keys(given));
    const columns = { ...given, ...this.#slugs.slug(kind, id, attributes, current) };
    const differs = current === undefined || Object.entries(columns).some(([name, value]) => current[name] !== value);
    const key = current === undefined ? this.#insert(kind.table, id, columns, attributes) : (current.key as number);
    const owned = kind.owned?.(attributes, this.#findKey) ?? [];
    const ownedDiffer = owned.map((rows) => this.#replaceOwned(rows, key)).includes(true);
    const partsDiffer = kind.parts !== undefined && this.#writeParts(kind, key, attributes, given);
    if (current === undefined) return 'added';
    if (!differs && !ownedDiffer && !partsDiffer) return 'unchanged';
    this.#update(kind.table, key, columns, attributes);
    return 'changed';
  }

  /** Parts stand in the same table under the record; those it does not name any more are deleted. */
  #writeParts(kind: Kind, key: number, attributes: Attributes, { release_format_key }: Columns): boolean {
    const parts = kind.parts?.(attributes) ?? [];
    const { parts: _, ...plain } = kind;
    const references = { release_format_key: release_format_key as Value, parent_key: key };
    const outcomes = parts.map((part) => this.#writeOne(plain, part.id.toLowerCase(), part.attributes, references));
    const deleted = this.#statements
      .get('drop parts', (db) =>
        db
          .deleteFrom('release_track')
          .where('parent_key', '=', parameter('key'))
          .where('id', 'not in', sql`(SELECT value FROM json_each(${parameter('kept')}))`),
      )
      .run({ key, kept: JSON.stringify(parts.map((part) => part.id.toLowerCase())) });
    return deleted > 0 || outcomes.some((outcome) => outcome !== 'unchanged');
  }

  #above(kind: Kind, ids: readonly string[]): Columns {
    if (!kind.within) return {};
    const key = this.#references.key(kind.within.table, ids.at(-2));
    if (kind.within.table === 'release_format') this.#requireFormatOf(key, ids[0] as string);
    return { [kind.within.column]: key };
  }

  #relationships(kind: Kind, relationships: Attributes): Columns {
    const unknown = Object.keys(relationships).find((name) => !Object.hasOwn(kind.relationships, name));
    if (unknown !== undefined) throw new RecordError(`relationships.${unknown.slice(0, 60)}: this kind has no such relationship.`);
    const columns = Object.entries(kind.relationships).map(([name, { column, table, required }]) => [
      column,
      this.#references.related(name, table, relationships[name], required),
    ]);
    return Object.fromEntries(columns);
  }

  /** A real artist portrays a fictional one. */
  #requireRoles({ performer_key, fictional_artist_key }: Columns): void {
    if (performer_key !== null && this.#isFictional(performer_key as number)) {
      throw new RecordError('relationships.performer: a performer is a real artist.');
    }
    if (fictional_artist_key !== null && !this.#isFictional(fictional_artist_key as number)) {
      throw new RecordError('relationships.fictionalArtist: the artist is not fictional.');
    }
  }

  #isFictional(key: number): boolean {
    const artist = this.#statements
      .get<{ fictional: number }>('fictional', (db) => db.selectFrom('artist').select('fictional').where('key', '=', parameter('key')))
      .get({ key });
    return artist?.fictional === 1;
  }

  #requireFormatOf(key: number, releaseId: string): void {
    const format = this.#statements
      .get<{ release_key: number }>('format', (db) =>
        db.selectFrom('release_format').select('release_key').where('key', '=', parameter('key')),
      )
      .get({ key });
    if (format?.release_key !== this.#references.key('release', releaseId))
      throw new RecordError('The format in the IRI is one of another release.');
  }

  #current({ table, slugFrom }: Kind, id: string, names: readonly string[]): Columns | undefined {
    const columns = [...names, 'key', ...(slugFrom ? ['slug'] : [])];
    return this.#statements
      .get<Record<string, Value>>(`current ${table} ${names.join()}`, (db) =>
        db.selectFrom(table).select(columns).where('id', '=', parameter('id')),
      )
      .get({ id });
  }

  #insert(table: Table, id: string, columns: Columns, attributes: Attributes): number {
    const row = {
      ...columns,
      id,
      created_at: givenTime(attributes.created_at) ?? now(),
      updated_at: givenTime(attributes.updated_at) ?? null,
    };
    const inserted = this.#statements
      .get<{ key: number }>(`insert ${table} ${Object.keys(row).join()}`, (db) => db.insertInto(table).values(slots(row)).returning('key'))
      .get(row);
    return inserted?.key as number;
  }

  #update(table: Table, key: number, columns: Columns, attributes: Attributes): void {
    const row = { ...columns, updated_at: givenTime(attributes.updated_at) ?? now() };
    this.#statements
      .get(`update ${table} ${Object.keys(row).join()}`, (db) => db.updateTable(table).set(slots(row)).where('key', '=', parameter('key')))
      .run({ ...row, key });
  }

  /** Says whether the rows differ from those that are there, and replaces them then. */
  #replaceOwned({ table, owner, columns, rows }: OwnedRows, key: number): boolean {
    const current = this.#statements
      .get<Record<string, Value>>(`owned ${table}`, (db) => db.selectFrom(table).select(columns).where(owner, '=', parameter('key')))
      .all({ key });
    const there = new Set(current.map((row) => JSON.stringify(columns.map((column) => row[column]))));
    if (there.size === rows.length && rows.every((row) => there.has(JSON.stringify(row)))) return false;
    this.#statements.get(`empty ${table}`, (db) => db.deleteFrom(table).where(owner, '=', parameter('key'))).run({ key });
    const rowOf = (row: readonly Value[]) =>
      Object.fromEntries([[owner, key as Value], ...columns.map((column, index) => [column, row[index] as Value] as const)]);
    for (const row of rows) {
      const values = rowOf(row);
      this.#statements.get(`own ${table}`, (db) => db.insertInto(table).values(slots(values))).run(values);
    }
    return true;
  }
}

/** A place in the query for each value of a row. */
const slots = (row: Columns) => Object.fromEntries(Object.keys(row).map((name) => [name, parameter(name)]));

/** A time of a record, in the form that all times are stored in. */
const givenTime = (time: unknown): string | undefined => (typeof time === 'string' ? timestamp(new Date(time)) : undefined);
