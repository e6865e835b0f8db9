import { keysOf } from '../../matching/described-releases';
import type { Choices } from './choices';
import type { Journal } from './journal';
import type { KeptRows } from './kept-rows';
import type { FileRow } from './rows';

/** Keeps rows of a file for which there is no release. Equal rows are one, with so many copies. */
export class Keeping {
  /** How often the file has each row. */
  readonly #copies = new Map<string, number>();
  readonly #isKept = new Map<string, boolean>();

  constructor(
    private readonly kept: KeptRows,
    private readonly journal: Journal,
    private readonly choices: Pick<Choices, 'isDry' | 'quota'>,
  ) {}

  count(content: string): void {
    this.#copies.set(content, this.copiesOf(content) + 1);
  }

  copiesOf(content: string): number {
    return this.#copies.get(content) ?? 0;
  }

  /** Says whether there was room for the row. */
  keep(content: string, row: FileRow): boolean {
    const isKept = this.#isKept.get(content) ?? this.#keepFirst(content, row);
    this.#isKept.set(content, isKept);
    return isKept;
  }

  #keepFirst(content: string, { clues }: FileRow): boolean {
    const copies = Math.max(1, this.copiesOf(content));
    const known = this.kept.find(content);
    if (known === undefined && !this.kept.takeRoom()) return false;
    if (known === undefined) this.choices.quota?.takeRow(content);
    if (this.choices.isDry) return true;
    if (known === undefined) this.journal.note('import_row', this.kept.add(content, copies, keysOf(clues)));
    else this.kept.raise(known, copies);
    return true;
  }
}
