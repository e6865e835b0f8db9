import { existsSync, readFileSync, realpathSync, statfsSync } from 'node:fs';
import { dirname } from 'node:path';
import { inMemory, type Settings, settings } from '../../config';
import { SetupError } from '../../errors';
import { databasePath } from '../database/open';

/**
 * File systems behind which there is a network or another machine, by their numbers in statfs(2), on Linux
 * (linux/magic.h and the sources of those that are not in there).
 */
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

/** Programs serve these file systems, and what is behind one the number does not tell. */
const fuse = 0x65735546;

/** Those of them that are known to fetch their files from elsewhere; the table of mounts has their names. */
const networkPrograms =
  /^fuse\.(?:sshfs|glusterfs|ceph|ceph-fuse|s3fs|rclone|davfs2?|curlftpfs|juicefs|goofys|gcsfuse|blobfuse2?|moosefs|mfs|seaweedfs|smbnetfs|gvfsd-fuse|weed)$/;

/** What is found of a folder's file system: its name where it is on a network, and whether it is one that does not tell. */
export interface Placed {
  readonly network?: string;
  readonly mayBeNetwork?: true;
}

/**
 * Refuses a data directory on a network: locks of SQLite are not to be trusted there, and its log cannot be shared
 * (https://www.sqlite.org/wal.html).
 * @throws {SetupError} which says how it is allowed all the same
 */
export function requireLocalData({ data, dataOnNetwork }: Pick<Settings, 'data' | 'dataOnNetwork'>): void {
  if (data === inMemory || dataOnNetwork === 'allow') return;
  const { network } = placeOf(folderOf(data));
  if (network === undefined) return;
  throw new SetupError(
    `${data} is on a network file system (${network}), whose locks are unreliable and can corrupt a database. Use a local disk. To accept the risk, set ${settings.dataOnNetwork.environment}=allow.`,
  );
}

/** On what a folder is, or will be made, by the system's own word. Other systems than Linux have no such numbers: of them nothing is known. */
export function placeOf(folder: string): Placed {
  if (process.platform !== 'linux') return {};
  const there = existing(folder);
  return placedBy(statfsSync(there).type >>> 0, () => mountType(there));
}

/** What is to be said of a folder whose file system does not tell. */
export const placeUnknown = (folder: string): string => `The file system of ${folder} is FUSE, which may or may not use a network.`;

/** What whoever has backups on a network should know of it. They are written once and read back, so that they may be there. */
export function networkNotes(backups: string): string[] {
  const { network } = placeOf(backups);
  return network === undefined
    ? []
    : [
        `The backup folder ${backups} is on a network file system (${network}). Without hard links, every backup copies all covers. Two machines must not share the folder.`,
      ];
}

/** Where the file of the database is, which may be elsewhere than its name. */
export const folderOf = (data: string): string => dirname(databasePath(data));

/** The folder, or what is there of the way to it. */
function existing(folder: string): string {
  return existsSync(folder) || folder === dirname(folder) ? folder : existing(dirname(folder));
}

/** @param mounted the type that the table of mounts has, for file systems that programs serve; `undefined` where it cannot be read */
export function placedBy(type: number, mounted: () => string | undefined): Placed {
  const network = networkTypes.get(type);
  if (network !== undefined) return { network };
  if (type !== fuse) return {};
  const program = mounted();
  // NTFS and the like, from a disk of this machine; and what a virtual machine has of its host.
  if (program === 'fuseblk' || program === 'virtiofs') return {};
  return program !== undefined && networkPrograms.test(program) ? { network: program.slice('fuse.'.length) } : { mayBeNetwork: true };
}

/** The type of the mount that a folder is in: of the last one with its device, as later mounts cover earlier ones (proc(5)). */
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

/** Blanks and the like stand there as octal numbers. */
const unescaped = (text: string): string =>
  text.replace(/\\([0-7]{3})/g, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 8)));
