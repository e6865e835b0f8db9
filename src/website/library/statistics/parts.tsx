import { decadesIn } from '../../catalog/statistics/parts';
import { useRequestContext } from '../../http/request-context';
import { CatalogText } from '../../ui/catalog-text';
import { Heat, HueBars, StackedColumns } from '../../ui/charts';
import { displayName } from '../../ui/credits';
import { decadeClass } from '../../ui/decade-class';
import { Mark } from '../../ui/pictures';
import { Section } from '../../ui/section';
import type { FormatType } from '../items/items';
import type { CollectionNumbers, Total } from './summary';

/** Total in the selected currency, with prices of others that convert. */
export interface InCurrency extends Total {
  /** Items with a price in another currency. */
  readonly converted: number;
  readonly leftOut: number;
  /** Items with a price without a currency, unless these are selected. */
  readonly withoutCurrency: number;
  /** All currencies of the prices. */
  readonly currencies: readonly (string | null)[];
}

export interface ShownStatistics {
  readonly numbers: CollectionNumbers;
  /** Undefined without prices. */
  readonly inCurrency?: InCurrency | undefined;
}

interface ShownProps {
  readonly statistics: ShownStatistics;
}

const shownBars = 8;

const yearsOfGrowth = 40;

const decadesOfFormats = 9;

export const sumOfMember = <K extends string>(all: readonly Readonly<Record<K, number>>[], name: K): number =>
  all.reduce((sum, one) => sum + one[name], 0);

export const copiesOf = (all: readonly { readonly copies: number }[]): number => sumOfMember(all, 'copies');

export function byDecade<T extends { readonly decade: number | null }>(all: readonly T[], amount: (one: T) => number) {
  const groups = Map.groupBy(all, ({ decade }) => decade);
  return [...groups].map(([decade, those]) => ({ decade, amount: those.reduce((sum, one) => sum + amount(one), 0) }));
}

export function Growth({ statistics: { numbers } }: ShownProps) {
  const { t, format } = useRequestContext();
  const words = t.collection.numbers;
  const dated = numbers.acquired_by_year.flatMap(({ year, ...one }) => (year === null ? [] : [{ ...one, year }]));
  if (dated.length === 0) return null;
  const last = Math.max(...dated.map(({ year }) => year));
  const first = Math.max(last - yearsOfGrowth + 1, Math.min(...dated.map(({ year }) => year)));
  const columns = Array.from({ length: last - first + 1 }, (_, index) => {
    const owned = dated.filter(({ year }) => year <= first + index);
    return { label: String(first + index), value: format.number(copiesOf(owned)), parts: byDecade(owned, ({ copies }) => copies) };
  });
  const decades = [...new Set(dated.flatMap(({ decade }) => decade ?? []))].toSorted((a, b) => a - b);
  return (
    <Section title={words.growth} aside={words.byDecade}>
      <ul class="legend" aria-label={words.decades}>
        {decades.map((decade) => (
          <li key={decade} class={decadeClass(decade)}>
            {t.words.decade({ decade })}
          </li>
        ))}
      </ul>
      <StackedColumns columns={columns} label={words.growth} height={170} />
      {numbers.dated_by_added > 0 && <p class="soft">{words.datedByAdded({ count: format.counted(numbers.dated_by_added) })}</p>}
    </Section>
  );
}

export function CollectionFormats({ statistics: { numbers } }: ShownProps) {
  const { t, format } = useRequestContext();
  const words = t.collection.numbers;
  const nameOf = (type: string | null) => (type === null ? words.severalFormats : t.words.formatTypes[type as FormatType]);
  const dated = numbers.acquired_by_year.flatMap(({ decade, ...one }) => (decade === null ? [] : [{ ...one, decade }]));
  const undated = copiesOf(numbers.acquired_by_year.filter(({ decade }) => decade === null));
  const rows = formatRows({ acquired_by_year: dated }).map((type) => ({
    name: nameOf(type),
    counts: new Map(
      byDecade(
        dated.filter((one) => one.format_type === type),
        ({ copies }) => copies,
      ).map(({ decade, amount }) => [decade ?? 0, amount]),
    ),
  }));
  if (dated.length === 0) return null;
  const cells = rows.flatMap(({ name, counts }) => [...counts].map(([decade, copies]) => ({ name, decade, copies })));
  const [one, other] = cells
    .toSorted((a, b) => b.copies - a.copies)
    .map(({ name, decade }) => words.peak({ format: name, decade: format.inSentence(t.words.decade({ decade })) }));
  return (
    <Section title={words.formats} aside={words.byDecade}>
      <Heat
        caption={words.formats}
        head={words.format}
        decades={decadesIn(dated.map(({ decade }) => decade)).slice(-decadesOfFormats)}
        rows={rows}
      />
      {one && other && <p class="prose">{words.peaks({ one, other })}</p>}
      {undated > 0 && <p class="soft">{words.withoutYear({ copies: t.words.copies({ count: format.counted(undated) }) })}</p>}
    </Section>
  );
}

/** Most frequent first. */
export function formatRows({ acquired_by_year: all }: Pick<CollectionNumbers, 'acquired_by_year'>): readonly (string | null)[] {
  const groups = [...Map.groupBy(all, (one) => one.format_type)];
  return groups.toSorted(([, one], [, other]) => copiesOf(other) - copiesOf(one)).map(([type]) => type);
}

export function CollectionCountries({ statistics: { numbers } }: ShownProps) {
  const { t, format } = useRequestContext();
  const words = t.collection.numbers;
  const groups = [...Map.groupBy(numbers.by_label_country, ({ country }) => country)];
  const rows = groups.flatMap(([country, all]) =>
    country === null
      ? []
      : [
          {
            id: country,
            name: format.country(country),
            value: copiesOf(all),
            decades: all.map(({ decade, copies }) => ({ decade, count: copies })),
          },
        ],
  );
  if (rows.length === 0) return null;
  const unknown = copiesOf(numbers.by_label_country.filter(({ country }) => country === null));
  return (
    <Section title={words.countries} aside={words.ofLabels}>
      <HueBars
        caption={words.countries}
        heads={{ name: words.country, share: words.share, value: words.copies }}
        rows={rows.toSorted((one, other) => other.value - one.value).slice(0, shownBars)}
        format={(copies) => format.number(copies)}
      />
      {unknown > 0 && <p class="soft">{words.withoutCountry({ copies: t.words.copies({ count: format.counted(unknown) }) })}</p>}
    </Section>
  );
}

/** By hours of music, unless few composers have any: placeholders have no lengths. */
export function CollectionComposers({ statistics: { numbers } }: ShownProps) {
  const { t, to, format } = useRequestContext();
  const words = t.collection.numbers;
  const composers = numbers.composers.slice(0, shownBars);
  if (composers.length === 0) return null;
  const timed = numbers.composers_by_duration.slice(0, shownBars);
  if (timed.length < composers.length)
    return (
      <Section title={words.composers}>
        <HueBars
          caption={words.composers}
          heads={{ name: words.composer, share: words.share, value: words.copies }}
          rows={composers.map(({ name, copies }) => ({
            id: name,
            name: <CatalogText text={displayName(t, name)} />,
            href: to.collection({ composer: name }),
            value: copies,
            decades: [{ decade: null, count: copies }],
          }))}
          format={(copies) => format.number(copies)}
        />
      </Section>
    );
  const rows = timed.map(({ artist, copies, duration_seconds, decades }) => ({
    id: artist.id,
    name: <CatalogText text={displayName(t, artist.name)} />,
    href: to.artist(artist),
    value: duration_seconds,
    below: t.words.copies({ count: format.counted(copies) }),
    decades: decades.map(({ decade, duration_seconds: count }) => ({ decade, count })),
    face: <Mark of={{ _id: artist.id, _type: artist.type, fictional: false }} />,
  }));
  return (
    <Section title={words.composers} aside={words.byHours}>
      <HueBars
        caption={words.composers}
        heads={{ name: words.composer, share: words.share, value: words.music }}
        rows={rows}
        format={(seconds) => format.hours(seconds)}
      />
    </Section>
  );
}
