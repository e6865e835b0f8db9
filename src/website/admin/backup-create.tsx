import { ApiError } from '../api/client';
import { saying } from '../http/addresses';
import { type Answer, seeOther } from '../http/page';
import type { Visit } from '../http/request-context';

/** Has a backup made. Where one is being made already, that is as well. */
export async function post({ api, to }: Visit): Promise<Answer> {
  const sent = await api.send('POST', '/api/backups');
  if (!sent.ok && sent.status !== 409) throw new ApiError(sent.status, sent.document, sent.headers);
  return seeOther(saying(`${to.administration()}#backups`, 'backup-begun'));
}
