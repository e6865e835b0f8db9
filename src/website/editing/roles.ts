import { artistRoles } from '../../catalog/artist-roles';
import { foldCase } from '../../store/values/folding';
import type { Api } from '../api/client';

/** A longer list is of no use. */
const offered = 100;

export async function offeredRoles(api: Api): Promise<string[]> {
  const query = { itemsPerPage: offered, 'fields[ArtistRole]': 'role' };
  const { data } = await api.list(artistRoles, query);
  return [...new Set(data.map(({ attributes }) => attributes.role))];
}

/**
 * Slugs by name; unknown names are missing.
 * @param scope preferred among roles of one name
 */
export async function slugsOfRoles(api: Api, names: Iterable<string>, scope: string): Promise<ReadonlyMap<string, string>> {
  const asked = [...new Set(names)].filter((name) => name !== '');
  const found = await Promise.all(asked.map(async (name) => [name, await slugOf(api, name, scope)] as const));
  return new Map(found.flatMap(([name, slug]) => (slug === undefined ? [] : [[name, slug] as const])));
}

async function slugOf(api: Api, role: string, of: string): Promise<string | undefined> {
  const { data } = await api.list(artistRoles, { role, exact: true, 'fields[ArtistRole]': 'role,slug,scope' });
  const all = data.map(({ attributes }) => attributes).filter((one) => foldCase(one.role) === foldCase(role));
  return (all.find(({ scope }) => scope === of) ?? all[0])?.slug;
}
