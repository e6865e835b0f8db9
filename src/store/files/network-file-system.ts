import { existsSync, readFileSync, realpathSync, statfsSync } from 'node:fs';
import { dirname } from 'node:path';
import { inMemory, type Settings, variableOf } from '../../config';
import { SetupError } from '../../errors';
import { databasePath } from '../database/open';

/** Network file systems by their statfs(2) type on Linux (linux/magic.h and driver sources). */
const networkTypes: ReadonlyMap<number, string> = new Map([
  [0x6969, 'NFS'],
  [0x517b, 'SMB'],
  [0xff534d42, 'CIFS'],
  [0xfe534d42, 'SMB 2'],
  [0x01021997, '9P'],
  [0x5346414f, 'AFS'],
  [0x6b414653, 'AFS'],
  [0x73757245, 'Coda'],
  [0x00c36400, 'Ceph'],
  [0x0bd00bd0, 'Lustre'],
  [0x47504653, 'GPFS'],
  [0x19830326, 'BeeGFS'],
]);

/** FUSE, whose type does not reveal the file system. */
const fuse = 0x65735546;

/** FUSE programs known to be remote, as named in the mount table. */
const networkPrograms =
  /^fuse\.(?:sshfs|glusterfs|ceph|ceph-fuse|s3fs|rclone|davfs2?|curlftpfs|juicefs|goofys|gcsfuse|blobfuse2?|moosefs|mfs|seaweedfs|smbnetfs|gvfsd-fuse|weed)$/;

/** File system of a folder: its name if remote, and whether it is undetermined. */
export interface Placed {
  readonly network?: string;
  readonly mayBeNetwork?: true;
}

/**
 * Refuses a data directory on a network file system, where SQLite's locks are unreliable and its log cannot be shared
 * (https://www.sqlite.org/wal.html).
 * @throws {SetupError} that names the setting to override it
 */
export function requireLocalData({ data, dataOnNetwork }: Pick<Settings, 'data' | 'dataOnNetwork'>): void {
  if (data === inMemory || dataOnNetwork === 'allow') return;
  const { network } = fileSystemOf(folderOf(data));
  if (network === undefined) return;
  throw new SetupError(
    `${data} is on a network file system (${network}), whose locks are unreliable and can corrupt a database. Use a local disk. To accept the risk, set ${variableOf('dataOnNetwork')}=allow.`,
  );
}

/** File system of an existing or future folder. Only Linux has these types. */
export function fileSystemOf(folder: string): Placed {
  if (process.platform !== 'linux') return {};
  const there = existing(folder);
  return placedBy(statfsSync(there).type >>> 0, () => mountType(there));
}

/** Warning for a folder on an undetermined file system. */
export const placeUnknown = (folder: string): string => `The file system of ${folder} is FUSE, which may or may not use a network.`;

/** Notes for backups on a network file system, which is allowed: they are written once and read back. */
export function networkNotes(backups: string): string[] {
  const { network } = fileSystemOf(backups);
  return network === undefined
    ? []
    : [
        `The backup folder ${backups} is on a network file system (${network}). Without hard links, every backup copies all covers. Two machines must not share the folder.`,
      ];
}

/** Real folder of the database file. */
export const folderOf = (data: string): string => dirname(databasePath(data));

/** The folder or its closest existing parent. */
function existing(folder: string): string {
  return existsSync(folder) || folder === dirname(folder) ? folder : existing(dirname(folder));
}

/** @param mounted type in the mount table, for FUSE; `undefined` if unreadable */
export function placedBy(type: number, mounted: () => string | undefined): Placed {
  const network = networkTypes.get(type);
  if (network !== undefined) return { network };
  if (type !== fuse) return {};
  const program = mounted();
  // NTFS and the like on a local disk, or a folder shared by a virtual machine's host.
  if (program === 'fuseblk' || program === 'virtiofs') return {};
  return program !== undefined && networkPrograms.test(program) ? { network: program.slice('fuse.'.length) } : { mayBeNetwork: true };
}

/** Mount type of a folder: the last entry with its device, since later mounts hide earlier ones (proc(5)). */
function mountType(folder: string): string | undefined {
  try {
    const lines = readFileSync('/proc/self/mountinfo', 'utf8').trim().split('\n');
    const path = realpathSync(folder);
    const fitting = lines.flatMap((line) => {
      const [before = '', after = ''] = line.split(' - ');
      const mount = unescaped(before.split(' ')[4] ?? '');
      return isWithin(path, mount) ? [{ mount, type: after.split(' ')[0] }] : [];
    });
    return fitting.reduce<{ mount: string; type: string | undefined } | undefined>(
      (best, one) => (best && best.mount.length > one.mount.length ? best : one),
      undefined,
    )?.type;
  } catch {
    return undefined;
  }
}

const isWithin = (path: string, mount: string): boolean => mount === '/' || path === mount || path.startsWith(`${mount}/`);

/** Blanks are escaped as octal numbers. */
const unescaped = (text: string): string =>
  text.replace(/\\([0-7]{3})/g, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 8)));
