import type { ImportReport } from '../../accounts/imports/routes';
import { kindName } from '../editing/history/names';
import { useRequestContext } from '../http/request-context';
import { CatalogText } from '../ui/catalog-text';
import { type Fact, Facts, Joined } from '../ui/facts';
import { Form, SubmitRow } from '../ui/form';
import { Section } from '../ui/section';
import { Table, WideTable } from '../ui/table';
import type { ImportRun } from './documents';
import { Ending, importPart, ProgressStrip, secondsLeft, useSourceName } from './import-list';

type Run = ImportRun & { readonly report: ImportReport };

export function RunHead({ run }: { readonly run: Run }) {
  const { t, to, format, path } = useRequestContext();
  const words = t.administration.imports;
  const isRunning = run.state === 'running';
  const [part, left] = [importPart(run), secondsLeft(run)];
  return (
    <>
      <div class="head">
        <h1>{useSourceName()(run.source)}</h1>
        <p>
          <Ending run={run} />
          {isRunning && part !== undefined && `, ${format.percent(part)}`}
          {isRunning && left !== undefined && `, ${words.left({ time: format.duration(left) })}`}
        </p>
        {run.message !== null && (
          <p class="no" lang="en">
            {run.message}
          </p>
        )}
        <p class="row">
          {isRunning && (
            <a class="button" href={to.page(path)}>
              {words.now}
            </a>
          )}
          <a href={to.imports()}>{words.title}</a>
        </p>
      </div>
      <Section title={isRunning ? words.running : words.sums} aside={isRunning && words.runningAside}>
        {isRunning && <ProgressStrip part={part} />}
        <RunFacts run={run} />
        {run.is_requested && run.state !== 'done' && !(run.state === 'failed' && run.source === 'mirror') && (
          <>
            <br />
            <Form action={to.importRun(run._id, isRunning ? 'cancel' : 'resume')}>
              <SubmitRow class={isRunning ? 'danger' : undefined} text={isRunning ? words.cancel : words.resume} />
            </Form>
          </>
        )}
      </Section>
    </>
  );
}

function RunFacts({ run }: { readonly run: Run }) {
  const { t, format } = useRequestContext();
  const words = t.administration.imports;
  const { report } = run;
  const seconds = (Date.parse(run.finished_at ?? run.updated_at) - Date.parse(run.started_at)) / 1000;
  const pace = report.records_per_second ?? (seconds > 0 ? run.records / seconds : 0);
  const read = format.number(run.documents);
  const leftOut: Readonly<Record<string, string>> = words.leftOut;
  const ignored = Object.entries(report.ignored ?? {}).map(([name, count]) => (
    <>
      {leftOut[name] ?? <span lang="en">{name}</span>} {format.number(count)}
    </>
  ));
  const facts: readonly Fact[] = [
    [words.inputs, run.inputs.join(', ')],
    [words.began, format.moment(run.started_at)],
    [words.ended, run.finished_at && format.moment(run.finished_at)],
    [words.took, run.finished_at && format.duration(seconds)],
    [words.pace, pace >= 1 && words.perSecond({ count: format.counted(Math.round(pace)) })],
    [
      words.documents,
      report.documents_kept > 0
        ? words.documentsKept({ kept: format.number(report.documents_kept), read })
        : words.documentsRead({ count: format.counted(run.documents) }),
    ],
    [words.added, format.number(run.added)],
    [words.changed, format.number(run.changed)],
    [words.unchanged, format.number(run.unchanged)],
    [words.kept, run.kept > 0 && format.number(run.kept)],
    [words.waitingFor, run.waiting > 0 && words.waiting({ count: format.counted(run.waiting) })],
    [
      words.deferred,
      (report.deferred_documents ?? 0) > 0 && words.deferredDocuments({ count: format.counted(report.deferred_documents ?? 0) }),
    ],
    [words.gone, (report.gone ?? 0) > 0 && format.number(report.gone ?? 0)],
    [words.licence, report.skipped_by_licence > 0 && words.values({ count: format.counted(report.skipped_by_licence) })],
    [words.ignored, ignored.length > 0 && <Joined parts={ignored} by=", " />],
    [words.rejected, format.number(run.rejected)],
  ];
  return <Facts facts={facts} />;
}

/** Empty parts are omitted. Sentences of the import and names of the source are in English for every reader. */
export function RunReport({ run: { report, rejected }, examples }: { readonly run: Run; readonly examples: readonly string[] }) {
  const { t, format } = useRequestContext();
  const words = t.administration.imports;
  const aside =
    rejected > report.rejects.length && words.reasonsAside({ shown: format.number(report.rejects.length), count: format.number(rejected) });
  const { types, rejects, warnings = [], resumed, reject_file: file } = report;
  return (
    <>
      {Object.keys(types).length > 0 && (
        <Section title={words.byType}>
          <TypeTable types={types} />
        </Section>
      )}
      {(warnings.length > 0 || resumed) && (
        <Section title={words.warnings}>
          {resumed && <p>{words.resumed}</p>}
          {warnings.map((warning) => (
            <p key={warning} lang="en">
              {warning}
            </p>
          ))}
        </Section>
      )}
      {rejects.length > 0 && (
        <Section title={words.reasons} aside={aside} id="rejects">
          <RejectTable rejects={rejects} />
          {file && <p class="row">{words.rejectFile({ file })}</p>}
        </Section>
      )}
      {examples.length > 0 && (
        <Section title={words.examples}>
          <ul>
            {examples.map((example) => (
              <li key={example}>
                <CatalogText text={example} />
              </li>
            ))}
          </ul>
        </Section>
      )}
    </>
  );
}

function TypeTable({ types }: Pick<ImportReport, 'types'>) {
  const { t, format } = useRequestContext();
  const words = t.administration.imports;
  const columns = (['added', 'changed', 'unchanged', 'kept'] as const).filter((name) =>
    Object.values(types).some((sums) => (sums[name] ?? 0) > 0),
  );
  return (
    <WideTable label={words.byType}>
      <Table caption={words.byType} heads={[words.kind, ...columns.map((name) => words[name])]} isBare>
        {Object.entries(types).map(([type, sums]) => (
          <tr key={type}>
            <th scope="row">{kindName(t, type)}</th>
            {columns.map((name) => (
              <td class="n" key={name}>
                {format.number(sums[name] ?? 0)}
              </td>
            ))}
          </tr>
        ))}
      </Table>
    </WideTable>
  );
}

function RejectTable({ rejects }: Pick<ImportReport, 'rejects'>) {
  const { t, format } = useRequestContext();
  const words = t.administration.imports;
  return (
    <WideTable label={words.reasons}>
      <Table caption={words.reasons} heads={[words.reason, words.place]} isBare>
        {rejects.map(({ file, line, reason }) => (
          <tr key={`${file} ${line} ${reason}`}>
            <th scope="row" lang="en">
              {reason}
            </th>
            <td class="soft">{words.line({ file, line: format.number(line) })}</td>
          </tr>
        ))}
      </Table>
    </WideTable>
  );
}
