import type { Share } from '../../../api/read/viewer';
import type { Counts } from '../../../collection/completeness/scores';
import type { ListedShare } from '../../api/client';
import { type RequestContext, useRequestContext } from '../../http/request-context';
import type { Fact } from '../../ui/facts';

/** Parameters of a record's read for {@link haveFact}. */
export const withCompleteness = ({ user }: RequestContext) => (user ? { completeness: true } : {});

/** How much the viewer has of a record, as one of its facts; empty for visitors. */
export function haveFact(
  context: RequestContext,
  { completeness: counts }: { readonly completeness?: Counts } = {},
  unit: Unit,
  page: string,
): Fact {
  const { t, to } = context;
  const href = to.below(page, 'completeness');
  return [
    t.albums.yours,
    counts && counts.total > 0 && <Have key="have" counts={counts} all={inUnits(context, unit, counts.total)} href={href} />,
  ];
}

export type Unit = 'scores' | 'releases' | 'editions' | 'numbers';

/** `46 scores` */
export function inUnits({ t, format }: Pick<RequestContext, 't' | 'format'>, unit: Unit, count: number): string {
  const words = { ...t.completeness, releases: t.words.releases, editions: t.words.editions };
  return words[unit]({ count: format.counted(count) });
}

/** Of the records of a list, by IRI. */
export const sharesIn = ({ completeness = [] }: { readonly completeness?: readonly ListedShare[] }): ReadonlyMap<string, Share> =>
  new Map(completeness.map((share) => [share.record, share]));

/** `9 of 31 scores` */
export const ownedOf = ({ t, format }: RequestContext, { owned }: Share, all: string) =>
  t.completeness.figure({ owned: format.number(owned), all }, { b: (text) => <b>{text}</b> });

export type HadCounts = Share & Partial<Pick<Counts, 'wanted'>>;

interface HaveProps {
  readonly counts: HadCounts;
  /** The total in words: `8 scores`. */
  readonly all: string;
  /** The page that shows what is missing; undefined within a list. */
  readonly href?: string;
}

/** How much the viewer has, with a bar. */
export function Have({ counts, all, href }: HaveProps) {
  const context = useRequestContext();
  const { t, format } = context;
  const { owned, wanted = 0, total } = counts;
  const figure = ownedOf(context, counts, all);
  return (
    <span class="have">
      {href ? <a href={href}>{figure}</a> : <span>{figure}</span>}
      <Gauge share={owned / total} />
      {href && owned === total && <small class="yes">{t.completeness.complete}</small>}
      {wanted > 0 && <small>{t.completeness.moreWanted({ count: format.number(wanted) })}</small>}
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
