import type { KnownRecords } from '../../source';
import type { WikidataCredit } from './roles';
import { type InSeries, type Member, seriesNumbersOf } from './series-numbers';

/** Series of more, such as all cartoons of a studio, aren't counted. */
const mostMembers = 200;

const tooMany = 'too many';

/** Source name of records and notes. */
export const wikidataSource = 'wikidata';

export type Seen =
  | { readonly kind: 'artist' | 'character' | 'franchise' | 'other' }
  | { readonly kind: 'production'; readonly id: string; readonly isTelevision: boolean }
  /** A real person who appears only as a character. */
  | { readonly kind: 'person' }
  | { readonly kind: 'place'; readonly city?: string | undefined; readonly country?: string | undefined }
  /** An award for music. */
  | { readonly kind: 'award'; readonly award: string; readonly category: string }
  /** A soundtrack with its provisional productions. */
  | { readonly kind: 'album'; readonly standIns: readonly string[] };

/** A reference between items; as a character only, if a real person is possible. */
export interface Use {
  readonly by: string;
  readonly asCharacter: boolean;
}

/**
 * Items refer to others before them, after them, in later imports, or never. Derived records and waiting items are stored until
 * all referenced items are seen, so order does not matter. `is:Q…`: what was seen of an item; `of:Q…`: what it derives from
 * others; `for:Q…`: who waits for it; `won:Q…`: which items state awards of a work; `in:Q…`: productions of a series.
 */
export class WikidataReferences {
  readonly #fresh = new Map<string, string | null>();
  #notes: [name: string, value: string | null][] = [];
  #replaced: [name: string, before: string | null | undefined][] = [];
  #numbered: { readonly value: string | undefined; readonly numbers: ReadonlyMap<string, string> } = {
    value: undefined,
    numbers: new Map(),
  };
  /** Items first referred to since creation. */
  newlyNamed = 0;

  constructor(private readonly known: KnownRecords) {}

  seen(item: string): Seen | undefined {
    const value = this.#read(`is:${item}`);
    return value === undefined ? undefined : (JSON.parse(value) as Seen);
  }

  relations(item: string): Relations | undefined {
    const value = this.#read(`of:${item}`);
    return value === undefined ? undefined : (JSON.parse(value) as Relations);
  }

  uses(item: string): readonly Use[] {
    return this.#itemsIn(waitingFor(item)).map((token) =>
      token.startsWith('r') ? { by: token.slice(1), asCharacter: true } : { by: token, asCharacter: false },
    );
  }

  /** Whether another item refers to it, or did before it was seen. */
  isNamed(item: string): boolean {
    return this.#read(waitingFor(item)) !== undefined || this.seen(item) !== undefined;
  }

  /** Awards of a work, as all items that state some say together. */
  awards(work: string): readonly AwardClaim[] {
    const found = new Map<string, AwardClaim>();
    for (const claim of this.#itemsIn(`won:${work}`).flatMap((item) => this.relations(item)?.awards ?? [])) {
      if (claim.work !== work) continue;
      const { won, year = 0, artists } = found.get(claim.award) ?? claim;
      found.set(claim.award, {
        ...claim,
        won: won || claim.won,
        // Some items have the year of the film instead of that of the ceremony.
        year: Math.max(year, claim.year ?? 0) || undefined,
        artists: [...new Set([...artists, ...claim.artists])].toSorted(),
      });
    }
    return [...found.values()].toSorted((a, b) => (a.award < b.award ? -1 : 1));
  }

  /** Notes that an item states awards of a work. */
  addAward(work: string, item: string): void {
    const items = [...new Set([...this.#itemsIn(`won:${work}`), item])];
    this.#write(`won:${work}`, items.toSorted().join(' '));
  }

  /** Productions of a series; `undefined` if they are too many to be counted. */
  members(series: string): readonly Member[] | undefined {
    const value = this.#read(`in:${series}`) ?? '[]';
    return value === tooMany ? undefined : (JSON.parse(value) as Member[]);
  }

  setMembers(series: string, members: readonly Member[]): void {
    const sorted = members.toSorted((a, b) => (a.item < b.item ? -1 : 1));
    this.#write(`in:${series}`, members.length > mostMembers ? tooMany : JSON.stringify(sorted));
  }

  /** Numbers of the productions of a series by record; computed once, since its productions ask for them one after the other. */
  seriesNumbers(series: string): ReadonlyMap<string, string> {
    const value = this.#read(`in:${series}`);
    if (value !== this.#numbered.value) this.#numbered = { value, numbers: seriesNumbersOf(this.members(series) ?? []) };
    return this.#numbered.numbers;
  }

  /** Stores what an item derives from others, and its waits for unseen ones. */
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

  /** Notes an item as seen; returns the distinct items waiting for it. */
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

  /** Discards notes since {@link takeNotes}: their item was rejected. */
  drop(): void {
    for (const [name, before] of this.#replaced.toReversed())
      if (before === undefined) this.#fresh.delete(name);
      else this.#fresh.set(name, before);
    this.takeNotes();
  }

  /** Number of pending notes. */
  get fresh(): number {
    return this.#fresh.size;
  }

  /** Called when everything is written. */
  forget(): void {
    this.#fresh.clear();
  }

  #read(name: string): string | undefined {
    const fresh = this.#fresh.get(name);
    return fresh === undefined ? this.known.note(wikidataSource, name) : (fresh ?? undefined);
  }

  #itemsIn(name: string): readonly string[] {
    return this.#read(name)?.split(' ') ?? [];
  }

  #write(name: string, value: string | null): void {
    if (value !== null && this.#read(name) === value) return;
    this.#replaced.push([name, this.#fresh.get(name)]);
    this.#fresh.set(name, value);
    this.#notes.push([name, value]);
  }
}

export const waitingFor = (item: string): string => `for:${item}`;

/** An award of a work; the award, the work and the artists are items. */
export interface AwardClaim {
  readonly award: string;
  readonly work: string;
  /** Whether it won; otherwise it was nominated. */
  readonly won: boolean;
  readonly year?: number | undefined;
  readonly artists: readonly string[];
}

export interface Part {
  readonly performer: string;
  readonly character: string;
  readonly aspect: 'performance' | 'voice';
}

/** References of an item, stored until their targets have been seen. */
export type Relations =
  | {
      readonly kind: 'production';
      readonly id: string;
      readonly credits: readonly WikidataCredit[];
      readonly cast: readonly Part[];
      readonly albums: readonly string[];
      /** Absent in notes of earlier versions, as are awards and what it stated. */
      readonly series?: readonly InSeries[];
      readonly awards?: readonly AwardClaim[];
      /** Names of its own attributes; type and UUID of links and names. */
      readonly stated?: readonly string[];
    }
  | {
      readonly kind: 'artist';
      readonly id: string;
      readonly begin?: string | undefined;
      readonly end?: string | undefined;
      readonly awards?: readonly AwardClaim[];
      readonly stated?: readonly string[];
    };

export type OfProduction = Extract<Relations, { readonly kind: 'production' }>;
