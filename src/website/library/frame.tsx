import type { ComponentChildren } from 'preact';
import { type RequestContext, useRequestContext } from '../http/request-context';
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
      <nav class="tabs slide" aria-label={t.collection.title}>
        <Entry href={to.collection()} isCurrent={current === 'table'} text={tabs.table} />
        <Entry href={to.collection({ view: 'shelf' })} isCurrent={current === 'shelf'} text={tabs.shelf} />
        <Entry href={to.collectionStatistics()} isCurrent={current === 'statistics'} text={tabs.statistics} />
        <Entry href={to.gaps()} isCurrent={current === 'gaps'} text={tabs.gaps} />
        <Entry href={to.wishlist()} isCurrent={current === 'wishlist'} text={counted(tabs.wishlist, summary.wishes)} />
        <Entry href={to.loans()} isCurrent={current === 'loans'} text={counted(tabs.loans, summary.loans)} />
        <Entry href={to.collectionValue()} isCurrent={current === 'value'} text={tabs.value} />
        <Entry href={to.addMany()} isCurrent={current === 'add'} text={tabs.add} />
        <Entry href={to.importFile()} isCurrent={current === 'import'} text={tabs.import} />
        <Entry href={to.shop()} isCurrent={current === 'shop'} text={tabs.shop} />
      </nav>
      {inOfflineCopy.includes(current) && <InsecureNote text={t.shop.insecure.copy} />}
      {children}
    </>
  );
}

const Entry = ({ href, isCurrent, text }: { readonly href: string; readonly isCurrent: boolean; readonly text: string }) => (
  <a href={href} aria-current={isCurrent ? 'page' : undefined}>
    {text}
  </a>
);

interface PrintedProps {
  /** Of what is on the page. */
  readonly counted: string;
  readonly amounts: readonly { readonly amount: number | null; readonly currency: string | null }[];
}

/** On paper only: whose list it is, the date, and the number and total of its items. */
export function Printed({ counted, amounts }: PrintedProps) {
  const { user, format, now } = useRequestContext();
  const totals = [...Map.groupBy(amounts, ({ currency }) => currency)].flatMap(([currency, all]) => {
    const total = all.reduce((sum, { amount }) => sum + (amount ?? 0), 0);
    return total === 0 ? [] : format.price(total, currency);
  });
  return <p class="printed">{[user?.username, format.date(now.toISOString()), counted, totals.join(' + ')].filter(Boolean).join(' · ')}</p>;
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
