import { labelSeries } from '../../../catalog/labels';
import { packagingTypes } from '../../../catalog/packaging-types';
import type { Api } from '../../api/client';
import { offeredRoles } from '../roles';
import type { FormOptions } from './form-state';
import type { EditedRelease } from './read-edited';

/** As many as one read gives; no vocabulary has more. */
const all = 100;

/** Series are offered of so many labels of a release. */
const labelsAsked = 5;

/** What the lists of the form of a release choose from. */
export async function readOptions(api: Api, { release, series }: EditedRelease): Promise<FormOptions> {
  const labels = [...new Set(release.attributes.labels.flatMap(({ id }) => id ?? []))].slice(0, labelsAsked);
  const [packaging, roles, ...found] = await Promise.all([
    readPackaging(api),
    offeredRoles(api),
    ...labels.map((labelId) => api.list(labelSeries, { itemsPerPage: all }, { labelId })),
  ]);
  const offered = found.flatMap(({ data }) => data);
  const names = [...(series ? [series] : []), ...offered].map(({ id, attributes }) => [id, attributes.name] as const);
  return { packaging: [...packaging.keys()], roles, series: [...new Map(names)] };
}

/** The UUIDs of how releases are packed, by name. */
export async function readPackaging(api: Api): Promise<ReadonlyMap<string, string>> {
  const { data } = await api.list(packagingTypes, { itemsPerPage: all });
  return new Map(data.map(({ id, attributes }) => [attributes.name, id]));
}
