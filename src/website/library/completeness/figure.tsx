import type { Counts } from '../../../collection/completeness/scores';
import type { ListExtras } from '../../api/client';
import { type RequestContext, useRequestContext } from '../../http/request-context';
import type { Fact } from '../../ui/facts';

/** Parameters of a record's read for {@link haveFact}. */
export const withCompleteness = ({ user }: RequestContext) => (user ? { completeness: true } : {});

/** How much the viewer has of a record, as one of its facts; empty for visitors. */
export function haveFact(context: RequestContext, { completeness: counts }: ListExtras = {}, unit: Unit, page: string): Fact {
  const { t, to } = context;
  const href = to.below(page, 'completeness');
  return [
    t.albums.yours,
    counts && counts.total > 0 && <Have key="have" counts={counts} all={inUnits(context, unit, counts.total)} href={href} />,
  ];
}

type Unit = 'scores' | 'releases' | 'editions' | 'numbers';

/** `46 scores` */
export function inUnits({ t, format }: Pick<RequestContext, 't' | 'format'>, unit: Unit, count: number): string {
  const words = { ...t.completeness, releases: t.words.releases, editions: t.words.editions };
  return words[unit]({ count: format.counted(count) });
}

export type HadCounts = Pick<Counts, 'owned' | 'wanted' | 'total'>;

interface HaveProps {
  readonly counts: HadCounts;
  /** The total in words: `8 scores`. */
  readonly all: string;
  /** The page that shows what is missing. */
  readonly href: string;
}

/** How much the viewer has, with a bar. */
export function Have({ counts: { owned, wanted, total }, all, href }: HaveProps) {
  const { t, format } = useRequestContext();
  return (
    <span class="have">
      <a href={href}>{t.completeness.figure({ owned: format.number(owned), all }, { b: (text) => <b>{text}</b> })}</a>
      <Gauge share={owned / total} />
      {owned === total ? (
        <small class="yes">{t.completeness.complete}</small>
      ) : (
        wanted > 0 && <small>{t.completeness.moreWanted({ count: format.number(wanted) })}</small>
      )}
    </span>
  );
}

/** @param share from 0 to 1 */
export const Gauge = ({ share }: { readonly share: number }) => (
  <svg class="gauge" aria-hidden="true">
    <rect class="rest" width="100%" height="100%" />
    <rect width={`${Math.round(share * 1_000) / 10}%`} height="100%" />
  </svg>
);
