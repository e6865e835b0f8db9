import type { ContributorOf, Guard } from '../../accounts/access';
import { guarded, idOf } from '../../accounts/answers';
import { nothingLeft } from '../../accounts/documents';
import type { Scope } from '../../accounts/principal';
import {
  bodyAnswers,
  bodyTooSlow,
  failure,
  invalid,
  listOf,
  notFound as noRecord,
  notAcceptable,
  nothing,
  pageParameters,
  readAnswers,
} from '../../api/openapi/answers';
import { listOwner, neededScope } from '../../api/openapi/shared';
import { Documents } from '../../api/read/document';
import { type AnyRow, Queries } from '../../api/read/queries';
import { readList } from '../../api/read/reading';
import { defineRoute } from '../../api/route';
import { choice, flag, integer } from '../../api/schema/parameters';
import { Registry } from '../../api/schema/registry';
import { writesOf } from '../../api/write/write';
import type { Context } from '../../context';
import { forbidden, notFound } from '../../errors';
import { documentHeaders, respond } from '../../http/respond';
import { message } from '../../messages/message';
import { Statements } from '../../store/database/sql';
import { requireNoCommand } from './commands';
import { capitalized, fileOf, keptRowsOf, reportOf } from './documents';
import { exportList } from './export';
import { importRows } from './import';
import { KeptRows } from './kept-rows';
import { maximumColumns, maximumRows } from './limits';
import type { List } from './lists';
import { quotaOf } from './quota';
import { readFile, receiveFile } from './reading';
import { writeReport } from './report';
import { readRowChoices, rowChoices, unmatchedChoices } from './row-choices';
import { alsoOwnedByDefault, alsoOwnedChoices } from './there';
import { Slices, type Turns } from './turns';

const retryAfter = { 'Retry-After': 'Seconds until it may be tried again' };

/** What smaller files leave behind is little. */
const largeFileBytes = 262_144;

/**
 * The runtime frees memory by the number of objects, and would hold the few large ones of file after file. It takes some
 * ten milliseconds.
 */
const freeMemory = (): void => Bun.gc(true);

/** How a list goes into a file and comes out of one. Imports of all lists take turns. */
export function fileRoutes<N extends List['name']>(
  guard: Guard,
  { store, settings }: Context,
  contributorOf: ContributorOf,
  turns: Turns,
  list: List<N>,
) {
  const { name, resource } = list;
  const { scopes } = writesOf(resource);
  const path = `/api/users/:userId/${name}` as const;
  const tags = [capitalized(name)];
  const pathParameters = { userId: listOwner };
  const file = fileOf(list);
  const kept = keptRowsOf(list);
  const items = list.itemsOf(store);
  const statements = new Statements(store);
  const registry = new Registry([kept]);
  const documents = new Documents(new Queries(store), registry);
  const [reader, writer] = [guard.owner(scopes.read as Scope), guard.owner(scopes.write as Scope)];
  return [
    defineRoute({
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
        400: failure('There is no such format', 400, message('invalid_word', { values: ['csv', 'json'] })),
        ...guarded,
        404: noRecord,
      },
      access: reader,
      // A file has no place to name what was ignored.
      otherParameters: 'ignore',
      handle: ({ request, principal: { userKey }, query: { format } }) =>
        store.read(() => exportList(request, statements, list, userKey, format)),
    }),
    defineRoute({
      method: 'get',
      path: `${path}/import/unmatched`,
      operationId: `${name}ImportRows`,
      tags,
      summary: `List the rows that wait for their releases in a ${name}`,
      description: `The oldest first. ${neededScope(scopes.read)}`,
      pathParameters,
      query: pageParameters,
      answers: { 200: { description: 'The rows', media: listOf(kept) }, ...readAnswers, ...guarded, 404: noRecord },
      access: reader,
      handle: ({ request, principal: { userId, userKey } }) => {
        const asked = readList(kept, registry, request);
        const { rows, total } = store.read(() => new KeptRows(store, list, userKey).page(asked.page, asked.itemsPerPage));
        const shown = rows.map(({ id, cells, ...row }) => ({ ...row, _id: id, row: cells, userId })) as unknown as AnyRow[];
        return respond(request, documents.list(kept, shown, total, asked, kept.path.replace(':userId', userId)));
      },
    }),
    defineRoute({
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
        400: failure('The file cannot be read', 400, message('file_not_utf8'), {
          source: { pointer: '' },
        }),
        ...guarded,
        404: noRecord,
        406: notAcceptable,
        409: {
          ...failure('The user has a file on its way already', 409, message('file_busy', { seconds: 5 })),
          headers: retryAfter,
        },
        413: failure(
          'The file, or a row of it, is too large; or the lists of the user have no room for it',
          413,
          message('file_over_quota', { left: '3.2', max: 32 }),
        ),
        408: bodyTooSlow,
        415: failure(
          'The body is of another media type',
          415,
          message('unsupported_media_type', { types: 'application/json or text/csv' }),
        ),
        422: invalid('notes', message('row_violation', { line: 3, reason: 'This must be text of at most 10000 characters, or null.' })),
        503: {
          ...failure('Too many files are being put in', 503, message('imports_busy', { count: 5, seconds: 5 })),
          headers: retryAfter,
        },
      },
      access: writer,
      // A misspelt dryRun would write what was only to be tried.
      otherParameters: 'refuse',
      handle: ({ request, principal, query: { dryRun, choices: perRow, ...chosen } }) => {
        const { userKey, scopes } = principal;
        if (chosen.takeOffWishlist && scopes !== null && !scopes.has('wishlist:write'))
          throw forbidden('scope_for_parameter', { scope: 'wishlist:write', name: 'takeOffWishlist' }, { parameter: 'takeOffWishlist' });
        const choices = { ...chosen, perRow: readRowChoices(perRow) };
        return turns.take(
          userKey,
          () => receiveFile(request),
          async (file) => {
            const slices = new Slices();
            try {
              await requireNoCommand(store, userKey);
              const rows = await readFile(list, file, slices);
              const quota = await quotaOf(store, userKey, settings.importQuotaMegabytes);
              const contributor = contributorOf(principal);
              const run = (isDry: boolean) =>
                importRows(store, list, items, userKey, rows, { ...choices, quota, isDry }, slices, contributor);
              // Refused before anything is written: what is undone takes room until other rows need it.
              if (!dryRun && quota && !quota.hasRoomForAll(rows)) await run(true);
              const report = await run(dryRun);
              // Without an ETag: it is the report of one import, which no other request gets again.
              const headers = documentHeaders(request);
              return new Response(await writeReport(list, report, slices), { headers });
            } finally {
              if (file.bytes.length > largeFileBytes) freeMemory();
            }
          },
        );
      },
    }),
    defineRoute({
      method: 'delete',
      path: `${path}/import/unmatched/:id`,
      operationId: `${name}ImportRowDelete`,
      tags,
      summary: `Forget a row that waits for its release in a ${name}`,
      description: neededScope(scopes.write),
      pathParameters: { ...pathParameters, id: idOf('The UUID of the row') },
      answers: { 204: nothing('It is forgotten'), ...guarded, 404: noRecord, 503: bodyAnswers[503] },
      access: writer,
      handle: async ({ request, principal: { userKey }, params }) => {
        // The compiler does not know the parameters of a path with a generic part.
        const { id } = params as { readonly id: string };
        const rows = new KeptRows(store, list, userKey);
        if (!(await store.write(() => rows.delete(id.toLowerCase())))) throw notFound('no_row', { id: id.slice(0, 100) });
        return nothingLeft(request);
      },
    }),
  ];
}
