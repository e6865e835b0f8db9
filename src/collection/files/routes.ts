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
import { choice, flag } from '../../api/schema/parameters';
import { Registry } from '../../api/schema/registry';
import { writesOf } from '../../api/write/write';
import type { Context } from '../../context';
import { forbidden, notFound } from '../../errors';
import { documentHeaders, respond } from '../../http/respond';
import { message } from '../../messages/message';
import { type ForeignColumns, foreignColumns } from '../formats/foreign-exports';
import { Slices } from '../formats/slices';
import { maximumColumns, maximumRows, mediaTypes, type ReleaseListName } from '../formats/vocabulary';
import { requireNoCommand } from './commands';
import { capitalized, fileOf, importedFileOf, reportSchemaOf, storedRows } from './documents';
import type { ImportQueue } from './import-queue';
import { exportFormats, type ReleaseList } from './lists';
import { importParameters, readRowChoices } from './parameters';
import { quotaOf } from './quota';

const retryAfter = { 'Retry-After': 'Seconds until the next attempt' };

const quotaExample = { left: '3.2', max: 32 };

export const tooManyImports = failure('Too many files are being imported', 503, message('imports_busy', { count: 5, seconds: 5 }));

const largeFileBytes = 262_144;

/** Bun collects garbage by object count and would keep the few large objects of several files. Takes about ten milliseconds. */
const freeMemory = (): void => Bun.gc(true);

export function fileRoutes<N extends ReleaseListName>(
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
  const pendingRows = storedRows[name];
  const registry = new Registry([pendingRows]);
  const documents = new Documents(new Queries(store), registry);
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
      query: {
        format: { ...choice(...exportFormats), description: 'File format', default: 'csv' },
        bom: {
          ...flag,
          description: 'Whether CSV begins with a byte order mark, without which spreadsheets misread accents. Imports accept both',
          default: false,
        },
        columns: {
          ...choice(...(Object.keys(foreignColumns) as ForeignColumns[])),
          description: 'Writes CSV with the columns of this program instead of all columns of Leitmotif',
        },
      },
      answers: {
        200: { description: 'The file', headers: { 'Content-Disposition': 'File name' }, media: file },
        400: failure('Unknown format', 400, message('invalid_word', { values: exportFormats })),
        ...guarded,
        404: noRecord,
      },
      access: reader,
      // The file has no place for ignored parameters.
      otherParameters: 'ignore',
      handle: async ({ request, principal: { userKey }, query }) => {
        const { exportList } = await import('./export');
        return store.read(() => exportList(request, store, list, userKey, query));
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
        const reading = readList(pendingRows, registry, request);
        const { storedRowsPage } = await import('./stored-rows');
        const { rows, total } = store.read(() => storedRowsPage(store, list, userKey, reading.page, reading.itemsPerPage));
        const shown = rows.map(({ id, cells, ...row }) => ({ ...row, _id: id, row: cells, userId })) as unknown as AnyRow[];
        return respond(request, documents.list(pendingRows, shown, total, reading, pendingRows.listPath({ userId })));
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
      query: importParameters(list),
      body: importedFileOf(list),
      answers: {
        200: { description: 'Outcome of each row', media: reportSchemaOf(name) },
        400: failure('Unreadable file', 400, message('file_without_columns'), { source: { pointer: '' } }),
        ...guarded,
        404: noRecord,
        406: notAcceptable,
        409: { ...failure('Another file of the user is being imported', 409, message('file_busy', { seconds: 5 })), headers: retryAfter },
        413: failure('The file or a row is too large, or it exceeds the user’s quota', 413, message('file_over_quota', quotaExample)),
        408: bodyTooSlow,
        415: failure('Unsupported media type', 415, message('unsupported_media_type', { types: Object.keys(mediaTypes) })),
        422: invalid('notes', message('row_violation', { line: 3, reason: 'This must be text of at most 10000 characters, or null.' })),
        503: { ...tooManyImports, headers: retryAfter },
      },
      access: writer,
      // A misspelled `dryRun` would import the file.
      otherParameters: 'refuse',
      handle: async ({ request, principal, query }) => {
        const { userKey, scopes } = principal;
        const mayWish = scopes === null || scopes.has('wishlist:write');
        if (query.takeOffWishlist && !mayWish)
          throw forbidden('scope_for_parameter', { scope: 'wishlist:write', name: 'takeOffWishlist' }, { parameter: 'takeOffWishlist' });
        const choices = { ...query, isDry: query.dryRun, perRow: readRowChoices(query.choices), mayWish };
        const [{ readFile, receiveFile }, { lastCurrencyOf }, { importRows }, { writeReport }] = await Promise.all([
          import('./reading'),
          import('./existing-items'),
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
              const reading = { ...query, isPreview: query.dryRun, lastCurrency: lastCurrencyOf(store, userKey) };
              const read = await readFile(list, file, reading, slices);
              const quota = await quotaOf(store, userKey, settings.importQuotaMegabytes);
              const importer = { store, user: userKey, source: 'server', slices, contributor: contributorOf(principal) } as const;
              const report = await importRows(importer, list, read, { ...choices, quota });
              // No ETag: the report is returned only once.
              return new Response(await writeReport(list, report, slices), { headers: documentHeaders(request) });
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
        const { deleteStoredRow } = await import('./stored-rows');
        if (!(await store.write(() => deleteStoredRow(store, list, userKey, id.toLowerCase()))))
          throw notFound('no_row', { id: id.slice(0, 100) });
        return nothingLeft(request);
      },
    }),
  ];
}
