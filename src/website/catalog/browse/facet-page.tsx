import type { Page } from '../../http/page';
import { problemPage } from '../../http/problem-page';
import { type RequestContext, useRequestContext } from '../../http/request-context';
import { Submit } from '../../ui/form';
import { lastingParametersOf, Pager } from '../../ui/pager';
import type { Browsable, BrowsedFacet, BrowsedList } from './browsed-list';
import { FacetLink } from './facets';
import { Letters } from './letters';
import { albumList, artistList, labelList, organizationList, productionList, releaseList } from './lists';
import { type FacetInFull, readFacet } from './read-facet';

const lists: readonly BrowsedList<Browsable>[] = [albumList, artistList, labelList, organizationList, productionList, releaseList];

/** All values of a facet, such as `/albums/by/director`. */
export async function get(context: RequestContext, { facet: name }: { readonly facet: string }): Promise<Page> {
  const list = lists.find((one) => context.path.startsWith(`/${one.name}/`));
  const facet = list?.facets.find((one) => one.name === name && !one.isPersonal);
  if (!list || !facet) return problemPage(context, undefined, '');
  const { t, to } = context;
  const read = await readFacet(context, list, facet);
  return {
    title: `${t.browse.lists[list.name].by} ${t.browse.facets[facet.name].word}`,
    current: list.name,
    about: { canonical: to.facet(list.name, facet.name, read.selection.query) },
    body: <FacetValues list={list} facet={facet} read={read} />,
  };
}

interface FacetValuesProps {
  readonly list: BrowsedList<Browsable>;
  readonly facet: BrowsedFacet;
  readonly read: FacetInFull;
}

function FacetValues({ list, facet, read }: FacetValuesProps) {
  const { t, to, format, path, query } = useRequestContext();
  const { selection, groups, total, most, others, letters } = read;
  const words = t.browse.facets[facet.name];
  const { by } = t.browse.lists[list.name];
  const count = words.values({ count: format.counted(total) });
  return (
    <>
      <div class="head">
        <h1>
          <span class="soft">{by}</span> {words.word}
        </h1>
        <p>{[count, ...others].join(' · ')}</p>
        <FacetTabs list={list} facet={facet} read={read} />
      </div>
      <br />
      <NarrowForm list={list} facet={facet} read={read} />
      <Letters
        known={new Set(letters.keys())}
        hrefOf={(initial) => {
          const { page, head } = letters.get(initial) ?? {};
          return to.same(path, { ...lastingParametersOf(query), page: page === 1 ? undefined : page }, `letter-${head}`);
        }}
      />
      {most !== undefined && <p class="soft">{t.browse.mostFrequent({ count: format.number(most) })}</p>}
      {groups.length === 0 && <p class="prose">{t.browse.noneSo}</p>}
      <div class="facets many">
        {groups.map(({ head, values }) => (
          <section key={head} id={`letter-${head}`}>
            <h2>{head}</h2>
            <ul>
              {values.map((value) => (
                <FacetLink key={value.value} href={to[list.name](selection.choosing(facet.name, value.value).query)} value={value} />
              ))}
            </ul>
          </section>
        ))}
      </div>
      <Pager meta={read.meta} />
    </>
  );
}

function FacetTabs({ list, facet, read: { selection } }: FacetValuesProps) {
  const { t, to } = useRequestContext();
  return (
    <nav class="tabs" aria-label={t.browse.facetsName}>
      {list.facets
        .filter(({ isPersonal }) => !isPersonal)
        .map(({ name }) => (
          <a key={name} href={to.facet(list.name, name, selection.query)} aria-current={name === facet.name ? 'page' : undefined}>
            {t.browse.facets[name].title}
          </a>
        ))}
    </nav>
  );
}

function NarrowForm({ list, facet, read: { selection, contains, isByNumber } }: FacetValuesProps) {
  const { t, to } = useRequestContext();
  const at = (order: 'number' | undefined) => to.facet(list.name, facet.name, { ...selection.query, contains, order });
  return (
    <form class="bar" action={to.facet(list.name, facet.name)}>
      {selection.chosen.map(({ name, value }) => (
        <input key={`${name} ${value}`} type="hidden" name={name} value={value} />
      ))}
      {isByNumber && <input type="hidden" name="order" value="number" />}
      <label class="hidden" for="narrow">
        {t.browse.facets[facet.name].narrow}
      </label>
      <input id="narrow" name="contains" value={contains} placeholder={t.browse.contains} maxLength={200} autocomplete="off" />{' '}
      <Submit text={t.browse.narrow} />
      <span class="row">
        {isByNumber ? <a href={at(undefined)}>{t.browse.byLetter}</a> : <span>{t.browse.byLetter}</span>}
        {isByNumber ? <span>{t.browse.byNumber}</span> : <a href={at('number')}>{t.browse.byNumber}</a>}
        <a href={to[list.name](selection.query)}>{t.browse.lists[list.name].back}</a>
      </span>
    </form>
  );
}
