import { Type as t } from '@sinclair/typebox';
import { guarded, idOf } from '../../accounts/answers';
import {
  bodyAnswers,
  bodyTooSlow,
  failure,
  invalid,
  jsonApi,
  listOf,
  notAcceptable,
  notFound,
  nothing,
  pageParameters,
  readAnswers,
} from '../../jsonapi/answers';
import { exampleUuid, listOwner, neededScope } from '../../jsonapi/openapi-shared';
import { choice, flag, integer } from '../../jsonapi/parameters';
import { endpoint, type Media } from '../../jsonapi/route';
import { closed, count, orNull, text, uuid, word } from '../../jsonapi/schemas';
import { writesOf } from '../../jsonapi/write';
import { unmatchedChoices } from './choices';
import { columnsOf } from './export';
import { faultKinds } from './faults';
import { maximumColumns, maximumRows } from './limits';
import { fileVersion, formatOf, type List } from './lists';
import { contradictions, matchedBy } from './matching';
import { keptRowsOf } from './resources';
import { rowChoices } from './row-choices';
import { alsoOwnedByDefault, alsoOwnedChoices } from './there';

/** The four endpoints by which a list goes into a file and comes out of one. */
export function fileEndpoints<N extends List['name']>(list: List<N>) {
  const { name, resource } = list;
  const { scopes } = writesOf(resource);
  const path = `/api/users/:userId/${name}` as const;
  const tags = [capitalized(name)];
  const pathParameters = { userId: listOwner };
  const file = fileOf(list);
  return {
    exporting: endpoint({
      method: 'get',
      path: `${path}/export`,
      operationId: `${name}Export`,
      tags,
      summary: `Take a ${name} out as a file`,
      description: `Text that a spreadsheet would run as a formula stands behind an apostrophe in CSV. ${neededScope(scopes.read)}`,
      pathParameters,
      query: { format: { ...choice('csv', 'json'), description: 'What kind of file', default: 'csv' } },
      answers: {
        200: { description: 'The file', headers: { 'Content-Disposition': 'The name of the file' }, media: file },
        400: failure('There is no such format', 400, 'format must be one of csv, json.'),
        ...guarded,
        404: notFound,
      },
    }),
    importing: endpoint({
      method: 'post',
      path: `${path}/import`,
      operationId: `${name}Import`,
      tags,
      summary: `Put a file into a ${name}`,
      description: `The file is an export of this or another Leitmotif, or the CSV that Discogs exports. All of it is written, or nothing. A parameter that means nothing here is a 400: a misspelt dryRun writes nothing. Rows whose release the catalog does not have are kept and tried again at the next import. At most ${maximumRows} rows and ${maximumColumns} columns. ${neededScope(scopes.write)}`,
      pathParameters,
      query: {
        dryRun: { ...flag, description: 'Only say what would become of each row', default: false },
        alsoOwned: {
          ...choice(...alsoOwnedChoices),
          description:
            'What becomes of a row whose release is in the collection already: skip: nothing, for as many rows as there are copies of it; differing: a copy, where it is not equal to one that is there; add: a copy. A wishlist has a release once whatever this says.',
          default: alsoOwnedByDefault,
        },
        unreadable: {
          ...choice('refuse', 'skip'),
          description: 'What becomes of rows that break a rule: refuse: nothing of the file is written; skip: they are left out',
          default: 'refuse',
        },
        unmatched: {
          ...choice(...unmatchedChoices),
          description:
            'What becomes of a row whose release the catalog does not have: keep: it waits, and is tried again at the next import; provisional: a release is made of what it says, which stands in for the true one until that comes, and an item of it, also of rows that wait; skip: nothing',
          default: 'keep',
        },
        choices: {
          ...rowChoices,
          description:
            'What becomes of single rows, by their lines as a dry run tells them: the UUID of the release that a row is of; provisional: a release is made of it; skip: nothing. It goes before all else. A line that the file has not, or a release that is not there, is a 400.',
        },
        takeOffWishlist: {
          ...flag,
          description: 'Whether releases that come into the collection leave the wishlist; needs the scope wishlist:write',
          default: false,
        },
        rowsShown: {
          ...integer(0, maximumRows, maximumRows),
          description: 'How many rows of each outcome the answer has, those with candidates and without apart; the counts are of all',
          default: maximumRows,
        },
      },
      body: file,
      answers: {
        200: { description: 'What became of each row', media: reportOf(name) },
        400: failure('The file cannot be read', 400, 'The file must be UTF-8. Spreadsheets save it as "CSV UTF-8".', {
          source: { pointer: '' },
        }),
        ...guarded,
        404: notFound,
        406: notAcceptable,
        409: {
          ...failure('The user has a file on its way already', 409, 'Another file of yours is being put in. Try again in 5 seconds.'),
          headers: retryAfter,
        },
        413: failure(
          'The file, or a row of it, is too large; or the lists of the user have no room for it',
          413,
          'Nothing of this file was imported: your lists have room for 3.2 MB more, of 32 MB, and it needs more than that. Import fewer rows, or delete copies, wishes or waiting rows first.',
        ),
        408: bodyTooSlow,
        415: failure(
          'The body is of another media type',
          415,
          'The body must be sent as application/json or text/csv, without parameters.',
        ),
        422: invalid('notes', 'In line 3, this must be text of at most 10000 characters long, or null.'),
        503: {
          ...failure(
            'Too many files are being put in',
            503,
            '5 files are being put in, which is the most at a time. Try again in 5 seconds.',
          ),
          headers: retryAfter,
        },
      },
    }),
    listingKept: endpoint({
      method: 'get',
      path: `${path}/import/unmatched`,
      operationId: `${name}ImportRows`,
      tags,
      summary: `List the rows that wait for their releases in a ${name}`,
      description: `The oldest first. ${neededScope(scopes.read)}`,
      pathParameters,
      query: pageParameters,
      answers: { 200: { description: 'The rows', media: listOf(keptRowsOf(list)) }, ...readAnswers, ...guarded, 404: notFound },
    }),
    forgetting: endpoint({
      method: 'delete',
      path: `${path}/import/unmatched/:id`,
      operationId: `${name}ImportRowDelete`,
      tags,
      summary: `Forget a row that waits for its release in a ${name}`,
      description: neededScope(scopes.write),
      pathParameters: { ...pathParameters, id: idOf('The UUID of the row') },
      answers: { 204: nothing('It is forgotten'), ...guarded, 404: notFound, 503: bodyAnswers[503] },
    }),
  };
}

const retryAfter = { 'Retry-After': 'Seconds until it may be tried again' };

const capitalized = <N extends string>(name: N) => `${name.charAt(0).toUpperCase()}${name.slice(1)}` as Capitalize<N>;

/** A file of a list. */
function fileOf(list: List): Media<string | { format: string; version: number; items: object[] }> {
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
function reportOf<N extends List['name']>(name: N) {
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
