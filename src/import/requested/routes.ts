import { Type as t } from '@sinclair/typebox';
import type { Guard } from '../../accounts/access';
import { guarded, guardedBody, guardedWrite, needsAdministrator, uuidParameter } from '../../accounts/answers';
import { AccountDocuments, nothingLeft } from '../../accounts/documents';
import { importFilesDocument, importFilesPath } from '../../accounts/imports/files';
import { importRuns, newImports } from '../../accounts/imports/resource';
import { importPresenter, importRunDocument, noImport } from '../../accounts/imports/routes';
import {
  bodyTooSlow,
  failure,
  invalid,
  notAcceptable,
  notFound,
  nothing,
  readAnswers,
  requestOf,
  serviceUnavailable,
} from '../../api/openapi/answers';
import { metaOf } from '../../api/read/document';
import type { Ignored } from '../../api/read/query';
import { defineRoute, type Media } from '../../api/route';
import { readDocument } from '../../api/write/write';
import { requireMediaType } from '../../http/body';
import { personalCaching, respond } from '../../http/respond';
import { message } from '../../messages/message';
import type { Store } from '../../store/database/open';
import type { RequestedImports } from './imports';

const id = { id: uuidParameter('The UUID of the import') };
const name = { name: { description: 'The name of the file', schema: t.String() } };
const oneFile = `${importFilesPath}/:name` as const;
const anyFile = 'application/octet-stream';

const upload: Media<Blob> = { content: { [anyFile]: { schema: t.String({ format: 'binary' }), example: 'the file' } } };

const location = { Location: 'Address of the import' };

/** Routes that start, cancel and resume imports, and manage the files that can be imported. */
export function requestedImportRoutes(guard: Guard, store: Store, imports: RequestedImports) {
  const own = { tags: ['Administration'], access: guard.administrator };
  const documents = new AccountDocuments(store, importRuns, noImport);
  const presentRun = importPresenter(documents);
  const headersOf = (id: string) => ({ location: importRuns.iri({ id }), 'cache-control': 'no-store' });
  const presentFiles = (request: Request, status: number, ignored: Ignored): Response => {
    const { isPossible, folder } = imports;
    const attributes = {
      folder: isPossible ? folder.path : null,
      maximum_upload_bytes: isPossible ? folder.maximumBytes : 0,
      files: isPossible ? folder.list() : [],
    };
    const data = { id: importFilesPath, type: 'ImportFiles', attributes, links: { self: importFilesPath } };
    return respond(request, { data, ...metaOf(ignored) }, status, personalCaching);
  };
  return [
    defineRoute({
      ...own,
      method: 'post',
      path: '/api/imports',
      operationId: 'startImport',
      isRepeatable: true,
      summary: 'Start an import',
      description: `Imports \`files\` of one source from the import folder, or mirrors the Leitmotif \`server\` with a \`token\` of it, once. One import runs at a time, in the background. If the server ends, it resumes the import at its next start. ${needsAdministrator}`,
      body: requestOf(newImports, { files: ['release.tar.xz'] }),
      answers: {
        202: { description: 'The import has started', headers: location, media: importRunDocument },
        ...guardedBody,
        404: notFound,
        409: failure('The body has another type, another import is running, or the catalog is in memory', 409, message('import_running')),
        422: invalid('server', message('invalid_import_server')),
      },
      handle: async ({ request, principal, body }) => {
        documents.requireAnswerable(request);
        imports.requirePossible();
        const { values, ignored } = readDocument(newImports, body);
        const id = await imports.start(values as Parameters<RequestedImports['start']>[0], principal.userKey);
        return presentRun(request, id, { status: 202, headers: headersOf(id), ignored });
      },
    }),
    defineRoute({
      ...own,
      method: 'post',
      path: '/api/imports/:id/cancellation',
      operationId: 'cancelImport',
      summary: 'Cancel an import',
      description: `It ends after the current batch as \`interrupted\` and can be resumed. Records imported so far stay. No request body. ${needsAdministrator}`,
      pathParameters: id,
      answers: {
        202: { description: 'The import is ending', media: importRunDocument },
        ...guardedWrite,
        409: failure('It is not running, or runs on the command line', 409, message('import_not_running')),
      },
      handle: async ({ request, params: { id } }) => {
        documents.requireAnswerable(request);
        await imports.cancel(id.toLowerCase());
        return presentRun(request, id, { status: 202 });
      },
    }),
    defineRoute({
      ...own,
      method: 'post',
      path: '/api/imports/:id/resumption',
      operationId: 'resumeImport',
      summary: 'Resume an import',
      description: `Continues an interrupted or failed import after its last batch, or starts over if its files have changed. No request body. ${needsAdministrator}`,
      pathParameters: id,
      answers: {
        202: { description: 'The import has started', media: importRunDocument },
        ...guardedWrite,
        409: failure('It is complete or of the command line, or another import is running', 409, message('import_not_resumable')),
      },
      handle: async ({ request, principal, params: { id } }) => {
        documents.requireAnswerable(request);
        await imports.resume(id.toLowerCase(), principal.userKey);
        return presentRun(request, id, { status: 202 });
      },
    }),
    defineRoute({
      ...own,
      method: 'get',
      path: importFilesPath,
      operationId: 'importFiles',
      summary: 'List files that can be imported',
      description: `The files of the import folder on the server (\`import_folder\`), without links and folders below it. ${needsAdministrator}`,
      answers: { 200: { description: 'The files', media: importFilesDocument }, ...readAnswers, ...guarded },
      otherParameters: 'ignore',
      handle: ({ request, ignored }) => presentFiles(request, 200, ignored),
    }),
    defineRoute({
      ...own,
      method: 'put',
      path: oneFile,
      operationId: 'uploadImportFile',
      summary: 'Upload a file',
      description: `Stores a dump, export or file of records in the import folder, up to \`import_upload_megabytes\`. A file of that name must not exist, and an unknown format is refused. ${needsAdministrator}`,
      pathParameters: name,
      body: upload,
      answers: {
        201: { description: 'The files, with the new one', media: importFilesDocument },
        400: failure('The name or format is not allowed', 400, message('import_file_unknown', { name: 'notes.txt' })),
        ...guarded,
        406: notAcceptable,
        408: bodyTooSlow,
        409: failure(
          'A file of that name exists, or the catalog is in memory',
          409,
          message('import_file_exists', { name: 'release.tar.xz' }),
        ),
        413: failure('The file is too large', 413, message('import_upload_too_large', { max: 16_000, folder: '/srv/leitmotif/imports' })),
        415: failure('Unsupported media type of the body', 415, message('unsupported_media_type', { types: [anyFile] })),
        503: serviceUnavailable,
      },
      otherParameters: 'ignore',
      handle: async ({ request, params: { name }, ignored }) => {
        requireMediaType(request, [anyFile]);
        imports.requirePossible();
        await imports.folder.receive(name, request);
        return presentFiles(request, 201, ignored);
      },
    }),
    defineRoute({
      ...own,
      method: 'delete',
      path: oneFile,
      operationId: 'deleteImportFile',
      summary: 'Delete a file from the import folder',
      description: `What was imported from it stays. ${needsAdministrator}`,
      pathParameters: name,
      answers: {
        204: nothing('Deleted'),
        ...guardedWrite,
        409: failure('It is being imported, or the catalog is in memory', 409, message('import_file_in_use', { name: 'release.tar.xz' })),
      },
      otherParameters: 'refuse',
      handle: ({ request, params: { name } }) => {
        imports.requirePossible();
        imports.remove(name);
        return nothingLeft(request);
      },
    }),
  ];
}
