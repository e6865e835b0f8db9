import { sql } from 'kysely';
import { parameter, writtenQuery } from '../database/prepare';
import type { Statements } from '../database/statements';
import { now } from '../database/time';
import { type Claim, claimOf, readClaims } from './claims';
import { type FieldHashes, packFields } from './field-hashes';
import { HashSet } from './hash-set';
import type { SourceRights } from './source-rights';
import { packWeights, type Weight, type Weights } from './weights';

/** What a source said of a record the last time. */
export interface Remembered {
  readonly contentHash: number;
  readonly fields: ReadonlyMap<number, number>;
  readonly weights: ReadonlyMap<number, Weight>;
  readonly isGone: boolean;
}

interface RememberedRow {
  readonly content_hash: number;
  readonly field_hashes: Uint8Array;
  readonly authorities: Uint8Array | null;
  readonly gone_at: string | null;
}

const known = `
  SELECT 1 AS known FROM import_source AS s CROSS JOIN imported_record AS r
    ON r.source_key = s.key AND r.resource_type = ?1 AND r.id = ?2
  WHERE s.name <> 'editor' LIMIT 1`;

/** What a source may do, as its row says it. */
interface SourceRow {
  readonly key: number;
  readonly brings_back: 0 | 1;
  readonly takes_slugs: 0 | 1;
}

/** Remembers what each source says of each record (table `imported_record`). */
export class SourceMemory {
  readonly #sources = new Map<string, { readonly key: number; readonly rights: SourceRights }>();
  readonly #seen = new Map<string, HashSet>();

  constructor(private readonly statements: Statements) {}

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

  /** What a source may do. */
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

  /** Forgets the keys of sources: what made them was rolled back. */
  forget(): void {
    this.#sources.clear();
  }

  find(source: string, type: string, id: string): Remembered | undefined {
    const found = this.statements
      .get<RememberedRow>('remembered', (db) =>
        db
          .selectFrom('imported_record')
          .select(['content_hash', 'field_hashes', 'authorities', 'gone_at'])
          .where('source_key', '=', parameter('source'))
          .where('resource_type', '=', parameter('type'))
          .where('id', '=', parameter('id')),
      )
      .get({ source: this.source(source), type, id });
    if (found === undefined) return undefined;
    const { content_hash: contentHash, field_hashes, authorities, gone_at } = found;
    let claim: Claim | undefined;
    // Of most records nothing has changed, and nobody asks for them.
    const claimed = () => {
      claim ??= claimOf(source, id, field_hashes, authorities);
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

  /** Whether any source gave a record, be it there or not. */
  isKnown(type: string, id: string): boolean {
    return this.statements.get<{ known: 1 }>('known', () => writtenQuery(known, 'type', 'id')).get({ type, id }) !== undefined;
  }

  /** All that sources said of a record, also under the ids of those that were merged into it. */
  claims(type: string, id: string): Claim[] {
    return readClaims(this.statements, type, id);
  }

  /** @param weights where the source has an authority: how much each of the fields weighs */
  remember(source: string, type: string, id: string, contentHash: number, fields: FieldHashes, weights?: Weights): void {
    this.statements
      .get('remember', (db) =>
        db
          .insertInto('imported_record')
          .values({
            source_key: parameter('source'),
            resource_type: parameter('type'),
            id: parameter('id'),
            content_hash: parameter('hash'),
            field_hashes: parameter('fields'),
            authorities: parameter('authorities'),
            gone_at: null,
          })
          .onConflict((conflict) =>
            conflict.columns(['source_key', 'resource_type', 'id']).doUpdateSet({
              content_hash: parameter('hash'),
              field_hashes: parameter('fields'),
              authorities: parameter('authorities'),
              gone_at: null,
            }),
          ),
      )
      .run({
        source: this.source(source),
        type,
        id,
        hash: contentHash,
        fields: packFields(fields),
        authorities: weights ? packWeights(fields, weights) : null,
      });
  }

  /**
   * Lets what sources say of fields of a record be taken again: each that said something of one is taken to have said what
   * is there, and is read anew the next time that it gives the record.
   * @param fields the hashes of what is there, by those of the fields' names
   */
  reopen(type: string, id: string, fields: ReadonlyMap<number, number>): void {
    const update = this.statements.get('reopen', (db) =>
      db
        .updateTable('imported_record')
        .set({ content_hash: 0, field_hashes: parameter('fields') })
        .where('resource_type', '=', parameter('type'))
        .where('id', '=', parameter('id'))
        .where('source_key', '=', parameter('source')),
    );
    for (const claim of this.claims(type, id)) {
      const said = new Map([...claim.fields].map(([name, hash]) => [name, fields.get(name) ?? hash]));
      update.run({ type, id: claim.id, source: this.source(claim.source), fields: packFields(said) });
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
    const seen = this.#seen.get(source) ?? new HashSet();
    const rows = this.statements.get<{ resource_type: string; id: string }>('present of source', (db) =>
      db
        .selectFrom('imported_record')
        .select(['resource_type', 'id'])
        .where('source_key', '=', parameter('source'))
        .where('gone_at', 'is', null)
        .where(sql<boolean>`(resource_type, id) > (${parameter('type')}, ${parameter('id')})`)
        .orderBy('resource_type')
        .orderBy('id')
        .limit(10_000),
    );
    let flagged = 0;
    let last = { type: '', id: '' };
    for (;;) {
      const page = rows.all({ source: this.source(source), ...last });
      for (const { resource_type, id } of page) {
        if (seen.has(`${resource_type} ${id}`)) continue;
        this.#flag(source, resource_type, id);
        flagged++;
      }
      const end = page.at(-1);
      if (!end) return flagged;
      last = { type: end.resource_type, id: end.id };
    }
  }

  #flag(source: string, type: string, id: string): void {
    this.statements
      .get('flag', (db) =>
        db
          .updateTable('imported_record')
          .set({ gone_at: parameter('now') })
          .where('source_key', '=', parameter('source'))
          .where('resource_type', '=', parameter('type'))
          .where('id', '=', parameter('id')),
      )
      .run({ source: this.source(source), type, id, now: now() });
  }
}
