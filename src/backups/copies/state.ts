import { renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Static, Type as t } from '@sinclair/typebox';
import type { Settings } from '../../config';
import { DomainError } from '../../errors';
import { type Message, message } from '../../messages/message';
import { now } from '../../store/values/dates';
import type { Backup } from '../backup-list';
import { extents, readJson, reasons } from '../manifest';

/** Settings that say where and how backups are copied. */
export type CopySettings = Pick<
  Settings,
  'backupTarget' | 'backupRecipient' | 'backupS3Endpoint' | 'backupS3Region' | 'backupS3KeyId' | 'backupS3Secret'
>;

/** Read back and compared, or compared by size and the checksum that the target computed. */
export const verifications = ['read', 'checksum'] as const;

export type CopyVerification = (typeof verifications)[number];

/** What the name of a copy says, so that the retention policy needs nothing else. */
export interface BackupCopy extends Pick<Backup, 'name' | 'made_at' | 'reason' | 'extent'> {
  readonly file: string;
}

const pattern = /^leitmotif-((\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)Z(?:-\d{1,3})?)-([a-z]{1,10})\.tar(?:\.age)?$/;

/** Undefined for files that are no copies of ours. */
export function copyOf(file: string): BackupCopy | undefined {
  const [, name, day, hours, minutes, seconds, kind] = pattern.exec(file) ?? [];
  const reason = kind === extents[1] ? 'asked' : reasons.find((reason) => reason === kind);
  if (name === undefined || !reason) return undefined;
  const extent = kind === extents[1] ? extents[1] : extents[0];
  return { file, name, made_at: `${day}T${hours}:${minutes}:${seconds}.000+00:00`, reason, extent };
}

/** Undefined for a backup whose folder was renamed. */
export const copyFor = ({ name, reason, extent }: Backup, isEncrypted: boolean): BackupCopy | undefined =>
  copyOf(`leitmotif-${name}-${extent === extents[1] ? extent : reason}.tar${isEncrypted ? '.age' : ''}`);

export interface WrittenCopy {
  readonly bytes: number;
  readonly verified: CopyVerification;
}

/** Where copies are stored. Files that are not ours by name are neither listed nor changed. */
export interface CopyTarget {
  /** Sizes by file name. */
  list(): Promise<Map<string, number>>;
  /** Removes what interrupted copies left. */
  clean(): Promise<void>;
  /**
   * Stores and verifies a file, which gets its name when it is complete.
   * @param expectedBytes roughly
   */
  write(file: string, chunks: AsyncIterable<Uint8Array>, expectedBytes: number): Promise<WrittenCopy>;
  remove(file: string): Promise<void>;
}

export const copyDiffers = (file: string, target: string): DomainError =>
  new DomainError('unavailable', message('copy_differs', { file, target }));

const copySchema = t.Object({
  bytes: t.Integer({ minimum: 0 }),
  copied_at: t.String({ format: 'date-time' }),
  verified: t.Unsafe<CopyVerification>(t.Union(verifications.map((verification) => t.Literal(verification)))),
  recipient: t.String(),
});

const schema = t.Object({
  target: t.String(),
  /** When the target was last compared. */
  checked_at: t.Union([t.String({ format: 'date-time' }), t.Null()]),
  failure: t.Union([
    t.Object({ failedAt: t.String(), detail: t.String(), problem: t.Optional(t.Unsafe<Message>(t.Object({ code: t.String() }))) }),
    t.Null(),
  ]),
  /** By file name. */
  copies: t.Record(t.String(), copySchema),
});

/** What is known of the copies at a target. */
export type CopyState = Static<typeof schema>;

const fileOf = (folder: string): string => join(folder, '.copies.json');

/** Held while backups are copied. */
export const copyLockOf = (folder: string): string => join(folder, '.copies.lock');

/** Empty for another target than that of the last copies. */
export function readCopyState(folder: string, target: string): CopyState {
  const state = readJson(fileOf(folder), schema);
  return state?.target === target ? state : { target, checked_at: null, failure: null, copies: {} };
}

export function writeCopyState(folder: string, state: CopyState): void {
  // Not ".part": the next backup would delete it.
  const temporary = `${fileOf(folder)}.new`;
  writeFileSync(temporary, JSON.stringify(state), { mode: 0o600 });
  renameSync(temporary, fileOf(folder));
}

export function failureOf(error: unknown): NonNullable<CopyState['failure']> {
  const { message: detail } = error as Error;
  return { failedAt: now(), detail, ...(error instanceof DomainError && error.problem && { problem: error.problem }) };
}

/** To be said before the first encrypted copy. */
export const keyAdvice = (recipient: string): string =>
  `Copies are encrypted to ${recipient}. Without its private key nobody can restore them, and the server never has it. Keep that key in two places outside this machine, and try it with "leitmotif backup verify FILE --identity KEYFILE".`;

/** Whether no copy was encrypted to the recipient before. */
export const isFirstEncrypted = (folder: string, { backupTarget: target, backupRecipient: recipient }: CopySettings): boolean =>
  recipient !== '' && !Object.values(readCopyState(folder, target).copies).some((copy) => copy.recipient === recipient);
