import { type Message, message } from '../../messages/message';
import { inOneLine } from '../../store/values/folding';
import { trackVersions } from '../vocabularies/vocabularies';
import type { ListedTrack, TrackVersion } from './listed-tracks';

export interface TrackLine extends Pick<ListedTrack, 'title' | 'number' | 'artist' | 'seconds'> {
  /** Whether only a space follows the number, which may then be part of the title. */
  readonly isWeak: boolean;
  readonly problem?: Message;
}

/** A line that is no track: a disc or side heading, or noise. */
export type Heading = { readonly disc: string | undefined } | { readonly side: string } | 'nothing';

/** "Disc 2", "CD 1 of 2: The Score". Text after a tab is always the heading. */
const disc =
  /^(?:disc|disk|cd|lp|dvd|sacd|blu-ray|cassette|tape|vinyl)\s*(?:no\.?\s*)?(?:\d{1,2}|[ivx]{1,4}|one|two|three|four)\b(?:\s*(?:of|\/)\s*\d{1,2}\b)?(?<behind>$|\s*[:.–—]|\s)/i;
const side = /^(?:side|seite|face)\s+(?<name>[a-z]{1,2}|\d{1,2}|one|two)\s*:?$/i;

/** Header lines of copied tables. */
const columnNames = /^(?:#|no\.?|pos\.?|position|track\s?list(?:ing)?|tracks?|titles?|artists?|ratings?|lengths?|durations?|times?)\s*:?$/i;

/** Prefix of a disc's total length: "Total time: 72:11", "TT: 45:03". */
const totalLength =
  /^(?:(?:total|overall)(?:\s(?:playing|running))?\s(?:time|length|duration)|gesamt(?:spiel)?(?:zeit|dauer|länge)|durée totale)\s?[:=]?$|^(?:total|tt|(?:playing|running) time|spielzeit)\s?[:=]$/i;

/** A printed number: 1, 01, A, A1, B2a, 1-05, 2.3, CD1-05, DVD-2. */
const number = '(?:(?:cd|dvd|lp|bd|sacd)\\s?\\d{0,2}[-.]\\d{1,3}|\\d{1,2}[-.]\\d{1,3}|[a-z]{1,2}\\d{1,2}|[a-h]{1,2}|\\d{1,3})[a-z]?';
const numberColumn = new RegExp(`^(?<number>${number})\\s?[.):]?$`, 'i');
const numbered = new RegExp(`^(?<number>${number})(?<behind>\\s?[.):]?\\s[-–—]\\s|\\s?[.)](?!\\d)\\s?|\\s?:\\s|\\s)(?=\\S)`, 'i');

const length = /^(?:(?:(?<hours>\d{1,3})[:h])?(?<minutes>\d{1,3})[:′'’](?<seconds>[0-5]\d)(?:["″”]|'')?)$/u;
const dash = /^[-–—]$/;

/** Heading in a line, or `undefined` for a track. */
export function headingOf(typed: string): Heading | undefined {
  const line = inOneLine(typed);
  if (line === '' || typed.split('\t').every((column) => columnNames.test(inOneLine(column)) || column.trim() === '')) return 'nothing';
  const { before, seconds } = atEnd(line);
  if (seconds !== undefined && totalLength.test(before)) return 'nothing';
  const named = side.exec(line)?.groups?.name;
  if (named !== undefined) return { side: named.toUpperCase() };
  const [first = '', ...others] = typed.trim().split('\t');
  const found = disc.exec(inOneLine(first));
  if (!found) return undefined;
  const behind = inOneLine(others.join(' '));
  if (others.length > 0) return found[0].length === inOneLine(first).length ? { disc: behind || undefined } : undefined;
  // "Disc 1 3:45" is a track with that title.
  return seconds === undefined ? { disc: inOneLine(line.slice(found[0].length).replace(/^[\s:.–—-]+/, '')) || undefined } : undefined;
}

/** Versions behind a line, as "#alternate", and the text before them; other words with a # belong to the title. */
export function versionsAtEnd(typed: string): { readonly before: string; readonly versions: readonly TrackVersion[] } {
  const before = typed.trimEnd();
  const version = trackVersions.words.find((word) => before.endsWith(` #${word}`));
  if (version === undefined) return { before, versions: [] };
  const others = versionsAtEnd(before.slice(0, -version.length - 2));
  return { ...others, versions: trackVersions.words.filter((word) => word === version || others.versions.includes(word)) };
}

/** A word with a # at the end of a title, which names no version there. */
export function strayVersion(title: string): Message | undefined {
  const text = /(?:^|\s)(#\p{L}[\w-]*)$/u.exec(title)?.[1];
  return text === undefined ? undefined : message('unknown_version', { text, values: trackVersions.words.map((word) => `#${word}`) });
}

export function readTrackLine(typed: string): TrackLine {
  const columns = typed
    .split('\t')
    .map(inOneLine)
    .filter((column) => column !== '');
  return columns.length > 1 ? inColumns(columns) : asWritten(inOneLine(typed));
}

/** A line without columns: number, title and length with the usual separators. */
function asWritten(line: string): TrackLine {
  const { before, seconds, problem } = atEnd(line);
  const start = numbered.exec(before);
  const { number: found = '', behind = '' } = start?.groups ?? {};
  const isNumbered = start !== null && !isWord(found, behind) && withoutDashes(before.slice(start[0].length)) !== '';
  // "24" is the title, if there is no other.
  const title = withoutDashes(isNumbered ? before.slice(start[0].length) : before);
  return {
    title,
    ...(isNumbered && { number: printed(found) }),
    ...(seconds !== undefined && seconds > 0 && { seconds }),
    isWeak: isNumbered && behind === ' ',
    ...withProblem(problem ?? startingWithTime(title)),
  };
}

/** Columns of a copied table: number, title, length, and maybe the artist, before the title with a dash or after it. */
function inColumns(columns: readonly string[]): TrackLine {
  const ends = columns.at(-1) ?? '';
  const seconds = secondsOf(ends);
  const rest = seconds !== undefined || dash.test(ends) ? columns.slice(0, -1) : columns;
  const [first = '', ...others] = rest;
  const known = others.length === 0 ? undefined : inNumberColumn(first);
  const [second = '', third, ...more] = known === undefined ? rest : others;
  const length = seconds === undefined || seconds === 0 ? {} : { seconds };
  if (third === undefined && known === undefined) return { ...asWritten(second), ...length };
  const isArtistFirst = third !== undefined && /[–—-]$/.test(second);
  const artist = isArtistFirst ? withoutLastDash(second) : third;
  return {
    title: isArtistFirst ? third : second,
    ...(known !== undefined && known !== '' && { number: known }),
    ...(artist !== undefined && artist !== '' && { artist }),
    ...length,
    isWeak: false,
    ...withProblem(more.length > 0 ? message('many_columns') : seconds === undefined ? wrongLength(ends) : undefined),
  };
}

/** Number column: kept as written between # and a period; a dash means none. */
function inNumberColumn(column: string): string | undefined {
  if (dash.test(column)) return '';
  if (/^#.+\.$/.test(column)) return column.slice(1, -1).trim();
  const found = numberColumn.exec(column)?.groups?.number;
  return found === undefined ? undefined : printed(found);
}

/** Whether a number column is usable as it is. */
export const isPlainNumber = (text: string): boolean => inNumberColumn(text) === text;

/** Length at the end of a line and the text before it; scans from the end only. */
function atEnd(line: string): { before: string; seconds?: number; problem?: Message } {
  const start = Math.max(...marksBeforeLength.map((mark) => line.lastIndexOf(mark, line.length - 2)));
  const isBracketed = '(['.includes(line.charAt(start) || ' ');
  const token = line.slice(start + 1);
  const seconds = secondsOf(isBracketed ? token.replace(/[)\]]$/, '') : token);
  if (seconds === undefined) return { before: line, ...withProblem(wrongLength(line.slice(line.lastIndexOf(' ') + 1))) };
  return { before: withoutLeader(line.slice(0, Math.max(0, isBracketed ? start : start + 1))), seconds };
}

const marksBeforeLength = [' ', '(', '[', '.', '…', '_', '-', '–', '—'];

/** Removes leader dots before a length. Three dots right after a word belong to the title. */
function withoutLeader(text: string): string {
  const trimmed = text.trimEnd();
  let end = trimmed.length;
  while (end > 0 && '.…_'.includes(trimmed.charAt(end - 1))) end--;
  const isLeader = trimmed.length - end > 3 || trimmed.charAt(end - 1) === ' ' || end === 0;
  return isLeader ? trimmed.slice(0, end).trimEnd() : trimmed;
}

function secondsOf(text: string): number | undefined {
  if (text.length > 12) return undefined;
  const { hours = '0', minutes, seconds } = length.exec(text)?.groups ?? {};
  return minutes === undefined ? undefined : Number(hours) * 3_600 + Number(minutes) * 60 + Number(seconds);
}

function wrongLength(typed: string): Message | undefined {
  if (typed.length > 12) return undefined;
  const token = typed.replace(/^[[(]|[)\]]$/g, '');
  const letter = /^(?=[^:]*\d|[^:]*:[^:]*\d)[\dOoIlSB]{1,3}:[\dOoIlSB]{2}$/.test(token) ? /[OoIlSB]/.exec(token)?.[0] : undefined;
  if (letter !== undefined) return message('length_letter', { text: token, letter });
  if (/^(?:\d{1,3}:){1,2}[6-9]\d$/.test(token)) return message('length_minute', { text: token });
  if (/^(?:\d{1,3}:){1,2}(?:\d|\d{3,})$/.test(token)) return message('length_seconds', { text: token });
  if (/^\d{1,2}[.,;][0-5]\d$/.test(token)) return message('length_unclear', { text: token, suggestion: token.replace(/[.,;]/, ':') });
  return /^\d+(?::\d+)+$/.test(token) ? message('length_wrong', { text: token }) : undefined;
}

const startingWithTime = (title: string): Message | undefined =>
  /^\d{1,3}:[0-5]\d\s/.test(title) ? message('length_after_title') : undefined;

const withProblem = (problem: Message | undefined): { problem?: Message } => (problem === undefined ? {} : { problem });

/** A single letter may be a word; as a number it is followed by a mark. */
const isWord = (found: string, behind: string): boolean => /^[a-z]{1,3}$/i.test(found) && behind === ' ';

/** "01" is list formatting, "A1" is printed. */
const printed = (found: string): string => (/^0+\d/.test(found) && /^\d+$/.test(found) ? String(Number(found)) : upperSide(found));

/** Side letters are upper case; part letters, as in 1a, stay lower case. */
const upperSide = (found: string): string => found.replace(/^[a-z]+(?=\d)/i, (letters) => letters.toUpperCase());

const withoutLastDash = (text: string): string => text.slice(0, -1).trimEnd();

/** Trims dashes and spaces in linear time. */
function withoutDashes(text: string): string {
  const isSeparator = (index: number) => '-–— '.includes(text.charAt(index));
  let [start, end] = [0, text.length];
  while (start < end && isSeparator(start)) start++;
  while (end > start && isSeparator(end - 1)) end--;
  return text.slice(start, end);
}
