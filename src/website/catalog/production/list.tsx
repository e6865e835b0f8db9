import type { productions } from '../../../catalog/productions';
import { AddLink, addLinkOf } from '../../editing/editor-links';
import type { Page } from '../../http/page';
import { type RequestContext, useRequestContext } from '../../http/request-context';
import { productionType } from '../../ui/production-rows';
import { Section } from '../../ui/section';
import { ProductionShelf } from '../../ui/shelves';
import { listPage } from '../browse/list-page';
import { productionList } from '../browse/lists';
import { type Browsed, readBrowsedList } from '../browse/read-list';
import { Tabs } from '../browse/tabs';

type BrowsedProductions = Browsed<typeof productionList.kind>;

type ListedProduction = BrowsedProductions['items'][number]['attributes'];

export async function get(context: RequestContext): Promise<Page> {
  const { t, to } = context;
  const browsed = await readBrowsedList(context, productionList);
  const shelves = await shelvesOf(context, browsed);
  const types = Object.entries(t.browse.productionTypes).map(([type, name]) => ({ name, filters: { type: [type] } }));
  return listPage(context, {
    below: <AddLink href={addLinkOf(context)} type="Production" />,
    browsed: shelves?.isOverview ? { ...browsed, meta: { ...browsed.meta, itemsPerPage: browsed.meta.totalItems } } : browsed,
    about: t.browse.lists.productions.about,
    tabs: (
      <>
        <p class="row record-actions">
          <a href={to.franchises()}>{t.words.kinds.Franchise[1]}</a>
          <a href={to.works()}>{t.words.kinds.Work[1]}</a>
        </p>
        <Tabs list="productions" selection={browsed.selection} tabs={[{ name: t.browse.tabs.productions, filters: {} }, ...types]} />
      </>
    ),
    children: shelves ? (
      shelves.decades.map((shelf) => <Decade key={shelf.decade} shelf={shelf} browsed={browsed} />)
    ) : (
      <ProductionShelf productions={browsed.items} below={below(context)} />
    ),
  });
}

/** Grouped by decade; an overview of long lists shows the start of each. */
async function shelvesOf(context: RequestContext, browsed: BrowsedProductions) {
  const { list, selection, meta, items } = browsed;
  const isInOrder = [undefined, 'year', '-year'].includes(selection.sort);
  if (!isInOrder) return undefined;
  const isWhole = selection.sort === undefined && selection.valuesOf('decade').length === 0 && context.query.get('page') === null;
  if (!isWhole || meta.totalItems <= list.itemsPerPage) return { isOverview: false, decades: groupedByDecade(items) };
  return { isOverview: true, decades: await decadesOf(context, browsed) };
}

function Decade({
  shelf: { decade, records, count },
  browsed,
}: {
  readonly shelf: DecadeShelf<ListedProduction>;
  readonly browsed: BrowsedProductions;
}) {
  const context = useRequestContext();
  const { t, to, format } = context;
  const all = count !== undefined && count > records.length && (
    <a href={to.productions(browsed.selection.choosing('decade', String(decade)).query)}>{t.browse.all({ count: format.number(count) })}</a>
  );
  const aside = all || (count !== undefined && t.words.productions({ count: format.counted(count) }));
  return (
    <Section title={decade === undefined ? t.browse.undated : t.words.decade({ decade })} aside={aside}>
      <ProductionShelf productions={records} below={below(context)} />
    </Section>
  );
}

/** The year, and the type unless a film. */
const below =
  ({ t }: RequestContext) =>
  ({ _type: type, year }: Pick<ListedProduction, '_type' | 'year'>): string =>
    [type !== 'movie' && productionType(t, type), year].filter(Boolean).join(', ');

/** A row. */
const shownOfDecade = 4;

interface DecadeShelf<A> {
  /** Undefined if undated. */
  readonly decade: number | undefined;
  readonly records: readonly { readonly attributes: A }[];
  /** If only the first are shown. */
  readonly count: number | undefined;
}

/** In the order of the records. */
function groupedByDecade<A extends { readonly year: number | null }>(records: readonly { readonly attributes: A }[]): DecadeShelf<A>[] {
  const groups = Map.groupBy(records, ({ attributes: { year } }) => (year ? Math.floor(year / 10) * 10 : undefined));
  return [...groups].map(([decade, ofDecade]) => ({ decade, records: ofDecade, count: undefined }));
}

async function decadesOf({ api }: RequestContext, { list, selection, meta }: Browsed<typeof productions>) {
  const decades = meta.facets?.decade ?? [];
  return Promise.all(
    decades.map(async ({ value, count }) => {
      const { data } = await api.list(list.kind, {
        ...selection.filters,
        decade: value,
        sort: 'year',
        itemsPerPage: shownOfDecade,
        [`fields[${list.kind.type}]`]: list.fields,
      });
      return { decade: Number(value), records: data, count };
    }),
  );
}
