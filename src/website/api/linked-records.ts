import type { Declared } from '../../api/openapi/client-types';
import type { Resource } from '../../api/schema/resource';
import { artistRoles } from '../../catalog/artist-roles';
import { artists } from '../../catalog/artists';
import { labels } from '../../catalog/labels';
import { organizations } from '../../catalog/organizations';
import { productions } from '../../catalog/productions';
import { franchises } from '../../catalog/productions/franchises';
import { type Api, type Item, readInParts, valuesAtOnce } from './client';

/** Included records of a kind, by IRI. */
export function includedOf<R extends Resource & Declared>(
  { type }: R,
  { included = [] }: { readonly included?: readonly { readonly type: string; readonly id: string }[] },
): ReadonlyMap<string, Item<R>> {
  return new Map(included.filter((one) => one.type === type).map((one) => [one.id, one as Item<R>]));
}

const slugged = { Artist: artists, Production: productions, Label: labels, Organization: organizations, Franchise: franchises };

/** Slugs of records by UUID: credits and other links omit them. */
export async function slugsOf(
  api: Api,
  type: keyof typeof slugged,
  linked: Iterable<{ readonly id: string | null }>,
): Promise<ReadonlyMap<string, string>> {
  const ids = [...linked].flatMap(({ id }) => id ?? []);
  const found = await readInParts(ids, (id) =>
    api.list(slugged[type] as typeof artists, { id, itemsPerPage: valuesAtOnce, [`fields[${type}]`]: '_id,slug' }),
  );
  return new Map(found.flatMap(({ data }) => data.map(({ attributes }) => [attributes._id, attributes.slug] as const)));
}

/** By slug. */
export async function roleNames(api: Api, slugs: Iterable<string>): Promise<ReadonlyMap<string, string>> {
  const named = [...slugs].filter((slug) => slug !== '');
  const found = await readInParts(named, (slug) =>
    api.list(artistRoles, { slug, itemsPerPage: valuesAtOnce, 'fields[ArtistRole]': 'slug,role' }),
  );
  return new Map(found.flatMap(({ data }) => data.map(({ attributes }) => [attributes.slug, attributes.role] as const)));
}
