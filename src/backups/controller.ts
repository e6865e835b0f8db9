import { Elysia } from 'elysia';
import { administrators } from '../accounts/administrators';
import { nothingLeft } from '../accounts/documents';
import type { Principal } from '../accounts/principal';
import { timestamp } from '../database/time';
import { authentication } from '../http/authentication';
import { rangeHeaders, rangeOf } from '../http/byte-range';
import { requireAcceptable } from '../http/negotiation';
import { answerHeadersOf, newRequestId, personalCaching, respond } from '../http/respond';
import { metaOf, Query } from '../jsonapi/query';
import { archiveOf, streamOf } from './archive';
import { type Backup, loadListed } from './backup-list';
import type { Backups } from './backups';
import { archiveType, backupsPath, downloadBackup, makeBackup, readBackups, removeBackup, verifyBackup } from './endpoints';
import { verificationOf } from './verification';

/** More are not looked through on a page; the command line lists them all. */
const shownAtMost = 100;

/** Small backups are read in less; whoever asks of a large one looks again. */
const waitedMilliseconds = 2_000;

/** The routes by which administrators see backups, have them made, read and removed, and take them out. */
export function backupController(backups: Backups, findPrincipal: (token: string) => Principal | undefined) {
  return new Elysia({ name: 'backups' })
    .use(authentication(administrators(findPrincipal), 'admin'))
    .get(readBackups.route, ({ request }) => present(request, backups, 200), readBackups.hook)
    .post(makeBackup.route, ({ request }) => make(request, backups), makeBackup.hook)
    .get(
      downloadBackup.route,
      ({ request, params, principal }) => download(request, backups, downloadBackup.named(params).backupName, principal),
      downloadBackup.hook,
    )
    .post(verifyBackup.route, ({ request, params }) => verify(request, backups, verifyBackup.named(params).backupName), verifyBackup.hook)
    .delete(
      removeBackup.route,
      ({ request, params }) => remove(request, backups, removeBackup.named(params).backupName),
      removeBackup.hook,
    );
}

function make(request: Request, backups: Backups): Response {
  requireAcceptable(request);
  // What comes of it is in the log.
  backups.begin('asked').catch(() => undefined);
  return present(request, backups, 202);
}

async function verify(request: Request, backups: Backups, name: string): Promise<Response> {
  requireAcceptable(request);
  await Promise.race([backups.verify(name), Bun.sleep(waitedMilliseconds)]);
  return present(request, backups, 202);
}

async function remove(request: Request, backups: Backups, name: string): Promise<Response> {
  new Query(request).refuseUnknown();
  await backups.remove(name);
  return nothingLeft(request);
}

/** What goes out is said in the log: it has what others have entrusted to the server. */
async function download(request: Request, backups: Backups, name: string, { userId }: Principal): Promise<Response> {
  new Query(request).refuseUnknown();
  const backup = loadListed(backups.list(), name);
  const archive = await archiveOf(backup);
  // Parts are of what GET gives (RFC 9110, section 14.2).
  const range = request.method === 'GET' ? rangeOf(request, archive.etag, archive.bytes) : undefined;
  const headers = {
    'content-type': archiveType,
    'content-disposition': `attachment; filename="leitmotif-${backup.name.replace(/[^\w.-]/g, '_')}.tar"`,
    etag: archive.etag,
    vary: 'Authorization',
    'x-content-type-options': 'nosniff',
    'x-request-id': newRequestId(),
    ...answerHeadersOf(request),
    ...personalCaching,
    ...rangeHeaders(range, archive.bytes),
  };
  // Said, since the length that no body has would be taken for that of the archive.
  if (request.method === 'HEAD') return new Response(null, { headers: { ...headers, 'transfer-encoding': 'chunked' } });
  backups.tellTaken(name, userId);
  const body = streamOf(archive, range ?? { from: 0, to: archive.bytes });
  return new Response(body, { status: range ? 206 : 200, headers });
}

function present(request: Request, backups: Backups, status: 200 | 202): Response {
  requireAcceptable(request);
  const ignored = new Query(request).ignored();
  const { every, lastMadeAt, dueAt, isLate, isRunning, failure } = backups.standing();
  const attributes = {
    folder: backups.isPossible ? backups.folder : null,
    every_hours: every,
    last_made_at: lastMadeAt,
    due_at: dueAt === undefined ? null : timestamp(new Date(dueAt)),
    is_late: isLate,
    is_running: isRunning,
    last_failure: failure && { failed_at: failure.failedAt, detail: failure.detail },
    backups: backups
      .list()
      .slice(0, shownAtMost)
      .map((backup) => shown(backup, backups.verifying)),
  };
  const data = { id: backupsPath, type: 'Backups', attributes, links: { self: backupsPath } };
  return respond(request, { data, ...metaOf(ignored) }, status, personalCaching);
}

function shown(listed: Backup, verifying: string | undefined) {
  const { rows, covers, ...backup } = listed;
  const { verified_at, faults, findings } = verificationOf(listed);
  const count = (...tables: readonly string[]): number => tables.reduce((sum, table) => sum + (rows[table] ?? 0), 0);
  const { name, made_at, reason, extent, program_version, schema_version, sequence, bytes } = backup;
  return {
    ...{ name, made_at, reason, extent, program_version, schema_version, sequence, bytes },
    cover_files: covers,
    users: count('user'),
    records: count('release', 'production', 'artist'),
    collection_items: count('collection_item'),
    verified_at,
    is_being_verified: name === verifying,
    faults,
    findings,
  };
}
