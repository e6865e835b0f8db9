import type { Kind } from '../../kinds';
import { parameter, type Statements, writtenQuery } from '../../store/database/sql';
import { packedId, typeKey, writtenId } from '../../store/values/packed-id';
import { now } from '../../store/values/time';
import { type Claim, claimOf, readClaims } from './claims';
import { FieldSets } from './field-sets';
import { GatheredMemory, saidColumns } from './gathered-memory';
import { type FieldHashes, HashSet, packNames, packValues, pairFields } from './hashes';
import type { SourceRights } from './sources';
import { packWeights, type Weight, type Weights } from './weights';

export interface Remembered {
  readonly contentHash: number;
  readonly fields: ReadonlyMap<number, number>;
  readonly weights: ReadonlyMap<number, Weight>;
  readonly isGone: boolean;
}

interface RememberedRow {
  readonly content_hash: number;
  readonly fields_key: number;
  readonly value_hashes: Uint8Array;
  readonly authorities: Uint8Array | null;
  readonly gone_at: string | null;
}

const known = `
  SELECT 1 AS known FROM import_source AS s CROSS JOIN imported_record AS r
    ON r.source_key = s.key AND r.type_key = ${typeKey('?1')} AND r.id = ${packedId('?2')}
  WHERE s.name <> 'editor' LIMIT 1`;

/** The records that a source has still, after a type and an id. */
const present = `
  SELECT t.name AS type, r.type_key, ${writtenId('r.id')} AS id FROM imported_record AS r CROSS JOIN record_type AS t ON t.key = r.type_key
  WHERE r.source_key = ?1 AND r.gone_at IS NULL AND (r.type_key, r.id) > (?2, ${packedId('?3')})
  ORDER BY r.type_key, r.id LIMIT 10000`;

/** One row, by the values of {@link recordNames}. */
const ofRecord = `source_key = ? AND type_key = ? AND id = ${packedId('?')}`;

const recordNames = ['source', 'type', 'id'] as const;

const find = `SELECT content_hash, fields_key, value_hashes, authorities, gone_at FROM imported_record WHERE ${ofRecord}`;

/** One row, where it is, by the values of {@link recordNames} and the hash. */
const saidOf = (table: string) => `
  SELECT 1 AS said FROM imported_record AS m CROSS JOIN "${table}" AS r ON r.id = ?3
  WHERE m.source_key = ?1 AND m.type_key = ?2 AND m.id = ${packedId('?3')} AND m.content_hash = ?4 AND m.gone_at IS NULL`;

const remember = `
  INSERT INTO imported_record (source_key, type_key, id, content_hash, fields_key, value_hashes, authorities, gone_at)
  VALUES (?, ?, ${packedId('?')}, ?, ?, ?, ?, NULL)
  ON CONFLICT (source_key, type_key, id) DO UPDATE SET content_hash = excluded.content_hash, fields_key = excluded.fields_key,
    value_hashes = excluded.value_hashes, authorities = excluded.authorities, gone_at = NULL`;

const sayAgain = `UPDATE imported_record SET content_hash = 0, fields_key = ?, value_hashes = ?, authorities = ? WHERE ${ofRecord}`;

const reopen = `UPDATE imported_record SET content_hash = 0, value_hashes = ? WHERE ${ofRecord}`;

interface SourceRow {
  readonly key: number;
  readonly brings_back: 0 | 1;
  readonly takes_slugs: 0 | 1;
}

/** Remembers what each source says of each record (table `imported_record`). */
export class SourceMemory {
  readonly #sources = new Map<string, { readonly key: number; readonly rights: SourceRights }>();
  readonly #seen = new Map<string, HashSet>();

  readonly #types = new Map<string, number>();
  readonly #fields: FieldSets;
  #gathered: GatheredMemory | undefined;

  constructor(private readonly statements: Statements) {
    this.#fields = new FieldSets(statements);
  }

  /** From now on what sources say is gathered, until something is asked of it or the first load of the catalog ends. */
  gather(): void {
    this.#gathered = new GatheredMemory(this.statements);
  }

  /** Has all that sources said in its place: called before anything reads or changes that in other ways than by this class. */
  place(): void {
    this.#gathered?.place();
  }

  /** Writes what a source may do, also for what waits of it; where it is new, it is made. */
  introduce(name: string, rights: SourceRights): void {
    const known = this.#sources.get(name);
    if (known && known.rights.bringsBack === rights.bringsBack && known.rights.takesSlugs === rights.takesSlugs) return;
    const key = this.statements
      .get<{ key: number }>('introduce source', (db) => {
        const row = { brings_back: parameter<0 | 1>('bringsBack'), takes_slugs: parameter<0 | 1>('takesSlugs') };
        return db
          .insertInto('import_source')
          .values({ name: parameter('name'), ...row })
          .onConflict((conflict) => conflict.column('name').doUpdateSet(row))
          .returning('key');
      })
      .get({ name, bringsBack: rights.bringsBack ? 1 : 0, takesSlugs: rights.takesSlugs ? 1 : 0 })?.key as number;
    this.#sources.set(name, { key, rights });
  }

  /** The key of a source, which is made where it is new. */
  source(name: string): number {
    return this.#known(name).key;
  }

  rightsOf(name: string): SourceRights {
    return this.#known(name).rights;
  }

  #known(name: string) {
    let known = this.#sources.get(name);
    if (known) return known;
    const found = this.statements
      .get<SourceRow>('source', (db) =>
        db
          .insertInto('import_source')
          .values({ name: parameter('name') })
          // Doing nothing would give no row.
          .onConflict((conflict) => conflict.column('name').doUpdateSet({ name: parameter('name') }))
          .returning(['key', 'brings_back', 'takes_slugs']),
      )
      .get({ name }) as SourceRow;
    known = { key: found.key, rights: { bringsBack: found.brings_back === 1, takesSlugs: found.takes_slugs === 1 } };
    this.#sources.set(name, known);
    return known;
  }

  /** The key of a type, which is made where it is new. */
  #type(name: string): number {
    let key = this.#types.get(name);
    if (key === undefined) {
      key = this.statements
        .get<{ key: number }>('type', (db) =>
          db
            .insertInto('record_type')
            .values({ name: parameter('name') })
            // Doing nothing would give no row.
            .onConflict((conflict) => conflict.column('name').doUpdateSet({ name: parameter('name') }))
            .returning('key'),
        )
        .get({ name })?.key as number;
      this.#types.set(name, key);
    }
    return key;
  }

  /** Forgets the keys of sources, types and fields: what made them was rolled back. */
  forget(): void {
    this.#sources.clear();
    this.#types.clear();
    this.#fields.forget();
    this.#gathered?.forget();
  }

  find(source: string, type: string, id: string): Remembered | undefined {
    this.place();
    const found = this.statements
      .get<RememberedRow>('remembered', () => writtenQuery(find, ...recordNames))
      .get(this.#place(source, type, id));
    if (found === undefined) return undefined;
    const { content_hash: contentHash, fields_key, value_hashes, authorities, gone_at } = found;
    let claim: Claim | undefined;
    // Of most records nothing has changed, and nobody asks for them.
    const claimed = () => {
      claim ??= claimOf(source, id, pairFields(this.#fields.names(fields_key), value_hashes), authorities);
      return claim;
    };
    return {
      contentHash,
      get fields() {
        return claimed().fields;
      },
      get weights() {
        return claimed().weights;
      },
      isGone: gone_at !== null,
    };
  }

  /** Whether a record is there and the source, which has it still, said just this of it the last time: in one look-up, and without what it said. */
  hasSaid(source: string, { table, type }: Pick<Kind, 'table' | 'type'>, id: string, hash: number): boolean {
    this.place();
    const said = this.statements.get<{ said: 1 }>(`said of ${table}`, () => writtenQuery(saidOf(table), ...recordNames, 'hash'));
    return said.get({ ...this.#place(source, type, id), hash }) !== undefined;
  }

  /** Whether any source gave a record, be it there or not. */
  isKnown(type: string, id: string): boolean {
    this.place();
    return this.statements.get<{ known: 1 }>('known', () => writtenQuery(known, 'type', 'id')).get({ type, id }) !== undefined;
  }

  /** All that sources said of a record, also under the ids of those that were merged into it. */
  claims(type: string, id: string): Claim[] {
    this.place();
    return readClaims(this.statements, type, id);
  }

  /** @param weights where the source has an authority: how much each of the fields weighs */
  remember(source: string, type: string, id: string, contentHash: number, fields: FieldHashes, weights?: Weights): void {
    const said = {
      ...this.#place(source, type, id),
      hash: contentHash,
      fields: this.#fields.key(packNames(fields)),
      values: packValues(fields),
      authorities: weights ? packWeights(fields, weights) : null,
    };
    if (this.#gathered) this.#gathered.add(said);
    else this.statements.get('remember', () => writtenQuery(remember, ...saidColumns)).run(said);
  }

  /** Puts back what a source said of a record once: it is read anew the next time that the source gives the record. */
  sayAgain(source: string, type: string, id: string, fields: FieldHashes, authorities: Uint8Array | null): void {
    this.place();
    this.statements
      .get('say again', () => writtenQuery(sayAgain, 'fields', 'values', 'authorities', ...recordNames))
      .run({ ...this.#place(source, type, id), fields: this.#fields.key(packNames(fields)), values: packValues(fields), authorities });
  }

  /** Forgets what a source said of a record. */
  unsay(source: string, type: string, id: string): void {
    this.place();
    this.statements
      .get('unsay', () => writtenQuery(`DELETE FROM imported_record WHERE ${ofRecord}`, ...recordNames))
      .run(this.#place(source, type, id));
  }

  #place(source: string, type: string, id: string) {
    return { source: this.source(source), type: this.#type(type), id };
  }

  /**
   * Lets what sources say of fields of a record be taken again: each that said something of one is taken to have said what
   * is there, and is read anew the next time that it gives the record.
   * @param fields the hashes of what is there, by those of the fields' names
   */
  reopen(type: string, id: string, fields: ReadonlyMap<number, number>): void {
    const update = this.statements.get('reopen', () => writtenQuery(reopen, 'values', ...recordNames));
    for (const claim of this.claims(type, id)) {
      const said = new Map([...claim.fields].map(([name, hash]) => [name, fields.get(name) ?? hash]));
      update.run({ type: this.#type(type), id: claim.id, source: this.source(claim.source), values: packValues(said) });
    }
  }

  /** Notes that the source has the record still. */
  see(source: string, type: string, id: string): void {
    let seen = this.#seen.get(source);
    if (!seen) {
      seen = new HashSet();
      this.#seen.set(source, seen);
    }
    seen.add(`${type} ${id}`);
  }

  /** Flags what a source gave once and has not given in this run; says how many are new among them. */
  flagGone(source: string): number {
    this.place();
    const seen = this.#seen.get(source) ?? new HashSet();
    const rows = this.statements.get<{ type: string; type_key: number; id: string }>('present of source', () =>
      writtenQuery(present, 'source', 'type', 'id'),
    );
    let flagged = 0;
    let last = { type: 0, id: '' };
    for (;;) {
      const page = rows.all({ source: this.source(source), ...last });
      for (const { type, id } of page) {
        if (seen.has(`${type} ${id}`)) continue;
        this.#flag(source, type, id);
        flagged++;
      }
      const end = page.at(-1);
      if (!end) return flagged;
      last = { type: end.type_key, id: end.id };
    }
  }

  #flag(source: string, type: string, id: string): void {
    this.statements
      .get('flag', () => writtenQuery(`UPDATE imported_record SET gone_at = ? WHERE ${ofRecord}`, 'now', ...recordNames))
      .run({ ...this.#place(source, type, id), now: now() });
  }
}
