import type { RequestContext } from '../../http/request-context';
import { type Column, mostUpright, type Row } from '../../ui/charts';
import { decadeClass } from '../../ui/decade-class';

/** Counts of a decade, under whichever name the API has for them. */
type OfDecade = { readonly decade: number | null } & ({ readonly releases: number } | { readonly productions: number });

/**
 * Columns of decades, up to the last that has any, each a way to its list. Decades in between that have none have their
 * place too.
 * @param style `short` writes `70s`, for charts without room
 */
export function decadeColumns({ t, to }: RequestContext, counts: readonly OfDecade[], style: 'long' | 'short' = 'long'): Column[] {
  const byDecade = byDecadeOf(counts);
  const shown = decadesShown(byDecade);
  const list = counts.some((one) => 'releases' in one) ? to.releases : to.productions;
  // Within a century.
  const isShort = style === 'short' && shown.length <= 10;
  return shown.map((decade) => {
    const value = byDecade.get(decade) ?? 0;
    const name = t.words.decade(decade);
    return {
      label: isShort ? name.slice(2) : name,
      name,
      value,
      era: decadeClass(decade) as string,
      ...(value > 0 && { href: list({ decade }) }),
    };
  });
}

/** What has no column: decades before the first of them, and what is not dated. */
export function otherRows({ t, format }: RequestContext, counts: readonly OfDecade[]): Row[] {
  const byDecade = byDecadeOf(counts);
  const [first = 0] = decadesShown(byDecade);
  const earlier = [...byDecade].filter(([decade]) => decade < first).map(([decade, count]) => [t.words.decade(decade), count] as const);
  const undated = undatedOf(counts);
  const rows = undated === 0 ? earlier : [...earlier, [t.statistics.undated, undated] as const];
  return rows.map(([head, count]) => ({ head, cells: [format.number(count)] }));
}

const byDecadeOf = (counts: readonly OfDecade[]): ReadonlyMap<number, number> =>
  new Map(counts.flatMap((one) => (one.decade === null ? [] : [[one.decade, countOf(one)] as const])));

function decadesShown(byDecade: ReadonlyMap<number, number>): number[] {
  if (byDecade.size === 0) return [];
  const last = Math.max(...byDecade.keys());
  // Each has its label on the width of a phone; what is older is in the table alone.
  const first = Math.min(...[...byDecade.keys()].filter((decade) => decade > last - 10 * mostUpright));
  return Array.from({ length: (last - first) / 10 + 1 }, (_, index) => first + 10 * index);
}

export const undatedOf = (counts: readonly OfDecade[]): number =>
  counts.filter(({ decade }) => decade === null).reduce((sum, one) => sum + countOf(one), 0);

const countOf = (one: OfDecade): number => ('releases' in one ? one.releases : one.productions);
