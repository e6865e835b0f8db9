import { saying } from '../addresses';
import { keptOf, scheduleFields } from '../administration/backup-schedule';
import { readSettings } from '../administration/documents';
import { administrationPage } from '../administration/page';
import { problemsOf, type SentForm } from '../form';
import { type Answer, seeOther } from '../page';
import { notTaken } from '../sign-in';
import type { Visit } from '../visit';

/** Sets when backups are made and which stay, as far as that was not given when the server started. */
export async function send(visit: Visit, _: unknown, form: SentForm): Promise<Answer> {
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
