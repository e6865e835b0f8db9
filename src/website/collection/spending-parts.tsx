import { idOf } from '../api';
import { BarChart, ColumnChart } from '../charts';
import { CatalogText } from '../components/catalog-text';
import { Part } from '../components/part';
import { useVisit } from '../visit';
import type { Numbers } from './numbers';
import { totalsOf } from './summary';

/** Months that are drawn: the last two years in which anything was bought. */
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
  const { t, format } = useVisit();
  const words = t.collection.numbers;
  const items = numbers.spending.filter((one) => one.currency === currency).reduce((sum, one) => sum + one.items, 0);
  const name = currency ?? words.noCurrency;
  const aside = words.inAll(format.price(total, currency), format.price(Math.round(total / items), currency));
  return (
    <Part title={words.spendingIn(name)} aside={aside}>
      <Years numbers={numbers} currency={currency} />
      <Months numbers={numbers} currency={currency} />
      <Shops numbers={numbers} currency={currency} />
      <MostExpensive numbers={numbers} currency={currency} />
    </Part>
  );
}

type InCurrency = Omit<SpendingPartProps, 'total'>;

function Years({ numbers: { spending }, currency }: InCurrency) {
  const { t, format } = useVisit();
  const words = t.collection.numbers;
  const all = spending.filter((one) => one.currency === currency);
  const cells = (one: (typeof all)[number]) => [format.number(one.items), format.price(one.amount_cents, currency)];
  const columns = all.flatMap((one) =>
    one.year === null ? [] : [{ label: String(one.year), value: one.amount_cents, cells: cells(one) }],
  );
  const undated = all.filter(({ year }) => year === null);
  return (
    <ColumnChart
      columns={columns}
      label={words.byYear}
      table={{ summary: words.asTable, caption: words.byYear, heads: [words.year, words.items, words.spent] }}
      otherRows={undated.map((one) => ({ head: words.undated, cells: cells(one) }))}
      format={(value) => format.roundPrice(value, currency)}
    />
  );
}

function Months({ numbers: { spending_by_month: months }, currency }: InCurrency) {
  const { t, format } = useVisit();
  const words = t.collection.numbers;
  const all = months.filter((one) => one.currency === currency).slice(-monthsShown);
  if (all.length < 2) return null;
  const columns = all.map((one) => ({
    label: one.month,
    name: format.date(one.month),
    value: one.amount_cents,
    cells: [format.number(one.items), format.price(one.amount_cents, currency)],
  }));
  return (
    <ColumnChart
      columns={columns}
      label={words.byMonth}
      table={{ summary: words.byMonth, caption: words.byMonth, heads: [words.month, words.items, words.spent] }}
      format={(value) => format.roundPrice(value, currency)}
      isLow
    />
  );
}

function Shops({ numbers: { spending_by_shop: shops }, currency }: InCurrency) {
  const { t, format } = useVisit();
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
  const { t, to, format } = useVisit();
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
