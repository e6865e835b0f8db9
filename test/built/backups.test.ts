import { Database } from 'bun:sqlite';
import { beforeAll, expect, test } from 'bun:test';
import {
  chmodSync,
  chownSync,
  copyFileSync,
  cpSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { readSums, sha256Of, writeSums } from '../../src/backups/integrity';
import { copyDemo } from '../support/demo-catalog';
import { eventsOf, executable, type Finished, folderOfTests, limitedProgram, run, serve } from '../support/executable';
import { flip } from '../support/flip';

// Backups and restores with the executable, also during writes and when killed.

const cwd = folderOfTests();
/** A catalog with a cover and one backup, which tests copy. */
let original: string;
let backupName: string;
beforeAll(async () => {
  original = join(cwd, 'original');
  await copyDemo(original);
  await leitmotif('user', 'create', 'collector', '--admin', '--password-stdin', '--data', original);
  mkdirSync(join(original, 'covers', '1f'), { recursive: true });
  writeFileSync(join(original, 'covers', '1f', `${'1f'.repeat(20)}.320.webp`), 'Choose an image first.', { mode: 0o600 });
  backupName = await backUp(original);
}, 60_000);

const leitmotif = (...args: string[]): Promise<Finished> => run(args, { cwd, stdin: 'a long password\n' });

async function backUp(data: string): Promise<string> {
  const { exitCode, stdout, stderr } = await leitmotif('backup', 'create', '--json', '--data', data);
  if (exitCode !== 0) throw new Error(stderr);
  return JSON.parse(stdout).name;
}

const coverFile = join('covers', '1f', `${'1f'.repeat(20)}.320.webp`);

/** Copies the original catalog with its backup. */
function copied(name: string): string {
  const data = join(cwd, name);
  cpSync(original, data, { recursive: true });
  return data;
}

const backupsIn = (data: string): string[] => readdirSync(join(data, 'backups')).filter((name) => !name.startsWith('.'));

function labelsOf(data: string): string[] {
  const database = new Database(join(data, 'leitmotif.db'));
  try {
    expect(database.query('PRAGMA integrity_check').values()).toEqual([['ok']]);
    return database.query('SELECT name FROM label ORDER BY name').values().flat() as string[];
  } finally {
    database.close();
  }
}

function renameLabels(data: string): void {
  const database = new Database(join(data, 'leitmotif.db'));
  database.run("UPDATE label SET name = 'changed', name_folded = 'changed'");
  database.close();
}

const areRenamed = (labels: readonly string[]): boolean => labels.every((name) => name === 'changed');

test('a backup made during writes is complete, readable only by its owner, and has all earlier writes and the covers', async () => {
  const data = copied('written');
  const token = (await leitmotif('token', 'create', '--user', 'collector', '--name', 'tests', '--data', data)).stdout.trim();
  await using server = await serve(['--data', data, '--rate-limit', '0'], { cwd });
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/vnd.api+json' };
  const write = async (note: string): Promise<number> => {
    const body = JSON.stringify({ data: { type: 'Invitation', attributes: { note } } });
    return (await fetch(`${server.url}/api/invitations`, { method: 'POST', headers, body })).status;
  };
  let isDone = false;
  const writing = (async () => {
    for (let number = 0; !isDone; number++, await Bun.sleep(5)) expect([201, 409]).toContain(await write(`meanwhile ${number}`));
  })();
  expect(await write('before')).toBe(201);
  const name = await backUp(data);
  isDone = true;
  await writing;

  const copy = join(data, 'backups', name);
  const database = new Database(join(copy, 'leitmotif.db'), { readonly: true });
  expect(database.query('SELECT count(*) AS n FROM one_time_code WHERE note = ?').get('before')).toEqual({ n: 1 });
  database.close();
  const modes = readdirSync(copy).map((file) => [file, (statSync(join(copy, file)).mode & 0o777).toString(8)]);
  expect(Object.fromEntries(modes)).toEqual({ SHA256SUMS: '600', covers: '700', 'leitmotif.db': '600', 'manifest.json': '600' });
  expect(statSync(join(copy, coverFile)).ino).toBe(statSync(join(data, coverFile)).ino);
  const { data: listed } = await (await fetch(`${server.url}/api/backups`, { headers })).json();
  expect(listed.attributes).toMatchObject({ is_late: false, backups: [{ name, cover_files: 1 }, { name: backupName }] });
  expect((await leitmotif('backup', 'verify', '--data', data)).stdout).toBe(`${name}  OK\n${backupName}  OK\n`);
});

test('a backup that the end of the server interrupts is logged, and shown as failed after the next start', async () => {
  const data = copied('interrupted');
  await leitmotif('user', 'create', 'admin', '--admin', '--password-stdin', '--data', data);
  const token = (await leitmotif('token', 'create', '--user', 'admin', '--name', 'x', '--data', data)).stdout.trim();
  // Takes no disk space, but some minutes to read.
  truncateSync(join(data, coverFile), 2 ** 38);
  const headers = { authorization: `Bearer ${token}` };
  const shown = async (url: string) => {
    const answer = await fetch(`${url}/api/backups`, { headers });
    return ((await answer.json()) as { data: { attributes: { is_running: boolean; last_failure: unknown } } }).data.attributes;
  };
  const off = ['--data', data, '--backup-every', 'off'];
  {
    await using server = await serve(off, { cwd });
    const logged = eventsOf(server);
    expect((await fetch(`${server.url}/api/backups`, { method: 'POST', headers })).status).toBe(202);
    while (!readdirSync(join(data, 'backups')).some((name) => name.endsWith('.part'))) await Bun.sleep(10);
    expect(await shown(server.url)).toMatchObject({ is_running: true, last_failure: null });
    expect(await server.signal('SIGTERM')).toBe(0);
    expect(await logged).toContainEqual(
      expect.objectContaining({ event: 'backup failed', error: 'The server stopped before the backup was complete.' }),
    );
  }
  await using server = await serve(off, { cwd });
  expect(await shown(server.url)).toMatchObject({ is_running: false, last_failure: { code: 'backup_interrupted' } });
}, 60_000);

test('an incomplete backup is never listed, and the next one deletes it', async () => {
  const data = copied('killed');
  for (const milliseconds of [100, 180, 260, 340]) {
    const child = Bun.spawn([executable, 'backup', 'create', '--data', data], { cwd, stdout: 'ignore', stderr: 'ignore' });
    await Bun.sleep(milliseconds);
    child.kill('SIGKILL');
    await child.exited;
  }
  mkdirSync(join(data, 'backups', '.2026-01-01T00-00-00Z.part'));
  expect((await leitmotif('backup', 'verify', '--data', data)).stdout).not.toContain('cannot be restored');
  await backUp(data);
  expect(readdirSync(join(data, 'backups')).filter((name) => name.endsWith('.part'))).toEqual([]);
});

test('a backup on a full disk fails with one line and leaves no files', async () => {
  const data = copied('full');
  const { exitCode, stderr } = await run(['backup', 'create', '--data', data], { cwd, program: limitedProgram(cwd, 1_000) });
  expect({ exitCode, stderr }).toEqual({
    exitCode: 1,
    stderr: `leitmotif: The disk of ${data}/backups has no room for a backup. Free some space, or set another folder with --backups.\n`,
  });
  expect(readdirSync(join(data, 'backups')).toSorted()).toEqual(['.lock', backupName]);
});

test('backup list explains how backups of another schema version are restored', async () => {
  const data = copied('of-another-schema');
  const listed = await run(['backup', 'list', '--data', data], { cwd });
  expect([listed.stderr, listed.stdout]).toEqual(['', expect.stringMatching(/ manual /)]);
  edit(join(data, 'backups', backupName, 'manifest.json'), /"schema_version": \d+/, '"schema_version": 26');
  const { stderr, stdout } = await run(['backup', 'list', '--data', data], { cwd });
  const [, schema] = (await run(['version'], { cwd })).stdout.trimEnd().split('\n');
  expect(stdout).toContain('  26      ');
  expect(stderr).toContain(`This version uses ${schema} and upgrades older backups when it restores them.`);
});

test('restore brings back the catalog and its covers, and prints the command that undoes it', async () => {
  const data = copied('restored');
  renameLabels(data);
  rmSync(join(data, 'covers'), { recursive: true });
  const tried = await leitmotif('restore', backupName, '--data', data, '--dry-run');
  expect(tried.stdout).toContain('Nothing was changed.');
  expect(areRenamed(labelsOf(data))).toBe(true);

  const { stdout } = await leitmotif('restore', backupName, '--data', data);
  expect(stdout).toMatch(/^Unchanged: \d+ record types\.$/m);
  expect(areRenamed(labelsOf(data))).toBe(false);
  expect(existsSync(join(data, 'covers', '1f', `${'1f'.repeat(20)}.320.webp`))).toBe(true);
  const [, command = ''] = /To go back to it:\n {2}leitmotif (.+)\n/.exec(stdout) ?? [];
  await leitmotif(...command.split(' '));
  expect(areRenamed(labelsOf(data))).toBe(true);
});

/** Changes to the folder of a backup, with the reason for which it is then refused. */
const damages: readonly (readonly [what: string, damage: (path: string) => void, reason: string])[] = [
  ['without a manifest', (path) => rmSync(join(path, 'manifest.json')), 'is not a backup: it has no readable manifest.json.'],
  ['with a truncated manifest', (path) => writeFileSync(join(path, 'manifest.json'), '{"leitmotif_backup":1,'), 'is not a backup'],
  ['with a changed byte', (path) => flip(join(path, 'leitmotif.db')), 'leitmotif.db has a wrong checksum.'],
  ['with changed checksums', (path) => writeFileSync(join(path, 'SHA256SUMS'), ''), 'SHA256SUMS was changed.'],
  ['with a file of its own', (path) => writeFileSync(join(path, 'covers', 'new.webp'), ''), 'covers/new.webp is not listed in SHA256SUMS.'],
  [
    'with a link in an unlisted place',
    (path) => symlinkSync('/etc', join(path, 'covers', 'etc')),
    'covers/etc is not listed in SHA256SUMS.',
  ],
  ['with a cover that is a link', (path) => replaceByLink(join(path, coverFile), symlinkSync), '.320.webp is a link or special file.'],
  ['with a folder that is a link', (path) => replaceByLink(join(path, 'covers'), symlinkSync), 'covers is not listed in SHA256SUMS.'],
  ['with checksums in a link', (path) => replaceByLink(join(path, 'SHA256SUMS'), symlinkSync), 'SHA256SUMS was changed.'],
  [
    'with a manifest in a link',
    (path) => replaceByLink(join(path, 'manifest.json'), symlinkSync),
    'manifest.json is a link or special file.',
  ],
  [
    'with a database that is a link',
    (path) => replaceByLink(join(path, 'leitmotif.db'), symlinkSync),
    'leitmotif.db is a link or special file.',
  ],
  [
    'with a log that is listed',
    (path) => {
      writeFileSync(join(path, 'leitmotif.db-wal'), 'x');
      list(path, 'leitmotif.db-wal');
    },
    'leitmotif.db-wal belongs to no backup.',
  ],
  [
    'with a database in WAL mode',
    (path) => {
      const database = new Database(join(path, 'leitmotif.db'));
      database.run('PRAGMA journal_mode = WAL');
      database.close();
      list(path);
    },
    'it is in WAL mode.',
  ],
  ['without its covers', (path) => rmSync(join(path, 'covers'), { recursive: true }), '.320.webp is missing.'],
  [
    'of a newer schema',
    (path) => edit(join(path, 'manifest.json'), /"schema_version": \d+/, '"schema_version": 999'),
    'Restore it with leitmotif',
  ],
  [
    'of a schema before the first release',
    (path) => edit(join(path, 'manifest.json'), /"schema_version": \d+/, '"schema_version": 3'),
    'Export it with the version that wrote it',
  ],
  [
    'with another schema than its database',
    (path) => edit(join(path, 'manifest.json'), /"schema_version": \d+/, '"schema_version": 28'),
    'instead of 28.',
  ],
];

/** Moves a file out of the backup and links to it from its place. */
function replaceByLink(path: string, link: (target: string, path: string) => void): void {
  const elsewhere = join(cwd, crypto.randomUUID());
  renameSync(path, elsewhere);
  link(elsewhere, path);
}

/** Lists the files of a backup anew. */
function list(path: string, ...more: readonly string[]): void {
  const sums = new Map([...readSums(path).keys(), ...more].map((file) => [file, sha256Of(join(path, file))]));
  rmSync(join(path, 'SHA256SUMS'));
  writeSums(path, sums);
  edit(join(path, 'manifest.json'), /(?<="sums_sha256": ")\w+/, sha256Of(join(path, 'SHA256SUMS')));
}

const edit = (path: string, pattern: RegExp, replacement: string): void =>
  writeFileSync(path, readFileSync(path, 'utf8').replace(pattern, replacement));

test.each(damages)('a backup %s is refused and the catalog is unchanged', async (_, damage, reason) => {
  const data = copied(`damaged-${crypto.randomUUID()}`);
  renameLabels(data);
  damage(join(data, 'backups', backupName));
  const { exitCode, stderr } = await leitmotif('restore', backupName, '--data', data);
  expect(exitCode).toBe(1);
  expect(stderr).toContain(reason);
  const verified = await leitmotif('backup', 'verify', backupName, '--data', data);
  expect([verified.exitCode, verified.stdout + verified.stderr]).toEqual([1, expect.stringContaining(reason)]);
  expect(areRenamed(labelsOf(data))).toBe(true);
  expect(backupsIn(data)).toEqual([backupName]);
});

test('a backup of which a snapshot shares the files by hard links is sound', async () => {
  const data = copied('linked');
  const folder = join(data, 'backups', backupName);
  for (const name of ['leitmotif.db', 'manifest.json', 'SHA256SUMS'])
    linkSync(join(folder, name), join(cwd, `${crypto.randomUUID()}-${name}`));
  expect((await leitmotif('backup', 'verify', backupName, '--data', data)).exitCode).toBe(0);
  expect((await leitmotif('restore', backupName, '--dry-run', '--data', data)).exitCode).toBe(0);
});

test('restore is refused while a server or another program uses the catalog', async () => {
  const data = copied('served');
  {
    await using _server = await serve(['--data', data], { cwd });
    expect((await leitmotif('restore', backupName, '--data', data)).stderr).toContain('Another leitmotif server uses');
  }
  const other = new Database(join(data, 'leitmotif.db'));
  other.query('SELECT count(*) FROM label').get();
  expect((await leitmotif('restore', backupName, '--data', data)).stderr).toContain('Another program uses');
  other.close();
  expect(backupsIn(data)).toEqual([backupName]);
});

test('restore moves a damaged database aside', async () => {
  const data = copied('damaged');
  writeFileSync(join(data, 'leitmotif.db'), Buffer.alloc(100_000, 7));
  const { exitCode, stdout } = await leitmotif('restore', backupName, '--data', data);
  expect({ exitCode, isSaid: /could not be read\. It was moved to \S+leitmotif\.db\.damaged-/.test(stdout) }).toEqual({
    exitCode: 0,
    isSaid: true,
  });
  expect(labelsOf(data)).toHaveLength(83);
});

// `npm run faults` tries many more moments.
test('a killed restore leaves either the old or the restored catalog complete', async () => {
  const data = copied('killed-restore');
  renameLabels(data);
  const found = new Set<boolean>();
  for (let milliseconds = 120; milliseconds <= 480; milliseconds += 90) {
    const child = Bun.spawn([executable, 'restore', backupName, '--data', data], { cwd, stdout: 'ignore', stderr: 'ignore' });
    await Bun.sleep(milliseconds);
    child.kill('SIGKILL');
    await child.exited;
    const labels = labelsOf(data);
    expect(labels).toHaveLength(83);
    found.add(areRenamed(labels));
  }
  await using server = await serve(['--data', data], { cwd });
  expect((await fetch(`${server.url}/health`)).status).toBe(200);
  expect(found.size).toBeGreaterThan(0);
});

test('the doctor finds and repairs a damaged search index while a server runs, and its exit code tells the result', async () => {
  const data = copied('doctored');
  await using _server = await serve(['--data', data], { cwd });
  const database = new Database(join(data, 'leitmotif.db'));
  database.run("INSERT INTO label_search (label_search) VALUES ('delete-all')");
  database.close();
  const sick = await leitmotif('doctor', '--data', data);
  expect([sick.exitCode, sick.stdout]).toEqual([1, expect.stringContaining('label_search differs from the table label in 83 rows.')]);
  const well = await leitmotif('doctor', '--fix', '--json', '--data', data);
  expect(JSON.parse(well.stdout).flatMap(({ findings }: { findings: string[] }) => findings)).toEqual([]);
  expect(well.exitCode).toBe(0);
});

test('backup prune uses the retention set at runtime unless a flag overrides it', async () => {
  const data = copied('kept');
  const folder = join(data, 'backups');
  const manifest = JSON.parse(readFileSync(join(folder, backupName, 'manifest.json'), 'utf8'));
  for (const days of [1, 2, 3, 4, 5, 6, 7, 8, 9]) {
    mkdirSync(join(folder, `old-${days}`));
    const made_at = new Date(Date.now() - days * 86_400_000).toISOString();
    writeFileSync(join(folder, `old-${days}`, 'manifest.json'), JSON.stringify({ ...manifest, reason: 'schedule', made_at }));
  }
  expect((await leitmotif('backup', 'prune', '--dry-run', '--data', data)).stdout).toBe(
    'old-8  would be deleted\nold-9  would be deleted\n8 backups would remain.\n',
  );
  const database = new Database(join(data, 'leitmotif.db'));
  database.run("INSERT INTO setting VALUES ('backup_keep', '8d')");
  database.close();
  expect((await leitmotif('backup', 'prune', '--data', data)).stdout).toBe('old-9  deleted\n9 backups remain.\n');
  expect((await leitmotif('backup', 'prune', '--backup-keep', '2d', '--data', data)).stdout).toContain('3 backups remain.');
});

// Only root can change the owner of files.
test.if(process.getuid?.() === 0)('commands run by root create no files in a data directory of another user', async () => {
  const data = copied('of-another-user');
  chownSync(join(data, 'leitmotif.db'), 65_534, 65_534);
  for (const args of [['backup', 'create'], ['restore', backupName], ['serve', '--port', '0'], ['seed']]) {
    const { exitCode, stderr } = await leitmotif(...args, '--data', data);
    expect([exitCode, stderr]).toEqual([1, expect.stringContaining("Run this as that user: sudo -u '#65534' leitmotif …")]);
  }
  expect(backupsIn(data)).toEqual([backupName]);
  expect((await leitmotif('restore', backupName, '--dry-run', '--data', data)).exitCode).toBe(0);
});

test.if(process.getuid?.() === 0)(
  'the doctor finds files of root in a data directory of another user, and changes their owner',
  async () => {
    const data = join(cwd, 'left-by-root');
    await leitmotif('migrate', '--data', data);
    const cover = join(data, 'covers', '1f');
    mkdirSync(cover, { recursive: true });
    for (const path of [data, ...readdirSync(data, { recursive: true, encoding: 'utf8' }).map((name) => join(data, name))])
      chownSync(path, 65_534, 65_534);
    expect((await leitmotif('doctor', '--data', data)).stdout).toContain('file owners: OK\n');

    chownSync(cover, 0, 0);
    mkdirSync(join(data, 'sleeves'));
    const sick = await leitmotif('doctor', '--data', data);
    expect(sick.exitCode).toBe(1);
    expect(sick.stdout).toMatch(
      new RegExp(
        `file owners:\n  ${data}/\\S+ and 1 other belong to root, .* cannot write there. Run: sudo chown -R 65534:65534 ${data}\n`,
      ),
    );

    expect((await leitmotif('doctor', '--fix', '--data', data)).stdout).toContain('file owners: OK\n');
    expect(statSync(cover).uid).toBe(65_534);
    // Only root can open a database with a write-ahead log of root.
    rmSync(join(data, 'leitmotif.db-wal'), { force: true });
    writeFileSync(join(data, 'leitmotif.db-wal'), 'pages', { mode: 0o600 });
    chmodSync(cwd, 0o755);
    const program = join(cwd, 'as-nobody');
    copyFileSync(executable, join(cwd, 'own'));
    writeFileSync(program, `#!/bin/bash\nexec setpriv --reuid 65534 --clear-groups ${cwd}/own "$@"\n`, { mode: 0o755 });
    const { exitCode, stdout } = await run(['doctor', '--data', data], { cwd, program });
    expect([exitCode, stdout]).toEqual([1, expect.stringContaining(`leitmotif.db-wal belongs to root, and user 65534,`)]);
    expect(stdout).toContain('leitmotif.db cannot be read: unable to open database file.');
    rmSync(join(data, 'leitmotif.db-wal'));

    // Write access of the group is enough.
    chownSync(data, 0, 65_534);
    chmodSync(data, 0o2770);
    expect((await leitmotif('doctor', '--data', data)).stdout).toContain('file owners: OK\n');
  },
);
