import { artistRoles } from '../../catalog/artist-roles';
import type { Api } from './client';

/** The most values that one filter takes. */
const maximumSlugs = 100;

/** The names of roles by the slugs that credits hold. */
export async function roleNames(api: Api, slugs: Iterable<string>): Promise<ReadonlyMap<string, string>> {
  const all = [...new Set(slugs)].filter((slug) => slug !== '');
  const parts = Array.from({ length: Math.ceil(all.length / maximumSlugs) }, (_, part) =>
    all.slice(part * maximumSlugs, (part + 1) * maximumSlugs),
  );
  const found = await Promise.all(
    parts.map((slug) => api.list(artistRoles, { slug, itemsPerPage: maximumSlugs, 'fields[ArtistRole]': 'slug,role' })),
  );
  return new Map(found.flatMap(({ data }) => data.map(({ attributes }) => [attributes.slug, attributes.role] as const)));
}
