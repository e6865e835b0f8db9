import { Invalid, type Violation } from '../../api/write/write';
import { type Candidate, type Clues, type RowMatch, RowMatcher } from '../../matching/described-releases';
import { type Contributor, UnreviewedReleases } from '../../records/edit/unreviewed';
import type { Store } from '../../store/database/open';
import { withoutWriteChecks } from '../../store/database/transactions';
import { ownReleaseId } from '../../store/values/identifiers';
import type { Cells } from '../formats/cells';
import type { Slices } from '../formats/slices';
import type { OwnedItems } from '../items/owned-items';
import { Loans } from '../loans/loans';
import { wishesOfReleases } from '../wishlist/wishlist-items';
import type { PlacedRow } from './canonical-rows';
import type { Report, RowOutcome } from './documents';
import { ExistingItems } from './existing-items';
import { doubt, reasonAndFaults, tooManyStored, violationsAt } from './faults';
import { type ImportSource, Journal } from './journal';
import { lists, type ReleaseList } from './lists';
import { type Choices, type RowChoice, requireFitting } from './parameters';
import { ProvisionalRows } from './provisional-rows';
import type { ReadFile } from './reading';
import { reportOf } from './report';
import { discNamedIn, type FileRow, readRow, withValues } from './rows';
import { type StoredRow, StoredRows } from './stored-rows';

const [, wishlist] = lists;

/** Enough to fix at a time. */
const maximumViolations = 100;

interface Importer {
  readonly store: Store;
  /** Key of the user. */
  readonly user: number;
  readonly source: ImportSource;
  readonly slices: Slices;
  /** Whose provisional releases need review, if anyone. */
  readonly contributor?: Contributor | undefined;
}

/**
 * Imports a file, or in a dry run only reports what would happen. Unmatched rows of earlier files are retried. Works in slices
 * with short transactions, between which others write; the result is all or nothing. Wishes of a collection file go to the
 * wishlist.
 * @throws {Invalid} for invalid rows, except in a dry run
 * @throws {DomainError} forbidden, if too many releases of the contributor would await review; too large, beyond the quota
 */
export async function importRows(importer: Importer, list: ReleaseList, file: ReadFile, choices: Choices): Promise<Report> {
  const { store, user, source, contributor } = importer;
  const isLeftOut = ({ line, leftOut, isWish }: PlacedRow) =>
    (leftOut !== undefined && !choices.perRow.has(line)) || (isWish === true && !choices.mayWish);
  const rows = file.rows.filter((row) => !isLeftOut(row));
  requireFitting(choices.perRow, new Set(file.rows.map(({ line }) => line)), list.itemsOf(store), user);
  const journal = new Journal(store, user, source);
  const run = async (isDry: boolean) => {
    const wishes = { ...choices, isDry, takeOffWishlist: false };
    const parts = [
      new Import(
        importer,
        journal,
        list,
        { ...choices, isDry },
        rows.filter(({ isWish }) => !isWish),
      ),
      ...(rows.some(({ isWish }) => isWish)
        ? [
            new Import(
              importer,
              journal,
              wishlist,
              wishes,
              rows.filter(({ isWish }) => isWish),
              true,
            ),
          ]
        : []),
    ];
    try {
      await runParts(parts, importer.slices, journal, list, { ...choices, isDry });
      return parts;
    } finally {
      for (const part of parts) part.close();
    }
  };
  // Checked before writing: undoing leaves unused space behind.
  if (!choices.isDry && (contributor || choices.quota?.hasRoomForAll(file.rows) === false)) {
    const planned = (await run(true)).reduce((sum, part) => sum + part.plannedReleases, 0);
    if (contributor) new UnreviewedReleases(store.writer).requireRoom(contributor, planned);
  }
  const parts = await run(choices.isDry);
  const unread = new Map(file.rows.flatMap(({ line, inNotes }) => (inNotes ? [[line, inNotes] as const] : [])));
  const all: RowOutcome[] = [];
  const add = (outcome: RowOutcome) => {
    const { line, outcome: fate } = outcome;
    const inNotes = line === null || ['invalid', 'skipped', 'duplicate'].includes(fate) ? undefined : unread.get(line);
    if (!inNotes) all.push(outcome);
    else {
      const { reason, faults } = reasonAndFaults(inNotes);
      all.push({ reason, ...outcome, in_notes: faults });
    }
  };
  for (const part of parts) await importer.slices.each(part.outcomes, add);
  await importer.slices.each(file.rows, (row) => {
    if (isLeftOut(row)) add(omitted(row));
  });
  const report = reportOf(inOrder(all), { ...file, id: journal.id }, choices.isDry, choices.rowsShown);
  // Skipped rows are not pending.
  const { skipped, unmatched } = report;
  const counts = choices.unmatched === 'skip' ? { ...report, skipped: skipped + unmatched, unmatched: 0 } : report;
  if (!choices.isDry) await journal.close(counts);
  return report;
}

async function runParts(parts: readonly Import[], slices: Slices, journal: Journal, list: ReleaseList, choices: Choices): Promise<void> {
  const { quota, isDry, unreadable } = choices;
  quota?.begin();
  const violations: Violation[] = [];
  for (const part of parts) violations.push(...(await part.look()));
  if (violations.length > 0 && !isDry && unreadable === 'refuse') throw new Invalid(violations.slice(0, maximumViolations));
  if (!isDry) {
    await journal.undo(slices);
    await journal.begin(list, choices);
  }
  try {
    for (const part of parts) await part.enter();
  } catch (error) {
    // Also what a user wrote who may not write any more.
    if (!isDry) await withoutWriteChecks(() => journal.undo(slices));
    throw error;
  }
  if (!isDry) await journal.finish();
  for (const part of parts) await part.finish();
}

/** A row that its status, or the lack of a scope, leaves out. */
function omitted({ line, content, leftOut }: PlacedRow): RowOutcome {
  const reason =
    leftOut === undefined ? 'It is a wish, and the token lacks the scope wishlist:write.' : `Left out for its status “${leftOut}”.`;
  return { line, outcome: 'skipped', reason, said: discNamedIn(JSON.parse(content) as Cells), left_out: true };
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

/** The import of rows into one list. */
class Import {
  readonly outcomes: RowOutcome[] = [];
  readonly #items: OwnedItems;
  readonly #matcher: RowMatcher;
  readonly #storedRows: StoredRows;
  readonly #existing: ExistingItems;
  readonly #provisionalRows: ProvisionalRows;
  readonly #added = new Set<number>();
  readonly #described = new Map<number, Candidate>();
  /** UUIDs in the file. Two of them are never the same: a barcode or number of one must not match the other. */
  readonly #named: ReadonlySet<string | undefined>;
  /** Rows that may stand for existing copies, decided at the end. */
  readonly #later: { readonly line: number; readonly content: string; readonly found: Found }[] = [];

  constructor(
    private readonly importer: Importer,
    private readonly journal: Journal,
    private readonly list: ReleaseList,
    private readonly choices: Choices,
    private readonly rows: readonly PlacedRow[],
    private readonly isForWishes = false,
  ) {
    const { store, user, contributor } = importer;
    const items = list.itemsOf(store);
    this.#items = items;
    this.#matcher = new RowMatcher(store, { user, table: list.table, findRelease: (id) => items.findRelease(id, user) });
    this.#storedRows = new StoredRows(journal, list, choices);
    this.#existing = new ExistingItems(list, choices.alsoOwned);
    this.#provisionalRows = new ProvisionalRows(journal, items, choices.isDry, contributor);
    this.#named = new Set(rows.map(({ releaseId }) => releaseId));
  }

  close(): void {
    this.#provisionalRows.close();
  }

  /** After a dry run: number of provisional releases. */
  get plannedReleases(): number {
    return this.#provisionalRows.planned;
  }

  /** First pass, without writing. */
  async look(): Promise<readonly Violation[]> {
    const violations: Violation[] = [];
    await this.importer.slices.each(this.rows.entries(), ([index, { line, content, broken }]) => {
      this.#storedRows.count(content);
      if (broken && violations.length < maximumViolations) violations.push(...violationsAt(broken, line, index));
    });
    return violations;
  }

  /** Adds the items of rows. */
  async enter(): Promise<void> {
    const { store, user, slices } = this.importer;
    await this.#existing.count(store, user, slices);
    await this.#each(this.rows, (row) => this.#take(row));
    // Unless a copy of the release is left that no other row stands for.
    await this.#each(this.#later, ({ line, content, found }) =>
      this.#enter(line, found, this.#read(content), this.#existing.takeAny(found.key)),
    );
  }

  /** Retries pending rows, once nothing is undone any more. */
  async finish(): Promise<void> {
    const { store, user } = this.importer;
    await this.#retryStored();
    if (!this.choices.takeOffWishlist || this.choices.isDry) return;
    const values = { user, keys: JSON.stringify([...this.#added]) };
    await store.write(() => {
      this.journal.noteRemoved('wishlist_item', wishesOfReleases, values);
      store.writer.change(`DELETE FROM wishlist_item WHERE ${wishesOfReleases}`, values);
    });
  }

  /** Runs work in transactions of one slice each. */
  async #each<T>(all: readonly T[], work: (row: T) => void): Promise<void> {
    const { store, slices } = this.importer;
    for (let at = 0; at < all.length; await slices.rest()) {
      const slice = () => {
        slices.begin();
        this.#provisionalRows.begin();
        do work(all[at++] as T);
        while (at < all.length && !slices.isOver);
      };
      if (this.choices.isDry) slice();
      else await store.write(slice);
    }
  }

  #read(content: string): FileRow {
    return readRow(this.list, JSON.parse(content) as Cells);
  }

  /** Adds the item of a row, or stores the row if the catalog lacks its release. */
  #take({ line, content, broken }: PlacedRow): void {
    const row = this.#read(content);
    const said = row.discName;
    if (broken) {
      this.outcomes.push({ line, outcome: 'invalid', ...reasonAndFaults(broken), said });
      return;
    }
    const choice = this.choices.perRow.get(line);
    const match = this.#match(row, choice);
    if (choice !== 'skip' && 'key' in match) {
      if (match.by !== 'id' && match.by !== 'discogs') this.#provisionalRows.addPages(match.key, row);
      const owned = this.#existing.take(match.key, row.values);
      if (owned === 'not known yet') this.#later.push({ line, content, found: match });
      else this.#enter(line, match, row, owned === 'there');
      return;
    }
    const described = { line, said, found_by: match.by, candidates: this.#describeAll(match.candidates ?? [], row.clues) };
    if (choice === 'skip') {
      this.outcomes.push({ ...described, outcome: 'skipped', reason: 'Skipped as requested.', chosen: true });
      return;
    }
    const isStored = this.choices.unmatched === 'skip' || this.#storedRows.store(content, row.clues);
    const reasons = [doubt(match.by), 'reason' in match ? match.reason : undefined, isStored ? undefined : tooManyStored];
    this.outcomes.push({ ...described, outcome: 'unmatched', reason: reasons.filter((sentence) => sentence !== undefined).join(' ') });
  }

  /** The release of a row, possibly provisional, or why there is none. */
  #match(row: FileRow, choice?: RowChoice): Found | Unfound {
    const match = this.#withoutNamed(row.clues, this.#matcher.match(row.clues));
    const unfound = { by: match.by, candidates: 'candidates' in match ? match.candidates : [] };
    if (choice === 'skip') return unfound;
    if (typeof choice === 'object')
      return { ...unfound, key: this.#items.findRelease(choice.release, this.importer.user) as number, isChosen: true };
    if (choice === undefined && ('key' in match || this.choices.unmatched !== 'provisional')) return match;
    const provisional = this.#provisionalRows.of(row, match);
    if (typeof provisional === 'string') return { ...unfound, reason: provisional };
    return { ...match, key: provisional, isChosen: choice !== undefined };
  }

  /** Removes releases that other rows name from the candidates. */
  #withoutNamed({ id, discogsId }: Clues, match: RowMatch): RowMatch {
    const own = id ?? (discogsId === undefined ? undefined : ownReleaseId(discogsId));
    if (own === undefined || match.by === 'id' || match.by === 'discogs') return match;
    const isFree = (key: number) => {
      const { id } = this.#describe(key);
      return id === own || !this.#named.has(id);
    };
    if ('key' in match) return isFree(match.key) ? match : { candidates: [], by: null };
    const candidates = match.candidates.filter(isFree);
    return { candidates, by: candidates.length > 0 ? match.by : null };
  }

  #enter(line: number | null, { key, by, candidates, isChosen }: Found, row: FileRow, isThere: boolean): void {
    const { store, user } = this.importer;
    const found = {
      line,
      said: row.discName,
      found_by: by,
      ...(key > 0 && { release: this.#describe(key) }),
      owned: this.#existing.countOf(key),
      ...(candidates && { candidates: this.#describeAll(candidates, row.clues) }),
      ...(isChosen && { chosen: true as const }),
      ...(this.isForWishes && { list: 'wishlist' as const }),
    };
    if (isThere) {
      this.outcomes.push({ ...found, outcome: 'duplicate', reason: this.#duplicateReason });
      return;
    }
    const wish = 'SELECT 1 FROM wishlist_item WHERE user_key = :user AND release_key = :key';
    const wanted = this.list.name === 'collection' && store.writer.get(wish, { user, key }) !== undefined;
    this.#added.add(key);
    // Stored rows are already counted.
    if (line !== null) this.choices.quota?.takeItem({ ...row.values, ...(row.loans.length > 0 && { loans: JSON.stringify(row.loans) }) });
    if (!this.choices.isDry) this.#add(key, row);
    const provisional = this.#provisionalRows.has(key) && { provisional: true as const };
    this.outcomes.push({ ...found, outcome: 'new', wanted, item: row.attributes, ...provisional });
  }

  get #duplicateReason(): string {
    if (this.list.times === 'once') return 'The release is already on the list.';
    return this.choices.alsoOwned === 'skip' ? 'The release is already in the collection.' : 'An identical item already exists.';
  }

  #add(release: number, { values, loans, createdAt }: FileRow): void {
    const { store, user } = this.importer;
    const id = this.#items.insert(user, release, values);
    if (loans.length > 0) {
      const query = 'SELECT key, updated_at AS at FROM collection_item WHERE id = :id';
      const { key, at } = store.writer.get<{ key: number; at: string }>(query, { id }) ?? { key: 0, at: '' };
      // As old as the copy: one that is newer keeps it from being undone.
      for (const loan of loans) new Loans(store).insert(user, key, loan, at);
    }
    this.journal.note(this.list.table, id);
    // Items of our own files keep their creation time.
    if (createdAt !== undefined)
      store.writer.change(`UPDATE ${this.list.table} SET created_at = :createdAt WHERE id = :id`, { id, createdAt });
  }

  /**
   * Adds stored rows that match now or get provisional releases, each in one transaction with its removal from the store. Copies
   * that the file itself has are not added twice.
   */
  async #retryStored(): Promise<void> {
    for (const page of this.#storedRows.found(this.choices.unmatched === 'provisional' ? 'all' : 'found')) {
      await this.#each(page, (stored) => this.#retry(stored));
      await this.importer.slices.rest();
    }
  }

  #retry(stored: StoredRow): void {
    const content = stored.release_keys === null ? JSON.stringify(withValues(JSON.parse(stored.cells) as Cells)) : stored.cells;
    const row = this.#read(content);
    const match = row.violations.length > 0 ? undefined : this.#match(row);
    if (!match || !('key' in match)) {
      if (stored.release_keys === null && !this.choices.isDry) this.#storedRows.index(stored, content, row.clues);
      return;
    }
    if (!this.choices.isDry) {
      this.journal.noteRemoved('import_row', 'key = :key', { key: stored.key });
      this.#storedRows.drop(stored.key);
    }
    for (let left = stored.copies - this.#storedRows.enteredCopiesOf(content); left > 0; left--) {
      const owned = this.#existing.take(match.key, row.values);
      this.#enter(null, match, row, owned === 'not known yet' ? this.#existing.takeAny(match.key) : owned === 'there');
    }
  }

  #describeAll(keys: readonly number[], clues: Clues): Candidate[] {
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

/** In file order, rows of earlier files last. */
const inOrder = (outcomes: readonly RowOutcome[]): readonly RowOutcome[] =>
  outcomes.toSorted((a, b) => (a.line ?? Number.POSITIVE_INFINITY) - (b.line ?? Number.POSITIVE_INFINITY) || 0);
