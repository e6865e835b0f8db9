import { artistRoles } from '../../catalog/artist-roles';
import { foldCase } from '../../store/values/folding';
import type { RequestContext } from '../http/request-context';
import { roleText } from '../ui/credits';

/** A longer list is of no use. */
const offered = 100;

/** As pages name them. */
export async function offeredRoles({ api, t, format }: RequestContext): Promise<string[]> {
  const query = { itemsPerPage: offered, 'fields[ArtistRole]': 'role,slug' };
  const { data } = await api.list(artistRoles, query);
  const names = new Set(data.map(({ attributes: { slug, role } }) => roleText(t, slug, role)));
  return [...names].sort((one, other) => format.compare(one, other));
}

/** Roles of a name in the catalog. */
export async function rolesNamed({ api }: RequestContext, role: string): Promise<{ readonly label: string }[]> {
  const { data } = await api.list(artistRoles, { role, exact: true, 'fields[ArtistRole]': 'role' });
  return data.map(({ attributes }) => ({ label: attributes.role }));
}

/**
 * Slugs by name, in the language of the page or the catalog; unknown names are missing.
 * @param scope preferred among roles of one name
 */
export async function slugsOfRoles(context: RequestContext, names: Iterable<string>, scope: string): Promise<ReadonlyMap<string, string>> {
  const distinct = [...new Set(names)].filter((name) => name !== '');
  const found = await Promise.all(distinct.map(async (name) => [name, await slugOf(context, name, scope)] as const));
  return new Map(found.flatMap(([name, slug]) => (slug === undefined ? [] : [[name, slug] as const])));
}

async function slugOf({ api, t }: RequestContext, role: string, of: string): Promise<string | undefined> {
  const isNamed = (name: string) => foldCase(name) === foldCase(role);
  const translated = Object.entries(t.words.roles).flatMap(([slug, name]) => (isNamed(name) ? [slug] : []));
  const queries = [...(translated.length > 0 ? [{ slug: translated }] : []), { role, exact: true }];
  const found = await Promise.all(queries.map((query) => api.list(artistRoles, { ...query, 'fields[ArtistRole]': 'role,slug,scope' })));
  const all = found
    .flatMap(({ data }) => data.map(({ attributes }) => attributes))
    .filter((one) => isNamed(one.role) || isNamed(roleText(t, one.slug, one.role)));
  return (all.find(({ scope }) => scope === of) ?? all[0])?.slug;
}
