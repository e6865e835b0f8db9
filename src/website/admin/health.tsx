import type { ComponentChildren } from 'preact';
import { type RequestContext, useRequestContext } from '../http/request-context';
import { Facts } from '../ui/facts';
import { Section } from '../ui/section';
import type { ServerStatus } from './documents';

type Fact = readonly [name: ComponentChildren, value: ComponentChildren];

export function HealthPart({ status }: { readonly status: ServerStatus }) {
  const context = useRequestContext();
  const words = context.t.administration.health;
  const link = <a href={context.to.health()}>{words.asTheMachine}</a>;
  return (
    <Section title={words.title} aside={link} id="health">
      <Facts
        facts={[
          ...faultFacts(context, status),
          ...trafficFacts(context, status),
          ...databaseFacts(context, status),
          ...serverFacts(context, status),
        ]}
      />
    </Section>
  );
}

function faultFacts({ t }: RequestContext, { checks }: ServerStatus): Fact[] {
  const words = t.administration.health;
  const faults = checks.filter(({ status }) => status !== 'ok');
  if (faults.length === 0) return [];
  const details: Readonly<Record<string, string>> = words.details;
  return [[words.wrong, <span class="no">{faults.map(({ name, detail }) => details[name] ?? detail ?? name).join(' ')}</span>]];
}

function trafficFacts(context: RequestContext, { requests, sign_ins: signIns, cache }: ServerStatus): Fact[] {
  const { t, format } = context;
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
    [words.signIns, signIns && words.signInsText({ good: format.number(signIns.good), failed: format.number(signIns.failed) })],
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

function databaseFacts({ t, format, now }: RequestContext, { database }: ServerStatus): Fact[] {
  const words = t.administration.health;
  const { path, bytes, schema_version, log_bytes, last_checkpoint_at: checkpoint, disk_free_bytes: free } = database;
  return [
    [words.database, words.databaseText({ size: format.bytes(bytes), version: format.number(schema_version) })],
    [
      words.logName,
      checkpoint !== null && format.bytes(log_bytes) + format.semicolon + words.checkpoint({ ago: format.ago(checkpoint, now) }),
    ],
    [words.file, path],
    [words.disk, free !== null && words.diskText({ size: format.bytes(free) })],
  ];
}

function serverFacts(
  { t, format, origin }: RequestContext,
  { users, memory_bytes, address, started_at, interface_version }: ServerStatus,
): Fact[] {
  const words = t.administration.health;
  return [
    [words.memory, format.bytes(memory_bytes)],
    [
      words.users,
      words.usersText({
        total: format.number(users.total),
        administrators: format.number(users.administrators),
        disabled: format.number(users.disabled),
      }),
    ],
    [words.address, origin],
    [words.listens, address],
    [words.since, format.moment(started_at)],
    [words.interface, interface_version],
  ];
}
