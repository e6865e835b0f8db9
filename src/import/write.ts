import { type Kysely, sql } from 'kysely';
import { slugOf } from '../database/folding';
import type { Store } from '../database/open';
import { parameter, Statement, type Value, type Values } from '../database/prepare';
import { now } from '../database/time';
import { kinds } from './kinds';
import type { Kind, OwnedRows, Table } from './kinds/kind';
import { idOfIri, RecordError, requireAttributes, type SourceRecord } from './record';

type Attributes = Readonly<Record<string, unknown>>;
type Columns = Readonly<Record<string, Value>>;

/** What became of a record. */
export type Outcome = 'added' | 'changed' | 'unchanged';

/**
 * Writes records into the catalog: the one way data enters it. A record that is there is changed where it differs and
 * else not touched. Runs within a transaction that its caller holds.
 */
export class RecordWriter {
  readonly #store: Store;
  readonly #statements = new Map<string, Statement<never>>();

  constructor(store: Store) {
    this.#store = store;
  }

  /** @throws {RecordError} for a record that breaks a rule or points to one that is not there */
  write(record: SourceRecord): Outcome {
    if (record.type === 'SlugRedirect') return this.#redirectSlug(record);
    if (record.type === 'MergedRecord') return this.#recordMerge(record);
    const kind = kinds[record.type];
    if (!kind) throw new RecordError(`There is no kind of record "${record.type}".`);
    const ids = kind.path
      .exec(record.id)
      ?.slice(1)
      .map((id) => id.toLowerCase());
    if (!ids) throw new RecordError(`${record.id.slice(0, 200)} is no IRI of type ${record.type}.`);
    requireAttributes(kind.attributes, record.attributes);
    const references = {
      ...this.#above(kind, ids),
      ...this.#relationships(kind, record.relationships),
      ...(kind.parts && { parent_key: null }),
    };
    if (record.type === 'Portrayal') this.#requireRoles(references);
    return this.#writeOne(kind, ids.at(-1) as string, record.attributes, references);
  }

  /** Frees the statements. */
  close(): void {
    for (const statement of this.#statements.values()) statement.close();
    this.#statements.clear();
  }

  #writeOne(kind: Kind, id: string, attributes: Attributes, references: Columns): Outcome {
    const findKey = (table: Table, of: string) => this.#findKey(table, of);
    const given = { ...kind.columns(attributes, findKey), ...references };
    const current = this.#current(kind.table, id, Object.keys(given));
    const columns = { ...given, ...this.#slug(kind, id, attributes, current) };
    const outcome =
      current === undefined ? 'added' : Object.entries(columns).some(([name, value]) => current[name] !== value) ? 'changed' : 'unchanged';
    const key = current === undefined ? this.#insert(kind.table, id, columns, attributes) : (current.key as number);
    if (outcome === 'changed') this.#update(kind.table, key, columns, attributes);
    const ownedChanged = (kind.owned?.(attributes, findKey) ?? []).map((owned) => this.#replaceOwned(owned, key)).includes(true);
    const partsChanged = kind.parts ? this.#writeParts(kind, key, attributes, given) : false;
    if (outcome !== 'unchanged' || !(ownedChanged || partsChanged)) return outcome;
    this.#update(kind.table, key, columns, attributes);
    return 'changed';
  }

  /** Parts stand in the same table under the record; those it does not name any more are deleted. */
  #writeParts(kind: Kind, key: number, attributes: Attributes, { release_format_key }: Columns): boolean {
    const parts = kind.parts?.(attributes) ?? [];
    const { parts: _, ...plain } = kind;
    const outcomes = parts.map((part) =>
      this.#writeOne(plain, part.id.toLowerCase(), part.attributes, { release_format_key: release_format_key as Value, parent_key: key }),
    );
    const deleted = this.#statement<never>('drop parts', (db) =>
      db
        .deleteFrom('release_track')
        .where('parent_key', '=', parameter('key'))
        .where('id', 'not in', sql`(SELECT value FROM json_each(${parameter('kept')}))`),
    ).run({ key, kept: JSON.stringify(parts.map((part) => part.id.toLowerCase())) });
    return deleted > 0 || outcomes.some((outcome) => outcome !== 'unchanged');
  }

  #above(kind: Kind, ids: readonly string[]): Columns {
    if (!kind.within) return {};
    const key = this.#findKey(kind.within.table, ids.at(-2) as string);
    if (kind.within.table === 'release_format') this.#requireFormatOf(key, ids[0] as string);
    return { [kind.within.column]: key };
  }

  #relationships(kind: Kind, relationships: Attributes): Columns {
    const unknown = Object.keys(relationships).find((name) => !(name in kind.relationships));
    if (unknown !== undefined) throw new RecordError(`relationships.${unknown}: this kind has no such relationship.`);
    return Object.fromEntries(
      Object.entries(kind.relationships).map(([name, { column, table, required }]) => {
        const data = (relationships[name] as { data?: { id?: unknown } | null } | undefined)?.data;
        if (!data && required) throw new RecordError(`relationships.${name}: required.`);
        return [column, data ? this.#findKey(table, idOfIri(data.id)) : null];
      }),
    );
  }

  /** A real artist portrays a fictional one. */
  #requireRoles({ performer_key, fictional_artist_key }: Columns): void {
    if (performer_key !== null && this.#isFictional(performer_key as number))
      throw new RecordError('relationships.performer: a performer is a real artist.');
    if (fictional_artist_key !== null && !this.#isFictional(fictional_artist_key as number))
      throw new RecordError('relationships.fictionalArtist: the artist is not fictional.');
  }

  #isFictional(key: number): boolean {
    return (
      this.#statement<{ fictional: number }>('fictional', (db) =>
        db.selectFrom('artist').select('fictional').where('key', '=', parameter('key')),
      ).get({ key })?.fictional === 1
    );
  }

  #requireFormatOf(key: number, releaseId: string): void {
    const release = this.#findKey('release', releaseId);
    const format = this.#statement<{ release_key: number }>('format', (db) =>
      db.selectFrom('release_format').select('release_key').where('key', '=', parameter('key')),
    ).get({ key });
    if (format?.release_key !== release) throw new RecordError('The format in the IRI is one of another release.');
  }

  /** A role is named by its slug, everything else by its UUID. */
  #findKey(table: Table, name: string): number {
    const column = table === 'artist_role' ? 'slug' : 'id';
    const found = this.#statement<{ key: number }>(`key ${table}`, (db) =>
      db.selectFrom(table).select('key').where(column, '=', parameter('name')),
    ).get({ name });
    if (!found) throw new RecordError(`It points to ${table.replaceAll('_', ' ')} ${name}, which is not there.`);
    return found.key;
  }

  #current(table: Table, id: string, names: readonly string[]): Record<string, Value> | undefined {
    const columns = [...names, 'key', ...(tablesWithSlug.has(table) ? ['slug'] : [])];
    return this.#statement<Record<string, Value>>(`current ${table} ${names.join()}`, (db) =>
      db.selectFrom(table).select(columns).where('id', '=', parameter('id')),
    ).get({ id });
  }

  #insert(table: Table, id: string, columns: Columns, attributes: Attributes): number {
    const row = {
      ...columns,
      id,
      created_at: (attributes.created_at as string) ?? now(),
      updated_at: (attributes.updated_at as string) ?? null,
    };
    const slots = Object.fromEntries(Object.keys(row).map((name) => [name, parameter(name)]));
    const names = Object.keys(row).join();
    return this.#statement<{ key: number }>(`insert ${table} ${names}`, (db) => db.insertInto(table).values(slots).returning('key')).get(
      row,
    )?.key as number;
  }

  #update(table: Table, key: number, columns: Columns, attributes: Attributes): void {
    const row = { ...columns, updated_at: (attributes.updated_at as string) ?? now() };
    const slots = Object.fromEntries(Object.keys(row).map((name) => [name, parameter(name)]));
    const names = Object.keys(row).join();
    this.#statement<never>(`update ${table} ${names}`, (db) => db.updateTable(table).set(slots).where('key', '=', parameter('key'))).run({
      ...row,
      key,
    });
  }

  /** A record keeps its slug, unless it is given another; the one it had then leads to it still. */
  #slug(kind: Kind, id: string, attributes: Attributes, current: Record<string, Value> | undefined): Columns {
    if (!kind.slugFrom) return {};
    const asked = attributes.slug as string | null | undefined;
    if (!asked)
      return {
        slug: (current?.slug as string) ?? this.#freeSlug(kind, slugOf(kind.slugFrom(attributes)) || kind.table.replaceAll('_', '-')),
      };
    if (current && current.slug !== asked) this.#keepSlug(typeOf(kind), current.slug as string, id);
    return { slug: asked };
  }

  /** The slug itself, or with -2, -3 …, whichever no record of the kind has or had. */
  #freeSlug(kind: Kind, slug: string): string {
    const values = { type: typeOf(kind), slug, from: `${slug}-`, to: `${slug}.` };
    const among = (column: 'slug') =>
      sql<boolean>`(${sql.ref(column)} = ${parameter('slug')} OR (${sql.ref(column)} >= ${parameter('from')} AND ${sql.ref(column)} < ${parameter('to')}))`;
    const taken = new Set(
      this.#statement<{ slug: string }>(`slugs ${kind.table}`, (db) =>
        db
          .selectFrom(kind.table)
          .select('slug')
          .where(among('slug'))
          .union(db.selectFrom('slug_redirect').select('slug').where('resource_type', '=', parameter('type')).where(among('slug'))),
      )
        .all(values)
        .map((row) => row.slug),
    );
    for (let number = 1; ; number++) {
      const candidate = number === 1 ? slug : `${slug}-${number}`;
      if (!taken.has(candidate)) return candidate;
    }
  }

  /** Says whether the rows differ from those that are there, and replaces them then. */
  #replaceOwned({ table, owner, columns, rows }: OwnedRows, key: number): boolean {
    const current = this.#statement<Record<string, Value>>(`owned ${table}`, (db) =>
      db.selectFrom(table).select(columns).where(owner, '=', parameter('key')),
    ).all({ key });
    const there = new Set(current.map((row) => JSON.stringify(columns.map((column) => row[column]))));
    if (there.size === rows.length && rows.every((row) => there.has(JSON.stringify(row)))) return false;
    this.#statement<never>(`empty ${table}`, (db) => db.deleteFrom(table).where(owner, '=', parameter('key'))).run({ key });
    const slots = Object.fromEntries([owner, ...columns].map((name) => [name, parameter(name)]));
    const insert = this.#statement<never>(`own ${table}`, (db) => db.insertInto(table).values(slots));
    for (const row of rows)
      insert.run({ [owner]: key, ...Object.fromEntries(columns.map((column, index) => [column, row[index] as Value])) });
    return true;
  }

  #redirectSlug({ attributes, relationships }: SourceRecord): Outcome {
    const { type, id } = this.#movedTo(attributes, relationships);
    if (typeof attributes.slug !== 'string' || attributes.slug === '') throw new RecordError('slug: required.');
    return this.#keepSlug(type, attributes.slug, id);
  }

  #keepSlug(type: string, slug: string, id: string): Outcome {
    const changes = this.#statement<never>('redirect', (db) =>
      db
        .insertInto('slug_redirect')
        .values({ resource_type: parameter('type'), slug: parameter('slug'), resource_id: parameter('id'), created_at: parameter('now') })
        .onConflict((conflict) =>
          conflict
            .columns(['resource_type', 'slug'])
            .doUpdateSet({ resource_id: parameter('id') })
            .where('slug_redirect.resource_id', '<>', parameter('id')),
        ),
    ).run({ type, slug, id, now: now() });
    return changes > 0 ? 'added' : 'unchanged';
  }

  #recordMerge({ id, attributes, relationships }: SourceRecord): Outcome {
    const target = this.#movedTo(attributes, relationships);
    const changes = this.#statement<never>('merge', (db) =>
      db
        .insertInto('merged_record')
        .values({
          resource_type: parameter('type'),
          id: parameter('id'),
          merged_into_id: parameter('target'),
          created_at: parameter('now'),
        })
        .onConflict((conflict) =>
          conflict
            .columns(['resource_type', 'id'])
            .doUpdateSet({ merged_into_id: parameter('target') })
            .where('merged_record.merged_into_id', '<>', parameter('target')),
        ),
    ).run({ type: target.type, id: idOfIri(id), target: target.id, now: now() });
    return changes > 0 ? 'added' : 'unchanged';
  }

  #movedTo(attributes: Attributes, relationships: Attributes): { type: string; id: string } {
    const type = attributes.resource_type;
    const kind = typeof type === 'string' ? kinds[type] : undefined;
    if (!kind) throw new RecordError('resource_type: the type of the record that it leads to is required.');
    const id = idOfIri((relationships.resource as { data?: { id?: unknown } } | undefined)?.data?.id);
    const found = this.#statement<{ key: number }>(`exists ${kind.table}`, (db) =>
      db.selectFrom(kind.table).select('key').where('id', '=', parameter('id')),
    ).get({ id });
    if (!found) throw new RecordError(`It leads to ${type} ${id}, which is not there.`);
    return { type: type as string, id };
  }

  // biome-ignore lint/suspicious/noExplicitAny: tables and columns come from the kinds; the schema itself checks what is written.
  #statement<O>(name: string, build: (db: Kysely<any>) => { compile: () => never } | object): Statement<O, Values> {
    let statement = this.#statements.get(name) as Statement<O> | undefined;
    if (!statement) {
      statement = new Statement<O>(this.#store.writer, build(this.#store.db) as never);
      this.#statements.set(name, statement as Statement<never>);
    }
    return statement;
  }
}

const tablesWithSlug: ReadonlySet<Table> = new Set(
  Object.values(kinds)
    .filter((kind) => kind.slugFrom)
    .map((kind) => kind.table),
);

const typeOf = (kind: Kind): string => Object.keys(kinds).find((type) => kinds[type]?.table === kind.table) as string;
