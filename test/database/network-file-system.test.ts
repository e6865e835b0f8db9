import { expect, test } from 'bun:test';
import { fileSystemOf, placedBy, requireLocalData } from '../../src/store/files/network-file-system';
import { emptyFolder } from '../support/executable';

// The numbers are file system types of statfs(2) on Linux.

const onNetwork: [name: string, type: number, mounted: string | undefined, network: string][] = [
  ['NFS', 0x6969, undefined, 'NFS'],
  ['an SMB 2 share', 0xfe534d42, undefined, 'SMB 2'],
  ['a CIFS share', 0xff534d42, undefined, 'CIFS'],
  ['a Windows disk in WSL', 0x01021997, undefined, '9P'],
  ['AFS', 0x6b414653, undefined, 'AFS'],
  ['Ceph', 0x00c36400, undefined, 'Ceph'],
  ['sshfs', 0x65735546, 'fuse.sshfs', 'sshfs'],
  ['GlusterFS', 0x65735546, 'fuse.glusterfs', 'glusterfs'],
  ['an S3 bucket', 0x65735546, 'fuse.s3fs', 's3fs'],
];

test.each(onNetwork)('%s is a network file system', (_, type, mounted, network) => {
  expect(placedBy(type, () => mounted)).toEqual({ network });
});

const local: [name: string, type: number, mounted: string | undefined][] = [
  ['ext4', 0xef53, undefined],
  ['btrfs', 0x9123683e, undefined],
  ['XFS', 0x58465342, undefined],
  ['ZFS', 0x2fc12fc1, undefined],
  ['tmpfs', 0x01021994, undefined],
  ['overlayfs', 0x794c7630, undefined],
  ['NTFS through FUSE', 0x65735546, 'fuseblk'],
  ['virtiofs', 0x65735546, 'virtiofs'],
];

test.each(local)('%s is a local file system', (_, type, mounted) => {
  expect(placedBy(type, () => mounted)).toEqual({});
});

test('an unknown FUSE file system may be a network file system', () => {
  expect([placedBy(0x65735546, () => 'fuse.mergerfs'), placedBy(0x65735546, () => undefined)]).toEqual([
    { mayBeNetwork: true },
    { mayBeNetwork: true },
  ]);
});

test('a folder that does not exist has the file system of its nearest existing parent', () => {
  using folder = emptyFolder();
  expect(fileSystemOf(`${folder.path}/not/there/yet`)).toEqual(fileSystemOf(folder.path));
  expect(() => requireLocalData({ data: `${folder.path}/not/there/yet`, dataOnNetwork: 'refuse' })).not.toThrow();
});
