import { withFlash } from '../../http/addresses';
import type { SentForm } from '../../http/form';
import { type Page, type PageAnswer, seeOther } from '../../http/page';
import type { RequestContext } from '../../http/request-context';
import { mergeRows } from '../release/conflict/merge-rows';
import { rowsBy } from '../release/conflict/row-kinds';
import { changedFields, type Draft, type FieldTexts, type RowDraft, readDraft, unpackDraft } from './draft';
import type { KindDescription } from './form-schemas';
import type { ListDescription } from './inputs';
import { editRecordPage } from './page';
import { type EditedRecord, readEditedRecord } from './read-record';
import { saveRecord } from './save';
import { withFailed } from './save-rows';

export async function get(visit: RequestContext): Promise<PageAnswer> {
  const edited = await readEditedRecord(visit);
  return edited instanceof Response ? edited : editRecordPage(visit, edited);
}

/** Buttons name their action; the default is saving. */
export async function post(visit: RequestContext, _: unknown, form: SentForm): Promise<PageAnswer> {
  const edited = await readEditedRecord(visit);
  if (edited instanceof Response) return edited;
  const draft = readDraft(form, edited.description);
  const note = form.text('note');
  if (form.text('tag') !== edited.tag) return overtaken(visit, edited, draft, form);
  if (form.has('unlock')) return unlock(visit, edited, draft, form);
  if (form.has('more')) return editRecordPage(visit, edited, { draft, note, more: form.text('more') });
  const saved = await saveRecord(visit, edited, draft, note);
  if (saved.isOvertaken) {
    const now = await readEditedRecord(visit);
    return now instanceof Response ? now : overtaken(visit, now, draft, form);
  }
  if (saved.fieldErrors.length + saved.all.length > 0) return editRecordPage(visit, edited, { ...saved, draft, note, status: 422 });
  return afterSaving(visit, edited, saved);
}

/** A new slug redirects to the new page or form. */
async function afterSaving(
  visit: RequestContext,
  edited: EditedRecord,
  { isChanged, failed }: Awaited<ReturnType<typeof saveRecord>>,
): Promise<PageAnswer> {
  if (failed.length === 0) return seeOther(withFlash(visit.to.page(edited.page), isChanged ? 'record-saved' : 'nothing-changed'));
  const now = await readEditedRecord(visit);
  if (now instanceof Response) return now;
  return editRecordPage(visit, now, { ...withFailed(visit, now.draft, failed), said: visit.t.recordForm.partly, status: 422 });
}

/** Merges other people's changes. Conflicting values are shown, and saving again overwrites them. */
function overtaken(visit: RequestContext, now: EditedRecord, mine: Draft, form: SentForm): Promise<Page> {
  const base = unpackDraft(form.text('base')) ?? now.draft;
  const merged = mergeDrafts(now.description, { base, mine, theirs: now.draft });
  return editRecordPage(visit, now, { ...merged, note: form.text('note'), said: visit.t.recordForm.overtaken, status: 412 });
}

async function unlock(visit: RequestContext, edited: EditedRecord, draft: Draft, form: SentForm): Promise<PageAnswer> {
  const { api, t } = visit;
  const { iri, tag, description } = edited;
  const body = { data: { type: description.type, id: iri, attributes: {} }, meta: { unlock: [form.text('unlock')] } };
  const { ok } = await api.send('PATCH', iri, body, { 'if-match': tag });
  const now = await readEditedRecord(visit);
  if (now instanceof Response) return now;
  const shown = { draft, note: form.text('note'), said: ok ? t.editing.held.unlocked : t.recordForm.overtaken };
  return editRecordPage(visit, now, { ...shown, status: ok ? 200 : 412 });
}

/** Original draft, typed draft, and the version saved meanwhile. */
type Sides = Readonly<Record<'base' | 'mine' | 'theirs', Draft>>;

/**
 * Three-way merge by field and row; in conflicts the typed text wins. Rows with their own records stay as typed.
 * @returns the merged draft and the other values of conflicting fields
 */
function mergeDrafts({ fields, lists }: KindDescription, drafts: Sides): { readonly draft: Draft; readonly theirs: FieldTexts } {
  const { base, mine, theirs } = drafts;
  const isMine = new Set(changedFields(fields, base.texts, mine.texts));
  const texts = fields.map((field) => [field.name, (isMine.has(field) ? mine : theirs).texts[field.name] ?? ''] as const);
  const clashes = changedFields(fields, base.texts, theirs.texts).filter((field) => isMine.has(field));
  const rows = lists.map((list) => [list.name, mergedRows(list, drafts)] as const);
  return {
    draft: { texts: Object.fromEntries(texts), rows: { ...mine.rows, ...Object.fromEntries(rows) } },
    theirs: Object.fromEntries(clashes.map(({ name }) => [name, theirs.texts[name] ?? ''])),
  };
}

function mergedRows({ name, fields, identities }: ListDescription, drafts: Sides): RowDraft[] {
  const rowsOf = ({ rows }: Draft) => (rows[name] ?? []).map(({ texts }) => texts);
  const [base, mine, theirs] = [rowsOf(drafts.base), rowsOf(drafts.mine), rowsOf(drafts.theirs)];
  const names = fields.map((field) => field.name);
  const merged = mergeRows({ base, mine, theirs }, rowsBy(names, identities), (clash) => clash.mine);
  const isIn = (rows: readonly FieldTexts[], row: FieldTexts) => rows.some((one) => Bun.deepEquals(one, row));
  const changed = theirs.filter((row) => !isIn(merged, row));
  // The item keeps members without a field.
  const wasOf = (row: FieldTexts) => (isIn(theirs, row) ? row : (changed.find(({ iriIs }) => iriIs === row.iriIs) ?? {}));
  return merged.map((texts) => ({ iri: '', was: wasOf(texts), texts }));
}
