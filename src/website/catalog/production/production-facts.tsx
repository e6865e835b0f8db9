import { useRequestContext } from '../../http/request-context';
import { CatalogLink, CatalogText, PartialDate } from '../../ui/catalog-text';
import { CreditedName, roleText, type ShownCredit } from '../../ui/credits';
import { Facts, Joined, Lines } from '../../ui/facts';
import type { ReadProduction } from './load';

/** A worldwide release has fifty. */
const titlesAtOnce = 6;

export function ProductionFacts({ read }: { readonly read: ReadProduction }) {
  const { t, to, format } = useRequestContext();
  const { release_date: date, akas, episode_count: episodes, series_number: number, language } = read.production.attributes;
  const titles = (akas ?? '').split('\n').filter((title) => title.trim() !== '');
  return (
    <Facts
      facts={[
        [t.fields.release_date, date && <PartialDate date={date} />],
        [t.fields.language, language && format.language(language)],
        [t.fields.series, read.series && <Numbered href={to.production(read.series)} name={read.series.title} number={number} />],
        [t.fields.franchise, read.production.attributes.franchises.length > 0 && <Franchises read={read} />],
        [t.fields.episode_count, episodes !== null && format.number(episodes)],
        ...mainRoles.map((role) => {
          const named = creditsOf(read, role);
          return [roleText(t, role, named[0]?.role_name), named.length > 0 && <People key={role} credits={named} />] as const;
        }),
        [t.records.production.together, read.together && <Together key="together" together={read.together} />],
        [t.records.also, titles.length > 0 && <Titles titles={titles} />],
        ...organizationsByRole(read).map(([role, organizations]) => {
          const name = role === 'recording-studio' ? t.records.recordedAt : roleText(t, role, organizations[0]?.role_name);
          return [name, <Organizations key={role} organizations={organizations} />] as const;
        }),
      ]}
    />
  );
}

function Franchises({ read: { production } }: { readonly read: ReadProduction }) {
  const { to } = useRequestContext();
  const links = production.attributes.franchises.map(({ id, slug, name, number }) => (
    <Numbered key={id} href={to.franchise({ slug: slug ?? id })} name={name} number={number} />
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

const People = ({ credits }: { readonly credits: readonly ShownCredit[] }) => (
  <Joined parts={credits.map((credit) => <CreditedName key={credit.id} credit={credit} />)} by=", " />
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
  readonly slug?: string;
  readonly role_name?: string | null;
}

/** By role, each once. */
function organizationsByRole({ recordings }: ReadProduction): (readonly [role: string, organizations: readonly Organization[]])[] {
  const all: readonly Organization[] = recordings.data.flatMap(({ attributes }) => attributes.organizations);
  const byRole = Map.groupBy(all, ({ role }) => role ?? '');
  return [...byRole].map(([role, some]) => [role, [...new Map(some.map((one) => [one.id, one])).values()]]);
}

function Organizations({ organizations }: { readonly organizations: readonly Organization[] }) {
  const { to } = useRequestContext();
  const links = organizations.map(({ id, slug, name }) => (
    <CatalogLink key={id} href={to.organization({ slug: slug ?? id })} text={name} />
  ));
  return <Joined parts={links} />;
}
