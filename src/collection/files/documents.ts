import { type Static, Type as t } from '@sinclair/typebox';
import { jsonApi } from '../../api/openapi/answers';
import { exampleUuid } from '../../api/openapi/shared';
import type { Media } from '../../api/route';
import { defineResource } from '../../api/schema/registry';
import { closed, count, list, orNull, text, uuid, word } from '../../api/schema/schemas';
import type { Candidate } from '../../matching/described-releases';
import { contradictions, matchedBy } from '../../matching/vocabulary';
import { encodings, programs, type ReleaseListName, type Separator, separators, statusMeanings, workbookType } from '../formats/vocabulary';
import { exportColumns, fileFormatOf, fileVersion, type ReleaseList } from './lists';

export const capitalized = <N extends string>(name: N) => `${name.charAt(0).toUpperCase()}${name.slice(1)}` as Capitalize<N>;

/** Values by name. */
const values = (description: string) =>
  t.Unsafe<Readonly<Record<string, unknown>>>(t.Object({}, { additionalProperties: true, description }));

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

/** {@link fileOf}, and files of other programs. */
export const importedFileOf = (list: ReleaseList): ReturnType<typeof fileOf> => ({
  content: {
    ...fileOf(list).content,
    'application/xml': { schema: text(), example: '<musicinfo><musiclist><music><title>Psycho</title></music></musiclist></musicinfo>' },
    [workbookType]: { schema: t.Unsafe<string>({ type: 'string', format: 'binary' }), example: '' },
  },
});

function exampleItem(list: ReleaseList): Record<string, unknown> {
  const { example } = list.resource;
  const release = {
    ...{ release_id: exampleUuid, release_title: 'Psycho', barcode: '0077778980926', catalog_number: 'CDP 7 98092 2' },
    ...{
      lent_to: 'Ben',
      lent_on: '2026-05-03',
      due_on: '2026-08-31',
      artist_credit: 'Bernard Herrmann',
      label: 'Unicorn',
      year: 1975,
      country: 'GB',
    },
  };
  return Object.fromEntries(exportColumns(list).map((column) => [column, { ...example, ...release }[column]]));
}

const candidate = t.Unsafe<Candidate>(
  closed({
    id: uuid(),
    title: text(),
    artist_credit: orNull(text()),
    year: orNull(t.Integer()),
    contradicts: t.Optional(list(word(contradictions), 'Fields of the row it contradicts; never chosen automatically')),
  }),
);

const called = t.Optional(text());

const fault = closed({
  kind: word(
    [
      'no_such_day',
      'unclear_day',
      'no_amount',
      'unclear_amount',
      'unclear_currency',
      'lost_digits',
      'rounded_rating',
      'out_of_rule',
      'beyond_header',
      'names_nothing',
    ],
    'no_such_day: not a complete calendar date; unclear_day: a date that can be read in two ways; no_amount: not a price; unclear_amount: a price that can be read in two ways; unclear_currency: a price in another currency than its row; lost_digits: a barcode that a spreadsheet has rounded; rounded_rating: a rating between two numbers, which is rounded and kept in the notes; beyond_header: a row with more values than columns; names_nothing: the row does not identify a release',
  ),
  column: orNull(text()),
  value: orNull(text(), 'The value, shortened'),
  allowed: t.Optional(list(text(), 'All values that the column can have')),
  readings: t.Optional(
    list(text(), 'Both meanings of an unclear value: days, decimal numbers or currencies; of a rounded rating, its exact value of 5'),
  ),
});

/** A fault in terms of the file: column and content. */
export type Fault = Static<typeof fault>;

const outcome = closed({
  line: orNull(t.Integer({ minimum: 1 }), 'Line of a CSV file or number of a JSON item; null for a row of an earlier file'),
  outcome: word(['new', 'duplicate', 'unmatched', 'skipped', 'invalid'], 'skipped: the request chose to skip it'),
  reason: t.Optional(text()),
  faults: t.Optional(list(fault, 'For an invalid row, its problem')),
  said: closed(
    { id: called, title: called, artist: called, label: called, catalog_number: called, barcode: called, format: called, released: called },
    'Title in the file',
  ),
  found_by: t.Optional(orNull(word(matchedBy), 'How the release or the candidates were matched')),
  owned: t.Optional(count('Number of existing items of the release')),
  wanted: t.Optional(t.Boolean({ description: 'Whether the release is on the wishlist' })),
  in_notes: t.Optional(list(fault, 'Values of the row that could not be read and are lines of its notes')),
  left_out: t.Optional(t.Literal(true, { description: 'The status of the row leaves it out' })),
  list: t.Optional(t.Literal('wishlist', { description: 'For a row of a collection file that is a wish' })),
  item: t.Optional(values('For a new item, its values from the row')),
  provisional: t.Optional(t.Literal(true, { description: 'For a new item, whether its release is provisional' })),
  chosen: t.Optional(t.Literal(true, { description: 'Whether the request chose the action for this row' })),
  release: t.Optional(candidate),
  candidates: t.Optional(list(candidate)),
});

export type RowOutcome = Static<typeof outcome>;

/** What was detected in a file. */
const facts = {
  program: orNull(word(programs, 'The program that wrote the file, by its shape')),
  encoding: orNull(word(encodings)),
  separator: orNull(word(Object.keys(separators) as Separator[])),
  sheet: orNull(text(), 'The sheet of a workbook that was read'),
  sheets: list(text(), 'All sheets of the workbook'),
  day_first: orNull(t.Boolean(), 'How days such as 3/8/2019 were read; null if the file has none, or nothing tells'),
  unclear_days: count('Days that can be read in two ways and are kept in the notes'),
  incomplete: orNull(
    closed({ contained: count(), total: count(), next: text() }),
    'For a page of a longer list: its length, that of the list, and the parameter of the next page',
  ),
  columns: list(
    closed({
      heading: text(),
      field: text('What it is taken for: a field, ignore or notes'),
      is_known: t.Boolean({ description: 'Whether the heading is known, or in the request' }),
      values: list(text(), 'Up to three different values, shortened'),
      filled: count('Rows with a value'),
      valid: t.Optional(count('Of a column of barcodes, those with a valid check digit')),
      becomes: t.Optional(
        list(
          text(),
          'What the values become, if not themselves: types of formats, or lines of the notes, in which unknown columns can be kept',
        ),
      ),
      readings: t.Optional(list(text(), 'Both meanings of its first unclear day')),
    }),
    'Columns of the file in its order; empty for a plain list',
  ),
  fields: list(text(), 'Fields that a column can be; empty for a plain list'),
  price_currency: orNull(
    closed({
      currency: text(),
      source: word(['heading', 'column', 'last_copies'], 'column: other prices of the column; last_copies: the newest copies of the user'),
    }),
    'The currency of prices without one',
  ),
  statuses: list(
    closed({
      word: text(),
      meaning: word(statusMeanings, 'owned also for unknown words, which are kept in the notes'),
      is_known: t.Boolean({ description: 'Whether the word is one of a known program or language, or of the request' }),
      rows: count(),
    }),
    'Words of the status column, most frequent first',
  ),
};

export type FileFacts = Pick<Report, keyof typeof facts>;

/** Of a file that has no columns. */
export const noFacts: FileFacts = {
  ...{ program: null, encoding: null, separator: null, sheet: null, sheets: [], day_first: null, unclear_days: 0, incomplete: null },
  ...{ columns: [], fields: [], price_currency: null, statuses: [] },
};

const report = closed({
  dry_run: t.Boolean(),
  file_rows: count('Rows of the file. The other counts include pending rows of earlier files'),
  added: count('In a dry run, the expected outcome'),
  duplicates: count(),
  provisional: count('New items with placeholders as their releases'),
  unmatched: count(),
  with_candidates: count('Unmatched rows and placeholders with candidates'),
  chosen: count('New items and duplicates whose release was chosen automatically'),
  chosen_duplicates: count('Duplicates among those'),
  skipped: count('Rows that the request chose to skip'),
  invalid: count(),
  wanted: count('New items whose release is on the wishlist'),
  wishes: count('New items that go to the wishlist, since the file says that they are wanted; counted in added'),
  left_out: count('Rows left out for their status, such as sold; counted in skipped'),
  in_notes: count('Rows with values that could not be read and are lines of their notes'),
  ...facts,
  ignored_columns: list(text()),
  rows: list(outcome),
});

/** The result of an import or dry run. `id` is that of the import. */
export type Report = Static<typeof report> & { readonly id: string };

export function reportSchemaOf<N extends ReleaseListName>(name: N) {
  const type = `${capitalized(name)}Import` as const;
  const release = { id: exampleUuid, title: 'Psycho', artist_credit: 'Bernard Herrmann', year: 1975 };
  const attributes = {
    ...{
      dry_run: false,
      file_rows: 2,
      added: 1,
      duplicates: 0,
      provisional: 0,
      unmatched: 1,
      with_candidates: 0,
      chosen: 0,
      chosen_duplicates: 0,
    },
    ...{ skipped: 0, invalid: 0, wanted: 0, wishes: 0, left_out: 0, in_notes: 0 },
    ...noFacts,
    encoding: 'utf-8' as const,
    separator: 'comma' as const,
    columns: [{ heading: 'Title', field: 'release_title', is_known: true, values: ['Psycho'], filled: 2 }],
    fields: ['release_title', 'barcode'],
    ignored_columns: [],
    rows: [
      {
        ...{ line: 2, outcome: 'new' as const, said: { title: 'Psycho' }, found_by: 'barcode' as const, release },
        ...{ owned: 0, wanted: false, item: { condition: 'mint' } },
      },
      { line: 3, outcome: 'unmatched' as const, reason: 'The catalog has no such release.', said: {}, found_by: null, candidates: [] },
    ],
  };
  const schema = closed({
    data: closed({ type: t.Unsafe<typeof type>({ type: 'string', const: type }), id: text(), attributes: report }),
  });
  return jsonApi(schema, { data: { type, id: exampleUuid, attributes } });
}

export const undoneImport = closed({
  removed_items: count(),
  removed_rows: count('Pending rows'),
  removed_releases: count('Placeholders'),
  restored_wishes: count('Wishes that the import took off the wishlist'),
  restored_rows: count('Pending rows that the import had turned into items'),
  stays: list(
    closed({
      type: word(['CollectionItem', 'WishlistItem', 'Release', 'Label']),
      id: uuid(),
      title: text(),
      reason: word(['changed', 'in_use'], 'changed: changed since the import; in_use: used by other records or users'),
    }),
  ),
});

export type UndoneImport = Static<typeof undoneImport>;

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
      row: values('Cells by column'),
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

/** Unmatched import rows as a resource. */
export const storedRows = {
  collection: define('collection', 'CollectionImportRow'),
  wishlist: define('wishlist', 'WishlistImportRow'),
};
