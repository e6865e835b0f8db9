import type { ComponentChildren } from 'preact';
import type { Resolved } from '../choices';
import type { FieldError } from '../error-summary';
import type { LastEdits } from '../locked-field';

/** Texts by field name. */
export type Row = Readonly<Record<string, string>>;

/** All fields as text, from a record or as typed. */
export interface Draft {
  readonly texts: Row;
  readonly lists: Readonly<Record<string, readonly Row[]>>;
}

export interface ReadData {
  readonly id: string;
  readonly type: string;
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly relationships?: Readonly<Record<string, { readonly data?: unknown }>>;
}

/** A record of any kind. */
export interface ReadDocument {
  readonly data: ReadData;
  readonly included?: readonly ReadData[];
  readonly meta?: { readonly lockedFields?: readonly string[] };
}

/** A record that a field offers. */
export interface Option {
  readonly value: string;
  readonly label: string;
  readonly id: string;
}

/** A list of the edited record. */
export interface OpenList {
  readonly rows: readonly Row[];
  /** Child records of the rows. */
  readonly records?: readonly ReadData[];
  /** Items of the changed list. */
  readonly changed: (rows: readonly Row[], names: SavedNames) => readonly object[];
}

/** Records and roles that the fields name. */
export interface SavedNames {
  /** Undefined if empty. */
  readonly idOf: (field: string, at: number) => string | undefined;
  readonly slugOf: (role: string) => string;
}

/** By field and row. */
export type ResolvedNames = ReadonlyMap<string, Resolved>;

/** What a form shows. */
export interface FormState {
  readonly draft: Draft;
  /** The saved record. */
  readonly base: Draft;
  readonly attributes: ReadData['attributes'];
  readonly locks: LastEdits;
  /** By field. */
  readonly options: ReadonlyMap<string, readonly Option[]>;
  /** Address of the form. */
  readonly action: string;
  readonly names?: ResolvedNames | undefined;
  readonly fieldErrors: readonly FieldError[];
  /** Where more rows were requested. */
  readonly more?: string | undefined;
  readonly pending?: PendingPart | undefined;
}

/** What a form part keeps of a form that is shown again. */
export interface PendingPart {
  readonly fields?: ComponentChildren;
  /** What could not be stored. */
  readonly lost?: string;
}

/** The field for a JSON pointer. */
export interface FieldAt extends Omit<FieldError, 'message'> {
  /** Whether the message must name the line. */
  readonly isNamed?: boolean;
}

export type Side = 'mine' | 'theirs';

/** Original, typed, and saved meanwhile. */
export interface Sides<T> {
  readonly base: T;
  readonly mine: T;
  readonly theirs: T;
}

/** Both sides merged as far as possible, and `raw`. */
export interface Clash<T> extends Sides<readonly T[]> {
  readonly raw: readonly T[];
}

/** A field, row or line changed differently on both sides, as texts or JSON. */
export interface Conflict extends Clash<string> {
  readonly at: { readonly text: string } | { readonly list: string } | { readonly disc: number; readonly isWhole?: true };
}

/** Decides where both sides changed the same. */
export type Choose = (at: Conflict['at'], clash: Clash<string>) => Side;

/** A change of one side alone. */
export interface OnlyOnOtherSide {
  readonly label: string;
  readonly was: string;
  readonly is: string;
}
