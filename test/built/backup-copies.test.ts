import { Database } from 'bun:sqlite';
import { beforeAll, expect, test } from 'bun:test';
import {
  cpSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { copyDemo } from '../support/demo-catalog';
import { eventsOf, executable, folderOfTests, run, serve } from '../support/executable';
import { s3Keys, s3Server } from '../support/s3-server';

// Copies of backups with the executable, also when it is killed.

const cwd = folderOfTests();
const keyFile = join(cwd, 'key.txt');
let original: string;
let recipient: string;
let backup: string;
beforeAll(async () => {
  original = join(cwd, 'original');
  await copyDemo(original);
  const { stdout } = await run(['backup', 'keygen'], { cwd });
  writeFileSync(keyFile, stdout, { mode: 0o600 });
  recipient = /age1\w+/.exec(stdout)?.[0] ?? '';
  backup = JSON.parse((await run(['backup', 'create', '--json', '--data', copied('backed-up')], { cwd })).stdout).path;
}, 60_000);

function copied(name: string): string {
  const data = join(cwd, name);
  cpSync(original, data, { recursive: true });
  return data;
}

/** Makes the archive of a backup larger than some parts. */
function enlarge(data: string): void {
  const cover = join(data, 'covers', '1f', `${'1f'.repeat(20)}.320.webp`);
  mkdirSync(join(cover, '..'), { recursive: true });
  writeFileSync(cover, '');
  truncateSync(cover, 40_000_000);
}

const bucket = (url: string) => ({
  LEITMOTIF_BACKUP_TARGET: 's3://films/home',
  LEITMOTIF_BACKUP_RECIPIENT: recipient,
  LEITMOTIF_BACKUP_S3_ENDPOINT: url,
  LEITMOTIF_BACKUP_S3_KEY_ID: s3Keys.id,
  LEITMOTIF_BACKUP_S3_SECRET: s3Keys.secret,
});

test('a backup is copied and encrypted, after a warning about its key, and restored on another machine from the bucket', async () => {
  using server = s3Server();
  const env = bucket(server.url);
  const made = await run(['backup', 'create', '--data', copied('made')], { cwd, env });
  expect([made.exitCode, made.stderr]).toEqual([0, expect.stringContaining('Without its private key nobody can restore them')]);
  expect(made.stdout).toMatch(/copied to s3:\/\/films\/home\/leitmotif-.+-asked\.tar\.age \(.+, checksum matched\)\n$/);
  const again = await run(['backup', 'copy', '--data', join(cwd, 'made')], { cwd, env });
  expect([again.stdout, again.stderr]).toEqual(['s3://films/home has a copy of each backup.\n', '']);

  const elsewhere = ['--data', join(cwd, 'elsewhere')];
  const listed = await run(['backup', 'list', '--copies', '--json', ...elsewhere], { cwd, env });
  const [{ address }] = JSON.parse(listed.stdout);
  const verified = await run(['backup', 'verify', address, '--identity', keyFile, ...elsewhere], { cwd, env });
  expect(verified.stdout).toMatch(/^\S+Z {2}OK\n$/);
  const restored = await run(['restore', address, '--identity', keyFile, ...elsewhere], { cwd, env });
  expect([restored.exitCode, restored.stdout]).toEqual([0, expect.stringMatching(/releases +– +\d+/)]);
  expect((await run(['search', 'herrmann', ...elsewhere], { cwd })).stdout).toContain('Bernard Herrmann');
  const without = await run(['restore', address, ...elsewhere], { cwd, env });
  expect([without.exitCode, without.stderr]).toEqual([
    1,
    `leitmotif: ${address} is encrypted. Give the file with your age private key: --identity FILE.\n`,
  ]);
}, 60_000);

const packed = (folder: string, archive: string, ...names: readonly string[]) =>
  expect(Bun.spawnSync(['tar', '-cf', archive, '-C', folder, ...names]).exitCode).toBe(0);

/** Packs the folder `backup` in one that has nothing else, after changing it. */
const changed =
  (change: (backup: string) => void, ...names: readonly string[]) =>
  (archive: string, folder: string): void => {
    change(join(folder, 'backup'));
    packed(folder, archive, ...(names.length > 0 ? names : ['backup']));
  };

/** Makes an archive of a changed backup, with the reason for which it is refused. */
const brokenArchives: readonly (readonly [what: string, make: (archive: string, folder: string) => void, reason: string])[] = [
  ['with a symbolic link', changed((backup) => symlinkSync('/etc/passwd', join(backup, 'x'))), '"backup/x" is a link or special file.'],
  [
    'with a hard link',
    changed((backup) => linkSync(join(backup, 'leitmotif.db'), join(backup, 'x'))),
    'is a link or special file. Give an archive that leitmotif made',
  ],
  [
    'without a manifest',
    changed((backup) => rmSync(join(backup, 'manifest.json'))),
    '.tar is not the archive of a backup: it has no readable manifest.json.',
  ],
  ['without a listed file', changed((backup) => rmSync(join(backup, 'leitmotif.db'))), 'leitmotif.db is missing.'],
  ['without checksums', changed((backup) => rmSync(join(backup, 'SHA256SUMS'))), 'SHA256SUMS is missing.'],
  [
    'with two folders',
    changed((backup) => cpSync(backup, `${backup}2`, { recursive: true }), 'backup', 'backup2'),
    '" is not below one folder with a plain name.',
  ],
  ['without a folder', (archive, folder) => packed(join(folder, 'backup'), archive, 'manifest.json'), 'is not below one folder'],
  [
    'that is cut off',
    (archive, folder) => {
      packed(folder, archive, 'backup/leitmotif.db');
      truncateSync(archive, 300_000);
    },
    'of the tar archive: it ends within backup/leitmotif.db. Download or copy it again.',
  ],
  ['that is empty', (archive) => writeFileSync(archive, ''), '.tar is empty. Download or copy it again.'],
  ['of zeros', (archive) => writeFileSync(archive, new Uint8Array(10_240)), '.tar is not the archive of a backup: it has no files.'],
  ['of text', (archive) => writeFileSync(archive, 'text'.repeat(1000)), '.tar is not a tar archive, or its beginning is damaged.'],
];

test.each(brokenArchives)(
  'an archive %s is refused by verify and restore with the same reason, and nothing is written',
  async (_, make, reason) => {
    const folder = join(cwd, crypto.randomUUID());
    const [archive, trial] = [`${folder}.tar`, `${folder}-trial`];
    cpSync(backup, join(folder, 'backup'), { recursive: true });
    make(archive, folder);
    for (const command of [['backup', 'verify'], ['restore']]) {
      const { exitCode, stdout, stderr } = await run([...command, archive, '--data', trial], { cwd });
      expect([exitCode, stdout + stderr]).toEqual([1, expect.stringContaining(reason)]);
    }
    expect(readdirSync(trial, { recursive: true })).not.toContain('leitmotif.db');
  },
);

test('an archive that is encrypted for another key, or is not encrypted at all, is refused with what to do', async () => {
  const [folder, other, archive] = [join(cwd, 'encrypted'), join(cwd, 'other-key.txt'), join(cwd, 'plain.tar.age')];
  mkdirSync(folder);
  writeFileSync(other, (await run(['backup', 'keygen'], { cwd })).stdout);
  writeFileSync(archive, readFileSync(join(backup, 'manifest.json')));
  await run(['backup', 'copy', '--data', join(cwd, 'backed-up'), '--backup-target', folder], {
    cwd,
    env: { LEITMOTIF_BACKUP_RECIPIENT: recipient },
  });
  const [copy = ''] = readdirSync(folder).filter((name) => name.endsWith('.age'));
  for (const [address, key] of [
    [join(folder, copy), other],
    [archive, keyFile],
  ] as const) {
    const { exitCode, stderr } = await run(['restore', address, '--identity', key, '--data', join(cwd, 'undecrypted')], { cwd });
    expect([exitCode, stderr]).toEqual([
      1,
      expect.stringMatching(
        /cannot be decrypted with .+\. Give the private key of the public key that it was encrypted to\. If you did, .+ is damaged/,
      ),
    ]);
  }
});

test('a catalog that is restored beside another copies nowhere until it is told to again', async () => {
  const [data, folder] = [copied('with-target'), join(cwd, 'nas')];
  mkdirSync(folder);
  const database = new Database(join(data, 'leitmotif.db'));
  database.run("INSERT INTO setting VALUES ('backup_target', ?)", [folder]);
  database.close();
  expect((await run(['backup', 'create', '--data', data], { cwd })).stdout).toContain(`copied to ${folder}`);
  const [archive = ''] = readdirSync(folder).filter((name) => name.endsWith('.tar'));
  const trial = ['--data', join(cwd, 'trial')];
  expect((await run(['restore', join(folder, archive), ...trial], { cwd })).stdout).toContain(`not copied to ${folder} until you set`);
  expect((await run(['backup', 'create', ...trial], { cwd })).stdout).not.toContain('copied to');
  // In its own place, it stays as it was.
  expect((await run(['restore', join(folder, archive), '--data', data], { cwd })).stdout).not.toContain('not copied to');
  expect(readdirSync(folder).filter((name) => name.endsWith('.tar'))).toEqual([archive]);
}, 60_000);

test('a target in the data directory is refused, also behind a symbolic link', async () => {
  const [data, link] = [join(cwd, 'backed-up'), join(cwd, 'link')];
  symlinkSync(data, link);
  for (const target of [data, join(data, 'backups'), link, join(link, 'backups')]) {
    const { exitCode, stderr } = await run(['backup', 'copy', '--data', data, '--backup-target', target], { cwd });
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining(`${target} lies in the data directory, and would be lost with it.`)]);
  }
});

test('a copy that is killed in the middle leaves no file, and the next one removes its remains and copies again', async () => {
  using server = s3Server();
  const data = copied('killed');
  enlarge(data);
  await run(['backup', 'create', '--data', data], { cwd });
  const { promise, resolve } = Promise.withResolvers<void>();
  server.stall = promise;
  const env = { PATH: process.env.PATH ?? '', HOME: cwd, ...bucket(server.url) };
  const child = Bun.spawn([executable, 'backup', 'copy', '--data', data], { cwd, env, stderr: 'ignore', stdout: 'ignore' });
  while (server.uploads.size === 0) await Bun.sleep(5);
  child.kill('SIGKILL');
  await child.exited;
  resolve();
  expect([server.objects.size, server.uploads.size]).toEqual([0, 1]);
  expect((await run(['backup', 'copy', '--data', data], { cwd, env })).exitCode).toBe(0);
  expect([server.objects.size, server.uploads.size]).toEqual([1, 0]);

  const folder = join(cwd, 'mounted');
  mkdirSync(folder);
  const to = ['backup', 'copy', '--data', data, '--backup-target', folder];
  const second = Bun.spawn([executable, ...to], { cwd, env, stderr: 'ignore', stdout: 'ignore' });
  while (!readdirSync(folder).some((name) => name.endsWith('.part'))) await Bun.sleep(1);
  second.kill('SIGKILL');
  await second.exited;
  expect(readdirSync(folder).filter((name) => !name.startsWith('.'))).toEqual([]);
  expect((await run(to, { cwd, env })).exitCode).toBe(0);
  expect(readdirSync(folder).toSorted()).toEqual(['.leitmotif-backups', expect.stringMatching(/^leitmotif-.+-asked\.tar\.age$/)]);
}, 60_000);

test('a server copies backups by itself, shows and logs a failure, and stops at once', async () => {
  using bucketServer = s3Server();
  const data = copied('served');
  await run(['user', 'create', 'admin', '--admin', '--password-stdin', '--data', data], { cwd, stdin: 'a long password\n' });
  const token = (await run(['token', 'create', '--user', 'admin', '--name', 'x', '--data', data], { cwd })).stdout.trim();
  await run(['backup', 'create', '--data', data], { cwd });
  await using server = await serve(['--data', data], { cwd, env: bucket(bucketServer.url) });
  const logged = eventsOf(server);
  const headers = { authorization: `Bearer ${token}` };
  const shown = async () => (await (await fetch(`${server.url}/api/backups`, { headers })).json()).data.attributes;
  const copy = async () => {
    const { status } = await fetch(`${server.url}/api/backups/copies`, { method: 'POST', headers });
    while (!bucketServer.stall && (await shown()).copies.is_running) await Bun.sleep(5);
    return status;
  };
  bucketServer.isFull = true;
  expect([await copy(), (await shown()).copies.last_failure]).toMatchObject([202, { code: 'copy_target_full' }]);
  expect((await (await fetch(`${server.url}/readyz`)).json()).checks.backups.status).toBe('warning');
  bucketServer.isFull = false;
  await copy();
  const { copies, backups } = await shown();
  expect([copies, backups[0].copy]).toMatchObject([{ recipient, stored: 1, last_failure: null }, { verified: 'checksum' }]);
  bucketServer.objects.clear();
  bucketServer.stall = new Promise(() => {});
  await copy();
  while (bucketServer.uploads.size === 0) await Bun.sleep(5);
  expect(await server.signal('SIGTERM')).toBe(0);
  const events = await logged;
  const failures = events.filter(({ event }) => event === 'backup copy failed');
  expect(failures).toMatchObject([
    { level: 'error', error: expect.stringContaining('is full') },
    { error: expect.stringContaining('stopped') },
  ]);
  expect(events.map(({ event }) => event)).toContain('backups encrypted');
  expect(existsSync(join(data, 'backups', '.copies.json'))).toBe(true);
}, 60_000);
