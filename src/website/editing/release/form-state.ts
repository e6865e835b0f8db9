import { labelSeries } from '../../../catalog/labels';
import { packagingTypes } from '../../../catalog/packaging-types';
import type { Api } from '../../api/client';
import type { FieldError } from '../error-summary';
import { offeredRoles } from '../roles';
import type { Draft } from './draft';
import type { KeptCover } from './kept-cover';
import type { ResolvedNames } from './names-of-draft';
import type { EditedRelease } from './read-edited';

export interface FormOptions {
  readonly packaging: readonly string[];
  readonly roles: readonly string[];
  /** The series of the labels of the release, by IRI. */
  readonly series: readonly (readonly [iri: string, name: string])[];
}

/** The form of a release, as it is shown. */
export interface FormState {
  readonly edited: EditedRelease;
  readonly draft: Draft;
  /** What it was made from, and the tag of that. */
  readonly base: Draft;
  readonly tag: string;
  readonly note: string;
  readonly options: FormOptions;
  readonly names?: ResolvedNames | undefined;
  readonly fieldErrors: readonly FieldError[];
  /** Sentences that are of no field. */
  readonly all: readonly string[];
  /** The list that more rows were asked of. */
  readonly more?: string | undefined;
  /** What to say above the form, where something was done. */
  readonly said?: string | undefined;
  /** A picture that was chosen before the form came back. */
  readonly cover?: KeptCover | undefined;
  /** Whether a picture was chosen that could not be kept. */
  readonly hasLostCover?: boolean | undefined;
  /** Whether lines are odd that may stay as they are. */
  readonly isOdd?: boolean | undefined;
}

/** As many as one read gives; no vocabulary has more. */
const all = 100;

/** Series are offered of so many labels of a release. */
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

/** The UUIDs of how releases are packed, by name. */
export async function readPackaging(api: Api): Promise<ReadonlyMap<string, string>> {
  const { data } = await api.list(packagingTypes, { itemsPerPage: all });
  return new Map(data.map(({ id, attributes }) => [attributes.name, id]));
}
