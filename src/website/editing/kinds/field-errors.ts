import type { Sent } from '../../api/client';
import type { RequestContext } from '../../http/request-context';
import { problemsIn, problemText } from '../../i18n/api-errors';
import type { FieldError } from '../error-summary';
import { rowField } from './draft';
import type { FieldDescription, ListDescription } from './inputs';

/** By field, and without. */
export interface FormErrors {
  readonly fieldErrors: readonly FieldError[];
  readonly all: readonly string[];
}

/** The field for a JSON pointer. */
export interface FieldAt {
  readonly field: string;
  readonly at?: string | undefined;
  readonly what: string;
  /** Whether the message must name the line. */
  readonly isNamed?: boolean;
}

/** Maps API errors to fields; others become sentences. */
export function errorsOf(
  { t, format }: Pick<RequestContext, 't' | 'format'>,
  { document }: Pick<Sent, 'document'>,
  fieldAt: (pointer: readonly string[]) => FieldAt | undefined,
): FormErrors {
  const fieldErrors: FieldError[] = [];
  const all: string[] = [];
  for (const problem of problemsIn(document)) {
    const message = problemText({ t, format }, problem);
    const found = fieldAt((problem.source?.pointer ?? '').split('/').slice(2));
    if (!found) all.push(message);
    else
      fieldErrors.push({
        field: found.field,
        at: found.at,
        what: found.what,
        message: found.isNamed ? `${found.what}: ${message}` : message,
      });
  }
  return { fieldErrors, all };
}

interface Places {
  readonly fields: readonly FieldDescription[];
  readonly lists?: readonly ListDescription[];
  /** Name and row of the field. */
  readonly fieldOf?: (name: string) => string;
  readonly at?: string;
}

export const fieldsIn =
  (t: RequestContext['t'], { fields, lists = [], fieldOf = (name) => name, at }: Places) =>
  ([, name = '', index, member = '']: readonly string[]): FieldAt | undefined => {
    if (fields.some((field) => field.name === name)) return { field: fieldOf(name), at, what: labelOf(t, name) };
    const list = lists.find((one) => one.name === name);
    if (!list) return undefined;
    const shown = list.fields.some((field) => field.name === member) ? member : 'iri';
    return { field: rowField(list, shown), at: index ?? '0', what: labelOf(t, shown) };
  };

export const labelOf = ({ history, recordForm }: RequestContext['t'], name: string): string =>
  (recordForm.fields as Readonly<Record<string, string>>)[name] ??
  (history.fields as Readonly<Record<string, string>>)[name] ??
  name.replaceAll('_', ' ');
