import { organizations } from '../../catalog/organizations';
import { productions } from '../../catalog/productions';
import type { List, Single } from '../api';
import { askedPage } from '../asked-page';
import { CatalogText } from '../components/catalog-text';
import { Facts } from '../components/facts';
import { Pager } from '../components/pager';
import { Part } from '../components/part';
import { RecordFacts } from '../components/record-facts';
import { ProductionShelf } from '../components/shelves';
import type { Answer } from '../page';
import { recordOf } from '../record';
import { useVisit, type Visit } from '../visit';

const productionsAtOnce = 48;

interface OrganizationProps {
  readonly organization: Single<typeof organizations>['data'];
  readonly productions: List<typeof productions>;
}

export async function show(visit: Visit): Promise<Answer> {
  const { api, to } = visit;
  const found = await recordOf(visit, organizations);
  if (found instanceof Response) return found;
  const { data: organization } = found;
  const { name, organization_type: type } = organization.attributes;
  const query = { organization: organization.id, page: askedPage(visit), itemsPerPage: productionsAtOnce, 'order[year]': 'asc' };
  const withPart = await api.list(productions, query);
  return {
    title: name,
    about: {
      description: [type, name].filter(Boolean).join(' · '),
      canonical: to.organization(organization.attributes),
      data: { '@type': 'Organization', name },
    },
    body: <Organization organization={organization} productions={withPart} />,
  };
}

function Organization({ organization, productions }: OrganizationProps) {
  const { t, to, format } = useVisit();
  const { name, organization_type: type, country } = organization.attributes;
  const { totalItems } = productions.meta;
  return (
    <>
      <div class="hero">
        <div>
          <p class="over">
            <a href={to.organizations()}>{type ?? t.records.organizations.organization}</a>
          </p>
          <h1>
            <CatalogText text={name} />
          </h1>
          <Facts
            facts={[
              [t.records.country, country && format.country(country)],
              [t.records.productions, totalItems > 0 && format.number(totalItems)],
            ]}
          />
        </div>
      </div>
      <Part title={t.records.productions} aside={totalItems > 0 && t.records.organizations.partIn}>
        {totalItems === 0 && <p class="prose soft">{t.records.organizations.none}</p>}
        <ProductionShelf productions={productions.data} below={({ year }) => year || ''} />
        <Pager meta={productions.meta} />
      </Part>
      <RecordFacts record={organization.attributes} />
    </>
  );
}
