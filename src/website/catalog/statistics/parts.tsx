import { useRequestContext } from '../../http/request-context';
import { CatalogText, shortTitle } from '../../ui/catalog-text';
import { Century, Heat, HueBars, recordsPerSquare } from '../../ui/charts';
import { displayName } from '../../ui/credits';
import { LabelMark } from '../../ui/pictures';
import { Section } from '../../ui/section';
import { Table } from '../../ui/table';
import type { CatalogNumbers, CatalogStatistics } from './read-statistics';

interface NumbersProps {
  readonly numbers: CatalogNumbers;
}

/** A few works are much older than film. */
const shownYears = 110;

const shownBars = 8;

/** Productions above the line, releases below, year by year. */
export function Overview({ statistics: { attributes, total } }: { readonly statistics: CatalogStatistics }) {
  const { t, format } = useRequestContext();
  const words = t.statistics;
  const last = Math.max(...[...attributes.productions_by_year, ...attributes.releases_by_year].map(({ year }) => year));
  const isShown = ({ year }: { readonly year: number }) => year > last - shownYears;
  const above = new Map(attributes.productions_by_year.filter(isShown).map(({ year, productions }) => [year, productions]));
  const below = new Map(attributes.releases_by_year.filter(isShown).map(({ year, releases }) => [year, releases]));
  const years = [...above.keys(), ...below.keys()];
  const fictional = attributes.artists_by_type.filter((one) => one.fictional).reduce((sum, { artists }) => sum + artists, 0);
  return (
    <div class="hero review">
      <div>
        <p class="over">{t.frame.numbers}</p>
        <h1>{years.length === 0 ? words.title : words.years({ count: format.counted(last - Math.min(...years) + 1) })}</h1>
        <p class="number">
          {words.counted(
            {
              releases: format.counted(total('Release')),
              productions: format.counted(total('Production')),
              artists: format.counted(total('Artist')),
              fictional: format.counted(fictional),
              labels: format.counted(total('Label')),
              tracks: format.counted(total('ReleaseTrack')),
              recordings: format.counted(total('ProductionRecording')),
            },
            bold,
          )}
        </p>
      </div>
      {years.length > 0 && (
        <figure>
          <figcaption>{words.century({ records: format.counted(recordsPerSquare(above, below)) })}</figcaption>
          <Century above={above} below={below} label={words.centuryLabel} decade={(decade) => t.words.decade({ decade })} />
        </figure>
      )}
    </div>
  );
}

/** All decades from the first to the last. */
export function decadesIn(all: readonly number[]): number[] {
  if (all.length === 0) return [];
  const [first, last] = [Math.min(...all), Math.max(...all)];
  return Array.from({ length: (last - first) / 10 + 1 }, (_, index) => first + 10 * index);
}

export function FromFilmToDisc({ numbers: { releases_by_production_decade: counts } }: NumbersProps) {
  const { t } = useRequestContext();
  const decades = decadesIn(counts.map(({ decade }) => decade)).slice(-9);
  const rows = decadesIn(counts.map((one) => one.production_decade))
    .slice(-10)
    .map((film) => ({
      name: t.words.decade({ decade: film }),
      counts: new Map(counts.filter((one) => one.production_decade === film).map(({ decade, releases }) => [decade, releases])),
    }));
  if (rows.length === 0) return null;
  return (
    <Section title={t.statistics.filmToDisc} aside={t.statistics.filmToDiscAside}>
      <Heat caption={t.statistics.filmToDisc} head={t.statistics.filmDecade} decades={decades} rows={rows} />
    </Section>
  );
}

export function CatalogFormats({ numbers: { formats_by_decade: counts, releases_by_format: formats } }: NumbersProps) {
  const { t } = useRequestContext();
  const dated = counts.flatMap(({ decade, ...one }) => (decade === null ? [] : [{ ...one, decade }]));
  const rows = formats.map(({ format_type: type }) => ({
    name: t.words.formatTypes[type],
    counts: new Map(dated.filter((one) => one.format_type === type).map(({ decade, releases }) => [decade, releases])),
  }));
  if (rows.length === 0) return null;
  return (
    <Section title={t.statistics.formats} aside={t.statistics.releasesByDecade}>
      <Heat
        caption={t.statistics.formats}
        head={t.statistics.format}
        decades={decadesIn(dated.map(({ decade }) => decade)).slice(-9)}
        rows={rows}
      />
    </Section>
  );
}

export function CatalogComposers({ numbers: { most_scored_composers: composers } }: NumbersProps) {
  const { t, to } = useRequestContext();
  const rows = composers.map(({ artist, productions: value, decades }) => ({
    name: <CatalogText text={displayName(t, artist.name)} />,
    href: to.artist(artist),
    id: artist.id,
    value,
    decades,
  }));
  return <Hues title={t.statistics.composers} aside={t.statistics.mostScored} value={t.statistics.productions} rows={rows} />;
}

export function Labels({ numbers: { labels_by_releases: labels } }: NumbersProps) {
  const { t, to } = useRequestContext();
  const rows = labels.map(({ label, releases: value, decades }) => ({
    name: <CatalogText text={label.name} />,
    href: to.label(label),
    id: label.id,
    value,
    decades,
    face: <LabelMark of={{ _id: label.id }} />,
  }));
  return <Hues title={t.statistics.labels} aside={t.statistics.mostReleases} value={t.statistics.releases} rows={rows} />;
}

export function CatalogCountries({ numbers: { countries_by_decade: counts, releases_by_country: countries } }: NumbersProps) {
  const { t, to, format } = useRequestContext();
  const rows = countries.flatMap(({ country, releases: value }) =>
    country === null
      ? []
      : [
          {
            name: format.country(country),
            href: to.releases({ country }),
            id: country,
            value,
            decades: counts.filter((count) => count.country === country).map(({ decade, releases }) => ({ decade, count: releases })),
          },
        ],
  );
  return <Hues title={t.statistics.countries} aside={t.statistics.ofReleases} value={t.statistics.releases} rows={rows} />;
}

interface HuesProps extends Pick<Parameters<typeof HueBars>[0], 'rows'> {
  readonly title: string;
  readonly aside: string;
  /** Heading of the numbers. */
  readonly value: string;
  readonly format?: (value: number) => string;
}

function Hues({ title, aside, value, rows, format: formatted }: HuesProps) {
  const { t, format } = useRequestContext();
  if (rows.length === 0) return null;
  return (
    <Section title={title} aside={aside}>
      <HueBars
        caption={title + format.colon + aside}
        heads={{ name: t.fields.name, share: t.statistics.share, value }}
        rows={rows.slice(0, shownBars)}
        format={formatted ?? ((count) => format.number(count))}
      />
    </Section>
  );
}

const measuredFields = ['year', 'country', 'barcode', 'cover', 'tracks', 'credits'] as const;

export function Completeness({ numbers: { completeness } }: NumbersProps) {
  const { t, format } = useRequestContext();
  const { releases } = completeness;
  if (releases === 0) return null;
  return (
    <Section title={t.statistics.completeness} aside={t.statistics.completenessAside}>
      <ul class="whole">
        {measuredFields.map((name) => {
          const part = completeness[name] / releases;
          return (
            <li key={name}>
              <b>{format.percent(part)}</b>
              <svg aria-hidden="true">
                <rect class="rest" width="100%" height="100%" />
                <rect width={`${(part * 100).toFixed(1)}%`} height="100%" />
              </svg>
              {t.statistics.completenessOf[name]}
            </li>
          );
        })}
      </ul>
    </Section>
  );
}

export function Credited({ numbers: { most_credited_artists: artists } }: NumbersProps) {
  const { t, to } = useRequestContext();
  const { credits, mostCredited } = t.statistics;
  const rows = artists.map(({ artist, credits: value }) => ({
    name: <CatalogText text={displayName(t, artist.name)} />,
    href: to.artist(artist),
    id: artist.id,
    value,
    decades: [{ decade: null, count: value }],
  }));
  return <Hues title={credits} aside={mostCredited} value={credits} rows={rows} />;
}

export function CatalogTracks({ numbers: { longest_tracks: tracks } }: NumbersProps) {
  const { t, to, format } = useRequestContext();
  const { length, longest, tracks: title } = t.statistics;
  const rows = tracks.map(({ track, release, duration_seconds: value }) => ({
    name: (
      <>
        <CatalogText text={track.title} />, <CatalogText text={shortTitle(release.title)} />
      </>
    ),
    href: to.release(release),
    id: track.id,
    value,
    decades: [{ decade: null, count: value }],
  }));
  return <Hues title={title} aside={longest} value={length} rows={rows} format={(seconds) => format.length(seconds)} />;
}

/** With links to the lists. */
export function CatalogFigures({ numbers: { productions_by_decade: productions, releases_by_decade: releases } }: NumbersProps) {
  const { t, to, format } = useRequestContext();
  const words = t.statistics;
  const columns = [
    {
      name: words.productions,
      counts: new Map(productions.map((production) => [production.decade, production.productions])),
      list: to.productions,
    },
    { name: words.releases, counts: new Map(releases.map((release) => [release.decade, release.releases])), list: to.releases },
  ];
  const decades = decadesIn([...productions, ...releases].flatMap(({ decade }) => decade ?? []));
  if (decades.length === 0) return null;
  return (
    <Section title={words.allFigures} aside={words.byDecade}>
      <Table class="figures" caption={words.allFigures} heads={[words.decade, ...columns.map(({ name }) => name)]}>
        {[...decades.toReversed(), null].map((decade) => (
          <tr key={decade}>
            <th scope="row">{decade === null ? words.undated : t.words.decade({ decade })}</th>
            {columns.map(({ name, counts, list }) => {
              const count = format.number(counts.get(decade) ?? 0);
              return <td key={name}>{decade !== null && counts.has(decade) ? <a href={list({ decade })}>{count}</a> : count}</td>;
            })}
          </tr>
        ))}
      </Table>
      <p class="row">
        <a href={to.works()}>{t.words.kinds.Work[1]}</a>
        <a href={to.organizations()}>{t.words.kinds.Organization[1]}</a>
        <a href={to.roles()}>{t.words.kinds.ArtistRole[1]}</a>
      </p>
    </Section>
  );
}

/** Marks up the numbers of a sentence. */
export const bold = { b: (text: string) => <b>{text}</b> };
