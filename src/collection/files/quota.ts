import { writesOf } from '../../api/write/write';
import { tooLarge } from '../../errors';
import type { Values } from '../../store/database/connection';
import type { Store } from '../../store/database/open';
import { lists } from './lists';

/** Besides its texts: numbers, ids and index entries. */
const rowBytes = 300;

/** Texts are also stored in an index or folded for search. Long ones fill their own pages, the last by half on average. */
const copiesOfText = 2;
const longText = 900;
const pageBytes = 4_096;

const megabyte = 1_000_000;

export class Quota {
  #used = 0;

  /** In bytes. */
  constructor(
    private readonly left: number,
    private readonly maximum: number,
  ) {}

  /** Resets the count for another pass. */
  begin(): void {
    this.#used = 0;
  }

  /** Whether there is room even if every row adds something. */
  hasRoomForAll(rows: readonly { readonly content: string }[]): boolean {
    return rows.reduce((sum, { content }) => sum + costOf(Buffer.byteLength(content)), 0) <= this.left;
  }

  /** @throws {DomainError} too large */
  takeItem(values: Values): void {
    this.#take(Object.values(values).reduce<number>((sum, value) => sum + (typeof value === 'string' ? Buffer.byteLength(value) : 0), 0));
  }

  /** @throws {DomainError} too large, for a row to be stored */
  takeRow(content: string): void {
    this.#take(Buffer.byteLength(content));
  }

  #take(textBytes: number): void {
    this.#used += costOf(textBytes);
    if (this.#used <= this.left) return;
    throw tooLarge('file_over_quota', { left: megabytesText(this.left), max: megabytesText(this.maximum) });
  }
}

const costOf = (textBytes: number): number => rowBytes + copiesOfText * textBytes + (textBytes > longText ? pageBytes : 0);

const megabytesText = (bytes: number): string => (Math.floor(bytes / (megabyte / 10)) / 10).toString();

/** @returns undefined without a limit */
export async function quotaOf(store: Store, user: number, megabytes: number): Promise<Quota | undefined> {
  if (megabytes === 0) return undefined;
  const maximum = megabytes * megabyte;
  return new Quota(Math.max(0, maximum - (await usedBytes(store, user))), maximum);
}

/** Bytes used by all lists and stored rows of a user. Reads only record headers, which contain text lengths. */
async function usedBytes(store: Store, user: number): Promise<number> {
  const items = lists.map(({ table, resource }) => usedOf(table, Object.keys(writesOf(resource).fields)));
  const queries = [...items, usedOf('import_row', ['cells'])].map((sql) => ({ sql, values: { user } }));
  const { found } = await store.readPool.rows('normal', queries);
  return (found as { used: number }[][]).reduce((sum, [row]) => sum + (row?.used ?? 0), 0);
}

const usedOf = (table: string, columns: readonly string[]): string => {
  const texts = columns.map((column) => `coalesce(octet_length("${column}"), 0)`).join(' + ');
  return `
    SELECT coalesce(sum(${rowBytes} + ${copiesOfText} * bytes + iif(bytes > ${longText}, ${pageBytes}, 0)), 0) AS used
    FROM (SELECT ${texts} AS bytes FROM "${table}" WHERE user_key = :user)`;
};
