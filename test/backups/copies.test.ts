import { afterAll, afterEach, beforeEach, expect, test } from 'bun:test';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { copyBackups } from '../../src/backups/copies/copy-backups';
import { newKeys } from '../../src/backups/copies/encryption';
import { s3Target } from '../../src/backups/copies/s3';
import { type CopySettings, readCopyState } from '../../src/backups/copies/state';
import { withBackup } from '../../src/backups/copies/unpack';
import { createBackup } from '../../src/backups/create-backup';
import { verifyBackup } from '../../src/backups/verification';
import { readSettings } from '../../src/config';
import type { MessageCode } from '../../src/messages/message';
import { databasePath } from '../../src/store/database/open';
import { emptyFolder } from '../support/executable';
import { type S3Server, s3Keys, s3Server, signatureOf } from '../support/s3-server';
import { createStore } from '../support/store-on-disk';

// Copies of backups in a bucket and in a folder.

const folder = emptyFolder();
const [data, backups] = [join(folder.path, 'data'), join(folder.path, 'data', 'backups')];
createStore(data).close();
// Larger than one part.
const cover = join(data, 'covers', '1f', `${'1f'.repeat(20)}.320.webp`);
mkdirSync(join(cover, '..'), { recursive: true });
writeFileSync(cover, crypto.getRandomValues(new Uint8Array(65_536)));
truncateSync(cover, 9_000_000);
let server: S3Server;
let number = 0;
let mounted: string;
afterAll(() => folder[Symbol.dispose]());
afterEach(() => server[Symbol.dispose]());
beforeEach(() => {
  server = s3Server();
  rmSync(backups, { recursive: true, force: true });
  mounted = join(folder.path, `mounted-${number++}`);
  mkdirSync(mounted);
});

const keep = { days: 7, weeks: 0, months: 0 };
const keys = await newKeys();
const keyFile = join(folder.path, 'key.txt');
writeFileSync(keyFile, keys.file);

const settings = (more: Partial<CopySettings> = {}): CopySettings => ({
  ...readSettings({}, {}),
  backupTarget: mounted,
  ...more,
});
const inBucket = (more: Partial<CopySettings> = {}) =>
  settings({
    backupTarget: 's3://films/home',
    backupS3Endpoint: server.url,
    backupS3KeyId: s3Keys.id,
    backupS3Secret: s3Keys.secret,
    ...more,
  });

const backUp = (reason: 'asked' | 'schedule' = 'schedule') =>
  createBackup({ database: databasePath(data), covers: join(data, 'covers'), folder: backups, reason, extent: 'all' });

/** Without pauses between attempts. */
const copy = (to: CopySettings, timeoutMilliseconds = 60_000) =>
  copyBackups(
    { folder: backups, keep, settings: to },
    to.backupTarget.startsWith('s3:')
      ? s3Target(to, { bucket: to.backupTarget.split('/')[2] ?? '', key: 'home' }, { timeoutMilliseconds, pauses: [1, 1] })
      : undefined,
  );

const faultsOf = (address: string, to: CopySettings, identity?: string) =>
  withBackup({ address, identity, folder: backups, settings: () => to }, (backup) => verifyBackup(backup).faults);

test('the signatures that the server of these tests checks are those of Amazon', () => {
  const headers = new Headers({
    host: 'examplebucket.s3.amazonaws.com',
    'x-amz-content-sha256': 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
    'x-amz-date': '20130524T000000Z',
    authorization: `Credential=${s3Keys.id}/20130524/us-east-1/s3/aws4_request,SignedHeaders=host;x-amz-content-sha256;x-amz-date`,
  });
  const url = new URL('https://examplebucket.s3.amazonaws.com/?max-keys=2&prefix=J');
  expect(signatureOf('GET', url, headers)).toBe('34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7');
});

test('each backup is copied to a bucket, encrypted, and can be read from there with the private key', async () => {
  const { name } = backUp();
  const to = inBucket({ backupRecipient: keys.recipient });
  const { copied } = await copy(to);
  const file = `leitmotif-${name}-schedule.tar.age`;
  expect(copied).toMatchObject([{ name, file, verified: 'checksum' }]);
  expect([...server.objects.keys()]).toEqual([`home/${file}`]);
  expect(Buffer.from(server.objects.get(`home/${file}`) ?? []).includes('SHA256SUMS')).toBe(false);
  expect(await faultsOf(`s3://films/home/${file}`, to, keyFile)).toEqual([]);
  expect(faultsOf(`s3://films/home/${file}`, to)).rejects.toThrow('Give the file with your age private key');
  const others = join(folder.path, 'other.txt');
  writeFileSync(others, (await newKeys()).file);
  expect(faultsOf(`s3://films/home/${file}`, to, others)).rejects.toThrow('cannot be decrypted');
  expect(readdirSync(backups)).not.toContain('.unpacked');
  expect((await copy(to)).copied).toEqual([]);
});

test('a copy in a folder is read back, and a changed or cut off one is refused', async () => {
  const { name } = backUp('asked');
  const { copied } = await copy(settings({ backupRecipient: keys.recipient }));
  expect(copied).toMatchObject([{ verified: 'read' }]);
  const path = join(mounted, `leitmotif-${name}-asked.tar.age`);
  expect(await faultsOf(path, settings(), keyFile)).toEqual([]);
  const bytes = readFileSync(path);
  writeFileSync(path, bytes.subarray(0, -100));
  expect(faultsOf(path, settings(), keyFile)).rejects.toThrow('cannot be unpacked');
  bytes[5_000_000] = (bytes[5_000_000] ?? 0) ^ 1;
  writeFileSync(path, bytes);
  expect(faultsOf(path, settings(), keyFile)).rejects.toThrow('cannot be unpacked');
});

test('a copy that the target lost or cut off is noticed and made again', async () => {
  const [first, second] = [backUp('asked').name, backUp('asked').name].map((name) => `leitmotif-${name}-asked.tar`) as [string, string];
  await copy(inBucket());
  server.objects.delete(`home/${first}`);
  server.objects.set(`home/${second}`, new Uint8Array(10));
  const { copied, lost } = await copy(inBucket());
  expect([lost.toSorted(), copied.map(({ file }) => file)]).toEqual([[first, second].toSorted(), [second, first]]);
  expect(server.objects.get(`home/${second}`)?.length).toBeGreaterThan(9_000_000);
});

test('a new key has every backup copied again, and encryption replaces the copies without', async () => {
  backUp();
  const [file = ''] = (await copy(settings())).copied.map(({ file }) => file);
  await copy(settings({ backupRecipient: keys.recipient }));
  expect(readdirSync(mounted).filter((name) => !name.startsWith('.'))).toEqual([`${file}.age`]);
  const { copied } = await copy(settings({ backupRecipient: (await newKeys()).recipient }));
  expect(copied.map(({ file }) => file)).toEqual([`${file}.age`]);
  expect(faultsOf(join(mounted, `${file}.age`), settings(), keyFile)).rejects.toThrow('cannot be decrypted');
});

test('the retention policy holds at the target, for our files only, and the last copy stays', async () => {
  const old = Array.from({ length: 9 }, (_, day) => `leitmotif-2026-01-0${day + 1}T04-00-00Z-schedule.tar.age`);
  const others = ['leitmotif-2025-01-01T04-00-00Z-asked.tar', 'leitmotif.tar', 'leitmotif-2025-01-01T04-00-00Z-schedule.zip', 'x.txt'];
  for (const name of [...old, ...others]) writeFileSync(join(mounted, name), 'x');
  mkdirSync(backups, { recursive: true });
  expect((await copy(settings())).removed).toEqual(old.slice(0, 2).toReversed());
  const { name } = backUp();
  expect((await copy(settings())).removed).toEqual(old.slice(2, 3));
  expect(
    readdirSync(mounted)
      .filter((file) => !file.startsWith('.'))
      .toSorted(),
  ).toEqual([...old.slice(3), ...others, `leitmotif-${name}-schedule.tar`].toSorted());
  rmSync(join(mounted, `leitmotif-${name}-schedule.tar`));
  for (const file of old.slice(3, 8)) rmSync(join(mounted, file));
  rmSync(backups, { recursive: true });
  mkdirSync(backups);
  expect((await copyBackups({ folder: backups, keep: { days: 0, weeks: 0, months: 1 }, settings: settings() })).removed).toEqual([]);
  expect(existsSync(join(mounted, old[8] ?? ''))).toBe(true);
});

interface Misbehavior {
  readonly server?: Partial<S3Server>;
  readonly settings?: Partial<CopySettings>;
  readonly timeout?: number;
}

const never = new Promise<void>(() => {});

test.each<[problem: string, Misbehavior, code: MessageCode]>([
  ['is full', { server: { isFull: true } }, 'copy_target_full'],
  ['is slow', { server: { stall: never }, timeout: 200 }, 'copy_target_slow'],
  ['damages files', { server: { isDamaging: true } }, 'copy_differs'],
  ['is unreachable', { settings: { backupS3Endpoint: 'http://127.0.0.1:1' } }, 'copy_target_unreachable'],
  ['has another access key', { settings: { backupS3KeyId: 'other' } }, 'copy_access_denied'],
  ['has another secret', { settings: { backupS3Secret: 'other' } }, 'copy_access_denied'],
  ['lacks the bucket', { settings: { backupTarget: 's3://flims' } }, 'copy_bucket_missing'],
])('a target that %s is reported, keeps nothing of the copy, and gets it when it is well', async (_, misbehavior, code) => {
  backUp();
  const to = inBucket(misbehavior.settings);
  Object.assign(server, misbehavior.server);
  expect(await copy(to, misbehavior.timeout).catch((error) => error.problem?.code)).toBe(code);
  expect(readCopyState(backups, to.backupTarget)).toMatchObject({ failure: { problem: { code } }, copies: {} });
  expect([server.objects.size, server.uploads.size]).toEqual([0, 0]);
  Object.assign(server, { isFull: false, stall: undefined, isDamaging: false });
  expect((await copy(inBucket())).copied).toHaveLength(1);
  expect(readCopyState(backups, 's3://films/home').failure).toBeNull();
});

test('a server that fails now and then is asked again, and one without checksums is read back', async () => {
  Object.assign(server, { isFlaky: true, isEncrypting: true });
  backUp();
  expect((await copy(inBucket())).copied).toMatchObject([{ verified: 'read' }]);
});

test('a folder that is missing, or whose disk is not mounted, is not written to', async () => {
  backUp();
  const problem = async () => (await copy(settings()).catch((error) => error.problem))?.code;
  renameSync(mounted, `${mounted}.away`);
  expect(await problem()).toBe('copy_folder_missing');
  renameSync(`${mounted}.away`, mounted);
  expect(await problem()).toBeUndefined();
  renameSync(mounted, `${mounted}.away`);
  mkdirSync(mounted);
  expect([await problem(), readdirSync(mounted)]).toEqual(['copy_folder_not_mounted', []]);
});

test('only one copies at a time, and leftovers of a killed process are removed', async () => {
  const { name } = backUp();
  const file = `leitmotif-${name}-schedule.tar`;
  server.uploads.set('left', { key: `home/${file}`, parts: new Map() });
  server.uploads.set('foreign', { key: 'home/other', parts: new Map() });
  const [one, two] = await Promise.allSettled([copy(inBucket()), copy(inBucket())]);
  expect([one.status, two.status === 'rejected' && two.reason.problem.code]).toEqual(['fulfilled', 'copies_running']);
  expect([...server.uploads.keys()]).toEqual(['foreign']);
  writeFileSync(join(mounted, `.${file}.part`), 'half');
  await copy(settings());
  expect(readdirSync(mounted).toSorted()).toEqual(['.leitmotif-backups', file]);
});

test.each([
  [
    'lists without end',
    '<ListBucketResult><IsTruncated>true</IsTruncated><Contents><Key>home/leitmotif-x</Key></Contents></ListBucketResult>',
    200,
    101,
  ],
  ['answers with twenty megabytes', ' '.repeat(20_000_000), 200, 1],
  ['explains itself at length', `<Error><Code>AccessDenied</Code><Message>${'No.\n'.repeat(100_000)}</Message></Error>`, 403, 1],
])('a bucket that %s is one short sentence, and is not asked in vain', async (_, body, status, asked) => {
  backUp();
  let requests = 0;
  using hostile = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    fetch: () => {
      requests++;
      return new Response(body, { status, headers: { 'content-type': 'application/xml' } });
    },
  });
  const own = inBucket({ backupS3Endpoint: hostile.url.href });
  const target = s3Target(own, { bucket: 'films', key: 'home' }, { timeoutMilliseconds: 10_000, pauses: [1, 1, 1] });
  const error = await copyBackups({ folder: backups, keep, settings: own }, target).catch((error: Error) => error);
  expect(error).toBeInstanceOf(Error);
  expect([(error as Error).message.length < 600, (error as Error).message.includes('\n'), requests]).toEqual([true, false, asked]);
});
