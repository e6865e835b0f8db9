import type { Problems, SentForm } from '../../http/form';
import type { RequestContext } from '../../http/request-context';
import { type Entered, readPrices } from './copy-input';
import type { Wish } from './items';
import { currencyOfPrice, writePrice } from './money';

export const wishFields = { max_price_cents: 'max_price' } as const;

export const enteredOfWish = (wish: Wish, { format }: Pick<RequestContext, 'format'>): Entered => ({
  priority: wish.priority === null ? '' : String(wish.priority),
  max_price: writePrice(wish.max_price_cents, wish.currency, format),
  currency: wish.currency ?? '',
  notes: wish.notes ?? '',
});

export function readWishForm(
  form: SentForm,
  visit: Pick<RequestContext, 'format' | 't'>,
): { readonly attributes: Readonly<Record<string, unknown>>; readonly problems: Problems } {
  const currency = currencyOfPrice(form.text('max_price'), form.text('currency').toUpperCase() || null, visit.format);
  const { amounts, problems } = readPrices(form, ['max_price'], currency, visit);
  const attributes = {
    priority: form.number('priority') ?? null,
    max_price_cents: amounts.max_price,
    currency,
    notes: form.orNull('notes'),
  };
  return { attributes, problems };
}
