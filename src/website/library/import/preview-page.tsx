import type { Report } from '../../../collection/files/report';
import type { Page } from '../../http/page';
import { type RequestContext, useRequestContext } from '../../http/request-context';
import type { ChosenFile } from '../../http/upload-store';
import { Form, Radios } from '../../ui/form';
import { PageHead } from '../../ui/section';
import type { ReleaseThumbnails } from '../items/release-thumbnails';
import { alsoOwnedChoices, type ImportChoices, rowsAtFirst, unmatchedChoices } from './import';
import { KnownRows, UnclearRows, UnknownRows, UnreadableRows } from './preview-rows';
import { choicesForm, HiddenChoices } from './row-choice';

interface Preview {
  readonly file: Pick<ChosenFile, 'name'>;
  /** Key of the kept file. */
  readonly kept: string;
  readonly choices: ImportChoices;
  readonly report: Report;
  readonly drawn: ReleaseThumbnails;
  /** Whether other sites can be asked about what the catalog lacks. */
  readonly isOnline: boolean;
}

export function previewPage(context: RequestContext, preview: Preview): Page {
  const { t, format } = context;
  const words = t.collection.import;
  const isCut = isCutShort(preview);
  const lines = linesOf(preview.report);
  const body = (
    <>
      <PageHead
        title={words.previewTitle}
        lead={words.previewLead({ name: preview.file.name, rows: words.lines({ count: format.counted(lines) }) })}
      />
      <br />
      <Counts report={preview.report} />
      {preview.report.ignored_columns.length > 0 && (
        <p class="soft">{words.ignoredColumns({ names: preview.report.ignored_columns.join(', ') })}</p>
      )}
      <KnownRows report={preview.report} isCut={isCut} drawn={preview.drawn} />
      <UnclearRows report={preview.report} isCut={isCut} choices={preview.choices} drawn={preview.drawn} />
      <UnknownRows report={preview.report} isCut={isCut} unmatched={preview.choices.unmatched} isOnline={preview.isOnline} />
      <UnreadableRows report={preview.report} isCut={isCut} />
      <Then preview={preview} />
    </>
  );
  return { title: words.previewTitle, current: 'collection', body, modules: preview.isOnline ? ['import.js'] : [] };
}

const isCutShort = ({ choices: { rowsShown }, report }: Preview): boolean =>
  rowsShown === rowsAtFirst && report.rows.length < linesOf(report);

const linesOf = ({ added, duplicates, unmatched, skipped, invalid }: Report): number => added + duplicates + unmatched + skipped + invalid;

function Counts({ report }: { readonly report: Report }) {
  const { t, format } = useRequestContext();
  const words = t.collection.import;
  const known = report.added - report.provisional + report.duplicates - report.chosen;
  const counts: readonly (readonly [number, string])[] = [
    [known, words.known({ count: format.counted(known) })],
    [report.with_candidates + report.chosen + report.skipped, words.notClear],
    [report.unmatched + report.provisional - report.with_candidates, words.unknown],
    [report.invalid, words.unreadable({ count: format.counted(report.invalid) })],
  ];
  const shown = counts.filter(([count], index) => count > 0 || index === 0);
  return (
    <p class="number">
      {shown.map(([count, text], index) => (
        <>
          <b>{format.number(count)}</b> {text}
          {index === shown.length - 1 ? '.' : ', '}
        </>
      ))}
    </p>
  );
}

function Then({ preview }: { readonly preview: Preview }) {
  const { kept, choices, report } = preview;
  const { t, to, format } = useRequestContext();
  const words = t.collection.import;
  const isCollection = choices.list === 'collection';
  const hasUnmatched = report.unmatched + report.provisional > 0;
  const nothingToDo = report.added === 0 && (report.unmatched === 0 || choices.unmatched === 'skip');
  const isCut = isCutShort(preview);
  return (
    <section class="part">
      <header>
        <h2>{words.thereafter}</h2>
      </header>
      <div>
        <Form class="form" id={choicesForm} action={to.importFile()}>
          <input type="hidden" name="kept" value={kept} />
          <HiddenChoices choices={choices.perRow} rows={report.rows} />
          <input type="hidden" name="list" value={choices.list} />
          {isCollection ? <Choices choices={choices} report={report} /> : <input type="hidden" name="alsoOwned" value="skip" />}
          {hasUnmatched ? (
            <UnmatchedChoices chosen={choices.unmatched} />
          ) : (
            <input type="hidden" name="unmatched" value={choices.unmatched} />
          )}
          <p class="row">
            {!nothingToDo && (
              <button type="submit" class="first" name="do" value="confirm">
                {report.added > 0 ? words.confirm({ count: format.counted(report.added) }) : words.confirmWaiting}
              </button>
            )}
            {(isCollection || hasUnmatched) && (
              <button type="submit" name="do" value="look">
                {words.lookAgain}
              </button>
            )}
            {isCut && (
              <button type="submit" name="rows" value="all">
                {words.showAll}
              </button>
            )}
            <a href={to.importFile({ list: choices.list })}>{t.words.cancel}</a>
          </p>
          {report.provisional > 0 && <p class="soft tiny">{words.provisionalNote}</p>}
          {report.unmatched > 0 && choices.unmatched !== 'skip' && <p class="soft tiny">{words.keptNote}</p>}
        </Form>
      </div>
    </section>
  );
}

function UnmatchedChoices({ chosen }: { readonly chosen: ImportChoices['unmatched'] }) {
  const { t } = useRequestContext();
  const words = t.collection.import;
  return (
    <Radios
      name="unmatched"
      legend={words.unmatchedBecome}
      options={unmatchedChoices.map((one) => [one, words.unmatched[one]])}
      chosen={chosen}
    />
  );
}

function Choices({ choices, report }: Pick<Preview, 'choices' | 'report'>) {
  const { t, format } = useRequestContext();
  const words = t.collection.import;
  return (
    <>
      <Radios
        name="alsoOwned"
        legend={words.ownedBecome}
        options={alsoOwnedChoices.map((one) => [one, words.alsoOwned[one]])}
        chosen={choices.alsoOwned}
      />
      {report.wanted > 0 || !choices.takeOffWishlist ? (
        <label class="check">
          <input type="checkbox" name="takeOffWishlist" checked={choices.takeOffWishlist} />{' '}
          <span>{words.takeOff({ count: format.counted(report.wanted) })}</span>
        </label>
      ) : (
        <input type="hidden" name="takeOffWishlist" value="on" />
      )}
    </>
  );
}
