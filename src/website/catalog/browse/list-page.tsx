import type { ComponentChildren } from 'preact';
import { mayEdit } from '../../api/server-meta';
import { AddADisc, EditorWays, hasDuplicates } from '../../editing/editor-links';
import type { Page } from '../../http/page';
import { type RequestContext, useRequestContext } from '../../http/request-context';
import { CatalogText } from '../../ui/catalog-text';
import { EmptyState } from '../../ui/empty-state';
import { CompactSelect, Hidden, Submit } from '../../ui/form';
import { cachedFragment } from '../../ui/fragment-cache';
import { Pager } from '../../ui/pager';
import type { Browsable, BrowsedList } from './browsed-list';
import { FacetList } from './facets';
import { Letters } from './letters';
import { countedIn } from './names';
import type { Browsed, Chip } from './read-list';
import type { BrowseSelection } from './selection';

interface ListPageProps {
  readonly browsed: Browsed<Browsable>;
  readonly about?: ComponentChildren;
  readonly tabs?: ComponentChildren;
  readonly below?: ComponentChildren;
  /** Whether the body depends only on the list, its address and editing rights, and may be cached. */
  readonly isKept?: boolean;
  readonly children: ComponentChildren;
}

function BrowsedRecords({ browsed, about, tabs, below, isEditor, children }: ListPageProps & { readonly isEditor: boolean }) {
  const { t } = useRequestContext();
  const { list, selection, items, meta, facets } = browsed;
  return (
    <>
      <div class="head">
        <h1>{t.browse.lists[list.name].title}</h1>
        {about && <p>{about}</p>}
        {isEditor && hasDuplicates(list.name) && <EditorWays list={list.name} />}
      </div>
      {tabs}
      <div class="browse">
        {facets.length > 0 && <FacetList list={list.name} selection={selection} facets={facets} />}
        <div>
          <Bar browsed={browsed} />
          <ListLetters browsed={browsed} />
          {meta.totalItems === 0 ? (
            <NothingLeft
              isFiltered={selection.chosen.length > 0}
              isEditor={isEditor}
              hasDiscs={isEditor && (list.name === 'albums' || list.name === 'releases')}
            />
          ) : (
            items.length > 0 && children
          )}
          <Pager meta={meta} />
          {below}
        </div>
      </div>
    </>
  );
}

function ListLetters({ browsed: { list, selection, meta } }: Pick<ListPageProps, 'browsed'>) {
  const { to } = useRequestContext();
  const { letters, orders } = list;
  if (!letters) return null;
  const at = (chosen: BrowseSelection) => to[list.name]({ ...chosen.query, sort: letters === orders[0] ? undefined : letters });
  return (
    <Letters
      known={new Set(meta.facets?.initial?.map(({ value }) => String(value)))}
      chosen={selection.valuesOf('initial')[0]}
      hrefOf={(initial) => at(selection.choosing('initial', initial))}
      all={to[list.name](selection.without('initial').query)}
    />
  );
}

export async function listPage(context: RequestContext, props: ListPageProps): Promise<Page> {
  const { list, selection, meta, chips, answer } = props.browsed;
  const { t, to, path, query } = context;
  const page = meta.currentPage === 1 ? undefined : meta.currentPage;
  const isEditor = mayEdit(context);
  const records = <BrowsedRecords {...props} isEditor={isEditor} />;
  return {
    title: [t.browse.lists[list.name].title, ...chips.map(({ label }) => label)].join(', '),
    current: list.name,
    about: { description: t.browse.lists[list.name].about, canonical: to[list.name]({ ...selection.query, page }) },
    body:
      props.isKept && !meta.completeness
        ? cachedFragment(context, 'list', [path, String(query), isEditor, chips, answer], () => records)
        : records,
  };
}

interface NothingLeftProps {
  readonly isFiltered: boolean;
  readonly isEditor: boolean;
  /** Whether a disc can be added to it. */
  readonly hasDiscs: boolean;
}

/** An empty list. For an empty catalog, the home page explains how to start. */
function NothingLeft({ isFiltered, isEditor, hasDiscs }: NothingLeftProps) {
  const { t, to } = useRequestContext();
  return (
    <EmptyState text={isFiltered ? t.browse.nothing : t.browse.empty}>
      {(hasDiscs || (isEditor && !isFiltered)) && (
        <>
          {hasDiscs && <AddADisc />}
          {!isFiltered && <a href={to.home()}>{t.home.howToImport}</a>}
        </>
      )}
    </EmptyState>
  );
}

function Bar({ browsed: { list, selection, meta, facets, chips } }: { readonly browsed: Browsed<Browsable> }) {
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
      <a class="plain" href={to[list.name]({ sort: selection.sort })}>
        {t.browse.clear}
      </a>
    </span>
  );
}

/** Carries the filters along. */
function SortForm({ list, selection }: { readonly list: BrowsedList<Browsable>; readonly selection: BrowseSelection }) {
  const { t, to } = useRequestContext();
  const [usual] = list.orders;
  return (
    <form action={to[list.name]()}>
      <Hidden fields={selection.chosen.map(({ name, value }) => [name, value])} />
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
