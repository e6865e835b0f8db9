import type { ComponentChildren } from 'preact';
import type { Report } from '../../../collection/files/documents';
import type { Page } from '../../http/page';
import { type RequestContext, useRequestContext } from '../../http/request-context';
import { AllProblems, Form, Hidden, Radios, Select, Submit } from '../../ui/form';
import { type OptionList, Options } from '../../ui/options';
import { Section } from '../../ui/section';
import { Table } from '../../ui/table';
import { CollectionFrame } from '../frame';
import { readSummary } from '../statistics/summary';
import { columnField, type FileReading, isColumnField, type Preview, statusField } from './import';

type FileColumn = Report['columns'][number];

/** Neither known nor chosen. */
const isUndecided = ({ is_known: isKnown, heading, values }: FileColumn, reading: FileReading): boolean =>
  !isKnown && values.length > 0 && !reading.has(columnField(heading));

/** Whether something in a file was not understood. */
export const isUnclear = (report: Report, reading: FileReading): boolean =>
  report.columns.some((column) => isUndecided(column, reading)) || hasUnknownWords(report, reading) || hasUnclearDays(report);

/** Also of a column that the user has just chosen as the status. */
export const hasUnknownWords = ({ statuses }: Report, reading: FileReading): boolean =>
  statuses.some(({ word, is_known: isKnown }) => !isKnown && !reading.has(statusField(word)));

const hasUnclearDays = ({ unclear_days, day_first }: Pick<Report, 'unclear_days' | 'day_first'>): boolean =>
  unclear_days > 0 && day_first === null;

/** Fields that several columns are chosen for. */
export function repeatedFields(reading: FileReading): ReadonlySet<string> {
  const fields = [...reading].flatMap(([name, field]) => (isColumnField(name) && field !== 'notes' && field !== 'ignore' ? [field] : []));
  return new Set(fields.filter((field, index) => fields.indexOf(field) !== index));
}

/** What each column of a file and each status word is taken for, before the preview. */
export async function columnsPage(context: RequestContext, preview: Preview): Promise<Page> {
  const { t, to, format } = context;
  const words = t.collection.import;
  const { file, fileKey, choices, report } = preview;
  const { list, reading } = choices;
  const repeated = repeatedFields(reading);
  const dated = report.columns.find(({ readings }) => readings !== undefined);
  const columns = report.columns.map((column): ChosenColumn => {
    const isUnknown = isUndecided(column, reading);
    const field = reading.get(columnField(column.heading)) ?? (isUnknown ? 'notes' : column.field);
    const order = hasUnclearDays(report) ? column.readings : undefined;
    const isRepeated = repeated.has(field);
    const asks = isUnknown || order !== undefined || isRepeated;
    return {
      ...column,
      field,
      asks,
      isRepeated,
      order: column === dated ? order : undefined,
      hint: hintOf(context, { ...column, field }, report),
    };
  });
  const groups = Object.entries({
    toDecide: columns.filter(({ asks }) => asks),
    recognized: columns.filter(({ asks, field }) => !asks && field !== 'notes' && field !== 'ignore'),
    asNotes: columns.filter(({ asks, field }) => !asks && field === 'notes'),
    ignored: columns.filter(({ asks, field }) => !asks && field === 'ignore'),
  }) as [keyof typeof words.columns.groups, readonly ChosenColumn[]][];
  const filled = groups.filter(([, group]) => group.length > 0);
  const rows = format.counted(report.file_rows);
  const unknownWords = report.statuses.filter(({ is_known: isKnown }) => !isKnown).length;
  const counts = [
    ...filled.map(([name, group]) => words.columns.counts[name]({ count: format.number(group.length) })),
    ...(unknownWords > 0 ? [words.columns.wordsToDecide({ count: format.counted(unknownWords) })] : []),
  ];
  const body = (
    <CollectionFrame summary={await readSummary(context)} current="import">
      <Form action={to.importFile()}>
        <div class="head lean-head">
          <h2 class="number">
            {words.columns.count({ count: format.counted(columns.length) })}
            {format.colon}
            {counts.join(', ')}.
          </h2>
          <p>
            {words.previewLead({ name: file.name, rows: words.lines({ count: rows }) })} {words.columns.step}
          </p>
          <AllProblems problems={repeated.size > 0 ? [words.columns.repeated] : []} />
          <Hidden fields={{ kept: fileKey, list, alsoOwned: choices.alsoOwned, unmatched: choices.unmatched }} />
          {choices.takeOffWishlist && <input type="hidden" name="takeOffWishlist" value="on" />}
          <FileFacts report={report} reading={reading} />
        </div>
        {filled.map(([name, group]) => (
          <Section key={name} title={words.columns.groups[name]} aside={words.columns.count({ count: format.counted(group.length) })}>
            <ColumnTable caption={words.columns.groups[name]} columns={group} options={fieldOptions(context, report.fields)} />
          </Section>
        ))}
        {report.statuses.length > 0 && <StatusWords report={report} reading={reading} />}
        <p class="row reach">
          <Submit class="first" name="do" value="look" text={words.columns.preview({ count: rows })} />
          <a href={to.importFile({ list })}>{words.columns.otherFile}</a>
        </p>
        <p class="soft tiny">{words.columns.remembered}</p>
      </Form>
    </CollectionFrame>
  );
  return { title: words.columns.title, current: 'collection', body, status: repeated.size > 0 ? 422 : 200 };
}

interface ChosenColumn extends FileColumn {
  /** Whether the user has to decide. */
  readonly asks: boolean;
  readonly isRepeated: boolean;
  /** Both readings of a day, to choose from. */
  readonly order: readonly string[] | undefined;
  /** What becomes of its values. */
  readonly hint: string | false | undefined;
}

/** What a select does not say of a column. */
function hintOf({ t }: RequestContext, column: FileColumn, { price_currency: prices }: Report): string | false | undefined {
  const { hints } = t.collection.import.columns;
  const { field, values, filled, valid = filled, becomes = [], is_known: isKnown } = column;
  const [line] = becomes;
  if (field === 'barcode') return valid < filled && hints.digits({ valid, filled });
  if (field === 'format') {
    const types = becomes.map((type) => t.words.formatTypes[type as keyof typeof t.words.formatTypes]);
    const index = values.findIndex((value, index) => value.toLowerCase() !== types[index]?.toLowerCase());
    return index >= 0 && hints.format({ value: values[index] ?? '', type: types[index] ?? '' });
  }
  if (field === 'notes') return line && hints.line({ line });
  if (field === 'status') return hints.mapped;
  if (field === 'purchase_price') return prices !== null && hints.currency[prices.source]({ currency: prices.currency });
  return field === 'ignore' && isKnown && filled > 0 && values.every((value) => /^[\d.]+$/.test(value)) && hints.number;
}

function fieldOptions({ t }: RequestContext, known: Report['fields']): OptionList {
  const { copyFields } = t.collection;
  const { columns } = t.collection.import;
  const labels: Readonly<Record<string, string>> = {
    ...columns.fields,
    ...copyFields,
    purchase_price: copyFields.price,
    order_price_cents: copyFields.order_price,
    current_value: copyFields.value,
  };
  // `format` is read into the format of the release and of the copy, and notes are on top.
  const offered = Object.keys(labels).filter((field) => known.includes(field) && field !== 'format_type' && field !== 'notes');
  return [['ignore', columns.ignore], ['notes', columns.keep], ...offered.map((field) => [field, labels[field] ?? field] as const)];
}

/** How the file was read, with a button to read it in another way. */
function FileFacts({ report, reading }: { readonly report: Report; readonly reading: FileReading }) {
  const { t } = useRequestContext();
  const words = t.collection.import.columns;
  const { encoding, separator, sheet, sheets, day_first: dayFirst } = report;
  const hasDays = dayFirst !== null;
  if (encoding === null && separator === null && sheets.length < 2 && !hasDays) return null;
  return (
    <div class="form file-facts">
      {encoding !== null && <Select name="encoding" label={words.encoding} value={encoding} options={Object.entries(encodingNames)} />}
      {separator !== null && (
        <Select name="separator" label={words.separator} value={separator} options={Object.entries(words.separators)} />
      )}
      {sheets.length > 1 && <Select name="sheet" label={words.sheet} value={sheet ?? ''} options={sheets.map((name) => [name, name])} />}
      {hasDays && (
        <Select
          name="dayFirst"
          label={words.days}
          value={reading.get('dayFirst') ?? String(dayFirst)}
          options={[
            ['true', words.dayFirst],
            ['false', words.monthFirst],
          ]}
        />
      )}
      <Submit name="do" value="reread" text={words.readAgain} />
    </div>
  );
}

const encodingNames = {
  'utf-8': 'UTF-8',
  'utf-16le': 'UTF-16',
  'utf-16be': 'UTF-16 BE',
  'windows-1252': 'Windows-1252',
  'iso-8859-15': 'ISO 8859-15',
} as const;

interface ColumnTableProps {
  readonly caption: string;
  readonly columns: readonly ChosenColumn[];
  readonly options: OptionList;
}

function ColumnTable({ caption, columns, options }: ColumnTableProps) {
  const { t } = useRequestContext();
  const words = t.collection.import.columns;
  return (
    <Table class="columns" caption={caption} heads={[words.inFile, words.values, words.becomes]} isBare>
      {columns.map(({ heading, values, field, becomes, ...column }) => (
        <ChoiceRow
          key={heading}
          name={columnField(heading)}
          text={heading}
          value={field}
          options={
            field === 'notes' && !becomes
              ? options.map(([value, text]) => [value, value === field ? t.collection.copyFields.notes : text])
              : options
          }
          {...column}
        >
          <td>
            <ul class="samples">
              {values.map((value) => (
                <li key={value}>{value}</li>
              ))}
            </ul>
          </td>
        </ChoiceRow>
      ))}
    </Table>
  );
}

interface ChoiceRowProps extends Pick<ChosenColumn, 'asks'>, Partial<Pick<ChosenColumn, 'isRepeated' | 'order' | 'hint'>> {
  readonly name: string;
  /** Why it asks; read with the label. */
  readonly problem?: string | undefined;
  /** As in the file. */
  readonly text: string;
  readonly value: string;
  readonly options: OptionList;
  readonly children: ComponentChildren;
}

function ChoiceRow({ name, text, value, options, asks, problem, isRepeated, order, hint, children }: ChoiceRowProps) {
  const { t, format } = useRequestContext();
  const words = t.collection.import.columns;
  return (
    <tr class={asks ? 'ask' : undefined}>
      <th scope="row">
        <label for={name}>
          {text}
          {problem && <small class="no"> {problem}</small>}
        </label>
      </th>
      {children}
      <td>
        <select id={name} name={name} aria-invalid={isRepeated || undefined}>
          <Options value={value} options={options} />
        </select>
        {isRepeated && <small class="no">{words.usedTwice}</small>}
        {hint && <small>{hint}</small>}
        {order && (
          <>
            <small class="no">{words.daysAside}</small>
            <Radios
              name="dayFirst"
              legend={words.days}
              isLegendHidden
              options={order.map((day, index) => [String(index === 0), format.date(day)] as const)}
              chosen=""
            />
          </>
        )}
      </td>
    </tr>
  );
}

function StatusWords({ report: { statuses }, reading }: { readonly report: Report; readonly reading: FileReading }) {
  const { t, format } = useRequestContext();
  const words = t.collection.import.columns;
  const options = Object.entries(words.meanings);
  return (
    <Section title={words.statuses} aside={words.statusCount({ count: format.counted(statuses.length) })}>
      <Table class="columns words" caption={words.statuses} heads={[words.inFile, words.rows, words.becomes]} isBare>
        {statuses.map(({ word, rows, meaning, is_known: isKnown }) => {
          const value = reading.get(statusField(word)) ?? meaning;
          const problem = isKnown ? undefined : words.unknownWord;
          return (
            <ChoiceRow key={word} {...{ text: word, value, options, problem }} name={statusField(word)} asks={!isKnown}>
              <td class="n">{format.number(rows)}</td>
            </ChoiceRow>
          );
        })}
      </Table>
    </Section>
  );
}
