import type { Member } from './references';

/**
 * Numbers of the productions of a series by record. A production without one is counted from the nearest neighbor that has one;
 * if none has, and a single chain leads through all of them, from its beginning.
 */
export function seriesNumbersOf(members: readonly Member[]): ReadonlyMap<string, string> {
  const stated = new Map(members.flatMap(({ item, number }) => (number === undefined ? [] : [[item, number] as const])));
  const taken = new Set(stated.values());
  const [previous, next] = [neighborsOf(members, 'after', 'before'), neighborsOf(members, 'before', 'after')];
  const countedFrom = (item: string, by: 1 | -1): number | undefined => {
    const neighbors = by === 1 ? previous : next;
    for (let at = neighbors.get(item), steps = 1; at !== undefined && steps < members.length; at = neighbors.get(at), steps++) {
      const number = stated.get(at);
      if (number !== undefined) return /^\d{1,4}$/.test(number) ? Number(number) + by * steps : undefined;
    }
    return undefined;
  };
  const chain = stated.size === 0 ? chainOf(members, previous, next) : [];
  const numbers = members.map(({ item, id, number }) => {
    if (number !== undefined) return [id, number] as const;
    const counted = countedFrom(item, 1) ?? countedFrom(item, -1) ?? chain.indexOf(item) + 1;
    return [id, counted > 0 && !taken.has(String(counted)) ? String(counted) : undefined] as const;
  });
  return new Map(numbers.flatMap(([id, number]) => (number === undefined ? [] : [[id, number] as const])));
}

/** The one neighbor of each production, as it or the other says; none where they say several. */
function neighborsOf(members: readonly Member[], own: 'after' | 'before', other: 'after' | 'before'): ReadonlyMap<string, string> {
  const items = new Set(members.map(({ item }) => item));
  const found = new Map([...items].map((item) => [item, new Set<string>()]));
  for (const member of members) {
    for (const neighbor of member[own] ?? []) if (items.has(neighbor)) found.get(member.item)?.add(neighbor);
    for (const neighbor of member[other] ?? []) found.get(neighbor)?.add(member.item);
  }
  return new Map(
    [...found].flatMap(([item, [neighbor, ...more]]) => (neighbor === undefined || more.length > 0 ? [] : [[item, neighbor]])),
  );
}

/** All productions from the first on; empty if they are no single chain, or something came before its first. */
function chainOf(members: readonly Member[], previous: ReadonlyMap<string, string>, next: ReadonlyMap<string, string>): readonly string[] {
  const [first, ...others] = members.filter(({ item, after = [] }) => after.length === 0 && !previous.has(item));
  if (!first?.before?.length || others.length > 0) return [];
  const chain: string[] = [];
  for (let at: string | undefined = first.item; at !== undefined && chain.length < members.length; at = next.get(at)) chain.push(at);
  return new Set(chain).size === members.length ? chain : [];
}
