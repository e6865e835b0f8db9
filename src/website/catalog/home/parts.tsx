import { useRequestContext } from '../../http/request-context';
import { ColumnChart } from '../../ui/charts';
import { People } from '../../ui/people';
import { Section } from '../../ui/section';
import { ProductionShelf, ReleaseShelf } from '../../ui/shelves';
import { lifeOf } from '../browse/life';
import { decadeColumns, otherRows } from '../statistics/charts';
import { Counts } from '../statistics/sentence';
import type { Home } from './read-home';

export function NewHere({ home: { newest, statistics } }: { readonly home: Home }) {
  const { t, to, format } = useRequestContext();
  const total = statistics.total('Release');
  const rest = total > newest.length && <a href={to.releases({ sort: '-createdAt' })}>{t.home.allReleases(format.number(total))}</a>;
  return (
    <Section title={t.home.newHere} aside={rest}>
      <ReleaseShelf releases={newest} size="dozen" />
    </Section>
  );
}

/** Who has a birthday today, and in the days to come. */
export function Birthdays({ home: { birthdays } }: { readonly home: Home }) {
  const { t, to, format } = useRequestContext();
  const { artists, total, query } = birthdays;
  const rest = total > artists.length && <a href={to.artists({ ...query, sort: 'birthday' })}>{t.browse.all(format.number(total))}</a>;
  return (
    <Section title={t.home.birthdays} aside={rest || t.home.week}>
      <People artists={artists} below={(artist) => <Birthday artist={artist} home={birthdays} />} />
    </Section>
  );
}

type Born = Home['birthdays']['artists'][number]['attributes'];

/** `Today, 61 years, Iceland`, or `22 Nov, born 1899, United States` of whoever is dead. */
function Birthday({ artist, home: { isToday, ageOf } }: { readonly artist: Born; readonly home: Home['birthdays'] }) {
  const visit = useRequestContext();
  const { t, format } = visit;
  const { begin_date: born, end_date: died, country } = artist;
  if (born === null) return <>{lifeOf(visit, artist)}</>;
  const [year, month, day] = born.split('-').map(Number) as [number, number, number];
  const age = died === null && ageOf(born) <= oldestAlive ? t.home.age(...format.counted(ageOf(born))) : t.home.bornIn(String(year));
  const rest = [age, country ? format.country(country) : ''].filter((part) => part !== '').join(', ');
  return (
    <>
      {isToday(born) ? <strong>{t.home.isToday}</strong> : format.monthDay(month, day)}, {rest}
    </>
  );
}

/** Whoever would be older has died, though nobody has entered when. */
const oldestAlive = 110;

/** Productions whose first showing has a round anniversary in this year. */
export function RoundYears({ home: { anniversaries } }: { readonly home: Home }) {
  const { t, to, format, now } = useRequestContext();
  const year = now.getFullYear();
  const { data, meta } = anniversaries;
  return (
    <Section
      title={t.home.roundYears}
      aside={
        <>
          {t.home.premieres(String(year))}
          {meta.totalItems > data.length && (
            <>
              . <a href={to.productions({ anniversary: year })}>{t.browse.all(format.number(meta.totalItems))}</a>
            </>
          )}
        </>
      }
    >
      <ProductionShelf
        isInEights
        productions={data}
        below={(production) => t.home.years(format.number(year - (production.year ?? 0)), String(production.year))}
      />
    </Section>
  );
}

export function InNumbers({ home: { statistics } }: { readonly home: Home }) {
  const visit = useRequestContext();
  const { t, to, format } = visit;
  const columns = decadeColumns(visit, statistics.attributes.releases_by_decade, 'short');
  return (
    <Section title={t.home.inNumbers} aside={<a href={to.statistics()}>{t.home.moreNumbers}</a>}>
      <p class="number">
        <Counts parts={t.home.numbers} of={(type) => statistics.total(type)} />
      </p>
      <br />
      {columns.length > 1 && (
        <ColumnChart
          columns={columns}
          label={t.statistics.releasesByDecade}
          table={{
            summary: t.statistics.asTable,
            caption: t.statistics.releasesByDecade,
            heads: [t.statistics.decade, t.statistics.releases],
          }}
          otherRows={otherRows(visit, statistics.attributes.releases_by_decade)}
          format={(value) => format.number(value)}
          isLow
        />
      )}
    </Section>
  );
}
