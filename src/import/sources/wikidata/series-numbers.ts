/** A series or franchise that a production is part of. */
export interface InSeries {
  readonly item: string;
  readonly number?: string | undefined;
  /** Productions before and after it; absent in notes of earlier versions. */
  readonly after?: readonly string[];
  readonly before?: readonly string[];
}

/** A production of a series. */
export interface Member extends InSeries {
  readonly id: string;
}

/**
 * Numbers of the productions of a series by record. A production without one is counted from the nearest neighbor that has one;
 * if none has, and a single chain leads through all of them, from its beginning.
 */
export function seriesNumbersOf(members: readonly Member[]): ReadonlyMap<string, string> {
  const stated = new Map(members.flatMap(({ item, number }) => (number === undefined ? [] : [[item, number] as const])));
  const next = nextOf(members);
  const previous = new Map([...next].map(([one, other]) => [other, one]));
  const counted = new Map<string, number>();
  const count = (from: string | undefined, number: number, by: 1 | -1, neighbors: ReadonlyMap<string, string>) => {
    for (let [at, to] = [from, number]; at !== undefined && !stated.has(at) && to > 0; [at, to] = [neighbors.get(at), to + by])
      counted.set(at, to);
  };
  for (const [item, number] of stated) if (isWhole(number)) count(previous.get(item), Number(number) - 1, -1, previous);
  for (const [item, number] of stated) if (isWhole(number)) count(next.get(item), Number(number) + 1, 1, next);
  const firsts = members.filter(({ item, after = [] }) => after.length === 0 && !previous.has(item));
  if (stated.size === 0 && firsts.length === 1 && firsts[0]?.before?.length) count(firsts[0].item, 1, 1, next);
  if (stated.size === 0 && counted.size < members.length) counted.clear();
  const statedNumbers = new Set(stated.values());
  return new Map(
    members.flatMap(({ item, id, number = counted.get(item)?.toString() }) =>
      number === undefined || (!stated.has(item) && statedNumbers.has(number)) ? [] : [[id, number] as const],
    ),
  );
}

const isWhole = (number: string): boolean => /^\d{1,4}$/.test(number);

/** Successors by item, from P155 or P156 of either member; none where the statements conflict. */
function nextOf(members: readonly Member[]): ReadonlyMap<string, string> {
  const items = new Set(members.map(({ item }) => item));
  const pairs = members
    .flatMap(({ item, after = [], before = [] }) => [
      ...after.map((one) => [one, item] as const),
      ...before.map((one) => [item, one] as const),
    ])
    .filter((pair) => pair.every((item) => items.has(item)));
  const [ahead, behind] = [Map.groupBy(pairs, ([one]) => one), Map.groupBy(pairs, ([, other]) => other)];
  const isOne = (all: typeof pairs = [], side: 0 | 1) => new Set(all.map((pair) => pair[side])).size === 1;
  return new Map(pairs.filter(([one, other]) => isOne(ahead.get(one), 1) && isOne(behind.get(other), 0)));
}
