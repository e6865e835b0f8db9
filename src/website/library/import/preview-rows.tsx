import type { ComponentChildren } from 'preact';
import type { Report, RowOutcome } from '../../../collection/files/report';
import { message } from '../../../messages/message';
import { type RequestContext, useRequestContext } from '../../http/request-context';
import { messageText } from '../../i18n/api-errors';
import { CatalogText } from '../../ui/catalog-text';
import { ReleaseCell } from '../../ui/release-cell';
import { Section } from '../../ui/section';
import { Table } from '../../ui/table';
import { dealText, shownNotes } from '../items/item-title';
import type { Copy } from '../items/items';
import type { ReleaseThumbnails } from '../items/release-thumbnails';
import type { ImportChoices, RowCandidate } from './import';
import { LookUpRows, onlineRowAddress } from './online-rows';
import { candidatesShown, choicesForm, editionWords, isChoosable, RowChoiceField } from './row-choice';

interface RowsProps {
  readonly report: Report;
  readonly isCut: boolean;
}

interface UnclearProps extends RowsProps {
  readonly choices: ImportChoices;
  readonly drawn: ReleaseThumbnails;
}

interface UnmatchedProps extends RowsProps {
  /** Whether other sites can be asked. */
  readonly isOnline: boolean;
  readonly unmatched: ImportChoices['unmatched'];
}

export function KnownRows({ report, isCut, drawn }: RowsProps & { readonly drawn: ReleaseThumbnails }) {
  const context = useRequestContext();
  const { t, format } = context;
  const words = t.collection.import;
  const rows = report.rows.filter((row) => !row.provisional && !isChoosable(row) && (row.outcome === 'new' || row.outcome === 'duplicate'));
  const total = report.added - report.provisional + report.duplicates - report.chosen;
  const duplicates = report.duplicates - report.chosen_duplicates;
  return (
    <PreviewRows
      title={words.knownTitle}
      aside={words.knownAside({ added: format.number(total - duplicates), there: format.number(duplicates) })}
      heads={[words.release, words.foundBy, words.line, words.becomes]}
      rows={rows}
      total={total}
      isCut={isCut}
      cells={(row) => [
        <Found key="found" row={row} drawn={drawn} />,
        <td key="by" class="keep" data-head={words.foundBy}>
          {row.found_by ? words.foundByWords[row.found_by] : ''}
        </td>,
        <LineNumber key="line" row={row} />,
        <td key="becomes" class="keep wide">
          {row.outcome === 'duplicate' ? <span class="soft">{words.yoursAlready}</span> : becomes(row, context)}
        </td>,
      ]}
    />
  );
}

/** Other editions of the title, or several with the number. */
export function UnclearRows({ report, isCut, choices, drawn }: UnclearProps) {
  const context = useRequestContext();
  const { t, format } = context;
  const words = t.collection.import;
  const rows = report.rows.filter(isChoosable);
  const total = report.with_candidates + report.chosen + report.skipped;
  return (
    <PreviewRows
      title={words.notClearTitle}
      aside={words.notClearAside({ count: format.counted(total) })}
      heads={[words.fileSays, words.line, words.hereIs, words.becomes]}
      rows={rows}
      total={total}
      isCut={isCut}
      cells={(row) => [
        <FileSays key="said" row={row} />,
        <LineNumber key="line" row={row} />,
        <td key="here" class="keep">
          {(row.candidates ?? []).slice(0, candidatesShown).map((candidate) => (
            <Edition key={candidate.id} candidate={candidate} drawn={drawn} />
          ))}
        </td>,
        <td key="becomes" class="keep">
          <RowChoiceField row={row} choices={choices} drawn={drawn} />
          <span class="soft tiny">{readOf(row, context).join(', ')}</span>
        </td>,
      ]}
    />
  );
}

function Edition({ candidate, drawn }: { readonly candidate: RowCandidate; readonly drawn: ReleaseThumbnails }) {
  const context = useRequestContext();
  const sleeved = drawn.get(candidate.id);
  return (
    <ReleaseCell of={sleeved} href={sleeved && context.to.release(sleeved)} title={candidate.title}>
      <CatalogText text={editionWords(candidate, drawn, context)} />
    </ReleaseCell>
  );
}

export function UnknownRows({ report, isCut, unmatched, isOnline }: UnmatchedProps) {
  const context = useRequestContext();
  const { t, format } = context;
  const words = t.collection.import;
  const total = report.unmatched + report.provisional - report.with_candidates;
  const rows = report.rows.filter((row) => isUnmatched(row) && (row.candidates ?? []).length === 0);
  return (
    <PreviewRows
      title={words.unknownTitle}
      aside={words.lines({ count: format.counted(total) })}
      heads={[words.fileSays, words.line, words.becomes]}
      rows={rows}
      total={total}
      isCut={isCut}
      cells={(row) => [
        <FileSays key="said" row={row} />,
        <LineNumber key="line" row={row} />,
        <td key="becomes" class="keep wide" data-online={isOnline ? onlineRowAddress(row, context) : undefined}>
          {becomesOf(row, unmatched, context)}
        </td>,
      ]}
    >
      {isOnline && <LookUpRows count={rows.length} />}
    </PreviewRows>
  );
}

export function UnreadableRows({ report, isCut }: RowsProps) {
  const context = useRequestContext();
  const { t, format } = context;
  const words = t.collection.import;
  return (
    <PreviewRows
      title={words.unreadableTitle}
      aside={words.unreadableAside({ count: format.counted(report.invalid) })}
      heads={[words.fileSays, words.line, words.whyNot]}
      rows={report.rows.filter(({ outcome }) => outcome === 'invalid')}
      total={report.invalid}
      isCut={isCut}
      cells={(row) => [
        <FileSays key="said" row={row} />,
        <LineNumber key="line" row={row} />,
        <td key="why" class="keep wide">
          {whyLeftOut(row, context)}
        </td>,
      ]}
    />
  );
}

interface TableProps {
  readonly title: string;
  readonly aside: string;
  readonly heads: readonly string[];
  readonly rows: readonly RowOutcome[];
  readonly total: number;
  readonly isCut: boolean;
  readonly cells: (row: RowOutcome) => ComponentChildren;
  /** Precedes the table. */
  readonly children?: ComponentChildren;
}

export function PreviewRows({ title, aside, heads, rows, total, isCut, cells, children }: TableProps) {
  const { format } = useRequestContext();
  if (total === 0) return null;
  return (
    <Section title={title} aside={aside}>
      {children}
      <Table class="owned" caption={title} heads={[...heads]}>
        {rows.map((row, index) => (
          <tr key={`${row.line} ${index}`}>{cells(row)}</tr>
        ))}
      </Table>
      {rows.length < total && <More count={format.number(total - rows.length)} isCut={isCut} />}
    </Section>
  );
}

/** Keeps the choices made so far. */
function More({ count, isCut }: { readonly count: string; readonly isCut: boolean }) {
  const { t } = useRequestContext();
  if (!isCut) return <p class="soft">{t.words.more({ count })}</p>;
  return (
    <p>
      <button type="submit" class="plain" form={choicesForm} name="rows" value="all">
        {t.words.more({ count })}
      </button>
    </p>
  );
}

function Found({ row: { release, said }, drawn }: { readonly row: RowOutcome; readonly drawn: ReleaseThumbnails }) {
  const { to } = useRequestContext();
  if (!release) return <th scope="row">{said.title}</th>;
  const { id, title, artist_credit: credit, year } = release;
  const sleeved = drawn.get(id);
  return (
    <th scope="row">
      <ReleaseCell of={sleeved} href={sleeved && to.release(sleeved)} title={title}>
        <CatalogText text={[credit, year].filter((part) => part !== null).join(', ')} />
      </ReleaseCell>
    </th>
  );
}

export function FileSays({ row: { said } }: { readonly row: RowOutcome }) {
  const { t, format: formats } = useRequestContext();
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
    </th>
  );
}

export function LineNumber({ row: { line } }: { readonly row: RowOutcome }) {
  const { t, format } = useRequestContext();
  const words = t.collection.import;
  return (
    <td class="n keep" data-head={line === null ? undefined : words.line}>
      {line === null ? words.earlier : format.number(line)}
    </td>
  );
}

const isUnmatched = ({ outcome, provisional }: RowOutcome): boolean => outcome === 'unmatched' || provisional === true;

function becomesOf(row: RowOutcome, unmatched: ImportChoices['unmatched'], context: RequestContext): string {
  const words = context.t.collection.import;
  if (row.provisional) return becomes(row, context);
  return unmatched === 'skip' ? words.isLeftOut : words.waits;
}

/** `a copy, near mint, folder “Italy”, bought 12 May 2016, €12.50, notes “Signed”; off your wishlist` */
function becomes(row: RowOutcome, context: RequestContext): string {
  const words = context.t.collection.import;
  const parts = [row.provisional ? words.aProvisionalRelease : words.aCopy, ...readOf(row, context)];
  return row.wanted ? parts.join(', ') + context.format.semicolon + words.offWishlist : parts.join(', ');
}

/** What the row says of the copy. */
function readOf({ item = {} }: RowOutcome, { t, format }: RequestContext): string[] {
  const words = t.collection.import;
  const { condition, folder, purchased_at: date, purchase_price_cents: price, currency, notes } = item as Partial<Copy>;
  const parts = [
    condition && t.words.conditions[condition].toLocaleLowerCase(),
    folder && words.inFolder({ folder }),
    dealText({ date, price, currency }, t.records.own.bought, format),
    notes && words.withNotes({ notes: shownNotes(notes) }),
  ];
  return parts.flatMap((part) => part || []);
}

export function whyLeftOut({ outcome, faults = [] }: RowOutcome, context: Pick<RequestContext, 't' | 'format'>): string {
  const { t, format } = context;
  const words = t.collection.import;
  if (outcome !== 'invalid') return outcome === 'skipped' ? words.wasChosen : words.isUnknown;
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
