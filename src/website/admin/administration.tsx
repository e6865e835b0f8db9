import { onlineSources } from '../../config';
import type { AttributesPage } from '../api/client';
import { mayEdit } from '../api/server-meta';
import { readCatalogStatistics } from '../catalog/statistics/read-statistics';
import { withFlash } from '../http/addresses';
import { type FormState, noProblems, notTaken, type Problems, problemsOf, type SentForm } from '../http/form';
import { type Page, type PageAnswer, seeOther } from '../http/page';
import { type RequestContext, useRequestContext } from '../http/request-context';
import { FirstSteps } from '../ui/first-steps';
import { Section } from '../ui/section';
import { BackupsPart } from './backup-list';
import type { RefusedSchedule } from './backup-schedule-form';
import {
  type ImportRun,
  ratesPath,
  readBackups,
  readImports,
  readInvitations,
  readPeople,
  readRates,
  readSettings,
  readStatus,
  type ServerStatus,
  type Settings,
} from './documents';
import { HealthPart } from './health';
import { RunningLine, RunTable } from './import-list';
import { InvitationsPart } from './invitation-list';
import { RatesPart } from './rates';
import { SettingsPart } from './settings-form';
import { PeoplePart } from './user-list';

export const get = (context: RequestContext) => administrationPage(context);

const importsShown = 3;

/** Errors of a rejected form. */
interface Problem {
  readonly person?: FormState;
  readonly invitation?: string;
  readonly settings?: Problems;
  /** Settings as they were sent. */
  readonly wanted?: Partial<Settings['values']>;
  readonly schedule?: RefusedSchedule;
  readonly rates?: string;
}

export async function administrationPage(context: RequestContext, problem: Problem = {}): Promise<Page> {
  const { api, t, to, format } = context;
  const [status, people, invitations, settings, imports, backups, rates, statistics, isEditor] = await Promise.all([
    readStatus(api),
    readPeople(api),
    readInvitations(api),
    readSettings(api),
    readImports(api, { itemsPerPage: importsShown }),
    readBackups(api),
    readRates(api),
    readCatalogStatistics(context),
    mayEdit(context),
  ]);
  const secret = context.once.take();
  const areInvited = settings.values.registration !== 'closed' || invitations.items.length > 0;
  const body = (
    <>
      <Head status={status} areBackupsLate={backups.is_late} isEditor={isEditor} />
      {statistics.isEmpty && (
        <Section title={t.administration.beginning.title} id="begin">
          <FirstSteps />
        </Section>
      )}
      <PeoplePart people={people} secret={secret} refused={problem.person}>
        {people.meta.totalItems > people.items.length && (
          <p>
            <a href={to.people()}>{t.administration.people.all({ count: format.number(people.meta.totalItems) })}</a>
          </p>
        )}
      </PeoplePart>
      {areInvited && <InvitationsPart invitations={invitations.items} secret={secret} problem={problem.invitation} />}
      <SettingsPart
        settings={{ ...settings, values: { ...settings.values, ...problem.wanted } }}
        problems={problem.settings ?? noProblems}
      />
      <ImportsPart imports={imports} />
      <BackupsPart backups={backups} settings={settings} refused={problem.schedule} />
      <RatesPart rates={rates} problem={problem.rates} />
      <HealthPart status={status} />
    </>
  );
  return { title: t.administration.title, body, current: 'settings', isSecret: true };
}

interface HeadProps {
  readonly status: ServerStatus;
  readonly areBackupsLate: boolean;
  /** Whether manual edits are allowed. */
  readonly isEditor: boolean;
}

function Head({ status: { version, uptime_seconds: uptime, last_import: last, checks }, areBackupsLate, isEditor }: HeadProps) {
  const { t, to, format, origin } = useRequestContext();
  const words = t.administration;
  const hasFailed = last !== null && (last.state === 'failed' || last.state === 'interrupted');
  const names: Readonly<Record<string, string>> = words.health.checks;
  const failed = checks.filter(({ name, status }) => status !== 'ok' && name !== 'backups').map(({ name }) => names[name] ?? name);
  const toLookAt = [...(hasFailed ? [words.lastImport] : []), ...(areBackupsLate ? [words.noRecentBackup] : []), ...failed];
  return (
    <div class="head">
      <h1>{words.title}</h1>
      <p>
        {words.lead({ version, host: new URL(origin).host, uptime: format.duration(uptime) })}{' '}
        {toLookAt.length > 0 && words.toLookAt({ things: toLookAt.join(format.semicolon) })}
      </p>
      {isEditor && (
        <p class="row">
          <a href={to.duplicates()}>{t.duplicates.toPage}</a>
        </p>
      )}
    </div>
  );
}

function ImportsPart({ imports: { items, meta } }: { readonly imports: AttributesPage<ImportRun> }) {
  const { t, to, format } = useRequestContext();
  const words = t.administration.imports;
  const ended = items.filter(({ state }) => state !== 'running');
  return (
    <Section title={words.title} aside={items.length > 0 && words.aside({ count: format.counted(items.length) })} id="imports">
      {items.length === 0 && <p>{words.none}</p>}
      {items.map((run) => run.state === 'running' && <RunningLine key={run._id} run={run} />)}
      {ended.length > 0 && <RunTable runs={ended} />}
      <p class="row">
        <a href={to.imports()}>{meta.totalItems > items.length ? words.all : words.add}</a>
      </p>
    </Section>
  );
}

export const rates = {
  async post(context: RequestContext, _: unknown, form: SentForm): Promise<PageAnswer> {
    const { api, to } = context;
    const bytes = (await form.file('rates')?.bytes()) ?? new Uint8Array();
    const sent = await api.send('POST', ratesPath, bytes, { 'content-type': 'application/xml' });
    if (sent.ok) return seeOther(withFlash(`${to.administration()}#rates`, 'rates-imported'));
    return { ...(await administrationPage(context, { rates: problemsOf(context, sent).all.join(' ') })), ...notTaken(sent) };
  },
};

/** Browsers omit disabled fields, which are fixed by the operator. */
export const settings = {
  async post(context: RequestContext, _: unknown, form: SentForm): Promise<PageAnswer> {
    const { api, to } = context;
    const { fixed } = await readSettings(api);
    const wanted = {
      registration: form.text('registration'),
      catalog_visibility: form.has('public') ? 'public' : 'private',
      search_engines: form.has('indexed') ? 'yes' : 'no',
      ...(form.has('editing') && { editing: form.text('editing') }),
      online_sources: onlineSources.filter((source) => form.has(source)).join(',') || 'off',
      contact: form.text('contact'),
      discogs_token: form.text('discogs_token'),
    };
    const attributes = Object.fromEntries(Object.entries(wanted).filter(([name]) => fixed[name] === undefined));
    const sent = await api.send('PATCH', '/api/settings', { data: { id: '/api/settings', type: 'Settings', attributes } });
    if (sent.ok) return seeOther(withFlash(`${to.administration()}#settings`, 'settings-kept'));
    return {
      ...(await administrationPage(context, { settings: problemsOf(context, sent), wanted: attributes as Partial<Settings['values']> })),
      ...notTaken(sent),
    };
  },
};
