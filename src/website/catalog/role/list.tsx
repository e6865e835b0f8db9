import { artistRoles } from '../../../catalog/artist-roles';
import type { List } from '../../api/client';
import { AddLink, addLinkOf } from '../../editing/editor-links';
import { type Page, pageNumber } from '../../http/page';
import { type RequestContext, useRequestContext } from '../../http/request-context';
import { CatalogLink } from '../../ui/catalog-text';
import { roleText } from '../../ui/credits';
import { Pager } from '../../ui/pager';
import { PageHead, Section } from '../../ui/section';

/** All in most catalogs, grouped by scope. */
const rolesAtOnce = 100;

/** The page of the role lists all. */
const namesAtOnce = 2;

export async function get(visit: RequestContext): Promise<Page> {
  const { api, t, to } = visit;
  const list = await api.list(artistRoles, { page: pageNumber(visit), itemsPerPage: rolesAtOnce });
  const { title, lead } = t.records.roles;
  return { title, about: { description: lead, canonical: to.roles() }, body: <Roles list={list} add={addLinkOf(visit)} /> };
}

function Roles({ list, add }: { readonly add: string | undefined; readonly list: List<typeof artistRoles> }) {
  const { t, to, format } = useRequestContext();
  const words = t.records.roles;
  const byScope = Map.groupBy(list.data, ({ attributes }) => attributes.scope);
  return (
    <>
      <PageHead title={words.title} lead={words.lead} />
      {[...byScope].map(([scope, roles]) => (
        <Section key={scope} title={words.ofScope[scope]} aside={words.count({ count: format.counted(roles.length) })}>
          <ul class="people">
            {roles.map(({ id, attributes: { role, slug, aliases } }) => (
              <li class="person" key={id}>
                <div>
                  <b>
                    <CatalogLink href={to.role({ slug })} text={roleText(t, slug, role)} />
                  </b>
                  <small>{aliases.slice(0, namesAtOnce).join(' · ')}</small>
                </div>
              </li>
            ))}
          </ul>
        </Section>
      ))}
      <Pager meta={list.meta} />
      <AddLink href={add} type="ArtistRole" />
    </>
  );
}
