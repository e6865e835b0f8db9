import type { Settings } from '../../config';
import { DomainError } from '../../errors';
import { message } from '../../messages/message';
import type { Backup } from '../backup-list';
import { extents, reasons } from '../manifest';

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
