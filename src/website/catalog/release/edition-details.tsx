import { useRequestContext } from '../../http/request-context';
import { CatalogLink, CatalogText, PartialDate } from '../../ui/catalog-text';
import { printedText } from '../../ui/credits';
import { Facts, Lines } from '../../ui/facts';
import { Section } from '../../ui/section';
import type { ReadRelease } from './load';

type Release = ReadRelease['release']['attributes'];

/** A box set has hundreds of matrix numbers. */
const shownAtOnce = 8;

export function EditionDetails({ read: { release } }: { readonly read: ReadRelease }) {
  const { t } = useRequestContext();
  const { identifiers, companies } = release.attributes;
  if (identifiers.length + companies.length === 0) return null;
  const byRole = Map.groupBy(companies, ({ role }) => (role ? printedText(t, role) : t.fields.companies));
  const byType = Map.groupBy(identifiers, ({ type }) => printedText(t, type));
  return (
    <Section title={t.records.edition.title} aside={t.records.edition.printed}>
      <Facts
        facts={[
          ...[...byRole].map(([role, all]) => {
            const lines = all.map((company) => <Company key={company.id} company={company} />);
            return [<CatalogText key={role} text={role} />, <Lines key={role} lines={lines} atOnce={shownAtOnce} />] as const;
          }),
          ...[...byType].map(([type, all]) => {
            const lines = all.map((identifier) => <Identifier key={identifier.value} identifier={identifier} />);
            return [<CatalogText key={type} text={type} />, <Lines key={type} lines={lines} atOnce={shownAtOnce} />] as const;
          }),
        ]}
      />
    </Section>
  );
}

function Company({ company }: { readonly company: Release['companies'][number] }) {
  const { to } = useRequestContext();
  const { slug } = company;
  return (
    <>
      <CatalogLink href={slug === undefined ? undefined : to.organization({ slug })} text={company.name} />
      {company.catalog_number && (
        <>
          , <span class="n">{company.catalog_number}</span>
        </>
      )}
      {company.begin_date && (
        <span class="soft">
          {' '}
          (<PartialDate date={company.begin_date} />
          {company.end_date && company.end_date !== company.begin_date && (
            <>
              {' – '}
              <PartialDate date={company.end_date} />
            </>
          )}
          )
        </span>
      )}
    </>
  );
}

const Identifier = ({ identifier: { value, description } }: { readonly identifier: Release['identifiers'][number] }) => (
  <>
    <span class="n">{value}</span>
    {description && <span class="soft"> ({description})</span>}
  </>
);
