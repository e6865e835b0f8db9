import { tooLarge } from '../../errors';
import { parseJson } from '../../http/body';
import type { Cells } from './cells';
import type { Slices } from './import-queue';
import { maximumRows } from './limits';

/** The longest row, with every character escaped in six. */
const maximumItemLength = 200_000;

/** A few words around the items. */
const maximumFrameLength = 10_000;

/** Yields to others after this much. */
const stepLength = 65_536;

/** Members that contain the items: ours and MusicBrainz's. */
const lists: ReadonlySet<string> = new Set(['"items"', '"releases"']);

const longestName = 20;

/** A JSON file: the text of each item, and the document around them. */
interface JsonFile {
  readonly frame: unknown;
  readonly items: readonly string[];
}

/**
 * Splits the list "items" or "releases" of an object into items without parsing the file, so that it is never in memory as
 * objects.
 * @throws {DomainError} invalid, for malformed JSON around the items; too large, for too many or too long items
 */
export async function readJsonFile(text: string, slices: Slices): Promise<JsonFile> {
  const scan = new Scan(text);
  for (let at = 0; at < text.length; at += stepLength) {
    scan.readTo(Math.min(at + stepLength, text.length));
    await slices.rest();
  }
  const { items, frame } = scan;
  if (frame.length > maximumFrameLength) throw tooLarge('file_frame_too_long', { max: maximumFrameLength });
  return { frame: parseJson(frame, 'file'), items };
}

/** A single pass over the text. */
class Scan {
  readonly items: string[] = [];
  #at = 0;
  #depth = 0;
  #isInText = false;
  /** Offsets of the last string, quotes included. */
  #textStart = 0;
  #textEnd = 0;
  /** Offsets of the item list, inside its brackets. */
  #start: number | undefined;
  #end: number | undefined;
  #itemStart = 0;

  constructor(private readonly text: string) {}

  /** The document with an empty list of items. */
  get frame(): string {
    return this.#start === undefined ? this.text : this.text.slice(0, this.#start) + this.text.slice(this.#end ?? this.text.length);
  }

  readTo(end: number): void {
    for (; this.#at < end; this.#at++) {
      const code = this.text.charCodeAt(this.#at);
      if (this.#isInText) this.#readText(code);
      else this.#read(code);
    }
  }

  #readText(code: number): void {
    if (code === backslash) this.#at++;
    else if (code === quote) {
      this.#isInText = false;
      this.#textEnd = this.#at + 1;
    }
  }

  #read(code: number): void {
    if (code === quote) {
      this.#isInText = true;
      this.#textStart = this.#at;
    } else if (code === openBracket || code === openBrace) {
      this.#depth++;
      if (code === openBracket && this.#depth === 2 && this.#start === undefined && this.#isNamedItems()) {
        this.#start = this.#at + 1;
        this.#itemStart = this.#at + 1;
      }
    } else if (code === closeBracket || code === closeBrace) {
      if (code === closeBracket && this.#depth === 2 && this.#isAmongItems()) {
        // The last item, unless the list is empty.
        if (this.items.length > 0 || this.text.slice(this.#itemStart, this.#at).trim() !== '') this.#endItem();
        this.#end = this.#at;
      }
      this.#depth--;
    } else if (code === comma && this.#depth === 2 && this.#isAmongItems()) this.#endItem();
  }

  #isNamedItems(): boolean {
    return lists.has(this.text.slice(this.#textStart, Math.min(this.#textEnd, this.#textStart + longestName)));
  }

  #isAmongItems(): boolean {
    return this.#start !== undefined && this.#end === undefined;
  }

  #endItem(): void {
    const number = this.items.length + 1;
    if (number > maximumRows) throw tooLarge('too_many_rows', { max: maximumRows });
    if (this.#at - this.#itemStart > maximumItemLength) throw tooLarge('row_too_long', { row: number, max: maximumItemLength });
    this.items.push(this.text.slice(this.#itemStart, this.#at));
    this.#itemStart = this.#at + 1;
  }
}

const [quote, backslash, comma] = ['"', '\\', ','].map((letter) => letter.charCodeAt(0)) as [number, number, number];
const [openBracket, closeBracket, openBrace, closeBrace] = ['[', ']', '{', '}'].map((letter) => letter.charCodeAt(0)) as [
  number,
  number,
  number,
  number,
];

// A collection from MusicBrainz's web service: /ws/2/collection/<id>/releases?fmt=json, or
// /ws/2/release?collection=<id>&inc=artist-credits+labels+media&fmt=json (https://musicbrainz.org/doc/MusicBrainz_API).

/** Data not requested with `inc` is missing. */
export function cellsOfMusicBrainz(release: Cells): Cells {
  const [info] = itemsOf(release['label-info']);
  return {
    release_id: release.id,
    release_title: release.title,
    barcode: release.barcode,
    artist_credit: itemsOf(release['artist-credit'])
      .map(({ name, joinphrase = '' }) => `${name}${joinphrase}`)
      .join(''),
    label: memberOf(info?.label).name,
    catalog_number: info?.['catalog-number'],
    year: release.date,
    country: release.country,
    format: itemsOf(release.media)
      .flatMap(({ format }) => format ?? [])
      .join(' + '),
  };
}

const memberOf = (value: unknown): Cells => (typeof value === 'object' && value !== null ? (value as Cells) : {});

const itemsOf = (value: unknown): Cells[] => (Array.isArray(value) ? value.map(memberOf) : []);
