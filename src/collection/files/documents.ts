import { Type as t } from '@sinclair/typebox';
import { jsonApi } from '../../api/openapi/answers';
import { exampleUuid } from '../../api/openapi/shared';
import type { Media } from '../../api/route';
import { defineResource } from '../../api/schema/registry';
import { closed, count, orNull, text, uuid, word } from '../../api/schema/schemas';
import { contradictions, matchedBy } from '../../matching/vocabulary';
import { exportColumns, fileFormatOf, fileVersion, type ReleaseList } from './lists';

export const capitalized = <N extends string>(name: N) => `${name.charAt(0).toUpperCase()}${name.slice(1)}` as Capitalize<N>;

export function fileOf(list: ReleaseList): Media<string | { format: string; version: number; items: object[] }> {
  const schema = t.Object({
    format: t.String({ const: fileFormatOf(list) }),
    version: t.Integer({ const: fileVersion }),
    items: t.Array(t.Unsafe<object>({ type: 'object' })),
  });
  return {
    content: {
      'text/csv': { schema: text(), example: `${exportColumns(list).join(',')}\r\n` },
      'application/json': { schema, example: { format: fileFormatOf(list), version: fileVersion, items: [exampleItem(list)] } },
    },
  };
}

function exampleItem(list: ReleaseList): Record<string, unknown> {
  const { example } = list.resource;
  const release = {
    release_id: exampleUuid,
    release_title: 'Psycho',
    barcode: '0077778980926',
    catalog_number: 'CDP 7 98092 2',
    artist_credit: 'Bernard Herrmann',
    label: 'Unicorn',
    year: 1975,
    country: 'GB',
  };
  return Object.fromEntries(exportColumns(list).map((column) => [column, { ...example, ...release }[column]]));
}

/**
 * Kinds of faults: no calendar date, no price, an ambiguous date or price, two currencies, another invalid value, a value
 * beyond the header, or no identification of the disc.
 */
export const faultKinds = [
  'no_such_day',
  'unclear_day',
  'no_amount',
  'unclear_amount',
  'unclear_currency',
  'out_of_rule',
  'beyond_header',
  'names_nothing',
] as const;

const candidate = closed({
  id: uuid(),
  title: text(),
  artist_credit: orNull(text()),
  year: orNull(t.Integer()),
  contradicts: t.Optional(t.Array(word(contradictions), { description: 'Fields of the row it contradicts; never chosen automatically' })),
});

const called = t.Optional(text());

const outcome = closed({
  line: orNull(t.Integer({ minimum: 1 }), 'Line of a CSV file or number of a JSON item; null for a row of an earlier file'),
  outcome: word(['new', 'duplicate', 'unmatched', 'skipped', 'invalid'], 'skipped: the request chose to skip it'),
  reason: t.Optional(text()),
  faults: t.Optional(
    t.Array(
      closed({
        kind: word(
          faultKinds,
          'no_such_day: not a complete calendar date; unclear_day: a date that can be read in two ways; no_amount: not a price; unclear_amount: a price that can be read in two ways; unclear_currency: a price in another currency than its row; beyond_header: a row with more values than columns; names_nothing: the row does not identify a release',
        ),
        column: orNull(text()),
        value: orNull(text(), 'The value, shortened'),
        allowed: t.Optional(t.Array(text(), { description: 'All values that the column can have' })),
        readings: t.Optional(t.Array(text(), { description: 'Both meanings of an unclear value: days, decimal numbers or currencies' })),
      }),
      { description: 'For an invalid row, its problem' },
    ),
  ),
  said: closed(
    { id: called, title: called, artist: called, label: called, catalog_number: called, barcode: called, format: called, released: called },
    'Title in the file',
  ),
  found_by: t.Optional(orNull(word(matchedBy), 'How the release or the candidates were matched')),
  owned: t.Optional(count('Number of existing items of the release')),
  wanted: t.Optional(t.Boolean({ description: 'Whether the release is on the wishlist' })),
  item: t.Optional(t.Object({}, { additionalProperties: true, description: 'For a new item, its values from the row' })),
  provisional: t.Optional(t.Literal(true, { description: 'For a new item, whether its release is provisional' })),
  chosen: t.Optional(t.Literal(true, { description: 'Whether the request chose the action for this row' })),
  release: t.Optional(candidate),
  candidates: t.Optional(t.Array(candidate)),
});

const report = closed({
  dry_run: t.Boolean(),
  added: count('In a dry run, the expected outcome'),
  duplicates: count(),
  provisional: count('New items with provisional releases'),
  unmatched: count(),
  with_candidates: count('Unmatched and provisional rows with candidates'),
  chosen: count('New items and duplicates whose release was chosen automatically'),
  chosen_duplicates: count('Duplicates among those'),
  skipped: count('Rows that the request chose to skip'),
  invalid: count(),
  wanted: count('New items whose release is on the wishlist'),
  ignored_columns: t.Array(text()),
  rows: t.Array(outcome),
});

export function reportSchemaOf<N extends ReleaseList['name']>(name: N) {
  const type = `${capitalized(name)}Import` as const;
  const release = { id: exampleUuid, title: 'Psycho', artist_credit: 'Bernard Herrmann', year: 1975 };
  const attributes = {
    dry_run: false,
    added: 1,
    duplicates: 0,
    provisional: 0,
    unmatched: 1,
    with_candidates: 0,
    chosen: 0,
    chosen_duplicates: 0,
    skipped: 0,
    invalid: 0,
    wanted: 0,
    ignored_columns: [],
    rows: [
      {
        line: 2,
        outcome: 'new' as const,
        said: { title: 'Psycho' },
        found_by: 'barcode' as const,
        release,
        owned: 0,
        wanted: false,
        item: { condition: 'mint' },
      },
      { line: 3, outcome: 'unmatched' as const, reason: 'The catalog has no such release.', said: {}, found_by: null, candidates: [] },
    ],
  };
  const schema = closed({
    data: closed({ type: t.Unsafe<typeof type>({ type: 'string', const: type }), id: text(), attributes: report }),
  });
  return jsonApi(schema, { data: { type, id: exampleUuid, attributes } });
}

/** Unmatched import rows as a resource. */
export const storedRowsOf = <N extends ReleaseList['name']>({ name }: { readonly name: N }): KeptRowsOf<N> => resources[name];

type KeptRowsOf<N extends ReleaseList['name']> = (typeof resources)[N];

const define = <const N extends string, const T extends string>(name: N, type: T) =>
  defineResource({
    type,
    table: 'import_row',
    path: `/api/users/:userId/${name}/import/unmatched`,
    noun: 'unmatched row',
    nouns: 'unmatched rows',
    description: 'An unmatched row of an imported file. It is matched again at the next import.',
    within: { ancestors: [{ parameter: 'userId', table: 'user' }], column: 'user_key' },
    attributes: t.Object({
      row: t.Object({}, { additionalProperties: true, description: 'Cells by column' }),
      copies: t.Integer({ minimum: 1, description: 'Number of such rows in the file' }),
      created_at: t.String({ format: 'date-time' }),
    }),
    rows: (db) =>
      db
        .selectFrom('import_row')
        .innerJoin('user', 'user.key', 'import_row.user_key')
        .select(['import_row.key', 'import_row.id as _id', 'user.id as userId', 'import_row.copies', 'import_row.created_at'])
        .select((row) => row.ref('import_row.cells').$castTo<Record<string, unknown>>().as('row')),
    example: {
      row: { 'Catalog#': 'OTO 2', Artist: 'Au Pairs', Title: 'You', release_id: '7530535' },
      copies: 1,
      created_at: '2026-01-15T09:30:00.000+00:00',
    },
  });

const resources = {
  collection: define('collection', 'CollectionImportRow'),
  wishlist: define('wishlist', 'WishlistImportRow'),
};
