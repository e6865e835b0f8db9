import { artists } from '../../../catalog/artists';
import { works } from '../../../catalog/tracks/works';
import type { Item, List } from '../../api/client';
import { AddLink, addLinkOf } from '../../editing/editor-links';
import { type Page, pageNumber } from '../../http/page';
import { type RequestContext, useRequestContext } from '../../http/request-context';
import { CatalogText } from '../../ui/catalog-text';
import { composerNames } from '../../ui/credits';
import { Pager } from '../../ui/pager';
import { PageHead, Section } from '../../ui/section';
import { Table } from '../../ui/table';

const worksAtOnce = 60;

const namesAtOnce = 4;

export async function get(visit: RequestContext): Promise<Page> {
  const { api, t, to, query } = visit;
  const artist = query.get('artist') || undefined;
  const [list, writer] = await Promise.all([
    api.list(works, { page: pageNumber(visit), itemsPerPage: worksAtOnce, artist }),
    artist && api.single(artists, artist, { 'fields[Artist]': 'display_name' }),
  ]);
  return {
    title: t.words.kinds.Work[1] ?? '',
    about: { description: t.records.works.lead, canonical: to.works({ artist }) },
    body: <Works list={list} lead={writer ? writer.data.attributes.display_name : t.records.works.lead} add={await addLinkOf(visit)} />,
  };
}

interface WorksProps {
  readonly list: List<typeof works>;
  readonly lead: string;
  readonly add: string | undefined;
}

function Works({ list, lead, add }: WorksProps) {
  const { t, format } = useRequestContext();
  const title = t.words.kinds.Work[1] ?? '';
  const { totalItems } = list.meta;
  return (
    <>
      <PageHead title={title} lead={<CatalogText text={lead} />} />
      <Section title={title} aside={t.records.works.count(...format.counted(totalItems))}>
        <WorkTable rows={list.data} />
        <Pager meta={list.meta} />
        <AddLink href={add} type="Work" />
      </Section>
    </>
  );
}

export function WorkTable({ rows }: { readonly rows: readonly Item<typeof works>[] }) {
  const { t, to, format } = useRequestContext();
  return (
    <Table caption={t.words.kinds.Work[1] ?? ''} heads={[t.fields.title, t.fields.composers, t.fields.recordings]}>
      {rows.map(({ id, attributes }) => (
        <tr key={id}>
          <th scope="row">
            <a href={to.work(attributes)}>
              <CatalogText text={attributes.title} />
            </a>
          </th>
          <td>{format.list(composerNames(attributes.credits).slice(0, namesAtOnce))}</td>
          <td class="n">{format.number(attributes.recording_count)}</td>
        </tr>
      ))}
    </Table>
  );
}
