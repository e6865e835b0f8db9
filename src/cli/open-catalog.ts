import { join } from 'node:path';
import { latestSchema } from '../../db/migrations';
import { inMemory, type Settings } from '../config';
import { DomainError, SetupError } from '../errors';
import { diskFullAt, isFull } from '../store/database/availability';
import { isFirstLoadUnfinished, requireNoFirstLoad } from '../store/database/first-load';
import { schemaVersion } from '../store/database/migrate';
import { bringUpToDate, type Opening, openUnmigrated, type Store } from '../store/database/open';
import { requireLocalData } from '../store/files/network-file-system';
import { requireNoneLost, restoring } from './serve/lost-catalog';
import { requireOwnFiles } from './terminal/data-directory';
import { note } from './terminal/output';

const patienceMilliseconds = 60_000;

interface Upgrading extends Opening {
  /** Skips the backup before an upgrade, for disks without room. */
  readonly withoutBackup?: boolean | undefined;
  /** Leaves an interrupted first import as it is, for commands that resume it. */
  readonly leavesFirstLoad?: boolean | undefined;
  readonly tell?: (line: string) => void;
}

/**
 * Opens a catalog, after a backup and migration if needed.
 * @throws {SetupError} leaving the catalog unchanged
 */
export async function openCatalog(settings: Settings, opening: Upgrading = {}): Promise<Store> {
  requireLocalData(settings);
  if (opening.mayCreate) requireOwnFiles(settings.data);
  if (opening.mayCreate) await requireNoneLost(settings);
  const store = openUnmigrated(settings.data, opening);
  try {
    if (isFirstLoadUnfinished(store) && !opening.leavesFirstLoad) await endFirstLoad(store, opening);
    await upgrade(store, settings, opening);
    return store;
  } catch (error) {
    store.close();
    throw isFull(error) ? diskFullAt(store.path) : error;
  }
}

/** Builds what an interrupted first import deferred. */
async function endFirstLoad(store: Store, { tell = (line) => note(`leitmotif: ${line}`) }: Upgrading): Promise<void> {
  const { finishFirstLoad, takeFirstLoad } = await import('../store/database/first-load');
  const lock = takeFirstLoad(store);
  if (!lock) return;
  try {
    tell('The first import was interrupted. Building indexes for the records imported so far.');
    await finishFirstLoad(store);
  } finally {
    lock.release();
  }
}

/**
 * Migrates the schema.
 * @returns the applied migrations
 * @throws {SetupError} if that fails or a first import is running
 */
export async function upgrade(store: Store, settings: Settings, opening: Upgrading = {}): Promise<string[]> {
  const from = schemaVersion(store.reader);
  if (from === latestSchema()) return [];
  // Migrations need all indexes and triggers.
  if (isFirstLoadUnfinished(store)) await endFirstLoad(store, opening);
  requireNoFirstLoad(store);
  const { withoutBackup = false, tell = (line) => note(`leitmotif: ${line}`) } = opening;
  const isBackedUp = !withoutBackup && store.path !== inMemory;
  if (isBackedUp) tell(`Backing up the catalog before upgrading schema ${from} to ${latestSchema()}.`);
  const backup = isBackedUp ? await backUp(store, settings) : undefined;
  const applied = applyAll(store, opening, from);
  const way =
    backup && `To go back, stop the server, reinstall the previous version (schema ${from}) and run: ${restoring(backup, settings)}`;
  if (applied.length > 0 && from > 0)
    tell(`Upgraded the schema from ${from} to ${latestSchema()}.${way ? ` The previous catalog is saved as a backup. ${way}` : ''}`);
  return applied;
}

function applyAll(store: Store, opening: Opening, from: number): string[] {
  try {
    return bringUpToDate(store, opening);
  } catch (error) {
    if (error instanceof DomainError || isFull(error)) throw error;
    const { message, migration } = error as { message: string; migration?: string };
    throw new SetupError(
      `Could not upgrade the schema from ${from} to ${latestSchema()}: ${migration ?? 'a migration'} failed (${message}). The catalog is unchanged and still works with the previous version.`,
    );
  }
}

/** @returns the backup's name; undefined if another program upgraded the catalog meanwhile */
async function backUp(store: Store, settings: Settings): Promise<string | undefined> {
  const [{ createBackup }, { backupFolder }] = await Promise.all([import('../backups/create-backup'), import('../backups/backup-list')]);
  const folder = backupFolder(settings);
  const task = { database: store.path, covers: join(settings.data, 'covers'), folder, reason: 'upgrade', extent: 'all' } as const;
  for (const deadline = Date.now() + patienceMilliseconds; schemaVersion(store.reader) < latestSchema(); await Bun.sleep(100)) {
    try {
      return createBackup(task).name;
    } catch (error) {
      if (!(error instanceof DomainError && error.kind === 'conflict') || Date.now() > deadline) throw refused(error);
    }
  }
  return undefined;
}

const refused = (error: unknown): SetupError =>
  new SetupError(
    `The catalog was not upgraded because it could not be backed up: ${(error as Error).message} To upgrade without a backup, run leitmotif migrate --without-backup.`,
  );
