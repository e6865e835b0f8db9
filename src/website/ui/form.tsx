import type { ComponentChildren, JSX } from 'preact';
import { tokenField, userField } from '../http/form';
import { useRequestContext } from '../http/request-context';
import type { Texts } from '../i18n';

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
  const { formToken, user } = useRequestContext();
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
  readonly problem?: string | undefined;
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
  // The types of JSX tell inputs apart by their type, which is not known here.
  const attributes = { name, ...input, ...invalid(name, problem) } as JSX.IntrinsicElements['input'];
  return (
    <label>
      {label}
      <input {...attributes} />
      <Problem name={name} problem={problem} />
      {problem === undefined && hint && <small>{hint}</small>}
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

interface SelectProps {
  readonly name: string;
  readonly label: ComponentChildren;
  readonly value: string | undefined;
  /** What may be chosen: the value, and the words for it. */
  readonly options: readonly (readonly [value: string, text: string])[];
  /** The words for choosing nothing, where that may be. */
  readonly none?: string;
  readonly problem?: string | undefined;
  readonly hint?: ComponentChildren;
}

/** A labelled select. */
export function Select({ name, label, value = '', options, none, problem, hint }: SelectProps) {
  return (
    <label>
      <span class="label">{label}</span>
      <select name={name} {...invalid(name, problem)}>
        <Options value={value} options={options} none={none} />
      </select>
      <Problem name={name} problem={problem} />
      {problem === undefined && hint && <small>{hint}</small>}
    </label>
  );
}

interface TextAreaProps {
  readonly name: string;
  readonly label: string;
  readonly value: string | undefined;
  readonly problem?: string | undefined;
  readonly rows?: number;
}

/** A labelled text of several lines, across the form. */
export const TextArea = ({ name, label, value = '', problem, rows = 2 }: TextAreaProps) => (
  <label class="wide">
    {label}
    <textarea name={name} rows={rows} {...invalid(name, problem)}>
      {/* A browser leaves out a line break that a text begins with. */}
      {value.startsWith('\n') ? `\n${value}` : value}
    </textarea>
    <Problem name={name} problem={problem} />
  </label>
);

/** Texts that a field suggests. */
export const Suggestions = ({ id, texts }: { readonly id: string; readonly texts: readonly string[] }) => (
  <datalist id={id}>
    {texts.map((text) => (
      <option key={text} value={text} />
    ))}
  </datalist>
);

const invalid = (name: string, problem: string | undefined) =>
  problem === undefined ? {} : { 'aria-invalid': true, 'aria-describedby': `bad-${name}` };

/** What is wrong with a field, below it. */
export const Problem = ({ name, problem }: { readonly name: string; readonly problem: string | undefined }) =>
  problem === undefined ? null : (
    <small class="no" id={`bad-${name}`} role="alert">
      {problem}
    </small>
  );

type OptionList = readonly (readonly [value: string, text: string])[];

// Closed lists, as selects have them.

export const conditionOptions = ({ words }: Texts): OptionList => Object.entries(words.conditions);
export const formatOptions = ({ words }: Texts): OptionList => Object.entries(words.formatTypes);
export const statusOptions = ({ words }: Texts): OptionList => Object.entries(words.statuses);

interface OptionsProps {
  readonly value: string;
  /** What is sent, and what is read. */
  readonly options: readonly (readonly [value: string, text: string])[];
  /** The words for choosing nothing, where that may be. */
  readonly none?: string | undefined;
}

/** What may be chosen from a closed list; a value that is not on it stays what it is. */
export function Options({ value, options, none }: OptionsProps) {
  const isKnown = value === '' || options.some(([one]) => one === value);
  return (
    <>
      {none !== undefined && (
        <option value="" selected={value === ''}>
          {none}
        </option>
      )}
      {!isKnown && (
        <option value={value} selected>
          {value}
        </option>
      )}
      {options.map(([one, text]) => (
        <option key={one} value={one} selected={one === value}>
          {text}
        </option>
      ))}
    </>
  );
}
