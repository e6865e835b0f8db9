import type { ComponentChildren } from 'preact';
import type { Fault, Report, RowOutcome } from '../../../collection/files/documents';
import { message } from '../../../messages/message';
import { type RequestContext, useRequestContext } from '../../http/request-context';
import { messageText } from '../../i18n/api-errors';
import { CatalogText } from '../../ui/catalog-text';
import { Submit } from '../../ui/form';
import { ReleaseCell } from '../../ui/release-table';
import { Section } from '../../ui/section';
import { Table } from '../../ui/table';
import { dealText } from '../items/item-title';
import type { Copy, Wish } from '../items/items';
import type { ReleaseThumbnails } from '../items/release-thumbnails';
import type { ImportChoices } from './import';
import { LookUpRows, onlineRowAddress } from './online-rows';
import { candidatesShown, choicesForm, editionWords, isChoosable, RowChoiceField } from './row-choice';

/** What the tables of a preview show. */
export interface PreviewProps {
  readonly report: Report;
  readonly choices: ImportChoices;
  readonly drawn: ReleaseThumbnails;
  /** Whether other sites can be searched about what the catalog lacks. */
  readonly isOnline: boolean;
  readonly isCut: boolean;
}

export function KnownRows({ report, isCut, choices, drawn }: PreviewProps) {
  const context = useRequestContext();
  const { t, format } = context;
  const words = t.collection.import;
  const rows = report.rows.filter((row) => !row.provisional && !isChoosable(row) && (row.outcome === 'new' || row.outcome === 'duplicate'));
  const total = report.added - report.provisional + report.duplicates - report.chosen;
  const duplicates = report.duplicates - report.chosen_duplicates;
  return (
    <PreviewRows
      title={words.knownTitle}
      aside={words.knownAside({ added: format.number(total - duplicates), there: format.number(duplicates), list: choices.list })}
      firstHeads={[words.release, words.foundBy]}
      first={(row) => [
        <Found key="found" row={row} drawn={drawn} />,
        <td key="by" class="keep" data-head={words.foundBy}>
          {row.found_by ? words.foundByWords[row.found_by] : ''}
        </td>,
      ]}
      heads={[words.becomes]}
      rows={rows}
      total={total}
      isCut={isCut}
      cells={(row) => <td class={row.outcome === 'duplicate' ? 'keep wide soft' : 'keep wide'}>{becomes(row, choices, context)}</td>}
    />
  );
}

/** Other editions of the title, or several with the number. */
export function UnclearRows({ report, isCut, choices, drawn }: PreviewProps) {
  const context = useRequestContext();
  const { t, format } = context;
  const words = t.collection.import;
  const total = report.with_candidates + report.chosen + report.skipped - report.left_out;
  return (
    <PreviewRows
      title={words.notClearTitle}
      aside={words.notClearAside({ count: format.counted(total) })}
      heads={[words.hereIs, words.becomes]}
      rows={report.rows.filter(isChoosable)}
      total={total}
      isCut={isCut}
      cells={(row) => [
        <td key="here" class="keep">
          {(row.candidates ?? []).slice(0, candidatesShown).map((candidate) => {
            const sleeved = drawn.get(candidate.id);
            return (
              <ReleaseCell key={candidate.id} of={sleeved} href={sleeved && context.to.release(sleeved)} title={candidate.title}>
                <CatalogText text={editionWords(candidate, drawn, context)} />
              </ReleaseCell>
            );
          })}
        </td>,
        <td key="becomes" class="keep">
          <RowChoiceField row={row} choices={choices} drawn={drawn} />
          <span class="soft tiny">{readOf(row, context).join(', ')}</span>
        </td>,
      ]}
    />
  );
}

export function UnknownRows({ report, isCut, choices, isOnline }: PreviewProps) {
  const context = useRequestContext();
  const { t, format } = context;
  const words = t.collection.import;
  const total = report.unmatched + report.provisional - report.with_candidates;
  const rows = report.rows.filter(
    ({ outcome, provisional, candidates = [] }) => (outcome === 'unmatched' || provisional) && candidates.length === 0,
  );
  const fate = choices.unmatched === 'skip' ? words.isLeftOut : words.waits;
  return (
    <PreviewRows
      title={words.unknownTitle}
      aside={words.lines({ count: format.counted(total) })}
      heads={[words.becomes]}
      rows={rows}
      total={total}
      isCut={isCut}
      cells={(row) => (
        <td class="keep wide" data-online={isOnline ? onlineRowAddress(row, context) : undefined}>
          {row.provisional ? becomes(row, choices, context) : fate}
        </td>
      )}
    >
      {isOnline && <LookUpRows count={rows.length} />}
    </PreviewRows>
  );
}

export function UnreadableRows({ report: { rows, invalid }, isCut }: PreviewProps) {
  const { t, format } = useRequestContext();
  const words = t.collection.import;
  const aside = words.unreadableAside({ count: format.counted(invalid) });
  const unreadable = rows.filter(({ outcome }) => outcome === 'invalid');
  return <LeftOutRows title={words.unreadableTitle} aside={aside} rows={unreadable} total={invalid} isCut={isCut} />;
}

/** Rows with the reason why they are not imported. */
export function LeftOutRows(props: Omit<TableProps, 'heads' | 'cells'>) {
  const context = useRequestContext();
  const cells = (row: RowOutcome) => <td class="keep wide">{whyLeftOut(row, context)}</td>;
  return <PreviewRows {...props} heads={[context.t.collection.import.whyNot]} cells={cells} />;
}

interface TableProps {
  readonly title: string;
  readonly aside: string;
  /** Before the line; what the file says, by default. */
  readonly firstHeads?: readonly string[];
  readonly first?: (row: RowOutcome) => ComponentChildren;
  /** After the line. */
  readonly heads: readonly string[];
  readonly cells: (row: RowOutcome) => ComponentChildren;
  readonly rows: readonly RowOutcome[];
  readonly total: number;
  readonly isCut: boolean;
  /** Precedes the table. */
  readonly children?: ComponentChildren;
}

function PreviewRows({ title, aside, firstHeads, first, heads, cells, rows, total, isCut, children }: TableProps) {
  const { t, format } = useRequestContext();
  const words = t.collection.import;
  if (total === 0) return null;
  return (
    <Section title={title} aside={aside}>
      {children}
      <Table class="owned" caption={title} heads={[...(firstHeads ?? [words.fileSays]), words.line, ...heads]}>
        {rows.map((row, index) => (
          <tr key={`${row.line} ${index}`}>
            {first ? first(row) : <FileSays row={row} />}
            <td class="n keep" data-head={row.line === null ? undefined : words.line}>
              {row.line === null ? words.earlier : format.number(row.line)}
            </td>
            {cells(row)}
          </tr>
        ))}
      </Table>
      {rows.length < total && <More count={format.number(total - rows.length)} isCut={isCut} />}
    </Section>
  );
}

/** Keeps the choices so far. */
function More({ count, isCut }: { readonly count: string; readonly isCut: boolean }) {
  const { t } = useRequestContext();
  if (!isCut) return <p class="soft">{t.words.more({ count })}</p>;
  return (
    <p>
      <Submit class="plain" form={choicesForm} name="rows" value="all" text={t.words.more({ count })} />
    </p>
  );
}

function Found({ row: { release, said, in_notes: inNotes = [] }, drawn }: { readonly row: RowOutcome; readonly drawn: ReleaseThumbnails }) {
  const context = useRequestContext();
  const { to } = context;
  if (!release) return <th scope="row">{said.title}</th>;
  const { id, title, artist_credit: credit, year } = release;
  const sleeved = drawn.get(id);
  return (
    <th scope="row">
      <ReleaseCell of={sleeved} href={sleeved && to.release(sleeved)} title={title}>
        <CatalogText text={[credit, year].filter((part) => part !== null).join(', ')} />
      </ReleaseCell>
      {inNotes.length > 0 && <p class="soft tiny">{faultText(inNotes, context)}</p>}
    </th>
  );
}

function FileSays({ row: { said, in_notes: inNotes = [] } }: { readonly row: RowOutcome }) {
  const context = useRequestContext();
  const { t, format: formats } = context;
  const { title, artist, label, catalog_number: number, barcode, format, released } = said;
  const more = [label, number, barcode, format, released].filter((part) => part).join(', ');
  return (
    <th scope="row">
      {artist && artist + formats.colon}
      <em>{title ?? (artist ? '' : t.collection.import.noTitle)}</em>
      {more && (
        <>
          <br />
          <span class="soft tiny">{more}</span>
        </>
      )}
      {inNotes.length > 0 && <p class="soft tiny">{faultText(inNotes, context)}</p>}
    </th>
  );
}

/** `a copy, near mint, folder “Italy”, bought 12 May 2016, €12.50, notes “Signed”; off your wishlist` */
function becomes(row: RowOutcome, choices: ImportChoices, context: RequestContext): string {
  const words = context.t.collection.import;
  const { list = choices.list } = row;
  if (row.outcome === 'duplicate') return words.yoursAlready({ list });
  const parts = [row.provisional ? words.aProvisionalRelease : list === 'wishlist' ? words.aWish : words.aCopy, ...readOf(row, context)];
  return row.wanted ? parts.join(', ') + context.format.semicolon + words.offWishlist : parts.join(', ');
}

/** The copy has all of them. */
const notesShown = 80;

/** What the row says of the copy. */
function readOf({ item = {} }: RowOutcome, { t, format }: RequestContext): string[] {
  const words = t.collection.import;
  const {
    status,
    condition,
    rating,
    folder,
    storage_location: location,
    purchased_at: date,
    purchase_price_cents: price,
    order_date: orderDate,
    order_price_cents: orderPrice,
    currency,
    notes,
    priority,
    max_price_cents: maximum,
  } = item as Partial<Copy & Wish>;
  const parts = [
    status === 'ordered' &&
      (dealText({ date: orderDate, price: orderPrice, currency }, t.records.own.ordered, format) || t.collection.isOrdered),
    priority && words.withPriority({ priority: format.number(priority) }),
    typeof maximum === 'number' && words.atMost({ price: format.price(maximum, currency ?? null) }),
    condition && t.words.conditions[condition].toLocaleLowerCase(),
    rating && t.collection.rated({ rating: format.number(rating) }),
    folder && words.inFolder({ folder }),
    location && words.atLocation({ location }),
    dealText({ date, price, currency }, t.records.own.bought, format),
    notes && words.withNotes({ notes: notes.length > notesShown ? `${notes.slice(0, notesShown).toWellFormed()} …` : notes }),
  ];
  return parts.flatMap((part) => part || []);
}

export function whyLeftOut(
  { outcome, left_out: isForStatus, faults = [] }: RowOutcome,
  context: Pick<RequestContext, 't' | 'format'>,
): string {
  const words = context.t.collection.import;
  if (isForStatus) return words.forItsStatus;
  if (outcome !== 'invalid') return outcome === 'skipped' ? words.wasChosen : words.isUnknown;
  return faultText(faults, context);
}

function faultText(faults: readonly Fault[], context: Pick<RequestContext, 't' | 'format'>): string {
  const { t, format } = context;
  const words = t.collection.import;
  return faults
    .map(({ kind, column, value, readings = [], allowed }) => {
      const written = kind === 'unclear_day' ? format.date : kind === 'unclear_amount' ? format.decimal : String;
      const [first = '', second = ''] = readings.map((reading) => written.call(format, reading));
      const text = words.faults[kind];
      const rule = /rating/i.test(column ?? '') ? 'rating' : 'other';
      const sentence = typeof text === 'string' ? text : text({ column: column ?? '', value: value ?? '', first, second, rule });
      return allowed ? `${sentence} ${messageText(context, message('invalid_word', { values: allowed }), column ?? undefined)}` : sentence;
    })
    .join(' ');
}
