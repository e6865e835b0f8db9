import { notTaken } from '../account/sign-in';
import { saying } from '../http/addresses';
import { problemsOf, type SentForm } from '../http/form';
import { type Answer, seeOther } from '../http/page';
import type { Visit } from '../http/request-context';
import { readSettings } from './documents';
import { administrationPage } from './overview';

/** Sets what was not given when the server started: browsers send nothing of fields that cannot be changed. */
export async function post(visit: Visit, _: unknown, form: SentForm): Promise<Answer> {
  const { api, to } = visit;
  const { fixed } = await readSettings(api);
  const wanted = {
    registration: form.text('registration'),
    catalog_visibility: form.has('public') ? 'public' : 'private',
    search_engines: form.has('indexed') ? 'yes' : 'no',
    ...(form.has('editing') && { editing: form.text('editing') }),
  };
  const attributes = Object.fromEntries(Object.entries(wanted).filter(([name]) => fixed[name] === undefined));
  const sent = await api.send('PATCH', '/api/settings', { data: { id: '/api/settings', type: 'Settings', attributes } });
  if (sent.ok) return seeOther(saying(`${to.administration()}#settings`, 'settings-kept'));
  const { fields, all } = problemsOf(visit, sent);
  return { ...(await administrationPage(visit, { settings: [...Object.values(fields), ...all] })), ...notTaken(sent) };
}
