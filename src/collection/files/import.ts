import { Invalid, type Violation } from '../../api/write/write';
import { type Candidate, type Clues, clueKeys, type RowMatch, RowMatcher } from '../../matching/described-releases';
import { type Contributor, UnreviewedReleases } from '../../records/edit/unreviewed';
import type { Store } from '../../store/database/open';
import { prepare } from '../../store/database/sql';
import { withoutWriteChecks } from '../../store/database/write-checks';
import type { OwnedItems } from '../items/owned-items';
import type { Cells } from './cells';
import { ExistingItems, Wishes } from './existing-items';
import { doubt, faultsIn, rowReasonOf, tooManyStored, violationsAt } from './faults';
import type { Slices } from './import-queue';
import { Journal } from './journal';
import type { ReleaseList } from './lists';
import { NamedReleases, ProvisionalRows } from './provisional-rows';
import type { PlacedRow } from './reading';
import { type Report, type RowOutcome, reportOf } from './report';
import { type Choices, type RowChoice, requireFitting } from './row-choices';
import { type FileRow, readRow, withValues } from './rows';
import { RowStore, type StoredRow, StoredRows } from './stored-rows';

/** Enough to fix at a time. */
const maximumViolations = 100;

/**
 * Imports rows, or in a dry run only reports what would happen. Unmatched rows of earlier files are retried. Works in slices
 * with short transactions, between which others write; the result is all or nothing.
 * @param contributor whose provisional releases need review, if anyone
 * @throws {Invalid} for invalid rows, except in a dry run
 * @throws {DomainError} forbidden, if too many releases of the contributor would await review
 */
export async function importRows(
  store: Store,
  list: ReleaseList,
  items: OwnedItems,
  user: number,
  rows: readonly PlacedRow[],
  choices: Choices,
  slices: Slices,
  contributor?: Contributor,
): Promise<Report> {
  if (contributor && !choices.isDry) {
    const rehearsal = new Import(store, list, items, user, { ...choices, isDry: true }, slices, contributor);
    await rehearsal.run(rows);
    rehearsal.requireRoom();
  }
  return new Import(store, list, items, user, choices, slices, contributor).run(rows);
}

/** A row with an existing or provisional release. */
interface Found {
  readonly key: number;
  readonly by: RowMatch['by'];
  readonly candidates?: readonly number[];
  /** Whether the release was chosen for the row. */
  readonly isChosen?: boolean;
}

/** A row without a release. */
interface Unfound {
  readonly candidates: readonly number[];
  readonly by: RowMatch['by'];
  /** Why a requested provisional release was not created. */
  readonly reason?: string;
}

class Import {
  readonly #matcher: RowMatcher;
  readonly #kept: StoredRows;
  readonly #journal: Journal;
  readonly #there: ExistingItems;
  readonly #wishes: Wishes;
  readonly #provisionalRows: ProvisionalRows;
  readonly #added = new Set<number>();
  #setTime: ReturnType<typeof timeSetting> | undefined;
  readonly #described = new Map<number, Candidate>();
  readonly #keeping: RowStore;
  readonly #named = new NamedReleases((key) => this.#describe(key).id);
  readonly #ignored = new Set<string>();
  readonly #outcomes: RowOutcome[] = [];
  /** Rows that may stand for existing copies, decided at the end. */
  readonly #later: { readonly line: number; readonly content: string; readonly found: Found }[] = [];

  constructor(
    private readonly store: Store,
    private readonly list: ReleaseList,
    private readonly items: OwnedItems,
    private readonly user: number,
    private readonly choices: Choices,
    private readonly slices: Slices,
    private readonly contributor: Contributor | undefined,
  ) {
    this.#matcher = new RowMatcher(store, { user, table: list.table, findRelease: (id) => this.items.findRelease(id, user) });
    this.#kept = new StoredRows(store, list, user);
    this.#journal = new Journal(store, user, choices.source ?? 'server');
    this.#keeping = new RowStore(this.#kept, this.#journal, choices);
    this.#there = new ExistingItems(list, choices.alsoOwned);
    this.#wishes = new Wishes(store, user);
    this.#provisionalRows = new ProvisionalRows(
      store,
      items,
      choices.isDry,
      (table, id) => this.#journal.note(table, id),
      user,
      contributor,
    );
  }

  async run(rows: readonly PlacedRow[]): Promise<Report> {
    try {
      return await this.#run(rows);
    } finally {
      this.#provisionalRows.close();
    }
  }

  /** After a dry run. */
  requireRoom(): void {
    const unreviewed = new UnreviewedReleases(this.store);
    try {
      if (this.contributor) unreviewed.requireRoom(this.contributor, this.#provisionalRows.toBeMade);
    } finally {
      unreviewed.close();
    }
  }

  async #run(rows: readonly PlacedRow[]): Promise<Report> {
    this.choices.quota?.begin();
    await this.#look(rows);
    if (!this.choices.isDry) await this.#journal.undo(this.slices);
    await this.#there.count(this.store, this.user, this.slices);
    try {
      await this.#each(rows, (row) => this.#take(row));
      await this.#each(this.#later, ({ line, content, found }) => this.#enterAny(line, found, this.#read(content)));
    } catch (error) {
      // Also what a user wrote who may not write any more.
      if (!this.choices.isDry) await withoutWriteChecks(() => this.#journal.undo(this.slices));
      throw error;
    }
    if (!this.choices.isDry) await this.#journal.close();
    await this.#retryKept();
    const { isDry, takeOffWishlist, rowsShown } = this.choices;
    if (takeOffWishlist && !isDry) await this.store.write(() => this.#wishes.meet(this.#added));
    return reportOf(inOrder(this.#outcomes), this.#ignored, isDry, rowsShown);
  }

  /** First pass, without writing. */
  async #look(rows: readonly PlacedRow[]): Promise<void> {
    requireFitting(this.choices.perRow, new Set(rows.map(({ line }) => line)), this.items, this.user);
    const violations: Violation[] = [];
    await this.slices.each(rows.entries(), ([index, { line, content, headings }]) => {
      const row = this.#read(content);
      for (const name of row.ignored) this.#ignored.add(name);
      this.#keeping.count(content);
      this.#named.add(row.clues);
      if (violations.length < maximumViolations)
        violations.push(...violationsAt({ ...row, faults: faultsIn(row.faults, headings) }, line, index));
    });
    if (violations.length > 0 && !this.choices.isDry && this.choices.unreadable === 'refuse')
      throw new Invalid(violations.slice(0, maximumViolations));
  }

  /** Runs work in transactions of one slice each. */
  async #each<T>(all: readonly T[], work: (one: T) => void): Promise<void> {
    for (let at = 0; at < all.length; await this.slices.rest()) {
      const slice = () => {
        this.slices.begin();
        this.#provisionalRows.begin();
        do work(all[at++] as T);
        while (at < all.length && !this.slices.isOver);
      };
      if (this.choices.isDry) slice();
      else await this.store.write(slice);
    }
  }

  #read(content: string): FileRow {
    return readRow(this.list, JSON.parse(content) as Cells);
  }

  /** Adds the item of a row, or stores the row if the catalog lacks its release. */
  #take({ line, content, headings }: PlacedRow): void {
    const row = this.#read(content);
    if (row.violations.length > 0) {
      const faults = faultsIn(row.faults, headings);
      this.#outcomes.push({ line, outcome: 'invalid', reason: rowReasonOf({ ...row, faults }), faults, said: row.discName });
      return;
    }
    const choice = this.choices.perRow.get(line);
    const match = this.#match(row, choice);
    if (choice === 'skip') this.#skip(line, match, row);
    else if ('key' in match) this.#enterEqual(line, content, match, row);
    else this.#leave(line, content, match, row);
  }

  /** The release of a row, possibly provisional, or why there is none. */
  #match(row: FileRow, choice?: RowChoice): Found | Unfound {
    const match = this.#named.without(row.clues, this.#matcher.match(row.clues));
    const candidates = 'candidates' in match ? match.candidates : undefined;
    if (choice === 'skip') return { by: match.by, candidates: candidates ?? [] };
    if (typeof choice === 'object') return { ...this.#chosen(choice), by: match.by, candidates: candidates ?? [] };
    if (choice === undefined && ('key' in match || this.choices.unmatched !== 'provisional')) return match;
    const provisional = this.#provisionalRows.of(row, match);
    const isChosen = choice !== undefined;
    if (typeof provisional === 'string') return { by: match.by, candidates: candidates ?? [], reason: provisional };
    return { ...match, key: provisional.key, isChosen };
  }

  #chosen({ release }: { readonly release: string }): { readonly key: number; readonly isChosen: true } {
    return { key: this.items.findRelease(release, this.user) as number, isChosen: true };
  }

  #skip(line: number, { by, candidates = [] }: Found | Unfound, { discName, clues }: FileRow): void {
    this.#outcomes.push({
      line,
      outcome: 'skipped',
      reason: 'Skipped as requested.',
      said: discName,
      found_by: by,
      candidates: this.#describeAll(candidates, clues),
      chosen: true,
    });
  }

  /** Leaves a row without a release, storing it if requested or needed. */
  #leave(line: number, content: string, { by, candidates, reason }: Unfound, row: FileRow): void {
    const isKept = this.choices.unmatched === 'skip' || this.#keeping.keep(content, row);
    const reasons = [doubt(by), reason, ...(isKept ? [] : [tooManyStored])].filter((sentence) => sentence !== undefined);
    this.#outcomes.push({
      line,
      outcome: 'unmatched',
      reason: reasons.join(' '),
      said: row.discName,
      found_by: by,
      candidates: this.#describeAll(candidates, row.clues),
    });
  }

  /** Adds an item unless the list has an equal one. Undecided rows wait for the end. */
  #enterEqual(line: number, content: string, found: Found, row: FileRow): void {
    const taken = this.#there.take(found.key, row.values);
    if (taken === 'not known yet') this.#later.push({ line, content, found });
    else this.#enter(line, found, row, taken === 'there');
  }

  /** Adds an item unless a copy of its release is left that no other row stands for. */
  #enterAny(line: number | null, found: Found, row: FileRow): void {
    this.#enter(line, found, row, this.#there.takeAny(found.key));
  }

  #enter(line: number | null, { key, by, candidates, isChosen }: Found, row: FileRow, isThere: boolean): void {
    const found = {
      line,
      said: row.discName,
      found_by: by,
      ...(key > 0 && { release: this.#describe(key) }),
      owned: this.#there.countOf(key),
      ...(candidates && { candidates: this.#describeAll(candidates, row.clues) }),
      ...(isChosen && { chosen: true as const }),
    };
    if (isThere) {
      this.#outcomes.push({ ...found, outcome: 'duplicate', reason: this.#duplicateReason });
      return;
    }
    const wanted = this.list.name === 'collection' && this.#wishes.has(key);
    this.#added.add(key);
    // Stored rows are already counted.
    if (line !== null) this.choices.quota?.takeItem(row.values);
    if (!this.choices.isDry) this.#add(key, row);
    this.#outcomes.push({
      ...found,
      outcome: 'new',
      wanted,
      item: row.given,
      ...(this.#provisionalRows.has(key) && { provisional: true }),
    });
  }

  get #duplicateReason(): string {
    if (this.list.times === 'once') return 'The release is already on the list.';
    return this.choices.alsoOwned === 'skip' ? 'The release is already in the collection.' : 'An identical item already exists.';
  }

  #add(release: number, { values, createdAt }: FileRow): void {
    const id = this.items.insert(this.user, release, values);
    this.#journal.note(this.list.table, id);
    if (createdAt === undefined) return;
    this.#setTime ??= timeSetting(this.store, this.list);
    this.#setTime.run({ id, createdAt });
  }

  /**
   * Adds stored rows that match now or get provisional releases, each in one transaction with its removal from the store. Copies
   * that the file itself has are not added twice.
   */
  async #retryKept(): Promise<void> {
    for (const page of this.#kept.found(this.choices.unmatched === 'provisional' ? 'all' : 'found')) {
      await this.#each(page, (kept) => this.#retry(kept));
      await this.slices.rest();
    }
  }

  #retry(kept: StoredRow): void {
    const content = kept.release_keys === null ? JSON.stringify(withValues(JSON.parse(kept.cells) as Cells)) : kept.cells;
    const row = this.#read(content);
    const match = row.violations.length > 0 ? undefined : this.#match(row);
    if (!match || !('key' in match)) {
      if (kept.release_keys === null && !this.choices.isDry) this.#kept.index(kept, content, clueKeys(row.clues));
      return;
    }
    if (!this.choices.isDry) this.#kept.drop(kept.key);
    for (let left = kept.copies - this.#keeping.copiesOf(content); left > 0; left--) this.#enterKept(match, row);
  }

  #enterKept(found: Found, row: FileRow): void {
    const taken = this.#there.take(found.key, row.values);
    if (taken === 'not known yet') this.#enterAny(null, found, row);
    else this.#enter(null, found, row, taken === 'there');
  }

  #describeAll(keys: readonly number[], clues: Clues): readonly Candidate[] {
    return keys.map((key) => {
      const contradicts = this.#matcher.contradictions(clues, key);
      return contradicts.length > 0 ? { ...this.#describe(key), contradicts } : this.#describe(key);
    });
  }

  #describe(key: number): Candidate {
    const known = this.#described.get(key) ?? this.#matcher.describe(key);
    this.#described.set(key, known);
    return known;
  }
}

/** Items of our own files keep their creation time. */
const timeSetting = ({ db, writer }: Store, { table }: ReleaseList) =>
  prepare<{ id: string; createdAt: string }>()(writer, (p) =>
    db
      .updateTable(table)
      .set({ created_at: p('createdAt') })
      .where('id', '=', p('id')),
  );

/** In file order, rows of earlier files last. */
const inOrder = (outcomes: readonly RowOutcome[]): readonly RowOutcome[] =>
  outcomes.toSorted((a, b) => (a.line ?? Number.POSITIVE_INFINITY) - (b.line ?? Number.POSITIVE_INFINITY) || 0);
