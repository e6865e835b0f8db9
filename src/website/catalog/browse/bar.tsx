import { useRequestContext } from '../../http/request-context';
import { CatalogText } from '../../ui/catalog-text';
import { ActionLink, CompactSelect, Submit } from '../../ui/form';
import type { Browsable, BrowsedList } from './browsed-list';
import { countedIn } from './names';
import type { Browsed, Chip } from './read-list';
import type { BrowseSelection } from './selection';

export function Bar({ browsed: { list, selection, meta, facets, chips } }: { readonly browsed: Browsed<Browsable> }) {
  const context = useRequestContext();
  const { t } = context;
  return (
    <div class="bar">
      <span>{countedIn(context, list.name, meta.totalItems)}</span>
      {facets.length > 0 && (
        <a class="to-filters" href="#filters">
          {t.browse.filters}
        </a>
      )}
      {chips.length > 0 && <Chips list={list} selection={selection} chips={chips} />}
      {list.orders.length > 1 && <SortForm list={list} selection={selection} />}
    </div>
  );
}

/** Each links to the list without it. */
function Chips({ list, selection, chips }: Pick<Browsed<Browsable>, 'list' | 'selection'> & { readonly chips: readonly Chip[] }) {
  const { t, to, format } = useRequestContext();
  return (
    <span class="chips">
      {chips.map(({ name, value, label, left }) => (
        <a key={`${name} ${value}`} href={to[list.name](selection.without(name, value).query)}>
          <CatalogText text={label} /> <span aria-hidden="true">×</span>
          <span class="hidden">{left === undefined ? t.words.remove : t.browse.remove({ left: format.number(left) })}</span>
        </a>
      ))}
      <ActionLink class="plain" href={to[list.name]({ sort: selection.sort })} text={t.browse.clear} />
    </span>
  );
}

/** Carries the filters along. */
function SortForm({ list, selection }: { readonly list: BrowsedList<Browsable>; readonly selection: BrowseSelection }) {
  const { t, to } = useRequestContext();
  const [usual] = list.orders;
  return (
    <form action={to[list.name]()}>
      {selection.chosen.map(({ name, value }) => (
        <input key={`${name} ${value}`} type="hidden" name={name} value={value} />
      ))}
      <CompactSelect
        name="sort"
        label={t.browse.sort}
        value={selection.sort ?? usual ?? ''}
        options={list.orders.map((order) => [order, t.browse.orders[order]])}
      />{' '}
      <Submit text={t.browse.sort} />
    </form>
  );
}
