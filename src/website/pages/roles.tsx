import { artistRoles } from '../../catalog/artist-roles';
import type { List } from '../api';
import { askedPage } from '../asked-page';
import { CatalogText } from '../components/catalog-text';
import { Pager } from '../components/pager';
import { Part } from '../components/part';
import type { Page } from '../page';
import { useVisit, type Visit } from '../visit';

const rolesAtOnce = 60;

export async function show(visit: Visit): Promise<Page> {
  const { api, t, to } = visit;
  const list = await api.list(artistRoles, { page: askedPage(visit), itemsPerPage: rolesAtOnce });
  const { title, lead } = t.records.roles;
  return { title, about: { description: lead, canonical: to.roles() }, body: <Roles list={list} /> };
}

function Roles({ list }: { readonly list: List<typeof artistRoles> }) {
  const { t, to, format } = useVisit();
  const words = t.records.roles;
  const { totalItems } = list.meta;
  return (
    <>
      <div class="head">
        <h1>{words.title}</h1>
        <p>{words.lead}</p>
      </div>
      <Part title={words.title} aside={words.count(format.number(totalItems), totalItems === 1)}>
        <div class="scroll">
          <table>
            <caption class="hidden">{words.title}</caption>
            <thead>
              <tr>
                <th scope="col">{words.role}</th>
                <th scope="col">{words.of}</th>
                <th scope="col">{t.records.alsoCredited}</th>
              </tr>
            </thead>
            <tbody>
              {list.data.map(({ id, attributes }) => (
                <tr key={id}>
                  <th scope="row">
                    <a href={to.role(attributes)}>
                      <CatalogText text={attributes.role} />
                    </a>
                  </th>
                  <td>{t.words.roleScopes[attributes.scope]}</td>
                  <td class="soft">{attributes.aliases.join(' · ')}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
        <Pager meta={list.meta} />
      </Part>
    </>
  );
}
