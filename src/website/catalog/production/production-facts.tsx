import { useRequestContext } from '../../http/request-context';
import { CatalogLink, CatalogText, PartialDate } from '../../ui/catalog-text';
import { CreditedName, roleText, type ShownCredit } from '../../ui/credits';
import { Facts, Joined, Lines } from '../../ui/facts';
import type { ReadProduction } from './load';

/** A worldwide release has fifty. */
const titlesAtOnce = 6;

export function ProductionFacts({ read }: { readonly read: ReadProduction }) {
  const { t, to, format } = useRequestContext();
  const { release_date: date, akas, episode_count: episodes, series_number: number } = read.production.attributes;
  const titles = (akas ?? '').split('\n').filter((title) => title.trim() !== '');
  return (
    <Facts
      facts={[
        [t.fields.release_date, date && <PartialDate date={date} />],
        [t.fields.series, read.series && <Numbered href={to.production(read.series)} name={read.series.title} number={number} />],
        [t.fields.franchise, read.production.attributes.franchises.length > 0 && <Franchises read={read} />],
        [t.fields.episode_count, episodes !== null && format.number(episodes)],
        ...mainRoles.map((role) => {
          const named = creditsOf(read, role);
          return [
            roleText(t, role, read.roles.get(role)),
            named.length > 0 && <People key={role} credits={named} slugs={read.artists} />,
          ] as const;
        }),
        [t.records.production.together, read.together && <Together key="together" together={read.together} />],
        [t.records.also, titles.length > 0 && <Titles titles={titles} />],
        ...organizationsByRole(read).map(([role, organizations]) => {
          const name = role === 'recording-studio' ? t.records.recordedAt : roleText(t, role, read.roles.get(role));
          return [name, <Organizations key={role} organizations={organizations} slugs={read.organizations} />] as const;
        }),
      ]}
    />
  );
}

function Franchises({ read: { production, franchises } }: { readonly read: ReadProduction }) {
  const { to } = useRequestContext();
  const links = production.attributes.franchises.map(({ id, name, number }) => (
    <Numbered key={id} href={to.franchise({ slug: franchises.get(id) ?? id })} name={name} number={number} />
  ));
  return <Joined parts={links} />;
}

/** `James Bond, no. 3` */
function Numbered({ href, name, number }: { readonly href: string; readonly name: string; readonly number: string | null }) {
  const { t } = useRequestContext();
  return (
    <>
      <CatalogLink href={href} text={name} />
      {number !== null && `, ${t.records.franchises.number({ number })}`}
    </>
  );
}

/** Roles in the head; others are below. */
const mainRoles = ['director', 'screenwriter', 'film-producer', 'music-supervisor'];

const namesAtOnce = 4;

/** Empty if too many for the head. */
function creditsOf({ production }: ReadProduction, role: string): readonly ShownCredit[] {
  const named = production.attributes.credits.filter(({ credit_role }) => credit_role === role);
  return named.length <= namesAtOnce ? named : [];
}

export function furtherPeople(read: ReadProduction): readonly ShownCredit[] {
  const { credits, composers } = read.production.attributes;
  const isShown = ({ id, credit_role: role }: ShownCredit) =>
    (role === 'composer' && composers.some((composer) => composer.id === id)) ||
    (mainRoles.includes(role) && creditsOf(read, role).length > 0);
  return credits.filter((credit) => !isShown(credit));
}

const People = ({ credits, slugs }: { readonly credits: readonly ShownCredit[]; readonly slugs: ReadonlyMap<string, string> }) => (
  <Joined parts={credits.map((credit) => <CreditedName key={credit.id} credit={credit} slug={slugs.get(credit.id)} />)} by=", " />
);

/** `Bernard Herrmann for Alfred Hitchcock: 5 productions` */
function Together({ together: { composer, director, count } }: { readonly together: NonNullable<ReadProduction['together']> }) {
  const { t, to, format } = useRequestContext();
  return (
    <a href={to.productions({ composer: composer.id, director: director.id })}>
      {t.records.production.forDirector({
        composer: composer.name,
        director: director.name,
        productions: t.words.productions({ count: format.counted(count) }),
      })}
    </a>
  );
}

function Titles({ titles }: { readonly titles: readonly string[] }) {
  const { t, format } = useRequestContext();
  const lines = titles.map((title) => <CatalogText key={title} text={title} />);
  const more = t.records.production.titles({ count: format.counted(titles.length - titlesAtOnce) });
  return <Lines lines={lines} atOnce={titlesAtOnce} more={more} />;
}

interface Organization {
  readonly id: string;
  readonly name: string;
  readonly role: string | null;
}

/** By role, each once. */
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
  const { to } = useRequestContext();
  const links = organizations.map(({ id, name }) => (
    <CatalogLink key={id} href={to.organization({ slug: slugs.get(id) ?? id })} text={name} />
  ));
  return <Joined parts={links} />;
}
