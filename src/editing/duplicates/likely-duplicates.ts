import { type PageReading, pageFrame } from '../../api/read/document';
import { plainPresentation } from '../../api/read/reading';
import { Reads } from '../../api/read/reads';
import type { Registry } from '../../api/schema/registry';
import { personalCaching, respond } from '../../http/respond';
import type { Kinds } from '../../kinds';
import type { PairedType } from '../../matching/duplicate-kinds';
import { BackgroundSearch } from '../../matching/duplicates';
import type { PairReason, Suggestion, Sureness } from '../../matching/vocabulary';
import type { Connection } from '../../store/database/connection';
import { followMerges } from '../../store/database/merges';
import type { Store } from '../../store/database/store';
import type { LikelyDuplicateObject } from './documents';

interface Row {
  readonly one: string;
  readonly other: string;
  readonly suggestion: Suggestion;
  readonly sureness: Sureness;
  readonly reasons: string;
  readonly provisional: 0 | 1;
}

export class LikelyDuplicates {
  readonly #records: PairedRecords;
  readonly #reads: Reads;
  readonly #search: BackgroundSearch;

  constructor(
    private readonly store: Store,
    registry: Registry,
    kinds: Kinds,
  ) {
    this.#records = new PairedRecords(store, kinds);
    this.#reads = new Reads(store, registry);
    this.#search = new BackgroundSearch(store);
  }

  async list(request: Request, type: PairedType, path: string, isIncluding: boolean, paging: PageReading): Promise<Response> {
    const lookedThrough = await this.#search.wait(type);
    return this.store.read(() => {
      const rows = this.#rows(type, paging.itemsPerPage, (paging.page - 1) * paging.itemsPerPage);
      const { links, meta } = pageFrame(path, paging, this.#count(type));
      const records = rows.flatMap(({ one, other }) => [one, other].flatMap((id) => this.#records.find(type, id) ?? []));
      const document = {
        data: rows.map((row) => this.#show(type, row)),
        links,
        meta: { ...meta, lookedThrough },
        ...(isIncluding && { included: this.#records.included(this.#reads, records) }),
      };
      return respond(request, document, 200, personalCaching);
    });
  }

  #show(type: PairedType, { one, other, suggestion, sureness, reasons, provisional }: Row): LikelyDuplicateObject {
    return {
      id: `${one}.${other}`,
      type: 'LikelyDuplicate',
      attributes: { suggestion, sureness, reasons: JSON.parse(reasons) as PairReason[], provisional: provisional === 1 },
      relationships: { one: { data: this.#records.identifier(type, one) }, other: { data: this.#records.identifier(type, other) } },
    };
  }

  #rows(type: PairedType, limit: number, offset: number): Row[] {
    const query = `SELECT one_id AS one, other_id AS other, suggestion, sureness, reasons, provisional FROM likely_duplicate
      WHERE resource_type = :type ORDER BY place, key LIMIT :limit + 0 OFFSET :offset + 0`;
    return this.store.reader.all<Row>(query, { type, limit, offset });
  }

  #count(type: PairedType): number {
    const query = 'SELECT count(*) AS total FROM likely_duplicate WHERE resource_type = :type';
    return this.store.reader.get<{ total: number }>(query, { type })?.total ?? 0;
  }
}

const tables = { Release: 'release', Artist: 'artist', Label: 'label', Production: 'production' } as const;

/** An existing record of a pair. */
export interface PairedRecord {
  readonly type: PairedType;
  readonly key: number;
  readonly id: string;
}

/** Finds and shows the records of pairs. */
export class PairedRecords {
  readonly #connection: Connection;

  constructor(
    store: Store,
    private readonly kinds: Kinds,
    on: 'reader' | 'writer' = 'reader',
  ) {
    this.#connection = store[on];
  }

  /** Record with a UUID, following merges. */
  find(type: PairedType, id: string): PairedRecord | undefined {
    const { table } = this.#kind(type);
    const query = `SELECT key FROM "${table}" WHERE id = :id${table === 'release' ? ' AND unreviewed_by IS NULL' : ''}`;
    const current = followMerges(
      this.#connection,
      type,
      id.toLowerCase(),
      (id) => this.#connection.get<{ key: number }>(query, { id })?.key,
    );
    return current && { type, key: current.found, id: current.id };
  }

  identifier = (type: PairedType, id: string) => ({ type, id: this.#kind(type).iri({ id }) });

  /** Full records, each once. */
  included(reads: Reads, records: readonly PairedRecord[]) {
    return [...Map.groupBy(records, ({ type }) => type)].flatMap(([type, ofType]) => {
      const keys = [...new Set(ofType.map(({ key }) => key))];
      return reads.manyDocument(this.#kind(type), plainPresentation, keys).data;
    });
  }

  #kind(type: PairedType) {
    return this.kinds.ofTable(tables[type]);
  }
}
