import { expect, test } from 'bun:test';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { emptyFolder, run, serve } from '../support/executable';
import { nonEmpty } from '../support/non-empty';

test('config init writes a file readable only by its owner, and overwrites none', async () => {
  using folder = emptyFolder();
  const path = join(folder.path, '.config/leitmotif.toml');
  expect(await run(['config', 'init'], { cwd: folder.path })).toEqual({ exitCode: 0, stdout: `Wrote ${path}.\n`, stderr: '' });
  expect(statSync(path).mode & 0o777).toBe(0o600);
  const lines = readFileSync(path, 'utf8').matchAll(/^#(\w+ = .*)$/gm);
  for (const [, line = ''] of nonEmpty([...lines])) expect(Object.keys(Bun.TOML.parse(line) as object).length).toBe(1);
  writeFileSync(path, 'port = 1');
  expect(await run(['config', 'init'], { cwd: folder.path })).toEqual({
    exitCode: 1,
    stdout: '',
    stderr: `leitmotif: ${path} already exists. Set another file with --config.\n`,
  });
  expect(readFileSync(path, 'utf8')).toBe('port = 1');
  await run(['config', 'init'], { cwd: folder.path, env: { LEITMOTIF_CONFIG: '~/elsewhere/own.toml' } });
  expect(readFileSync(join(folder.path, 'elsewhere/own.toml'), 'utf8')).toContain('#port = 8420');
});

test('config print names the source of each setting, including changes at runtime', async () => {
  using folder = emptyFolder();
  const options = { cwd: folder.path, env: { LEITMOTIF_EDITING: 'off' } };
  writeFileSync(join(folder.path, 'own.toml'), 'cors_origins = ["https://films.example"]');
  await using server = await serve(['--data', 'films'], { cwd: folder.path });
  await run(['user', 'create', 'anna', '--admin', '--password-stdin', '--data', 'films'], { cwd: folder.path, stdin: 'long enough 1\n' });
  const made = await run(['token', 'create', '--user', 'anna', '--name', 'x', '--data', 'films'], { cwd: folder.path });
  const headers = { authorization: `Bearer ${made.stdout.trim()}`, 'content-type': 'application/vnd.api+json' };
  const data = { id: '/api/settings', type: 'Settings', attributes: { registration: 'open' } };
  const changed = await fetch(`${server.url}/api/settings`, { method: 'PATCH', headers, body: JSON.stringify({ data }) });
  expect(changed.status).toBe(200);

  const args = ['config', 'print', '--port', '80', '--data', 'films', '--config', 'own.toml'];
  const { stdout } = await run([...args, '--json'], options);
  const shown = new Map((JSON.parse(stdout) as { setting: string }[]).map(({ setting, ...rest }) => [setting, rest]));
  expect(shown.get('port')).toEqual({ value: '80', from: '--port' } as never);
  expect(shown.get('editing')).toEqual({ value: '"off"', from: 'LEITMOTIF_EDITING' } as never);
  expect(shown.get('cors_origins')).toEqual({ value: '["https://films.example"]', from: 'cors_origins in own.toml' } as never);
  expect(shown.get('host')).toEqual({ value: '"127.0.0.1"', from: 'default' } as never);
  expect(shown.get('registration')).toEqual({ value: '"open"', from: 'changed while running' } as never);
  const { stdout: table } = await run(args, options);
  expect(shown.get('backups')).toEqual({ value: JSON.stringify(join(folder.path, 'films/backups')), from: 'default' } as never);
  expect(table).toMatch(/^SETTING +VALUE +FROM\n/);
  expect(table).toMatch(/^registration +"open" +changed while running$/m);
});

test('config print works with an unreadable catalog', async () => {
  using folder = emptyFolder();
  writeFileSync(
    join(folder.path, 'leitmotif.db'),
    'no database at all, but some text that is long enough to be looked at by its head'.repeat(3),
  );
  const { exitCode, stdout, stderr } = await run(['config', 'print', '--data', '.'], { cwd: folder.path });
  expect([exitCode, stderr]).toEqual([0, expect.stringContaining('settings changed at runtime are unknown: ')]);
  expect(stdout).toContain('8420');
});
