import { isObject, type Json } from '../shared/json';
import type { XmlValue } from './values';

/** Largest element. Real ones stay below one megabyte; the limit protects memory against a missing end tag or a hostile file. */
export const maximumElementBytes = 4 * 1024 * 1024;

/** Window size: amortizes moving the remainder. */
const windowBytes = 1024 * 1024;

/** Kept at the end of a window without an element: fits a split tag. */
const tailBytes = 64;

export interface FoundElement {
  /** From 1. */
  readonly number: number;
  /** Offsets of the element and of what follows it. */
  readonly offset: number;
  readonly end: number;
  /** Valid until the next element is requested. */
  readonly bytes: Uint8Array;
  /** Why it is unreadable. */
  readonly fault?: string;
}

/** Start position: before the first element, or after one. */
export interface Start {
  readonly offset: number;
  readonly number: number;
}

/** Whether an element in the window is worth parsing. Called in file order. */
export type Wanted = (window: Buffer, start: number, end: number) => boolean;

/** Splits a file into elements of one tag at byte level; unwanted elements are never decoded, and everything outside is skipped. */
export class ElementSplitter {
  count: number;
  /** Offset after the last complete element. */
  passed: number;
  private window = Buffer.allocUnsafe(2 * windowBytes);
  private length = 0;
  private view = this.window.subarray(0, 0);
  /** Cached result of {@link findOpen} with its start: queried for the end of one element and the start of the next. */
  private opened = -1;
  private openedFrom = Number.POSITIVE_INFINITY;
  private before: number;
  /** Skipping the rest of an oversized element. */
  private discarding = false;
  private searchAt = windowBytes;
  /** Whether the end tag of the enclosing list was seen. */
  hasEnded = false;
  private readonly open: Buffer;
  private readonly close: Buffer;

  constructor(
    private readonly tag: string,
    private readonly wanted: Wanted,
    start: Start,
    /** List in which elements of this tag are nested (labels only). */
    private readonly nestedIn?: string,
  ) {
    this.open = Buffer.from(`<${tag}`);
    this.close = Buffer.from(`</${tag}>`);
    this.before = start.offset;
    this.count = start.number;
    this.passed = start.offset;
  }

  /** Adds data; yields complete elements. */
  *push(chunk: Uint8Array): Generator<FoundElement> {
    // A decompressor may return more than a window at once.
    for (let at = 0; at < chunk.length; at += windowBytes) {
      this.append(chunk.subarray(at, at + windowBytes));
      if (this.length >= this.searchAt) yield* this.search();
    }
  }

  /** Ends the input; yields the last elements. */
  *finish(): Generator<FoundElement> {
    yield* this.search();
    if (this.discarding || this.findOpen(0) >= 0) this.hasEnded = false;
  }

  get end(): number {
    return this.before + this.length;
  }

  private append(chunk: Uint8Array): void {
    const length = this.length + chunk.length;
    if (length > this.window.length) {
      const larger = Buffer.allocUnsafe(length + windowBytes);
      this.window.copy(larger, 0, 0, this.length);
      this.window = larger;
    }
    this.window.set(chunk, this.length);
    this.length = length;
  }

  private *search(): Generator<FoundElement> {
    this.view = this.window.subarray(0, this.length);
    this.openedFrom = Number.POSITIVE_INFINITY;
    let at = this.discarding ? this.passRest() : 0;
    let start = at < 0 ? -1 : this.findOpen(at);
    while (start >= 0) {
      const found = this.findEnd(start);
      if (found === undefined) break;
      this.count++;
      const { end, fault } = found;
      if (fault !== undefined || this.wanted(this.view, start, end)) yield this.element(start, end, fault);
      at = end;
      this.passed = this.before + end;
      start = this.findOpen(at);
    }
    if (start >= 0 && this.length - start > maximumElementBytes) {
      this.count++;
      yield this.element(start, this.length, `It has more than ${maximumElementBytes} bytes.`);
      this.discarding = true;
    }
    if (start < 0 && this.view.includes(`</${this.tag}s>`, Math.max(0, at))) this.hasEnded = true;
    this.keepFrom(start >= 0 && !this.discarding ? start : Math.max(0, at, this.length - tailBytes));
  }

  /** Position after the skipped element; -1 if beyond the window. */
  private passRest(): number {
    const close = this.view.indexOf(this.close);
    const open = this.nestedIn === undefined ? this.findOpen(0) : -1;
    if (close < 0 && open < 0) return -1;
    this.discarding = false;
    return open >= 0 && (close < 0 || open < close) ? open : close + this.close.length;
  }

  private element(start: number, end: number, fault: string | undefined): FoundElement {
    const bytes = this.view.subarray(start, end);
    return { number: this.count, offset: this.before + start, end: this.before + end, bytes, fault };
  }

  private keepFrom(at: number): void {
    this.window.copyWithin(0, at, this.length);
    this.length -= at;
    this.view = this.window.subarray(0, this.length);
    this.openedFrom = Number.POSITIVE_INFINITY;
    this.before += at;
    this.searchAt = this.length + windowBytes;
  }

  /** Next start tag; the name must end there, so that `<label` does not match `<labels>`. */
  private findOpen(from: number): number {
    if (from >= this.openedFrom && (this.opened < 0 || this.opened >= from)) return this.opened;
    let at = this.view.indexOf(this.open, from);
    while (at >= 0 && !endsName(this.view[at + this.open.length])) at = this.view.indexOf(this.open, at + 1);
    this.openedFrom = from;
    this.opened = at;
    return at;
  }

  private findEnd(start: number): { readonly end: number; readonly fault?: string } | undefined {
    const startTag = this.endOfTag(start);
    if (startTag.isEmpty) return { end: startTag.end };
    let depth = 1;
    let isInList = false;
    let at = start + 1;
    while (true) {
      const close = this.view.indexOf(this.close, at);
      const open = this.findOpen(at);
      if (open < 0 && close < 0) return undefined;
      const isOpen = open >= 0 && (close < 0 || open < close);
      if (!isOpen && --depth === 0) return { end: close + this.close.length };
      isInList = this.isInListAfter(this.view.subarray(at, isOpen ? open : close), isInList);
      if (isOpen && !isInList) return { end: open, fault: 'Its end tag is missing.' };
      if (isOpen && !this.endOfTag(open).isEmpty) depth++;
      at = isOpen ? open + 1 : close + 1;
    }
  }

  /** Whether the nested list is open after more bytes. */
  private isInListAfter(bytes: Buffer, before: boolean): boolean {
    if (this.nestedIn === undefined) return false;
    const open = bytes.lastIndexOf(`<${this.nestedIn}>`);
    const close = bytes.lastIndexOf(`</${this.nestedIn}>`);
    return open === close ? before : open > close;
  }

  private endOfTag(start: number): { readonly end: number; readonly isEmpty: boolean } {
    const end = this.view.indexOf('>', start) + 1;
    return { end, isEmpty: end > 1 && this.view[end - 2] === 0x2f };
  }
}

/** White space, `/` or `>`. */
const endsName = (byte: number | undefined): boolean => byte !== undefined && (byte <= 0x20 || byte === 0x2f || byte === 0x3e);

/** Lists, and what the dumps call an item of each. */
const lists: ReadonlyMap<string, string> = new Map([
  ['artists', 'artist'],
  ['extraartists', 'artist'],
  ['tracklist', 'track'],
  ['sub_tracks', 'track'],
  ['companies', 'company'],
  ['labels', 'label'],
  ['series', 'series'],
  ['formats', 'format'],
  ['descriptions', 'description'],
  ['identifiers', 'identifier'],
  ['genres', 'genre'],
  ['styles', 'style'],
]);

/** Their items have texts as attributes. */
const haveAttributes: ReadonlySet<string> = new Set(['labels', 'series', 'formats', 'identifiers']);

/**
 * A release of the Discogs API (https://www.discogs.com/developers) as an element of the dumps. Of what it sends beyond them
 * (prices, pictures, what its users have), nothing is read.
 */
export const releaseElementOf = (release: Json): XmlValue => ({ ...element(release, false), '@id': String(release.id) });

const element = (object: Json, areAttributes: boolean): Exclude<XmlValue, string> =>
  Object.fromEntries(
    Object.entries(object).flatMap(([name, value]): [string, XmlValue][] => {
      const item = lists.get(name);
      if (item !== undefined && Array.isArray(value))
        return [[name, { [item]: value.map((one) => (isObject(one) ? element(one, haveAttributes.has(name)) : String(one))) }]];
      const isText = typeof value === 'string' || typeof value === 'number';
      return isText ? [[areAttributes ? `@${name}` : name, String(value)]] : [];
    }),
  );
