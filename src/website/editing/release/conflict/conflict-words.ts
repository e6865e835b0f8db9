import { readTrackList } from '../../../../catalog/tracks/track-list';
import type { RequestContext } from '../../../http/request-context';
import { type Draft, isSame, type TextName, textNames } from '../draft';
import { type ListName, listNames } from '../release-schema';
import type { Conflict } from './three-way';

export function labelOf({ t, format }: RequestContext, { at, base, mine, theirs }: Conflict): string {
  const words = t.releaseForm;
  if ('text' in at) return labelOfText(words, at.text);
  if ('list' in at) return labelOfList(words, at.list);
  const [line] = [base, mine, theirs].filter((lines) => lines.length === 1).flat();
  const [track] = line === undefined ? [] : readTrackList(line).discs.flatMap(({ tracks }) => tracks);
  return track?.number === undefined ? words.conflict.tracksOf(format.number(at.disc + 1)) : words.conflict.trackOf(track.number);
}

export const textOf = (visit: RequestContext, { at }: Conflict, values: readonly string[]): string =>
  values
    .map((value) => ('text' in at ? wordsOfText(visit, at.text, value) : 'list' in at ? wordsOfRow(visit, value) : value.trim()))
    .join('\n');

export interface OnlyThere {
  readonly label: string;
  readonly was: string;
  readonly is: string;
}

export function changedAlone(visit: RequestContext, base: Draft, side: Draft, conflicts: readonly Conflict[]): OnlyThere[] {
  const inConflict = new Set(conflicts.flatMap(({ raw }) => raw));
  const words = visit.t.releaseForm;
  const texts = textNames
    .filter((name) => name !== 'albumIs' && side.texts[name] !== base.texts[name])
    .filter((name) => !conflicts.some(({ at }) => 'text' in at && at.text === name))
    .map((name) => ({
      label: labelOfText(words, name),
      was: wordsOfText(visit, name, base.texts[name]),
      is: wordsOfText(visit, name, side.texts[name]),
    }));
  const lists = listNames
    .filter((list) => list !== 'discs' && !isSame(side.lists[list], base.lists[list]))
    .map((list) => {
      const written = (draft: Draft) => (draft.lists[list] as readonly object[]).map((row) => JSON.stringify(row));
      const { gone, come } = difference(written(base), written(side), inConflict);
      const shown = (rows: readonly string[]) => rows.map((row) => wordsOfRow(visit, row)).join('; ');
      return { label: labelOfList(words, list), was: shown(gone), is: shown(come) };
    });
  return [...texts, ...lists, ...discsOf(visit, base, side, inConflict)].filter(({ was, is }) => was !== is);
}

/** Without what both have. */
function discsOf({ t, format }: RequestContext, base: Draft, side: Draft, inConflict: ReadonlySet<string>): OnlyThere[] {
  const lines = (draft: Draft) => draft.lists.discs.flatMap(({ tracks }) => tracks.split('\n').map((line) => line.trim()));
  const trimmed = new Set([...inConflict].map((line) => line.trim()));
  const { gone, come } = difference(lines(base), lines(side), trimmed);
  const words = t.releaseForm;
  const tracks = { label: words.tracks, was: gone.join('; '), is: come.join('; ') };
  const counts = [base, side].map(({ lists }) => format.number(lists.discs.length));
  return [{ label: words.conflict.discs, was: counts[0] ?? '', is: counts[1] ?? '' }, tracks];
}

function difference(were: readonly string[], are: readonly string[], left: ReadonlySet<string>) {
  const [before, after] = [new Set(were), new Set(are)];
  return {
    gone: were.filter((one) => !after.has(one) && !left.has(one)),
    come: are.filter((one) => !before.has(one) && !left.has(one)),
  };
}

type Words = RequestContext['t']['releaseForm'];

function labelOfText(words: Words, name: TextName): string {
  if (name === 'artist_credit') return words.artistCredit;
  if (name === 'release_date') return words.released;
  if (name === 'genres' || name === 'styles' || name === 'provisional') return words.fields[name];
  return name === 'albumIs' ? words.album : words[name];
}

const labelOfList = (words: Words, list: ListName): string => (list === 'discs' ? words.conflict.discs : words.fields[list]);

function wordsOfText({ t, format }: RequestContext, name: TextName, value: string): string {
  if (name === 'country') return value === '' ? '' : format.country(value);
  if (name === 'provisional') return value === '' ? '' : t.releaseForm.fields.provisional;
  return value;
}

function wordsOfRow({ t }: RequestContext, written: string): string {
  const kinds: Readonly<Record<string, string>> = t.words.entryKinds;
  return Object.entries(JSON.parse(written) as Readonly<Record<string, string>>)
    .filter(([name, value]) => value !== '' && !name.endsWith('Is') && name !== 'entry')
    .map(([name, value]) => (name === 'kind' ? (kinds[value] ?? value) : value))
    .join(', ');
}
