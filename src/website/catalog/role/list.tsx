import { artists } from '../../../catalog/artists';
import { AddLink, addLinkOf } from '../../editing/editor-links';
import { type Page, pageNumber } from '../../http/page';
import { type RequestContext, useRequestContext } from '../../http/request-context';
import { CatalogLink } from '../../ui/catalog-text';
import { roleText } from '../../ui/credits';
import { Section } from '../../ui/section';
import { listPage } from '../browse/list-page';
import { roleList } from '../browse/lists';
import { initialOf, nameOfChosen } from '../browse/names';
import type { Browsed } from '../browse/read-list';
import { BrowseSelection } from '../browse/selection';

/** The page of the role lists all. */
const namesAtOnce = 2;

/** The API's maximum, and more than there are roles. */
const mostRoles = 1_000;

/** Number of artists, by slug. */
type Credited = ReadonlyMap<string, number>;

export async function get(context: RequestContext): Promise<Page> {
  // All are on its only page, but a mistyped number is refused as on other lists.
  pageNumber(context);
  const [roles, { meta }] = await Promise.all([
    readRoles(context),
    context.api.list(artists, { facets: 'role', facetValues: mostRoles, itemsPerPage: 1, 'fields[Artist]': '_id' }),
  ]);
  const credited = new Map(meta.facets?.role?.map(({ value, count }) => [String(value), count]));
  return listPage(context, {
    browsed: roles,
    about: context.t.browse.lists.roles.about,
    below: <AddLink href={addLinkOf(context)} type="ArtistRole" />,
    children: <Roles roles={roles.items} credited={credited} />,
  });
}

/** The roles whose names in the language of the reader start with the chosen letter: the API compares the English ones. */
async function readRoles(context: RequestContext): Promise<Browsed<typeof roleList.kind>> {
  const { kind, fields, itemsPerPage } = roleList;
  const read = (page: number) => context.api.list(kind, { page, itemsPerPage, 'fields[ArtistRole]': fields });
  const answer = await read(1);
  const { totalItems } = answer.meta;
  const further = Array.from({ length: Math.max(0, Math.ceil(totalItems / itemsPerPage) - 1) }, (_, index) => read(index + 2));
  const all = [answer, ...(await Promise.all(further))].flatMap(({ data }) => data);
  const initials = Map.groupBy(all, ({ attributes: { slug, role } }) => initialOf(roleText(context.t, slug, role)));
  const selection = BrowseSelection.of(roleList, context.query);
  const [initial] = selection.valuesOf('initial');
  const items = initial === undefined ? all : (new Map<string, typeof all>(initials).get(initial) ?? []);
  const facets = { initial: [...initials].map(([value, { length: count }]) => ({ value, name: value, count })) };
  return {
    ...{ list: roleList, selection, items, answer, facets: [] },
    meta: { ...answer.meta, facets, totalItems: items.length, itemsPerPage: totalItems, currentPage: 1 },
    chips: selection.chosen.map((one) => ({ ...one, left: totalItems, label: nameOfChosen(context, roleList, one, undefined) })),
  };
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
