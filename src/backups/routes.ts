import { Type as t } from '@sinclair/typebox';
import type { Guard } from '../accounts/access';
import { guarded, guardedAction, needsAdministrator } from '../accounts/answers';
import { nothingLeft } from '../accounts/documents';
import { failure, notFound, nothing, readAnswers, serviceUnavailable } from '../api/openapi/answers';
import { metaOf } from '../api/read/document';
import type { Ignored } from '../api/read/query';
import { defineRoute, type Media } from '../api/route';
import { withoutIdleTimeout } from '../http/body';
import { baseHeaders, personalCaching, rangeHeaders, rangeOf, respond } from '../http/respond';
import { message } from '../messages/message';
import { archiveOf, streamOf } from './archive';
import { loadListed } from './backup-list';
import type { Backups } from './backups';
import { backupsDocument, backupsPath, presentBackups } from './documents';

const pathParameters = { backupName: { description: 'Backup name from the list', schema: t.String() } };

const backupPath = `${backupsPath}/:backupName` as const;

const oneInstance = `${backupsPath}/2026-01-15T04-00-00Z`;

const archiveType = 'application/x-tar';

const archive: Media<Blob> = {
  content: { [archiveType]: { schema: t.String({ format: 'binary' }), example: 'the archive' } },
};

const accepted = (description: string) => ({ 202: { description, media: backupsDocument }, ...guardedAction });

/** Small backups are verified in time. For large ones, clients read the list later. */
const waitedMilliseconds = 5_000;

export function backupRoutes(guard: Guard, backups: Backups) {
  const own = { tags: ['Administration'], access: guard.administrator, otherParameters: 'ignore' as const };
  const present = (request: Request, status: 200 | 202, ignored: Ignored): Response =>
    respond(request, { data: presentBackups(backups), ...metaOf(ignored) }, status, personalCaching);
  return [
    defineRoute({
      ...own,
      method: 'get',
      path: backupsPath,
      operationId: 'backups',
      summary: 'List backups',
      description: needsAdministrator,
      answers: { 200: { description: 'The backups', media: backupsDocument }, ...readAnswers, ...guarded },
      handle: ({ request, ignored }) => present(request, 200, ignored),
    }),
    defineRoute({
      ...own,
      method: 'post',
      path: backupsPath,
      operationId: 'makeBackup',
      summary: 'Create a backup',
      description: `Runs in the background. The backup is listed when it is complete and verified. No request body. ${needsAdministrator}`,
      answers: {
        ...accepted('Backup started'),
        409: failure('A backup is already running, or the catalog is in memory', 409, message('backup_running'), {
          instance: backupsPath,
        }),
      },
      handle: ({ request, ignored }) => {
        // The log has the error.
        backups.begin('asked').catch(() => undefined);
        return present(request, 202, ignored);
      },
    }),
    defineRoute({
      ...own,
      method: 'post',
      path: `${backupsPath}/copies`,
      operationId: 'copyBackups',
      summary: 'Copy backups off the machine',
      description: `Runs in the background: copies the backups that \`backup_target\` lacks, encrypted if there is a \`backup_recipient\`, verifies them and deletes those that \`backup_keep\` no longer needs. No request body. ${needsAdministrator}`,
      answers: {
        ...accepted('Copying started'),
        409: failure('There is no target, or backups are being copied', 409, message('copies_off'), { instance: `${backupsPath}/copies` }),
      },
      handle: ({ request, ignored }) => {
        // The log has the error.
        backups.copy().catch(() => undefined);
        return present(request, 202, ignored);
      },
    }),
    defineRoute({
      ...own,
      method: 'get',
      path: `${backupPath}/archive`,
      operationId: 'downloadBackup',
      summary: 'Download a backup',
      description: `A tar of its folder, for \`leitmotif restore\` after unpacking. It contains password and token hashes, e-mail addresses and collections: store it securely. Supports \`Range\`, with the ETag in \`If-Range\`. ${needsAdministrator}`,
      pathParameters,
      answers: {
        200: { description: 'The archive', headers: { 'Content-Disposition': 'File name' }, media: archive },
        206: { description: 'The requested range', headers: { 'Content-Range': 'The range' }, media: archive },
        ...guarded,
        404: notFound,
        416: failure('The range starts after the end', 416, message('range_not_satisfiable', { size: 4096 }), {
          instance: `${oneInstance}/archive`,
        }),
      },
      otherParameters: 'refuse',
      handle: async ({ request, params: { backupName }, principal: { userId } }) => {
        const backup = loadListed(backups.list(), backupName);
        const archive = await archiveOf(backup);
        // Ranges apply to GET only (RFC 9110, section 14.2).
        const range = request.method === 'GET' ? rangeOf(request, archive.etag, archive.bytes) : undefined;
        const headers = {
          'content-type': archiveType,
          'content-disposition': `attachment; filename="leitmotif-${backup.name.replace(/[^\w.-]/g, '_')}.tar"`,
          etag: archive.etag,
          vary: 'Authorization',
          ...baseHeaders(request),
          ...personalCaching,
          ...rangeHeaders(range, archive.bytes),
        };
        // Otherwise the runtime would send the length of the missing body.
        if (request.method === 'HEAD') return new Response(null, { headers: { ...headers, 'transfer-encoding': 'chunked' } });
        // Logged, because it contains personal data of all users.
        backups.tellTaken(backupName, userId);
        withoutIdleTimeout(request);
        const body = streamOf(archive, range ?? { from: 0, to: archive.bytes }, (missing) => backups.tellCutOff(backupName, missing));
        return new Response(body, { status: range ? 206 : 200, headers });
      },
    }),
    defineRoute({
      ...own,
      method: 'post',
      path: `${backupPath}/verification`,
      operationId: 'verifyBackup',
      summary: 'Verify a backup',
      description: `Checks checksums, SQLite integrity, references, search indexes and row counts. Responds when done, or after five seconds at most; the list then shows the result. No request body. ${needsAdministrator}`,
      pathParameters,
      answers: {
        ...accepted('Verified, or verification started'),
        404: notFound,
        409: failure('Another verification is running', 409, message('backup_verifying'), { instance: `${oneInstance}/verification` }),
      },
      handle: async ({ request, params: { backupName }, ignored }) => {
        await Promise.race([backups.verify(backupName), Bun.sleep(waitedMilliseconds)]);
        return present(request, 202, ignored);
      },
    }),
    defineRoute({
      ...own,
      method: 'delete',
      path: backupPath,
      operationId: 'removeBackup',
      summary: 'Delete a backup',
      description: `The only backup that can be restored is never deleted. ${needsAdministrator}`,
      pathParameters,
      answers: {
        204: nothing('Deleted'),
        ...guarded,
        404: notFound,
        409: failure('It is the only good backup, or a backup is running', 409, message('last_backup', { name: '2026-01-15T04-00-00Z' }), {
          instance: oneInstance,
        }),
        503: serviceUnavailable,
      },
      otherParameters: 'refuse',
      handle: async ({ request, params: { backupName } }) => {
        await backups.remove(backupName);
        return nothingLeft(request);
      },
    }),
  ];
}
