import type { FormatType } from '../../../catalog/vocabularies/vocabularies';
import { formatNamed, formatsOfPosition, formatsWithNumbers, formatsWithSides } from '../shared/formats';
import { line } from '../shared/records';
import { positionKey } from './tracklist';
import { attributeOf, listed, ownText, type XmlValue } from './values';

/** A `<format>` of a release: a number of discs, tapes or files of one kind. */
export interface Format {
  readonly type: FormatType;
  readonly quantity: number;
  readonly descriptions?: readonly string[];
  /** Free text beside it, such as a color. */
  readonly text?: string;
}

/** Larger quantities are typing errors. */
const largestQuantity = 200;
const mostDescriptions = 50;

/** Formats of a release. The box and "All Media" are not formats; their descriptions apply to each format. */
export function discogsFormats(release: XmlValue): readonly Format[] {
  const elements = listed(release, 'formats', 'format');
  const media = elements.filter((element) => !isAround(element));
  const around = media.length > 0 ? elements.filter(isAround).flatMap(wordsAround) : [];
  return (media.length > 0 ? media : elements).slice(0, largestQuantity).map((element) => {
    const descriptions = [...nameBeside(element), ...descriptionsOf(element), ...around];
    const text = line(attributeOf(element, 'text'));
    return {
      type: typeOf(element),
      quantity: Math.min(largestQuantity, Math.max(1, Math.trunc(Number(attributeOf(element, 'qty')) || 1))),
      ...(descriptions.length > 0 && { descriptions: [...new Set(descriptions)].slice(0, mostDescriptions) }),
      ...(text !== '' && { text }),
    };
  });
}

const isAround = (format: XmlValue): boolean => /^(all media|box set)$/i.test(attributeOf(format, 'name').trim());

function wordsAround(format: XmlValue): readonly string[] {
  const name = line(attributeOf(format, 'name'));
  const text = line(attributeOf(format, 'text'));
  return [...(/^all media$/i.test(name) ? [] : [name]), ...descriptionsOf(format), ...(text === '' ? [] : [text])];
}

/** Format name to keep as a description where the catalog's type is less specific, such as "Shellac" for vinyl. */
function nameBeside(format: XmlValue): readonly string[] {
  const name = line(attributeOf(format, 'name'));
  return name === '' || plainNames.has(name.toLowerCase()) ? [] : [name];
}

const plainNames: ReadonlySet<string> = new Set(['cd', 'vinyl', 'cassette', 'dvd', 'blu-ray', 'sacd', 'minidisc', 'file']);

/** All words of the formats of a release, as one text. */
export const wordsOfFormats = (release: XmlValue): string =>
  listed(release, 'formats', 'format')
    .flatMap((element) => [attributeOf(element, 'name'), attributeOf(element, 'text'), ...descriptionsOf(element)])
    .join(', ')
    .slice(0, 5_000);

const descriptionsOf = (format: XmlValue): string[] =>
  listed(format, 'descriptions', 'description')
    .map((description) => line(ownText(description)))
    .filter((description) => description !== '');

function typeOf(format: XmlValue): FormatType {
  const name = attributeOf(format, 'name');
  // Discogs lists a hybrid disc as CD with descriptions.
  if (name.trim().toLowerCase() === 'cd' && descriptionsOf(format).some((description) => /^(hybrid, )?sacd$|^hybrid$/i.test(description)))
    return 'sacd';
  return formatNamed(name);
}

/** A format of ours: one disc, or several that the track list does not distinguish. */
export interface DiscogsDisc<T> {
  readonly format: Format;
  readonly quantity: number;
  readonly tracks: readonly T[];
}

interface Slot<T> {
  readonly format: Format;
  readonly tracks: T[];
}

/** What a position says of its disc. */
type DiscMark =
  | { readonly key: string; readonly types?: readonly FormatType[] /** From 1, among all discs. */; readonly number?: number }
  | { readonly side: string }
  | 'numbers';

const anyDisc = new Set(['DISC', 'DISK']);

/**
 * Distributes tracks to discs by position: "2-5", "CD2-5", "C3" on the second record. Positions that start again continue on the
 * next disc. Indistinguishable tracks all go on the first disc.
 */
export function dealToDiscs<T>(
  tracks: readonly T[],
  positionOf: (track: T) => string,
  formats: readonly Format[],
): readonly DiscogsDisc<T>[] {
  const slots = formats.flatMap((format) => Array.from({ length: format.quantity }, (): Slot<T> => ({ format, tracks: [] })));
  if (slots.length === 0) slots.push({ format: { type: 'other', quantity: 1 }, tracks: [] });
  if (slots.length === 1) {
    slots[0]?.tracks.push(...tracks);
    return gather(slots);
  }
  const marks = tracks.map((track) => markOf(positionOf(track), slots.length));
  const repeats = repeatsIn(
    tracks.map((track) => positionKey(positionOf(track))),
    marks,
  );
  const sides = sidesIn(marks, repeats);
  const discOfSide = sidesToDiscs(slots, Math.max(0, ...sides.map((ordinal) => (ordinal ?? 0) + 1)));
  const byMark = new Map<string, Slot<T>>();
  let current: Slot<T> | undefined;
  for (const [index, track] of tracks.entries()) {
    const mark = marks[index];
    // A track without a position follows the one before it.
    if (mark === undefined) current ??= slots[0] as Slot<T>;
    else if (mark !== 'numbers' && 'side' in mark) current = discOfSide(sides[index] ?? 0) ?? takeSlot(slots, {});
    else {
      const { key, ...wanted } = mark === 'numbers' ? { key: `numbers ${repeats[index]}`, types: formatsWithNumbers } : mark;
      current = byMark.get(key) ?? takeSlot(slots, wanted);
      byMark.set(key, current);
    }
    current.tracks.push(track);
  }
  return gather(slots);
}

function markOf(position: string, discs: number): DiscMark | undefined {
  const text = position.trim().toUpperCase();
  if (text === '') return undefined;
  const [, medium, mediumNumber = ''] = /^([A-Z][A-Z-]*[A-Z])(?:\s?(\d{1,3})(?=[-.:]))?/.exec(text) ?? [];
  const word = medium?.replace('-', '') ?? '';
  const types = anyDisc.has(word) ? [] : formatsOfPosition(word);
  if (types !== undefined)
    return { key: `${medium} ${mediumNumber}`, types, ...(types.length === 0 && mediumNumber !== '' && { number: Number(mediumNumber) }) };
  const disc = /^(\d{1,3})(?:-|\.(?=\d))/.exec(text)?.[1];
  if (disc !== undefined && Number(disc) <= discs) return { key: `disc ${Number(disc)}`, number: Number(disc) };
  const side = /^([A-Z]{1,2})(?![A-Z])/.exec(text)?.[1];
  return side === undefined ? 'numbers' : { side };
}

/** How often positions have started again before each track: a position that was there, but not on the line before. */
function repeatsIn(positions: readonly string[], marks: readonly (DiscMark | undefined)[]): number[] {
  const numbers = { seen: new Set<string>(), repeats: 0 };
  const sides = { seen: new Set<string>(), repeats: 0 };
  return positions.map((position, index) => {
    const mark = marks[index];
    const kind = mark === 'numbers' ? numbers : mark !== undefined && 'side' in mark ? sides : undefined;
    if (kind === undefined) return 0;
    if (kind.seen.has(position) && position !== positions[index - 1]) {
      kind.repeats++;
      kind.seen.clear();
    }
    kind.seen.add(position);
    return kind.repeats;
  });
}

/** Ordinal of the side of each track, from 0: that of its letter, beyond the sides of the discs before. */
function sidesIn(marks: readonly (DiscMark | undefined)[], repeats: readonly number[]): (number | undefined)[] {
  let [before, highest, repeat] = [0, -1, 0];
  return marks.map((mark, index) => {
    if (mark === undefined || mark === 'numbers' || !('side' in mark)) return undefined;
    if (repeats[index] !== repeat) {
      repeat = repeats[index] ?? 0;
      // Discs start with a first side.
      before = 2 * Math.ceil((highest + 1) / 2);
    }
    const ordinal = before + letterOf(mark.side, highest - before);
    highest = Math.max(highest, ordinal);
    return ordinal;
  });
}

/** After Z come AA, AB or BB; before it, a doubled letter is the other side of a single. */
function letterOf(side: string, last: number): number {
  const [first = 0, second] = [...side].map((letter) => letter.charCodeAt(0) - 65);
  if (second === undefined) return first;
  if (last < 24) return first === second && first > 0 ? 26 + first : second === 0 ? 1 : second;
  return 26 + (first === second ? first : 26 * first + second);
}

/** The disc of a side. A single-sided disc takes one, unless there are more sides than discs can hold. */
function sidesToDiscs<T>(slots: readonly Slot<T>[], sides: number): (ordinal: number) => Slot<T> | undefined {
  const sided = slots.filter(({ format }) => formatsWithSides.includes(format.type));
  const discs = sided.length > 0 ? sided : slots;
  const counts = discs.map(({ format }) => (isSingleSided(format) ? 1 : 2));
  let missing = sides - counts.reduce((sum, count) => sum + count, 0);
  for (const [index, count] of counts.entries()) if (count === 1 && missing-- > 0) counts[index] = 2;
  const ofSides = discs.flatMap((disc, index) => new Array<Slot<T>>(counts[index] ?? 0).fill(disc));
  return (ordinal) => ofSides[ordinal] ?? ofSides.at(-1);
}

const isSingleSided = ({ descriptions = [], text = '' }: Format): boolean =>
  [...descriptions, text].some((word) => /\b(?:single|one)[- ]sided\b/i.test(word));

/** The disc meant: by number, else the first free one of its kind, else any free one, else the last. */
function takeSlot<T>(slots: readonly Slot<T>[], { types, number }: { types?: readonly FormatType[]; number?: number }): Slot<T> {
  const numbered = number === undefined ? undefined : slots[number - 1];
  if (numbered !== undefined && numbered.tracks.length === 0) return numbered;
  const free = slots.filter((slot) => slot.tracks.length === 0);
  return (free.find((slot) => types?.includes(slot.format.type)) ?? free[0] ?? slots.at(-1)) as Slot<T>;
}

/** Discs without tracks are combined with the preceding one of the same format. */
function gather<T>(slots: readonly Slot<T>[]): readonly DiscogsDisc<T>[] {
  const discs: { format: Format; quantity: number; tracks: readonly T[] }[] = [];
  for (const { format, tracks } of slots) {
    const last = discs.at(-1);
    if (last?.format === format && (tracks.length === 0 || last.tracks.length === 0)) {
      last.quantity++;
      if (tracks.length > 0) last.tracks = tracks;
    } else discs.push({ format, quantity: 1, tracks });
  }
  return discs;
}
