import { useRequestContext } from '../../http/request-context';
import { CatalogText } from '../../ui/catalog-text';
import { decadeClass } from '../../ui/decade-class';
import type { ListName } from './browsed-list';
import type { ShownFacet, ShownValue } from './read-list';
import type { BrowseSelection } from './selection';

interface FacetsProps {
  readonly list: ListName;
  readonly selection: BrowseSelection;
  readonly facets: readonly ShownFacet[];
}

export function FacetList({ list, selection, facets }: FacetsProps) {
  const { t } = useRequestContext();
  return (
    <aside class="facets" id="filters" aria-label={t.browse.filters}>
      {facets.map((listed) => (
        <Facet key={listed.facet.name} list={list} selection={selection} listed={listed} />
      ))}
    </aside>
  );
}

interface FacetProps extends Omit<FacetsProps, 'facets'> {
  readonly listed: ShownFacet;
}

function Facet({ list, selection, listed: { facet, values, total } }: FacetProps) {
  const { t, to, format } = useRequestContext();
  const most = Math.max(1, ...values.map(({ count = 0 }) => count));
  const hasMore = facet.isLong && total > values.length;
  return (
    <section>
      <h2>{t.browse.facets[facet.name].title}</h2>
      <ul>
        {values.map((value) => (
          <FacetLink
            key={value.value}
            href={to[list](changed(selection, facet.name, value).query)}
            value={value}
            share={facet.values === 'decades' ? (100 * (value.count ?? 0)) / most : undefined}
          />
        ))}
        {hasMore && (
          <li>
            <a href={to.facet(list, facet.name, selection.without(facet.name).query)}>
              <span class="soft">{t.browse.facets[facet.name].all({ count: format.number(total) })}</span>
            </a>
          </li>
        )}
      </ul>
    </section>
  );
}

/** A value replaces another one or is removed. */
const changed = (selection: BrowseSelection, name: string, { value, isChosen }: ShownValue): BrowseSelection =>
  isChosen ? selection.without(name) : selection.choosing(name, value);

interface ValueProps {
  readonly href: string;
  readonly value: ShownValue;
  /** Percent of the most frequent value. */
  readonly share?: number | undefined;
}

export function FacetLink({ href, value: { value, name, count, owned, isChosen }, share }: ValueProps) {
  const { t, format } = useRequestContext();
  return (
    <li class={share === undefined ? undefined : decadeClass(Number(value))}>
      <a href={href} aria-current={isChosen ? 'true' : undefined}>
        <span>
          <CatalogText text={name} />
        </span>
        {share !== undefined && (
          <svg aria-hidden="true">
            <rect width={`${share.toFixed(0)}%`} height="100%" />
          </svg>
        )}
        {isChosen ? (
          <span class="n">
            <span class="hidden">{t.browse.chosen}</span>
            <span aria-hidden="true">×</span>
          </span>
        ) : (
          count !== undefined && (
            <span class="n">
              {owned === undefined
                ? format.number(count)
                : t.completeness.figure(
                    { owned: format.number(owned), all: format.number(count) },
                    { b: (text) => <b class="yes">{text}</b> },
                  )}
            </span>
          )
        )}
      </a>
    </li>
  );
}
