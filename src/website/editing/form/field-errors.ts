import { violationsOf } from '../../../api/schema/checks';
import { catalog } from '../../../catalog';
import type { Sent } from '../../api/client';
import type { SentForm } from '../../http/form';
import type { RequestContext } from '../../http/request-context';
import { messageText, problemsIn, problemText } from '../../i18n/api-errors';
import type { FieldError } from '../error-summary';
import { changedFields, isSame, isUneven, rowsIn, typedValue } from './draft';
import { addressIn, type FieldSchema, type FormSchema, formFields, isNames, isOptions, type ListSchema, listsOf } from './schema';
import type { Draft, FieldAt } from './types';

type Read = Pick<RequestContext, 't' | 'format'>;

/** By field, and without. */
export type FormErrors = ReturnType<typeof errorsOf>;

/** The label of a field within a sentence. */
export function whatOf({ t, format }: Pick<Read, 't' | 'format'>, label: string): string {
  const labels: Readonly<Record<string, string>> = t.fields;
  const named: Readonly<Record<string, string | undefined>> = t.fieldsInErrors;
  return named[label] ?? format.inSentence(labels[label] ?? label);
}

export const fieldError = (
  context: Read,
  { name, label }: Pick<FieldSchema, 'name' | 'label'>,
  at: number | undefined,
  message: string,
): FieldError => ({
  field: name,
  at: at?.toString(),
  what: whatOf(context, label),
  message,
});

/** Maps API errors to fields; others become sentences. */
export function errorsOf(
  { t, format }: Read,
  { document }: Pick<Sent, 'document'>,
  fieldAt: (pointer: readonly string[]) => FieldAt | undefined,
) {
  const fieldErrors: FieldError[] = [];
  const all: string[] = [];
  for (const problem of problemsIn(document)) {
    const message = problemText({ t, format }, problem);
    const found = fieldAt((problem.source?.pointer ?? '').split('/').slice(1));
    if (!found) all.push(message);
    else
      fieldErrors.push({
        field: found.field,
        at: found.at,
        what: found.what,
        message: found.isNamed ? found.what + format.colon + message : message,
      });
  }
  return { fieldErrors, all };
}

export const fieldIn =
  (context: Read, schema: FormSchema) =>
  ([, part, name = '', index, member = '', deeper]: readonly string[]): FieldAt | undefined => {
    if (part === 'note') return { field: 'note', what: whatOf(context, 'note') };
    const list = listsOf(schema).find(({ attribute }) => attribute === name);
    if (list?.part && part !== 'relationships') return list.part.fieldAt(context, [index, member, deeper]);
    if (list && part !== 'relationships') {
      const visible = list.fields.filter(({ input }) => input !== 'hidden');
      const found = visible.find((one) => index !== undefined && one.member === member) ?? visible[0];
      return found && { field: found.name, at: index ?? '0', what: whatOf(context, found.label) };
    }
    const field = formFields(schema).find(
      (one) => one.member === name && (isNames(one.input) || isOptions(one.input)) === (part === 'relationships'),
    );
    return field && { field: field.name, what: whatOf(context, field.label) };
  };

export const fieldInRow =
  (context: Read, { fields }: ListSchema, at: number) =>
  ([, name = '']: readonly string[]): FieldAt | undefined => {
    const field = fields.find((one) => one.member === name);
    return field && { field: field.name, at: String(at), what: whatOf(context, field.label) };
  };

/** Checks without the API, of single fields and rows. Single fields are wrong only once they are changed. */
export function checkFields(context: Read, schema: FormSchema, draft: Draft, base: Draft): FieldError[] {
  const { wrong } = context.t.releaseForm;
  const changed = new Set(changedFields(formFields(schema), base.texts, draft.texts));
  const check = (type: string | undefined, field: FieldSchema, text: string, at?: number) => {
    const missing = isNames(field.input) ? wrong.whose : wrong.required;
    const fault =
      at !== undefined || changed.has(field) ? (faultOf(field, text, wrong) ?? refusalOf(context, type, field, text)) : undefined;
    const message = field.isRequired && text === '' ? missing : fault;
    return message === undefined ? [] : [fieldError(context, field, at, message)];
  };
  return [
    ...formFields(schema).flatMap((field) => check(schema.type, field, draft.texts[field.name] ?? '')),
    ...listsOf(schema).flatMap(({ name, fields, children }) =>
      rowsIn(draft, name).flatMap((row, at) => {
        const type = rowsIn(base, name).some((one) => isSame(one, row)) ? undefined : children?.type;
        return fields.flatMap((field) => check(type, field, row[field.name] ?? '', at));
      }),
    ),
  ];
}

/** What the API would refuse of the value of an attribute. */
function refusalOf(context: Read, type: string | undefined, field: FieldSchema, text: string): string | undefined {
  const schema = catalog.find(type ?? '')?.deserializer.schema.properties[field.member];
  const value = typedValue(field, text);
  if (schema === undefined || value === null || value === undefined || isNames(field.input) || isOptions(field.input)) return undefined;
  const [broken] = violationsOf(field.member, value, { schema });
  return broken && messageText(context, broken.problem);
}

/** Lists whose fields make no rows. */
export const unevenRows = (context: Read, schema: FormSchema, form: Pick<SentForm, 'all'>): FieldError[] =>
  listsOf(schema).flatMap((list) => {
    const first = isUneven(form, list) ? list.fields.find(({ input }) => input !== 'hidden') : undefined;
    return first ? [{ ...fieldError(context, first, 0, context.t.releaseForm.wrong.uneven), what: whatOf(context, list.label) }] : [];
  });

/** Rows with an address that the form was not opened with, or twice: saving them would delete the record of that address. */
export const strayRows = (context: Read, schema: FormSchema, { base, draft }: Record<'base' | 'draft', Draft>): FieldError[] =>
  listsOf(schema).flatMap(({ name, label, fields }) => {
    const [address, first] = [addressIn(fields), fields.find(({ input }) => input !== 'hidden')];
    const known = new Set(rowsIn(base, name).map((row) => row[address]));
    return rowsIn(draft, name).flatMap((row, at) => {
      if (!first || !row[address] || known.delete(row[address])) return [];
      return [{ ...fieldError(context, first, at, context.t.releaseForm.wrong.stray), what: whatOf(context, label) }];
    });
  });

type Wrong = RequestContext['t']['releaseForm']['wrong'];

function faultOf({ input }: FieldSchema, text: string, words: Wrong): string | undefined {
  if (input === 'date') return wrongDate(text, words);
  return input === 'barcode' && !isBarcodeText(text) ? words.barcode : undefined;
}

/** Empty is valid. */
export const isBarcodeText = (text: string): boolean => text === '' || /^(?:\d[\s.-]*){1,24}$/.test(text);

export function wrongDate(date: string, words: Wrong): string | undefined {
  if (date === '' || /^\d{4}(?:-\d\d(?:-\d\d)?)?$/.test(date)) return undefined;
  const [, year, month = ''] = /^(\d{4})-(\d)$/.exec(date) ?? [];
  return year === undefined ? words.date : words.month({ date: `${year}-${month.padStart(2, '0')}` });
}
