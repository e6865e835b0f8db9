import { artists } from '../../../catalog/artists';
import { labels } from '../../../catalog/labels';
import { productions } from '../../../catalog/productions';
import { releases } from '../../../catalog/releases';
import type { Api, ApiQuery, Item } from '../../api/client';
import { languageOf } from '../catalog-text';
import { sleevedAttributes } from '../pictures';

type Release = Item<typeof releases>;

export interface SleeveExamples {
  readonly artists: readonly Item<typeof artists>[];
  readonly production: Item<typeof productions> | undefined;
  readonly labels: readonly Item<typeof labels>[];
  readonly recurring: readonly Release[];
  readonly ofDecades: readonly Release[];
  readonly inScripts: readonly Release[];
}

/** Titles in other scripts are likely here. */
const countries = ['JP', 'RU', 'SU', 'IL', 'KR', 'CN', 'TW', 'HK', 'GR', 'IN', 'EG', 'TH', 'UA', 'BG'];

/** With the number shown. */
const kinds: readonly (readonly [count: number, query: ApiQuery])[] = [
  [3, { type: 'person', fictional: false, role: 'composer' }],
  [1, { type: 'group', fictional: false }],
  [1, { type: 'orchestra', fictional: false }],
  [1, { type: 'choir', fictional: false }],
  [2, { fictional: true }],
];

export async function readSleeveExamples(api: Api): Promise<SleeveExamples> {
  const few = (query: ApiQuery) => api.list(releases, { 'fields[Release]': sleevedAttributes, ...query });
  const [people, production, disced, whole, foreign] = await Promise.all([
    Promise.all(kinds.map(([itemsPerPage, query]) => api.list(artists, { ...query, itemsPerPage }))),
    api.list(productions, { itemsPerPage: 1, 'order[releaseCount]': 'desc' }),
    api.list(labels, { itemsPerPage: 3, 'order[releaseCount]': 'desc' }),
    few({ itemsPerPage: 1, facets: 'decade,composer' }),
    few({ country: countries, itemsPerPage: 60 }),
  ]);
  const facets = (whole.meta.facets ?? {}) as Record<string, readonly { readonly value: string | number }[] | undefined>;
  const [composer] = facets.composer ?? [];
  const [recurring, ofDecades] = await Promise.all([
    composer ? few({ composer: composer.value, itemsPerPage: 6 }) : undefined,
    Promise.all((facets.decade ?? []).map(({ value }) => few({ decade: value, itemsPerPage: 1 }))),
  ]);
  return {
    artists: people.flatMap(({ data }) => data),
    production: production.data[0],
    labels: disced.data,
    recurring: recurring?.data ?? [],
    ofDecades: ofDecades.flatMap(({ data }) => data),
    inScripts: foreign.data.filter(({ attributes }) => languageOf(attributes.title).lang !== undefined).slice(0, 6),
  };
}
