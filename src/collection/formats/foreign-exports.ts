import { decimalsOf } from '../../store/values/currencies';
import type { ReleaseListName } from './vocabulary';

/** An exported item by our columns. */
export type FileItem = Readonly<Record<string, string | number | boolean | null | readonly string[]>>;

export type CellOf = string | ((item: FileItem, list: ReleaseListName) => FileItem[string] | undefined);

const grades: Readonly<Record<string, string>> = {
  mint: 'Mint (M)',
  near_mint: 'Near Mint (NM or M-)',
  very_good_plus: 'Very Good Plus (VG+)',
  very_good: 'Very Good (VG)',
  good_plus: 'Good Plus (G+)',
  good: 'Good (G)',
  fair: 'Fair (F)',
  poor: 'Poor (P)',
};

const formats: Readonly<Record<string, string>> = {
  cd: 'CD',
  vinyl: 'Vinyl',
  cassette: 'Cassette',
  sacd: 'SACD',
  dvd: 'DVD',
  blu_ray: 'Blu-ray',
  minidisc: 'Minidisc',
  digital: 'File',
};

interface ReleaseFormat {
  readonly format_type: string;
  readonly quantity?: number;
  readonly descriptions?: readonly string[];
}

/** Of the copy, else of its release: `2xLP + CD`. */
const format: CellOf = ({ format_type: own, release_formats: json }) => {
  const all = JSON.parse(String(json)) as readonly ReleaseFormat[];
  if (typeof own === 'string' && all.every(({ format_type: type }) => type !== own)) return formats[own];
  const names = all.flatMap(({ format_type: type, quantity = 1, descriptions = [] }) => {
    const name = type === 'vinyl' && descriptions.includes('LP') ? 'LP' : formats[type];
    return name === undefined ? [] : [quantity > 1 ? `${quantity}x${name}` : name];
  });
  return names.join(' + ') || undefined;
};

const gradeOf =
  (name: string): CellOf =>
  (item) =>
    grades[String(item[name])];

/** Without the currency, which other programs keep as a setting. */
const price: CellOf = ({ purchase_price_cents: cents, currency }) => {
  const decimals = decimalsOf(typeof currency === 'string' ? currency : null);
  return typeof cents === 'number' ? (cents / 10 ** decimals).toFixed(decimals) : undefined;
};

const dayOf =
  (name: string): CellOf =>
  (item) =>
    item[name] === null ? undefined : String(item[name] ?? '').slice(0, 10);

/** As Discogs writes it, in UTC. */
const momentOf: CellOf = ({ added_at, created_at }) =>
  String(added_at ?? created_at)
    .slice(0, 19)
    .replace('T', ' ');

/** A Discogs number; other programs know no UUIDs. */
const release: CellOf = ({ discogs_id }) => discogs_id;

const status: CellOf = (item, list) => (list === 'wishlist' ? 'On Wish List' : item.status === 'ordered' ? 'On Order' : 'In Collection');

/** Columns by the headings that other programs import. */
export const foreignColumns = {
  discogs: {
    'Catalog#': 'catalog_number',
    Artist: 'artist_credit',
    Title: 'release_title',
    Label: 'label',
    Format: format,
    Rating: 'rating',
    Released: 'year',
    release_id: release,
    CollectionFolder: ({ folder }) => folder ?? 'Uncategorized',
    'Date Added': momentOf,
    'Collection Media Condition': gradeOf('condition'),
    'Collection Sleeve Condition': gradeOf('sleeve_condition'),
    'Collection Notes': 'notes',
  },
  clz: {
    Artist: 'artist_credit',
    Title: 'release_title',
    'Release Date': 'year',
    Format: format,
    Label: 'label',
    'Cat. Number': 'catalog_number',
    'UPC (Barcode)': 'barcode',
    'Collection Status': status,
    Quantity: 'quantity',
    Location: 'storage_location',
    'Purchase Date': dayOf('purchased_at'),
    Price: price,
    Store: 'shop',
    Condition: gradeOf('condition'),
    // From 1 to 10.
    'My Rating': ({ rating }) => (typeof rating === 'number' ? rating * 2 : undefined),
    Tags: 'tags',
    Notes: 'notes',
    'Added Date': dayOf('added_at'),
  },
  koillection: {
    Title: 'release_title',
    Artist: 'artist_credit',
    Label: 'label',
    'Cat. No.': 'catalog_number',
    UPC: 'barcode',
    Year: 'year',
    Country: 'country',
    Format: format,
    Condition: gradeOf('condition'),
    Quantity: 'quantity',
    Price: price,
    Currency: 'currency',
    'Purchase Date': dayOf('purchased_at'),
    Location: 'storage_location',
    Rating: 'rating',
    Tags: 'tags',
    Comments: 'notes',
  },
} satisfies Record<string, Readonly<Record<string, CellOf>>>;

export type ForeignColumns = keyof typeof foreignColumns;
