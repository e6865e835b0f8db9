import type { RequestContext } from '../../http/request-context';

interface Named {
  readonly id: string;
  readonly name: string;
  readonly slug: string;
}

type Decades = readonly { readonly decade: number | null; readonly count: number }[];

type Words = RequestContext['t']['words'];

export interface CatalogNumbers {
  readonly totals: readonly { readonly resource_type: string; readonly records: number }[];
  readonly releases_by_decade: readonly { readonly decade: number | null; readonly releases: number }[];
  readonly releases_by_format: readonly { readonly format_type: keyof Words['formatTypes']; readonly releases: number }[];
  readonly releases_by_country: readonly { readonly country: string | null; readonly releases: number }[];
  readonly productions_by_type: readonly { readonly _type: keyof Words['productionTypes']; readonly productions: number }[];
  readonly productions_by_decade: readonly { readonly decade: number | null; readonly productions: number }[];
  readonly productions_by_country: readonly { readonly country: string | null; readonly productions: number }[];
  readonly artists_by_type: readonly {
    readonly _type: keyof Words['artistTypes'];
    readonly fictional: boolean;
    readonly artists: number;
  }[];
  readonly most_scored_composers: readonly { readonly artist: Named; readonly productions: number; readonly decades: Decades }[];
  readonly most_credited_artists: readonly { readonly artist: Named; readonly credits: number }[];
  readonly labels_by_releases: readonly { readonly label: Named; readonly releases: number; readonly decades: Decades }[];
  readonly releases_by_year: readonly { readonly year: number; readonly releases: number }[];
  readonly productions_by_year: readonly { readonly year: number; readonly productions: number }[];
  readonly releases_by_production_decade: readonly {
    readonly production_decade: number;
    readonly decade: number;
    readonly releases: number;
  }[];
  readonly formats_by_decade: readonly {
    readonly format_type: keyof Words['formatTypes'];
    readonly decade: number | null;
    readonly releases: number;
  }[];
  readonly countries_by_decade: readonly { readonly country: string; readonly decade: number | null; readonly releases: number }[];
  readonly completeness: Readonly<Record<'releases' | 'year' | 'country' | 'barcode' | 'cover' | 'tracks' | 'credits', number>>;
  readonly longest_tracks: readonly {
    readonly track: { readonly id: string; readonly title: string };
    readonly release: { readonly title: string; readonly slug: string };
    readonly duration_seconds: number;
  }[];
}

export interface CatalogStatistics {
  readonly attributes: CatalogNumbers;
  readonly total: (type: string) => number;
  readonly isEmpty: boolean;
}

/** Vocabularies exist from the start. */
const shownTypes = ['Artist', 'Production', 'Release', 'Label'];

export async function readCatalogStatistics({ api }: RequestContext): Promise<CatalogStatistics> {
  const { data } = await api.read<{ data: { attributes: CatalogNumbers } }>('/api/statistics');
  const totals = new Map(data.attributes.totals.map(({ resource_type: type, records }) => [type, records]));
  const total = (type: string) => totals.get(type) ?? 0;
  return { attributes: data.attributes, total, isEmpty: shownTypes.every((type) => total(type) === 0) };
}
