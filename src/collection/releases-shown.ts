import { type Static, Type as t } from '@sinclair/typebox';
import { sql } from 'kysely';
import { closed, count, iri, list, orNull, text, uuid, word } from '../api/schema/schemas';
import { formatTypes } from '../catalog/vocabularies/vocabularies';
import { artistLineOf } from '../kinds/lists';
import { formatsShown, pendingOfLabel } from '../records/edit/unreviewed';
import type { Store } from '../store/database/open';

// Releases in brief, with what tells editions apart.

export const releaseInShort = {
  iri: iri(),
  id: uuid(),
  title: text(),
  slug: text(),
  artist_credit: orNull(text()),
  year: orNull(t.Integer()),
  formats: list(closed({ format_type: word(formatTypes.words), quantity: count() }), 'Distinct formats in order'),
  label: orNull(text('The first of its labels')),
  catalog_number: orNull(text('The first catalog number')),
  barcode: orNull(text()),
};

const schema = closed(releaseInShort);

export type ReleaseInShort = Static<typeof schema>;

export const exampleRelease: ReleaseInShort = {
  iri: '/api/releases/6f1b2d9e-3c4a-5b7d-8e9f-0a1b2c3d4e5f',
  id: '6f1b2d9e-3c4a-5b7d-8e9f-0a1b2c3d4e5f',
  title: 'Psycho',
  slug: 'psycho',
  artist_credit: 'Bernard Herrmann',
  year: 1975,
  formats: [{ format_type: 'vinyl', quantity: 1 }],
  label: 'Unicorn',
  catalog_number: 'UKLM 1001',
  barcode: null,
};

type ShortRow = Omit<ReleaseInShort, 'formats' | 'iri'> & { readonly key: number; readonly formats: string };

/** In the order of the keys. */
export function releasesInShort({ db, reader }: Store, keys: readonly number[]): ReleaseInShort[] {
  const rows = reader.composed<ShortRow>('releases in short', () => inShort.compile(db)).all({ keys: JSON.stringify(keys) });
  const found = new Map(rows.map((row) => [row.key, row]));
  return keys.flatMap((key) => {
    const row = found.get(key);
    if (!row) return [];
    const { key: _, formats, ...release } = row;
    return [{ iri: `/api/releases/${row.id}`, ...release, formats: JSON.parse(formats) as ReleaseInShort['formats'] }];
  });
}

/** A release of two discs may have two formats or one with a quantity: both read the same. */
const formats = sql`(
  SELECT json_group_array(json_object('format_type', f.format_type, 'quantity', f.quantity) ORDER BY f.position)
  FROM (${formatsShown(sql`("release".key)`)}) AS f
)`;

const inShort = sql`
  SELECT "release".key, "release".id, "release".title, "release".slug, "release".year, "release".barcode,
    ${artistLineOf('release')} AS artist_credit, ${formats} AS formats,
    coalesce((
      SELECT l.name FROM release_label AS rl JOIN label AS l ON l.key = rl.label_key
      WHERE rl.release_key = "release".key ORDER BY rl.position LIMIT 1), ${pendingOfLabel('name')}) AS label,
    coalesce((
      SELECT rl.catalog_number FROM release_label AS rl
      WHERE rl.release_key = "release".key AND rl.catalog_number IS NOT NULL ORDER BY rl.position LIMIT 1),
      ${pendingOfLabel('catalog_number')}) AS catalog_number
  FROM "release" WHERE "release".key IN (SELECT value FROM json_each(:keys))`;
