import { useRequestContext } from '../http/request-context';
import { Table } from '../ui/table';
import type { ImportRun } from './documents';

/** From 0 to 1; undefined if the size of the input is unknown. */
export const importPart = ({ bytes, total_bytes: total }: Pick<ImportRun, 'bytes' | 'total_bytes'>): number | undefined =>
  total ? Math.min(1, bytes / total) : undefined;

export function useSourceName(): (source: string) => string {
  const sources: Readonly<Record<string, string>> = useRequestContext().t.administration.imports.sources;
  return (source) => sources[source] ?? source;
}

/** Nothing if unknown. */
export function ProgressStrip({ part }: { readonly part: number | undefined }) {
  const { format } = useRequestContext();
  if (part === undefined) return null;
  return (
    <svg class="strip d1960" role="img" aria-label={format.percent(part)}>
      <rect width="100%" height="100%" fill="currentColor" fill-opacity=".16" />
      <rect width={`${(part * 100).toFixed(1)}%`} height="100%" fill="currentColor" />
    </svg>
  );
}

/** In seconds; undefined if unknown. */
export function secondsLeft(run: ImportRun): number | undefined {
  const part = importPart(run);
  const passed = (Date.parse(run.updated_at) - Date.parse(run.started_at)) / 1000;
  return part === undefined || part < 0.01 ? undefined : (passed * (1 - part)) / part;
}

/** `Discogs, 41 %, about 4 minutes left` */
export function RunningLine({ run }: { readonly run: ImportRun }) {
  const { t, to, format } = useRequestContext();
  const words = t.administration.imports;
  const [part, left] = [importPart(run), secondsLeft(run)];
  const further = [part !== undefined && format.percent(part), left !== undefined && words.left({ time: format.duration(left) })];
  return (
    <>
      <p>
        <strong>{useSourceName()(run.source)}</strong>
        {further
          .filter((one) => one !== false)
          .map((one) => `, ${one}`)
          .join('')}
        . <a href={to.importRun(run._id)}>{words.look}</a>
      </p>
      <ProgressStrip part={part} />
    </>
  );
}

export function RunTable({ runs }: { readonly runs: readonly ImportRun[] }) {
  const { t } = useRequestContext();
  const words = t.administration.imports;
  return (
    <Table class="owned" caption={words.earlier} heads={[words.source, words.when, words.added, words.changed, words.rejected, words.end]}>
      {runs.map((run) => (
        <RunRow key={run._id} run={run} />
      ))}
    </Table>
  );
}

function RunRow({ run }: { readonly run: ImportRun }) {
  const { to, format } = useRequestContext();
  const nameOf = useSourceName();
  return (
    <tr>
      <th scope="row">
        <a href={to.importRun(run._id)}>{nameOf(run.source)}</a>
      </th>
      <td class="n keep">{format.moment(run.started_at)}</td>
      <td class="n">{format.number(run.added)}</td>
      <td class="n">{format.number(run.changed)}</td>
      <td class="n">{format.number(run.rejected)}</td>
      <td class="keep">
        <Ending run={run} />
      </td>
    </tr>
  );
}

/** `done in 38 seconds`, `interrupted, continues with the same command` */
export function Ending({ run: { state, is_requested: isRequested, started_at: start, finished_at: end } }: { readonly run: ImportRun }) {
  const { t, format } = useRequestContext();
  const words = t.administration.imports;
  const seconds = end === null ? undefined : (Date.parse(end) - Date.parse(start)) / 1000;
  if (state === 'done')
    return (
      <>
        <span class="yes">{words.states.done}</span> {seconds !== undefined && words.inTime({ time: format.duration(seconds) })}
      </>
    );
  return (
    <>
      <span class={state === 'running' ? 'yes' : 'no'}>{words.states[state]}</span>
      {state === 'interrupted' && !isRequested && `, ${words.goesOn}`}
    </>
  );
}
