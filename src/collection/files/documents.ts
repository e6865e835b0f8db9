import { Type as t } from '@sinclair/typebox';
import { jsonApi } from '../../api/openapi/answers';
import { exampleUuid } from '../../api/openapi/shared';
import type { Media } from '../../api/route';
import { defineResource } from '../../api/schema/define-resource';
import { closed, count, orNull, text, uuid, word } from '../../api/schema/schemas';
import { contradictions, matchedBy } from '../../matching/described-releases';
import { columnsOf } from './export';
import { faultKinds } from './faults';
import { fileVersion, formatOf, type List } from './lists';

export const capitalized = <N extends string>(name: N) => `${name.charAt(0).toUpperCase()}${name.slice(1)}` as Capitalize<N>;

/** A file of a list. */
export function fileOf(list: List): Media<string | { format: string; version: number; items: object[] }> {
  const schema = t.Object({
    format: t.String({ const: formatOf(list) }),
    version: t.Integer({ const: fileVersion }),
    items: t.Array(t.Unsafe<object>({ type: 'object' })),
  });
  return {
    content: {
      'text/csv': { schema: text(), example: `${columnsOf(list).join(',')}\r\n` },
      'application/json': { schema, example: { format: formatOf(list), version: fileVersion, items: [exampleItem(list)] } },
    },
  };
}

function exampleItem(list: List): Record<string, unknown> {
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
  return Object.fromEntries(columnsOf(list).map((column) => [column, { ...example, ...release }[column]]));
}

const candidate = closed({
  id: uuid(),
  title: text(),
  artist_credit: orNull(text()),
  year: orNull(t.Integer()),
  contradicts: t.Optional(
    t.Array(word(contradictions), { description: 'What of the row it contradicts: such a release is chosen by a person alone' }),
  ),
});

const called = t.Optional(text());

const outcome = closed({
  line: orNull(
    t.Integer({ minimum: 1 }),
    'The line of a CSV file or the number of an item in JSON; null for a row that an earlier file had',
  ),
  outcome: word(['new', 'duplicate', 'unmatched', 'skipped', 'invalid'], 'skipped: it was chosen to be left out'),
  reason: t.Optional(text()),
  faults: t.Optional(
    t.Array(
      closed({
        kind: word(faultKinds, 'no_such_day: a date that is none of the calendar; names_nothing: nothing says which disc the row is of'),
        column: orNull(text()),
        value: orNull(text(), 'What stands there, cut short'),
      }),
      { description: 'Of an invalid row: what is wrong with it' },
    ),
  ),
  said: closed(
    { title: called, artist: called, label: called, catalog_number: called, barcode: called, format: called, released: called },
    'What the file calls it',
  ),
  found_by: t.Optional(orNull(word(matchedBy), 'By what the release, or the candidates, were found')),
  owned: t.Optional(count('How many items of the release the list had before')),
  wanted: t.Optional(t.Boolean({ description: 'Whether the release is on the wishlist' })),
  item: t.Optional(t.Object({}, { additionalProperties: true, description: 'Of a new item: what the row gives it' })),
  provisional: t.Optional(
    t.Literal(true, { description: 'Of a new item: its release is made of the row, and stands in for the true one' }),
  ),
  chosen: t.Optional(t.Literal(true, { description: 'What becomes of it was chosen for this row' })),
  release: t.Optional(candidate),
  candidates: t.Optional(t.Array(candidate)),
});

const report = closed({
  dry_run: t.Boolean(),
  added: count('On a dry run: what would be'),
  duplicates: count(),
  provisional: count('Of the new ones: how many are of releases that are made of their rows'),
  unmatched: count(),
  with_candidates: count('Of the unmatched, and of the provisional: how many have candidates'),
  chosen: count('Of the new ones and the duplicates: for how many the release was chosen'),
  chosen_duplicates: count('Of the chosen ones: how many are duplicates'),
  skipped: count('How many were chosen to be left out'),
  invalid: count(),
  wanted: count('How many releases of the wishlist the new ones are of'),
  ignored_columns: t.Array(text()),
  rows: t.Array(outcome),
});

/** What became of a file. */
export function reportOf<N extends List['name']>(name: N) {
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

/** Rows of imported files that wait for their releases, as they are shown. */
export const keptRowsOf = <N extends List['name']>({ name }: { readonly name: N }): KeptRowsOf<N> => resources[name];

type KeptRowsOf<N extends List['name']> = (typeof resources)[N];

const define = <const N extends string, const T extends string>(name: N, type: T) =>
  defineResource({
    type,
    table: 'import_row',
    path: `/api/users/:userId/${name}/import/unmatched`,
    noun: 'unmatched row',
    nouns: 'unmatched rows',
    description: 'A row of an imported file whose release the catalog did not have. It is tried again at the next import.',
    within: { ancestors: [{ parameter: 'userId', table: 'user' }], column: 'user_key' },
    attributes: t.Object({
      row: t.Object({}, { additionalProperties: true, description: 'The cells by their columns' }),
      copies: t.Integer({ minimum: 1, description: 'How many such rows the file had' }),
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
