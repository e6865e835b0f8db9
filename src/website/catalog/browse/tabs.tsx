import type { PageQuery } from '../../http/addresses';
import { useRequestContext } from '../../http/request-context';
import type { ListName } from './browsed-list';
import type { BrowseSelection } from './selection';

/** A tab: a set of filters. */
export interface Tab {
  readonly name: string;
  readonly filters: Readonly<Record<string, readonly string[]>>;
}

interface TabsProps {
  readonly list: ListName;
  readonly selection: BrowseSelection;
  readonly tabs: readonly Tab[];
}

/** Current if exactly its filters are chosen. */
export function Tabs({ list, selection, tabs }: TabsProps) {
  const { t, to } = useRequestContext();
  const names = [...new Set(tabs.flatMap(({ filters }) => Object.keys(filters)))];
  const others = names.reduce((left, name) => left.without(name), selection);
  const isCurrent = ({ filters }: Tab) =>
    names.every((name) => selection.valuesOf(name).toSorted().join() === [...(filters[name] ?? [])].toSorted().join());
  return (
    <nav class="tabs slide" aria-label={t.browse.kinds}>
      {tabs.map((tab) => (
        <a
          key={tab.name}
          href={to[list]({ ...others.query, ...(tab.filters as PageQuery) })}
          aria-current={isCurrent(tab) ? 'page' : undefined}
        >
          {tab.name}
        </a>
      ))}
    </nav>
  );
}
