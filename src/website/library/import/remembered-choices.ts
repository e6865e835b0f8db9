import type { Api } from '../../api/client';
import type { ImportList, Row } from './import';
import type { RowChoices } from './row-choices';

/** What the API takes of a list filter, and gives of items, at once. */
const atOnce = 100;

interface Items {
  readonly data: readonly { readonly relationships: { readonly release: { readonly data: { readonly id: string } } } }[];
}

/**
 * The choices for unclear rows that an earlier file had: the list has one of their candidates, and only one. A candidate that
 * contradicts its row is not preselected.
 */
export async function settledRows(api: Api, list: ImportList, rows: readonly Row[]): Promise<RowChoices> {
  const unclear = rows.filter(({ line, candidates = [] }) => line !== null && candidates.length > 0);
  const asked = [...new Set(unclear.flatMap(({ candidates = [] }) => candidates.map(({ id }) => id)))];
  const parts = Array.from({ length: Math.ceil(asked.length / atOnce) }, (_, part) => asked.slice(part * atOnce, (part + 1) * atOnce));
  const there = new Set((await Promise.all(parts.map((part) => releasesThere(api, list, part)))).flat());
  return new Map(
    unclear.flatMap(({ line, candidates = [] }): [number, string][] => {
      const [only, ...others] = candidates.filter(({ id, contradicts }) => contradicts === undefined && there.has(id));
      return line === null || only === undefined || others.length > 0 ? [] : [[line, only.id]];
    }),
  );
}

async function releasesThere(api: Api, list: ImportList, release: readonly string[]): Promise<string[]> {
  const type = list === 'collection' ? 'CollectionItem' : 'WishlistItem';
  const { data } = await api.read<Items>(`/api/users/me/${list}`, { release, itemsPerPage: atOnce, [`fields[${type}]`]: 'release' });
  return data.map(({ relationships }) => relationships.release.data.id.slice(-36));
}
