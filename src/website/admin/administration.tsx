import type { AttributesPage } from '../api/client';
import { readCatalogStatistics } from '../catalog/statistics/read-statistics';
import { withFlash } from '../http/addresses';
import { notTaken, problemsOf, type SentForm } from '../http/form';
import { type Page, type PageAnswer, seeOther } from '../http/page';
import { problemPage } from '../http/problem-page';
import { type RequestContext, useRequestContext } from '../http/request-context';
import { Facts } from '../ui/facts';
import { FirstSteps } from '../ui/first-steps';
import { Section } from '../ui/section';
import { Last, Next } from './backup-list';
import { backupsPage } from './backups';
import { type Backups, type ImportRun, readBackups, readImports, readSettings, readStatus, type ServerStatus } from './documents';
import { serverPage } from './frame';
import { diskText, faultsText } from './health';
import { RunningLine, RunTable } from './import-list';
import { notificationsPage } from './notifications';
import { onlinePage } from './online';
import { readSection, type SettingSection, settingSections } from './setting-fields';
import { type RefusedSettings, SettingsParts } from './settings-form';
import { signInSettingsPage } from './sign-in';

export const get = (context: RequestContext) => overviewPage(context);

const importsShown = 3;

async function overviewPage(context: RequestContext, refused?: RefusedSettings): Promise<Page> {
  const { api, t } = context;
  const [status, settings, imports, backups, statistics] = await Promise.all([
    readStatus(api),
    readSettings(api),
    readImports(api, { itemsPerPage: importsShown }),
    readBackups(api),
    readCatalogStatistics(context),
  ]);
  const parts = (
    <>
      {statistics.isEmpty && (
        <Section title={t.administration.beginning.title} id="begin">
          <FirstSteps />
        </Section>
      )}
      <StatePart status={status} backups={backups} running={imports.items.find(({ state }) => state === 'running')} />
      <ImportsPart imports={imports} mayEdit={settings.values.editing !== 'off'} />
      <SettingsParts page="overview" settings={settings} refused={refused} />
    </>
  );
  return serverPage(context, 'overview', status, parts);
}

interface StatePartProps {
  readonly status: ServerStatus;
  readonly backups: Backups;
  readonly running: ImportRun | undefined;
}

/** What runs, what is wrong, and whether there is a backup and room. */
function StatePart({ status, backups, running }: StatePartProps) {
  const context = useRequestContext();
  const { t, to } = context;
  const words = t.administration;
  const faults = faultsText(context, status);
  return (
    <Section title={words.state.title} id="state">
      <Facts
        facts={[
          [
            words.state.running,
            <>
              {running && <RunningLine run={running} />}
              {backups.is_running && <p>{words.backups.running}</p>}
              {!running && !backups.is_running && words.state.nothing}
            </>,
          ],
          [words.health.trouble, faults === '' ? <span class="yes">{words.state.noProblem}</span> : <span class="no">{faults}</span>],
          [
            <a key="backups" href={to.administration('backups')}>
              {words.backups.title}
            </a>,
            backups.folder === null ? (
              words.backups.inMemory
            ) : (
              <>
                <Last backups={backups} /> <Next backups={backups} />
              </>
            ),
          ],
          [words.health.disk, diskText(context, status)],
        ]}
      />
    </Section>
  );
}

function ImportsPart({ imports: { items, meta }, mayEdit }: { readonly imports: AttributesPage<ImportRun>; readonly mayEdit: boolean }) {
  const { t, to, format } = useRequestContext();
  const words = t.administration.imports;
  const ended = items.filter(({ state }) => state !== 'running');
  return (
    <Section title={words.title} aside={items.length > 0 && words.aside({ count: format.counted(items.length) })} id="imports">
      {items.length === 0 && <p>{words.none}</p>}
      {ended.length > 0 && <RunTable runs={ended} />}
      <p class="row">
        <a href={to.imports()}>{meta.totalItems > items.length ? words.all : words.add}</a>
        {mayEdit && <a href={to.duplicates()}>{t.duplicates.toPage}</a>}
      </p>
    </Section>
  );
}

/** The pages that show settings. */
const pages = {
  ...{ overview: overviewPage, 'sign-in': signInSettingsPage, online: onlinePage },
  ...{ notifications: notificationsPage, backups: backupsPage },
};

const isSection = (name: string): name is SettingSection => Object.hasOwn(settingSections, name);

export const settings = {
  async post(context: RequestContext, { section }: { readonly section: string }, form: SentForm): Promise<PageAnswer> {
    const { api, to } = context;
    if (!isSection(section)) return problemPage(context, undefined, '');
    const page = settingSections[section];
    const { fixed } = await readSettings(api);
    const attributes = readSection(section, fixed, form);
    const sent = await api.send('PATCH', '/api/settings', { data: { id: '/api/settings', type: 'Settings', attributes } });
    if (sent.ok) return seeOther(withFlash(`${to.administration(page)}#${section}`, 'settings-kept'));
    return { ...(await pages[page](context, { section, values: attributes, problems: problemsOf(context, sent) })), ...notTaken(sent) };
  },
};
