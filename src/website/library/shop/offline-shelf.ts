import type { ShelfRelease } from '../../../collection/shelf/shelf-list';
import type { RequestContext } from '../../http/request-context';
import { scriptParams, type Texts } from '../../i18n';
import { decadeClass } from '../../ui/decade-class';
import { formatWords } from '../../ui/format-words';
import { dealText } from '../items/item-title';

export interface ShelfAttributes {
  readonly releases: readonly ShelfRelease[];
  /** False if only the newest items are included. */
  readonly is_whole: boolean;
}

/** Translated, since the offline pages only look it up. */
export function offlineShelf(context: RequestContext, { releases, is_whole: isWhole }: ShelfAttributes) {
  const { t, format } = context;
  const [owned, wanted] = [releases.filter((release) => release.owned), releases.filter((release) => release.wanted)];
  return {
    locale: format.locale,
    summary: t.shop.summary({
      releases: t.words.releases({ count: format.counted(owned.length) }),
      wishes: t.shop.wishes({ count: format.counted(wanted.length) }),
    }),
    words: offlineTexts(t, isWhole),
    releases: releases.map((release) => keptRelease(release, context)),
  };
}

/** @param isWhole false if releases missing from the copy may still be owned or wanted */
export const offlineTexts = ({ shop, collection }: Texts, isWhole: boolean) => {
  const { copy, states, upTo, waiting } = shop;
  const noneOf = (list: keyof typeof copy.none): string => (isWhole ? copy.none[list] : copy.partial)(scriptParams);
  const none = { collection: noneOf('collection'), wishlist: noneOf('wishlist'), code: noneOf('code') };
  return {
    states: { ...states, unknown: copy.unknown },
    unknown: `${none.code} ${waiting.willBe}`,
    kept: copy.kept(scriptParams),
    upTo,
    // In the order of the tabs.
    titles: { collection: collection.title, wishlist: collection.tabs.wishlist, shop: shop.title },
    offline: copy.offline,
    copyOf: copy.copyOf(scriptParams),
    search: copy.search,
    more: copy.more(scriptParams),
    notKept: copy.notKept,
    none,
  };
};

function keptRelease({ id, title, year, barcode, catalog_numbers: numbers, ...release }: ShelfRelease, context: RequestContext) {
  const { artist_credit: credit, formats = [], owned, wanted } = release;
  const kinds = formats.map((type) => ({ format_type: type, quantity: 1 }));
  const format = formatWords(kinds, context);
  const line = [credit, format, year].filter(Boolean).join(' · ');
  const era = decadeClass(year);
  return {
    title,
    line,
    // UUIDs work as slugs.
    href: context.to.release({ slug: id }),
    ...(era && { era }),
    ...(barcode && { barcode }),
    ...(numbers && { numbers }),
    ...(owned && { owned: owned.map((copy) => linesOf(copy, format, context)) }),
    ...(wanted && { wish: keptWish(wanted, context) }),
  };
}

/** `CD`, `Very good plus`, `bought 12 May 2018, Record fair, €9.00`, `Shelf B` */
function linesOf(copy: NonNullable<ShelfRelease['owned']>[number], ofRelease: string, { t, format }: RequestContext): string[] {
  const words = t.records.own;
  const { purchase_price_cents: price, purchased_at: date, shop, currency } = copy;
  const lines = [
    copy.format_type ? t.words.formatTypes[copy.format_type] : ofRelease || words.copy,
    copy.condition && t.words.conditions[copy.condition],
    copy.quantity > 1 && words.times({ count: format.number(copy.quantity) }),
    copy.status === 'ordered' ? t.collection.isOrdered : dealText({ date, shop, price, currency }, words.bought, format),
    copy.storage_location,
  ];
  return lines.filter((line): line is string => Boolean(line));
}

function keptWish({ priority, max_price_cents: price, currency }: NonNullable<ShelfRelease['wanted']>, { t, format }: RequestContext) {
  return {
    ...(price !== undefined && { price: format.price(price, currency ?? null) }),
    lines: priority === undefined ? [] : [t.shop.wish.priority({ priority: format.number(priority) })],
  };
}
