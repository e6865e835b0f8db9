import type { Known } from '../../source';
import type { Credit } from './roles';

/** What notes are kept under, and what its records are remembered under. */
export const wikidataSource = 'wikidata';

export type Seen =
  | { readonly kind: 'artist' | 'character' | 'other' }
  /** A real person whom others name as a character alone. */
  | { readonly kind: 'person' }
  | { readonly kind: 'place'; readonly city?: string | undefined; readonly country?: string | undefined }
  /** A soundtrack: the productions that stand in for what it is the music of. */
  | { readonly kind: 'album'; readonly standIns: readonly string[] };

/** One item that names another; as a character only, where a real person may stand as well. */
export interface Use {
  readonly by: string;
  readonly asCharacter: boolean;
}

/**
 * Items name others, which come before them, after them, with a later import, or never. What an item makes of others is kept
 * until all of them have been seen, and who waits for an item is kept with it: so it does not matter which came first.
 *
 * `is:Q…` is what has been seen of an item, `of:Q…` what it makes of others, `for:Q…` who waits for it.
 */
export class References {
  readonly #fresh = new Map<string, string | null>();
  #notes: [name: string, value: string | null][] = [];
  #replaced: [name: string, before: string | null | undefined][] = [];
  /** Items that nobody had named before, since this was made. */
  newlyNamed = 0;

  constructor(private readonly known: Known) {}

  seen(item: string): Seen | undefined {
    const value = this.#read(`is:${item}`);
    return value === undefined ? undefined : (JSON.parse(value) as Seen);
  }

  relations(item: string): Relations | undefined {
    const value = this.#read(`of:${item}`);
    return value === undefined ? undefined : (JSON.parse(value) as Relations);
  }

  uses(item: string): readonly Use[] {
    return (this.#read(waitingFor(item)) ?? '')
      .split(' ')
      .filter((token) => token !== '')
      .map((token) => (token.startsWith('r') ? { by: token.slice(1), asCharacter: true } : { by: token, asCharacter: false }));
  }

  /** Notes what an item makes of others, and that it waits for those of them that have not been seen. */
  keep(item: string, relations: Relations, uses: readonly { readonly item: string; readonly asCharacter: boolean }[]): void {
    this.#write(`of:${item}`, JSON.stringify(relations));
    for (const { item: named, asCharacter } of uses) {
      const seen = this.seen(named);
      if (named === item || (seen !== undefined && (seen.kind !== 'person' || asCharacter))) continue;
      const token = asCharacter ? `r${item}` : item;
      const waiting = this.#read(waitingFor(named));
      if (waiting?.split(' ').includes(token)) continue;
      this.newlyNamed++;
      this.#write(waitingFor(named), waiting === undefined ? token : `${waiting} ${token}`);
    }
  }

  /** Notes what was seen of an item; gives who waited for it, each once. */
  see(item: string, seen: Seen): readonly string[] {
    const uses = this.uses(item);
    this.#write(`is:${item}`, JSON.stringify(seen));
    if (uses.length > 0) this.#write(waitingFor(item), null);
    return [...new Set(uses.map(({ by }) => by))].toSorted();
  }

  takeNotes(): readonly (readonly [name: string, value: string | null])[] {
    const notes = this.#notes;
    this.#notes = [];
    this.#replaced = [];
    return notes;
  }

  /** Forgets what was noted since {@link takeNotes}: the item that it came of cannot be taken. */
  drop(): void {
    for (const [name, before] of this.#replaced.toReversed())
      if (before === undefined) this.#fresh.delete(name);
      else this.#fresh.set(name, before);
    this.takeNotes();
  }

  /** Notes that may not have been written yet. */
  get fresh(): number {
    return this.#fresh.size;
  }

  /** Everything has been written. */
  forget(): void {
    this.#fresh.clear();
  }

  #read(name: string): string | undefined {
    const fresh = this.#fresh.get(name);
    return fresh === undefined ? this.known.note(wikidataSource, name) : (fresh ?? undefined);
  }

  #write(name: string, value: string | null): void {
    if (value !== null && this.#read(name) === value) return;
    this.#replaced.push([name, this.#fresh.get(name)]);
    this.#fresh.set(name, value);
    this.#notes.push([name, value]);
  }
}

export const waitingFor = (item: string): string => `for:${item}`;

export interface Part {
  readonly performer: string;
  readonly character: string;
  readonly aspect: 'performance' | 'voice';
}

/** What an item makes of the items that it names: kept until those have been seen. */
export type Relations =
  | {
      readonly kind: 'production';
      readonly id: string;
      readonly credits: readonly Credit[];
      readonly cast: readonly Part[];
      readonly albums: readonly string[];
    }
  | { readonly kind: 'artist'; readonly id: string; readonly begin?: string | undefined; readonly end?: string | undefined };
