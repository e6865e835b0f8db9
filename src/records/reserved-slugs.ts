/**
 * Words that no slug is made to be: in addresses they stand, or may come to stand, where slugs do, as `by` in
 * `/releases/by/year`. A test holds them to the site map.
 */
export const reservedSlugs: ReadonlySet<string> = new Set([
  'add',
  'by',
  'edit',
  'export',
  'history',
  'import',
  'items',
  'merge',
  'new',
  'revisions',
  'statistics',
]);
