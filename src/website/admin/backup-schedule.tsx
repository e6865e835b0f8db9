import { notTaken } from '../account/sign-in';
import { saying } from '../http/addresses';
import { problemsOf, type SentForm } from '../http/form';
import { type Answer, seeOther } from '../http/page';
import type { Visit } from '../http/request-context';
import { keptOf, scheduleFields } from './backup-schedule-form';
import { readSettings } from './documents';
import { administrationPage } from './overview';

/** Sets when backups are made and which stay, as far as that was not given when the server started. */
export async function post(visit: Visit, _: unknown, form: SentForm): Promise<Answer> {
  const { api, to } = visit;
  const { fixed } = await readSettings(api);
  const wanted = { backup_every: form.text('every'), backup_keep: keptOf((name) => form.text(name)) };
  const attributes = Object.fromEntries(Object.entries(wanted).filter(([name]) => fixed[name] === undefined));
  const sent = await api.send('PATCH', '/api/settings', { data: { id: '/api/settings', type: 'Settings', attributes } });
  if (sent.ok) return seeOther(saying(`${to.administration()}#backups`, 'schedule-kept'));
  const { fields, all } = problemsOf(visit, sent);
  const schedule = {
    entered: Object.fromEntries(scheduleFields.map((name) => [name, form.text(name)])),
    problems: [...Object.values(fields), ...all],
  };
  return { ...(await administrationPage(visit, { schedule })), ...notTaken(sent) };
}
