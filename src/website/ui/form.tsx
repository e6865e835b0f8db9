import type { ComponentChildren, JSX } from 'preact';
import { tokenField, userField } from '../http/form';
import { useVisit } from '../http/request-context';

type FormProps = Omit<JSX.IntrinsicElements['form'], 'method'> & { readonly children: ComponentChildren };

/** A form that changes something: sent by POST, with the token that shows it came from a page of ours. */
export function Form({ children, ...attributes }: FormProps) {
  return (
    <form method="post" {...attributes}>
      <FormToken />
      {children}
    </form>
  );
}

/** What shows of a form that a page of ours was sent, for one that is not always a {@link Form}. */
export function FormToken() {
  const { formToken, user } = useVisit();
  return (
    <>
      <input type="hidden" name={tokenField} value={formToken()} />
      {user && <input type="hidden" name={userField} value={user.id} />}
    </>
  );
}

interface FieldProps {
  readonly name: string;
  readonly label: ComponentChildren;
  /** What is wrong with what was entered. */
  readonly problem?: string | undefined;
  /** What may be entered. */
  readonly hint?: ComponentChildren;
  readonly type?: 'text' | 'password' | 'email' | 'number' | 'date' | 'search' | 'file';
  readonly value?: string | number | undefined;
  readonly required?: boolean;
  readonly autocomplete?: string;
  readonly autocapitalize?: 'none';
  readonly spellcheck?: boolean;
  readonly autofocus?: boolean;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly min?: string | number;
  readonly max?: string | number;
  readonly pattern?: string;
  readonly placeholder?: string;
  readonly inputMode?: 'numeric' | 'decimal' | 'email' | 'search';
  /** The id of a list of suggestions. */
  readonly list?: string;
  readonly accept?: string;
}

/** A labelled input, with what is wrong with it beneath. */
export function Field({ name, label, problem, hint, ...input }: FieldProps) {
  const id = `bad-${name}`;
  const invalid = problem !== undefined && { 'aria-invalid': true, 'aria-describedby': id };
  // The types of JSX tell inputs apart by their type, which is not known here.
  const attributes = { name, ...input, ...invalid } as JSX.IntrinsicElements['input'];
  return (
    <label>
      {label}
      <input {...attributes} />
      {problem !== undefined ? (
        <small class="no" id={id} role="alert">
          {problem}
        </small>
      ) : (
        hint && <small>{hint}</small>
      )}
    </label>
  );
}

/** Problems that are of no field. */
export const AllProblems = ({ problems }: { readonly problems: readonly string[] }) =>
  problems.length === 0 ? null : (
    <p class="no" role="alert">
      {problems.join(' ')}
    </p>
  );
