import type { ComponentChildren, JSX } from 'preact';
import { tokenField, userField } from '../http/form';
import { useRequestContext } from '../http/request-context';
import { type OptionList, Options } from './options';

type FormProps = Omit<JSX.IntrinsicElements['form'], 'method'> & { readonly children: ComponentChildren };

/** With the form token. */
export function Form({ children, ...attributes }: FormProps) {
  return (
    <form method="post" {...attributes}>
      <FormToken />
      {children}
    </form>
  );
}

/** For forms that are not a {@link Form}. */
export function FormToken() {
  const { formToken, user } = useRequestContext();
  return (
    <>
      <input type="hidden" name={tokenField} value={formToken()} />
      {user && <input type="hidden" name={userField} value={user.id} />}
    </>
  );
}

type HiddenValue = string | number | undefined;

interface HiddenProps {
  readonly fields: Readonly<Record<string, HiddenValue>> | Iterable<readonly [name: string, value: HiddenValue]>;
}

export const Hidden = ({ fields }: HiddenProps) => (
  <>
    {(Symbol.iterator in fields ? [...fields] : Object.entries(fields)).map(([name, value]) => (
      <input key={`${name} ${value}`} type="hidden" name={name} value={value} />
    ))}
  </>
);

type SubmitProps = Omit<JSX.IntrinsicElements['button'], 'type' | 'children'> & { readonly text: string };

export const Submit = ({ text, ...attributes }: SubmitProps) => (
  <button type="submit" {...attributes}>
    {text}
  </button>
);

export const SubmitRow = (props: SubmitProps) => (
  <p class="row">
    <Submit {...props} />
  </p>
);

/** Also has the attributes of an input. */
interface FieldProps extends Omit<JSX.IntrinsicElements['input'], 'name' | 'label' | 'type' | 'value'> {
  readonly name: string;
  readonly label: ComponentChildren;
  /** Says that it may stay empty. */
  readonly isOptional?: boolean;
  readonly problem?: string | undefined;
  readonly hint?: ComponentChildren;
  readonly type?: 'text' | 'password' | 'email' | 'number' | 'date' | 'search' | 'file';
  readonly value?: string | number | undefined;
  /** Id of suggestions. */
  readonly list?: string;
}

export function Field({ name, label, isOptional = false, problem, hint, ...input }: FieldProps) {
  const { mayStayEmpty } = useRequestContext().t.door;
  // JSX types depend on the input type, which varies here.
  const attributes = { name, ...input, ...invalid(name, problem) } as JSX.IntrinsicElements['input'];
  return (
    <label>
      {isOptional ? (
        <span>
          {label} <small>{mayStayEmpty}</small>
        </span>
      ) : (
        label
      )}
      <input {...attributes} />
      <FieldProblem name={name} problem={problem} />
      {problem === undefined && hint && <small>{hint}</small>}
    </label>
  );
}

export const AllProblems = ({ problems }: { readonly problems: readonly string[] }) =>
  problems.length === 0 ? null : (
    <p class="no wide" role="alert" tabIndex={-1} autofocus>
      {problems.join(' ')}
    </p>
  );

interface SelectProps extends Pick<FieldProps, 'name' | 'label' | 'problem' | 'hint'> {
  readonly value: string | undefined;
  readonly options: OptionList;
  /** Label of the empty option. */
  readonly none?: string;
}

export function Select({ name, label, value = '', options, none, problem, hint }: SelectProps) {
  return (
    <label>
      <span class="label">{label}</span>
      <select name={name} {...invalid(name, problem)}>
        <Options value={value} options={options} none={none} />
      </select>
      <FieldProblem name={name} problem={problem} />
      {problem === undefined && hint && <small>{hint}</small>}
    </label>
  );
}

interface CompactSelectProps extends Pick<SelectProps, 'name' | 'options'> {
  /** For screen readers. */
  readonly label: string;
  readonly value: string;
  /** Defaults to the name. */
  readonly id?: string;
  readonly form?: string;
}

/** A select whose label is not visible. */
export const CompactSelect = ({ name, label, value, options, id = name, form }: CompactSelectProps) => (
  <>
    <label class="hidden" for={id}>
      {label}
    </label>
    <select id={id} name={name} form={form}>
      <Options value={value} options={options} />
    </select>
  </>
);

interface RadiosProps {
  readonly name: string;
  readonly legend: ComponentChildren;
  /** Value, label, and an explanation. */
  readonly options: readonly (readonly [value: string, text: string, rule?: ComponentChildren])[];
  readonly chosen: string | undefined;
  readonly class?: string;
  readonly disabled?: boolean;
  readonly isLegendHidden?: boolean;
  readonly children?: ComponentChildren;
}

export const Radios = ({ name, legend, options, chosen, isLegendHidden, children, ...attributes }: RadiosProps) => (
  <fieldset {...attributes}>
    <legend class={isLegendHidden ? 'hidden' : undefined}>{legend}</legend>
    {options.map(([value, text, rule]) => (
      <label class="check" key={value} lang={name === 'language' && value !== '' ? value : undefined}>
        <input type="radio" name={name} value={value} checked={value === chosen} /> <span>{text}</span>
        {typeof rule === 'string' ? rule && <small>{rule}</small> : rule}
      </label>
    ))}
    {children}
  </fieldset>
);

type CheckboxProps = Omit<JSX.IntrinsicElements['input'], 'type' | 'role'> & { readonly text: string; readonly hint?: ComponentChildren };

export const Checkbox = ({ text, hint, ...input }: CheckboxProps) => (
  <label class="check">
    <input type="checkbox" {...input} /> <span>{text}</span>
    {hint && <small>{hint}</small>}
  </label>
);

interface TextAreaProps {
  readonly name: string;
  readonly label: string;
  readonly value: string | undefined;
  readonly problem?: string | undefined;
  readonly rows?: number;
}

export const TextArea = ({ name, label, value = '', problem, rows = 2 }: TextAreaProps) => (
  <label class="wide">
    {label}
    <textarea name={name} rows={rows} {...invalid(name, problem)}>
      {/* A browser leaves out a line break that a text begins with. */}
      {value.startsWith('\n') ? `\n${value}` : value}
    </textarea>
    <FieldProblem name={name} problem={problem} />
  </label>
);

/** A datalist. */
export const SuggestionList = ({ id, texts }: { readonly id: string; readonly texts: readonly string[] }) => (
  <datalist id={id}>
    {texts.map((text) => (
      <option key={text} value={text} />
    ))}
  </datalist>
);

const invalid = (name: string, problem: string | undefined) =>
  problem === undefined ? {} : { 'aria-invalid': true, 'aria-describedby': `bad-${name}` };

export const FieldProblem = ({ name, problem }: { readonly name: string; readonly problem: string | undefined }) =>
  problem === undefined ? null : (
    <small class="no" id={`bad-${name}`} role="alert">
      {problem}
    </small>
  );
