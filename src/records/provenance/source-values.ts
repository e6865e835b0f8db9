import type { Kind, Kinds } from '../../kinds';
import type { Connection, Values } from '../../store/database/connection';
import { placeGathered } from '../../store/database/first-load';
import { now } from '../../store/values/dates';
import { packedId, typeKey, writtenId } from '../../store/values/identifiers';
import { type FieldHashes, FieldSets, packFields, packNames, packValues, pairFields, unpackFields } from './hashes';
import { defaultAuthority, packRanks, type Rank, type Ranks, rankOf, readProvenance, type SourceFields, sourceFieldsOf } from './ranks';
import { SeenRecords, type SourceRights } from './sources';

export interface StoredValues {
  readonly contentHash: number;
  readonly fields: ReadonlyMap<number, number>;
  readonly ranks: ReadonlyMap<number, Rank>;
  readonly isWithdrawn: boolean;
}

interface StoredValuesRow {
  readonly content_hash: number;
  readonly fields_key: number;
  readonly value_hashes: Uint8Array;
  readonly ranks: Uint8Array | null;
  readonly withdrawn_at: string | null;
}

const knownQuery = `
  SELECT 1 AS known FROM import_source AS s CROSS JOIN imported_record AS r
    ON r.source_key = s.key AND r.type_key = ${typeKey(':type')} AND r.id = ${packedId(':id')}
  LIMIT 1`;

interface PresentRow {
  readonly type: string;
  readonly type_key: number;
  readonly id: string;
}

/** Records a source still has, after a type and id. */
const presentQuery = `
  SELECT t.name AS type, r.type_key, ${writtenId('r.id')} AS id FROM imported_record AS r CROSS JOIN record_type AS t ON t.key = r.type_key
  WHERE r.source_key = :source AND r.withdrawn_at IS NULL AND (r.type_key, r.id) > (:type, ${packedId(':id')})
  ORDER BY r.type_key, r.id LIMIT 10000`;

const idBytes = packedId(':id');

const ofRecord = `source_key = :source AND type_key = :type AND id = ${idBytes}`;

const findQuery = `SELECT content_hash, fields_key, value_hashes, ranks, withdrawn_at FROM imported_record WHERE ${ofRecord}`;

const unchangedQuery = (table: string) => `
  SELECT 1 AS found FROM imported_record AS m CROSS JOIN "${table}" AS r ON r.id = :id
  WHERE m.source_key = :source AND m.type_key = :type AND m.id = ${idBytes} AND m.content_hash = :hash AND m.withdrawn_at IS NULL`;

const storeQuery = `
  INSERT INTO imported_record (source_key, type_key, id, content_hash, fields_key, value_hashes, ranks, withdrawn_at)
  VALUES (:source, :type, ${packedId(':id')}, :hash, :fields, :values, :ranks, NULL)
  ON CONFLICT (source_key, type_key, id) DO UPDATE SET content_hash = excluded.content_hash, fields_key = excluded.fields_key,
    value_hashes = excluded.value_hashes, ranks = excluded.ranks, withdrawn_at = NULL`;

const restoreQuery = `UPDATE imported_record SET content_hash = 0, fields_key = :fields, value_hashes = :values, ranks = :ranks
  WHERE ${ofRecord}`;

const reopenQuery = `UPDATE imported_record SET content_hash = 0, value_hashes = :values WHERE ${ofRecord}`;

interface SourceRow {
  readonly key: number;
  readonly brings_back: 0 | 1;
  readonly takes_slugs: 0 | 1;
}

/** Source values of records (table `imported_record`). */
export class SourceValues {
  readonly #sources = new Map<string, { readonly key: number; readonly rights: SourceRights }>();
  readonly #seen = new Map<string, SeenRecords | null>();
  #isSeen: (source: string) => boolean = () => false;

  readonly #types = new Map<string, number>();
  readonly #fields: FieldSets;
  #gathered: ProvenanceBatch | undefined;

  constructor(
    private readonly connection: Connection,
    private readonly kinds: Kinds,
  ) {
    this.#fields = new FieldSets(connection);
  }

  /** Collects source values separately until they are queried or the first load ends. */
  startBatch(): void {
    this.#gathered = new ProvenanceBatch(this.connection, this.kinds);
  }

  /** Called when the collected values have been moved. */
  endBatch(): void {
    this.#gathered = undefined;
  }

  /** Moves all collected values to their table; called before any access by other keys than those of one record. */
  flush(): void {
    this.#gathered?.flush();
  }

  /** Stores the rights of a source, also for its deferred records; creates new sources. */
  declareRights(name: string, rights: SourceRights): void {
    const known = this.#sources.get(name);
    if (known && known.rights.bringsBack === rights.bringsBack && known.rights.takesSlugs === rights.takesSlugs) return;
    const key = this.connection.get<{ key: number }>(
      `INSERT INTO import_source (name, brings_back, takes_slugs) VALUES (:name, :bringsBack, :takesSlugs)
        ON CONFLICT (name) DO UPDATE SET brings_back = excluded.brings_back, takes_slugs = excluded.takes_slugs RETURNING key`,
      { name, bringsBack: rights.bringsBack ? 1 : 0, takesSlugs: rights.takesSlugs ? 1 : 0 },
    )?.key as number;
    this.#sources.set(name, { key, rights });
  }

  /** Key of a source, created if new. */
  source(name: string): number {
    return this.#known(name).key;
  }

  rightsOf(name: string): SourceRights {
    return this.#known(name).rights;
  }

  #known(name: string) {
    return this.#sources.getOrInsertComputed(name, () => {
      const found = this.connection.get<SourceRow>(
        `INSERT INTO import_source (name) VALUES (:name)
          ON CONFLICT (name) DO UPDATE SET name = excluded.name RETURNING key, brings_back, takes_slugs`,
        { name },
      ) as SourceRow;
      return { key: found.key, rights: { bringsBack: found.brings_back === 1, takesSlugs: found.takes_slugs === 1 } };
    });
  }

  /** Key of a type, created if new. */
  #type(name: string): number {
    const sql = 'INSERT INTO record_type (name) VALUES (:name) ON CONFLICT (name) DO UPDATE SET name = excluded.name RETURNING key';
    return this.#types.getOrInsertComputed(name, () => this.connection.get<{ key: number }>(sql, { name })?.key as number);
  }

  /** Clears cached keys after a rollback. */
  forget(): void {
    this.#sources.clear();
    this.#types.clear();
    this.#fields.forget();
    this.#gathered?.forget();
  }

  find(source: string, type: string, id: string): StoredValues | undefined {
    this.#gathered?.place(type, id);
    const found = this.connection.get<StoredValuesRow>(findQuery, this.#keyOf(source, type, id));
    if (found === undefined) return undefined;
    const { content_hash: contentHash, fields_key, value_hashes, ranks, withdrawn_at } = found;
    let sourceFields: SourceFields | undefined;
    // Lazy, since most records are unchanged.
    const claimed = () => {
      sourceFields ??= sourceFieldsOf(source, id, pairFields(this.#fields.names(fields_key), value_hashes), ranks);
      return sourceFields;
    };
    return {
      contentHash,
      get fields() {
        return claimed().fields;
      },
      get ranks() {
        return claimed().ranks;
      },
      isWithdrawn: withdrawn_at !== null,
    };
  }

  /** Whether a record exists and its source last gave exactly this; a single look-up without the values. */
  isUnchanged(source: string, { table, type }: Pick<Kind, 'table' | 'type'>, id: string, hash: number): boolean {
    this.#gathered?.place(type, id);
    return this.connection.get(unchangedQuery(table), { ...this.#keyOf(source, type, id), hash }) !== undefined;
  }

  /** Whether any source gave a record, existing or not. */
  isKnown(type: string, id: string): boolean {
    this.flush();
    return this.connection.get<{ known: 1 }>(knownQuery, { type, id }) !== undefined;
  }

  /** Source values of a record, including those of records merged into it. */
  provenance(type: string, id: string): SourceFields[] {
    this.#gathered?.place(type, id);
    return readProvenance(this.connection, type, id);
  }

  /** @param ranks per field, if the source has an authority */
  store(source: string, type: string, id: string, contentHash: number, fields: FieldHashes, ranks?: Ranks): void {
    const values = {
      ...this.#keyOf(source, type, id),
      hash: contentHash,
      fields: this.#fields.key(packNames(fields)),
      values: packValues(fields),
      ranks: ranks ? packRanks(fields, ranks) : null,
    };
    if (!this.#gathered?.add(type, values)) this.connection.change(storeQuery, values);
  }

  /** Restores former source values; the next import reads the record again. */
  restore(source: string, type: string, id: string, fields: FieldHashes, ranks: Uint8Array | null): void {
    this.flush();
    this.connection.change(restoreQuery, {
      ...this.#keyOf(source, type, id),
      fields: this.#fields.key(packNames(fields)),
      values: packValues(fields),
      ranks,
    });
  }

  /** Ranks the values of a source below all others. */
  outdate(source: string, type: string, id: string): void {
    const stored = this.find(source, type, id);
    const ranks = new Map([...(stored?.fields.keys() ?? [])].map((name) => [name, rankOf(defaultAuthority)]));
    if (stored) this.store(source, type, id, stored.contentHash, new Map(stored.fields), ranks);
  }

  /** Deletes the values of a source. */
  delete(source: string, type: string, id: string): void {
    this.flush();
    this.connection.change(`DELETE FROM imported_record WHERE ${ofRecord}`, this.#keyOf(source, type, id));
  }

  /** Key of a record of a source. */
  #keyOf(source: string, type: string, id: string) {
    return { source: this.source(source), type: this.#type(type), id };
  }

  /**
   * Reopens fields to source values: sources that stated them are assumed to have stated the current values, and their next
   * import reads the record again.
   * @param fields current value hashes by name hash
   */
  reopen(type: string, id: string, fields: ReadonlyMap<number, number>): void {
    for (const sourceFields of this.provenance(type, id)) {
      const reopened = new Map([...sourceFields.fields].map(([name, hash]) => [name, fields.get(name) ?? hash]));
      const record = this.#keyOf(sourceFields.source, type, sourceFields.id);
      this.connection.change(reopenQuery, { ...record, values: packValues(reopened) });
    }
  }

  /** Notes what is seen of these sources, to flag the rest. */
  seeOnly(isSeen: (source: string) => boolean): void {
    this.#isSeen = isSeen;
  }

  /** Marks a record as present in this run. */
  see(source: string, type: string, id: string): void {
    this.#seen.getOrInsertComputed(source, () => (this.#isSeen(source) ? new SeenRecords() : null))?.add(type, id);
  }

  /** Flags records a source no longer has; returns the number of newly flagged ones. */
  flagWithdrawn(source: string): number {
    this.flush();
    const seen = this.#seen.get(source);
    let flagged = 0;
    let last = { type: 0, id: '' };
    let isSeen = (_: string): boolean => false;
    for (;;) {
      const page = this.connection.all<PresentRow>(presentQuery, { source: this.source(source), ...last });
      for (const { type, type_key, id } of page) {
        if (type_key !== last.type) isSeen = seen?.inOrder(type) ?? isSeen;
        last = { type: type_key, id };
        if (isSeen(id)) continue;
        this.#flag(source, type, id);
        flagged++;
      }
      if (page.length === 0) return flagged;
    }
  }

  /** Frees what {@link see} noted. */
  close(): void {
    for (const seen of this.#seen.values()) seen?.close();
    this.#seen.clear();
  }

  #flag(source: string, type: string, id: string): void {
    this.connection.change(`UPDATE imported_record SET withdrawn_at = :now WHERE ${ofRecord}`, {
      ...this.#keyOf(source, type, id),
      now: now(),
    });
  }
}

const batchQuery = (table: string) => `
  INSERT INTO provenance_batch (record_key, source_key, type_key, id, content_hash, fields_key, value_hashes, ranks)
  SELECT key, :source, :type, ${packedId(':id')}, :hash, :fields, :values, :ranks FROM "${table}" WHERE id = :id`;

const ofGathered = (table: string) => `type_key = ${typeKey(':type')} AND record_key = (SELECT key FROM "${table}" WHERE id = :id)`;

/** Source values collected during a first load, before they are moved to their table. */
export class ProvenanceBatch {
  /** Whether there may be any, possibly from an interrupted run. */
  #isAny = true;

  constructor(
    private readonly connection: Connection,
    private readonly kinds: Kinds,
  ) {}

  /** Collects the values of an existing record; returns whether it exists. */
  add(type: string, values: Values): boolean {
    const kind = this.kinds.find(type);
    if (!kind || this.connection.change(batchQuery(kind.table), values) === 0) return false;
    this.#isAny = true;
    return true;
  }

  /** Moves the values of a record. */
  place(type: string, id: string): void {
    const kind = this.#isAny ? this.kinds.find(type) : undefined;
    if (kind) this.#move(ofGathered(kind.table), { type, id });
  }

  flush(): void {
    if (!this.#isAny) return;
    this.#move('1', {});
    this.#isAny = false;
  }

  forget(): void {
    this.#isAny = true;
  }

  #move(condition: string, values: Values): void {
    if (this.connection.change(placeGathered(condition), values) > 0)
      this.connection.change(`DELETE FROM provenance_batch WHERE ${condition}`, values);
  }
}

/** Source values of a record under its own UUID, base64-encoded. */
export interface StoredStatement {
  readonly source: string;
  readonly hash: number;
  readonly fields: string;
  readonly authorities: string | null;
}

interface StatementRow {
  readonly source: string;
  readonly hash: number;
  readonly names: Uint8Array;
  readonly hashes: Uint8Array;
  readonly ranks: Uint8Array | null;
}

// Sources are few, so each is looked up by primary key.
const statementsQuery = `
  SELECT s.name AS source, r.content_hash AS hash, f.name_hashes AS names, r.value_hashes AS hashes, r.ranks
  FROM import_source AS s CROSS JOIN imported_record AS r
    ON r.source_key = s.key AND r.type_key = ${typeKey(':type')} AND r.id = ${packedId(':id')}
  CROSS JOIN field_set AS f ON f.key = r.fields_key`;

export function readSourceStatements(connection: Connection, type: string, id: string): StoredStatement[] {
  return connection.all<StatementRow>(statementsQuery, { type, id }).map(({ source, hash, names, hashes, ranks }) => ({
    source,
    hash,
    fields: text(packFields(pairFields(names, hashes))),
    authorities: ranks && text(ranks),
  }));
}

/** Values imported since went to the other record; the next import reads them again. */
export function restoreSourceStatements(
  connection: Connection,
  sourceValues: SourceValues,
  type: string,
  id: string,
  stored: readonly StoredStatement[],
): void {
  for (const { source, hash } of readSourceStatements(connection, type, id)) {
    const before = stored.find((statement) => statement.source === source);
    if (!before) sourceValues.delete(source, type, id);
    else if (before.hash !== hash) {
      const { fields, authorities } = before;
      sourceValues.restore(source, type, id, unpackFields(bytes(fields)), authorities === null ? null : bytes(authorities));
    }
  }
}

const text = (packed: Uint8Array): string => Buffer.from(packed).toString('base64');

const bytes = (packed: string): Uint8Array => Buffer.from(packed, 'base64');
