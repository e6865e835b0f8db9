import { catalog } from '../catalog';
import type { Kind, Kinds } from '../kinds';

/** A page of a record, as its address names it. */
export interface PageAddress {
  readonly kind: Kind;
  /** Its own slug the last; before it those of the records that its page stands below. */
  readonly slugs: readonly string[];
}

/** The order in which a slug is looked for among kinds; those that are not named follow. */
const soughtFirst: readonly string[] = ['Artist', 'Production', 'Album', 'Release', 'Label', 'Organization', 'ArtistRole', 'LabelSeries'];

/**
 * Where the pages of records stand: under what the path of their kind in the API ends in. A record below another has its
 * page below the page of that.
 */
export class PageUrls {
  /** The kinds whose records have slugs and pages, in the order in which a slug is looked for. */
  readonly kinds: readonly Kind[];
  /** Of each kind with pages: what stands before each slug. */
  readonly #sections: ReadonlyMap<Kind, readonly string[]>;

  constructor(all: Kinds = catalog) {
    const placeOf = ({ type }: Kind) => (soughtFirst.includes(type) ? soughtFirst.indexOf(type) : soughtFirst.length);
    this.#sections = new Map(
      all.shown.flatMap((kind) => {
        const sections = sectionsOf(kind, all);
        return sections ? [[kind, sections]] : [];
      }),
    );
    this.kinds = [...this.#sections.keys()].toSorted((a, b) => placeOf(a) - placeOf(b));
  }

  has(kind: Kind): boolean {
    return this.#sections.has(kind);
  }

  /** What stands before the slugs of a kind, with hyphens between: a name of all of its pages. */
  nameOf(kind: Kind): string {
    return (this.#sections.get(kind) ?? []).join('-');
  }

  /** The path of the page with these slugs. */
  pathOf({ kind, slugs }: PageAddress): string {
    return (this.#sections.get(kind) ?? []).map((section, index) => `/${section}/${slugs[index]}`).join('');
  }

  /** Which page a path is of, going by its form; slugs are in lower case. */
  read(path: string): PageAddress | undefined {
    const [, ...segments] = path.split('/');
    if (segments.length % 2 !== 0 || segments.includes('')) return undefined;
    const written = segments.filter((_, index) => index % 2 === 0).join('/');
    for (const [kind, sections] of this.#sections)
      if (sections.join('/') === written) return { kind, slugs: segments.filter((_, index) => index % 2 === 1) };
    return undefined;
  }
}

function sectionsOf(kind: Kind, all: Kinds): readonly string[] | undefined {
  if (kind.slugFrom === undefined) return undefined;
  const own = kind.path.split('/').at(-1) as string;
  const parent = kind.above.at(-1);
  if (!parent) return [own];
  const above = sectionsOf(all.ofTable(parent.table), all);
  return above && [...above, own];
}
