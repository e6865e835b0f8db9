import type { ComponentChildren } from 'preact';
import type { Page } from '../http/page';
import type { RequestContext } from '../http/request-context';
import { PageHead, PageTabs } from '../ui/section';
import type { ServerStatus } from './documents';

const serverPages = ['overview', 'people', 'sign-in', 'online', 'notifications', 'backups', 'health'] as const;

export type ServerPage = (typeof serverPages)[number];

/** A page about the server. */
export function serverPage(context: RequestContext, current: ServerPage, status: ServerStatus, children: ComponentChildren): Page {
  const { t, to, format, origin } = context;
  const { title, lead, tabs, toLookAt } = t.administration;
  const { version, uptime_seconds: uptime } = status;
  const things = thingsToLookAt(context, status);
  const attention = things.length > 0 ? toLookAt({ things: things.join(format.semicolon) }) : '';
  const body = (
    <>
      <PageHead title={title} lead={`${lead({ version, host: new URL(origin).host, uptime: format.duration(uptime) })} ${attention}`} />
      <PageTabs label={title} tabs={serverPages.map((page) => [to.administration(page), tabs[page], page === current])} />
      {children}
    </>
  );
  return { title: current === 'overview' ? title : `${tabs[current]} · ${title}`, body, current: 'settings', isSecret: true };
}

function thingsToLookAt({ t }: RequestContext, { last_import: last, checks }: ServerStatus): string[] {
  const words = t.administration;
  const names: Readonly<Record<string, string>> = { ...words.health.checks, backups: words.noRecentBackup };
  const hasFailed = last !== null && (last.state === 'failed' || last.state === 'interrupted');
  const failed = checks.filter(({ status }) => status !== 'ok').map(({ name }) => names[name] ?? name);
  return hasFailed ? [words.lastImport, ...failed] : failed;
}
