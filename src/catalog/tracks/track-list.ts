import { LRUCache } from 'lru-cache';
import type { ListedDisc, ListedTrack, TrackList } from './listed-tracks';
import { headingOf, isPlainNumber } from './track-lines';
import { mostLines, TrackListReader } from './track-list-reader';

// Track lists as copied from pages and sleeves: "1. Main Title 3:45", "A1 Prelude (2:10)", "01 - Title - 02:33".

/** Lists read last: saving a form reads its list and the former one several times, each of which takes 30 ms for 1,400 lines. */
const recent = new LRUCache<string, TrackList>({ max: 4 });

/** Tracks by disc, with their parts: lines indented by two spaces or a tab. Blank lines are ignored. */
export function readTrackList(text: string): TrackList {
  const list = recent.get(text) ?? parse(text);
  recent.set(text, list);
  return list;
}

function parse(text: string): TrackList {
  const reader = new TrackListReader();
  const lines = text.split(/\r\n?|\n/, mostLines + 1);
  for (const [index, line] of lines.entries()) if (!reader.isFull) reader.take(line, index + 1);
  return reader.finish();
}

/** Texts written last, up to 2 MB: a form with a list is opened, and then checked and saved. */
const recentTexts = new LRUCache<string, string>({
  maxSize: 1_000_000,
  sizeCalculation: (text, contents) => text.length + contents.length,
});

/** Text that parses back to these discs. */
export function writeTrackList(discs: readonly ListedDisc[]): string {
  const contents = contentsOf(discs);
  const known = recentTexts.get(contents);
  if (known !== undefined) return known;
  const areNamed = discs.length > 1 || discs.some(({ heading }) => heading !== undefined);
  const plain = written(discs, areNamed, asPrinted);
  const text = contentsOf(readTrackList(plain).discs) === contents ? plain : written(discs, true, inColumns);
  recentTexts.set(contents, text);
  return text;
}

type WriteTrack = (track: ListedTrack, isNumbered: boolean) => string;

function written(discs: readonly ListedDisc[], areNamed: boolean, write: WriteTrack): string {
  return discs
    .map((disc, index) => [...(areNamed ? [writeHeading(disc, index)] : []), ...writeTracks(disc.tracks, write), ''].join('\n'))
    .join('\n');
}

function writeTracks(tracks: readonly ListedTrack[], write: WriteTrack): readonly string[] {
  const isNumbered = tracks.every(({ number }) => number !== undefined);
  return tracks.flatMap((track) => [write(track, isNumbered), ...writeTracks(track.parts, write).map((line) => `  ${line}`)]);
}

function writeHeading({ heading }: ListedDisc, index: number): string {
  const name = `Disc ${index + 1}`;
  if (heading === undefined) return name;
  const plain = `${name}: ${heading}`;
  return Bun.deepEquals(headingOf(plain), { disc: heading }) ? plain : `${name}\t${heading}`;
}

function asPrinted(track: ListedTrack, isNumbered: boolean): string {
  const { number, title, seconds, versions } = track;
  const mark = isNumbered && number !== undefined && !/^\d+$/.test(number) ? '' : '.';
  const length = seconds === undefined ? [] : [lengthOf(seconds)];
  const line = [...(number === undefined ? [] : [`${number}${mark}`]), title, ...length, ...tagsOf(versions)].join(' ');
  const alone = { ...track, parts: [] };
  return contentsOf(parse(line).discs) === contentsOf([{ tracks: [alone] }]) ? line : inColumns(track);
}

/** In columns everything is explicit: a dash means none. */
function inColumns({ number, artist, title, seconds, versions }: ListedTrack): string {
  const owner = artist === undefined ? [] : [`${artist} –`];
  const printed = number === undefined ? '–' : isPlainNumber(number) ? number : `#${number}.`;
  const columns = [printed, ...owner, title, seconds === undefined ? '–' : lengthOf(seconds)].join('\t');
  return [columns, ...tagsOf(versions)].join(' ');
}

const tagsOf = (versions: ListedTrack['versions'] = []): readonly string[] => versions.map((version) => `#${version}`);

function lengthOf(seconds: number): string {
  const [hours, minutes] = [Math.trunc(seconds / 3_600), Math.trunc(seconds / 60) % 60];
  const twoDigits = (value: number) => String(value).padStart(2, '0');
  return hours === 0 ? `${minutes}:${twoDigits(seconds % 60)}` : `${hours}:${twoDigits(minutes)}:${twoDigits(seconds % 60)}`;
}

/** Distinguishes lists by all but line numbers. */
const contentsOf = (discs: readonly ListedDisc[]): string =>
  JSON.stringify(discs.map(({ heading, tracks }) => [heading, tracks.map(identityOfTrack)]));

const identityOfTrack = ({ number, artist, title, seconds, versions, parts }: ListedTrack): readonly unknown[] => [
  number,
  artist,
  title,
  seconds,
  versions,
  parts.map(identityOfTrack),
];
