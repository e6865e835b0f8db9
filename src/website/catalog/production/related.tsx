import { productions } from '../../../catalog/productions';
import type { Item, List } from '../../api/client';
import { type RequestContext, useRequestContext } from '../../http/request-context';
import { displayName } from '../../ui/credits';
import { Section } from '../../ui/section';
import { ProductionShelf } from '../../ui/shelves';
import { framedFields } from '../browse/lists';

/** Productions of a production's franchise, composer or director, with the production itself. */
export interface ProductionGroup {
  readonly by: 'franchise' | 'composer' | 'director';
  readonly of: { readonly id: string; readonly name: string; readonly slug?: string };
  readonly list: List<typeof productions>;
}

/** More productions of one director or franchise are rare. */
const relatedAtOnce = 100;

/** Of the first of each. */
export async function readRelated({ api }: RequestContext, production: Item<typeof productions>['attributes']): Promise<ProductionGroup[]> {
  const { franchises, composers, credits } = production;
  const director = credits.find(({ credit_role: role }) => role === 'director');
  const firsts = [['franchise', franchises[0]] as const, ['composer', composers[0]] as const, ['director', director] as const];
  const reads = firsts.map(async ([by, of]): Promise<ProductionGroup[]> => {
    const query = { [by]: of?.id, sort: 'year', itemsPerPage: relatedAtOnce, 'fields[Production]': framedFields };
    return of ? [{ by, of, list: await api.list(productions, query) }] : [];
  });
  return (await Promise.all(reads)).flat();
}

/** Two rows on a desktop. */
const shownAtOnce = 8;

/** Those nearest in time. */
export function RelatedProductions({ related, production }: { readonly related: readonly ProductionGroup[]; readonly production: string }) {
  const { t, to, format } = useRequestContext();
  return related.map(({ by, of, list: { data, meta } }) => {
    const [place, others] = [data.findIndex(({ id }) => id === production), data.filter(({ id }) => id !== production)];
    if (others.length === 0) return null;
    const from = Math.max(0, Math.min(place - shownAtOnce / 2, others.length - shownAtOnce));
    const all = by === 'franchise' ? to.franchise({ slug: of.slug ?? of.id }) : to.productions({ [by]: of.id });
    return (
      <Section
        key={by}
        title={t.records.production.related[by]({ name: displayName(t, of.name) })}
        aside={<a href={all}>{t.words.productions({ count: format.counted(meta.totalItems) })}</a>}
      >
        <ProductionShelf productions={others.slice(from, from + shownAtOnce)} isInEights />
      </Section>
    );
  });
}
