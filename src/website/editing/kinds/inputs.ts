import type { Texts } from '../../i18n';
import type { NameKind } from '../names';

export type FieldInput = 'hidden' | 'line' | 'area' | 'date' | 'number' | 'country' | 'flag' | 'lines' | 'role' | Choice | Ticks | Names;

interface Words {
  readonly words: readonly string[];
  readonly said: (t: Texts) => Readonly<Record<string, string>>;
}

export interface Choice extends Words {
  readonly mayBeEmpty?: boolean;
}

/** Several of a closed list; in rows only. */
export interface Ticks extends Words {
  readonly areTicks: true;
}

/** A record by name; in rows only. */
export interface Names {
  readonly names: NameKind;
  readonly addedWith?: object;
}

export const isNames = (input: FieldInput): input is Names => typeof input === 'object' && 'names' in input;

export const areTicks = (input: FieldInput): input is Ticks => typeof input === 'object' && 'areTicks' in input;

export const isChoice = (input: FieldInput): input is Choice => typeof input === 'object' && !isNames(input) && !areTicks(input);

/** A form field with the attribute or relationship it writes. */
export interface FieldDescription {
  readonly name: string;
  readonly input: FieldInput;
  readonly isWide?: boolean;
  /** In rows: others mean nothing without it. */
  readonly isRequired?: boolean;
  readonly placeholder?: (t: Texts) => string;
}

/** Repeating fields with their name prefix. */
export interface RowFields {
  readonly name: string;
  readonly fields: readonly FieldDescription[];
}

/** A list attribute, one row per item. */
export interface ListDescription extends RowFields {
  readonly name: 'credits' | 'artists';
  /** Fields that identify a row, most reliable first. */
  readonly identities: readonly (readonly string[])[];
}

/** Child records, one row each. */
export interface RowsDescription extends RowFields {
  readonly name: RowsName;
  readonly type: string;
  /** For records stored elsewhere that refer to this one. */
  readonly beside?: { readonly path: string; readonly by: string };
  /** Which records of the kind have them. */
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

/** API types by kind of name. */
export const namedTypes: Readonly<Record<NameKind, string>> = {
  artist: 'Artist',
  label: 'Label',
  organization: 'Organization',
  production: 'Production',
  album: 'Album',
  release: 'Release',
};
