import { line } from '../shared/text';

/** The roles of a comma list, without their details: "Conductor [Orchestra]" is "Conductor". */
export function rolesOf(text: string): readonly string[] {
  const known = read.get(text);
  if (known !== undefined) return known;
  if (read.size >= mostKept) read.clear();
  const roles = readRoles(text);
  read.set(text, roles);
  return roles;
}

/** The same lists come again and again. */
const read = new Map<string, readonly string[]>();
const mostKept = 10_000;

function readRoles(text: string): readonly string[] {
  const names = withoutDetail(text)
    .split(',')
    .map((name) => line(name))
    .filter((name) => name !== '');
  return [...new Set(names.map((name) => sameRole[name] ?? name))].slice(0, mostRoles);
}

/** Nobody does more on one release; what is longer is no list of roles. */
const mostRoles = 30;

/** A catalog has no place for the detail. It may hold commas and brackets of its own. */
function withoutDetail(text: string): string {
  let depth = 0;
  let plain = '';
  for (const character of text.slice(0, 2_000)) {
    if (character === '[') depth++;
    if (depth === 0) plain += character;
    if (character === ']' && depth > 0) depth--;
  }
  return plain;
}

/** Roles that Discogs has under two names, the older one with "By". */
const sameRole: Readonly<Record<string, string>> = {
  'Written By': 'Written-By',
  'Artwork By': 'Artwork',
  'Photography By': 'Photography',
  'Design By': 'Design',
  'Producer By': 'Producer',
  'Executive Producer': 'Executive-Producer',
};

/**
 * The tracks that a range names ("A1 to A3, B2", "Except B1"), as indices into their positions; `undefined` where it is
 * empty or names something else, and where it names them all: then it is about the release.
 */
export function tracksOf(range: string, positions: readonly string[]): ReadonlySet<number> | undefined {
  const text = range.trim();
  if (text === '' || text.length > 5_000) return undefined;
  const [, except, list] = /^(except\s+)?(.*)$/is.exec(text) as unknown as [string, string | undefined, string];
  const named = namedIn(list, positions);
  if (named === undefined) return undefined;
  const chosen = except === undefined ? named : new Set(positions.keys().filter((index) => !named.has(index)));
  return chosen.size === 0 || chosen.size === positions.length ? undefined : chosen;
}

function namedIn(list: string, positions: readonly string[]): Set<number> | undefined {
  const places = new Map(positions.map((position, index) => [positionKey(position), index]).reverse() as [string, number][]);
  const named = new Set<number>();
  for (const part of list.split(/[,;]/)) {
    const [from, to, ...more] = part.split(/\s+to\s+/i).map((position) => places.get(positionKey(position)));
    if (from === undefined || more.length > 0 || (part.match(/\s+to\s+/i) && to === undefined)) return undefined;
    for (let index = from; index <= (to ?? from); index++) named.add(index);
  }
  return named;
}

/** A position as it is compared: "B.1" and "b1" are the same place. */
export const positionKey = (position: string): string =>
  position
    .toUpperCase()
    .replace(/(?<=[A-Z])\.(?=\d)/g, '')
    .replace(/\s/g, '');
