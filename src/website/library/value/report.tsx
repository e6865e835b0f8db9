import { Fragment } from 'preact';
import type { CollectionStatistics } from '../../../collection/statistics/routes';
import type { ValuedItem } from '../../../collection/statistics/values';
import { dayOf } from '../../../store/values/dates';
import type { PageMeta } from '../../api/client';
import { type RequestContext, useRequestContext } from '../../http/request-context';
import { CatalogLink, CatalogText, shortTitle } from '../../ui/catalog-text';
import { Facts } from '../../ui/facts';
import { CompactSelect, Submit } from '../../ui/form';
import { Pager } from '../../ui/pager';
import { Sleeve } from '../../ui/pictures';
import { ReleaseCell } from '../../ui/release-table';
import { Section } from '../../ui/section';
import { creditAndYear } from '../../ui/shelves';
import { Table } from '../../ui/table';
import { itemFormatOf, numberOf } from '../items/item-title';
import type { Copy, FormatType, ListedItem } from '../items/items';
import { type Photo, PhotoLink } from '../photos/photos';
import { copiesOf, sumOfMember } from '../statistics/parts';

type ValuedCopy = ListedItem<Copy> & { readonly worth: ValuedItem; readonly photos?: readonly Photo[] };

export interface CollectionValue {
  readonly currency: string;
  readonly currencies: readonly string[];
  readonly isWhole: boolean;
  /** Of the page. */
  readonly copies: readonly ValuedCopy[];
  /** Of all copies. */
  readonly worths: readonly ValuedItem[];
  readonly locations: CollectionStatistics['value_by_location'];
  readonly formats: CollectionStatistics['value_by_format'];
  /** Without a rate. */
  readonly leftOut: NamedCopies;
  readonly withoutCurrency: NamedCopies;
  readonly meta: PageMeta;
}

/** The first ones by name. */
type NamedCopies = Readonly<{ total: number; copies: readonly ValuedCopy[] }>;

/** An ordered copy is at its vendor. */
export const locationOf = ({ storage_location: place, status, order_vendor: vendor }: Copy): string =>
  place ?? (status === 'ordered' ? (vendor ?? '') : '');

export function ValueReport({ report }: { readonly report: CollectionValue }) {
  const { t, format } = useRequestContext();
  const words = t.collection.value;
  const { isWhole, copies, locations, formats, meta, currency, worths } = report;
  const places = locations.map(({ storage_location, status, ...group }) => ({
    ...group,
    name: storage_location ?? (status === 'ordered' ? t.words.statuses.ordered : t.collection.bulk.noPlace),
    note: status === 'ordered' && storage_location !== null && t.collection.isOrdered,
  }));
  const types = formats.map(({ format_type: type, ...group }) => ({
    ...group,
    name: type === null ? t.collection.numbers.severalFormats : t.words.formatTypes[type as FormatType],
    note: false as const,
  }));
  return (
    <>
      <Head report={report} />
      <Section title={words.byLocation}>
        <Sums title={words.byLocation} name={t.collection.copyFields.storage_location} groups={places} currency={currency} />
      </Section>
      <Section title={words.byFormat}>
        <Sums title={words.byFormat} name={t.collection.copyFields.format_type} groups={types} currency={currency} />
      </Section>
      {(isWhole || worths.some(isPriced)) && (
        <Section
          title={isWhole ? words.allCopies : words.mostValuable}
          aside={words.of({ shown: format.number(copies.length), total: format.number(meta.totalItems) })}
        >
          {isWhole ? <AllCopies copies={copies} /> : <MostValuable copies={copies} />}
          {isWhole ? <Pager meta={meta} /> : <ToAll report={report} />}
        </Section>
      )}
      <HowCounted report={report} />
    </>
  );
}

const isPriced = ({ value_cents: value, paid_cents: paid }: ValuedItem): boolean => value !== null || paid !== null;

function Head({ report }: { readonly report: CollectionValue }) {
  const { currency, currencies, formats, isWhole, leftOut, withoutCurrency, worths, meta } = report;
  const { t, to, format, user, now } = useRequestContext();
  const { value: words, numbers } = t.collection;
  const counted = formats.filter((group) => group.currency === currency);
  const hasValues = sumOfMember(formats, 'valued_items') > 0;
  const [value, paid] = [sumOfMember(counted, 'value_cents'), sumOfMember(counted, 'paid_cents')].map((cents) =>
    format.price(cents, currency),
  );
  const copies = t.words.copies({ count: format.counted(copiesOf(formats)) });
  return (
    <div class="head lean-head">
      <p class="over">{[words.report, format.date(now.toISOString()), user?.username].filter(Boolean).join(' · ')}</p>
      <h2 class="number">
        <b>{copies}</b>
        {hasValues && (
          <>
            {words.worth[0]}
            <b>{value}</b>
          </>
        )}
        {worths.some(isPriced) ? (
          <>
            {hasValues ? words.worth[1] : words.paid[0]}
            <b>{paid}</b>
            {hasValues ? words.worth[2] : words.paid[1]}
          </>
        ) : (
          words.unpriced
        )}
      </h2>
      {leftOut.total + withoutCurrency.total > 0 && (
        <p>
          <a href="#counted">
            {leftOut.total > 0 && numbers.leftOut({ count: format.counted(leftOut.total) })}{' '}
            {withoutCurrency.total > 0 && numbers.withoutCurrency({ count: format.counted(withoutCurrency.total) })}
          </a>
        </p>
      )}
      <form class="row no-print" action={to.collectionValue()}>
        <button class="first" type="button" data-print hidden>
          {words.print}
        </button>
        {report.copies.length < meta.totalItems && (
          <small class="soft">{words.printed({ shown: format.number(report.copies.length), total: format.number(meta.totalItems) })}</small>
        )}
        {isWhole && <input type="hidden" name="rows" value="all" />}
        <CompactSelect
          name="in"
          label={numbers.showIn}
          value={currency}
          options={currencies.map((code) => [code, [...new Set([code, format.currencySign(code)])].join(' ')])}
        />
        <Submit text={numbers.show} />
        <a href={to.valueFile({ in: currency })} download>
          {numbers.asCsv}
        </a>
        {!hasValues && <a href={to.collection()}>{words.enter}</a>}
      </form>
    </div>
  );
}

const NoAmount = () => <span class="soft">–</span>;

interface SumsProps {
  readonly title: string;
  readonly name: string;
  readonly groups: readonly (Omit<CollectionValue['formats'][number], 'format_type'> & { name: string; note: string | false })[];
  readonly currency: string;
}

/** Copies in other currencies are counted, and their amounts left out. */
function Sums({ title, name, groups, currency }: SumsProps) {
  const { t, format } = useRequestContext();
  const { value: words, numbers } = t.collection;
  const rows = [...Map.groupBy(groups, (group) => `${group.name}\n${group.note}`).values()].flatMap(([first, ...others]) => {
    if (!first) return [];
    const here = [first, ...others].filter((group) => group.currency === currency);
    return {
      ...{ name: first.name, note: first.note, copies: copiesOf([first, ...others]) },
      ...{ value: sumOfMember(here, 'value_cents'), paid: sumOfMember(here, 'paid_cents') },
    };
  });
  const highest = Math.max(...rows.map(({ value }) => value));
  // Of copies without an amount.
  const amount = (cents: number) => (cents === 0 ? <NoAmount /> : format.price(cents, currency));
  return (
    <Table class="sums" caption={title} heads={[name, { hidden: numbers.share }, numbers.copies, words.today, words.bought]} isBare>
      {rows
        .toSorted((a, b) => b.value - a.value)
        .map((row) => (
          <tr key={row.name + row.note}>
            <th scope="row">
              <CatalogText text={row.name} /> {row.note && <span class="soft">{row.note}</span>}
            </th>
            <td>
              <svg aria-hidden="true">
                <rect class="rest" width="100%" height="100%" />
                <rect width={`${highest > 0 ? ((row.value / highest) * 100).toFixed(1) : 0}%`} height="100%" />
              </svg>
            </td>
            <td>{format.number(row.copies)}</td>
            <td>{amount(row.value)}</td>
            <td>{amount(row.paid)}</td>
          </tr>
        ))}
      <tr>
        <th scope="row">{words.total}</th>
        <td />
        <td>{format.number(copiesOf(rows))}</td>
        <td>{amount(sumOfMember(rows, 'value'))}</td>
        <td>{amount(sumOfMember(rows, 'paid'))}</td>
      </tr>
    </Table>
  );
}

/** `€120.00 entered 19 October 2026`, soft if it is older than a year. */
function Value({ copy: { item, worth } }: { readonly copy: ValuedCopy }) {
  const { t, format, now } = useRequestContext();
  const words = t.collection.value;
  if (worth.value_cents === null) return <NoAmount />;
  const amount = format.price(worth.value_cents, worth.currency);
  if (worth.basis === 'price')
    return (
      <>
        {amount} <span class="soft">{words.asPaid}</span>
      </>
    );
  const day = item.valued_on === null ? '' : format.date(item.valued_on, 'short');
  const origin = item.value_source === null ? day && words.entered({ date: day }) : [item.value_source, day].filter(Boolean).join(', ');
  return (
    <>
      {isOutdated(worth, now) ? <span class="soft">{amount}</span> : amount} <span class="soft">{origin}</span>
    </>
  );
}

function isOutdated({ basis, valued_on: day }: ValuedItem, now: Date): boolean {
  const yearAgo = new Date(now);
  yearAgo.setUTCFullYear(now.getUTCFullYear() - 1);
  return basis === 'value' && day !== null && day < dayOf(yearAgo);
}

/** `$89.00, 14 Feb 2026`, as paid. */
function paidOf(copy: Copy, { format }: RequestContext): string {
  const { purchase_price_cents: paid, order_price_cents: agreed, currency, purchased_at: bought, order_date: ordered } = copy;
  const [amount, date] = [paid ?? agreed, bought ?? ordered];
  return [amount !== null && format.price(amount, currency), date && format.date(date, 'short')].filter(Boolean).join(', ');
}

const conditionOf = ({ condition, sleeve_condition: sleeve }: Copy, { t: { words, collection } }: RequestContext): string =>
  [condition && words.conditions[condition], sleeve && `${collection.copyFields.sleeve_condition}: ${words.conditions[sleeve]}`]
    .filter(Boolean)
    .join(' · ');

function MostValuable({ copies }: { readonly copies: readonly ValuedCopy[] }) {
  const context = useRequestContext();
  const { t, to } = context;
  const { copyFields, value: words } = t.collection;
  return (
    <ol class="evidence">
      {copies.map((copy) => (
        <li key={copy.item._id}>
          <div>
            <h3>
              <CatalogLink href={to.release(copy.release)} text={shortTitle(copy.release.title)} />
            </h3>
            <p class="soft">
              {[
                creditAndYear(copy.release),
                itemFormatOf(copy.item, copy.release, context),
                copy.release.labels[0]?.name,
                numberOf(copy.release),
              ]
                .filter(Boolean)
                .join(' · ')}
            </p>
            <Facts
              facts={[
                [copyFields.value, <Value key="value" copy={copy} />],
                [words.bought, paidOf(copy.item, context)],
                [copyFields.condition, conditionOf(copy.item, context)],
                [copyFields.storage_location, locationOf(copy.item) && <CatalogText key="place" text={locationOf(copy.item)} />],
              ]}
            />
          </div>
          {copy.photos && copy.photos.length > 0 ? (
            <div class="photos">
              {copy.photos.map((photo) => (
                <PhotoLink key={photo._id} copy={copy.item} photo={photo} />
              ))}
            </div>
          ) : (
            <span class="pic">
              <Sleeve of={copy.release} />
            </span>
          )}
        </li>
      ))}
    </ol>
  );
}

function AllCopies({ copies }: { readonly copies: readonly ValuedCopy[] }) {
  const context = useRequestContext();
  const { t, to, format } = context;
  const { copyFields, columns, value: words } = t.collection;
  return (
    <Table
      class="lean-rows valued"
      caption={words.allCopies}
      heads={[t.fields.release, columns.format, copyFields.condition, copyFields.storage_location, words.bought, words.today]}
    >
      {copies.map((copy) => (
        <tr key={copy.item._id}>
          <th scope="row">
            <ReleaseCell of={copy.release} href={to.release(copy.release)} title={shortTitle(copy.release.title)}>
              {creditAndYear(copy.release)}
            </ReleaseCell>
          </th>
          <td>
            {itemFormatOf(copy.item, copy.release, context)}
            {copy.item.quantity > 1 && `, ${t.records.own.times({ count: format.number(copy.item.quantity) })}`}
            <span class="soft n"> {numberOf(copy.release)}</span>
          </td>
          <td>{conditionOf(copy.item, context)}</td>
          <td>
            <CatalogText text={locationOf(copy.item)} />
          </td>
          <td>{paidOf(copy.item, context)}</td>
          <td>
            <Value copy={copy} />
          </td>
        </tr>
      ))}
    </Table>
  );
}

function ToAll({ report: { meta, currency, formats } }: { readonly report: CollectionValue }) {
  const { t, to, format } = useRequestContext();
  if (meta.totalItems <= meta.itemsPerPage) return null;
  return (
    <p class="row no-print">
      <a href={to.collectionValue({ in: currency, rows: 'all' })}>
        {t.collection.value.all({ copies: t.words.copies({ count: format.counted(copiesOf(formats)) }) })}
      </a>
    </p>
  );
}

function HowCounted({ report: { worths, leftOut, withoutCurrency, currency } }: { readonly report: CollectionValue }) {
  const { t, to, format, now, origin, user } = useRequestContext();
  const words = t.collection.value;
  type CountText = (parameters: { count: ReturnType<typeof format.counted> }) => string;
  const sentence = (text: CountText, total: number) => total > 0 && text({ count: format.counted(total) });
  const copies = Map.groupBy(worths, ({ basis }) => basis);
  const copiesBy = (basis: ValuedItem['basis']) => sumOfMember(copies.get(basis) ?? [], 'quantity');
  const amountOf = ({ value_cents: cents, currency: own, paid_cents, paid_currency }: ValuedItem) =>
    own !== currency && cents !== null ? format.price(cents, own) : format.price(paid_cents ?? 0, paid_currency);
  const excluded = (text: CountText, { total, copies }: NamedCopies) =>
    total > 0 && (
      <p>
        {sentence(text, total)}{' '}
        {copies.map(({ item, release, worth }, index) => (
          <Fragment key={item._id}>
            {index > 0 && format.semicolon}
            <CatalogLink href={`${to.collection({ edit: item._id })}#item`} text={shortTitle(release.title)} />, {amountOf(worth)}
          </Fragment>
        ))}
        {total > copies.length && ` ${words.more({ count: format.number(total - copies.length) })}`}.
      </p>
    );
  return (
    <Section id="counted" title={words.counted}>
      <p>
        {[
          sentence(words.valued, copiesBy('value')),
          sentence(words.countAsPaid, copiesBy('price')),
          sentence(words.unknown, copiesBy(null)),
          sentence(words.outdated, worths.filter((worth) => isOutdated(worth, now)).length),
          words.rates,
        ]
          .filter(Boolean)
          .join(' ')}
      </p>
      {excluded(words.withoutCurrency, withoutCurrency)}
      {excluded(words.leftOut, leftOut)}
      {leftOut.total > 0 && user?.role === 'admin' && (
        <p class="no-print">
          <a href={`${to.administration('online')}#rates`}>{t.administration.rates.importNow}</a>
        </p>
      )}
      <p class="soft">{words.made({ host: new URL(origin).host })}</p>
    </Section>
  );
}
