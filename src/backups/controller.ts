import { Elysia } from 'elysia';
import { administrators } from '../accounts/administrators';
import type { Principal } from '../accounts/principal';
import { authentication } from '../http/authentication';
import { requireAcceptable } from '../http/negotiation';
import { personalCaching, respond } from '../http/respond';
import { metaOf, Query } from '../jsonapi/query';
import type { Backup } from './backup-list';
import type { Backups } from './backups';
import { backupsPath, makeBackup, readBackups } from './endpoints';

/** More are not looked through on a page; the command line lists them all. */
const shownAtMost = 100;

/** The routes by which administrators see backups, and have one made. */
export function backupController(backups: Backups, findPrincipal: (token: string) => Principal | undefined) {
  return new Elysia({ name: 'backups' })
    .use(authentication(administrators(findPrincipal), 'admin'))
    .get(readBackups.route, ({ request }) => present(request, backups, 200), readBackups.hook)
    .post(
      makeBackup.route,
      ({ request }) => {
        requireAcceptable(request);
        // What comes of it is in the log.
        backups.begin('asked').catch(() => undefined);
        return present(request, backups, 202);
      },
      makeBackup.hook,
    );
}

function present(request: Request, backups: Backups, status: 200 | 202): Response {
  requireAcceptable(request);
  const ignored = new Query(request).ignored();
  const { every, lastMadeAt, isLate, isRunning } = backups.standing();
  const attributes = {
    folder: backups.isPossible ? backups.folder : null,
    every_hours: every,
    last_made_at: lastMadeAt,
    is_late: isLate,
    is_running: isRunning,
    backups: backups.list().slice(0, shownAtMost).map(shown),
  };
  const data = { id: backupsPath, type: 'Backups', attributes, links: { self: backupsPath } };
  return respond(request, { data, ...metaOf(ignored) }, status, personalCaching);
}

function shown({ rows, covers, ...backup }: Backup) {
  const count = (...tables: readonly string[]): number => tables.reduce((sum, table) => sum + (rows[table] ?? 0), 0);
  const { name, made_at, reason, extent, program_version, schema_version, sequence, bytes, findings } = backup;
  return {
    ...{ name, made_at, reason, extent, program_version, schema_version, sequence, bytes },
    cover_files: covers,
    users: count('user'),
    records: count('release', 'production', 'artist'),
    collection_items: count('collection_item'),
    findings,
  };
}
