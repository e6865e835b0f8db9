import { dirname } from 'node:path';
import { latestSchema } from '../../db/migrations';
import type { Backups } from '../backups/backups';
import type { Context } from '../context';
import { DomainError } from '../errors';
import { isUnusable } from '../store/database/availability';
import { schemaVersion } from '../store/database/migrate';
import { inMemory, type Store } from '../store/database/open';
import { accessFault, foldersWithoutRoom, spaceFault } from '../store/files/disk-space';

export interface Check {
  readonly name: string;
  /** A sentence without paths or numbers of this machine; undefined if OK. */
  readonly look: () => string | undefined;
  /** Check the health of the server anyway. */
  readonly isWarning?: true;
}

export type Observed = Pick<Context, 'store' | 'checkpoints'> & {
  readonly backups?: Pick<Backups, 'standing' | 'folder' | 'copies'> | undefined;
};

export interface ReadinessReport {
  readonly status: 'ready' | 'not ready';
  readonly checks: Readonly<Record<string, { readonly status: 'ok' | 'warning' | 'failed'; readonly detail?: string }>>;
}

export function checksOf({ store, checkpoints, backups }: Observed): readonly Check[] {
  const database: Check = { name: 'database', look: () => databaseFault(store) };
  const schema: Check = { name: 'schema', look: () => schemaFault(store) };
  if (store.path === inMemory) return [database, schema];
  const disk: readonly Check[] = [
    { name: 'disk', look: () => spaceFault(store.path) },
    { name: 'disk_access', look: () => accessFault(store.path) },
  ];
  const warnings: readonly Check[] = backups
    ? [
        { name: 'backup_space', look: () => backupSpaceFault(store.path, backups), isWarning: true },
        { name: 'backups', look: () => backupsFault(backups), isWarning: true },
      ]
    : [];
  if (!checkpoints) return [database, schema, ...disk, ...warnings];
  const written = 'The write-ahead log cannot be checkpointed. See the server log.';
  return [database, schema, ...disk, { name: 'checkpoint', look: () => (checkpoints.hasFailed ? written : undefined) }, ...warnings];
}

/** A check that throws has failed. */
export function readinessOf(checks: readonly Check[]): ReadinessReport {
  const looked = checks.map(({ name, look, isWarning }) => {
    const detail = lookSafely(look);
    return [
      name,
      { status: detail === undefined ? 'ok' : isWarning ? 'warning' : 'failed', ...(detail !== undefined && { detail }) },
    ] as const;
  });
  const isReady = looked.every(([, { status }]) => status !== 'failed');
  return { status: isReady ? 'ready' : 'not ready', checks: Object.fromEntries(looked) };
}

function lookSafely(look: Check['look']): string | undefined {
  try {
    return look();
  } catch (error) {
    if (error instanceof DomainError) return error.detail;
    return isUnusable(error) ? 'This check needs the database, which cannot be read.' : 'The check failed.';
  }
}

function databaseFault(store: Store): string | undefined {
  store.requireInPlace();
  try {
    store.reader.get('SELECT count(*) FROM sqlite_schema');
    return undefined;
  } catch {
    return 'The database does not respond.';
  }
}

function schemaFault({ reader }: Store): string | undefined {
  const [version, known] = [schemaVersion(reader), latestSchema()];
  return version === known ? undefined : `The database has schema version ${version}; this server needs ${known}.`;
}

function backupsFault(backups: Pick<Backups, 'standing' | 'copies'>): string | undefined {
  if (backups.standing().isLate) return 'The last backup is too old. See the server log.';
  return backups.copies()?.failure ? 'Backups could not be copied off the machine. See the server log.' : undefined;
}

/** For the operator, with folder names. */
const backupSpaceFault = (database: string, { folder }: Pick<Backups, 'folder'>): string | undefined =>
  foldersWithoutRoom(database, [dirname(database), folder]).length > 0
    ? 'The disk of the database or its backups has less free space than twice the size of the database.'
    : undefined;
