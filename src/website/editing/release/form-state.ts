import { labelSeries } from '../../../catalog/labels';
import { packagingTypes } from '../../../catalog/packaging-types';
import type { Api } from '../../api/client';
import type { FieldError } from '../error-summary';
import { offeredRoles } from '../roles';
import type { Draft } from './draft';
import type { ResolvedNames } from './names-of-draft';
import type { PendingCover } from './pending-cover';
import type { EditedRelease } from './read-edited';

export interface FormOptions {
  readonly packaging: readonly string[];
  readonly roles: readonly string[];
  /** Series of the release's labels, by IRI. */
  readonly series: readonly (readonly [iri: string, name: string])[];
}

export interface FormState {
  readonly edited: EditedRelease;
  readonly draft: Draft;
  /** With the ETag of that version. */
  readonly base: Draft;
  readonly tag: string;
  readonly note: string;
  readonly options: FormOptions;
  readonly names?: ResolvedNames | undefined;
  readonly fieldErrors: readonly FieldError[];
  /** Errors without a field. */
  readonly all: readonly string[];
  /** Where more rows were requested. */
  readonly more?: string | undefined;
  /** A notice above the form. */
  readonly said?: string | undefined;
  /** An image chosen before. */
  readonly cover?: PendingCover | undefined;
  /** Whether a chosen image was lost. */
  readonly hasLostCover?: boolean | undefined;
  /** Whether there are suspicious lines that may stay. */
  readonly isOdd?: boolean | undefined;
}

/** The maximum of a read; no vocabulary is larger. */
const all = 100;

/** Labels whose series are offered. */
const labelsAsked = 5;

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

/** UUIDs by name. */
export async function readPackaging(api: Api): Promise<ReadonlyMap<string, string>> {
  const { data } = await api.list(packagingTypes, { itemsPerPage: all });
  return new Map(data.map(({ id, attributes }) => [attributes.name, id]));
}
