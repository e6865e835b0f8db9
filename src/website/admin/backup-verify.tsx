import { ApiError } from '../api/client';
import { saying } from '../http/addresses';
import { type Answer, seeOther } from '../http/page';
import type { Visit } from '../http/request-context';
import type { Backups } from './documents';

/** Has a backup read whole. Where one is being read already, that is as well. */
export async function post({ api, to }: Visit, { name }: { readonly name: string }): Promise<Answer> {
  const sent = await api.send('POST', `/api/backups/${encodeURIComponent(name)}/verification`);
  if (!sent.ok && sent.status !== 409) throw new ApiError(sent.status, sent.document, sent.headers);
  const { backups } = (sent.ok ? sent.document.data.attributes : { backups: [] }) as Pick<Backups, 'backups'>;
  const isRead = backups.some((backup) => backup.name === name && !backup.is_being_verified);
  return seeOther(saying(`${to.administration()}#backups`, isRead ? 'backup-verified' : 'backup-being-verified'));
}
