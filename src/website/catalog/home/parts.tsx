import { useRequestContext } from '../../http/request-context';
import { StackedColumns } from '../../ui/charts';
import { People } from '../../ui/people';
import { Section } from '../../ui/section';
import { ProductionShelf, ReleaseShelf } from '../../ui/shelves';
import { lifeOf } from '../browse/life';
import { bold, decadesIn } from '../statistics/parts';
import type { Home } from './read-home';

export function NewHere({ home: { newest, statistics } }: { readonly home: Home }) {
  const { t, to, format } = useRequestContext();
  const total = statistics.total('Release');
  const rest = total > newest.length && (
    <a href={to.releases({ sort: '-createdAt' })}>{t.home.allReleases({ count: format.number(total) })}</a>
  );
  return (
    <Section title={t.home.newHere} aside={rest}>
      <ReleaseShelf releases={newest} size="dozen" />
    </Section>
  );
}

export function Birthdays({ home: { birthdays } }: { readonly home: Home }) {
  const { t, to, format } = useRequestContext();
  const { artists, total, query } = birthdays;
  const rest = total > artists.length && (
    <a href={to.artists({ ...query, sort: 'birthday' })}>{t.browse.all({ count: format.number(total) })}</a>
  );
  return (
    <Section title={t.home.birthdays} aside={rest || t.home.week}>
      <People artists={artists} below={(artist) => <Birthday artist={artist} home={birthdays} />} />
    </Section>
  );
}

type Born = Home['birthdays']['artists'][number]['attributes'];

/** `Today, 61 years, Iceland`; of the dead `22 Nov, born 1899, United States` */
function Birthday({ artist, home: { isToday, ageOf } }: { readonly artist: Born; readonly home: Home['birthdays'] }) {
  const context = useRequestContext();
  const { t, format } = context;
  const { begin_date: born, end_date: died, country } = artist;
  if (born === null) return <>{lifeOf(context, artist)}</>;
  const [year, month, day] = born.split('-').map(Number) as [number, number, number];
  const age =
    died === null && ageOf(born) <= oldestAlive
      ? t.home.age({ count: format.counted(ageOf(born)) })
      : t.home.bornIn({ year: String(year) });
  const rest = [age, country ? format.country(country) : ''].filter((part) => part !== '').join(', ');
  return (
    <>
      {isToday(born) ? <strong>{t.home.isToday}</strong> : format.monthDay(month, day)}, {rest}
    </>
  );
}

/** Older people have died without a date in the catalog. */
const oldestAlive = 110;

/** Productions with a round anniversary this year. */
export function RoundYears({ home: { anniversaries } }: { readonly home: Home }) {
  const { t, to, format, now } = useRequestContext();
  const year = now.getFullYear();
  const { data, meta } = anniversaries;
  return (
    <Section
      title={t.home.roundYears}
      aside={
        <>
          {t.home.premieres({ year: String(year) })}
          {meta.totalItems > data.length && (
            <>
              . <a href={to.productions({ anniversary: year })}>{t.browse.all({ count: format.number(meta.totalItems) })}</a>
            </>
          )}
        </>
      }
    >
      <ProductionShelf
        isInEights
        productions={data}
        below={(production) => t.home.years({ years: format.number(year - (production.year ?? 0)), year: String(production.year) })}
      />
    </Section>
  );
}

/** Decades that fit side by side on a phone. */
const shownDecades = 15;

export function InNumbers({ home: { statistics } }: { readonly home: Home }) {
  const { t, to, format } = useRequestContext();
  const counts = new Map(statistics.attributes.releases_by_decade.map(({ decade, releases }) => [decade, releases]));
  const decades = decadesIn([...counts.keys()].filter((decade) => decade !== null)).slice(-shownDecades);
  const columns = decades.map((decade) => {
    const amount = counts.get(decade) ?? 0;
    const name = t.words.decade({ decade });
    return {
      // Without the French word; within a century, two digits and an ending tell decades apart.
      label: name.replace(decades.length <= 10 ? /^\D+|^\d\d(?=\d\d\D)/ : /^\D+/, ''),
      value: format.number(amount),
      parts: [{ decade, amount }],
      ...(amount > 0 && { href: to.releases({ decade }) }),
    };
  });
  return (
    <Section title={t.home.inNumbers} aside={<a href={to.statistics()}>{t.home.moreNumbers}</a>}>
      <p class="number">
        {t.home.numbers(
          {
            artists: format.counted(statistics.total('Artist')),
            productions: format.counted(statistics.total('Production')),
            releases: format.counted(statistics.total('Release')),
            tracks: format.counted(statistics.total('ReleaseTrack')),
            labels: format.counted(statistics.total('Label')),
          },
          bold,
        )}
      </p>
      <br />
      {columns.length > 1 && <StackedColumns columns={columns} label={t.statistics.releasesByDecade} height={50} />}
    </Section>
  );
}
