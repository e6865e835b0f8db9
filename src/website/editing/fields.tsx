import type { ComponentChildren, JSX } from 'preact';
import { choosableCountries } from '../../catalog/countries';
import { barcodeFault } from '../../store/values/identifiers';
import { type RequestContext, useRequestContext } from '../http/request-context';
import { Options } from '../ui/form';

interface Labelled {
  readonly name: string;
  readonly label: ComponentChildren;
  /** What tells it from others of its name: its place among rows. */
  readonly at?: string | undefined;
  /** Whether the label is for those alone who do not see the one of the first row. */
  readonly isRepeated?: boolean | undefined;
  readonly problem?: string | undefined;
  readonly hint?: ComponentChildren;
  readonly isWide?: boolean;
}

interface Input {
  readonly value: string | number;
  readonly type?: 'text' | 'number';
  readonly required?: boolean;
  readonly min?: number;
  readonly max?: number;
  readonly placeholder?: string;
  readonly inputMode?: 'numeric';
  readonly autocomplete?: 'off';
  readonly spellcheck?: boolean;
  /** The id of a list of suggestions, and where the script asks for others. */
  readonly list?: string;
  readonly 'data-names'?: string;
}

type Select = Omit<JSX.IntrinsicElements['select'], 'label' | 'name' | 'value'>;
type Area = Omit<JSX.IntrinsicElements['textarea'], 'label' | 'name'>;

/** The id of a field, for a link to it. */
export const idOfField = (name: string, at?: string): string => (at === undefined ? `field-${name}` : `field-${name}-${at}`);

/** A line of text to correct. */
export function LineField({ children, ...field }: Labelled & Input & { readonly children?: ComponentChildren }) {
  const [labelled, rest] = split(field);
  return (
    <Label {...labelled}>
      <input {...({ ...rest, ...described(labelled) } as JSX.IntrinsicElements['input'])} />
      {children}
      <BarcodeCaution field={labelled.name} value={String(field.value)} />
    </Label>
  );
}

/** A text of several lines to correct. */
export function AreaField(field: Labelled & Area) {
  const [labelled, rest] = split(field);
  return (
    <Label {...labelled}>
      <textarea {...({ ...rest, ...described(labelled) } as JSX.IntrinsicElements['textarea'])} />
    </Label>
  );
}

interface ChoiceFieldProps extends Labelled, Select {
  readonly value: string;
  /** What is sent, and what is read. */
  readonly options: readonly (readonly [value: string, text: string])[];
  /** Whether nothing may be chosen. */
  readonly mayBeEmpty?: boolean;
}

/** A choice from a closed list; a value that is not on it stays what it is. */
export function ChoiceField({ value, options, mayBeEmpty, ...field }: ChoiceFieldProps) {
  const [labelled, rest] = split(field);
  return (
    <Label {...labelled}>
      <select {...({ ...rest, ...described(labelled) } as JSX.IntrinsicElements['select'])}>
        <Options value={value} options={options} none={mayBeEmpty ? '' : undefined} />
      </select>
    </Label>
  );
}

function Label({ name, label, at, isRepeated, problem, hint, isWide, children }: Labelled & { readonly children: ComponentChildren }) {
  const id = idOfField(name, at);
  return (
    <label class={isWide ? 'wide' : undefined} for={id}>
      {isRepeated ? <span class="hidden">{label}</span> : label}
      {children}
      {problem !== undefined && (
        <small class="no" id={`${id}-bad`}>
          {problem}
        </small>
      )}
      {hint !== undefined && problem === undefined && <small id={`${id}-help`}>{hint}</small>}
    </label>
  );
}

/** What a field says to who does not see what stands around it. */
function described({ name, at, problem, hint }: Labelled) {
  const id = idOfField(name, at);
  if (problem !== undefined) return { id, name, 'aria-invalid': true, 'aria-describedby': `${id}-bad` };
  return { id, name, ...(hint !== undefined && { 'aria-describedby': `${id}-help` }) };
}

function split<F extends Labelled>({ name, label, at, isRepeated, problem, hint, isWide, ...rest }: F) {
  return [{ name, label, at, isRepeated, problem, hint, isWide } as Labelled, rest] as const;
}

interface BarcodeCautionProps {
  /** The name of the field that the value stands in, or of the fact that it is. */
  readonly field: string;
  readonly value: string;
}

/** Beside a barcode that is taken as it is, though it looks wrong; nothing beside other fields. */
export function BarcodeCaution({ field, value }: BarcodeCautionProps) {
  const { t } = useRequestContext();
  const fault = faultIn(field, value);
  return fault === undefined ? null : <small class="no">{fault === 'length' ? t.editing.barcodeLength : t.shop.misread}</small>;
}

/** Where a catalogue number may stand as well, only what is as long as a barcode is one. */
function faultIn(field: string, value: string): ReturnType<typeof barcodeFault> {
  if (field !== 'barcode' && field !== 'code') return undefined;
  const fault = barcodeFault(value);
  return field === 'code' && fault === 'length' ? undefined : fault;
}

/** The countries that may be chosen, by name, as the reader's language has them; the one that stands there is among them. */
export const countryOptions = ({ format }: RequestContext, present: string): (readonly [code: string, name: string])[] =>
  choosableCountries(present)
    .map((code) => [code, format.country(code)] as const)
    .sort(([, one], [, other]) => format.compare(one, other));
