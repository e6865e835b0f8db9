import { useRequestContext } from '../../http/request-context';
import { CatalogText, shortTitle } from '../../ui/catalog-text';
import { type Bar, BarChart, ColumnChart } from '../../ui/charts';
import { Section } from '../../ui/section';
import { decadeColumns, otherRows, undatedOf } from './charts';
import type { CatalogNumbers, CatalogStatistics } from './read-statistics';
import { Counts } from './sentence';

interface NumbersProps {
  readonly numbers: CatalogNumbers;
}

/** As many bars as are compared at a glance. */
const shownBars = 15;

/** How much there is of everything. */
export function Counted({ statistics: { attributes, total } }: { readonly statistics: CatalogStatistics }) {
  const { t } = useRequestContext();
  const fictional = attributes.artists_by_type.filter((one) => one.fictional).reduce((sum, { artists }) => sum + artists, 0);
  return (
    <Section title={t.statistics.here}>
      <p class="number">
        <Counts parts={t.statistics.counted} of={(type) => (type === 'Fictional' ? fictional : total(type))} />
      </p>
    </Section>
  );
}

export function OfReleases({ numbers: { releases_by_decade: decades, releases_by_country: countries } }: NumbersProps) {
  const { t, to, format } = useRequestContext();
  const undated = undatedOf(decades);
  const bars = countries.flatMap(({ country, releases }) =>
    country === null ? [] : [{ name: format.country(country), value: releases, href: to.releases({ country }) }],
  );
  return (
    <>
      <Section title={t.statistics.releases} aside={t.statistics.byDecade(undated === 0 ? undefined : format.number(undated))}>
        <Decades counts={decades} caption={t.statistics.releasesByDecade} head={t.statistics.releases} />
      </Section>
      <Bars
        title={t.statistics.countries}
        aside={t.statistics.ofReleases}
        head={t.statistics.country}
        value={t.statistics.releases}
        bars={bars}
      />
    </>
  );
}

export function OfFormats({ numbers: { releases_by_format: formats } }: NumbersProps) {
  const { t, to } = useRequestContext();
  const bars = formats.map(({ format_type: type, releases }) => ({
    name: t.words.formatTypes[type],
    value: releases,
    href: to.releases({ format: type }),
  }));
  return <Bars title={t.statistics.formats} head={t.statistics.format} value={t.statistics.releases} bars={bars} />;
}

export function OfProductions({ numbers: { productions_by_type: types, productions_by_decade: decades } }: NumbersProps) {
  const { t, to, format } = useRequestContext();
  const undated = undatedOf(decades);
  const bars = types.map(({ _type: type, productions }) => ({
    name: t.words.productionTypes[type],
    value: productions,
    href: to.productions({ type }),
  }));
  return (
    <>
      <Bars title={t.statistics.productions} head={t.browse.facets.type.title} value={t.statistics.productions} bars={bars} />
      <Section title={t.statistics.productions} aside={t.statistics.byDecade(undated === 0 ? undefined : format.number(undated))}>
        <Decades counts={decades} caption={t.statistics.productionsByDecade} head={t.statistics.productions} />
      </Section>
    </>
  );
}

/** Who composed for most, and who is credited most. */
export function OfArtists({ numbers: { most_scored_composers: scored, most_credited_artists: credited } }: NumbersProps) {
  const { t, to } = useRequestContext();
  const { composers, credits, artist } = t.statistics;
  const scoring = scored.map(({ artist, productions }) => ({ ...named(artist.name), value: productions, href: to.artist(artist) }));
  const crediting = credited.map(({ artist, credits }) => ({ ...named(artist.name), value: credits, href: to.artist(artist) }));
  return (
    <>
      <Bars title={composers} aside={t.statistics.mostScored} head={artist} value={t.statistics.productions} bars={scoring} />
      <Bars title={credits} aside={t.statistics.mostCredited} head={artist} value={credits} bars={crediting} />
    </>
  );
}

export function OfLabels({ numbers: { labels_by_releases: labels } }: NumbersProps) {
  const { t, to } = useRequestContext();
  const bars = labels.map(({ label, releases }) => ({ ...named(label.name), value: releases, href: to.label(label) }));
  return (
    <Bars
      title={t.statistics.labels}
      aside={t.statistics.mostReleases}
      head={t.statistics.label}
      value={t.statistics.releases}
      bars={bars}
    />
  );
}

/** The longest tracks: as long as they are beside the longest of all. */
export function OfTracks({ numbers: { longest_tracks: tracks } }: NumbersProps) {
  const { t, to, format } = useRequestContext();
  const bars = tracks.map(({ track, release, duration_seconds: seconds }) => ({
    name: (
      <>
        <CatalogText text={track.title} />, <CatalogText text={shortTitle(release.title)} />
      </>
    ),
    value: seconds,
    href: to.release(release),
  }));
  return (
    <Bars
      title={t.statistics.tracks}
      aside={t.statistics.longest}
      head={t.statistics.track}
      value={t.statistics.length}
      bars={bars}
      write={(seconds) => format.length(seconds)}
    />
  );
}

const named = (name: string) => ({ name: <CatalogText text={name} /> });

interface DecadesProps {
  readonly counts: CatalogNumbers['releases_by_decade'] | CatalogNumbers['productions_by_decade'];
  readonly caption: string;
  /** What is counted. */
  readonly head: string;
}

function Decades({ counts, caption, head }: DecadesProps) {
  const visit = useRequestContext();
  const { t, format } = visit;
  const table = { summary: t.statistics.asTable, caption, heads: [t.statistics.decade, head] };
  return (
    <ColumnChart
      columns={decadeColumns(visit, counts)}
      label={caption}
      table={table}
      otherRows={otherRows(visit, counts)}
      format={(value) => format.number(value)}
    />
  );
}

interface BarsProps {
  readonly title: string;
  readonly aside?: string;
  /** Above the names. */
  readonly head: string;
  /** Above the numbers. */
  readonly value: string;
  readonly bars: readonly Bar[];
  readonly write?: (value: number) => string;
}

/** A part of bars; nothing where there are none. */
function Bars({ title, aside, head, value, bars, write }: BarsProps) {
  const { t, format } = useRequestContext();
  if (bars.length === 0) return null;
  return (
    <Section title={title} aside={aside}>
      <BarChart
        bars={bars.slice(0, shownBars)}
        caption={aside ?? title}
        heads={{ name: head, share: t.statistics.share, value }}
        format={write ?? ((number) => format.number(number))}
      />
    </Section>
  );
}
