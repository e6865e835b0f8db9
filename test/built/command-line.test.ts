import { expect, test } from 'bun:test';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { latestSchema } from '../../db/migrations';
import { revision } from '../../packaging/revision';
import { emptyFolder, executable, expectRefusal, folderOfTests, isOneLine, run } from '../support/executable';

// Arguments, help, completion and settings of the command line.

const cwd = folderOfTests();

test('a wrong command line is refused with one line and exit code 2', async () => {
  for (const [args, named] of [
    [['serve', '--nonsense'], '--nonsense'],
    [['serve', '--port', 'many'], '--port'],
    [['serve', '--port', '65536'], '--port'],
    [['serve', 'more'], 'more'],
    [['sevre'], 'sevre'],
    [['migrate', 'stauts'], 'stauts'],
    [['token', 'create', '--name', 'x'], '--user'],
    [['user', 'create', 'ab', '--password-stdin'], '3 to 40'],
    [['user', 'create', 'somebody'], '--password-stdin'],
    [['serve', '--config', 'nowhere.toml'], 'nowhere.toml'],
  ] as const)
    await expectRefusal(args, 2, named, { cwd, stdin: 'long enough a password\n' });
});

test('exchange rates are imported from a file of the European Central Bank, and nothing from another file', async () => {
  using folder = emptyFolder();
  const at = { cwd: folder.path };
  await run(['seed', '--data', 'data'], at);
  writeFileSync(join(at.cwd, 'rates.xml'), '<Envelope><Cube time="2024-05-02"><Cube currency="USD" rate="1.25"/></Cube></Envelope>');
  writeFileSync(join(at.cwd, 'other.xml'), '<rates/>');
  const shown = async () => (await run(['rates', 'show', '--data', 'data'], at)).stdout;
  expect(await shown()).toBe('No rates.\n');
  expect((await run(['rates', 'import', 'rates.xml', '--data', 'data'], at)).stdout).toBe('Imported 1 rate.\n');
  expect(await shown()).toMatch(/^2024-05-02 to 2024-05-02: .*\bDEM, .*\bEUR, .*\bUSD\n$/);
  for (const [file, said] of [
    ['other.xml', 'eurofxref-hist.xml'],
    ['none.xml', 'none.xml'],
  ] as const) {
    const { exitCode, stderr } = await run(['rates', 'import', file, '--data', 'data'], at);
    expect([exitCode > 0, isOneLine(stderr), stderr.includes(said)]).toEqual([true, true, true]);
  }
});

test('an unknown command is refused with the nearest name', async () => {
  for (const [args, sentence] of [
    [['help', 'bakcup'], 'Unknown command: leitmotif bakcup. Did you mean leitmotif backup?'],
    [['help', 'backup', 'crate'], 'Unknown command: leitmotif backup crate. Did you mean leitmotif backup create?'],
    [['help', 'backup', 'zzz'], 'Unknown command: leitmotif backup zzz. leitmotif backup --help lists the commands.'],
    [['import', 'mb'], 'There is no file or command mb. Did you mean leitmotif import musicbrainz?'],
    [['import', 'discosg', 'x.xml.gz'], 'There is no file or command discosg. Did you mean leitmotif import discogs?'],
    [['import', 'zzz'], 'There is no file or command zzz. leitmotif import --help lists the commands.'],
    [['import', 'zzz.json'], 'There is no file zzz.json.'],
  ] as const)
    expect(await run(args, { cwd })).toEqual({ exitCode: 2, stdout: '', stderr: `leitmotif: ${sentence}\n` });
});

test('every command has help', async () => {
  for (const args of [['help'], ['--help'], []]) {
    const { exitCode, stdout } = await run(args, { cwd });
    expect({ args, exitCode, usage: stdout.startsWith('Usage: leitmotif') }).toEqual({ args, exitCode: 0, usage: true });
  }
  for (const command of [
    ...['serve', 'migrate', 'seed', 'user', 'token', 'import', 'export', 'mirror', 'openapi', 'version', 'completion'].map((name) => [
      name,
    ]),
    ['user', 'create'],
    ['token', 'create'],
    ['migrate', 'status'],
  ]) {
    const { exitCode, stdout } = await run([...command, '--help'], { cwd });
    expect([exitCode, stdout]).toEqual([0, expect.stringMatching(new RegExp(`^Usage: leitmotif ${command.join(' ')}[ \n]`))]);
  }
  for (const command of [['backup', 'create'], ['import', 'musicbrainz'], ['migrate', 'status'], ['serve'], ['help']]) {
    const { stdout } = await run(['help', ...command], { cwd });
    expect(stdout).toStartWith(`Usage: leitmotif ${command.join(' ')} [`);
  }
  const { version } = (await Bun.file(new URL('../../package.json', import.meta.url).pathname).json()) as { version: string };
  for (const asked of ['--version', '-V']) expect(await run([asked], { cwd })).toEqual({ exitCode: 0, stdout: `${version}\n`, stderr: '' });
  const printed = await run(['version'], { cwd });
  expect(printed).toEqual({ exitCode: 0, stdout: expect.stringContaining(`${version}\nschema ${latestSchema()}\n`), stderr: '' });
  const commit = printed.stdout.split('\n')[2];
  if (revision()) expect(commit).toMatch(/^commit [0-9a-f]{10} of \d{4}-\d\d-\d\d$/);
  else expect(commit).toBe('');
});

test('version --check compares with the latest release of a configured address', async () => {
  const latest = async (answer: object, status = 200) => {
    using server = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: () => Response.json(answer, { status }) });
    return await run(['version', '--check'], { cwd, env: { LEITMOTIF_RELEASES_URL: server.url.href } });
  };
  for (const [answer, line] of [
    [{ tag_name: 'v99.0.0' }, 'Version 99.0.0 is available.'],
    [{ version: '0.0.1' }, 'This is the latest version.'],
    [{ tag_name: '99.0.0-rc.1' }, 'Version 99.0.0-rc.1 is available.'],
  ] as const)
    expect((await latest(answer)).stdout.split('\n').at(-2)).toBe(line);
  expect(await latest({ tag_name: 'nightly' })).toMatchObject({ exitCode: 1, stderr: expect.stringContaining('"tag_name" or "version"') });
  expect(await latest({ version: '9.0.0' }, 404)).toMatchObject({ exitCode: 1, stderr: expect.stringContaining('404') });
  expect(await latest({ version: '9.0.0', body: 'a'.repeat(1_000_000) })).toMatchObject({
    exitCode: 1,
    stderr: expect.stringContaining('larger than'),
  });
  expect(await run(['version', '--check'], { cwd })).toMatchObject({ exitCode: 1, stderr: expect.stringContaining('releases_url') });
});

test('completion offers commands, options, choices and file names', async () => {
  const completions = async (...words: string[]) => {
    const lines = (await run(['complete', '--', ...words], { cwd })).stdout.trimEnd().split('\n');
    return lines.map((line) => line.split('\t')[0]);
  };
  const [noFiles, files, directories] = [':4', ':0', ':20'];
  expect(await completions('tok')).toEqual(['token', noFiles]);
  expect(await completions('user', 'set-')).toEqual(['set-role', noFiles]);
  expect(await completions('user', 'set-role', 'anna', '')).toEqual(['user', 'editor', 'admin', noFiles]);
  expect(await completions('user', 'reset-password', '--rev')).toEqual(['--revoke-tokens', noFiles]);
  expect(await completions('import', 'discogs', '')).toEqual([files]);
  expect(await completions('add', 'release', '--ti')).toEqual(['--title', noFiles]);
  expect(await completions('add', 'release', '--dr')).toEqual(['--dry-run', noFiles]);
  expect(await completions('serve', '--config', '')).toEqual([files]);
  expect(await completions('serve', '--data', '')).toEqual([directories]);
  expect(await completions('user', 'list', '--data', '')).toEqual([directories]);
  expect(await completions('serve', '--registration', '')).toEqual(['open', 'invitation', 'closed', noFiles]);
  expect(await completions('serve', '--log-format', '')).toEqual(['auto', 'text', 'json', noFiles]);
  expect(await completions('completion', '')).toEqual(['bash', 'zsh', 'fish', noFiles]);
  for (const shell of ['bash', 'zsh', 'fish'])
    expect((await run(['completion', shell], { cwd })).stdout).toContain('leitmotif complete -- ');
  expect((await run(['completion', 'powershell'], { cwd })).exitCode).toBe(2);
  expect((await run(['serve', '--help'], { cwd })).stdout.replace(/\s+/g, ' ')).toContain('(choices: "open", "invitation", "closed")');
});

test('the completion script can be evaluated twice in bash, and completes', async () => {
  using folder = emptyFolder();
  const cwd = folder.path;
  mkdirSync(join(cwd, 'catalog'));
  writeFileSync(join(cwd, 'cat.txt'), '');
  // A minimal stand-in for the package bash-completion.
  const script = `
    _get_comp_words_by_ref() { cur=\${COMP_WORDS[COMP_CWORD]}; words=("\${COMP_WORDS[@]}"); }
    compopt() { :; }
    leitmotif() { ${JSON.stringify(executable)} "$@"; }
    eval "$(leitmotif completion bash)"
    eval "$(leitmotif completion bash)"
    complete -p leitmotif
    for word in --registration --data; do
      COMP_WORDS=(leitmotif serve $word c) COMP_CWORD=3
      __leitmotif_complete
      echo "\${COMPREPLY[*]}"
    done`;
  const bash = Bun.spawn(['bash', '-c', script], {
    cwd,
    env: { PATH: process.env.PATH ?? '', HOME: cwd },
    stdout: 'pipe',
    stderr: 'pipe',
  });
  expect([await new Response(bash.stdout).text(), await new Response(bash.stderr).text()]).toEqual([
    'complete -o default -F __leitmotif_complete leitmotif\nclosed\ncatalog\n',
    '',
  ]);
});

/** The data directory of a command, which names it since it has no catalog. */
async function dataDirectoryOf(args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<string | undefined> {
  const { stderr } = await run(['user', 'list', ...args], { cwd, env });
  return /^leitmotif: No catalog in (.+?)\. /.exec(stderr)?.[1];
}

test('settings are taken from flags, environment, file and defaults, in this order', async () => {
  writeFileSync(join(cwd, 'settings.toml'), 'data = "from-file"\n');
  const env = { LEITMOTIF_CONFIG: 'settings.toml' };

  expect(await dataDirectoryOf([])).toBe(join(cwd, '.local/share/leitmotif'));
  expect(await dataDirectoryOf([], env)).toBe(join(cwd, 'from-file'));
  expect(await dataDirectoryOf([], { ...env, LEITMOTIF_DATA: 'from-environment' })).toBe(join(cwd, 'from-environment'));
  expect(await dataDirectoryOf(['--data', 'from-flag'], { ...env, LEITMOTIF_DATA: 'from-environment' })).toBe(join(cwd, 'from-flag'));
});

test('~ at the start of a path is expanded to the home directory in every source of settings', async () => {
  const home = join(cwd, 'home');
  mkdirSync(join(home, 'secrets'), { recursive: true });
  writeFileSync(join(home, 'settings.toml'), 'data = "~/from-file"\n');
  writeFileSync(join(home, 'secrets', 'password'), 'correct horse battery\n');
  writeFileSync(join(home, 'secrets', 'token'), '');
  const env = { HOME: home };

  expect(await dataDirectoryOf(['--config', '~/settings.toml'], env)).toBe(join(home, 'from-file'));
  expect(await dataDirectoryOf([], { ...env, LEITMOTIF_DATA: '~/from-environment' })).toBe(join(home, 'from-environment'));
  expect(await dataDirectoryOf(['--data', '~/from-flag'], env)).toBe(join(home, 'from-flag'));
  expect((await run(['migrate', '--data', '~/catalog'], { cwd, env })).exitCode).toBe(0);
  const created = await run(['user', 'create', 'someone', '--password-file', '~/secrets/password', '--data', '~/catalog'], { cwd, env });
  expect([created.exitCode, created.stderr]).toEqual([0, '']);
  const mirrored = await run(['mirror', 'http://127.0.0.1:1', '--token-file', '~/secrets/token', '--data', '~'], { cwd, env });
  expect(mirrored.stderr).toContain('~/secrets/token contains no token.');

  expect(readdirSync(home).sort()).toEqual(['catalog', 'secrets', 'settings.toml']);
});

test('an invalid setting is refused with its flag, variable or line of the file', async () => {
  using folder = emptyFolder();
  const cwd = folder.path;
  writeFileSync(join(cwd, 'port.toml'), 'port = "many"\n');
  writeFileSync(join(cwd, 'unknown.toml'), '# Mine\nhost = "::1"\nprot = 1\n');
  writeFileSync(join(cwd, 'far.toml'), '[server]\nlisten = 1\n');
  writeFileSync(join(cwd, 'broken.toml'), 'port = 1\ncors_origins = [\n  "*",\n]\nhost == 3\ncontact = "x"\n');
  writeFileSync(join(cwd, 'open.toml'), 'port = 1\n\ncors_origins = [\n  "*",\neditors = 3\n');
  for (const [args, env, named] of [
    [['serve'], { LEITMOTIF_PORT: 'many' }, 'LEITMOTIF_PORT'],
    [['serve', '--config', 'port.toml'], {}, 'port in port.toml'],
    [['serve'], { LEITMOTIF_PROT: '1' }, 'LEITMOTIF_PROT is not a known setting. Did you mean LEITMOTIF_PORT?'],
    [['serve'], { LEITMOTIF_CONFIG_FILE: 'x' }, 'LEITMOTIF_CONFIG_FILE is not a known setting. Did you mean LEITMOTIF_CONFIG?'],
    [['config', 'print'], { LEITMOTIF_METRIC_TOKEN_FILE: 'x' }, 'Did you mean LEITMOTIF_METRICS_TOKEN?'],
    [['serve', '--config', 'unknown.toml'], {}, 'unknown.toml, line 3: unknown setting "prot". Did you mean port?\n'],
    [['serve', '--config', 'far.toml'], {}, 'line 1: unknown setting "server". "leitmotif config print" lists all settings.\n'],
    [['serve', '--config', 'broken.toml'], {}, 'broken.toml, line 5: TOML Parse error: Expected a value'],
    [['serve', '--config', 'open.toml'], {}, 'open.toml, line 3: '],
    [['serve', '--metrics-listen', 'example.org'], {}, '--metrics-listen must be an address with a port, such as 127.0.0.1:9464'],
    [['serve', '--metrics-listen', '[::1]:99999'], {}, '--metrics-listen must be an address with a port, such as 127.0.0.1:9464'],
    [['serve', '--metrics-token', 'short'], {}, '--metrics-token must be text of 16 to 200 characters of ASCII, without spaces.'],
    [['serve', '--trusted-proxies', '10.0.0.1/8/9'], {}, '"10.0.0.1/8/9"'],
    [['serve', '--trusted-proxies', '10.0.0.0/'], {}, '"10.0.0.0/"'],
    [['serve', '--trusted-proxies', '10.0.0.0/33'], {}, '"10.0.0.0/33"'],
    [['serve', '--trusted-proxies', 'proxy'], {}, '"proxy"'],
  ] as const)
    await expectRefusal(args, 2, named, { cwd, env });
  expect(readdirSync(cwd).filter((name) => !name.endsWith('.toml'))).toEqual([]);
});

test('environment variables of clients and of Kubernetes are ignored', async () => {
  const env = { LEITMOTIF_TOKEN: 'lm_pat_x', LEITMOTIF_USER: 'anna', LEITMOTIF_SERVICE_HOST: '10.0.0.1', LEITMOTIF_PORT_80_TCP_PORT: '80' };
  expect(await run(['config', 'print'], { cwd, env })).toMatchObject({ exitCode: 0, stderr: '' });
});
