import { organizations } from '../../../catalog/organizations';
import { productions } from '../../../catalog/productions';
import { releases } from '../../../catalog/releases';
import type { Item, List, Single } from '../../api/client';
import { recordOf } from '../../api/record';
import { editLinkOf } from '../../editing/editor-links';
import { type PageAnswer, pageNumber } from '../../http/page';
import { type RequestContext, useRequestContext } from '../../http/request-context';
import type { Texts } from '../../i18n';
import { haveFact, withCompleteness } from '../../library/completeness/figure';
import { printedText, termText } from '../../ui/credits';
import { RecordFacts, RecordHead } from '../../ui/facts';
import { Pager } from '../../ui/pager';
import { sleevedAttributes } from '../../ui/pictures';
import { Section } from '../../ui/section';
import { ProductionShelf, ReleaseShelf } from '../../ui/shelves';

const [productionsAtOnce, releasesAtOnce] = [48, 36];

/** Besides that of productions. */
const releasesPage = 'releases';

interface OrganizationProps {
  readonly edit: string | undefined;
  readonly organization: Single<typeof organizations>['data'];
  readonly meta: Single<typeof organizations>['meta'];
  readonly productions: List<typeof productions>;
  readonly releases: List<typeof releases>;
}

export async function get(context: RequestContext): Promise<PageAnswer> {
  const { api, t, to } = context;
  const { data: organization, meta } = await recordOf(context, organizations, withCompleteness(context));
  const { name, organization_type: type } = organization.attributes;
  const query = { organization: organization.id, page: pageNumber(context), itemsPerPage: productionsAtOnce, 'order[year]': 'asc' };
  const [withPart, companyReleases] = await Promise.all([
    api.list(productions, query),
    api.list(releases, {
      organization: organization.id,
      page: pageNumber(context, releasesPage),
      itemsPerPage: releasesAtOnce,
      'order[releaseDate]': 'asc',
      'fields[Release]': `${sleevedAttributes},companies`,
    }),
  ]);
  return {
    title: name,
    about: {
      description: [type && termText(t, type), name].filter(Boolean).join(' · '),
      canonical: to.organization(organization.attributes),
      data: { '@type': 'Organization', name },
    },
    body: (
      <Organization organization={organization} meta={meta} productions={withPart} releases={companyReleases} edit={editLinkOf(context)} />
    ),
  };
}

function Organization({ organization, meta, productions, releases, edit }: OrganizationProps) {
  const context = useRequestContext();
  const { t, to, format } = context;
  const { name, organization_type: type, country } = organization.attributes;
  const { totalItems } = productions.meta;
  return (
    <>
      <RecordHead
        {...{ list: to.organizations(), kind: type ? termText(t, type) : t.records.organizations.organization, name }}
        facts={[
          [t.fields.country, country && format.country(country)],
          [t.fields.productions, totalItems > 0 && format.number(totalItems)],
          [t.fields.entries, releases.meta.totalItems > 0 && format.number(releases.meta.totalItems)],
          haveFact(context, meta, 'releases', to.organization(organization.attributes)),
        ]}
      />
      {totalItems + releases.meta.totalItems === 0 && (
        <Section title={t.fields.productions}>
          <p class="prose soft">{t.records.organizations.none}</p>
        </Section>
      )}
      {totalItems > 0 && (
        <Section title={t.fields.productions} aside={t.records.organizations.partIn}>
          <ProductionShelf productions={productions.data} below={({ year }) => year || ''} />
          <Pager meta={productions.meta} />
        </Section>
      )}
      <Releases releases={releases} organization={organization.attributes._id} />
      <RecordFacts record={organization.attributes} edit={edit} />
    </>
  );
}

interface ReleasesProps extends Pick<OrganizationProps, 'releases'> {
  /** UUID. */
  readonly organization: string;
}

/** With its role. */
function Releases({ releases: { data, meta }, organization }: ReleasesProps) {
  const { t, format } = useRequestContext();
  if (meta.totalItems === 0) return null;
  const did = new Map(data.map(({ attributes: { _id: id, companies } }) => [id, rolesOf(companies, organization, t)]));
  return (
    <Section id={releasesPage} title={t.fields.entries} aside={t.words.releases({ count: format.counted(meta.totalItems) })}>
      <ReleaseShelf releases={data} below={({ _id: id, year }) => [did.get(id), year].filter(Boolean).join(' · ')} />
      <Pager meta={meta} parameter={releasesPage} part={releasesPage} />
    </Section>
  );
}

const rolesOf = (companies: Item<typeof releases>['attributes']['companies'], organization: string, t: Texts): string =>
  [...new Set(companies.filter(({ id }) => id === organization).flatMap(({ role }) => (role ? printedText(t, role) : [])))].join(', ');
