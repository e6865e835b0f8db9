import { artists } from '../../../catalog/artists';
import { organizations } from '../../../catalog/organizations';
import { franchises } from '../../../catalog/productions/franchises';
import { works } from '../../../catalog/tracks/works';
import type { ApiQuery, Item } from '../../api/client';
import { AddLink, addLinkOf } from '../../editing/editor-links';
import { type Page, pageNumber } from '../../http/page';
import { type RequestContext, useRequestContext } from '../../http/request-context';
import { CatalogLink, CatalogText } from '../../ui/catalog-text';
import { composerNames, displayName, termText } from '../../ui/credits';
import { Pager } from '../../ui/pager';
import { PageHead, Section } from '../../ui/section';
import { Table } from '../../ui/table';
import type { Browsable } from './browsed-list';

// Lists without facets: tables of all records of a kind by name.

type Texts = RequestContext['t'];

interface RecordList<R extends Browsable> {
  readonly kind: R;
  readonly type: Parameters<typeof AddLink>[0]['type'];
  readonly words: (t: Texts) => Pick<Texts['records']['works'], 'lead' | 'count'>;
  readonly canonical: (visit: RequestContext, query: ApiQuery) => string;
  readonly heads: (fields: Texts['fields']) => readonly string[];
  /** Numbers are formatted. */
  readonly row: (
    visit: RequestContext,
    record: Item<R>['attributes'],
  ) => readonly [href: string, name: string, ...cells: (string | number | null)[]];
  /** A part of the list, and its lead. */
  readonly part?: (visit: RequestContext) => Promise<{ readonly query: ApiQuery; readonly lead: string } | undefined>;
}

const recordsAtOnce = 60;

const listPageOf = <R extends Browsable>(list: RecordList<R>) => ({
  ...list,
  get: async (visit: RequestContext): Promise<Page> => {
    const { api, t, format } = visit;
    const { lead, count } = list.words(t);
    const part = await list.part?.(visit);
    const { data, meta } = await api.list(list.kind, { page: pageNumber(visit), itemsPerPage: recordsAtOnce, ...part?.query });
    const title = t.words.kinds[list.type][1] ?? '';
    const add = addLinkOf(visit);
    const body = (
      <>
        <PageHead title={title} lead={<CatalogText text={part?.lead ?? lead} />} />
        <Section title={title} aside={count({ count: format.counted(meta.totalItems) })}>
          <RecordTable list={list} rows={data} />
          <Pager meta={meta} />
          <AddLink href={add} type={list.type} />
        </Section>
      </>
    );
    return { title, about: { description: lead, canonical: list.canonical(visit, part?.query ?? {}) }, body };
  },
});

export function RecordTable<R extends Browsable>({ list, rows }: { readonly list: RecordList<R>; readonly rows: readonly Item<R>[] }) {
  const visit = useRequestContext();
  return (
    <Table caption={visit.t.words.kinds[list.type][1] ?? ''} heads={list.heads(visit.t.fields)}>
      {rows.map(({ id, attributes }) => {
        const [href, name, ...cells] = list.row(visit, attributes);
        return (
          <tr key={id}>
            <th scope="row">
              <CatalogLink href={href} text={name} />
            </th>
            {cells.map((cell, index) => (
              <td key={index} class={typeof cell === 'number' ? 'n' : undefined}>
                {typeof cell === 'number' ? visit.format.number(cell) : cell}
              </td>
            ))}
          </tr>
        );
      })}
    </Table>
  );
}

export const organizationList = listPageOf({
  kind: organizations,
  type: 'Organization',
  words: (t) => t.records.organizations,
  canonical: ({ to }) => to.organizations(),
  heads: ({ name, kind, country }) => [name, kind, country],
  row: ({ t, to, format }, of) => [
    to.organization(of),
    of.name,
    of.organization_type && termText(t, of.organization_type),
    of.country && format.country(of.country),
  ],
});

export const franchiseList = listPageOf({
  kind: franchises,
  type: 'Franchise',
  words: (t) => t.records.franchises,
  canonical: ({ to }) => to.franchises(),
  heads: ({ name, productions }) => [name, productions],
  row: ({ to }, of) => [to.franchise(of), of.name, of.production_count],
});

const composersNamed = 4;

export const workList = listPageOf({
  kind: works,
  type: 'Work',
  words: (t) => t.records.works,
  canonical: ({ to }, { artist }) => to.works({ artist: artist === undefined ? undefined : String(artist) }),
  heads: ({ title, composers, recordings }) => [title, composers, recordings],
  row: ({ to, format }, of) => [to.work(of), of.title, format.list(composerNames(of.credits).slice(0, composersNamed)), of.recording_count],
  part: async ({ api, query, t }) => {
    const artist = query.get('artist');
    if (!artist) return undefined;
    const { data } = await api.single(artists, artist, { 'fields[Artist]': 'display_name' });
    return { query: { artist }, lead: displayName(t, data.attributes.display_name) };
  },
});
