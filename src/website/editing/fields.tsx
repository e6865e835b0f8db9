import type { ComponentChildren, JSX } from 'preact';
import { choosableCountries } from '../../catalog/countries';
import { barcodeFault } from '../../store/values/identifiers';
import { type RequestContext, useRequestContext } from '../http/request-context';
import { type OptionList, Options } from '../ui/options';

export interface LabelledField {
  readonly name: string;
  readonly label: ComponentChildren;
  /** Row, to distinguish fields of one name. */
  readonly at?: string | undefined;
  /** Hides the label visually, except in the first row. */
  readonly isRepeated?: boolean | undefined;
  readonly problem?: string | undefined;
  readonly hint?: ComponentChildren;
  readonly isWide?: boolean;
}

interface Input extends Omit<JSX.IntrinsicElements['input'], 'label' | 'name' | 'type' | 'value'> {
  readonly value: string | number;
  readonly type?: 'text' | 'number';
  /** Id of the suggestions and address for more. */
  readonly list?: string;
  readonly 'data-names'?: string;
}

export const idOfField = (name: string, at?: string): string => (at === undefined ? `field-${name}` : `field-${name}-${at}`);

export function LineField({ children, ...field }: LabelledField & Input & { readonly children?: ComponentChildren }) {
  const [labelled, rest] = split(field);
  return (
    <Label {...labelled}>
      <input {...({ ...rest, ...described(labelled) } as JSX.IntrinsicElements['input'])} />
      {children}
      {labelled.problem === undefined && <BarcodeCaution field={labelled.name} value={String(field.value)} />}
    </Label>
  );
}

export function AreaField(field: LabelledField & Omit<JSX.IntrinsicElements['textarea'], 'label' | 'name'>) {
  const [labelled, rest] = split(field);
  return (
    <Label {...labelled}>
      <textarea {...({ ...rest, ...described(labelled) } as JSX.IntrinsicElements['textarea'])} />
    </Label>
  );
}

interface ChoiceFieldProps extends LabelledField, Omit<JSX.IntrinsicElements['select'], 'label' | 'name' | 'value'> {
  readonly value: string;
  readonly options: OptionList;
  readonly mayBeEmpty?: boolean;
}

/** Keeps a current value that is not in the list. */
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

function Label({ name, label, at, isRepeated, problem, hint, isWide, children }: LabelledField & { readonly children: ComponentChildren }) {
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

/** For screen readers. */
function described({ name, at, problem, hint }: LabelledField) {
  const id = idOfField(name, at);
  if (problem !== undefined) return { id, name, 'aria-invalid': true, 'aria-describedby': `${id}-bad` };
  return { id, name, ...(hint !== undefined && { 'aria-describedby': `${id}-help` }) };
}

function split<F extends LabelledField>({ name, label, at, isRepeated, problem, hint, isWide, ...rest }: F) {
  return [{ name, label, at, isRepeated, problem, hint, isWide } as LabelledField, rest] as const;
}

interface BarcodeCautionProps {
  /** Field or fact of the value. */
  readonly field: string;
  readonly value: string;
}

/** A warning about a valid but suspicious barcode. */
export function BarcodeCaution({ field, value }: BarcodeCautionProps) {
  const { t } = useRequestContext();
  const fault = faultIn(field, value);
  return fault === undefined ? null : <small class="no">{fault === 'length' ? t.editing.barcodeLength : t.shop.misread}</small>;
}

/** In fields that also accept catalog numbers, only barcode-length text is checked. */
function faultIn(field: string, value: string): ReturnType<typeof barcodeFault> {
  if (field !== 'barcode' && field !== 'code') return undefined;
  const fault = barcodeFault(value);
  return field === 'code' && fault === 'length' ? undefined : fault;
}

/** By name in the reader's language, including the current value. */
export const countryOptions = ({ format }: RequestContext, present: string): OptionList =>
  choosableCountries(present)
    .map((code) => [code, format.country(code)] as const)
    .sort(([, one], [, other]) => format.compare(one, other));
