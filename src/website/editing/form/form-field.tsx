import { type RequestContext, useRequestContext } from '../../http/request-context';
import { SubmitRow } from '../../ui/form';
import { errorFor } from '../error-summary';
import { AreaField, ChoiceField, countryOptions, idOfField, LineField } from '../fields';
import { LockedField } from '../locked-field';
import { idFieldOf, NameField } from '../name-field';
import { columnNamesOf, placeOf, rowsIn, tickOf } from './draft';
import { areTicks, type FieldSchema, type GridRow, isChoice, isList, isNames, isOptions, type ListSchema, type Ticks } from './schema';
import type { FormState, Row } from './types';

interface FormFieldProps {
  readonly field: FieldSchema;
  readonly texts: Row;
  readonly state: FormState;
  /** For fields in rows. */
  readonly at?: string;
  readonly isRepeated?: boolean;
  readonly autofocus?: boolean;
}

export function FormField({ field, texts, state, at, isRepeated, autofocus }: FormFieldProps) {
  const context = useRequestContext();
  const { t } = context;
  const { name, input, isWide, isRequired, placeholder, height } = field;
  const value = texts[name] ?? '';
  if (input === 'hidden') return <input type="hidden" name={name} value={value} />;
  const shared = {
    name,
    at,
    isRepeated,
    isWide: isWide === true,
    ...(autofocus && { autofocus }),
    label: t.fields[field.label],
    problem: errorFor(state.fieldErrors, name, at),
    hint: at === undefined ? hintOf(field, t) : field.hint?.(t),
  };
  const resolved = state.names?.get(placeOf(name, at));
  if (isNames(input))
    return (
      <NameField
        {...shared}
        kind={input.names}
        value={{ typed: value, known: texts[idFieldOf(name)] ?? '' }}
        resolved={resolved}
        mayBeNew={input.mayBeNew}
      />
    );
  if (input === 'pending') return state.base.texts[name] === '' ? null : <Pending name={name} isOver={value === ''} />;
  if (areTicks(input)) return <Ticked {...shared} at={at ?? ''} input={input} value={value} />;
  if (input === 'area' || input === 'lines')
    return (
      <AreaField {...shared} rows={height ?? (input === 'area' ? 6 : 4)} dir="auto">
        {value}
      </AreaField>
    );
  const options = optionsOf(context, field, value, state);
  if (options) return <ChoiceField {...shared} {...options} value={input === 'flag' ? value || 'no' : value} />;
  return (
    <LineField
      {...shared}
      value={value}
      required={isRequired === true && at === undefined}
      {...(input === 'role' && { list: 'roles', autocomplete: 'off' as const })}
      {...(placeholder && { placeholder: placeholder(t) })}
      {...((input === 'number' || input === 'barcode') && { inputMode: 'numeric' as const })}
    />
  );
}

const hintOf = ({ hint, input, height }: FieldSchema, t: RequestContext['t']): string | undefined => {
  if (hint) return hint(t);
  if (input === 'date') return t.recordForm.dateHelp;
  if (input === 'day') return t.recordForm.dayHelp;
  return input === 'lines' && height === undefined ? t.recordForm.linesHelp : undefined;
};

/** Undefined for fields without a choice. */
function optionsOf(context: RequestContext, { name, input }: FieldSchema, value: string, { options: offered }: FormState) {
  const { t } = context;
  if (input === 'country') return { mayBeEmpty: true, options: countryOptions(context, value) };
  if (input === 'flag') return { options: [['no', t.history.no] as const, ['yes', t.history.yes] as const] };
  if (isOptions(input)) {
    const options = offered.get(name) ?? [];
    return { mayBeEmpty: true, options: options.map((option) => [option.value, option.label] as const) };
  }
  if (!isChoice(input)) return undefined;
  const words = input.labels(t);
  return { mayBeEmpty: input.mayBeEmpty === true, options: input.words.map((word) => [word, words[word] ?? word] as const) };
}

/** Lets editors confirm a provisional record. */
function Pending({ name, isOver }: { readonly name: string; readonly isOver: boolean }) {
  const { t } = useRequestContext();
  return (
    <label class="check wide">
      <input type="hidden" name={name} value="on" />
      <input type="checkbox" name="isTrue" checked={isOver} />
      <span>{t.releaseForm.provisional}</span>
      <small>{t.releaseForm.provisionalHelp}</small>
    </label>
  );
}

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
  const words = input.labels(t);
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

interface PartProps {
  /** Anchor to return to. */
  readonly part: string;
  readonly state: FormState;
}

/** Single fields, and short lists among them. */
export function Grid({ rows, part, state, isFirst }: PartProps & { readonly rows: readonly GridRow[]; readonly isFirst: boolean }) {
  const { t } = useRequestContext();
  const { options, locks, draft } = state;
  const isShown = ({ name, input }: FieldSchema) => !isOptions(input) || options.get(name)?.length !== 0;
  return (
    <div class="form grid">
      {rows.flatMap((row, at) => [
        ...row.map((one, place) => {
          if (isList(one)) return <InlineRows key={one.name} list={one} part={part} state={state} />;
          return (
            isShown(one) && (
              <FormField key={one.name} field={one} texts={draft.texts} state={state} autofocus={isFirst && at + place === 0} />
            )
          );
        }),
        ...row.map((one) => <LockedField key={`${one.name} lock`} name={attributeOf(one)} locks={locks} what={t.fields[one.label]} />),
      ])}
    </div>
  );
}

const attributeOf = (one: FieldSchema | ListSchema): string => (isList(one) ? (one.attribute ?? one.name) : one.member);

interface RowsProps extends PartProps {
  readonly list: ListSchema;
}

/** Repeating rows of a section, with empty ones at the end. Rows in one line have visible labels above the first. */
export function ListRows({ list, part, state }: RowsProps) {
  const { t } = useRequestContext();
  const { name, fields, startsShort, label } = list;
  const rows = rowsIn(state.draft, name);
  const spare = state.more === name ? 5 : 1;
  const all = [...rows, ...Array.from({ length: spare }, () => emptyRow(list))];
  const columns = fields.filter(({ input, isWide }) => input !== 'hidden' && !isWide);
  return (
    <>
      <ol class={`rows form${columns.length > 2 ? ' three' : ''}${columns.length > 3 ? ' tall' : ''}`}>
        {all.map((row, index) => (
          <li key={index}>
            {fields.map((field, place) =>
              isArtist(field) && isArtist(fields[place - artistsOffered]) && !row[field.name] && !row[fields[place - 1]?.name ?? ''] ? (
                columnNamesOf(field).map((name) => <input key={name} type="hidden" name={name} value="" />)
              ) : (
                <FormField
                  key={field.name}
                  field={field}
                  texts={row}
                  state={state}
                  at={String(index)}
                  isRepeated={index > 0 && columns.length <= 3}
                />
              ),
            )}
          </li>
        ))}
      </ol>
      <LockedField name={attributeOf(list)} locks={state.locks} what={t.fields[label]} />
      {!(startsShort && rows.length <= 2) && (
        <SubmitRow name="more" value={name} formAction={`${state.action}#${part}`} formNoValidate text={t.editing.more} />
      )}
    </>
  );
}

/** Fields for several artists of a row; each further one follows when the last is filled. */
const artistsOffered = 3;

const isArtist = (field?: FieldSchema): boolean => field !== undefined && isNames(field.input) && field.input.isItem === true;

export const emptyRow = ({ fields }: ListSchema): Row =>
  Object.fromEntries(
    fields.map(({ name, input, initial }) => [name, initial ?? (isChoice(input) && !input.mayBeEmpty ? (input.words[0] ?? '') : '')]),
  );

/** Rows of one field among others, with an empty one on request. */
function InlineRows({ list, part, state }: RowsProps) {
  const { t } = useRequestContext();
  const { name, fields } = list;
  const rows = rowsIn(state.draft, name);
  const isMore = state.more === name;
  const all = rows.length === 0 || isMore ? [...rows, emptyRow(list)] : rows;
  return (
    <div class="form">
      {all.map((row, index) =>
        fields.map((field) => (
          <FormField
            key={index}
            field={{
              ...field,
              ...(index > 0 && { label: 'anotherArtist' }),
              ...(index === all.length - 1 && { hint: () => t.editing.names.hint }),
            }}
            texts={row}
            state={state}
            at={String(index)}
            isRepeated={index > 0}
          />
        )),
      )}
      {rows.length > 0 && !isMore && (
        <button class="plain" type="submit" name="more" value={name} formAction={`${state.action}#${part}`} formNoValidate>
          {t.fields.anotherArtist}
        </button>
      )}
    </div>
  );
}
