import type { AttributesPage } from '../../api/client';
import { type Page, pageNumber } from '../../http/page';
import { type RequestContext, useRequestContext } from '../../http/request-context';
import { Form, Hidden, Radios, Submit } from '../../ui/form';
import { Pager } from '../../ui/pager';
import { Section } from '../../ui/section';
import { Table } from '../../ui/table';
import { CompletionOffer, progressOf } from '../completion/progress';
import { CollectionFrame } from '../frame';
import { readSummary } from '../statistics/summary';
import { countParts, type ImportList, type ImportOutcome, readListName, readPendingRows, type StoredRow } from './import';
import { type OmittedRows, OmittedRowsPart } from './omitted-rows';
import { PastImports, readPastImports, UndoImportForm, UndoneOutcome } from './past-imports';

interface ChooseProps {
  readonly list: ImportList;
  readonly problem?: string | undefined;
  /** Whether it was imported already. */
  readonly isIn?: boolean;
  readonly left?: OmittedRows | undefined;
}

/** With the last result and stored rows. */
export async function choosePage(context: RequestContext, { list, problem, isIn, left }: ChooseProps, status = 200): Promise<Page> {
  const [summary, progress, pendingRows, imports] = await Promise.all([
    readSummary(context),
    progressOf(context),
    readPendingRows(context, list, pageNumber(context)),
    readPastImports(context, list),
  ]);
  const { t, once } = context;
  const outcome = once.take();
  const body = (
    <CollectionFrame summary={summary} current="import">
      {outcome?.kind === 'import' && <Outcome list={readListName(outcome.name)} outcome={JSON.parse(outcome.text)} />}
      {outcome?.kind === 'undone-import' && <UndoneOutcome text={outcome.text} />}
      <CompletionOffer progress={progress} isExplained />
      {left && <OmittedRowsPart left={left} />}
      <ChooseForm list={list} problem={problem} isIn={isIn ?? false} />
      {pendingRows.meta.totalItems > 0 && <PendingRows list={list} page={pendingRows} />}
      <PastImports list={list} imports={imports.items} />
    </CollectionFrame>
  );
  return { title: t.collection.import.title, current: 'collection', body, status };
}

function Outcome({ list, outcome }: { readonly list: ImportList; readonly outcome: ImportOutcome & { readonly id: string } }) {
  const context = useRequestContext();
  const { t, to } = context;
  const { added, unmatched, id } = outcome;
  const words = t.collection.import;
  return (
    <>
      <p class="number" role="status">
        {countParts(list, outcome, context).join(', ')}.
      </p>
      {added + unmatched > 0 && (
        <div class="row">
          {/* A file says of its copies when they were added, which may be years ago. */}
          {added > 0 && <a href={list === 'wishlist' ? to.wishlist() : to.collection({ order: 'entered' })}>{words.lookAtThem}</a>}
          <UndoImportForm list={list} id={id} />
        </div>
      )}
      <br />
    </>
  );
}

function ChooseForm({ list, problem, isIn }: ChooseProps) {
  const { t, to } = useRequestContext();
  const words = t.collection.import;
  const described = problem === undefined ? 'file-help' : 'bad-file';
  return (
    <Form class="form" action={to.importFile()} encType="multipart/form-data">
      <label>
        {words.file}
        <input
          type="file"
          name="file"
          accept=".csv,.txt,.tsv,.json,.xml,.xlsx,text/csv,text/plain,application/json,text/xml"
          aria-describedby={described}
          aria-invalid={problem === undefined ? undefined : true}
          required
        />
        {problem === undefined ? (
          <small id="file-help">{words.help}</small>
        ) : (
          <small class="no" id="bad-file" role="alert">
            {problem} {isIn && <a href={list === 'wishlist' ? to.wishlist() : to.collection({ order: 'entered' })}>{words.lookAtThem}</a>}
          </small>
        )}
      </label>
      <Radios name="list" legend={words.into} options={Object.entries(words.lists)} chosen={list} />
      <p class="row">
        <Submit class="first" name="do" value="look" text={words.look} />
        <span class="soft tiny">{words.nothingYet}</span>
      </p>
    </Form>
  );
}

/** Rows of earlier files without release. */
function PendingRows({ list, page: { items, meta } }: { readonly list: ImportList; readonly page: AttributesPage<StoredRow> }) {
  const { t, to, format } = useRequestContext();
  const words = t.collection.import;
  return (
    <Section title={words.waiting} aside={words.waitingAside({ count: format.counted(meta.totalItems) })}>
      <Form class="row" action={to.importFile()}>
        <input type="hidden" name="list" value={list} />
        <Submit name="do" value="again" text={words.matchAgain} />
        <Submit name="do" value="make" text={words.makeProvisional} />
      </Form>
      <br />
      <Table class="owned" caption={words.waiting} heads={[words.fileSays, words.since, { hidden: t.words.remove }]}>
        {items.map((row) => (
          <PendingRow key={row._id} list={list} row={row} />
        ))}
      </Table>
      <Pager meta={meta} />
    </Section>
  );
}

function PendingRow({ list, row }: { readonly list: ImportList; readonly row: StoredRow }) {
  const { t, to, format } = useRequestContext();
  const words = t.collection.import;
  const cells = Object.values(row.row).filter((cell) => cell !== null && cell !== '' && typeof cell !== 'object');
  const text = cells.slice(0, 6).join(', ');
  return (
    <tr>
      <th scope="row">
        {text.length > 200 ? `${text.slice(0, 200)} …` : text}
        {row.copies > 1 && `, ${t.records.own.times({ count: format.number(row.copies) })}`}
      </th>
      <td class="n">{format.day(row.created_at)}</td>
      <td class="keep">
        <Form action={to.importFile()}>
          <Hidden fields={{ list, id: row._id }} />
          <button type="submit" name="do" value="forget" class="plain danger" aria-label={words.forgetOf({ what: text.slice(0, 80) })}>
            {words.forget}
          </button>
        </Form>
      </td>
    </tr>
  );
}
