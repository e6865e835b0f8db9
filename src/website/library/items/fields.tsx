import type { ComponentChildren } from 'preact';
import type { Texts } from '../../i18n';
import { Options } from '../../ui/options';

interface ChoiceProps {
  readonly name: string;
  readonly label: ComponentChildren;
  readonly value: string | undefined;
  /** What may be chosen: the value, and the words for it. */
  readonly options: readonly (readonly [value: string, text: string])[];
  /** The words for choosing nothing, where that may be. */
  readonly none?: string;
  readonly problem?: string | undefined;
}

/** A labelled select. */
export function Choice({ name, label, value = '', options, none, problem }: ChoiceProps) {
  return (
    <label>
      {label}
      <select name={name} {...invalid(name, problem)}>
        <Options value={value} options={options} none={none} />
      </select>
      <Problem name={name} problem={problem} />
    </label>
  );
}

interface LongTextProps {
  readonly name: string;
  readonly label: string;
  readonly value: string | undefined;
  readonly problem?: string | undefined;
  readonly rows?: number;
}

/** A labelled text of several lines, across the form. */
export const LongText = ({ name, label, value = '', problem, rows = 2 }: LongTextProps) => (
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

const Problem = ({ name, problem }: { readonly name: string; readonly problem: string | undefined }) =>
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
