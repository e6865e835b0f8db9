import { withFlash } from '../../http/addresses';
import type { SentForm } from '../../http/form';
import { type Answer, type Page, seeOther } from '../../http/page';
import type { RequestContext } from '../../http/request-context';
import { type Draft, readDraft, unpackDraft } from './draft';
import { mergeDrafts } from './merge-drafts';
import { editRecordPage } from './page';
import { type EditedRecord, readEditedRecord } from './read-record';
import { saveRecord } from './save';
import { withFailed } from './save-rows';

export async function get(visit: RequestContext): Promise<Answer> {
  const edited = await readEditedRecord(visit);
  return edited instanceof Response ? edited : editRecordPage(visit, edited);
}

/** A button says what is to be done with the form: without one that does, it is saved. */
export async function post(visit: RequestContext, _: unknown, form: SentForm): Promise<Answer> {
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

/** A new slug leads from the old address to the page; its form is there, too. */
async function afterSaving(
  visit: RequestContext,
  edited: EditedRecord,
  { isChanged, failed }: Awaited<ReturnType<typeof saveRecord>>,
): Promise<Answer> {
  if (failed.length === 0) return seeOther(withFlash(visit.to.page(edited.page), isChanged ? 'record-saved' : 'nothing-changed'));
  const now = await readEditedRecord(visit);
  if (now instanceof Response) return now;
  return editRecordPage(visit, now, { ...withFailed(visit, now.draft, failed), said: visit.t.recordForm.partly, status: 422 });
}

/** What somebody else changed alone is taken over; theirs stands beside what both changed, and saving once more writes over it. */
function overtaken(visit: RequestContext, now: EditedRecord, mine: Draft, form: SentForm): Promise<Page> {
  const base = unpackDraft(form.text('base')) ?? now.draft;
  const merged = mergeDrafts(now.description, { base, mine, theirs: now.draft });
  return editRecordPage(visit, now, { ...merged, note: form.text('note'), said: visit.t.recordForm.overtaken, status: 412 });
}

/** What was typed beside stays in the form. */
async function unlock(visit: RequestContext, edited: EditedRecord, draft: Draft, form: SentForm): Promise<Answer> {
  const { api, t } = visit;
  const { iri, tag, description } = edited;
  const body = { data: { type: description.type, id: iri, attributes: {} }, meta: { unlock: [form.text('unlock')] } };
  const { ok } = await api.send('PATCH', iri, body, { 'if-match': tag });
  const now = await readEditedRecord(visit);
  if (now instanceof Response) return now;
  const shown = { draft, note: form.text('note'), said: ok ? t.editing.held.unlocked : t.recordForm.overtaken };
  return editRecordPage(visit, now, { ...shown, status: ok ? 200 : 412 });
}
