import { Empty } from '../collection/empty';
import { CollectionFrame } from '../collection/frame';
import { readNumbers } from '../collection/numbers';
import { StatisticsParts } from '../collection/statistics-parts';
import { readSummary } from '../collection/summary';
import type { Page } from '../page';
import type { Visit } from '../visit';

export async function show(visit: Visit): Promise<Page> {
  const [summary, numbers] = await Promise.all([readSummary(visit), readNumbers(visit)]);
  const { t, to } = visit;
  const body = (
    <CollectionFrame summary={summary} current="statistics">
      {summary.copies === 0 ? (
        <Empty text={t.collection.nothingYet}>
          <a class="button first" href={to.addMany()}>
            {t.collection.pasteBarcodes}
          </a>
        </Empty>
      ) : (
        <StatisticsParts numbers={numbers} />
      )}
    </CollectionFrame>
  );
  return { title: `${t.collection.title}: ${t.collection.tabs.statistics}`, current: 'collection', body };
}
