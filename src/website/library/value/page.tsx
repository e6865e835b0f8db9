import type { CollectionStatistics } from '../../../collection/statistics/routes';
import type { ValuedItem } from '../../../collection/statistics/values';
import { decimalsOf } from '../../../store/values/currencies';
import { dayOf } from '../../../store/values/dates';
import { readAttributesAt, uuidOfIri, valuesAtOnce } from '../../api/client';
import { csvFile } from '../../http/csv-file';
import { type PageAnswer, pageNumber } from '../../http/page';
import type { RequestContext } from '../../http/request-context';
import { EmptyState } from '../../ui/empty-state';
import { CollectionFrame } from '../frame';
import { itemFormatOf, numberOf } from '../items/item-title';
import { type Copy, collectionPath, type ListedItem, readNamed } from '../items/items';
import { suggestedCurrencies } from '../items/money';
import { readPhotos } from '../photos/photos';
import { readCollectionStatistics, readSummary, type Summary } from '../statistics/summary';
import { type CollectionValue, locationOf, ValueReport } from './report';

/** Those that a page shows with their covers. */
const mostValuable = 10;

/** Beside their facts; the first ones. */
const photosShown = 3;

/** Of all copies on a page; browsers struggle to print more. */
const copiesAtOnce = 500;

/** The maximum of the API, twice a file. */
const maximumCopies = 20_000;

type Totals = Pick<CollectionStatistics, 'value_by_location' | 'value_by_format'>;

/** The currency to show, with all that can be chosen: used ones first. */
async function readCurrency(context: RequestContext, summary: Summary) {
  const { value_by_format: groups } = await readCollectionStatistics<Totals>(context, ['value_by_format']);
  const items = Map.groupBy(groups, ({ currency }) => currency);
  const used = [...items].map(([currency, all]) => ({ currency, items: all.reduce((sum, group) => sum + group.items, 0) }));
  const mostUsed = used.toSorted((a, b) => b.items - a.items).flatMap(({ currency }) => currency ?? []);
  const currencies = [...new Set([...mostUsed, ...suggestedCurrencies(summary)])];
  const requested = context.query.get('in') ?? '';
  return { currencies, currency: currencies.includes(requested) ? requested : (currencies[0] ?? 'EUR') };
}

/** Most valuable first. */
async function readWorths({ api }: RequestContext, currency: string): Promise<readonly ValuedItem[]> {
  const query = { currency, limit: maximumCopies };
  return (await readAttributesAt<{ items: readonly ValuedItem[] }>(api, `${collectionPath}/values`, query)).items;
}

/** With their releases, a page of the API at a time, so that others are answered between. */
async function readCopies({ api }: RequestContext, worths: readonly ValuedItem[]): Promise<CollectionValue['copies']> {
  const copies = new Map<string, ListedItem<Copy>>();
  for (let at = 0; at < worths.length; at += valuesAtOnce) {
    const ids = worths.slice(at, at + valuesAtOnce).map(({ item }) => uuidOfIri(item));
    for (const copy of await readNamed<Copy>(api, collectionPath, ids)) copies.set(copy.item._id, copy);
  }
  return worths.flatMap((worth) => {
    const copy = copies.get(uuidOfIri(worth.item));
    return copy ? [{ ...copy, worth }] : [];
  });
}

export async function get(context: RequestContext): Promise<PageAnswer> {
  const { t, format, query } = context;
  const summary = await readSummary(context);
  const { currency, currencies } = await readCurrency(context, summary);
  const [totals, worths] = await Promise.all([
    readCollectionStatistics<Totals>(context, ['value_by_location', 'value_by_format'], currency),
    readWorths(context, currency),
  ]);
  const isWhole = query.get('rows') === 'all';
  const [page, size] = isWhole ? [pageNumber(context), copiesAtOnce] : [1, mostValuable];
  const copies = await readCopies(context, worths.slice((page - 1) * size, page * size));
  const withPhotos = isWhole
    ? copies
    : await Promise.all(copies.map(async (copy) => ({ ...copy, photos: await readPhotos(context, copy.item._id, photosShown) })));
  const named = async (all: readonly ValuedItem[]) => ({
    total: all.length,
    copies: await readCopies(context, all.slice(0, mostValuable)),
  });
  const report: CollectionValue = {
    ...{ currency, currencies, isWhole, copies: withPhotos, worths },
    locations: totals.value_by_location,
    formats: totals.value_by_format,
    leftOut: await named(worths.filter((worth) => isLeftOut(worth, currency))),
    withoutCurrency: await named(worths.filter(({ paid_cents, paid_currency }) => paid_cents !== null && paid_currency === null)),
    meta: { totalItems: worths.length, itemsPerPage: size, currentPage: page },
  };
  const body = (
    <CollectionFrame summary={summary} current="value">
      {summary.copies === 0 ? <EmptyState text={t.collection.nothingYet} /> : <ValueReport report={report} />}
    </CollectionFrame>
  );
  return { title: t.collection.title + format.colon + t.collection.tabs.value, current: 'collection', body };
}

/** Whether its value, or the price beside it, does not convert. */
const isLeftOut = ({ value_cents, currency: ofValue, paid_cents, paid_currency }: ValuedItem, currency: string): boolean =>
  [value_cents !== null && ofValue, paid_cents !== null && paid_currency].some((own) => own && own !== currency);

export const file = {
  async get(context: RequestContext): Promise<PageAnswer> {
    const { t, now } = context;
    const { copyFields, import: files, value: words } = t.collection;
    const { fields } = files.columns;
    const { currency } = await readCurrency(context, await readSummary(context));
    const copies = await readCopies(context, await readWorths(context, currency));
    const heads = [
      ...[fields.release_title, fields.artist_credit, fields.label, fields.catalog_number, fields.year],
      ...[copyFields.format_type, copyFields.condition, copyFields.sleeve_condition, copyFields.storage_location, copyFields.quantity],
      ...[copyFields.purchased_at, copyFields.price, copyFields.currency, copyFields.value, copyFields.value_currency],
      ...[copyFields.valued_on, copyFields.value_source, words.valueIn({ currency }), words.paidIn({ currency })],
    ];
    return csvFile(`collection-value-${dayOf(now)}`, [heads, ...copies.map((copy) => cellsOf(copy, currency, context))]);
  },
};

function cellsOf({ item, release, worth }: ListedItem<Copy> & { readonly worth: ValuedItem }, currency: string, context: RequestContext) {
  const { conditions } = context.t.words;
  const amount = (cents: number | null, unit: string | null) => (cents === null ? null : cents / 10 ** decimalsOf(unit));
  const price = item.purchase_price_cents ?? item.order_price_cents;
  const bought = item.purchased_at ?? item.order_date;
  return [
    ...[release.title, release.artist_credit, release.labels[0]?.name ?? null, numberOf(release) || null, release.year],
    ...[itemFormatOf(item, release, context) || null, item.condition && conditions[item.condition]],
    ...[item.sleeve_condition && conditions[item.sleeve_condition], locationOf(item) || null, item.quantity],
    ...[bought?.slice(0, 10) ?? null, amount(price, item.currency), price === null ? null : item.currency],
    ...[amount(item.current_value_cents, item.value_currency), item.value_currency, item.valued_on, item.value_source],
    ...[worth.currency === currency ? amount(worth.value_cents, currency) : null],
    ...[worth.paid_currency === currency ? amount(worth.paid_cents, currency) : null],
  ];
}
