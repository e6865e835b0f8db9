import { ApiError } from '../../api/client';
import type { SentForm } from '../../http/form';
import type { PageAnswer } from '../../http/page';
import type { RequestContext } from '../../http/request-context';
import { afterSaving } from './after-saving';
import { conflictPage, coverOf, type Overtaken, sendChoices } from './conflict/conflict-page';
import { readDraft, unpackDraft } from './draft';
import { editPage } from './edit-page';
import type { FormState } from './form-state';
import { resolveDraft } from './names-of-draft';
import { type EditedRelease, readEdited } from './read-edited';
import { draftOfRecord } from './record-draft';
import { saveDraft } from './save';

export async function get(visit: RequestContext): Promise<PageAnswer> {
  const edited = await readEdited(visit);
  if (edited instanceof Response) return edited;
  const draft = draftOfRecord(edited);
  return editPage(visit, { edited, draft, base: draft, tag: edited.tag, note: '' });
}

/** Buttons name their action; the default is saving. */
export async function post(visit: RequestContext, _: unknown, form: SentForm): Promise<PageAnswer> {
  const edited = await readEdited(visit);
  if (edited instanceof Response) return edited;
  if (form.has('mine')) return sendChoices(visit, edited, form);
  const draft = readDraft(form);
  const base = unpackDraft(form.exact('base')) ?? draftOfRecord(edited);
  const tag = form.text('tag');
  const shown = { edited, draft, base, tag, note: form.text('note'), since: form.text('since'), more: form.text('more') || undefined };
  if (form.has('unlock')) return unlock(visit, { ...shown, ...(await coverOf(visit, form)) }, form.text('unlock'));
  if (form.has('more') || form.has('look')) {
    return editPage(visit, { ...shown, ...(await coverOf(visit, form)), names: await resolveDraft(visit.api, draft, base) });
  }
  return save(visit, edited, shown, form);
}

async function save(
  visit: RequestContext,
  edited: EditedRelease,
  shown: Overtaken & { readonly tag: string },
  form: SentForm,
): Promise<PageAnswer> {
  const overtaken = async () => ({ ...shown, ...(await coverOf(visit, form)) });
  if (shown.tag !== edited.tag) return conflictPage(visit, edited, await overtaken());
  const saved = await saveDraft(visit, { ...shown, base: draftOfRecord(edited), edited, form });
  if (saved.outcome === 'changed meanwhile') {
    const now = await readEdited(visit);
    return now instanceof Response ? now : conflictPage(visit, now, await overtaken());
  }
  if (saved.outcome === 'refused') {
    return { ...(await editPage(visit, { ...(await overtaken()), ...saved, edited })), status: 422 };
  }
  return afterSaving(visit, saved);
}

/** Unlocks a field. Other edits stay in the form, unsaved. */
async function unlock(
  visit: RequestContext,
  shown: Omit<FormState, 'options' | 'fieldErrors' | 'all'> & Overtaken,
  name: string,
): Promise<PageAnswer> {
  const { edited, tag, note } = shown;
  const document = { data: { type: 'Release', id: edited.release.id }, meta: { unlock: [name], ...(note && { note }) } };
  const sent = await visit.api.send('PATCH', edited.release.id, document, { 'if-match': tag });
  if (sent.status !== 412 && !sent.ok) throw new ApiError(sent);
  const now = await readEdited(visit);
  if (now instanceof Response) return now;
  if (sent.status === 412) return conflictPage(visit, now, shown);
  return editPage(visit, { ...shown, edited: now, tag: now.tag, said: visit.t.editing.held.unlocked });
}
