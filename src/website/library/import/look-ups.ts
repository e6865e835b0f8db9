import type { LineFound } from '../../../collection/look-ups/documents';
import type { Api } from '../../api/client';
import { collectionPath } from '../items/items';

export type { LineFound };
export type LookUpCandidate = LineFound['releases'][number];

export const maximumLines = 200;
export const maximumLineLength = 255;

/** Nonempty lines. */
export const linesIn = (typed: string): string[] =>
  typed
    .split(/\r\n|\r|\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '');

/** Lines meaning the same release as an earlier one. */
export function repeatedLines(lines: readonly LineFound[]): ReadonlySet<number> {
  const meant = new Set<string>();
  const repeated = lines.filter(({ state, releases: [only] }) => {
    if (state === 'several' || only === undefined) return false;
    const isRepeated = meant.has(only.id);
    meant.add(only.id);
    return isRepeated;
  });
  return new Set(repeated.map(({ number }) => number));
}

export async function lookUpLines(api: Api, lines: readonly string[]): Promise<readonly LineFound[]> {
  const { document } = await api.change('POST', `${collectionPath}/look-ups`, {
    data: { type: 'CollectionLookUp', attributes: { lines } },
  });
  return document.data.attributes.lines;
}
