import type { Problems } from '../http/form';

/** A form of the page that was not taken, with what was entered in it. */
export interface Refused {
  readonly form: 'token' | 'email' | 'password';
  readonly entered: Readonly<Record<string, string>>;
  readonly chosen?: readonly string[];
  readonly problems: Problems;
}

/** What a form has to show again. */
export type Shown = Omit<Refused, 'form'>;
