import type { GapList } from '../../../collection/completeness/gaps';
import type { GapAttributes } from '../../../collection/completeness/routes';
import { readAttributesAt } from '../../api/client';
import type { PageAnswer } from '../../http/page';
import { type RequestContext, useRequestContext } from '../../http/request-context';
import { CatalogLink } from '../../ui/catalog-text';
import { displayName } from '../../ui/credits';
import { EmptyState } from '../../ui/empty-state';
import { CollectionFrame } from '../frame';
import { readSummary } from '../statistics/summary';
import { Have, inUnits } from './figure';

export async function get(context: RequestContext): Promise<PageAnswer> {
  const { api, t, query } = context;
  const by = (Object.keys(t.completeness.gapsOf) as GapList[]).find((list) => list === query.get('by')) ?? 'composers';
  const [summary, { gaps }] = await Promise.all([
    readSummary(context),
    readAttributesAt<{ gaps: readonly GapAttributes[] }>(api, '/api/users/me/collection/gaps', { by }),
  ]);
  const body = (
    <CollectionFrame summary={summary} current="gaps">
      <Gaps by={by} gaps={gaps} />
    </CollectionFrame>
  );
  return { title: t.collection.tabs.gaps, current: 'collection', body };
}

function Gaps({ by, gaps }: { readonly by: GapList; readonly gaps: readonly GapAttributes[] }) {
  const context = useRequestContext();
  const { t, to, format } = context;
  const words = t.completeness;
  return (
    <>
      <p class="chips">
        {Object.entries(words.gapsOf).map(([list, name]) => (
          <a key={list} href={to.gaps({ by: list })} aria-current={list === by ? 'page' : undefined}>
            {name}
          </a>
        ))}
      </p>
      {gaps.length === 0 ? (
        <EmptyState text={words.noGaps} />
      ) : (
        <>
          <p class="aside">{words.nearest}</p>
          <ol class="gaps">
            {gaps.map((gap) => (
              <li key={gap.id}>
                <div>
                  <b>
                    <CatalogLink href={pageOf(gap)} text={by === 'composers' ? displayName(t, gap.name) : gap.name} />
                  </b>
                  {gap.label && <div class="soft">{gap.label.name}</div>}
                </div>
                <Have
                  counts={gap}
                  all={by === 'series' ? format.number(gap.total) : inUnits(context, 'scores', gap.total)}
                  href={to.below(pageOf(gap), 'completeness')}
                />
              </li>
            ))}
          </ol>
        </>
      )}
    </>
  );

  function pageOf({ slug, label }: GapAttributes): string {
    return label ? to.series(label, { slug }) : by === 'composers' ? to.artist({ slug }) : to.franchise({ slug });
  }
}
