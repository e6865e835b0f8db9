import { artistRoles } from '../../../catalog/artist-roles';
import { foldCase } from '../../../database/folding';
import type { Api } from '../../api';
import type { Draft } from './draft';
import type { EditedRelease } from './read-edited';

/** As many roles as the list below a field is of use with; others are typed. */
const offered = 100;

/** What roles are called: of the first of them. */
export async function offeredRoles(api: Api): Promise<string[]> {
  const query = { itemsPerPage: offered, 'fields[ArtistRole]': 'role' };
  const { data } = await api.list(artistRoles, query);
  return [...new Set(data.map(({ attributes }) => attributes.role))];
}

/** The slugs of the roles that a draft names, by what they are called there; those that the catalog does not have are left out. */
export async function rolesOf(api: Api, draft: Draft, edited: EditedRelease): Promise<ReadonlyMap<string, string>> {
  const known = new Map([...edited.roles].map(([slug, name]) => [name, slug] as const));
  const names = new Set(draft.lists.credits.map(({ role }) => role));
  const asked = [...names].filter((name) => name !== '' && !known.has(name));
  const found = await Promise.all(asked.map(async (name) => [name, await slugOf(api, name)] as const));
  return new Map([...known, ...found.flatMap(([name, slug]) => (slug === undefined ? [] : [[name, slug] as const]))]);
}

/** Of several scopes that have a role of the name, that of releases. */
async function slugOf(api: Api, role: string): Promise<string | undefined> {
  const { data } = await api.list(artistRoles, { role, exact: true, 'fields[ArtistRole]': 'role,slug,scope' });
  const all = data.map(({ attributes }) => attributes).filter((one) => foldCase(one.role) === foldCase(role));
  return (all.find(({ scope }) => scope === 'release') ?? all[0])?.slug;
}
