import type { Page } from '../http/page';
import type { RequestContext } from '../http/request-context';
import { type Fact, Facts } from '../ui/facts';
import { Section } from '../ui/section';
import { readStatus, type ServerStatus } from './documents';
import { serverPage } from './frame';

export async function get(context: RequestContext): Promise<Page> {
  const status = await readStatus(context.api);
  const words = context.t.administration.health;
  const link = <a href={context.to.health()}>{words.asTheMachine}</a>;
  const part = (
    <Section title={words.title} aside={link} id="health">
      <Facts
        facts={[
          [words.wrong, faultsText(context, status) && <span class="no">{faultsText(context, status)}</span>],
          ...trafficFacts(context, status),
          ...databaseFacts(context, status),
          ...serverFacts(context, status),
        ]}
      />
    </Section>
  );
  return serverPage(context, 'health', status, part);
}

/** Empty without faults. */
export function faultsText({ t }: RequestContext, { checks }: ServerStatus): string {
  const details: Readonly<Record<string, string>> = t.administration.health.details;
  const faults = checks.filter(({ status }) => status !== 'ok');
  return faults.map(({ name, detail }) => details[name] ?? detail ?? name).join(' ');
}

export const diskText = ({ t, format }: RequestContext, { database: { disk_free_bytes: free } }: ServerStatus): string =>
  free === null ? '' : t.administration.health.diskText({ size: format.bytes(free) });

export const signInsText = ({ t, format }: RequestContext, { sign_ins: signIns }: ServerStatus): string | null =>
  signIns && t.administration.health.signInsText({ good: format.number(signIns.good), failed: format.number(signIns.failed) });

export const accountsText = ({ t, format }: RequestContext, { users }: ServerStatus): string =>
  t.administration.health.usersText({
    total: format.number(users.total),
    administrators: format.number(users.administrators),
    disabled: format.number(users.disabled),
  });

function trafficFacts(context: RequestContext, status: ServerStatus): Fact[] {
  const { t, format } = context;
  const { requests, cache } = status;
  const words = t.administration.health;
  const lookUps = cache.hits + cache.misses;
  return [
    ...(requests
      ? [
          [
            words.requests,
            words.requestsText({ lastHour: format.number(requests.last_hour.requests), total: format.number(requests.total) }),
          ] as const,
          ...speedFacts(context, requests.last_hour),
        ]
      : []),
    [words.cache, lookUps > 0 && words.cacheText({ percent: format.percent(cache.hits / lookUps), count: format.number(lookUps) })],
    [words.signIns, signInsText(context, status)],
  ];
}

function speedFacts({ t, format }: RequestContext, lastHour: NonNullable<ServerStatus['requests']>['last_hour']): Fact[] {
  const words = t.administration.health;
  const { median_ms: median, p99_ms: p99, failed, refused, slow } = lastHour;
  return [
    [words.answers, median !== null && p99 !== null && words.answersText({ median: format.number(median), p99: format.number(p99) })],
    [
      words.trouble,
      <>
        <span class={failed > 0 ? 'no' : undefined}>{words.failedText({ count: format.number(failed) })}</span>
        {[format.semicolon + words.slowText({ count: format.counted(slow) }), words.refusedText({ count: format.number(refused) })].join(
          format.semicolon,
        )}
      </>,
    ],
  ];
}

function databaseFacts(context: RequestContext, status: ServerStatus): Fact[] {
  const { t, format, now } = context;
  const words = t.administration.health;
  const { path, bytes, schema_version, log_bytes, last_checkpoint_at: checkpoint } = status.database;
  return [
    [words.database, words.databaseText({ size: format.bytes(bytes), version: format.number(schema_version) })],
    [
      words.logName,
      checkpoint !== null && format.bytes(log_bytes) + format.semicolon + words.checkpoint({ ago: format.ago(checkpoint, now) }),
    ],
    [words.file, path],
    [words.disk, diskText(context, status)],
  ];
}

function serverFacts(context: RequestContext, status: ServerStatus): Fact[] {
  const { t, format, origin } = context;
  const { memory_bytes, address, started_at, interface_version } = status;
  const words = t.administration.health;
  return [
    [words.memory, format.bytes(memory_bytes)],
    [words.users, accountsText(context, status)],
    [words.address, origin],
    [words.listens, address],
    [words.since, format.moment(started_at)],
    [words.interface, interface_version],
  ];
}
