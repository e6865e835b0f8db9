import { artistRoles } from '../../../catalog/artist-roles';
import { artists } from '../../../catalog/artists';
import type { List, Single } from '../../api/client';
import { recordOf } from '../../api/record';
import { editLinkOf } from '../../editing/editor-links';
import { type PageAnswer, pageNumber } from '../../http/page';
import { type RequestContext, useRequestContext } from '../../http/request-context';
import { CatalogText } from '../../ui/catalog-text';
import { roleText } from '../../ui/credits';
import { Facts } from '../../ui/facts';
import { Markdown } from '../../ui/markdown';
import { Pager } from '../../ui/pager';
import { People } from '../../ui/people';
import { Section } from '../../ui/section';

const artistsAtOnce = 60;

interface RoleProps {
  readonly edit: string | undefined;
  readonly role: Single<typeof artistRoles>['data'];
  readonly artists: List<typeof artists>;
}

export async function get(visit: RequestContext): Promise<PageAnswer> {
  const { api, to } = visit;
  const { data: role } = await recordOf(visit, artistRoles);
  const query = { role: role.attributes.slug, page: pageNumber(visit), itemsPerPage: artistsAtOnce, 'order[name]': 'asc' };
  const credited = await api.list(artists, query);
  return {
    title: roleText(visit.t, role.attributes.slug, role.attributes.role),
    about: { description: role.attributes.description_markdown || undefined, canonical: to.role(role.attributes) },
    body: <Role role={role} artists={credited} edit={editLinkOf(visit)} />,
  };
}

function Role({ role: { attributes: role }, artists, edit }: RoleProps) {
  const { t, format } = useRequestContext();
  const words = t.records.roles;
  const { totalItems } = artists.meta;
  return (
    <>
      <Head role={role} edit={edit} count={totalItems} />
      <Section title={words.artists} aside={totalItems > 0 && t.words.artists({ count: format.counted(totalItems) })}>
        {totalItems === 0 && <p class="prose soft">{words.none}</p>}
        <People artists={artists.data} below={({ _id }) => <Years artist={artists.data.find((one) => one.attributes._id === _id)} />} />
        <Pager meta={artists.meta} />
      </Section>
    </>
  );
}

interface HeadProps extends Pick<RoleProps, 'edit'> {
  readonly role: RoleProps['role']['attributes'];
  readonly count: number;
}

function Head({ role, count, edit }: HeadProps) {
  const { t, to, format } = useRequestContext();
  const words = t.records.roles;
  return (
    <div class="hero">
      <div>
        <p class="over">
          <a href={to.roles()}>{words.over({ scope: t.words.roleScopes[role.scope] })}</a>
        </p>
        <h1>
          <CatalogText text={roleText(t, role.slug, role.role)} />
        </h1>
        {role.description_markdown && (
          <div class="prose">
            <Markdown text={role.description_markdown} />
          </div>
        )}
        <Facts
          facts={[
            [t.records.alsoCredited, role.aliases.length > 0 && role.aliases.join(' · ')],
            [t.fields.artists, count > 0 && format.number(count)],
          ]}
        />
        {role.organization_applicable && <p class="row soft">{words.alsoOrganizations}</p>}
        <p class="row record-actions">
          {edit !== undefined && <a href={edit}>{t.editing.correct}</a>}
          <a href={to.historyOf(to.role(role))}>{t.editing.history}</a>
        </p>
      </div>
    </div>
  );
}

/** `1911–1975` */
function Years({ artist }: { readonly artist: RoleProps['artists']['data'][number] | undefined }) {
  const [from, to] = [artist?.attributes.begin_date?.slice(0, 4), artist?.attributes.end_date?.slice(0, 4)];
  if (!from && !to) return null;
  return <span class="n">{`${from ?? ''}–${to ?? ''}`}</span>;
}
