import type { Sent } from '../../api/client';
import type { RequestContext } from '../../http/request-context';
import { documentOf } from '../created-records';
import { changedAttributes, changedFields, type Draft, isEmptyRow, type RowDraft, rowField } from './draft';
import { errorsOf, type FormErrors, fieldsIn } from './field-errors';
import type { KindDescription } from './form-schemas';
import { isNames, namedTypes, pathOfRows, type RowsDescription } from './inputs';
import type { RecordsOfRows } from './names-of-rows';
import { leadsTo, readTagged } from './read-record';

export interface FailedRow {
  readonly rows: RowsDescription;
  readonly row: RowDraft;
  readonly sent: Sent;
}

export interface RowsToSave {
  readonly iri: string;
  readonly description: KindDescription;
  readonly draft: Draft;
  readonly note: string;
  readonly records: RecordsOfRows;
}

/** One by one; a rejected row does not affect others. */
export async function saveAllRows(
  visit: RequestContext,
  asked: RowsToSave,
): Promise<{ readonly isChanged: boolean; readonly failed: readonly FailedRow[] }> {
  const failed: FailedRow[] = [];
  let isChanged = false;
  for (const rows of asked.description.rows) {
    for (const [at, row] of (asked.draft.rows[rows.name] ?? []).entries()) {
      const sent = await saveRow(visit, asked, rows, row, at);
      if (sent?.ok) asked.records.added.commit();
      // Deletes records created for the rejected row.
      else if (sent) await asked.records.added.rollBack();
      if (sent && !sent.ok) failed.push({ rows, row, sent });
      else if (sent) isChanged = true;
    }
  }
  return { isChanged, failed };
}

/** @returns undefined if unchanged */
async function saveRow(
  visit: RequestContext,
  asked: RowsToSave,
  rows: RowsDescription,
  row: RowDraft,
  at: number,
): Promise<Sent | undefined> {
  const { api } = visit;
  const { iri, note, description } = asked;
  if (changedFields(rows.fields, row.was, row.texts).length === 0) return undefined;
  const tag = row.iri === '' ? undefined : await tagOfRow(visit, iri, rows, row.iri);
  if (row.iri !== '' && tag === undefined) return undefined;
  if (tag !== undefined && isEmptyRow(rows.fields, row))
    return api.send('DELETE', row.iri, note === '' ? undefined : { meta: { note } }, { 'if-match': tag });
  const relationships = await relationshipsOf(asked, rows, row, at);
  if (isRefused(relationships)) return relationships;
  const attributes = changedAttributes(rows.fields, row.was, row.texts);
  if (tag !== undefined)
    return api.send('PATCH', row.iri, documentOf(rows.type, { attributes, relationships }, note, row.iri), { 'if-match': tag });
  const above = rows.beside && { [rows.beside.by]: { data: { type: description.type, id: iri } } };
  return api.send(
    'POST',
    pathOfRows(rows, iri),
    documentOf(rows.type, { attributes, relationships: { ...relationships, ...above } }, note),
  );
}

/** Accepts only records that belong to the edited one. */
async function tagOfRow({ api }: RequestContext, iri: string, rows: RowsDescription, own: string): Promise<string | undefined> {
  if (!own.startsWith(`${pathOfRows(rows, iri)}/`)) return undefined;
  const { document, tag } = await readTagged(api, own);
  return rows.beside && leadsTo(document.data.relationships, rows.beside.by) !== iri ? undefined : tag;
}

type Relationships = Readonly<Record<string, { readonly data: { readonly type: string; readonly id: string } | null }>>;

const isRefused = (relationships: Relationships | Sent): relationships is Sent => typeof relationships.status === 'number';

/** Changed references, or the API's error. */
async function relationshipsOf({ records }: RowsToSave, rows: RowsDescription, row: RowDraft, at: number): Promise<Relationships | Sent> {
  const found: Record<string, Relationships[string]> = {};
  for (const field of changedFields(rows.fields, row.was, row.texts)) {
    if (!isNames(field.input)) continue;
    const id = await records.idOf(rows, field, row, at);
    if (typeof id === 'object') return id;
    found[field.name] = { data: id === undefined ? null : { type: namedTypes[field.input.names], id } };
  }
  return found;
}

/** The current record with rejected rows as typed. */
export function withFailed(visit: RequestContext, now: Draft, failed: readonly FailedRow[]): FormErrors & { readonly draft: Draft } {
  const rows: Record<string, RowDraft[]> = Object.fromEntries(Object.entries(now.rows).map(([name, all]) => [name, [...all]]));
  const found = failed.map(({ rows: one, row, sent }) => {
    const all = rows[one.name] ?? [];
    const known = all.findIndex(({ iri }) => iri !== '' && iri === row.iri);
    const at = known < 0 ? all.length : known;
    all[at] = row;
    rows[one.name] = all;
    return errorsOf(visit, sent, fieldsIn(visit.t, { fields: one.fields, fieldOf: (name) => rowField(one, name), at: String(at) }));
  });
  return { draft: { ...now, rows }, fieldErrors: found.flatMap(({ fieldErrors }) => fieldErrors), all: found.flatMap(({ all }) => all) };
}
