import { decimalsOf } from '../../../store/values/currencies';
import { uuidOfIri } from '../../api/client';
import { csvFile } from '../../http/csv-file';
import { type RequestContext, useRequestContext } from '../../http/request-context';
import { CatalogText, CatalogTitle, shortTitle } from '../../ui/catalog-text';
import { StackedColumns } from '../../ui/charts';
import { Submit } from '../../ui/form';
import { Options } from '../../ui/options';
import { Sleeve } from '../../ui/pictures';
import { Section } from '../../ui/section';
import { creditAndYear } from '../../ui/shelves';
import { Table, WideTable } from '../../ui/table';
import type { Copy, FormatType, ListedItem } from '../items/items';
import { byDecade, copiesOf, formatRows, type InCurrency, type ShownStatistics, sumOfMember } from './parts';
import type { RecordOf } from './summary';

const shopsShown = 4;
const formatsShown = 3;
const yearsShown = 5;
const yearsOfSpending = 16;

/** Amounts that do not convert are not added. */
export function Spending({
  statistics: { numbers },
  inCurrency: { currency, amount, items, currencies, converted, leftOut, withoutCurrency },
}: {
  readonly statistics: ShownStatistics;
  readonly inCurrency: InCurrency;
}) {
  const { t, to, format, query } = useRequestContext();
  const words = t.collection.numbers;
  const dated = numbers.spending_by_decade.flatMap(({ year, ...one }) =>
    year === null || one.currency !== currency ? [] : [{ ...one, year }],
  );
  const last = Math.max(...dated.map(({ year }) => year));
  const first = Math.max(last - yearsOfSpending + 1, Math.min(...dated.map(({ year }) => year)));
  const columns = Array.from({ length: dated.length === 0 ? 0 : last - first + 1 }, (_, index) => {
    const here = dated.filter(({ year }) => year === first + index);
    const sum = sumOfMember(here, 'amount_cents');
    return {
      label: String(first + index),
      ...(sum > 0 && { value: format.roundPrice(sum, currency) }),
      parts: byDecade(here, ({ amount_cents: cents }) => cents),
    };
  });
  const shops = numbers.spending_by_shop.filter((one) => one.currency === currency).slice(0, shopsShown);
  const named = (one: string | null) => (one === null ? words.noCurrency : [...new Set([one, format.currencySign(one)])].join(' '));
  return (
    <Section
      title={words.spending}
      aside={words.inAll({ total: format.roundPrice(amount, currency), each: format.price(Math.round(amount / items), currency) })}
    >
      {currencies.length > 1 && (
        <form class="row unit" action={to.collectionStatistics()}>
          {query.get('year') && <input type="hidden" name="year" value={query.get('year') ?? ''} />}
          <label for="in">{words.showIn}</label>
          <select id="in" name="in">
            <Options value={currency ?? ''} options={currencies.map((one) => [one ?? '', named(one)])} />
          </select>
          <Submit text={words.show} />
          {converted > 0 && <small class="soft">{words.converted({ count: format.counted(converted) })}</small>}
          {leftOut > 0 && <small class="soft">{words.leftOut({ count: format.counted(leftOut) })}</small>}
          {withoutCurrency > 0 && <small class="soft">{words.withoutCurrency({ count: format.counted(withoutCurrency) })}</small>}
        </form>
      )}
      {columns.length > 0 && <StackedColumns columns={columns} label={words.byYear} height={110} />}
      {shops.length > 0 && (
        <ul class="shops" aria-label={words.shops}>
          {shops.map(({ shop, amount_cents: cents, items }) => (
            <li key={shop}>
              <b class="n">{format.roundPrice(cents, currency)}</b> <CatalogText text={shop} />
              <small>{t.words.copies({ count: format.counted(items) })}</small>
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}

export function RecordList({ records, items }: { readonly records: readonly RecordOf[]; readonly items: readonly ListedItem<Copy>[] }) {
  const { t, to, format } = useRequestContext();
  const words = t.collection.numbers;
  const found = records.flatMap((record) => {
    const listed = items.find(({ item }) => item._id === uuidOfIri(record.item));
    return listed ? [{ record, release: listed.release }] : [];
  });
  if (found.length === 0) return null;
  const factOf = (record: RecordOf): readonly [name: string, value: string] => {
    if (record.kind === 'mostExpensive' || record.kind === 'bargain')
      return [words[record.kind], format.price(record.value, record.currency)];
    return [words.extremes[record.kind], record.kind === 'oldest' ? String(record.value) : format.hours(record.value)];
  };
  return (
    <Section title={words.records}>
      <ul class="shelf tight records">
        {found.map(({ record, release }) => {
          const [name, value] = factOf(record);
          return (
            <li key={record.kind}>
              <a href={to.release(release)}>
                <span class="over">
                  {name} <span class="soft">{value}</span>
                </span>
                <Sleeve of={release} />
                <CatalogTitle text={shortTitle(release.title)} />
                <small>{creditAndYear(release)}</small>
              </a>
            </li>
          );
        })}
      </ul>
    </Section>
  );
}

/** Newest first, undated last. */
function figuresOf({ t, format }: RequestContext, { numbers, inCurrency }: ShownStatistics) {
  const words = t.collection.numbers;
  const formats = formatRows(numbers)
    .filter((type) => type !== null)
    .slice(0, formatsShown);
  const all = numbers.acquired_by_year;
  const years = [...new Set(all.map(({ year }) => year))].toSorted((a, b) => (b ?? -1) - (a ?? -1));
  const heads = [
    { text: words.year },
    { text: words.acquired },
    ...formats.map((type) => ({ text: t.words.formatTypes[type as FormatType] })),
    { text: words.music, unit: 'h' },
    ...(inCurrency ? [{ text: words.spent, unit: inCurrency.currency }] : []),
    { text: words.total },
  ];
  const figure = (isKnown: boolean, number: number, text: string) => (isKnown ? { number, text } : { number: null, text: '–' });
  const counted = (copies: number) => figure(copies > 0, copies, format.number(copies));
  const rows = years.map((year) => {
    const here = all.filter((one) => one.year === year);
    const spent = numbers.spending_by_decade.filter((one) => one.year === year && one.currency === inCurrency?.currency);
    const [seconds, cents] = [sumOfMember(here, 'duration_seconds'), sumOfMember(spent, 'amount_cents')];
    const owned = year === null ? all : all.filter((one) => one.year !== null && one.year <= year);
    return {
      year,
      cells: [
        counted(copiesOf(here)),
        ...formats.map((type) => counted(copiesOf(here.filter((one) => one.format_type === type)))),
        figure(seconds > 0, Math.round(seconds / 36) / 100, format.hours(seconds)),
        ...(inCurrency
          ? [figure(spent.length > 0, cents / 10 ** decimalsOf(inCurrency.currency), format.price(cents, inCurrency.currency))]
          : []),
        counted(copiesOf(owned)),
      ],
    };
  });
  return { heads, rows };
}

export function CollectionFigures({ statistics, isWhole }: { readonly statistics: ShownStatistics; readonly isWhole: boolean }) {
  const context = useRequestContext();
  const { t, to, format } = context;
  const words = t.collection.numbers;
  const { heads, rows } = figuresOf(context, statistics);
  const inCurrency = statistics.inCurrency?.currency ?? undefined;
  return (
    <Section id="figures" title={words.allFigures} aside={words.newestFirst}>
      <WideTable label={words.byPurchase}>
        <Table class="figures" caption={words.byPurchase} heads={heads.map(({ text }) => text)} isBare>
          {rows.slice(0, isWhole ? undefined : yearsShown).map(({ year, cells }) => (
            <tr key={year}>
              <th scope="row">{year === null ? words.undated : <a href={to.collectionStatistics({ year, in: inCurrency })}>{year}</a>}</th>
              {cells.map(({ text }, index) => (
                <td key={heads[index]?.text}>{text}</td>
              ))}
            </tr>
          ))}
        </Table>
      </WideTable>
      <p class="row">
        {!isWhole && rows.length > yearsShown && (
          <a href={`${to.collectionStatistics({ years: 'all', in: inCurrency })}#figures`}>
            {words.everyYear({ count: format.number(rows.length) })}
          </a>
        )}
        <a href={to.collectionStatistics({ as: 'csv', in: inCurrency })} download>
          {words.asCsv}
        </a>
      </p>
    </Section>
  );
}

export function figuresCsv(context: RequestContext, statistics: ShownStatistics): Response {
  const { heads, rows } = figuresOf(context, statistics);
  const names = heads.map(({ text, unit }) => (unit ? `${text} (${unit})` : text));
  return csvFile('collection-statistics', [names, ...rows.map(({ year, cells }) => [year, ...cells.map(({ number }) => number)])]);
}
