import type { Store } from '../../database/open';
import { prepare, type Value } from '../../database/prepare';
import { Invalid, writesOf } from '../../jsonapi/write';
import type { OwnedItems } from '../collection/owned-items';
import { all } from '../queries';
import { type KeptRow, KeptRows } from './kept-rows';
import type { List } from './lists';
import { type Candidate, Matcher } from './matching';
import type { Placed } from './reading';
import { type Cells, type Row, readRow } from './rows';

/** A client corrects so many mistakes at a time. */
const maximumViolations = 100;

/** What became of a row. */
export interface Outcome {
  /** `null` for a row that an earlier file had, and that was kept. */
  readonly line: number | null;
  readonly outcome: 'new' | 'duplicate' | 'unmatched' | 'invalid';
  readonly reason?: string;
  readonly release?: Candidate;
  readonly candidates?: readonly Candidate[];
}

export interface Report {
  readonly dry_run: boolean;
  readonly added: number;
  readonly duplicates: number;
  readonly unmatched: number;
  readonly ignored_columns: readonly string[];
  readonly rows: readonly Outcome[];
}

/**
 * Puts the rows of a file into a user's list, all in one transaction, or on a dry run only says what would become of
 * them. Rows that were kept earlier are tried again with them.
 * @throws {Invalid} for rows out of their rules, but on a dry run, which reports them; nothing is written
 */
export function importRows(store: Store, list: List, user: number, rows: readonly Placed[], isDry: boolean): Report {
  return store.write(() => new Import(store, list, user).run(rows, isDry));
}

interface Planned {
  readonly line: number | null;
  readonly content: string;
  readonly row: Row;
}

class Import {
  readonly #items: OwnedItems;
  readonly #matcher: Matcher;
  readonly #kept: KeptRows;
  /** How many items of each kind the list has that no row has stood for yet. */
  readonly #there: Map<string, number>;
  #setTime: ReturnType<typeof timeSetting> | undefined;
  readonly #described = new Map<number, Candidate>();

  constructor(
    private readonly store: Store,
    private readonly list: List,
    private readonly user: number,
  ) {
    this.#items = list.itemsOf(store);
    this.#matcher = new Matcher(store, this.#items);
    this.#kept = new KeptRows(store, list, user);
    this.#there = itemsThere(store, list, user);
  }

  run(rows: readonly Placed[], isDry: boolean): Report {
    const planned = rows.map(({ line, cells }) => ({ line, content: JSON.stringify(cells), row: readRow(this.list, cells) }));
    if (!isDry) requireValid(planned);
    const outcomes = planned.map((one) => this.#take(one, isDry));
    const unmatched = tally(planned.filter((_, index) => outcomes[index]?.outcome === 'unmatched').map(({ content }) => content));
    const retried = this.#retry(tally(planned.map(({ content }) => content)), isDry);
    if (!isDry) for (const [content, copies] of unmatched) this.#kept.keep(content, copies);
    const all = [...outcomes, ...retried];
    const count = (outcome: Outcome['outcome']) => all.filter((one) => one.outcome === outcome).length;
    return {
      dry_run: isDry,
      added: count('new'),
      duplicates: count('duplicate'),
      unmatched: count('unmatched'),
      ignored_columns: [...new Set(planned.flatMap(({ row }) => row.ignored))],
      rows: all,
    };
  }

  /** Adds the item of a row where it is new. */
  #take({ line, row }: Planned, isDry: boolean): Outcome {
    if (row.violations.length > 0) return { line, outcome: 'invalid', reason: reasonOf(row) };
    const match = this.#matcher.match(row.clues);
    if ('candidates' in match) return { line, outcome: 'unmatched', ...this.#doubt(match.candidates) };
    const release = this.#describe(match.key);
    if (this.#isThere(match.key, row)) return { line, outcome: 'duplicate', reason: this.#duplicateReason, release };
    if (!isDry) this.#add(match.key, row);
    return { line, outcome: 'new', release };
  }

  #doubt(candidates: readonly number[]) {
    return candidates.length === 0
      ? { reason: 'The catalog has no such release.', candidates: [] }
      : { reason: 'It is not clear which release this is.', candidates: candidates.map((key) => this.#describe(key)) };
  }

  get #duplicateReason(): string {
    return this.list.times === 'once' ? 'The release is on the list already.' : 'The list has an equal item already.';
  }

  /** Each item of the list stands for one equal row; a list that has a release once, for any number. */
  #isThere(release: number, { values }: Row): boolean {
    const kind = kindOf(this.list, release, values);
    const left = this.#there.get(kind) ?? 0;
    if (this.list.times === 'once') this.#there.set(kind, 1);
    else this.#there.set(kind, Math.max(0, left - 1));
    return left > 0;
  }

  #add(release: number, { values, createdAt }: Row): void {
    const id = this.#items.insert(this.user, release, values);
    if (createdAt === undefined) return;
    this.#setTime ??= timeSetting(this.store, this.list);
    this.#setTime.run({ id, createdAt });
  }

  /** The kept rows that match by now. As many as the file itself has of one are that file's. */
  #retry(inFile: ReadonlyMap<string, number>, isDry: boolean): Outcome[] {
    return this.#kept.all().flatMap((kept) => this.#retryOne(kept, inFile.get(kept.cells) ?? 0, isDry));
  }

  #retryOne({ key, cells, copies }: KeptRow, alreadyInFile: number, isDry: boolean): Outcome[] {
    const row = readRow(this.list, JSON.parse(cells) as Cells);
    if (row.violations.length > 0 || 'candidates' in this.#matcher.match(row.clues)) return [];
    if (!isDry) this.#kept.drop(key);
    return Array.from({ length: Math.max(0, copies - alreadyInFile) }, () => this.#take({ line: null, content: cells, row }, isDry));
  }

  #describe(key: number): Candidate {
    const known = this.#described.get(key) ?? this.#matcher.describe(key);
    this.#described.set(key, known);
    return known;
  }
}

/** An item from a file of ours is as old as it was where it comes from. */
const timeSetting = ({ db, writer }: Store, { table }: List) =>
  prepare<{ id: string; createdAt: string }>()(writer, (p) =>
    db
      .updateTable(table as 'wishlist_item')
      .set({ created_at: p('createdAt') })
      .where('id', '=', p('id')),
  );

function itemsThere({ db, writer }: Store, list: List, user: number): Map<string, number> {
  const columns = Object.keys(writesOf(list.resource).fields) as readonly 'notes'[];
  const query = db
    .selectFrom(list.table as 'wishlist_item')
    .where('user_key', '=', user)
    .select(['release_key', ...columns]);
  const items = all(writer, query) as ({ release_key: number } & Record<string, Value>)[];
  return tally(items.map(({ release_key, ...values }) => kindOf(list, release_key, values)));
}

/** What makes items equal: the release and every attribute, or the release alone where a list has it once. */
function kindOf({ resource, times }: List, release: number, values: Readonly<Record<string, Value>>): string {
  const names = times === 'once' ? [] : Object.keys(writesOf(resource).fields);
  return JSON.stringify([release, ...names.map((name) => values[name])]);
}

function tally(kinds: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const kind of kinds) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  return counts;
}

const reasonOf = ({ violations }: Row): string => violations.map(({ attribute, message }) => `${attribute}: ${message}`).join('\n');

function requireValid(planned: readonly Planned[]): void {
  const violations = planned.flatMap(({ line, row }, index) =>
    row.violations.map(({ attribute, message }) => ({
      attribute,
      message: `In line ${line}, ${message.charAt(0).toLowerCase()}${message.slice(1)}`,
      pointer: `/items/${index}/${attribute}`,
    })),
  );
  if (violations.length > 0) throw new Invalid(violations.slice(0, maximumViolations));
}
