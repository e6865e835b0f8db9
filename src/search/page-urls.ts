/** The first segment of the address of each kind's pages. A series stands under its label. */
const sections: Readonly<Record<string, string>> = {
  Artist: 'artists',
  Production: 'productions',
  Release: 'releases',
  Label: 'labels',
  Organization: 'organizations',
  ArtistRole: 'roles',
};

/** A page of a record, as its address names it. */
export interface PageAddress {
  readonly type: string;
  readonly slug: string;
  /** Of a series: the slug of its label. */
  readonly labelSlug?: string;
}

/** The kinds whose records have slugs and pages, in the order in which a slug is looked for. */
export const typesWithPages: readonly string[] = [...Object.keys(sections), 'LabelSeries'];

/** The path of a record's page; of a series, with the slug of its label. */
export function pagePath(type: string, slug: string, labelSlug?: string): string | undefined {
  if (type === 'LabelSeries') return labelSlug === undefined ? undefined : `/labels/${labelSlug}/series/${slug}`;
  const section = sections[type];
  return section && `/${section}/${slug}`;
}

/** Which page a path is of, going by its form; slugs are in lower case. */
export function readPagePath(path: string): PageAddress | undefined {
  const [, section, slug, series, seriesSlug, ...more] = path.split('/');
  if (more.length > 0 || !slug) return undefined;
  if (section === 'labels' && series === 'series' && seriesSlug) return { type: 'LabelSeries', slug: seriesSlug, labelSlug: slug };
  const type = Object.keys(sections).find((type) => sections[type] === section);
  return type !== undefined && series === undefined ? { type, slug } : undefined;
}
