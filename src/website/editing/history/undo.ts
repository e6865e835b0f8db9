import { ApiError } from '../../api/client';
import { saying } from '../../http/addresses';
import type { SentForm } from '../../http/form';
import { seeOther } from '../../http/page';
import type { Visit } from '../../http/request-context';
import { sentenceOf } from '../../i18n/api-errors';

/**
 * Takes the revision back that a form names.
 * @returns the way on, or a sentence that says what stands against it
 */
export async function undo(visit: Visit, form: SentForm): Promise<Response | string> {
  const { api, to } = visit;
  const sent = await api.send('POST', `/api/revisions/${encodeURIComponent(form.text('revert'))}/revert`);
  const again = to.same(visit.path, Object.fromEntries(visit.query));
  if (sent.ok) return seeOther(saying(again, 'revision-undone'));
  if (sent.status === 409 || sent.status === 422) return sentenceOf(visit, sent);
  throw new ApiError(sent.status, sent.document, sent.headers);
}
