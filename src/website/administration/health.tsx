import type { ComponentChildren } from 'preact';
import { Part } from '../components/part';
import { useVisit } from '../visit';
import type { ServerStatus } from './documents';

/** How the server is and what it does, as a person reads it; the metrics have all of it for machines. */
export function HealthPart({ status }: { readonly status: ServerStatus }) {
  const { t, to, format, origin } = useVisit();
  const words = t.administration.health;
  const { users, checks } = status;
  const link = <a href={to.health()}>{words.asTheMachine}</a>;
  const faults = checks.filter(({ status: is }) => is !== 'ok');
  return (
    <Part title={words.title} aside={link} id="health">
      <dl class="facts">
        {faults.length > 0 && (
          <Fact name={words.wrong}>
            <span class="no">{faults.map(({ name, detail }) => words.details[name] ?? detail ?? name).join(' ')}</span>
          </Fact>
        )}
        <Traffic status={status} />
        <DatabaseFacts status={status} />
        <Fact name={words.memory}>{format.bytes(status.memory_bytes)}</Fact>
        <Fact name={words.users}>
          {words.usersText(format.number(users.total), format.number(users.administrators), format.number(users.disabled))}
        </Fact>
        <Fact name={words.address}>{origin}</Fact>
        {status.address !== null && <Fact name={words.listens}>{status.address}</Fact>}
        <Fact name={words.since}>{format.moment(status.started_at)}</Fact>
        <Fact name={words.interface}>{status.interface_version}</Fact>
      </dl>
    </Part>
  );
}

function Fact({ name, children }: { readonly name: string; readonly children: ComponentChildren }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </>
  );
}

/** What was asked of it, how fast it answered, and who tried to come in. */
function Traffic({ status: { requests, sign_ins: signIns, cache } }: { readonly status: ServerStatus }) {
  const { t, format } = useVisit();
  const words = t.administration.health;
  const lookUps = cache.hits + cache.misses;
  return (
    <>
      {requests && (
        <>
          <Fact name={words.requests}>{words.requestsText(format.number(requests.last_hour.requests), format.number(requests.total))}</Fact>
          <Speed lastHour={requests.last_hour} />
        </>
      )}
      {lookUps > 0 && <Fact name={words.cache}>{words.cacheText(format.percent(cache.hits / lookUps), format.number(lookUps))}</Fact>}
      {signIns && <Fact name={words.signIns}>{words.signInsText(format.number(signIns.good), format.number(signIns.failed))}</Fact>}
    </>
  );
}

function Speed({ lastHour }: { readonly lastHour: NonNullable<ServerStatus['requests']>['last_hour'] }) {
  const { t, format } = useVisit();
  const words = t.administration.health;
  const { median_ms: median, p99_ms: p99, failed, refused, slow } = lastHour;
  return (
    <>
      {median !== null && p99 !== null && <Fact name={words.answers}>{words.answersText(format.number(median), format.number(p99))}</Fact>}
      <Fact name={words.trouble}>
        <span class={failed > 0 ? 'no' : undefined}>{words.failedText(format.number(failed))}</span>; {words.slowText(format.number(slow))};{' '}
        {words.refusedText(format.number(refused))}
      </Fact>
    </>
  );
}

function DatabaseFacts({ status: { database } }: { readonly status: ServerStatus }) {
  const { t, format, now } = useVisit();
  const words = t.administration.health;
  const { path, bytes, schema_version, log_bytes, last_checkpoint_at: checkpoint, disk_free_bytes: free } = database;
  return (
    <>
      <Fact name={words.database}>{words.databaseText(format.bytes(bytes), format.number(schema_version))}</Fact>
      {checkpoint !== null && (
        <Fact name={words.logName}>
          {words.log(format.bytes(log_bytes))}; {words.checkpoint(format.ago(checkpoint, now))}
        </Fact>
      )}
      <Fact name={words.file}>{path}</Fact>
      {free !== null && <Fact name={words.disk}>{words.diskText(format.bytes(free))}</Fact>}
    </>
  );
}
