import type { Texts } from '../../i18n';
import type { NameKind } from '../names';

export type Input = 'hidden' | 'line' | 'area' | 'date' | 'number' | 'country' | 'flag' | 'lines' | 'role' | Choice | Ticks | Names;

interface Words {
  readonly words: readonly string[];
  readonly said: (t: Texts) => Readonly<Record<string, string>>;
}

/** One of a closed list of words. */
export interface Choice extends Words {
  readonly mayBeEmpty?: boolean;
}

/** Any of a closed list of words. Rows alone have such fields. */
export interface Ticks extends Words {
  readonly areTicks: true;
}

/** The name of a record of the catalog. Rows alone have such fields. */
export interface Names {
  readonly names: NameKind;
  readonly addedWith?: object;
}

export const isNames = (input: Input): input is Names => typeof input === 'object' && 'names' in input;

export const areTicks = (input: Input): input is Ticks => typeof input === 'object' && 'areTicks' in input;

export const isChoice = (input: Input): input is Choice => typeof input === 'object' && !isNames(input) && !areTicks(input);

/** A field of a form: the attribute, or the relationship, that it writes, and how. */
export interface FieldDescription {
  readonly name: string;
  readonly input: Input;
  readonly isWide?: boolean;
  /** Of a field in rows: without it, the others of its row say nothing. */
  readonly isRequired?: boolean;
  readonly placeholder?: (t: Texts) => string;
}

/** Rows of fields that repeat, by the name that their fields begin with. */
export interface RowFields {
  readonly name: string;
  readonly fields: readonly FieldDescription[];
}

/** A list among the attributes of a record, each of its items a row. */
export interface ListDescription extends RowFields {
  readonly name: 'credits' | 'artists';
  /** By which fields a row is the one that it was, the surest first. */
  readonly identities: readonly (readonly string[])[];
}

/** Records that belong to a record, each a row of its form. */
export interface RowsDescription extends RowFields {
  readonly name: RowsName;
  readonly type: string;
  /** Where those stand that are not below the record, under the name of the rows: they lead to it. */
  readonly beside?: { readonly path: string; readonly by: string };
  /** Of which records of the kind there are any. */
  readonly isOf?: (attributes: Readonly<Record<string, unknown>>) => boolean;
}

export type RowsName =
  | 'aliases'
  | 'external-links'
  | 'group-memberships'
  | 'characters'
  | 'portrayers'
  | 'portrayals'
  | 'entries'
  | 'recordings';

export const pathOfRows = ({ name, beside }: RowsDescription, iri: string): string => beside?.path ?? `${iri}/${name}`;

/** What the records are, in the API, that fields name. */
export const namedTypes: Readonly<Record<NameKind, string>> = {
  artist: 'Artist',
  label: 'Label',
  organization: 'Organization',
  production: 'Production',
  album: 'Album',
  release: 'Release',
};
