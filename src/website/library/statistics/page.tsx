import type { Page } from '../../http/page';
import type { Visit } from '../../http/request-context';
import { CollectionFrame } from '../frame';
import { Empty } from '../items/empty';
import { readNumbers } from '../items/numbers';
import { StatisticsParts } from './statistics-parts';
import { readSummary } from './summary';

export async function get(visit: Visit): Promise<Page> {
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
