import { ApiError } from '../api/client';
import { saying } from '../http/addresses';
import { type Answer, seeOther } from '../http/page';
import { problemPage } from '../http/problem-page';
import type { Visit } from '../http/request-context';
import { Confirmation } from '../ui/confirmation';
import { type Backup, readBackups } from './documents';

interface Parameters {
  readonly name: string;
}

/** Asks before a backup is gone. */
export async function get(visit: Visit, { name }: Parameters): Promise<Answer> {
  const { api, t, to, format } = visit;
  const backup = (await readBackups(api)).backups.find((one) => one.name === name);
  if (!backup) return problemPage(visit, undefined, '');
  const words = t.administration.backups;
  const title = words.deleteHead(format.moment(backup.made_at));
  const body = (
    <Confirmation title={title} act={words.delete} back={`${to.administration()}#backups`}>
      {leadOf(backup, words)}
    </Confirmation>
  );
  return { title, body, current: 'settings' };
}

const leadOf = ({ reason }: Backup, words: Visit['t']['administration']['backups']): string =>
  `${words.deleteLead} ${reason === 'schedule' ? words.deleteScheduled : ''}`.trim();

/** One that has to stay is said as a notice. */
export async function post({ api, to }: Visit, { name }: Parameters): Promise<Answer> {
  const sent = await api.send('DELETE', `/api/backups/${encodeURIComponent(name)}`);
  if (!sent.ok && sent.status !== 409) throw new ApiError(sent.status, sent.document, sent.headers);
  return seeOther(saying(`${to.administration()}#backups`, sent.ok ? 'backup-deleted' : 'backup-stays'));
}
