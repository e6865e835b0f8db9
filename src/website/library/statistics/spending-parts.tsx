import { idOf } from '../../api/client';
import { type RequestContext, useRequestContext } from '../../http/request-context';
import { CatalogText } from '../../ui/catalog-text';
import { BarChart, type Column, ColumnChart, mostUpright, type Row } from '../../ui/charts';
import { Section } from '../../ui/section';
import type { Numbers } from './summary';
import { totalsOf } from './summary';

/** Months that are drawn: the two years up to the last purchase. */
const monthsShown = 24;
const shopsShown = 15;

/** What was spent, a part for each currency: amounts of several do not compare. */
export function SpendingParts({ numbers }: { readonly numbers: Numbers }) {
  return (
    <>
      {totalsOf(numbers.spending).map(({ currency, amount }) => (
        <SpendingPart key={currency} numbers={numbers} currency={currency} total={amount} />
      ))}
    </>
  );
}

interface SpendingPartProps {
  readonly numbers: Numbers;
  readonly currency: string | null;
  readonly total: number;
}

function SpendingPart({ numbers, currency, total }: SpendingPartProps) {
  const { t, format } = useRequestContext();
  const words = t.collection.numbers;
  const items = numbers.spending.filter((one) => one.currency === currency).reduce((sum, one) => sum + one.items, 0);
  const name = currency ?? words.noCurrency;
  const aside = words.inAll(format.price(total, currency), format.price(Math.round(total / items), currency));
  return (
    <Section title={words.spendingIn(name)} aside={aside}>
      <Years numbers={numbers} currency={currency} />
      <Months numbers={numbers} currency={currency} />
      <Shops numbers={numbers} currency={currency} />
      <MostExpensive numbers={numbers} currency={currency} />
    </Section>
  );
}

type InCurrency = Omit<SpendingPartProps, 'total'>;

function Years({ numbers: { spending }, currency }: InCurrency) {
  const visit = useRequestContext();
  const { t, format } = visit;
  const words = t.collection.numbers;
  const all = spending.filter((one) => one.currency === currency);
  const cells = cellsIn(visit, currency);
  const dated = all.flatMap(({ year, ...one }) => (year === null ? [] : [{ ...one, at: year }]));
  const { columns, earlier } = overTime(dated, mostUpright, (year) => ({ label: String(year) }), cells);
  const undated = all.filter(({ year }) => year === null);
  return (
    <ColumnChart
      columns={columns}
      label={words.byYear}
      table={{ summary: words.asTable, caption: words.byYear, heads: [words.year, words.items, words.spent] }}
      otherRows={[...earlier, ...undated.map((one) => ({ head: words.undated, cells: cells(one) }))]}
      format={(value) => format.roundPrice(value, currency)}
    />
  );
}

function Months({ numbers: { spending_by_month: months }, currency }: InCurrency) {
  const visit = useRequestContext();
  const { t, format } = visit;
  const words = t.collection.numbers;
  const all = months.filter((one) => one.currency === currency).map(({ month, ...one }) => ({ ...one, at: monthsUntil(month) }));
  const nameOf = (month: number) => ({ label: format.date(monthOf(month), 'short'), name: format.date(monthOf(month)) });
  const { columns } = overTime(all, monthsShown, nameOf, cellsIn(visit, currency));
  if (columns.length < 2) return null;
  return (
    <ColumnChart
      columns={columns}
      label={words.byMonth}
      table={{ summary: words.byMonth, caption: words.byMonth, heads: [words.month, words.items, words.spent] }}
      format={(value) => format.roundPrice(value, currency)}
    />
  );
}

/** Months since the year 0, of `2002-02`, and back. Of a year alone, its first. */
const monthsUntil = (month: string): number => Number(month.slice(0, 4)) * 12 + (Number(month.slice(5, 7)) || 1) - 1;
const monthOf = (months: number): string =>
  `${String(Math.floor(months / 12)).padStart(4, '0')}-${String((months % 12) + 1).padStart(2, '0')}`;

interface Spent {
  readonly items: number;
  readonly amount_cents: number;
}

const cellsIn =
  ({ format }: RequestContext, currency: string | null) =>
  ({ items, amount_cents: amount }: Spent): string[] => [format.number(items), format.price(amount, currency)];

/**
 * Columns up to the last year or month in which anything was spent; those in between in which nothing was have their place too.
 * What is earlier than so many columns is in the table alone.
 */
function overTime(
  dated: readonly (Spent & { readonly at: number })[],
  most: number,
  nameOf: (at: number) => Pick<Column, 'label' | 'name'>,
  cells: (spent: Spent) => string[],
): { readonly columns: Column[]; readonly earlier: Row[] } {
  if (dated.length === 0) return { columns: [], earlier: [] };
  const last = Math.max(...dated.map(({ at }) => at));
  const isShown = ({ at }: { readonly at: number }) => at > last - most;
  const first = Math.min(...dated.filter(isShown).map(({ at }) => at));
  const columns = Array.from({ length: last - first + 1 }, (_, index) => {
    const here = dated.filter(({ at }) => at === first + index);
    const [items, amount_cents] = [sumOf(here, 'items'), sumOf(here, 'amount_cents')];
    return { ...nameOf(first + index), value: amount_cents, cells: cells({ items, amount_cents }) };
  });
  const earlier = dated.filter((one) => !isShown(one)).map((one) => ({ head: nameOf(one.at).label, cells: cells(one) }));
  return { columns, earlier };
}

const sumOf = (all: readonly Spent[], what: keyof Spent): number => all.reduce((sum, one) => sum + one[what], 0);

function Shops({ numbers: { spending_by_shop: shops }, currency }: InCurrency) {
  const { t, format } = useRequestContext();
  const words = t.collection.numbers;
  const bars = shops.filter((one) => one.currency === currency).slice(0, shopsShown);
  if (bars.length === 0) return null;
  return (
    <BarChart
      bars={bars.map(({ shop, amount_cents }) => ({ name: <CatalogText text={shop} />, value: amount_cents }))}
      caption={words.shops}
      heads={{ name: words.shop, share: words.share, value: words.spent }}
      format={(value) => format.price(value, currency)}
    />
  );
}

function MostExpensive({ numbers: { most_expensive: all }, currency }: InCurrency) {
  const { t, to, format } = useRequestContext();
  const words = t.collection.numbers;
  const bars = all.filter((one) => one.currency === currency);
  if (bars.length === 0) return null;
  return (
    <BarChart
      bars={bars.map(({ item, release, amount_cents }) => ({
        name: <CatalogText text={release.title} />,
        href: `${to.collection({ edit: idOf(item) })}#item`,
        value: amount_cents,
      }))}
      caption={words.mostExpensive}
      heads={{ name: words.mostExpensive, share: words.share, value: words.price }}
      format={(value) => format.price(value, currency)}
    />
  );
}
