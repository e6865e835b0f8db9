import type { Sent } from '../../api/client';
import type { Visit } from '../../http/request-context';
import { said } from '../../i18n/api-errors';
import type { Wrong } from '../error-summary';
import { rowField } from './draft';
import type { FieldDescription, ListDescription } from './inputs';

/** What is wrong with a form: at its fields, and of no field. */
export interface Wrongs {
  readonly wrongs: readonly Wrong[];
  readonly all: readonly string[];
}

interface ApiProblem {
  readonly detail?: string;
  readonly source?: { readonly pointer?: string };
  readonly meta?: { readonly message?: string };
}

/** Where the form has what a document says. */
interface Places {
  readonly fields: readonly FieldDescription[];
  readonly lists?: readonly ListDescription[];
  /** Of the fields of a row: how they are called in the form, and which row it is. */
  readonly fieldOf?: (name: string) => string;
  readonly at?: string;
}

/** What the API found wrong, each at its field; the others as sentences. */
export function wrongsOf({ t, format }: Pick<Visit, 't' | 'format'>, { document }: Pick<Sent, 'document'>, places: Places): Wrongs {
  const wrongs: Wrong[] = [];
  const all: string[] = [];
  for (const { detail = '', source, meta } of (document?.meta?.errors ?? document?.errors ?? []) as readonly ApiProblem[]) {
    const message = said({ t, format }, meta?.message ?? detail);
    const place = placeOf(source?.pointer ?? '', places);
    if (place) wrongs.push({ field: place.field, at: place.at, what: labelOf(t, place.name), message });
    else all.push(message);
  }
  return { wrongs, all };
}

function placeOf(pointer: string, { fields, lists = [], fieldOf = (name) => name, at }: Places) {
  const [, , , name = '', index, member = ''] = pointer.split('/');
  if (fields.some((field) => field.name === name)) return { field: fieldOf(name), at, name };
  const list = lists.find((one) => one.name === name);
  if (!list) return undefined;
  const shown = list.fields.some((field) => field.name === member) ? member : 'iri';
  return { field: rowField(list, shown), at: index ?? '0', name: shown };
}

/** What forms call an attribute. */
export const labelOf = ({ history, recordForm }: Visit['t'], name: string): string =>
  (recordForm.fields as Readonly<Record<string, string>>)[name] ??
  (history.fields as Readonly<Record<string, string>>)[name] ??
  name.replaceAll('_', ' ');
