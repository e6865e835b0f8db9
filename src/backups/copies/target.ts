import {
  appendFileSync,
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { type RetentionPolicy, s3Address } from '../../config';
import { DomainError, systemReason } from '../../errors';
import { message } from '../../messages/message';
import { syncFolder } from '../../store/files/sync';
import { sha256Of } from '../integrity';
import { type CopySettings, type CopyTarget, copyDiffers, copyOf } from './state';

export interface CopyTask {
  /** Of the backups. */
  readonly folder: string;
  readonly keep: RetentionPolicy;
  readonly settings: CopySettings;
}

/** @param isKnown whether there were copies before */
export async function targetOf(settings: CopySettings, isKnown: boolean): Promise<CopyTarget> {
  const { backupTarget: target } = settings;
  const address = s3Address(target);
  return address ? (await import('./s3')).s3Target(settings, address) : folderTarget(target, isKnown);
}

/** Tells a mounted disk from the empty folder of one that is not. */
const marker = '.leitmotif-backups';

function folderTarget(folder: string, isKnown: boolean): CopyTarget {
  const saying = async <T>(work: () => T | Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      throw folderProblem(folder, error);
    }
  };
  return {
    list: () =>
      saying(() => {
        const files = readdirSync(folder);
        if (isKnown && !files.includes(marker))
          throw new DomainError('unavailable', message('copy_folder_not_mounted', { folder, marker }));
        if (!isKnown) writeFileSync(join(folder, marker), '', { mode: 0o600 });
        return new Map(files.filter((file) => copyOf(file)).map((file) => [file, statSync(join(folder, file)).size]));
      }),
    clean: () =>
      saying(() => {
        for (const name of readdirSync(folder)) if (isPartOfCopy(name)) rmSync(join(folder, name), { force: true });
      }),
    write: (file, chunks) =>
      saying(async () => {
        const part = join(folder, `.${file}.part`);
        const hasher = new Bun.CryptoHasher('sha256');
        const output = openSync(part, 'w', 0o600);
        try {
          for await (const chunk of chunks) {
            appendFileSync(output, chunk);
            hasher.update(chunk);
          }
          fsyncSync(output);
        } catch (error) {
          rmSync(part, { force: true });
          throw error;
        } finally {
          closeSync(output);
        }
        if (sha256Of(part) !== hasher.digest('hex')) throw copyDiffers(file, folder);
        renameSync(part, join(folder, file));
        syncFolder(folder);
        return { bytes: statSync(join(folder, file)).size, verified: 'read' };
      }),
    remove: (file) => saying(() => rmSync(join(folder, file), { force: true })),
  };
}

const isPartOfCopy = (name: string): boolean => name.startsWith('.') && name.endsWith('.part') && !!copyOf(name.slice(1, -'.part'.length));

function folderProblem(folder: string, error: unknown): DomainError {
  if (error instanceof DomainError) return error;
  const { code = '' } = error as { readonly code?: string };
  if (['ENOSPC', 'EDQUOT', 'EFBIG'].includes(code)) return new DomainError('unavailable', message('copy_target_full', { target: folder }));
  if (code === 'ENOENT' && !existsSync(folder)) return new DomainError('unavailable', message('copy_folder_missing', { folder }));
  return new DomainError('unavailable', message('copy_target_refuses', { target: folder, reason: systemReason(error) }));
}
