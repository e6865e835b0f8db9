import { type Page, pageNumber } from '../../http/page';
import { type RequestContext, useRequestContext } from '../../http/request-context';
import { Form, Radios } from '../../ui/form';
import { Pager } from '../../ui/pager';
import { Section } from '../../ui/section';
import { Table } from '../../ui/table';
import { CollectionFrame } from '../frame';
import { readSummary } from '../statistics/summary';
import { type ImportCounts, type ImportList, readListName, readPendingRows, type StoredRow } from './import';
import { type OmittedRows, OmittedRowsPart } from './omitted-rows';

interface ChooseProps {
  readonly list: ImportList;
  readonly problem?: string | undefined;
  /** Whether it was imported already. */
  readonly isIn?: boolean;
  readonly left?: OmittedRows | undefined;
}

/** With the last result and stored rows. */
export async function choosePage(context: RequestContext, { list, problem, isIn, left }: ChooseProps, status = 200): Promise<Page> {
  const [summary, kept] = await Promise.all([readSummary(context), readPendingRows(context, list, pageNumber(context))]);
  const { t, once } = context;
  const said = once.take();
  const body = (
    <CollectionFrame summary={summary} current="import">
      {said?.kind === 'import' && <Outcome list={readListName(said.name)} counts={JSON.parse(said.text) as ImportCounts} />}
      {left && <OmittedRowsPart left={left} />}
      <ChooseForm list={list} problem={problem} isIn={isIn ?? false} />
      {kept.meta.totalItems > 0 && <Kept list={list} rows={kept.items} meta={kept.meta} />}
    </CollectionFrame>
  );
  return { title: t.collection.import.title, current: 'collection', body, status };
}

function Outcome({ list, counts }: { readonly list: ImportList; readonly counts: ImportCounts }) {
  const { t, to, format } = useRequestContext();
  const words = t.collection.import;
  const { added, provisional, duplicates, unmatched, invalid } = counts;
  const parts = [
    words.countAdded({ count: format.counted(added) }),
    provisional > 0 && words.countProvisional({ count: format.counted(provisional) }),
    duplicates > 0 && words.countDuplicates({ count: format.number(duplicates) }),
    unmatched > 0 && words.countWaiting({ count: format.counted(unmatched) }),
    invalid > 0 && words.countInvalid({ count: format.counted(invalid) }),
  ].filter((part) => part !== false);
  return (
    <>
      <p class="number" role="status">
        {parts.join(', ')}.
      </p>
      {added > 0 && (
        <p class="row">
          {/* A file says of its copies when they were added, which may be years ago. */}
          <a href={list === 'wishlist' ? to.wishlist() : to.collection({ order: 'entered' })}>{words.lookAtThem}</a>
        </p>
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
          accept=".csv,.txt,.json,text/csv,text/plain,application/json"
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
      <Radios
        name="list"
        legend={words.into}
        options={(['collection', 'wishlist'] as const).map((one) => [one, words.lists[one]])}
        chosen={list}
      />
      <p class="row">
        <button type="submit" class="first" name="do" value="look">
          {words.look}
        </button>
        <span class="soft tiny">{words.nothingYet}</span>
      </p>
    </Form>
  );
}

interface KeptProps {
  readonly list: ImportList;
  readonly rows: readonly StoredRow[];
  readonly meta: { readonly totalItems: number; readonly itemsPerPage: number; readonly currentPage: number };
}

/** Rows of earlier files without release. */
function Kept({ list, rows, meta }: KeptProps) {
  const { t, to, format } = useRequestContext();
  const words = t.collection.import;
  return (
    <Section title={words.waiting} aside={words.waitingAside({ count: format.counted(meta.totalItems) })}>
      <Form class="row" action={to.importFile()}>
        <input type="hidden" name="list" value={list} />
        <button type="submit" name="do" value="again">
          {words.matchAgain}
        </button>
        <button type="submit" name="do" value="make">
          {words.makeProvisional}
        </button>
      </Form>
      <br />
      <Table class="owned" caption={words.waiting} heads={[words.fileSays, words.since, { hidden: t.words.remove }]}>
        {rows.map((row) => (
          <KeptLine key={row._id} list={list} row={row} />
        ))}
      </Table>
      <Pager meta={meta} />
    </Section>
  );
}

function KeptLine({ list, row }: { readonly list: ImportList; readonly row: StoredRow }) {
  const { t, to, format } = useRequestContext();
  const words = t.collection.import;
  const cells = Object.values(row.row).filter((cell) => cell !== null && cell !== '' && typeof cell !== 'object');
  const said = cells.slice(0, 6).join(', ');
  return (
    <tr>
      <th scope="row">
        {said.length > 200 ? `${said.slice(0, 200)} …` : said}
        {row.copies > 1 && `, ${t.records.own.times({ count: format.number(row.copies) })}`}
      </th>
      <td class="n">{format.day(row.created_at)}</td>
      <td class="keep">
        <Form action={to.importFile()}>
          <input type="hidden" name="list" value={list} />
          <input type="hidden" name="id" value={row._id} />
          <button type="submit" name="do" value="forget" class="plain danger" aria-label={words.forgetOf({ what: said.slice(0, 80) })}>
            {words.forget}
          </button>
        </Form>
      </td>
    </tr>
  );
}
