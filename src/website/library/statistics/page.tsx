import { uuidOfIri } from '../../api/client';
import type { PageAnswer } from '../../http/page';
import { type RequestContext, useRequestContext } from '../../http/request-context';
import { EmptyState } from '../../ui/empty-state';
import { CollectionFrame } from '../frame';
import { type Copy, collectionPath, type ListedItem, readItems, readNamed } from '../items/items';
import { CollectionComposers, CollectionCountries, CollectionFormats, Growth, type InCurrency, type ShownStatistics } from './parts';
import { CollectionFigures, figuresCsv, RecordList, Spending } from './records';
import { YearInReview } from './review';
import { readNumbers, readSummary, recordsIn, totalsOf } from './summary';

/** Three rows with the link to all. */
const coversShown = 11;

export async function get(context: RequestContext): Promise<PageAnswer> {
  const { t, to, query, format } = context;
  const [summary, numbers] = await Promise.all([readSummary(context), readNumbers(context)]);
  const totals = totalsOf(summary.spending);
  const asked = totals.find(({ currency }) => (currency ?? '') === query.get('in')) ?? totals[0];
  const inCurrency: InCurrency | undefined = asked && { ...asked, others: totals.filter((one) => one !== asked) };
  const shown: ShownStatistics = { numbers, inCurrency };
  if (query.get('as') === 'csv') return figuresCsv(context, shown);
  const years = numbers.years.map(({ year }) => year);
  const year = years.find((one) => String(one) === query.get('year')) ?? years.at(-1);
  const records = recordsIn(numbers, asked?.currency ?? null);
  const [bought, items] = await Promise.all([
    year === undefined
      ? []
      : readItems<Copy>(context.api, collectionPath, { boughtYear: year, 'order[bought]': 'desc', itemsPerPage: coversShown }).then(
          ({ held }) => held,
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
        <Statistics shown={shown} year={year} bought={bought} records={{ records, items }} />
      )}
    </CollectionFrame>
  );
  return { title: t.collection.title + format.colon + t.collection.tabs.statistics, current: 'collection', body };
}

interface StatisticsProps {
  readonly shown: ShownStatistics;
  readonly year: number | undefined;
  readonly bought: readonly ListedItem<Copy>[];
  readonly records: Parameters<typeof RecordList>[0];
}

function Statistics({ shown, year, bought, records }: StatisticsProps) {
  const { query } = useRequestContext();
  return (
    <>
      {year !== undefined && <YearInReview shown={shown} year={year} bought={bought} />}
      <Growth shown={shown} />
      <div class="pair">
        <CollectionFormats shown={shown} />
        <CollectionCountries shown={shown} />
        <CollectionComposers shown={shown} />
        {shown.inCurrency && <Spending shown={shown} inCurrency={shown.inCurrency} />}
      </div>
      <RecordList {...records} />
      <CollectionFigures shown={shown} isWhole={query.get('years') === 'all'} />
    </>
  );
}
