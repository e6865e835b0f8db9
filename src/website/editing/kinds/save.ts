import type { Sent } from '../../api';
import type { Visit } from '../../visit';
import type { Wrong } from '../refused';
import type { FieldDescription, KindDescription, RowsDescription } from './descriptions';
import { changedAttributes, type Draft, isEmptyRow, type RowDraft, rowField } from './draft';
import { type EditedRecord, readTagged } from './read-record';

/** What became of a form. */
export interface Saved {
  readonly isChanged: boolean;
  readonly wrongs: readonly Wrong[];
  /** What was refused, and is of no field. */
  readonly all: readonly string[];
  /** Whether somebody saved the record while the form was written. */
  readonly isOvertaken?: boolean;
  /** Rows that were refused, while all else was written. */
  readonly failed: readonly FailedRow[];
}

/** A row that was refused, and the answer. */
interface FailedRow {
  readonly rows: RowsDescription;
  readonly row: RowDraft;
  readonly sent: Sent;
}

/** Writes what a form says otherwise than the record: first the record itself, then the records below it, one by one. */
export async function saveRecord(visit: Visit, edited: EditedRecord, draft: Draft, note: string): Promise<Saved> {
  const { description, iri, tag } = edited;
  const attributes = changedAttributes(description.fields, edited.draft.texts, draft.texts);
  const isOwn = Object.keys(attributes).length > 0;
  if (isOwn) {
    const sent = await visit.api.send('PATCH', iri, documentOf(description.type, attributes, note, iri), { 'if-match': tag });
    if (sent.status === 412) return { isChanged: false, wrongs: [], all: [], failed: [], isOvertaken: true };
    if (!sent.ok) return { isChanged: false, failed: [], ...wrongsOf(visit, sent, description.fields) };
  }
  const rows = await saveAllRows(visit, iri, description, draft, note);
  return { ...rows, isChanged: isOwn || rows.isChanged };
}

/** Makes a record of a form, and the records below it. Gives its address, where it was made. */
export async function addRecord(
  visit: Visit,
  path: string,
  description: KindDescription,
  draft: Draft,
  note: string,
): Promise<Saved & { readonly sent: Sent }> {
  const attributes = Object.fromEntries(
    Object.entries(changedAttributes(description.fields, {}, draft.texts)).filter(([, value]) => value !== null),
  );
  const sent = await visit.api.send('POST', path, documentOf(description.type, attributes, note));
  if (!sent.ok) return { sent, isChanged: false, failed: [], ...wrongsOf(visit, sent, description.fields) };
  return { sent, ...(await saveAllRows(visit, sent.document.data.id, description, draft, note)), isChanged: true };
}

const documentOf = (type: string, attributes: object, note: string, id?: string): object => ({
  data: { type, ...(id !== undefined && { id }), attributes },
  ...(note !== '' && { meta: { note } }),
});

async function saveAllRows(visit: Visit, iri: string, { rows }: KindDescription, draft: Draft, note: string): Promise<Saved> {
  const failed: FailedRow[] = [];
  let isChanged = false;
  for (const one of rows) {
    for (const row of draft.rows[one.name] ?? []) {
      const sent = await saveRow(visit, `${iri}/${one.name}`, one, row, note);
      if (sent && !sent.ok) failed.push({ rows: one, row, sent });
      else if (sent) isChanged = true;
    }
  }
  return { isChanged, wrongs: [], all: [], failed };
}

/** The form of a record as it is now, with the rows that were refused as they were typed, and what is wrong with them. */
export function withFailed(
  visit: Visit,
  now: Draft,
  failed: readonly FailedRow[],
): Pick<Saved, 'wrongs' | 'all'> & { readonly draft: Draft } {
  const rows: Record<string, RowDraft[]> = Object.fromEntries(Object.entries(now.rows).map(([name, all]) => [name, [...all]]));
  const found = failed.map(({ rows: one, row, sent }) => {
    const all = rows[one.name] ?? [];
    const known = all.findIndex(({ iri }) => iri !== '' && iri === row.iri);
    const at = known < 0 ? all.length : known;
    all[at] = row;
    rows[one.name] = all;
    return wrongsOf(visit, sent, one.fields, (name) => rowField(one, name), String(at));
  });
  return { draft: { ...now, rows }, wrongs: found.flatMap(({ wrongs }) => wrongs), all: found.flatMap(({ all }) => all) };
}

/** @returns nothing, where the row says what it said */
async function saveRow(
  { api }: Visit,
  path: string,
  { type, fields }: RowsDescription,
  row: RowDraft,
  note: string,
): Promise<Sent | undefined> {
  const attributes = changedAttributes(fields, row.was, row.texts);
  if (Object.keys(attributes).length === 0) return undefined;
  if (row.iri === '') return api.send('POST', path, documentOf(type, attributes, note));
  // An address comes from the form: only one right below the record is heeded.
  if (!row.iri.startsWith(`${path}/`)) return undefined;
  const { tag } = await readTagged(api, row.iri);
  if (isEmptyRow(row)) return api.send('DELETE', row.iri, note === '' ? undefined : { meta: { note } }, { 'if-match': tag });
  return api.send('PATCH', row.iri, documentOf(type, attributes, note, row.iri), { 'if-match': tag });
}

interface ApiProblem {
  readonly detail?: string;
  readonly source?: { readonly pointer?: string };
  readonly meta?: { readonly message?: string };
}

/** What the API found wrong, each at its field; the others as sentences. */
function wrongsOf(
  { t }: Visit,
  { document }: Sent,
  fields: readonly FieldDescription[],
  fieldOf: (name: string) => string = (name) => name,
  at?: string,
): Pick<Saved, 'wrongs' | 'all'> {
  const wrongs: Wrong[] = [];
  const all: string[] = [];
  for (const { detail = '', source, meta } of (document?.meta?.errors ?? document?.errors ?? []) as readonly ApiProblem[]) {
    const sentence = meta?.message ?? detail;
    const message = t.sentences[sentence] ?? sentence.replace(/, or null\.$/, '.');
    const name = source?.pointer?.split('/')[3] ?? '';
    if (fields.some((field) => field.name === name)) wrongs.push({ field: fieldOf(name), at, what: labelOf(t, name), message });
    else all.push(message);
  }
  return { wrongs, all };
}

/** What forms call an attribute. */
export const labelOf = ({ history }: Visit['t'], name: string): string =>
  (history.fields as Readonly<Record<string, string>>)[name] ?? name.replaceAll('_', ' ');
