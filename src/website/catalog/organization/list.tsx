import { organizations } from '../../../catalog/organizations';
import type { List } from '../../api/client';
import { AddLink, addLinkOf } from '../../editing/editor-links';
import type { Page } from '../../http/page';
import { pageNumber } from '../../http/page';
import { type RequestContext, useRequestContext } from '../../http/request-context';
import { CatalogText } from '../../ui/catalog-text';
import { Pager } from '../../ui/pager';
import { PageHead, Section } from '../../ui/section';
import { Table } from '../../ui/table';

const organizationsAtOnce = 60;

export async function get(visit: RequestContext): Promise<Page> {
  const { api, t, to } = visit;
  const list = await api.list(organizations, { page: pageNumber(visit), itemsPerPage: organizationsAtOnce });
  const title = t.fields.organizations;
  const { lead } = t.records.organizations;
  return {
    title,
    about: { description: lead, canonical: to.organizations() },
    body: <Organizations list={list} add={await addLinkOf(visit)} />,
  };
}

function Organizations({ list, add }: { readonly add: string | undefined; readonly list: List<typeof organizations> }) {
  const { t, to, format } = useRequestContext();
  const words = t.records.organizations;
  const { totalItems } = list.meta;
  return (
    <>
      <PageHead title={t.fields.organizations} lead={words.lead} />
      <Section title={t.fields.organizations} aside={words.count(...format.counted(totalItems))}>
        <Table caption={t.fields.organizations} heads={[t.fields.name, t.fields.kind, t.fields.country]}>
          {list.data.map(({ id, attributes }) => (
            <tr key={id}>
              <th scope="row">
                <a href={to.organization(attributes)}>
                  <CatalogText text={attributes.name} />
                </a>
              </th>
              <td>{attributes.organization_type}</td>
              <td>{attributes.country && format.country(attributes.country)}</td>
            </tr>
          ))}
        </Table>
        <Pager meta={list.meta} />
        <AddLink href={add} type="Organization" />
      </Section>
    </>
  );
}
