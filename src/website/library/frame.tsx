import type { ComponentChildren } from 'preact';
import { type RequestContext, useRequestContext } from '../http/request-context';
import { PageTabs } from '../ui/section';
import { InsecureNote } from './insecure-note';
import type { Summary } from './statistics/summary';

type Tab = 'table' | 'shelf' | 'statistics' | 'gaps' | 'value' | 'add' | 'shop' | 'wishlist' | 'loans' | 'import';

const inOfflineCopy: readonly Tab[] = ['table', 'shelf', 'wishlist'];

interface CollectionFrameProps {
  readonly summary: Summary;
  readonly current: Tab;
  readonly children: ComponentChildren;
}

export function CollectionFrame({ summary, current, children }: CollectionFrameProps) {
  const context = useRequestContext();
  const { t, to, format } = context;
  const { tabs } = t.collection;
  const counted = (text: string, count: number) => (count === 0 ? text : `${text} ${format.number(count)}`);
  return (
    <>
      <div class="head lean-head" data-worker={to.serviceWorker()} data-scope={to.root()}>
        <h1>
          {current === 'wishlist' ? (
            <>
              <span class="on-screen">{t.collection.title}</span>
              <span class="on-paper">{tabs.wishlist}</span>
            </>
          ) : (
            t.collection.title
          )}
        </h1>
        {summary.copies > 0 && <p>{summaryLine(summary, context)}</p>}
      </div>
      <PageTabs
        label={t.collection.title}
        tabs={[
          [to.collection(), tabs.table, current === 'table'],
          [to.collection({ view: 'shelf' }), tabs.shelf, current === 'shelf'],
          [to.collectionStatistics(), tabs.statistics, current === 'statistics'],
          [to.gaps(), tabs.gaps, current === 'gaps'],
          [to.wishlist(), counted(tabs.wishlist, summary.wishes), current === 'wishlist'],
          [to.loans(), counted(tabs.loans, summary.loans), current === 'loans'],
          [to.collectionValue(), tabs.value, current === 'value'],
          [to.addMany(), tabs.add, current === 'add'],
          [to.importFile(), tabs.import, current === 'import'],
          [to.shop(), tabs.shop, current === 'shop'],
        ]}
      />
      {inOfflineCopy.includes(current) && <InsecureNote text={t.shop.insecure.copy} />}
      {children}
    </>
  );
}

interface PrintedProps {
  /** Of a list on one page. */
  readonly counted: string;
  readonly total: number;
  /** Of the items on the page. */
  readonly amounts: readonly { readonly amount: number | null; readonly currency: string | null }[];
}

/** On paper only: whose list it is, the date, and the number and total of its items. */
export function Printed({ counted, total, amounts }: PrintedProps) {
  const { t, user, format, now } = useRequestContext();
  const count =
    amounts.length < total ? t.collection.value.of({ shown: format.number(amounts.length), total: format.number(total) }) : counted;
  const totals = [...Map.groupBy(amounts, ({ currency }) => currency)].flatMap(([currency, all]) => {
    const total = all.reduce((sum, { amount }) => sum + (amount ?? 0), 0);
    return total === 0 ? [] : format.price(total, currency);
  });
  return <p class="printed">{[user?.username, format.date(now.toISOString()), count, totals.join(' + ')].filter(Boolean).join(' · ')}</p>;
}

/** `27 copies of 26 releases since 2018` */
function summaryLine({ copies, releases, spending }: Summary, { t, format }: RequestContext): string {
  const counted = t.collection.copiesOfReleases({
    copies: t.words.copies({ count: format.counted(copies) }),
    releases: t.words.releases({ count: format.counted(releases) }),
  });
  const years = spending.flatMap(({ year }) => year ?? []);
  return years.length === 0 ? counted : t.collection.since({ counted, year: String(Math.min(...years)) });
}
