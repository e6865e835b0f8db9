import type { Wrong } from '../error-summary';
import type { HeldFields } from '../locked-field';
import type { Draft, FieldTexts } from './draft';
import type { KindDescription } from './form-schemas';
import type { NamesOfRows } from './names-of-rows';

/** What the form of a record shows. */
export interface RecordFormState {
  readonly description: KindDescription;
  readonly draft: Draft;
  readonly note: string;
  /** The address of the page to go back to. */
  readonly back: string;
  /** Of a record that is there: the tag of its version, whose hands its fields are in, and where its other forms are. */
  readonly record?: { readonly tag: string; readonly held: HeldFields; readonly history: string; readonly form: string };
  /** What somebody else wrote meanwhile. */
  readonly theirs?: FieldTexts | undefined;
  readonly wrongs: readonly Wrong[];
  /** The rows that more of were asked for. */
  readonly more?: string | undefined;
  /** What the names in its rows came to, where they were looked up. */
  readonly names?: NamesOfRows | undefined;
  /** What roles are called. */
  readonly roles: readonly string[];
}
