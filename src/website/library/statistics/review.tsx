import { useRequestContext } from '../../http/request-context';
import { CatalogLink, CatalogText } from '../../ui/catalog-text';
import { StackedColumns } from '../../ui/charts';
import { displayName } from '../../ui/credits';
import { decadeClass } from '../../ui/decade-class';
import { Sleeve } from '../../ui/pictures';
import type { Copy, ListedItem } from '../items/items';
import { byDecade, copiesOf, type ShownStatistics, sumOfMember } from './parts';

/** The table lists all. */
const yearsOffered = 3;

interface YearInReviewProps {
  readonly statistics: ShownStatistics;
  readonly year: number;
  readonly bought: readonly ListedItem<Copy>[];
}

export function YearInReview({ statistics: { numbers, inCurrency }, year, bought }: YearInReviewProps) {
  const { t, to, format } = useRequestContext();
  const words = t.collection.numbers;
  const acquired = numbers.acquired_by_year.filter((one) => one.year === year);
  const copies = copiesOf(acquired);
  const counted = t.words.copies({ count: format.counted(copies) });
  const seconds = sumOfMember(acquired, 'duration_seconds');
  const before = copiesOf(numbers.acquired_by_year.filter((one) => one.year === year - 1));
  const decade = byDecade(acquired, ({ copies }) => copies).toSorted((a, b) => b.amount - a.amount)[0]?.decade ?? null;
  const review = numbers.years.find((one) => one.year === year);
  const years = numbers.years.map((one) => one.year).filter((one) => one !== year);
  return (
    <section class={`hero review of-year ${decadeClass(decade) ?? ''}`} aria-labelledby="year">
      <div>
        <p class="over">
          {words.review}
          {decade !== null && ` · ${words.mostly({ decade: format.inSentence(t.words.decade({ decade })) })}`}
        </p>
        <h2 class="year" id="year">
          {year}
        </h2>
        <p class="number">
          {seconds > 0 ? words.bought({ copies: counted, hours: format.hours(seconds) }) : `${counted}.`}{' '}
          {before > 0 && copies > before && `${words.more({ copies: format.number(copies - before), year: String(year - 1) })} `}
          {before > 0 && copies < before && `${words.fewer({ copies: format.number(before - copies), year: String(year - 1) })} `}
          {review?.composer && review.composer.copies > 1 && (
            <>
              {words.mostBy[0]}
              <CatalogLink
                href={review.composer.artist ? to.artist(review.composer.artist) : undefined}
                text={displayName(t, review.composer.name)}
              />
              {words.mostBy[1]}
            </>
          )}
        </p>
        <dl class="tally">
          {inCurrency && <Spent statistics={{ numbers, inCurrency }} year={year} />}
          <div>
            <dt>{words.newLabels}</dt>
            <dd>{format.number(review?.new_labels ?? 0)}</dd>
          </div>
          {review?.oldest_release_year && (
            <div>
              <dt>{words.oldest}</dt>
              <dd>{review.oldest_release_year}</dd>
            </div>
          )}
        </dl>
        <Months statistics={{ numbers }} year={year} />
        {years.length > 0 && (
          <nav class="row" aria-label={words.allYears}>
            {years
              .slice(-yearsOffered)
              .toReversed()
              .map((one) => (
                <a key={one} href={to.collectionStatistics({ year: one, in: inCurrency?.currency ?? undefined })}>
                  {one}
                </a>
              ))}
            <a href={`${to.collectionStatistics({ years: 'all' })}#figures`}>{words.allYears}</a>
          </nav>
        )}
      </div>
      <ul class="wall" aria-label={words.boughtIn({ year: String(year) })}>
        {bought.map(({ item, release }) => (
          <li key={item._id}>
            <a href={to.release(release)}>
              <Sleeve of={release} />
              <span class="hidden">
                <CatalogText text={release.title} />
                {release.year !== null && `, ${release.year}`}
              </span>
            </a>
          </li>
        ))}
        <li class="more-of">
          <a href={to.collection({ view: 'shelf', bought: year })}>
            {copies > bought.length ? words.onShelf({ count: format.number(copies) }) : words.toShelf}
          </a>
        </li>
      </ul>
    </section>
  );
}

function Spent({ statistics: { numbers, inCurrency }, year }: { readonly statistics: Required<ShownStatistics>; readonly year: number }) {
  const { t, format } = useRequestContext();
  const words = t.collection.numbers;
  const spent = numbers.spending_by_decade.filter((one) => one.year === year && one.currency === inCurrency?.currency);
  if (spent.length === 0 || !inCurrency) return null;
  const amount = sumOfMember(spent, 'amount_cents');
  return (
    <>
      <div>
        <dt>{words.spent}</dt>
        <dd>{format.roundPrice(amount, inCurrency.currency)}</dd>
      </div>
      <div>
        <dt>{words.each}</dt>
        <dd>{format.price(Math.round(amount / sumOfMember(spent, 'items')), inCurrency.currency)}</dd>
      </div>
    </>
  );
}

function Months({ statistics: { numbers }, year }: { readonly statistics: Pick<ShownStatistics, 'numbers'>; readonly year: number }) {
  const { t, format } = useRequestContext();
  const columns = Array.from({ length: 12 }, (_, index) => {
    const month = `${year}-${String(index + 1).padStart(2, '0')}`;
    const here = numbers.acquired_by_month.filter((one) => one.month === month);
    return { label: format.monthInitial(index + 1), parts: byDecade(here, ({ copies }) => copies) };
  });
  return <StackedColumns columns={columns} label={t.collection.numbers.months} height={48} />;
}
