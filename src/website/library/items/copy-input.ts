import { dayOf } from '../../../store/values/dates';
import { unpackTexts } from '../../editing/packed-draft';
import { noProblems, type Problems, type SentForm } from '../../http/form';
import type { RequestContext } from '../../http/request-context';
import type { ItemInput } from './item-form';
import type { Copy } from './items';
import { currencyOfPrice, priceProblem, readPrice, writePrice } from './money';

export type Entered = Readonly<Record<string, string>>;

/** Form fields of price attributes. */
export const copyFields = { purchase_price_cents: 'price', order_price_cents: 'order_price', current_value_cents: 'value' } as const;

export function enteredOf(copy: Copy, { format }: Pick<RequestContext, 'format'>): Entered {
  return {
    format_type: copy.format_type ?? '',
    condition: copy.condition ?? '',
    sleeve_condition: copy.sleeve_condition ?? '',
    status: copy.status,
    rating: copy.rating === null ? '' : String(copy.rating),
    purchased_at: copy.purchased_at?.slice(0, 10) ?? '',
    was_purchased_at: copy.purchased_at ?? '',
    price: writePrice(copy.purchase_price_cents, copy.currency, format),
    currency: copy.currency ?? '',
    shop: copy.shop ?? '',
    storage_location: copy.storage_location ?? '',
    folder: copy.folder ?? '',
    tags: writeTags(copy.tags),
    added_at: copy.added_at.slice(0, 10),
    was_added_at: copy.added_at,
    order_date: copy.order_date ?? '',
    order_price: writePrice(copy.order_price_cents, copy.currency, format),
    order_vendor: copy.order_vendor ?? '',
    value: writePrice(copy.current_value_cents, copy.value_currency, format),
    was_value: writePrice(copy.current_value_cents, copy.value_currency, format),
    value_currency: copy.value_currency ?? copy.currency ?? '',
    valued_on: copy.valued_on ?? '',
    was_valued_on: copy.valued_on ?? '',
    value_source: copy.value_source ?? '',
    quantity: String(copy.quantity),
    notes: copy.notes ?? '',
    ...(copy.is_signed && { is_signed: 'on' }),
  };
}

export function readCopyForm(form: SentForm, context: Pick<RequestContext, 'format' | 't' | 'now'>): ItemInput {
  const { format, t } = context;
  const currency = enteredCurrency(form, ['price', 'order_price'], format);
  const prices = readPrices(form, ['price', 'order_price'], currency, { format, t });
  const value = readValue(form, context);
  const attributes = {
    ...Object.fromEntries(plainTexts.map((name) => [name, form.orNull(name)])),
    currency,
    quantity: form.number('quantity') ?? form.text('quantity'),
    rating: form.number('rating') ?? null,
    purchased_at: momentOf(form, 'purchased_at'),
    added_at: momentOf(form, 'added_at'),
    tags: withTags([], readTags(form.text('tags'))),
    is_signed: form.has('is_signed'),
    purchase_price_cents: prices.amounts.price,
    order_price_cents: prices.amounts.order_price,
    ...value.attributes,
  };
  return { attributes, problems: { fields: { ...prices.problems.fields, ...value.problems.fields }, all: [] } };
}

/** A changed value with the day of the one before is of today. */
function readValue(form: SentForm, { format, t, now }: Pick<RequestContext, 'format' | 't' | 'now'>): ItemInput {
  const text = form.text('value');
  if (text === '')
    return { attributes: { current_value_cents: null, value_currency: null, valued_on: null, value_source: null }, problems: noProblems };
  const currency = currencyOfPrice(text, form.text('value_currency').toUpperCase() || null, format);
  const { amounts, problems } = readPrices(form, ['value'], currency, { format, t });
  const { currency: _, ...fields } = problems.fields;
  const day = form.orNull('valued_on');
  const isOfBefore = text !== form.text('was_value') && day === form.orNull('was_valued_on');
  return {
    attributes: {
      current_value_cents: amounts.value,
      value_currency: currency,
      valued_on: isOfBefore ? dayOf(now) : day,
      value_source: form.orNull('value_source'),
    },
    problems: { fields: { ...fields, ...(currency === null && { value_currency: t.collection.form.currencyOfValue }) }, all: [] },
  };
}

/** A suggested currency counts only with a price. */
export function enteredCurrency(form: SentForm, prices: readonly string[], format: RequestContext['format']): string | null {
  const currency = form.text('currency').toUpperCase();
  const price = prices.map((name) => form.text(name)).find((text) => text !== '');
  if (price === undefined) return currency === form.text('proposed_currency') ? null : currency || null;
  return currencyOfPrice(price, currency || null, format);
}

const plainTexts = [
  'format_type',
  'condition',
  'sleeve_condition',
  'status',
  'shop',
  'storage_location',
  'folder',
  'order_date',
  'order_vendor',
  'notes',
] as const;

/** Invalid prices become errors, as do new ones without a currency; stored ones may stay without. */
export function readPrices(
  form: SentForm,
  names: readonly string[],
  currency: string | null,
  { format, t }: Pick<RequestContext, 'format' | 't'>,
): { readonly amounts: Readonly<Record<string, number | null | undefined>>; readonly problems: Problems } {
  const amounts: Record<string, number | null> = {};
  const fields: Record<string, string> = {};
  const before = unpackTexts(form.exact('base'))?.texts;
  for (const name of names) {
    const price = readPrice(form.text(name), currency, format);
    if (price === null || typeof price === 'number') amounts[name] = price;
    else fields[name] = priceProblem(price, currency, { format, t });
    const isStored = before?.currency === '' && before[name] === form.text(name);
    if (typeof price === 'number' && currency === null && !isStored) fields.currency = t.collection.form.whichCurrency;
  }
  return { amounts, problems: Object.keys(fields).length === 0 ? noProblems : { fields, all: [] } };
}

/** Keeps the previous time of day if the day is unchanged. */
function momentOf(form: SentForm, name: string): string | null {
  const day = form.orNull(name);
  const before = form.text(`was_${name}`);
  return day !== null && before.startsWith(day) ? before : day;
}

/** Separated by commas; tags with commas or quotes are quoted. */
export const writeTags = (tags: readonly string[]): string =>
  tags.map((tag) => (/[",]/.test(tag) ? `"${tag.replaceAll('"', '""')}"` : tag)).join(', ');

export const readTags = (typed: string): string[] =>
  [...typed.matchAll(/\s*(?:"((?:[^"]|"")*)"[^,]*|([^,]+))(?:,|$)/g)]
    .map(([, marked, plain = '']) => (marked === undefined ? plain : marked.replaceAll('""', '"')).trim())
    .filter((tag) => tag !== '');

/** Case-insensitive. */
export function withTags(tags: readonly string[], added: readonly string[]): string[] {
  const all = new Map(tags.map((tag) => [tag.toLocaleLowerCase('en'), tag]));
  for (const tag of added) if (!all.has(tag.toLocaleLowerCase('en'))) all.set(tag.toLocaleLowerCase('en'), tag);
  return [...all.values()];
}
