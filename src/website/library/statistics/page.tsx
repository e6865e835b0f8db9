import { uuidOfIri } from '../../api/client';
import type { PageAnswer } from '../../http/page';
import { type RequestContext, useRequestContext } from '../../http/request-context';
import { EmptyState } from '../../ui/empty-state';
import { CollectionFrame } from '../frame';
import { type Copy, collectionPath, type ListedItem, readItems, readNamed } from '../items/items';
import {
  CollectionComposers,
  CollectionCountries,
  CollectionFormats,
  Growth,
  type InCurrency,
  type ShownStatistics,
  sumOfMember,
} from './parts';
import { CollectionFigures, figuresCsv, RecordList, Spending } from './records';
import { YearInReview } from './review';
import { readNumbers, readSummary, recordsIn, type Total, totalsOf } from './summary';

/** Three rows with the link to all. */
const coversShown = 11;

export async function get(context: RequestContext): Promise<PageAnswer> {
  const { t, to, query, format } = context;
  const summary = await readSummary(context);
  const totals = totalsOf(summary.spending);
  const chosen = totals.find(({ currency }) => (currency ?? '') === query.get('in')) ?? totals[0];
  const numbers = await readNumbers(context, chosen?.currency ?? null);
  const inCurrency = chosen && inCurrencyOf(chosen, totals, totalsOf(numbers.spending));
  const statistics: ShownStatistics = { numbers, inCurrency };
  if (query.get('as') === 'csv') return figuresCsv(context, statistics);
  const years = numbers.years.map(({ year }) => year);
  const year = years.find((one) => String(one) === query.get('year')) ?? years.at(-1);
  const records = recordsIn(numbers, chosen?.currency ?? null);
  const [bought, items] = await Promise.all([
    year === undefined
      ? []
      : readItems<Copy>(context.api, collectionPath, { acquiredYear: year, 'order[bought]': 'desc', itemsPerPage: coversShown }).then(
          ({ items }) => items,
        ),
    readNamed<Copy>(
      context.api,
      collectionPath,
      records.map(({ item }) => uuidOfIri(item)),
    ),
  ]);
  const body = (
    <CollectionFrame summary={summary} current="statistics">
      {summary.copies === 0 ? (
        <EmptyState text={t.collection.nothingYet}>
          <a class="button first" href={to.addMany()}>
            {t.collection.pasteBarcodes}
          </a>
        </EmptyState>
      ) : (
        <Statistics statistics={statistics} year={year} bought={bought} records={{ records, items }} />
      )}
    </CollectionFrame>
  );
  return { title: t.collection.title + format.colon + t.collection.tabs.statistics, current: 'collection', body };
}

/** @param totals as paid */
function inCurrencyOf(chosen: Total, totals: readonly Total[], converted: readonly Total[]): InCurrency {
  const total = converted.find(({ currency }) => currency === chosen.currency) ?? chosen;
  const leftOut = sumOfMember(totals, 'items') - total.items;
  const withoutCurrency = (chosen.currency !== null && totals.find(({ currency }) => currency === null)?.items) || 0;
  const currencies = totals.map(({ currency }) => currency);
  return { ...total, converted: total.items - chosen.items, leftOut: leftOut - withoutCurrency, withoutCurrency, currencies };
}

interface StatisticsProps {
  readonly statistics: ShownStatistics;
  readonly year: number | undefined;
  readonly bought: readonly ListedItem<Copy>[];
  readonly records: Parameters<typeof RecordList>[0];
}

function Statistics({ statistics, year, bought, records }: StatisticsProps) {
  const { query } = useRequestContext();
  return (
    <>
      {year !== undefined && <YearInReview statistics={statistics} year={year} bought={bought} />}
      <Growth statistics={statistics} />
      <div class="pair">
        <CollectionFormats statistics={statistics} />
        <CollectionCountries statistics={statistics} />
        <CollectionComposers statistics={statistics} />
        {statistics.inCurrency && <Spending statistics={statistics} inCurrency={statistics.inCurrency} />}
      </div>
      <RecordList {...records} />
      <CollectionFigures statistics={statistics} isWhole={query.get('years') === 'all'} />
    </>
  );
}
