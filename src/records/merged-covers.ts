import { sql } from 'kysely';
import { parameter } from '../database/prepare';
import type { Statements } from '../database/statements';
import { CoverRows } from './cover-rows';

/** The cover of a release, as its row has it. */
export interface KeptCover {
  /** The UUID of the release. */
  readonly of: string;
  /** Whether the release that it was merged into had none of its own. */
  readonly isMoved: boolean;
  readonly cover: Readonly<Record<string, string | number | null>>;
}

const columns = ['hash', 'width', 'height', 'source', 'user_key', 'created_at'] as const;

/** The covers of releases that are merged into others: a release without one takes it along. */
export class MergedCovers {
  constructor(private readonly statements: Statements) {}

  find(key: number): KeptCover['cover'] | undefined {
    return this.statements
      .get<KeptCover['cover']>('cover of', (db) =>
        db.selectFrom('release_cover').select(columns).where('release_key', '=', parameter('key')),
      )
      .get({ key });
  }

  /** A picture that is the other release's still goes back; one that had to go comes back as long as its files are there. */
  bringBack({ isMoved, cover }: KeptCover, from: number, to: number): void {
    const { hash } = cover;
    if (isMoved && this.find(from)?.hash === hash) this.#remove(from);
    this.give(cover, to);
  }

  /** Gives a release a cover that it had, as long as its files are there. */
  give(cover: KeptCover['cover'], to: number): void {
    if (!new CoverRows(this.statements).hasFiles(cover.hash as string)) return;
    const values = Object.fromEntries([...columns, 'release_key'].map((name) => [name, parameter(name)]));
    this.statements
      .get('cover again', (db) =>
        db
          .insertInto('release_cover')
          .values({ ...values, user_key: sql`(SELECT key FROM user WHERE key = ${parameter('user_key')})` })
          .onConflict((conflict) => conflict.doNothing()),
      )
      .run({ ...cover, release_key: to });
  }

  #remove(key: number): void {
    this.statements.get('uncover', (db) => db.deleteFrom('release_cover').where('release_key', '=', parameter('key'))).run({ key });
  }
}
