import type { LineLikeness } from '../tracks/track-matching';
import type { MergedSides, RowKind } from './merge-rows';
import type { Row } from './types';

export const likenessesBy = (identities: readonly (readonly string[])[]): LineLikeness<Row>[] =>
  identities.map((fields) => (row) => {
    const values = fields.map((name) => row[name] ?? '');
    return values.every((value) => value === '') ? undefined : JSON.stringify(values);
  });

/** Rows identified by fields. Identity fields stay together, so two corrections never mix. */
export function rowsBy(names: readonly string[], identities: readonly (readonly string[])[]): RowKind<Row> {
  const [first = []] = identities;
  const units = [first, ...names.filter((name) => !first.includes(name)).map((name) => [name])];
  const likenesses = likenessesBy(identities);
  return {
    whole: (row) => JSON.stringify(row),
    likenesses,
    sure: likenesses.slice(0, 1),
    byPlace: false,
    both: (base = {}, my, theirs) => {
      const mine = knowing(my, theirs);
      const sides = units.map((unit) => unitOf(unit, base, mine, theirs));
      const side = (of: 'mine' | 'theirs') => Object.assign({ ...mine }, ...sides.map((unit) => unit[of])) as Row;
      return { mine: side('mine'), theirs: side('theirs') };
    },
  };
}

/** Copies known records for equal names. */
const knowing = (row: Row, other: Row): Row =>
  Object.fromEntries(
    Object.entries(row).map(([field, value]) => {
      const name = field.slice(0, -'Is'.length);
      return [field, value === '' && field.endsWith('Is') && row[name] === other[name] ? (other[field] ?? '') : value];
    }),
  );

/** Fields that belong together, with their records. */
function unitOf(names: readonly string[], ...rows: readonly [Row, Row, Row]): MergedSides<Row> {
  const fields = names.flatMap((name) => [name, `${name}Is`]);
  const [base, mine, theirs] = rows.map((row) =>
    Object.fromEntries(fields.filter((name) => name in row).map((name) => [name, row[name] ?? ''])),
  );
  return mergeValues(base ?? {}, mine ?? {}, theirs ?? {});
}

/** The value of one side, or those of both. */
export function mergeValues<V>(base: V, mine: V, theirs: V): MergedSides<V> {
  if (Bun.deepEquals(mine, theirs) || Bun.deepEquals(mine, base)) return alike(theirs);
  return Bun.deepEquals(theirs, base) ? alike(mine) : { mine, theirs };
}

const alike = <V>(one: V): MergedSides<V> => ({ mine: one, theirs: one });
