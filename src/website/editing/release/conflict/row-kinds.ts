import type { ListedTrack } from '../../../../catalog/tracks/listed-tracks';
import { readTrackList, writeTrackList } from '../../../../catalog/tracks/track-list';
import { fold } from '../../../../store/values/folding';
import type { RowKind, Taken } from './merge-rows';

type AnyRow = Readonly<Record<string, string>>;

/** Rows identified by fields. Identity fields stay together, so two corrections never mix. */
export function rowsBy(names: readonly string[], identities: readonly (readonly string[])[]): RowKind<AnyRow> {
  const [first = []] = identities;
  const units = [first, ...names.filter((name) => !first.includes(name)).map((name) => [name])];
  const likenesses = identities.map((fields) => (row: AnyRow) => {
    const values = fields.map((name) => row[name] ?? '');
    return values.every((value) => value === '') ? undefined : JSON.stringify(values);
  });
  return {
    whole: (row) => JSON.stringify(row),
    likenesses,
    sure: likenesses.slice(0, 1),
    byPlace: false,
    both: (base = {}, my, theirs) => {
      const mine = knowing(my, theirs);
      const sides = units.map((unit) => unitOf(unit, base, mine, theirs));
      const side = (of: 'mine' | 'theirs') => Object.assign({ ...mine }, ...sides.map((unit) => unit[of])) as AnyRow;
      return { mine: side('mine'), theirs: side('theirs') };
    },
  };
}

/** Copies known records for equal names. */
const knowing = (row: AnyRow, other: AnyRow): AnyRow =>
  Object.fromEntries(
    Object.entries(row).map(([field, value]) => {
      const name = field.slice(0, -'Is'.length);
      return [field, value === '' && field.endsWith('Is') && row[name] === other[name] ? (other[field] ?? '') : value];
    }),
  );

/** Fields that belong together, with their records. */
function unitOf(names: readonly string[], ...rows: readonly [AnyRow, AnyRow, AnyRow]): Taken<AnyRow> {
  const fields = names.flatMap((name) => [name, `${name}Is`]);
  const [base, mine, theirs] = rows.map((row) =>
    Object.fromEntries(fields.filter((name) => name in row).map((name) => [name, row[name] ?? ''])),
  );
  return taken(base ?? {}, mine ?? {}, theirs ?? {});
}

/** Track lines: number, artist, title and length merge separately. */
export const trackLines: RowKind<string> = {
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
    const parts = (['number', 'artist', 'title', 'seconds'] as const).map(
      (name) => [name, taken(was?.[name], my[name], their[name])] as const,
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

function taken<V>(base: V, mine: V, theirs: V): Taken<V> {
  if (Bun.deepEquals(mine, theirs) || Bun.deepEquals(mine, base)) return alike(theirs);
  return Bun.deepEquals(theirs, base) ? alike(mine) : { mine, theirs };
}

const alike = <V>(one: V): Taken<V> => ({ mine: one, theirs: one });
