import { integer, type Kind, onlyValue, queryEntries, readValue } from '../jsonapi/parameters';

/** A sequence of the feed. */
export const sinceKind = integer(0, Number.MAX_SAFE_INTEGER);

/** Whole numbers that are parameters of a route, by their names. */
type Numbers<N extends string> = Partial<Record<N, number>>;

/** Reads the query of a URL. Throws a 400 for a parameter out of its rule, and names those that mean nothing. */
export function readNumbers<N extends string>(
  url: string,
  kinds: Readonly<Record<N, Kind<number>>>,
): { given: Numbers<N>; ignored: string[] } {
  const entries = queryEntries(url);
  const given: Numbers<N> = {};
  for (const name of Object.keys(kinds) as N[]) {
    const values = entries.filter(([written]) => written === name).map(([, value]) => value);
    if (values.length > 0) given[name] = readValue(kinds[name], onlyValue({ name, values, asList: false }), name);
  }
  const ignored = [...new Set(entries.map(([name]) => name).filter((name) => !Object.hasOwn(kinds, name)))];
  return { given, ignored };
}
