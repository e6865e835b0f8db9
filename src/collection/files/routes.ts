import type { ContributorOf, Guard } from '../../accounts/access';
import { guarded, uuidParameter } from '../../accounts/answers';
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
import { capitalized, fileOf, reportSchemaOf, storedRowsOf } from './documents';
import { alsoOwnedByDefault, alsoOwnedChoices } from './existing-items';
import { type ImportQueue, Slices } from './import-queue';
import { maximumColumns, maximumRows } from './limits';
import type { ReleaseList } from './lists';
import { quotaOf } from './quota';
import { readRowChoices, rowChoices, unmatchedChoices } from './row-choices';

const retryAfter = { 'Retry-After': 'Seconds until the next attempt' };

const largeFileBytes = 262_144;

/** Bun collects garbage by object count and would keep the few large objects of several files. Takes about ten milliseconds. */
const freeMemory = (): void => Bun.gc(true);

export function fileRoutes<N extends ReleaseList['name']>(
  guard: Guard,
  { store, settings }: Context,
  contributorOf: ContributorOf,
  queue: ImportQueue,
  list: ReleaseList<N>,
) {
  const { name, resource } = list;
  const { scopes } = writesOf(resource);
  const path = `/api/users/:userId/${name}` as const;
  const tags = [capitalized(name)];
  const pathParameters = { userId: listOwner };
  const file = fileOf(list);
  const pendingRows = storedRowsOf(list);
  const items = list.itemsOf(store);
  const statements = new Statements(store);
  const registry = new Registry([pendingRows]);
  const documents = new Documents(new Queries(store), registry);
  const storedRows = async (userKey: number) => new (await import('./stored-rows')).StoredRows(store, list, userKey);
  const [reader, writer] = [guard.owner(scopes.read as Scope), guard.owner(scopes.write as Scope)];
  return [
    defineRoute({
      method: 'get',
      path: `${path}/export`,
      operationId: `${name}Export`,
      tags,
      summary: `Export a ${name}`,
      description: `In CSV, text that a spreadsheet would run as a formula is prefixed with an apostrophe. ${neededScope(scopes.read)}`,
      pathParameters,
      query: { format: { ...choice('csv', 'json'), description: 'File format', default: 'csv' } },
      answers: {
        200: { description: 'The file', headers: { 'Content-Disposition': 'File name' }, media: file },
        400: failure('Unknown format', 400, message('invalid_word', { values: ['csv', 'json'] })),
        ...guarded,
        404: noRecord,
      },
      access: reader,
      // The file has no place for ignored parameters.
      otherParameters: 'ignore',
      handle: async ({ request, principal: { userKey }, query: { format } }) => {
        const { exportList } = await import('./export');
        return store.read(() => exportList(request, statements, list, userKey, format));
      },
    }),
    defineRoute({
      method: 'get',
      path: `${path}/import/unmatched`,
      operationId: `${name}ImportRows`,
      tags,
      summary: `List pending rows of a ${name}`,
      description: `Oldest first. ${neededScope(scopes.read)}`,
      pathParameters,
      query: pageParameters,
      answers: { 200: { description: 'The rows', media: listOf(pendingRows) }, ...readAnswers, ...guarded, 404: noRecord },
      access: reader,
      handle: async ({ request, principal: { userId, userKey } }) => {
        const asked = readList(pendingRows, registry, request);
        const stored = await storedRows(userKey);
        const { rows, total } = store.read(() => stored.page(asked.page, asked.itemsPerPage));
        const shown = rows.map(({ id, cells, ...row }) => ({ ...row, _id: id, row: cells, userId })) as unknown as AnyRow[];
        return respond(request, documents.list(pendingRows, shown, total, asked, pendingRows.path.replace(':userId', userId)));
      },
    }),
    defineRoute({
      method: 'post',
      path: `${path}/import`,
      operationId: `${name}Import`,
      isRepeatable: true,
      tags,
      summary: `Import a file into a ${name}`,
      description: `A Leitmotif export, a Discogs CSV export, another CSV or a plain list. The import is atomic. Unknown parameters are refused with 400, so that a misspelled dryRun writes nothing. Unmatched rows are stored as pending and matched again at the next import. At most ${maximumRows} rows and ${maximumColumns} columns. ${neededScope(scopes.write)}`,
      pathParameters,
      query: {
        dryRun: { ...flag, description: 'Only report the expected outcome of each row', default: false },
        alsoOwned: {
          ...choice(...alsoOwnedChoices),
          description:
            'How to handle a release already in the collection. skip: ignore one row per existing copy; differing: add a copy unless an identical one exists; add: add a copy. A wishlist always has a release once.',
          default: alsoOwnedByDefault,
        },
        unreadable: {
          ...choice('refuse', 'skip'),
          description: 'How to handle invalid rows. refuse: write nothing; skip: ignore them',
          default: 'refuse',
        },
        unmatched: {
          ...choice(...unmatchedChoices),
          description:
            'How to handle unmatched rows. keep: keep them and match again at the next import; provisional: create a provisional release and an item, also for pending rows; skip: ignore them',
          default: 'keep',
        },
        choices: {
          ...rowChoices,
          description:
            'Actions for single rows, by their line in a dry run: the UUID of a release; provisional: create a provisional release; skip: ignore it. Takes precedence over the other parameters. An unknown line or release is a 400.',
        },
        takeOffWishlist: {
          ...flag,
          description: 'Whether to remove added releases from the wishlist; needs the scope wishlist:write',
          default: false,
        },
        rowsShown: {
          ...integer(0, maximumRows, maximumRows),
          description: 'Maximum rows listed per outcome, separately with and without candidates; counts cover all rows',
          default: maximumRows,
        },
      },
      body: file,
      answers: {
        200: { description: 'Outcome of each row', media: reportSchemaOf(name) },
        400: failure('Unreadable file', 400, message('file_not_utf8'), {
          source: { pointer: '' },
        }),
        ...guarded,
        404: noRecord,
        406: notAcceptable,
        409: {
          ...failure('Another file of the user is being imported', 409, message('file_busy', { seconds: 5 })),
          headers: retryAfter,
        },
        413: failure(
          'The file or a row is too large, or it exceeds the user’s quota',
          413,
          message('file_over_quota', { left: '3.2', max: 32 }),
        ),
        408: bodyTooSlow,
        415: failure('Unsupported media type', 415, message('unsupported_media_type', { types: ['application/json', 'text/csv'] })),
        422: invalid('notes', message('row_violation', { line: 3, reason: 'This must be text of at most 10000 characters, or null.' })),
        503: {
          ...failure('Too many files are being imported', 503, message('imports_busy', { count: 5, seconds: 5 })),
          headers: retryAfter,
        },
      },
      access: writer,
      // A misspelled `dryRun` would import the file.
      otherParameters: 'refuse',
      handle: async ({ request, principal, query: { dryRun, choices: perRow, ...chosen } }) => {
        const { userKey, scopes } = principal;
        if (chosen.takeOffWishlist && scopes !== null && !scopes.has('wishlist:write'))
          throw forbidden('scope_for_parameter', { scope: 'wishlist:write', name: 'takeOffWishlist' }, { parameter: 'takeOffWishlist' });
        const choices = { ...chosen, perRow: readRowChoices(perRow) };
        const [{ readFile, receiveFile }, { importRows }, { writeReport }] = await Promise.all([
          import('./reading'),
          import('./import'),
          import('./report'),
        ]);
        return queue.take(
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
              // Checked before writing: undoing leaves unused space behind.
              if (!dryRun && quota && !quota.hasRoomForAll(rows)) await run(true);
              const report = await run(dryRun);
              // No ETag: the report is returned only once.
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
      summary: `Discard a pending row of a ${name}`,
      description: neededScope(scopes.write),
      pathParameters: { ...pathParameters, id: uuidParameter('Row UUID') },
      answers: { 204: nothing('Row discarded'), ...guarded, 404: noRecord, 503: bodyAnswers[503] },
      access: writer,
      handle: async ({ request, principal: { userKey }, params }) => {
        // TypeScript does not infer parameters of a generic path.
        const { id } = params as { readonly id: string };
        const rows = await storedRows(userKey);
        if (!(await store.write(() => rows.delete(id.toLowerCase())))) throw notFound('no_row', { id: id.slice(0, 100) });
        return nothingLeft(request);
      },
    }),
  ];
}
