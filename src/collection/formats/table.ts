import { hasNul } from '../../api/schema/checks';
import { invalid, tooLarge } from '../../errors';
import { currencyOf, dayOrderOf } from './cells';
import type { Cell } from './csv';
import { maximumColumns, maximumNameLength, maximumRowLength, maximumRows, type Program } from './vocabulary';

/** Values of a column that reports show, and their length. */
const shownValues = 3;
const shownLength = 100;

/** "USD 1,234,567.00", but not a title. */
const longestPrice = 16;

/** A row as its file has it: JSON text of the values by column, a tenth of the memory of objects. */
export interface RawRow {
  readonly line: number;
  readonly content: string;
}

/** What the values of a column say together. */
export class ColumnFacts {
  readonly values = new Set<string>();
  filled = 0;
  /** In values such as "12 €". */
  readonly currencies = new Set<string>();
  /** Days such as 13/8/2019 and 8/13/2019. */
  dayFirst = 0;
  monthFirst = 0;
  /** Plain numbers from 1 to 100, by their highest possible scale. */
  numbers = 0;
  overFive = 0;
  overTen = 0;
  tens = 0;

  constructor(readonly heading: string) {}

  add(value: unknown): void {
    const text = typeof value === 'string' ? value.trim() : JSON.stringify(value);
    if (text === '') return;
    this.filled++;
    if (this.values.size < shownValues) this.values.add([...text.slice(0, shownLength * 2)].slice(0, shownLength).join(''));
    const currency = text.length <= longestPrice ? currencyOf(text) : undefined;
    if (currency !== undefined) this.currencies.add(currency);
    const order = dayOrderOf(text);
    if (order === 'day') this.dayFirst++;
    else if (order === 'month') this.monthFirst++;
    const number = /^\d{1,3}(?:[.,]\d)?$/.test(text) ? Number(text.replace(',', '.')) : 0;
    if (number > 0 && number <= 100) this.numbers++;
    if (number > 5 && number <= 100) this.overFive++;
    if (number > 10 && number <= 100) this.overTen++;
    if (number === 10) this.tens++;
  }

  /** How days that can be read in two ways are meant; undefined if nothing or not everything tells. */
  get isDayFirst(): boolean | undefined {
    return this.dayFirst > 0 === this.monthFirst > 0 ? undefined : this.dayFirst > 0;
  }

  /** The highest rating: a ten says so, other single numbers over five are mistakes. */
  get scale(): 5 | 10 | 100 {
    if (this.overTen > 0 && this.overTen * 10 >= this.numbers) return 100;
    return this.tens > 0 || (this.overFive > 0 && this.overFive * 10 >= this.numbers) ? 10 : 5;
  }
}

/** Columns and rows of a file before its columns are understood. */
export class Table {
  readonly columns: ColumnFacts[] = [];
  readonly rows: RawRow[] = [];
  /** The program that wrote it. */
  program: Program | null = null;
  /** Texts of a spreadsheet, or values of our own names and types. */
  writing: 'texts' | 'values' = 'texts';
  readonly #indexes = new Map<string, number>();

  get headings(): string[] {
    return this.columns.map(({ heading }) => heading);
  }

  /** A heading that occurs again gets a number. Columns without one are called by their position. */
  addColumn(heading: string, row: number): number {
    const index = this.columns.length;
    if (index === maximumColumns) throw tooLarge('too_many_columns', { row, max: maximumColumns });
    if (heading.length > maximumNameLength) throw tooLarge('column_name_too_long', { row, max: maximumNameLength });
    let name = heading;
    for (let number = 2; this.#indexes.has(name); number++) name = `${heading} (${number})`;
    this.#indexes.set(name, index);
    this.columns.push(new ColumnFacts(name));
    return index;
  }

  /** @param cells by column, perhaps with more of them */
  addRow(line: number, cells: readonly unknown[]): void {
    if (this.rows.length === maximumRows) throw tooLarge('too_many_rows', { max: maximumRows });
    if (cells.some(hasNul)) throw invalid('row_has_nul', { row: line }, { pointer: '' });
    for (const [index, value] of cells.entries()) if (value !== null && value !== undefined) this.columns[index]?.add(value);
    const content = JSON.stringify(cells);
    if (content.length > maximumRowLength) throw tooLarge('row_too_long', { row: line, max: maximumRowLength });
    this.rows.push({ line, content });
  }

  /** Adds a row by column names, and columns for new ones. */
  addNamed(line: number, cells: Readonly<Record<string, unknown>>): void {
    const values: unknown[] = [];
    for (const [name, value] of Object.entries(cells)) {
      if (value === null || value === undefined) continue;
      values[this.#indexes.get(name) ?? this.addColumn(name, line)] = value;
    }
    this.addRow(
      line,
      Array.from(values, (value) => value ?? null),
    );
  }
}

/** A quoted empty cell is an empty text, an unquoted one no value. */
export const valueOfCell = ({ text, isQuoted }: Cell): string | null => (text === '' && !isQuoted ? null : text);
