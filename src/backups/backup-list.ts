import { accessSync, constants, existsSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { pathOf, type Settings } from '../config';
import { notFound, SetupError, systemReason } from '../errors';
import { readOnlyDisk } from '../store/database/availability';
import { fileNames, findManifest, type Manifest } from './manifest';

export interface Backup extends Manifest {
  readonly name: string;
  readonly path: string;
}

export const backupFolder = ({ data, backups }: Pick<Settings, 'data' | 'backups'>): string => backups || join(data, 'backups');

/**
 * Creates a backup folder if it is missing.
 * @throws {SetupError} if it cannot be created or written to
 */
export function makeBackupFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    accessSync(folder, constants.W_OK);
  } catch (error) {
    const refusal = `Backups cannot be written to ${folder}: ${systemReason(error)}. Set another folder with --backups.`;
    throw readOnlyDisk(error) ?? new SetupError(refusal);
  }
}

/** Locked while the backup folder is being changed. */
export const lockOf = (folder: string): string => join(folder, '.lock');

/** Whether a folder of this name is a backup that is being made or was interrupted. */
export const isPartFolder = (name: string): boolean => /^\..+\.part$/.test(name);

/** Complete backups, newest first. */
export function listBackups(folder: string): Backup[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => !name.startsWith('.'))
    .flatMap((name) => findBackup(join(folder, name)) ?? [])
    .toSorted((a, b) => Date.parse(b.made_at) - Date.parse(a.made_at) || (a.name < b.name ? 1 : -1));
}

/** @throws {DomainError} not_found */
export function loadListed(all: readonly Backup[], name: string): Backup {
  const backup = all.find((backup) => backup.name === name);
  if (!backup) throw notFound('no_backup', { name: name.slice(0, 100) });
  return backup;
}

export function findBackup(path: string): Backup | undefined {
  const manifest = findManifest(path);
  return manifest && { ...manifest, name: basename(path), path };
}

/**
 * @param nameOrPath a name, or the path of a backup folder or of a file in it
 * @throws {DomainError} not_found
 * @throws {SetupError} if there is no manifest
 */
export function loadBackup(folder: string, nameOrPath: string): Backup {
  const asPath = resolve(pathOf(nameOrPath));
  const candidates = /\/|^\.{1,2}$/.test(nameOrPath) ? [asPath] : [join(folder, nameOrPath), asPath];
  const path = candidates.find((candidate) => existsSync(candidate));
  if (path === undefined) throw notFound('no_backup', { name: `${nameOrPath} in ${folder}, and no such folder elsewhere` });
  const own = statSync(path).isDirectory() ? path : dirname(path);
  const backup = findBackup(own);
  if (backup) return backup;
  throw new SetupError(
    `${nameOrPath} is not a backup: it has no readable ${fileNames.manifest}. Run leitmotif backup list to list backups, or give the path of an archive (.tar or .tar.age).`,
  );
}
