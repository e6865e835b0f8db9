import type { Api } from '../../api/client';
import { slugsOfRoles } from '../roles';
import type { Draft } from './draft';
import type { EditedRelease } from './read-edited';

/** The slugs of the roles that a draft names, by what they are called there; those that the catalog does not have are left out. */
export async function rolesOf(api: Api, draft: Draft, edited: EditedRelease): Promise<ReadonlyMap<string, string>> {
  const known = new Map([...edited.roles].map(([slug, name]) => [name, slug] as const));
  const asked = draft.lists.credits.map(({ role }) => role).filter((name) => !known.has(name));
  return new Map([...known, ...(await slugsOfRoles(api, asked, 'release'))]);
}
