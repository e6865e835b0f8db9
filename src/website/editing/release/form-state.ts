import type { Wrong } from '../error-summary';
import type { Draft } from './draft';
import type { KeptCover } from './kept-cover';
import type { ResolvedNames } from './names-of-draft';
import type { EditedRelease } from './read-edited';

/** What the lists of the form choose from. */
export interface FormOptions {
  readonly packaging: readonly string[];
  /** What roles of releases are called. */
  readonly roles: readonly string[];
  /** The series of the labels of the release, by IRI. */
  readonly series: readonly (readonly [iri: string, name: string])[];
}

/** The form of a release, as it is shown. */
export interface FormState {
  readonly edited: EditedRelease;
  /** What stands in it. */
  readonly draft: Draft;
  /** What it was made from, and the tag of that. */
  readonly base: Draft;
  readonly tag: string;
  readonly note: string;
  readonly options: FormOptions;
  readonly names?: ResolvedNames | undefined;
  readonly wrongs: readonly Wrong[];
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
