import type { Sent } from '../../api/client';
import type { RequestContext } from '../../http/request-context';
import { sentenceOf } from '../../i18n/api-errors';
import { CreatedRecords, documentOf } from '../created-records';
import { changedAttributes, type Draft, rowField } from './draft';
import { errorsOf, type FormErrors, fieldsIn, labelOf } from './field-errors';
import type { KindDescription } from './form-schemas';
import { changedLists, type RefusedName } from './list-changes';
import { checkRows, type NamesOfRows, RecordsOfRows, resolveRows } from './names-of-rows';
import type { EditedRecord } from './read-record';
import { type FailedRow, saveAllRows } from './save-rows';

export interface Saved extends FormErrors {
  readonly isChanged: boolean;
  /** Whether the record was changed meanwhile. */
  readonly isOvertaken?: boolean;
  /** Rejected rows; everything else was saved. */
  readonly failed: readonly FailedRow[];
  readonly names?: NamesOfRows;
}

const nothingSaved = { isChanged: false, failed: [] };

/** Saves the record, then its child records. */
export async function saveRecord(visit: RequestContext, edited: EditedRecord, draft: Draft, note: string): Promise<Saved> {
  const { description, iri, tag } = edited;
  const fields = changedAttributes(description.fields, edited.draft.texts, draft.texts);
  const found = await findRecords(visit, description, draft, note);
  if (!(found instanceof RecordsOfRows)) return found;
  const lists = await changedLists(edited, edited.attributes, draft, found);
  if (isRefused(lists)) return notAdded(visit, lists, found);
  const attributes = { ...fields, ...lists };
  const isOwn = Object.keys(attributes).length > 0;
  if (isOwn) {
    const sent = await visit.api.send('PATCH', iri, documentOf(description.type, { attributes }, note, iri), { 'if-match': tag });
    if (!sent.ok) return refused(visit, sent, description, found);
    found.added.commit();
  }
  const rows = await saveAllRows(visit, { iri, description, draft, note, records: found });
  return { failed: rows.failed, isChanged: isOwn || rows.isChanged, fieldErrors: [], all: [] };
}

/** @returns the address of the new record */
export async function addRecord(
  visit: RequestContext,
  path: string,
  description: KindDescription,
  draft: Draft,
  note: string,
): Promise<Saved & { readonly sent?: Sent }> {
  const said = Object.entries(changedAttributes(description.fields, {}, draft.texts)).filter(([, value]) => value !== null);
  const found = await findRecords(visit, description, draft, note);
  if (!(found instanceof RecordsOfRows)) return found;
  const lists = await changedLists({ description, lists: {} }, {}, draft, found);
  if (isRefused(lists)) return notAdded(visit, lists, found);
  const sent = await visit.api.send(
    'POST',
    path,
    documentOf(description.type, { attributes: { ...Object.fromEntries(said), ...lists } }, note),
  );
  if (!sent.ok) return refused(visit, sent, description, found);
  found.added.commit();
  const rows = await saveAllRows(visit, { iri: sent.document.data.id, description, draft, note, records: found });
  return { sent, failed: rows.failed, isChanged: true, fieldErrors: [], all: [] };
}

/** Errors prevent any write. */
async function findRecords(
  visit: RequestContext,
  description: KindDescription,
  draft: Draft,
  note: string,
): Promise<RecordsOfRows | Saved> {
  const names = await resolveRows(visit, description, draft);
  const fieldErrors = checkRows(visit, description, draft, names);
  if (fieldErrors.length > 0) return { ...nothingSaved, fieldErrors, all: [], names };
  return new RecordsOfRows(names, new CreatedRecords(visit, note));
}

const isRefused = (lists: object): lists is RefusedName => 'sent' in lists;

async function notAdded(visit: RequestContext, { list, at, sent }: RefusedName, { names, added }: RecordsOfRows): Promise<Saved> {
  await added.rollBack();
  const wrong = {
    field: rowField(list, 'iri'),
    at: String(at),
    what: labelOf(visit.t, 'iri'),
    message: sentenceOf(visit, sent),
  };
  return { ...nothingSaved, fieldErrors: [wrong], all: [], names };
}

/** Deletes created records and names those that remain. */
async function refused(
  visit: RequestContext,
  sent: Sent,
  { fields, lists }: KindDescription,
  { names, added }: RecordsOfRows,
): Promise<Saved> {
  const left = await added.rollBack();
  if (sent.status === 412) return { ...nothingSaved, fieldErrors: [], all: [], isOvertaken: true };
  const { fieldErrors, all } = errorsOf(visit, sent, fieldsIn(visit.t, { fields, lists }));
  return { ...nothingSaved, fieldErrors, all: [...all, ...left], names };
}
