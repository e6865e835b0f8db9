import type { ReadProduction } from '../read-production';
import { useVisit } from '../visit';
import { CatalogText } from './catalog-text';
import { Facts } from './facts';
import { PartialDate } from './partial-date';

/** Titles that are read at a glance; a film of the world has fifty. */
const titlesAtOnce = 6;

/** When it came out, what else it is called, and who took part in recording its music. */
export function ProductionFacts({ read }: { readonly read: ReadProduction }) {
  const { t } = useVisit();
  const { release_date: date, akas } = read.production.attributes;
  const titles = (akas ?? '').split('\n').filter((title) => title.trim() !== '');
  return (
    <Facts
      facts={[
        [t.records.released, date && <PartialDate date={date} />],
        [t.records.also, titles.length > 0 && <Titles titles={titles} />],
        ...organizationsByRole(read).map(([role, organizations]) => {
          const name = role === 'recording-studio' ? t.records.recordedAt : (read.roles.get(role) ?? role);
          return [name, <Organizations key={role} organizations={organizations} slugs={read.organizations} />] as const;
        }),
      ]}
    />
  );
}

function Titles({ titles }: { readonly titles: readonly string[] }) {
  const { t, format } = useVisit();
  const lines = (some: readonly string[]) =>
    some.map((title, index) => (
      <>
        {index > 0 && <br />}
        <CatalogText text={title} />
      </>
    ));
  if (titles.length <= titlesAtOnce) return <>{lines(titles)}</>;
  return (
    <>
      {lines(titles.slice(0, titlesAtOnce))}
      <details class="more">
        <summary>{t.records.production.titles(format.number(titles.length - titlesAtOnce))}</summary>
        {lines(titles.slice(titlesAtOnce))}
      </details>
    </>
  );
}

interface Organization {
  readonly id: string;
  readonly name: string;
  readonly role: string | null;
}

/** The organizations of all recordings that are shown, each role with everybody once. */
function organizationsByRole({ recordings }: ReadProduction): (readonly [role: string, organizations: readonly Organization[]])[] {
  const all: readonly Organization[] = recordings.data.flatMap(({ attributes }) => attributes.organizations);
  const byRole = Map.groupBy(all, ({ role }) => role ?? '');
  return [...byRole].map(([role, some]) => [role, [...new Map(some.map((one) => [one.id, one])).values()]]);
}

interface OrganizationsProps {
  readonly organizations: readonly Organization[];
  readonly slugs: ReadonlyMap<string, string>;
}

function Organizations({ organizations, slugs }: OrganizationsProps) {
  const { to } = useVisit();
  return (
    <>
      {organizations.map(({ id, name }, index) => (
        <>
          {index > 0 && <br />}
          <a href={to.organization({ slug: slugs.get(id) ?? id })}>
            <CatalogText text={name} />
          </a>
        </>
      ))}
    </>
  );
}
