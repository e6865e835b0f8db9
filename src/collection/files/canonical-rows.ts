import { hasNul } from '../../api/schema/checks';
import { violation, writesOf } from '../../api/write/write';
import { invalid, tooLarge } from '../../errors';
import { message } from '../../messages/message';
import { fold } from '../../store/values/folding';
import { unescapeFormula } from '../../store/values/formulas';
import { barcodeFault, barcodeOfCell, ownReleaseId } from '../../store/values/identifiers';
import { formatTypeOf, isKnownFormat, statusOf } from '../formats/cell-words';
import {
  beyondHeader,
  type Cells,
  currencyOf,
  dayOfCell,
  daysOfCell,
  momentOfCell,
  ratingOfCell,
  readTexts,
  splitHeading,
} from '../formats/cells';
import { isNotesHeading, mapColumns } from '../formats/columns';
import { discogsField, hasTooManyNumbers, isDiscogsHeader, isDiscogsRow, mark, noteColumn } from '../formats/discogs';
import type { ColumnFacts, RawRow, Table } from '../formats/table';
import { maximumCatalogNumbers, maximumNameLength, maximumRowLength, type StatusMeaning } from '../formats/vocabulary';
import type { FileFacts } from './documents';
import { type BrokenRule, brokenRules, isDay, withHeadings } from './faults';
import { importFields, lists, loanColumns, type ReleaseList } from './lists';
import type { ReadChoices } from './parameters';
import { checkRow, discCountOf, separateLoans, withValues } from './rows';

/** A row by our columns, with its line in CSV, or its item number in JSON, from 1. */
export interface PlacedRow {
  readonly line: number;
  /** Cells with a value, as JSON text: a tenth of the memory of objects. */
  readonly content: string;
  /** UUID of the release that it names by an id. */
  readonly releaseId?: string | undefined;
  /** Why it cannot be imported. */
  readonly broken?: readonly BrokenRule[];
  /** Values that could not be read. */
  readonly inNotes?: readonly BrokenRule[];
  /** Of a collection file: the row is a wish. */
  readonly isWish?: boolean;
  /** The status word for which the row is left out. */
  readonly leftOut?: string;
}

/** Of a file whose words are none: more would be another column. */
const reportedWords = 100;

const longestNotes = 10_000;

const [collection, wishlist] = lists;

const fields = new Map(lists.toReversed().flatMap(({ resource }) => Object.entries(writesOf(resource).fields)));

interface CountedWord {
  readonly meaning: StatusMeaning;
  readonly known: StatusMeaning | 'noted' | undefined;
  readonly is_known: boolean;
  rows: number;
}

/**
 * Brings rows into the form that is imported, stored and reported: columns by our names, statuses, days, ratings and barcodes as
 * in the API. What cannot be read becomes a line of the notes.
 */
export class CanonicalRows {
  /** The fields of the columns, for reports. */
  readonly fields: readonly string[];
  /** Undefined for unknown columns. */
  readonly #guesses: readonly (string | undefined)[];
  readonly #columns: readonly ColumnFacts[];
  /** Our names for the columns, or those of Discogs. */
  readonly #names: readonly string[];
  readonly #headings: Readonly<Record<string, string>>;
  readonly #isForeign: boolean;
  readonly #words = new Map<string, CountedWord>();
  readonly #statuses: ReadonlyMap<string, StatusMeaning>;
  /** A column whose texts are notes without its heading. */
  readonly #notes: number;
  /** Of prices without one, by the heading, the other prices of the column, or the last copies of the user. */
  readonly #currency: FileFacts['price_currency'];
  /** Days that have two readings, and those of the first by column. */
  #unclearDays = 0;
  readonly #readings = new Map<number, readonly string[]>();
  #validBarcodes = 0;

  constructor(
    private readonly list: ReleaseList,
    private readonly table: Table,
    private readonly choices: ReadChoices,
    chosen: ReadonlyMap<string, string>,
  ) {
    const { columns, program, writing } = table;
    const names = columns.map(({ heading }) => heading);
    this.#columns = columns;
    this.#isForeign = isDiscogsHeader(names) || (writing === 'values' && names.includes(mark));
    const mapped = mapColumns(importFields(list), columns, chosen, program);
    const ofDiscogs = names.map((name) => (this.#isForeign && !chosen.has(name) ? discogsField(list.name, name) : undefined));
    this.#guesses = names.map((_, index) => ofDiscogs[index] ?? mapped[index]);
    const unknown = choices.unknownColumns ?? 'ignore';
    this.fields = columns.map((column, index) => this.#guesses[index] ?? (isUsed(column) ? unknown : 'ignore'));
    this.#notes = names.findIndex((name, index) => this.fields[index] === 'notes' && isNotesHeading(name));
    this.#names = names.map((name, index) => (ofDiscogs[index] === undefined ? (this.fields[index] as string) : name));
    this.#headings = Object.fromEntries(this.#names.map((name, index) => [name, names[index] ?? name]));
    this.#statuses = new Map(Object.entries(choices.statuses ?? {}).map(([word, meaning]) => [fold(word).trim(), meaning]));
    this.#currency = this.#currencyOf(columns[this.#names.indexOf('purchase_price')]);
  }

  #currencyOf(prices: ColumnFacts | undefined): FileFacts['price_currency'] {
    if (!prices) return null;
    const { currency } = splitHeading(prices.heading);
    if (currency !== undefined) return { currency, source: 'heading' };
    const [written, ...others] = prices.currencies;
    if (written !== undefined) return others.length === 0 ? { currency: written, source: 'column' } : null;
    const { lastCurrency } = this.choices;
    return lastCurrency === undefined || this.#names.includes('currency') ? null : { currency: lastCurrency, source: 'last_copies' };
  }

  get facts(): Pick<FileFacts, 'columns' | 'fields' | 'price_currency' | 'statuses' | 'day_first' | 'unclear_days'> {
    const words = [...this.#words].map(([word, { meaning, is_known, rows }]) => ({ word, meaning, is_known, rows }));
    const orders = new Set(this.#columns.flatMap(({ isDayFirst }, index) => (this.#isDate(index) ? (isDayFirst ?? []) : [])));
    return {
      columns: this.#columns.map(({ heading, values, filled }, index) => {
        const field = this.fields[index] as string;
        const isKnown = this.#guesses[index] !== undefined;
        return { heading, field, is_known: isKnown, values: [...values], filled, ...this.#hintsOf(index) };
      }),
      fields: importFields(this.list),
      price_currency: this.#currency,
      statuses: words.sort((a, b) => b.rows - a.rows).slice(0, reportedWords),
      day_first: this.choices.dayFirst ?? (orders.size === 1 ? ([...orders][0] as boolean) : null),
      unclear_days: this.#unclearDays,
    };
  }

  #hintsOf(index: number): Pick<FileFacts['columns'][number], 'valid' | 'becomes' | 'readings'> {
    const { heading, values } = this.#columns[index] as ColumnFacts;
    const [field, readings] = [this.fields[index], this.#readings.get(index)];
    if (field === 'barcode') return { valid: this.#validBarcodes };
    if (field === 'format') return { becomes: [...values].map(formatTypeOf) };
    const isNote = field === 'notes' || this.#guesses[index] === undefined;
    if (isNote && index !== this.#notes && !this.#isForeign) return { becomes: [...values].map((value) => `${heading}: ${value}`) };
    return readings ? { readings: [...readings] } : {};
  }

  /** Headings of columns with values that are not read. */
  get ignored(): readonly string[] {
    return this.#columns.filter((column, index) => isUsed(column) && this.fields[index] === 'ignore').map(({ heading }) => heading);
  }

  #isDate(index: number): boolean {
    const field = this.fields[index] as string;
    return field === 'year' || isDay(field);
  }

  read({ line, content }: RawRow): PlacedRow {
    const values = JSON.parse(content) as readonly unknown[];
    const cells: Record<string, unknown> = {};
    const noteLines: string[] = [];
    /** As the file has them. */
    const written = new Map<string, unknown>();
    for (const [index, name] of this.#names.entries()) {
      const value = values[index] ?? null;
      if (name === 'ignore' || value === null) continue;
      written.set(name, value);
      if (name !== 'notes' || index === this.#notes) cells[name] = this.#valueOf(index, name, value);
      else if (String(value).trim() !== '') noteLines.push(`${this.#columns[index]?.heading}: ${textOf(value)}`);
    }
    // It marks rows of Discogs, also where it is empty.
    if (this.#isForeign) cells[mark] ??= '';
    const beyond = values.slice(this.#columns.length).find((value) => typeof value === 'string' && value.trim() !== '');
    if (beyond !== undefined) cells[beyondHeader] = beyond;
    const { isWish, leftOut } = this.#placeByStatus(cells, noteLines);
    const format = textOf(cells.format ?? '');
    if (format !== '' && !isKnownFormat(format)) noteLines.push(`${this.#headings.format ?? 'format'}: ${format}`);
    const target = isWish ? wishlist : this.list;
    const hasCurrency = this.#addCurrency(cells);
    const hasValueCurrency = this.#addValueCurrency(cells);
    const { inNotes, ...checked } = this.#moveUnreadable(target, cells, noteLines, written);
    if (hasCurrency && cells.purchase_price === undefined) delete cells.currency;
    if (hasValueCurrency && cells.current_value === undefined) delete cells.value_currency;
    addNotes(cells, noteLines);
    // Discogs has several columns for notes.
    const { broken, row } = noteLines.length > 0 && isDiscogsRow(cells) ? brokenIn(target, cells) : checked;
    const { id, discogsId } = row.clues;
    return {
      line,
      content: contentOf(cells, line),
      releaseId: id ?? (discogsId === undefined ? undefined : ownReleaseId(discogsId)),
      ...(broken.length > 0 && { broken: withHeadings(broken, this.#headings) }),
      ...(inNotes.length > 0 && { inNotes: withHeadings(inNotes, this.#headings) }),
      ...(isWish && target !== this.list && { isWish }),
      ...(leftOut !== undefined && { leftOut }),
    };
  }

  #valueOf(index: number, name: string, value: unknown): unknown {
    if (this.#isForeign && name === this.#columns[index]?.heading) return value;
    const typed = this.#typed(name, value);
    if (typeof typed !== 'string' || typed === '') return typed;
    if (name === 'barcode') {
      const barcode = barcodeOfCell(typed) ?? typed;
      if (barcodeFault(barcode) === undefined) this.#validBarcodes++;
      return barcode;
    }
    if (name === 'rating') {
      // CLZ rates from 1 to 10.
      const rating = ratingOfCell(typed, Math.max(this.#columns[index]?.scale ?? 5, this.table.program === 'clz' ? 10 : 5));
      return rating === undefined ? typed : rating;
    }
    if (!this.#isDate(index)) return typed;
    const isDayFirst = this.choices.dayFirst ?? this.#columns[index]?.isDayFirst;
    if (name === 'year') return daysOfCell(typed).length > 1 ? (dayOfCell(typed, isDayFirst) ?? typed) : typed;
    const day = momentOfCell(typed, isDayFirst);
    const readings = day === undefined ? daysOfCell(typed) : [];
    if (readings.length > 1) {
      this.#unclearDays++;
      if (!this.#readings.has(index)) this.#readings.set(index, readings);
    }
    return (/_(?:on|date)$/.test(name) ? day?.slice(0, 10) : day) ?? typed;
  }

  #typed(name: string, value: unknown): unknown {
    if (this.table.writing === 'values') return value;
    // Ratings of foreign JSON may have another scale.
    if (typeof value === 'number') return typedCell(name, String(value));
    if (typeof value !== 'string') return value;
    // Exports of ours quote empty texts; other programs quote everything.
    return value.trim() === '' && this.table.program !== 'leitmotif' ? null : typedCell(name, value);
  }

  /** Decides by the status what the row is, and leaves a status of the API. */
  #placeByStatus(cells: Record<string, unknown>, noteLines: string[]): { readonly isWish?: boolean; readonly leftOut?: string } {
    const word = typeof cells.status === 'string' ? cells.status.trim() : '';
    if (word === '') return {};
    const counted = this.#words.get(word) ?? this.#understand(word);
    this.#words.set(word, counted);
    counted.rows++;
    const { meaning, known, is_known: isKnown } = counted;
    if (this.table.writing === 'values' && !isKnown) return {};
    delete cells.status;
    if (meaning === 'ignore') return { leftOut: word };
    if (this.list === wishlist) return meaning === 'wanted' || word === 'active' ? {} : { leftOut: word };
    if (meaning === 'wanted') return { isWish: true };
    cells.status = meaning === 'ordered' ? 'ordered' : 'active';
    if (meaning === 'owned' && known !== 'owned') noteLines.push(`${this.#headings.status ?? 'status'}: ${word}`);
    return {};
  }

  #understand(word: string): CountedWord {
    const [requested, known] = [this.#statuses.get(fold(word)), statusOf(word)];
    const meaning = requested ?? (known === 'noted' ? 'owned' : known) ?? 'owned';
    return { meaning, known, is_known: (requested ?? known) !== undefined, rows: 0 };
  }

  /** The currency of the column for a price without one, or with another one of the row, a price that contradicts the heading. */
  #addCurrency(cells: Record<string, unknown>): boolean {
    const { purchase_price: price, currency } = cells;
    const { currency: ofColumn, source } = this.#currency ?? {};
    if (ofColumn === undefined || typeof price !== 'string' || currency === ofColumn) return false;
    if (source !== 'heading') {
      if (currency || price.trim() === '' || currencyOf(price) !== undefined) return false;
    } else if (currency) cells.purchase_price = `${price} ${ofColumn}`;
    if (!currency) cells.currency = ofColumn;
    return !currency;
  }

  /** For a value without a currency: that of its heading, else that of prices. */
  #addValueCurrency(cells: Record<string, unknown>): boolean {
    const { current_value: value, currency } = cells;
    if (typeof value !== 'string' || cells.value_currency || currencyOf(value) !== undefined) return false;
    const { currency: ofHeading } = splitHeading(this.#headings.current_value ?? '');
    const ofRow = typeof currency === 'string' && /^[A-Z]{3}$/.test(currency) ? currency : undefined;
    const found = ofHeading ?? ofRow ?? this.#currency?.currency ?? this.choices.lastCurrency;
    if (found !== undefined) cells.value_currency = found;
    return found !== undefined;
  }

  /** Moves what cannot be read, or has no place in the list, to the notes. */
  #moveUnreadable(target: ReleaseList, cells: Record<string, unknown>, noteLines: string[], written: ReadonlyMap<string, unknown>) {
    const inNotes: BrokenRule[] = [];
    const move = (name: string) => {
      const heading = name === beyondHeader ? '' : `${this.#headings[name] ?? name}: `;
      noteLines.push(`${heading}${textOf(written.get(name) ?? cells[name])}`);
      delete cells[name];
    };
    if (typeof cells.barcode === 'string' && barcodeOfCell(cells.barcode) === undefined) {
      const fault = { kind: 'lost_digits', column: 'barcode', value: cells.barcode } as const;
      inNotes.push({ fault, violation: violation('barcode', message('barcode_lost_digits')) });
      move('barcode');
    }
    if (this.list === collection) {
      const otherFields = target === wishlist ? Object.keys(cells).filter(isItemField) : ['priority', 'max_price_cents'];
      for (const name of otherFields) if (String(cells[name] ?? '').trim() !== '') move(name);
    }
    const { rating } = cells;
    if (typeof rating === 'number' && rating < 5 && !Number.isInteger(rating)) {
      const value = textOf(written.get('rating'));
      inNotes.push({
        fault: { kind: 'rounded_rating', column: 'rating', value, readings: [String(rating)] },
        violation: violation('rating', message('rating_rounded')),
      });
      move('rating');
      cells.rating = Math.max(1, Math.round(rating));
    }
    if (cells.disc_count !== undefined && discCountOf(cells.disc_count) === undefined) move('disc_count');
    // Removing a value can only show the lack of others.
    for (;;) {
      const { broken, row } = brokenIn(target, cells);
      const found = Map.groupBy(broken, ({ fault }) => fault.column ?? beyondHeader);
      const movable = [...found].filter(([name]) => Object.hasOwn(cells, name));
      if (movable.length === 0) return { inNotes, broken, row };
      for (const [name, [first]] of movable) {
        inNotes.push(first as BrokenRule);
        if (name === 'notes') cells.notes = shortened(String(cells.notes));
        else if (name === 'loans' && Array.isArray(cells.loans)) {
          const { readable, unreadable } = separateLoans(cells.loans);
          cells.loans = readable.map(({ cells }) => cells);
          noteLines.push(...unreadable.map(({ cells }) => `loans: ${textOf(cells)}`));
        } else move(name);
      }
    }
  }
}

/** Discogs writes 0 for no rating. */
const isUsed = ({ filled, values }: ColumnFacts): boolean => filled > 0 && !(values.size === 1 && values.has('0'));

function brokenIn(target: ReleaseList, cells: Cells) {
  const filled = withValues(cells);
  const { row, violations } = checkRow(target, filled);
  return { row, broken: brokenRules(violations, filled) };
}

/** JSON may have half characters. */
const shortened = (notes: string): string => [...notes.toWellFormed()].slice(0, longestNotes).join('');

function addNotes(cells: Record<string, unknown>, lines: readonly string[]): void {
  if (lines.length === 0) return;
  if (isDiscogsRow(cells)) {
    for (const line of lines) {
      const [heading = '', ...rest] = line.split(': ');
      cells[noteColumn(heading.replace(/^Collection /, ''))] = shortened(rest.join(': '));
    }
    return;
  }
  const notes = typeof cells.notes === 'string' && cells.notes !== '' ? [cells.notes, ...lines] : lines;
  cells.notes = shortened(notes.join('\n'));
}

/** Of copies, not of wishes or of the release, whose format and quantity are facts of it too. */
const isItemField = (name: string): boolean =>
  ['purchase_price', 'current_value', 'loans', ...loanColumns].includes(name) ||
  (Object.hasOwn(writesOf(collection.resource).fields, name) &&
    !Object.hasOwn(writesOf(wishlist.resource).fields, name) &&
    !['format_type', 'quantity', 'added_at'].includes(name));

const textOf = (value: unknown): string => (typeof value === 'string' ? value.trim() : JSON.stringify(value));

/** Converts a cell; invalid values stay text. */
function typedCell(name: string, text: string): unknown {
  const field = fields.get(name);
  // An empty text was quoted.
  if (text === '') return field?.isAllowed('') ? '' : null;
  if (name === 'rating') return text;
  if (field?.schema.type === 'integer') return /^-?\d{1,16}(?:[.,]0+)?$/.test(text) ? Number.parseInt(text, 10) : text;
  if (field?.schema.type === 'boolean') return yes.test(text) ? true : no.test(text) ? false : text;
  const plain = unescapeFormula(text);
  return field?.schema.type === 'array' ? readTexts(plain) : plain;
}

const yes = /^(?:true|yes|y|1|wahr|ja|vrai|oui|s[ií]|verdadero|vero|waar|x|✓)$/i;
const no = /^(?:false|no|n|0|falsch|nein|faux|non|falso|nee|onwaar)$/i;

/** @param row its line or position, for error messages */
function contentOf(cells: Cells, row: number): string {
  const filled = withValues(cells);
  for (const name of Object.keys(filled))
    if (name.length > maximumNameLength + 'Collection '.length) throw tooLarge('column_name_too_long', { row, max: maximumNameLength });
  if (hasTooManyNumbers(filled)) throw tooLarge('row_has_many_numbers', { row, column: mark, max: maximumCatalogNumbers });
  const content = JSON.stringify(filled);
  if (content.length > maximumRowLength) throw tooLarge('row_too_long', { row, max: maximumRowLength });
  if (content.includes('\\u0000') && Object.entries(filled).flat().some(hasNul)) throw invalid('row_has_nul', { row }, { pointer: '' });
  return content;
}
