import type { ListedTrack } from '../../../catalog/tracks/listed-tracks';
import { readTrackList, writeTrackList } from '../../../catalog/tracks/track-list';
import { fold } from '../../../store/values/folding';
import type { RequestContext } from '../../http/request-context';
import { isSame } from '../form/draft';
import { mergeRows, type RowKind, rowDifference } from '../form/merge-rows';
import { mergeValues } from '../form/row-kinds';
import type { FieldSchema, ListPart } from '../form/schema';
import { mergeTexts } from '../form/three-way';
import type { Choose, Conflict, OnlyOnOtherSide, Row, Sides } from '../form/types';

/** Pairs discs by position, unless they differ in number or track count. A merge may also have moved the discs themselves. */
export function pairedDiscs({ base, mine, theirs }: Sides<readonly Row[]>): Sides<readonly Row[]> {
  if (base.some(({ disc }) => theirs.some((their) => their.disc === disc))) return { base, mine, theirs };
  const isAlike = (was: Row, index: number) => linesOf(was).length === linesOf(theirs[index] ?? {}).length;
  if (base.length !== theirs.length || !base.every(isAlike)) return { base: theirs, mine: theirs, theirs };
  const ids = new Map(base.map(({ disc }, index) => [disc, theirs[index]?.disc]));
  const paired = (rows: readonly Row[]) => rows.map((row) => ({ ...row, disc: ids.get(row.disc) ?? '' }));
  return { base: paired(base), mine: paired(mine), theirs };
}

/** Asks about a disc removed by one side and changed by the other. */
export function mergeDiscs({ base, mine, theirs }: Sides<readonly Row[]>, choose: Choose): Row[] {
  const find = (rows: readonly Row[], { disc }: Row) => (disc === '' ? undefined : rows.find((row) => row.disc === disc));
  const present = theirs.flatMap((their, index) => {
    const [was, my] = [find(base, their), find(mine, their)];
    if (!was) return [their];
    if (my) return [mergeDisc(index, { base: was, mine: my, theirs: their }, choose)];
    return isSame(was, their) ? [] : chooseDisc(index, { base: [was], mine: [], theirs: [their] }, choose);
  });
  const added = mine.flatMap((my, index) => {
    const was = find(base, my);
    if (find(theirs, my) || (was && isSame(was, my))) return [];
    return was ? chooseDisc(index, { base: [was], mine: [my], theirs: [] }, choose) : [my];
  });
  return [...present, ...added.map((my) => ({ ...my, disc: '' }))];
}

function chooseDisc(disc: number, sides: Sides<readonly Row[]>, choose: Choose): readonly Row[] {
  const written = (rows: readonly Row[]) => rows.map((row) => JSON.stringify(row));
  const clash = { base: written(sides.base), mine: written(sides.mine), theirs: written(sides.theirs) };
  return sides[choose({ disc, isWhole: true }, { ...clash, raw: sides.base.map((row) => row.disc ?? '') })];
}

function mergeDisc(disc: number, { base, mine, theirs }: Sides<Row>, choose: Choose): Row {
  const merged = Object.keys(base).map((name) => {
    if (name !== 'tracks') return [name, mergeTexts({ disc }, base[name] ?? '', mine[name] ?? '', theirs[name] ?? '', choose)] as const;
    const sides = { base: linesOf(base), mine: linesOf(mine), theirs: linesOf(theirs) };
    return [name, mergeRows(sides, trackLines, (clash) => clash[choose({ disc }, clash)]).join('\n')] as const;
  });
  return Object.fromEntries(merged);
}

const linesOf = ({ tracks = '' }: Row): string[] => (tracks === '' ? [] : tracks.split('\n'));

/** Track lines: number, artist, title and length merge separately. */
const trackLines: RowKind<string> = {
  whole: (line) => line,
  likenesses: [
    (line) => {
      const { number, title } = readLine(line) ?? {};
      return number === undefined || title === undefined ? undefined : `${number} ${fold(title)}`;
    },
    (line) => {
      const { title } = readLine(line) ?? {};
      return title === undefined ? undefined : fold(title);
    },
    (line) => readLine(line)?.number,
  ],
  get sure() {
    return this.likenesses;
  },
  byPlace: true,
  both: (base, mine, theirs) => {
    const [was, my, their] = [readLine(base ?? ''), readLine(mine), readLine(theirs)];
    const isPart = (line: string) => /^(?:\t| {2})/.test(line);
    if (!my || !their || isPart(mine) !== isPart(theirs)) return { mine, theirs };
    const parts = (['number', 'artist', 'title', 'seconds', 'versions'] as const).map(
      (name) => [name, mergeValues(was?.[name], my[name], their[name])] as const,
    );
    const side = (of: 'mine' | 'theirs') => {
      const line = { title: my.title, line: 1, parts: [], ...Object.fromEntries(parts.map(([name, value]) => [name, value[of]])) };
      return (isPart(mine) ? '  ' : '') + writeTrackList([{ tracks: [line] }]).trimEnd();
    };
    return { mine: side('mine'), theirs: side('theirs') };
  },
};

/** Undefined if unreadable. */
function readLine(line: string): ListedTrack | undefined {
  const { discs, odd } = readTrackList(line.trim());
  const [track] = discs.flatMap(({ tracks }) => tracks);
  return odd.length === 0 ? track : undefined;
}

export function labelOfConflict({ t, format }: RequestContext, { at, base, mine, theirs }: Conflict): string {
  const words = t.releaseForm.conflict;
  if ('disc' in at && at.isWhole) return t.releaseForm.disc({ number: format.number(at.disc + 1) });
  const [line] = [base, mine, theirs].filter((lines) => lines.length === 1).flat();
  const [track] = line === undefined ? [] : readTrackList(line).discs.flatMap(({ tracks }) => tracks);
  if (track?.number !== undefined) return words.trackOf({ number: track.number });
  return words.tracksOf({ disc: format.number('disc' in at ? at.disc + 1 : 1) });
}

/** Discs, their fields and lines of one side, without those in conflict. */
export function changedDiscs(
  fields: readonly FieldSchema[],
  ...[{ t, format }, sides, left, textOf]: Parameters<ListPart['changedAlone']>
): OnlyOnOtherSide[] {
  const [were = [], are = []] = sides.map((rows) => rows.filter(({ disc = '' }) => disc === '' || !left.has(disc)));
  const lines = (rows: readonly Row[]) => rows.flatMap(({ tracks = '' }) => tracks.split('\n').map((line) => line.trim()));
  const { gone, come } = rowDifference(lines(were), lines(are), new Set([...left].map((line) => line.trim())));
  return [
    { label: t.fields.discs, was: format.number(were.length), is: format.number(are.length) },
    { label: t.fields.tracks, was: gone.join('; '), is: come.join('; ') },
    ...fields.map((field) => {
      const both = (was: Row) => are.filter(({ disc }) => disc === was.disc).map((is) => [was[field.name], is[field.name]] as const);
      const changed = were.flatMap(both).filter(([was = '', is = '']) => was !== is && !(left.has(was) && left.has(is)));
      const text = (side: 0 | 1) => changed.map((texts) => textOf(field, texts[side])).join('; ');
      return { label: t.fields[field.label], was: text(0), is: text(1) };
    }),
  ];
}
