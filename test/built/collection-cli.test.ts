import { Database } from 'bun:sqlite';
import { beforeAll, expect, test } from 'bun:test';
import { statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { $ } from 'bun';
import { executable, type Finished, folderOfTests, run, serve } from '../support/executable';

const folder = folderOfTests();
const cli = (args: readonly string[], stdin = ''): Promise<Finished> => run([...args, '--data', 'data'], { cwd: folder, stdin });

const header =
  'Catalog#,Artist,Title,Label,Format,Rating,Released,release_id,CollectionFolder,Date Added,Collection Media Condition,Collection Sleeve Condition,Collection Notes\n';
const vertigo =
  'MG 20384,Bernard Herrmann,Vertigo,Mercury,"LP, Album",5,1958,123,Italy,2019-02-03 10:00:00,Near Mint (NM or M-),Generic,\n';

beforeAll(async () => {
  await cli(['seed']);
  await cli(['user', 'create', 'anna', '--password-stdin'], 'correct horse battery\n');
  writeFileSync(join(folder, 'discogs.csv'), `${header}${vertigo},,,,,0,0,,,,,,\nX,A,B,L,CD,9,0,,,,,,\n`);
}, 30_000);

test('collection import reports what it would do with --dry-run, and then imports the file', async () => {
  const dry = await cli(['collection', 'import', '--user', 'anna', '--dry-run', 'discogs.csv']);
  expect(dry.stdout).toStartWith('Dry run, nothing written: 2 added (2 placeholders), 1 skipped.\n  line 3: ');
  const { stdout, exitCode } = await cli(['collection', 'import', '--user', 'anna', 'discogs.csv']);
  expect([stdout.split('\n')[0], exitCode]).toEqual(['2 added (2 placeholders), 1 skipped.', 0]);
  const again = await cli(['collection', 'import', '--user', 'anna', '-', '--unmatched', 'skip'], header + vertigo);
  expect(again.stdout).toBe('0 added, 1 already owned.\n');
  const wish = ['collection', 'import', '--user', 'anna', '--wishlist', '-'];
  expect((await cli(wish, 'Title\nVertigo\n')).stdout).toContain('1 added');
  expect((await cli(wish, 'Title\nVertigo\n')).stdout).toContain('0 added, 1 already on the wishlist');
  const changed = header + vertigo.replace('Near Mint (NM or M-)', 'Good (G)');
  expect((await cli(['collection', 'import', '--user', 'anna', '--dry-run', '-'], changed)).stdout).toContain('0 added, 1 already owned.');
  const differing = ['collection', 'import', '--user', 'anna', '--dry-run', '--also-owned', 'differing', '-'];
  expect((await cli(differing, changed)).stdout).toContain('1 added.');
  const unclear = await cli(['collection', 'import', '--user', 'anna', '--dry-run', '-'], `${header},,Vertigo,,,,1996,,,,,,\n`);
  expect(unclear.stdout).toMatch(
    /\n {2}line 2: Vertigo is ambiguous and becomes a placeholder; it may be Vertigo, 1958 \([-0-9a-f]{36}\)\n$/,
  );
  const spreadsheet = await cli(['collection', 'import', '--user', 'anna', '--dry-run', '-'], 'Title,Price,Bought\nJaws,abc,sometime\n');
  expect(spreadsheet.stdout).toContain('line 2: kept in the notes: Price “abc”, Bought “sometime”\n');
}, 60_000);

test('collection import lists status words and columns that it does not know', async () => {
  const csv = 'Title,Status,Owner’s Code,Lfd.\nPsycho,in der Post,GOL-07,1\nVertigo,im Angebot,,2\n';
  const { stdout } = await cli(['collection', 'import', '--user', 'anna', '--dry-run', '--json', '-'], csv);
  expect(JSON.parse(stdout).rows[0].item.notes).toBe('Owner’s Code: GOL-07\nStatus: in der Post');
  const text = (await cli(['collection', 'import', '--user', 'anna', '--dry-run', '-'], csv)).stdout;
  expect(text).toContain(
    'Unknown status words, imported as owned with a note; change one with --status WORD=MEANING:\n  in der Post: 1 row\n',
  );
  expect(text).toContain('Ignored columns: Lfd.\nUnknown columns, kept in the notes: Owner’s Code.\n');
}, 60_000);

test('collection import takes the file after --column and --status', async () => {
  writeFileSync(join(folder, 'colors.csv'), 'Title,Color,Status\nPsycho,red,unterwegs\n');
  const options = ['--column', 'Color=folder', '--status', 'unterwegs=ordered', '--column', 'Title=release_title'];
  const { stdout } = await cli(['collection', 'import', '--user', 'anna', '--dry-run', '--json', ...options, 'colors.csv']);
  expect(JSON.parse(stdout).rows[0].item).toEqual({ folder: 'red', status: 'ordered' });
}, 60_000);

test('collection export writes a file readable only by its owner, which collection import accepts', async () => {
  expect(await cli(['collection', 'export', '--user', 'anna', 'own.json'])).toMatchObject({ exitCode: 0, stdout: '', stderr: '' });
  expect(statSync(join(folder, 'own.json')).mode & 0o777).toBe(0o600);
  await cli(['user', 'create', 'berta', '--password-stdin'], 'correct horse battery\n');
  const { stdout } = await cli(['collection', 'import', '--user', 'berta', '--wishlist', 'discogs.csv', '--json']);
  expect(JSON.parse(stdout)).toMatchObject({ added: 2, provisional: 0, dry_run: false });
  const added = await cli(['collection', 'import', '--user', 'berta', 'own.json']);
  const [, id = ''] = /^2 added\.\nImport ([-0-9a-f]{36}): `leitmotif collection undo` removes what it added\.\n$/.exec(added.stdout) ?? [];
  const imports = await cli(['collection', 'imports', '--user', 'berta']);
  expect(imports.stdout).toMatch(new RegExp(`^ID .*\n${id}  .* own\\.json\n$`));
  expect((await cli(['collection', 'undo', '--user', 'berta', id])).stdout).toBe('2 removed.\n');
  expect(await cli(['collection', 'undo', '--user', 'berta', id])).toMatchObject({ exitCode: 1, stdout: '' });
  // More than a pipe buffers, for a reader that starts late.
  const rows = vertigo.replace('Generic,\n', `,${'Mono. '.repeat(50)}\n`).repeat(400);
  await cli(['collection', 'import', '--user', 'berta', '-'], header + rows);
  const piped =
    await $`sh -c ${`"${executable}" collection export --user berta --data "${join(folder, 'data')}" | (sleep 1; wc -l)`}`.text();
  expect(Number(piped)).toBe(401);
  const csv = await cli(['collection', 'export', '--user', 'berta']);
  expect(csv.stdout.split('\r\n')[1]).toContain('"Vertigo",,"MG 20384","Bernard Herrmann","Mercury",1958');
}, 60_000);

test('collection commands with wrong arguments fail with one line', async () => {
  const lines = [
    ['collection', 'import', '--user', 'nobody', 'discogs.csv'],
    ['collection', 'import', '--user', 'anna', 'none.csv'],
    ['collection', 'import', '--user', 'anna', '--unmatched', 'make', 'discogs.csv'],
    ['collection', 'export'],
  ];
  const finished = await Promise.all(lines.map((line) => cli(line)));
  expect(finished.map(({ exitCode, stdout, stderr }) => [exitCode, stdout, stderr.trim().split('\n').length])).toEqual([
    [1, '', 1],
    [1, '', 1],
    [2, '', 1],
    [2, '', 1],
  ]);
}, 60_000);

const countsOf = (database: Database) =>
  ['collection_item', '"release"', 'label', 'import_row', 'list_import WHERE finished_at IS NULL'].map(
    (table) => (database.query(`SELECT count(*) AS n FROM ${table}`).get() as { n: number }).n,
  );

const isLocked = (): boolean => {
  using other = new Database(join(folder, 'data', 'leitmotif.db'));
  try {
    other.run('BEGIN IMMEDIATE');
    return false;
  } catch {
    return true;
  }
};

/** Starts an import of a long file and suspends it between two transactions, with a part of its rows written. */
async function suspendedImport(database: Database): Promise<Bun.Subprocess> {
  const before = countsOf(database)[0] ?? 0;
  const args = ['collection', 'import', '--user', 'berta', 'long.csv', '--data', 'data'];
  const child = Bun.spawn([executable, ...args], { cwd: folder, stdout: 'ignore', stderr: 'ignore' });
  for (let at = before; at < before + 50; at = countsOf(database)[0] ?? 0) await Bun.sleep(2);
  for (child.kill('SIGSTOP'); isLocked(); child.kill('SIGSTOP')) {
    child.kill('SIGCONT');
    await Bun.sleep(1);
  }
  expect(countsOf(database)[4]).toBeGreaterThan(0);
  return child;
}

/** Enough that the import is still running when it is suspended. */
const longFileRows = 400;

test('an import of a collection file is undone if it was killed, and left alone while it is running', async () => {
  const rows = Array.from(
    { length: longFileRows },
    (_, index) => `L ${index},Somebody,Title ${index},Label ${index % 50},CD,,1990,${5_000 + index},,,,,\n`,
  );
  writeFileSync(join(folder, 'long.csv'), header + rows.join(''));
  await cli(['user', 'create', 'berta', '--password-stdin'], 'correct horse battery\n');
  using database = new Database(join(folder, 'data', 'leitmotif.db'), { readonly: true });
  const before = countsOf(database);

  // The next command undoes it.
  const first = await suspendedImport(database);
  first.kill('SIGKILL');
  await first.exited;
  expect(countsOf(database)).not.toEqual(before);
  await cli(['collection', 'export', '--user', 'anna']);
  expect(countsOf(database)).toEqual(before);

  // A running server undoes it.
  await using server = await serve(['--data', 'data'], { cwd: folder });
  const token = (await cli(['token', 'create', '--user', 'berta', '--name', 'tests'])).stdout.trim();
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'text/csv' };
  const put = () => fetch(`${server.url}/api/users/me/collection/import`, { method: 'POST', headers, body: header + vertigo });
  const second = await suspendedImport(database);
  const busy = await cli(['collection', 'import', '--user', 'anna', 'discogs.csv']);
  expect([busy.exitCode, busy.stderr]).toEqual([1, expect.stringContaining('Another command is importing a file.')]);
  expect((await put()).status).toBe(409);
  second.kill('SIGKILL');
  await second.exited;
  while (countsOf(database)[4] !== 0) await Bun.sleep(50);
  expect(countsOf(database)).toEqual(before);

  expect((await put()).status).toBe(200);
  const [start = 0] = countsOf(database);
  const third = await suspendedImport(database);
  expect(countsOf(database)[0]).toBeGreaterThan(start);
  await cli(['collection', 'export', '--user', 'anna']);
  third.kill('SIGCONT');
  expect(await third.exited).toBe(0);
  expect(countsOf(database)[0]).toBe(start + longFileRows);
}, 60_000);

test('an export that names releases which only its owner sees becomes own placeholders of another user, and loses no row', async () => {
  for (const name of ['carla', 'dora']) await cli(['user', 'create', name, '--password-stdin'], 'correct horse battery\n');
  const token = (await cli(['token', 'create', '--user', 'carla', '--name', 'tests'])).stdout.trim();
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'text/csv' };
  const body = 'Title,Artist,Label,Cat. No.\nSolo Score,Ann Example,Fox,SO 1\nDuo Score,Ann Example,,\nDuo Score,Ann Example,,\n';
  {
    await using server = await serve(['--data', 'data'], { cwd: folder });
    const sent = await fetch(`${server.url}/api/users/me/collection/import?unmatched=provisional`, { method: 'POST', headers, body });
    expect(sent.status).toBe(200);
  }
  await cli(['collection', 'export', '--user', 'carla', 'carla.csv']);
  const { stdout } = await cli(['collection', 'import', '--user', 'dora', 'carla.csv']);
  expect(stdout.split('\n')[0]).toBe('3 added (3 placeholders).');
}, 60_000);
