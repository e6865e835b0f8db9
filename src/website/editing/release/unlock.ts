import { ApiError } from '../../api/client';
import type { Answer } from '../../http/page';
import type { Visit } from '../../http/request-context';
import { conflictPage, type Overtaken } from './conflict/conflict-page';
import { editPage } from './edit-page';
import type { FormState } from './form-state';
import { readEdited } from './read-edited';

/** Leaves a field to its sources again. What is typed beside that stays in the form, not saved. */
export async function giveBack(
  visit: Visit,
  shown: Omit<FormState, 'options' | 'wrongs' | 'all'> & Overtaken,
  name: string,
): Promise<Answer> {
  const { edited, tag, note } = shown;
  const document = { data: { type: 'Release', id: edited.release.id }, meta: { giveBack: [name], ...(note && { note }) } };
  const sent = await visit.api.send('PATCH', edited.release.id, document, { 'if-match': tag });
  if (sent.status !== 412 && !sent.ok) throw new ApiError(sent.status, sent.document, sent.headers);
  const now = await readEdited(visit);
  if (now instanceof Response) return now;
  if (sent.status === 412) return conflictPage(visit, now, shown);
  return editPage(visit, { ...shown, edited: now, tag: now.tag, said: visit.t.editing.held.givenBack });
}
