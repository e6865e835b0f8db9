import { sql } from 'kysely';
import { type PageAsked, pageFrame } from '../../api/read/document';
import { Reads } from '../../api/read/reads';
import type { Registry } from '../../api/schema/registry';
import { personalCaching, respond } from '../../http/respond';
import type { Kinds } from '../../kinds';
import { CatchingUp } from '../../matching/background-search';
import type { PairedType, PairReason, Suggestion, Sureness } from '../../matching/pair';
import type { Store } from '../../store/database/open';
import { parameter, Statements } from '../../store/database/sql';
import type { LikelyDuplicateObject } from './documents';
import { PairedRecords } from './paired-records';

interface Row {
  readonly one: string;
  readonly other: string;
  readonly suggestion: Suggestion;
  readonly sureness: Sureness;
  readonly reasons: string;
  readonly provisional: 0 | 1;
}

export class LikelyDuplicates {
  readonly #statements: Statements;
  readonly #records: PairedRecords;
  readonly #reads: Reads;
  readonly #catchingUp: CatchingUp;

  constructor(
    private readonly store: Store,
    registry: Registry,
    kinds: Kinds,
  ) {
    this.#statements = new Statements(store);
    this.#records = new PairedRecords(this.#statements, kinds);
    this.#reads = new Reads(store, registry);
    this.#catchingUp = new CatchingUp(store);
  }

  async list(request: Request, type: PairedType, path: string, isIncluding: boolean, asked: PageAsked): Promise<Response> {
    const lookedThrough = await this.#catchingUp.wait(type);
    return this.store.read(() => {
      const rows = this.#rows(type, asked.itemsPerPage, (asked.page - 1) * asked.itemsPerPage);
      const { links, meta } = pageFrame(path, asked, this.#count(type));
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
    return this.#statements
      .get<Row>('likely duplicates', (db) =>
        db
          .selectFrom('likely_duplicate')
          .select(['one_id as one', 'other_id as other', 'suggestion', 'sureness', 'reasons', 'provisional'])
          .where('resource_type', '=', parameter('type'))
          .orderBy('place')
          .orderBy('key')
          .limit(sql<number>`${parameter('limit')} + 0`)
          .offset(sql<number>`${parameter('offset')} + 0`),
      )
      .all({ type, limit, offset });
  }

  #count(type: PairedType): number {
    const counted = this.#statements.get<{ total: number }>('count likely duplicates', (db) =>
      db
        .selectFrom('likely_duplicate')
        .select(({ fn }) => fn.countAll<number>().as('total'))
        .where('resource_type', '=', parameter('type')),
    );
    return counted.get({ type })?.total ?? 0;
  }
}
