import { ApiError } from '../api/client';
import { withFlash } from '../http/addresses';
import type { SentForm } from '../http/form';
import { type Page, type PageAnswer, seeOther } from '../http/page';
import { problemPage } from '../http/problem-page';
import type { RequestContext } from '../http/request-context';
import { confirmationPage } from '../ui/confirmation';
import { BackupsPart } from './backup-list';
import { type Backups, readBackups, readSettings, readStatus } from './documents';
import { serverPage } from './frame';
import { type RefusedSettings, SettingsParts } from './settings-form';

export const get = (context: RequestContext) => backupsPage(context);

export async function backupsPage(context: RequestContext, refused?: RefusedSettings): Promise<Page> {
  const { api } = context;
  const [status, settings, backups] = await Promise.all([readStatus(api), readSettings(api), readBackups(api)]);
  const parts = (
    <>
      <BackupsPart backups={backups} />
      {backups.folder !== null && <SettingsParts page="backups" settings={settings} refused={refused} />}
    </>
  );
  return serverPage(context, 'backups', status, parts);
}

/** Backs up or copies. If that is running, it is fine too. */
export async function post({ api, to }: RequestContext, _: unknown, form: SentForm): Promise<PageAnswer> {
  const isCopy = form.text('do') === 'copy';
  const sent = await api.send('POST', isCopy ? '/api/backups/copies' : '/api/backups');
  if (!sent.ok && sent.status !== 409) throw new ApiError(sent);
  return seeOther(withFlash(to.administration('backups'), isCopy ? 'copies-begun' : 'backup-begun'));
}

interface Parameters {
  readonly name: string;
}

/** Supports range requests. */
export const archive = {
  get({ api, request }: RequestContext, { name }: Parameters): Promise<PageAnswer> {
    const conditions = Object.fromEntries(
      ['range', 'if-range'].flatMap((header) => [[header, request.headers.get(header) ?? '']]).filter(([, value]) => value !== ''),
    );
    return api.fetch(request.method, `/api/backups/${encodeURIComponent(name)}/archive`, undefined, { accept: '*/*', ...conditions });
  },
};

/** A running verification is fine too. */
export const verification = {
  async post({ api, to }: RequestContext, { name }: Parameters): Promise<PageAnswer> {
    const sent = await api.send('POST', `/api/backups/${encodeURIComponent(name)}/verification`);
    if (!sent.ok && sent.status !== 409) throw new ApiError(sent);
    const { backups } = (sent.ok ? sent.document.data.attributes : { backups: [] }) as Pick<Backups, 'backups'>;
    const isRead = backups.some((backup) => backup.name === name && !backup.is_being_verified);
    return seeOther(withFlash(to.administration('backups'), isRead ? 'backup-verified' : 'backup-being-verified'));
  },
};

export const deletion = {
  async get(context: RequestContext, { name }: Parameters): Promise<PageAnswer> {
    const { api, t, to, format } = context;
    const backup = (await readBackups(api)).backups.find((one) => one.name === name);
    if (!backup) return problemPage(context, undefined, '');
    const words = t.administration.backups;
    const lead = `${words.deleteLead} ${backup.reason === 'schedule' ? words.deleteScheduled : ''}`.trim();
    const title = words.deleteHead({ made: format.moment(backup.made_at) });
    return confirmationPage({ title, act: words.delete, back: to.administration('backups'), lead });
  },

  /** A refusal becomes a notice. */
  async post({ api, to }: RequestContext, { name }: Parameters): Promise<PageAnswer> {
    const sent = await api.send('DELETE', `/api/backups/${encodeURIComponent(name)}`);
    if (!sent.ok && sent.status !== 409) throw new ApiError(sent);
    return seeOther(withFlash(to.administration('backups'), sent.ok ? 'backup-deleted' : 'backup-stays'));
  },
};
