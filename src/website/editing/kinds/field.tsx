import { useRequestContext } from '../../http/request-context';
import type { Resolved } from '../choices';
import { errorFor, type FieldError } from '../error-summary';
import { AreaField, ChoiceField, countryOptions, idOfField, LineField } from '../fields';
import type { LastEdits } from '../locked-field';
import { NameField } from '../name-field';
import { type Draft, type FieldTexts, tickOf } from './draft';
import { labelOf } from './field-errors';
import type { KindDescription } from './form-schemas';
import { areTicks, type FieldDescription, isNames, type Ticks } from './inputs';
import type { NamesOfRows } from './names-of-rows';

interface RecordFieldProps {
  readonly field: FieldDescription;
  readonly value: string;
  /** If different from the history's. */
  readonly label?: string | undefined;
  readonly state: Pick<RecordFormState, 'fieldErrors' | 'theirs'>;
  /** For fields in rows. */
  readonly row?: {
    readonly name: string;
    readonly at: string;
    readonly isRepeated: boolean;
    readonly known: string;
    readonly resolved?: Resolved | undefined;
  };
}

export function RecordField({ field, value, label, state, row }: RecordFieldProps) {
  const visit = useRequestContext();
  const { t } = visit;
  const { input, isWide, isRequired, placeholder } = field;
  const name = row?.name ?? field.name;
  if (input === 'hidden') return <input type="hidden" name={name} value={value} />;
  const theirs = row ? undefined : state.theirs?.[field.name];
  const shared = {
    name,
    at: row?.at,
    isRepeated: row?.isRepeated,
    isWide: isWide === true,
    label: label ?? labelOf(t, field.name),
    problem: errorFor(state.fieldErrors, name, row?.at),
    hint: theirs === undefined || theirs === value ? hintOf(input, t.recordForm) : t.recordForm.theirs(theirs),
  };
  if (input === 'area' || input === 'lines')
    return (
      <AreaField {...shared} rows={input === 'area' ? 6 : 4} dir="auto">
        {value}
      </AreaField>
    );
  if (input === 'flag') {
    const options = [
      ['no', t.history.no],
      ['yes', t.history.yes],
    ] as const;
    return <ChoiceField {...shared} value={value || 'no'} options={options} />;
  }
  if (input === 'country') return <ChoiceField {...shared} value={value} mayBeEmpty options={countryOptions(visit, value)} />;
  if (isNames(input))
    return (
      <NameField
        {...shared}
        at={row?.at ?? ''}
        kind={input.names}
        value={{ typed: value, known: row?.known ?? '' }}
        resolved={row?.resolved}
      />
    );
  if (areTicks(input)) return <Ticked {...shared} at={row?.at ?? ''} input={input} value={value} />;
  if (typeof input === 'object') {
    const words = input.said(t);
    return (
      <ChoiceField
        {...shared}
        value={value}
        mayBeEmpty={input.mayBeEmpty === true}
        options={input.words.map((word) => [word, words[word] ?? word] as const)}
      />
    );
  }
  return (
    <LineField
      {...shared}
      value={value}
      required={isRequired === true && row === undefined}
      {...(input === 'role' && { list: 'roles', autocomplete: 'off' as const })}
      {...(placeholder && { placeholder: placeholder(t) })}
      {...(input === 'number' && { inputMode: 'numeric' as const })}
    />
  );
}

const hintOf = (input: FieldDescription['input'], words: { readonly dateHelp: string; readonly linesHelp: string }): string | undefined =>
  input === 'date' ? words.dateHelp : input === 'lines' ? words.linesHelp : undefined;

interface TickedProps {
  readonly name: string;
  readonly at: string;
  readonly label: string;
  readonly problem: string | undefined;
  readonly input: Ticks;
  /** Checked words, one per line. */
  readonly value: string;
}

/** Checkboxes for a closed list. */
function Ticked({ name, at, label, problem, input, value }: TickedProps) {
  const { t } = useRequestContext();
  const words = input.said(t);
  const ticked = new Set(value.split('\n'));
  return (
    <fieldset class="wide ticks" id={idOfField(name, at)} tabIndex={-1}>
      <legend class="hidden">{label}</legend>
      {input.words.map((word) => (
        <label key={word} class="check">
          <input type="checkbox" name={name} value={tickOf(at, word)} checked={ticked.has(word)} />
          <span>{words[word] ?? word}</span>
        </label>
      ))}
      {problem !== undefined && <small class="no">{problem}</small>}
    </fieldset>
  );
}

export interface RecordFormState {
  readonly description: KindDescription;
  readonly draft: Draft;
  readonly note: string;
  readonly back: string;
  /** For existing records: ETag, locked fields and other forms. */
  readonly record?: {
    readonly tag: string;
    readonly base: string;
    readonly locks: LastEdits;
    readonly history: string;
    readonly form: string;
  };
  /** Conflicting values saved by others. */
  readonly theirs?: FieldTexts | undefined;
  readonly fieldErrors: readonly FieldError[];
  /** Where more rows were requested. */
  readonly more?: string | undefined;
  readonly names?: NamesOfRows | undefined;
  readonly roles: readonly string[];
}
