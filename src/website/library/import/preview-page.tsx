import type { Report } from '../../../collection/files/documents';
import type { Page } from '../../http/page';
import { type RequestContext, useRequestContext } from '../../http/request-context';
import { Checkbox, Form, Hidden, Radios, Submit } from '../../ui/form';
import { PageHead, Section } from '../../ui/section';
import { allRowsIn, alsoOwnedChoices, type Preview, rowsAtFirst, unmatchedChoices } from './import';
import { KnownRows, LeftOutRows, type PreviewProps, UnclearRows, UnknownRows, UnreadableRows } from './preview-rows';
import { choicesForm, HiddenChoices } from './row-choice';

interface PreviewPageProps extends Preview, Pick<PreviewProps, 'drawn' | 'isOnline'> {
  /** Releases on the wishlist among the candidates of rows without a choice. */
  readonly wished: number;
}

export function previewPage(context: RequestContext, preview: PreviewPageProps): Page {
  const { t, format } = context;
  const words = t.collection.import;
  const { file, choices, report, isOnline } = preview;
  const shown = { ...preview, isCut: choices.rowsShown === rowsAtFirst && report.rows.length < allRowsIn(report) };
  const body = (
    <>
      <PageHead
        title={words.previewTitle}
        lead={`${words.previewLead({ name: file.name, rows: words.lines({ count: format.counted(report.file_rows) }) })} ${words.previewStep}`}
      />
      <br />
      <Counts report={report} />
      <AlsoCounted report={report} />
      {report.ignored_columns.length > 0 && (
        <p class="soft">{words.ignoredColumns({ names: report.ignored_columns.join(', ').replace(/\.$/, '') })}</p>
      )}
      <KnownRows {...shown} />
      <UnclearRows {...shown} />
      <UnknownRows {...shown} />
      <UnreadableRows {...shown} />
      <LeftOutRows
        title={words.leftOut}
        aside={words.also.leftOut({ count: format.counted(report.left_out) })}
        rows={report.rows.filter((row) => row.left_out)}
        total={report.left_out}
        isCut={shown.isCut}
      />
      <Then {...shown} />
    </>
  );
  return { title: words.previewTitle, current: 'collection', body, modules: isOnline ? ['import.js'] : [] };
}

function Counts({ report }: { readonly report: Report }) {
  const { t, format } = useRequestContext();
  const words = t.collection.import;
  const known = report.added - report.provisional + report.duplicates - report.chosen;
  const counts: readonly (readonly [number, string])[] = [
    [known, words.known({ count: format.counted(known) })],
    [report.with_candidates + report.chosen + report.skipped - report.left_out, words.notClear],
    [report.unmatched + report.provisional - report.with_candidates, words.unknown],
    [report.invalid, words.unreadable({ count: format.counted(report.invalid) })],
  ];
  const parts = counts.filter(([count], index) => count > 0 || index === 0);
  return (
    <p class="number">
      {parts.map(([count, text], index) => (
        <>
          <b>{format.number(count)}</b> {text}
          {index === parts.length - 1 ? '.' : ', '}
        </>
      ))}
    </p>
  );
}

/** `28 go to the wishlist, 3 left out for their status.` */
function AlsoCounted({ report }: { readonly report: Report }) {
  const { t, format } = useRequestContext();
  const words = t.collection.import.also;
  const { wishes, left_out, in_notes, incomplete } = report;
  const earlier = allRowsIn(report) - report.file_rows;
  const parts = [
    wishes > 0 && words.wishes({ count: format.counted(wishes) }),
    left_out > 0 && words.leftOut({ count: format.counted(left_out) }),
    in_notes > 0 && words.inNotes({ count: format.counted(in_notes) }),
    earlier > 0 && words.earlier({ count: format.counted(earlier) }),
    incomplete && words.incomplete({ count: format.number(incomplete.contained), total: format.number(incomplete.total) }),
  ].filter(Boolean);
  return parts.length === 0 ? null : <p class="soft">{parts.join(', ')}.</p>;
}

function Then({ fileKey, choices, report, isCut, wished }: PreviewPageProps & Pick<PreviewProps, 'isCut'>) {
  const { t, to, format } = useRequestContext();
  const words = t.collection.import;
  const isCollection = choices.list === 'collection';
  const fates = { ...words.unmatched, provisional: words.unmatched.provisional({ list: choices.list }) };
  const hasUnmatched = report.unmatched + report.provisional > 0;
  const nothingToDo = report.added === 0 && (report.unmatched === 0 || choices.unmatched === 'skip');
  return (
    <Section title={words.thereafter}>
      <Form class="form" id={choicesForm} action={to.importFile()}>
        <input type="hidden" name="kept" value={fileKey} />
        <Hidden fields={choices.reading} />
        <HiddenChoices choices={choices.perRow} rows={report.rows} />
        <input type="hidden" name="list" value={choices.list} />
        {isCollection ? (
          <Choices choices={choices} report={report} wished={wished} />
        ) : (
          <input type="hidden" name="alsoOwned" value="skip" />
        )}
        {hasUnmatched ? (
          <Radios
            name="unmatched"
            legend={words.unmatchedBecome}
            options={unmatchedChoices.map((choice) => [choice, fates[choice]])}
            chosen={choices.unmatched}
          />
        ) : (
          <input type="hidden" name="unmatched" value={choices.unmatched} />
        )}
        <p class="row">
          {!nothingToDo && (
            <button type="submit" class="first" name="do" value="confirm">
              {report.added > 0 ? words.confirm({ count: format.counted(report.added) }) : words.confirmWaiting}
            </button>
          )}
          {(isCollection || hasUnmatched) && <Submit name="do" value="look" text={words.lookAgain} />}
          {report.columns.length > 0 && <Submit name="do" value="columns" text={words.columns.change} />}
          {isCut && <Submit name="rows" value="all" text={words.showAll} />}
          <a href={to.importFile({ list: choices.list })}>{t.words.cancel}</a>
        </p>
        {report.provisional > 0 && <p class="soft tiny">{words.provisionalNote}</p>}
        {report.unmatched > 0 && choices.unmatched !== 'skip' && <p class="soft tiny">{words.keptNote}</p>}
      </Form>
    </Section>
  );
}

function Choices({ choices, report, wished }: Pick<PreviewPageProps, 'choices' | 'report' | 'wished'>) {
  const { t, format } = useRequestContext();
  const words = t.collection.import;
  return (
    <>
      <Radios
        name="alsoOwned"
        legend={words.ownedBecome}
        options={alsoOwnedChoices.map((choice) => [choice, words.alsoOwned[choice]])}
        chosen={choices.alsoOwned}
      />
      {report.wanted + wished > 0 || !choices.takeOffWishlist ? (
        <Checkbox
          name="takeOffWishlist"
          checked={choices.takeOffWishlist}
          text={words.takeOff({ count: format.counted(report.wanted), more: format.counted(wished) })}
        />
      ) : (
        <input type="hidden" name="takeOffWishlist" value="on" />
      )}
    </>
  );
}
