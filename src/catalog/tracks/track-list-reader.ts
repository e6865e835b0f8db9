import { shortText } from '../../kinds/attribute';
import { type Message, message } from '../../messages/message';
import { inOneLine } from '../../store/values/folding';
import type { ListedDisc, ListedTrack, OddLine, TrackList } from './listed-tracks';
import { type Heading, headingOf, readTrackLine, strayVersion, type TrackLine, versionsAtEnd } from './track-lines';

/** One document holds 1,500 records, formats included. */
export const mostListedTracks = 1_450;

/** More odd lines mean that something else was pasted. */
const mostOddLines = 100;

/** Fits title, artist, number and length. */
const longestLine = 1_000;

/** Includes blank lines and headings. */
export const mostLines = 10_000;

type Open<T> = { -readonly [K in keyof T]: T[K] };
type OpenTrack = Open<Omit<ListedTrack, 'parts'>> & { readonly isWeak: boolean; readonly from: string; readonly parts: OpenTrack[] };
interface OpenDisc {
  readonly heading: string | undefined;
  readonly isNamed: boolean;
  readonly tracks: OpenTrack[];
}

/** Line-by-line track list parser. */
export class TrackListReader {
  readonly #odd: OddLine[] = [];
  #discs: OpenDisc[] = [{ heading: undefined, isNamed: false, tracks: [] }];
  #headingLine: { readonly line: number; readonly text: string } | undefined;
  #side: string | undefined;
  #indents = new Map<OpenTrack, number>();
  #count = 0;
  isFull = false;

  take(typed: string, line: number): void {
    if (typed.length > longestLine) this.#refuse(line, typed, message('line_too_long', { max: longestLine }));
    else if (line > mostLines) this.#stop(line, typed, message('many_lines', { max: mostLines }));
    else {
      const heading = headingOf(typed);
      if (heading === undefined) this.#takeTrack(typed, line);
      else this.#takeHeading(heading, line, typed);
    }
  }

  finish(): TrackList {
    this.#closeDisc();
    const discs = this.#discs.flatMap(byDiscNumber).filter(({ tracks }) => tracks.length > 0);
    return { discs: discs.map(closed), odd: this.#odd.toSorted((a, b) => a.line - b.line) };
  }

  #takeHeading(heading: Heading, line: number, text: string): void {
    if (heading === 'nothing') return;
    if ('side' in heading) {
      this.#side = /^[A-Z]{1,2}$/.test(heading.side) ? heading.side : undefined;
      return;
    }
    this.#closeDisc();
    this.#side = undefined;
    this.#headingLine = { line, text };
    const isLong = (heading.disc?.length ?? 0) > shortText;
    if (isLong) this.#refuse(line, text, message('heading_too_long', { max: shortText }));
    this.#discs.push({ heading: isLong ? undefined : heading.disc, isNamed: true, tracks: [] });
  }

  #takeTrack(typed: string, line: number): void {
    const { before, versions } = versionsAtEnd(typed);
    const read = readTrackLine(before);
    const { title, artist, seconds, number } = read;
    const tracks = this.#discs.at(-1)?.tracks ?? [];
    if (title === '' && seconds !== undefined) this.#takeLength(tracks, seconds, line, typed);
    const stray = strayVersion(title === '' ? typed : title);
    if (title === '' && stray) this.#refuse(line, typed, stray);
    if (title === '') return;
    if ([title, artist, number].some((text) => (text?.length ?? 0) > shortText))
      this.#refuse(line, typed, message('title_too_long', { max: shortText }));
    else if (this.#count === mostListedTracks) this.#stop(line, typed, message('many_tracks', { max: mostListedTracks }));
    else {
      this.#count += 1;
      const known = { title, ...this.#details(read), ...(versions.length > 0 && { versions }) };
      const track: OpenTrack = { ...known, line, isWeak: read.isWeak, from: typed, parts: [] };
      tracks.push(track);
      this.#indents.set(track, indentOf(typed));
      for (const problem of [read.problem, stray]) if (problem !== undefined) this.#note(line, typed, problem, true);
    }
  }

  #details({ number, artist, seconds }: TrackLine): Partial<OpenTrack> {
    const printed = number !== undefined && this.#side !== undefined && /^\d+$/.test(number) ? `${this.#side}${number}` : number;
    return {
      ...(printed !== undefined && { number: printed }),
      ...(artist !== undefined && { artist }),
      ...(seconds !== undefined && { seconds }),
    };
  }

  /** Some pages copy as one cell per line. */
  #takeLength(tracks: readonly OpenTrack[], seconds: number, line: number, text: string): void {
    const last = tracks.at(-1);
    if (last && last.seconds === undefined) last.seconds = seconds;
    else this.#refuse(line, text, message('length_without_title'));
  }

  /** Attaches parts to the tracks above them and tells numbers from words. */
  #closeDisc(): void {
    const disc = this.#discs.at(-1);
    const { line, text } = this.#headingLine ?? {};
    if (disc?.tracks.length === 0 && line !== undefined && text !== undefined) this.#refuse(line, text, message('disc_without_tracks'));
    if (!disc || disc.tracks.length === 0) return;
    withoutChanceNumbers(disc.tracks);
    const outermost = Math.min(...disc.tracks.map((track) => this.#indents.get(track) ?? 0));
    for (const track of disc.tracks.splice(0)) {
      const above = disc.tracks.at(-1);
      const isPart = (this.#indents.get(track) ?? 0) - outermost >= 2;
      if (isPart && above) above.parts.push(track);
      else disc.tracks.push(track);
      if (isPart && !above) this.#note(track.line, track.from, message('part_without_track'), true);
    }
    this.#noteUnnumbered(disc.tracks);
  }

  #noteUnnumbered(tracks: readonly OpenTrack[]): void {
    const others = tracks.filter(({ number, seconds, parts }) => number === undefined && seconds === undefined && parts.length === 0);
    if (others.length === 0 || others.length * 2 > tracks.length) return;
    for (const { line, from } of others) this.#note(line, from, message('heading_or_track'), true);
  }

  #stop(line: number, text: string, problem: Message): void {
    this.isFull = true;
    this.#refuse(line, text, problem);
  }

  #refuse(line: number, text: string, problem: Message): void {
    this.#note(line, text, problem, false);
  }

  #note(line: number, typed: string, problem: Message, isTaken: boolean): void {
    const text = inOneLine(typed.slice(0, 200));
    if (this.#odd.length < mostOddLines) this.#odd.push({ line, text, problem, isTaken });
  }
}

const indentOf = (line: string): number => (/^\s*/.exec(line)?.[0] ?? '').replaceAll('\t', '  ').length;

/** If few tracks have numbers, one without a mark is part of the title: "24 Hours". */
function withoutChanceNumbers(tracks: readonly OpenTrack[]): void {
  const areNumbered = tracks.filter(({ number }) => number !== undefined).length * 2 >= tracks.length;
  for (const track of areNumbered ? [] : tracks.filter(({ isWeak }) => isWeak)) {
    track.title = `${/^\S+/.exec(inOneLine(track.from))?.[0]} ${track.title}`;
    delete track.number;
  }
}

/** Numbers such as 1-01, 2-01 separate discs without headings. */
function byDiscNumber(disc: OpenDisc): readonly OpenDisc[] {
  const discOf = ({ number = '' }: OpenTrack) => /^(?:CD|DVD|LP|BD|SACD)?\s?(?<disc>\d{1,2})-/.exec(number)?.groups?.disc;
  if (disc.isNamed || disc.tracks.some((track) => discOf(track) === undefined)) return [disc];
  return Map.groupBy(disc.tracks, discOf)
    .values()
    .map((tracks) => ({ ...disc, tracks }))
    .toArray();
}

const closed = ({ heading, tracks }: OpenDisc): ListedDisc => ({
  ...(heading !== undefined && { heading }),
  tracks: tracks.map(closedTrack),
});

const closedTrack = ({ isWeak: _, from: __, parts, ...track }: OpenTrack): ListedTrack => ({ ...track, parts: parts.map(closedTrack) });
