import { ApiError } from '../../api/client';
import type { SentForm } from '../../http/form';
import { type Answer, type Page, seeOther } from '../../http/page';
import type { Visit } from '../../http/request-context';
import { copies } from '../items/items';
import { readPrice, writePrice } from '../items/money';
import { unwant, want } from '../own-items';
import { lookUp, readCode } from './look-up';
import { shopPage } from './shop-page';

export async function get(visit: Visit): Promise<Page> {
  const code = readCode(visit.query.get('code') ?? '');
  return shopPage(visit, code === '' ? {} : { found: await lookUp(visit, code, visit.query.get('release') ?? undefined) });
}

/** What is done about the release that a number is of: `do` says which. Leads to the answer as it is then. */
export async function post(visit: Visit, _: unknown, form: SentForm): Promise<Answer> {
  const [code, release] = [readCode(form.text('code')), form.text('release')];
  const currency = form.orNull('currency');
  const isAdded = form.text('do') === 'own';
  const price = isAdded ? readPrice(form.text('price'), currency, visit.format) : null;
  if (price === undefined) {
    const problem = visit.t.shop.priceLike(writePrice(950, currency, visit.format));
    return shopPage(visit, { found: await lookUp(visit, code, release), problem });
  }
  const sent = await (isAdded ? add(visit, release, { form, price, currency }) : changeWish(visit, form));
  // What is on the list already, or no longer, is as it was asked for.
  if (sent && !sent.ok && (isAdded || (sent.status !== 409 && sent.status !== 404)))
    throw new ApiError(sent.status, sent.document, sent.headers);
  return seeOther(visit.to.shop({ code, release }));
}

interface Purchase {
  readonly form: SentForm;
  readonly price: number | null;
  readonly currency: string | null;
}

/** Adds a copy, and takes the release off the wishlist. A purchase is of the day that it is where the reader stands, if that is told. */
function add({ api }: Visit, release: string, { form, price, currency }: Purchase) {
  const today = form.text('today');
  const attributes = {
    release: { id: release },
    ...(price !== null && { purchase_price_cents: price, currency }),
    ...(/^\d{4}-\d\d-\d\d$/.test(today) && { purchased_at: today }),
  };
  return api.send('POST', copies.path, { data: { type: copies.type, attributes }, meta: { takeOffWishlist: true } });
}

async function changeWish(visit: Visit, form: SentForm) {
  if (form.text('do') === 'want') return want(visit.api, `/api/releases/${form.text('release')}`);
  const { wish } = await lookUp(visit, readCode(form.text('code')), form.text('release'));
  return wish && unwant(visit.api, wish._id);
}
