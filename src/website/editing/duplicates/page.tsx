import type { ComponentChildren } from 'preact';
import type { Page } from '../../http/page';
import { askedPage } from '../../http/page';
import { useVisit, type Visit } from '../../http/request-context';
import { Pager } from '../../ui/pager';
import { PairPart } from './pair';
import { type Counts, type PairedKind, pairedKinds, readCounts, readPairs, readSettled } from './read';
import { SettledPart } from './settled';

/** What is wrong with what was answered, of the pair that it was answered of. */
export interface Refused {
  readonly one: string;
  readonly other: string;
  readonly problem: string;
}

export const kindOf = (text: string | null): PairedKind | 'settled' =>
  text === 'settled' ? text : (pairedKinds.find((kind) => kind === text) ?? 'releases');

/** The page on which editors say of pairs what they are. */
export async function duplicatesPage(visit: Visit, refused?: Refused): Promise<Page> {
  const { api, query, t } = visit;
  const kind = kindOf(query.get('kind'));
  const page = askedPage(visit);
  // Pairs are counted after they were read: what has changed was looked at then.
  const shown = kind === 'settled' ? await settledOf(visit, page) : await pairsOf(visit, kind, page, refused);
  const body = (
    <>
      <div class="head">
        <h1>{t.duplicates.head}</h1>
        <p>{t.duplicates.lead}</p>
        <Tabs counts={await readCounts(api)} current={kind} />
      </div>
      {shown}
    </>
  );
  return { title: t.duplicates.title, current: 'albums', body, ...(refused && { status: 422 }) };
}

async function pairsOf(visit: Visit, kind: PairedKind, page: number, refused: Refused | undefined): Promise<ComponentChildren> {
  const { api, t, format } = visit;
  const { pairs, meta } = await readPairs(api, kind, page);
  const problemOf = ({ one, other }: (typeof pairs)[number]) =>
    refused && one.record.id.endsWith(refused.one) && other.record.id.endsWith(refused.other) ? refused.problem : undefined;
  const isTold = pairs.some((read) => problemOf(read) !== undefined);
  return (
    <>
      {refused && !isTold && (
        <p class="no" role="alert">
          {refused.problem}
        </p>
      )}
      {meta.lookedThrough < 1 && (
        <p class="soft" role="status">
          {t.duplicates.looking(format.percent(meta.lookedThrough))}
        </p>
      )}
      {meta.totalItems === 0 && <p class="prose">{t.duplicates.none}</p>}
      {pairs.map((read) => (
        <PairPart key={read.pair.id} read={read} problem={problemOf(read)} />
      ))}
      <Pager meta={meta} />
    </>
  );
}

async function settledOf({ api, t, to }: Visit, page: number): Promise<ComponentChildren> {
  const { settled, meta } = await readSettled(api, page);
  return (
    <>
      <SettledPart settled={settled} />
      <p class="soft">
        {t.duplicates.mergedPairs} <a href={to.history()}>{t.duplicates.toChanges}</a>
      </p>
      <Pager meta={meta} />
    </>
  );
}

function Tabs({ counts, current }: { readonly counts: Counts; readonly current: PairedKind | 'settled' }) {
  const { t, to, format } = useVisit();
  return (
    <nav class="tabs" aria-label={t.duplicates.kinds}>
      {[...pairedKinds, 'settled' as const].map((kind) => (
        <a key={kind} href={to.duplicates(kind === 'releases' ? {} : { kind })} aria-current={kind === current ? 'page' : undefined}>
          {t.duplicates.tabs[kind]} {format.number(counts[kind])}
        </a>
      ))}
    </nav>
  );
}
