import { artists } from '../../../catalog/artists';
import { AddLink, addLinkOf } from '../../editing/editor-links';
import type { Page } from '../../http/page';
import { type RequestContext, useRequestContext } from '../../http/request-context';
import { CatalogLink } from '../../ui/catalog-text';
import { roleText } from '../../ui/credits';
import { Section } from '../../ui/section';
import { listPage } from '../browse/list-page';
import { roleList } from '../browse/lists';
import { type Browsed, readBrowsedList } from '../browse/read-list';

/** The page of the role lists all. */
const namesAtOnce = 2;

/** The API's maximum, and more than there are roles. */
const mostRoles = 1_000;

/** Number of artists, by slug. */
type Credited = ReadonlyMap<string, number>;

export async function get(context: RequestContext): Promise<Page> {
  const [browsed, { meta }] = await Promise.all([
    readBrowsedList(context, roleList),
    context.api.list(artists, { facets: 'role', facetValues: mostRoles, itemsPerPage: 1, 'fields[Artist]': '_id' }),
  ]);
  const credited = new Map(meta.facets?.role?.map(({ value, count }) => [String(value), count]));
  return listPage(context, {
    browsed,
    about: context.t.browse.lists.roles.about,
    below: <AddLink href={addLinkOf(context)} type="ArtistRole" />,
    children: <Roles roles={browsed.items} credited={credited} />,
  });
}

/** By scope, in the order of their names in the language of the reader. */
function Roles({ roles, credited }: { readonly roles: Browsed<typeof roleList.kind>['items']; readonly credited: Credited }) {
  const { t, to, format } = useRequestContext();
  const words = t.records.roles;
  const countOf = (slug: string) => credited.has(slug) && t.words.artists({ count: format.counted(credited.get(slug) ?? 0) });
  const nameOf = ({ attributes: { slug, role } }: (typeof roles)[number]) => roleText(t, slug, role);
  const sorted = roles.toSorted((a, b) => format.compare(nameOf(a), nameOf(b)));
  return (
    <>
      {[...Map.groupBy(sorted, ({ attributes }) => attributes.scope)].map(([scope, ofScope]) => (
        <Section key={scope} title={words.ofScope[scope]} aside={words.count({ count: format.counted(ofScope.length) })}>
          <ul class="people">
            {ofScope.map(({ id, attributes: { role, slug, aliases } }) => (
              <li class="person" key={id}>
                <div>
                  <b>
                    <CatalogLink href={to.role({ slug })} text={roleText(t, slug, role)} />
                  </b>
                  <small>{[countOf(slug), ...aliases.slice(0, namesAtOnce)].filter(Boolean).join(' · ')}</small>
                </div>
              </li>
            ))}
          </ul>
        </Section>
      ))}
    </>
  );
}
