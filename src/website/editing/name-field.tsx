import { useRequestContext } from '../http/request-context';
import { asNew, type Choice, type Resolved } from './choices';
import { ChoiceField, type LabelledField, LineField } from './fields';
import type { NameKind } from './names';

/** Beside a field, `<name>Is` holds the known record. */
interface NameFieldProps extends LabelledField {
  readonly kind: NameKind;
  readonly value: Choice;
  readonly resolved?: Resolved | undefined;
  readonly autofocus?: boolean;
  /** Whether a new record may share a name; defaults to true. */
  readonly mayBeNew?: boolean;
}

/** With suggestions, and choices for an ambiguous name. */
export function NameField({ name, kind, value, resolved, at, problem, hint, mayBeNew = true, ...field }: NameFieldProps) {
  const { t, to } = useRequestContext();
  const words = t.editing.names;
  const isAsked = resolved?.state === 'several';
  const isNew = mayBeNew && resolved?.state === 'new';
  const help = isNew ? words.isNew : hint;
  const input = (
    <LineField
      {...field}
      name={name}
      at={at}
      value={value.typed}
      problem={problem}
      hint={help}
      data-names={to.names(kind)}
      autocomplete="off"
      spellcheck={false}
    >
      {!isAsked && <input type="hidden" name={idFieldOf(name)} value={value.known} />}
    </LineField>
  );
  if (!isAsked) return input;
  const options = [
    ...resolved.candidates.map((candidate) => [`${candidate.id} ${value.typed}`, candidate.label] as const),
    ...(mayBeNew ? [[asNew(value.typed), words.another] as const] : []),
  ];
  return (
    <div class="form">
      {input}
      <ChoiceField
        name={idFieldOf(name)}
        at={at}
        label={problem === undefined ? words.several : words.ofThem}
        value=""
        mayBeEmpty
        options={options}
      />
    </div>
  );
}

export const idFieldOf = (name: string): string => `${name}Is`;

export function choicesIn(form: { all(name: string): string[] }, name: string): Choice[] {
  const known = form.all(idFieldOf(name));
  return form.all(name).map((typed, index) => ({ typed: typed.trim(), known: known[index] ?? '' }));
}
