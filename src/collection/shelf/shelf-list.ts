import { type Static, Type as t } from '@sinclair/typebox';
import { sql } from 'kysely';
import { closed, count, list, text, uuid, word } from '../../api/schema/schemas';
import { conditions, formatTypes, statuses } from '../../catalog/vocabularies/vocabularies';
import { artistLineOf } from '../../kinds/lists';
import { barcodeShown, formatsShown, numbersShown } from '../../records/edit/unreviewed';
import type { Value } from '../../store/database/connection';
import type { Store } from '../../store/database/open';
import type { Slices } from '../formats/slices';

/** Per list; about ten megabytes. */
export const maximumItems = 20_000;

const copy = closed({
  id: uuid('The item'),
  status: word(statuses.words),
  quantity: count(),
  format_type: t.Optional(word(formatTypes.words)),
  condition: t.Optional(word(conditions.words)),
  storage_location: t.Optional(text()),
  purchased_at: t.Optional(text()),
  shop: t.Optional(text()),
  purchase_price_cents: t.Optional(count()),
  currency: t.Optional(text()),
});

const wish = closed({
  id: uuid('The item'),
  priority: t.Optional(count()),
  max_price_cents: t.Optional(count()),
  currency: t.Optional(text()),
});

export const shelfRelease = closed({
  id: uuid(),
  title: text(),
  artist_credit: t.Optional(text()),
  year: t.Optional(t.Integer()),
  formats: t.Optional(list(word(formatTypes.words))),
  barcode: t.Optional(text('Digits only; a UPC-A as EAN-13 with a leading zero')),
  catalog_numbers: t.Optional(list(text(), 'Without spaces, hyphens and case')),
  owned: t.Optional(list(copy)),
  wanted: t.Optional(wish),
});

/** Unknown values are omitted. */
export type ShelfRelease = Static<typeof shelfRelease>;
type Copy = Static<typeof copy>;
type Wish = Static<typeof wish>;

/** Some milliseconds. */
const releasesAtOnce = 200;

type Known = Readonly<Record<string, Value>>;

/** Everything that users own and want. */
export class ShelfLists {
  constructor(private readonly store: Store) {}

  /** In slices, so that large lists do not block others. */
  async of(user: number, withWishes: boolean, slices: Slices): Promise<{ releases: ShelfRelease[]; is_whole: boolean }> {
    const { copies, wishes } = this.store.read(() => ({
      copies: this.store.reader.all<Known>(copiesOf, { user }),
      wishes: withWishes ? this.store.reader.all<Known>(wishesOf, { user }) : [],
    }));
    const owned = Map.groupBy(copies, ({ release_key }) => release_key as number);
    const wanted = new Map(wishes.map((wish) => [wish.release_key as number, wish]));
    const keys = [...new Set([...owned.keys(), ...wanted.keys()])];
    const releases: ShelfRelease[] = [];
    for (let at = 0; at < keys.length; at += releasesAtOnce) {
      const page = this.store.read(() => this.#releases(keys.slice(at, at + releasesAtOnce)));
      for (const { key, ...release } of page) {
        const items = owned.get(key as number);
        const wish = wanted.get(key as number);
        releases.push({
          ...presentRelease(release),
          ...(items && { owned: items.map(presentItem<Copy>) }),
          ...(wish && { wanted: presentItem<Wish>(wish) }),
        });
      }
      await slices.rest();
    }
    return { releases, is_whole: copies.length < maximumItems && wishes.length < maximumItems };
  }

  #releases(keys: readonly number[]): Known[] {
    const { db, reader } = this.store;
    return reader.composed<Known>('releases of shelves', () => releasesOf.compile(db)).all({ keys: JSON.stringify(keys) });
  }
}

/** Omits unknown values, which are most. */
const known = (row: Known): Record<string, Value> => Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null));

function presentItem<I extends Copy | Wish>({ release_key: _, ...item }: Known): I {
  return known(item) as unknown as I;
}

function presentRelease({ formats, catalog_numbers, ...release }: Known): ShelfRelease {
  const lists = Object.entries({ formats, catalog_numbers }).map(([name, texts]) => [name, JSON.parse(String(texts))] as const);
  return { ...known(release), ...Object.fromEntries(lists.filter(([, texts]) => texts.length > 0)) } as unknown as ShelfRelease;
}

const copiesOf = `
  SELECT release_key, id, status, quantity, format_type, condition, storage_location, purchased_at, shop, purchase_price_cents, currency
  FROM collection_item WHERE user_key = :user ORDER BY created_at DESC, id DESC LIMIT ${maximumItems}`;

const wishesOf = `
  SELECT release_key, id, priority, max_price_cents, currency
  FROM wishlist_item WHERE user_key = :user ORDER BY created_at DESC, id DESC LIMIT ${maximumItems}`;

const ofRelease = sql`("release".key)`;
const releasesOf = sql`
  SELECT "release".key, "release".id, "release".title, "release".year, ${barcodeShown} AS barcode,
    ${artistLineOf('release')} AS artist_credit,
    (SELECT json_group_array(format_type) FROM (${formatsShown(ofRelease)})) AS formats,
    (SELECT json_group_array(number) FROM (${numbersShown(ofRelease)})) AS catalog_numbers
  FROM "release" WHERE "release".key IN (SELECT value FROM json_each(:keys))`;
