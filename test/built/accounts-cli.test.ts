import { afterAll, beforeAll, expect, test } from 'bun:test';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { TOTP } from 'otpauth';
import { issueApiToken } from '../../src/accounts/tokens';
import { createUser } from '../../src/accounts/users';
import { openStore, type Store } from '../../src/store/database/open';
import { emptyFolder, type Finished, type Running, run, runOnTerminal, serve } from '../support/executable';

const password = 'correct horse battery';

let folder: ReturnType<typeof emptyFolder>;
let data: string;
let server: Running;
/** Another connection to the catalog of the server, to prepare users cheaply. */
let store: Store;
beforeAll(async () => {
  folder = emptyFolder();
  data = join(folder.path, 'data');
  server = await serve(['--data', data, '--rate-limit', '0'], { cwd: folder.path });
  store = openStore(data);
});
afterAll(async () => {
  store.close();
  await server.signal('SIGKILL');
  folder[Symbol.dispose]();
});

const cli = (args: readonly string[], stdin?: string): Promise<Finished> =>
  run([...args, '--data', data], { cwd: folder.path, stdin: stdin ?? '' });

/** The output of a command that must succeed. */
async function outputOf(args: readonly string[], stdin?: string): Promise<string> {
  const { exitCode, stdout, stderr } = await cli(args, stdin);
  expect({ args, exitCode, stderr }).toEqual({ args, exitCode: 0, stderr: '' });
  return stdout;
}

/** The error of a command that must fail with one line. */
async function errorOf(args: readonly string[], exitCode: 1 | 2, stdin?: string): Promise<string> {
  const finished = await cli(args, stdin);
  expect({ args, exitCode: finished.exitCode, stdout: finished.stdout, lines: finished.stderr.split('\n').length }).toEqual({
    args,
    exitCode,
    stdout: '',
    lines: 2,
  });
  return finished.stderr;
}

const addUser = (name: string, role: 'user' | 'admin' = 'user') => createUser(store, name, password, role);

let tokens = 0;
const addToken = (user: string): Promise<string> => issueApiToken(store, user, `test ${++tokens}`);
const createToken = async (user: string, ...flags: string[]): Promise<string> =>
  (await outputOf(['token', 'create', '--user', user, '--name', `test ${++tokens}`, ...flags])).trim();

const get = (path: string, token: string): Promise<Response> => fetch(server.url + path, { headers: { authorization: `Bearer ${token}` } });

const statusOf = async (token: string): Promise<number> => (await get('/api/users/me', token)).status;

async function signInStatus(username: string, password: string): Promise<number> {
  const body = JSON.stringify({ username, password });
  return (await fetch(`${server.url}/api/token`, { method: 'POST', headers: { 'content-type': 'application/json' }, body })).status;
}

/** Runs a command on a terminal and types an answer at each question. */
async function onTerminal(args: readonly string[], keys: readonly string[]): Promise<{ exitCode: number; shown: string }> {
  let typed = 0;
  return runOnTerminal([...args, '--data', data], { cwd: folder.path }, (shown, terminal) => {
    const questions = shown.match(/Password: |Repeat: /g)?.length ?? 0;
    while (typed < Math.min(questions, keys.length)) terminal.write(keys[typed++] as string);
  });
}

test('user create takes a role and a password from standard input or a file', async () => {
  writeFileSync(join(folder.path, 'password'), `${password}\r\nnot this line\n`);
  expect(await outputOf(['user', 'create', 'by-stdin', '--password-stdin'], `${password}\n`)).toBe('Created user by-stdin.\n');
  expect(await outputOf(['user', 'create', 'by-file', '--admin', '--password-file', 'password'])).toBe('Created administrator by-file.\n');
  expect(await signInStatus('by-stdin', password)).toBe(200);
  expect(await signInStatus('by-file', password)).toBe(200);
});

test('user create asks twice for a password on a terminal, without echo', async () => {
  const typed = 'typed with pläsure';
  const { exitCode, shown } = await onTerminal(['user', 'create', 'typist'], [`wrong\u0015typed with pläsurx\u007fe\r`, `${typed}\r`]);
  expect({ exitCode, shown }).toEqual({
    exitCode: 0,
    shown: 'The name typist is available. A password has 10 to 200 characters.\nPassword: \nRepeat: \nCreated user typist.\n',
  });
  expect(await signInStatus('typist', typed)).toBe(200);
});

test('differing passwords, a short password, Ctrl-C and Ctrl-D create no user', async () => {
  const differing = await onTerminal(['user', 'create', 'nobody'], [`${password}\r`, `${password}!\r`]);
  expect([differing.exitCode, differing.shown.includes('do not match')]).toEqual([2, true]);
  const cancelled = await onTerminal(['user', 'create', 'nobody'], ['half a pass\u0003']);
  expect([cancelled.exitCode, cancelled.shown.includes('half'), cancelled.shown.includes('Cancelled')]).toEqual([130, false, true]);
  const ended = await onTerminal(['user', 'create', 'nobody'], ['half a pass\u0004']);
  expect([ended.exitCode, ended.shown.includes('Cancelled')]).toEqual([1, true]);
  const short = await onTerminal(['user', 'create', 'nobody'], ['short\r']);
  expect([short.exitCode, short.shown.includes('Repeat')]).toEqual([2, false]);
  expect(await outputOf(['user', 'list'])).not.toContain('nobody');
});

test('user create refuses an existing name before it asks for a password', async () => {
  await addUser('existing');
  const { exitCode, shown } = await onTerminal(['user', 'create', 'Existing'], []);
  expect({ exitCode, shown }).toEqual({
    exitCode: 1,
    shown: 'leitmotif: There is already a user Existing.\n',
  });
});

test('output on a terminal has no colors', async () => {
  const { shown } = await onTerminal(['export', '/dev/null'], []);
  expect(shown).toMatch(/^Exported \d+ records at sequence/);
  expect(shown).not.toContain('\u001b');
});

test('user create takes no password from an argument', async () => {
  await errorOf(['user', 'create', 'somebody', password], 2);
  await errorOf(['user', 'create', 'somebody', '--password', password], 2);
  await errorOf(['user', 'create', 'somebody', '--password-stdin', '--password-file', 'password'], 2);
  expect(await errorOf(['user', 'create', 'somebody'], 2)).toContain('--password-file');
  expect(await errorOf(['user', 'create', 'somebody', '--password-file', 'nowhere'], 1)).toContain('nowhere');
  expect(await errorOf(['user', 'create', 'somebody', '--password-stdin'], 2, 'short\n')).toContain('10 to 200');
  expect(await errorOf(['user', 'create', 'x', '--password-stdin'], 2, password)).toContain('3 to 40');
  expect(await outputOf(['user', 'list'])).not.toContain('somebody');
});

test('user list is a sorted table with the number of valid tokens', async () => {
  await addUser('listed', 'admin');
  await addToken('listed');
  await addToken('listed');
  await outputOf(['token', 'create', '--user', 'listed', '--name', 'revoked']);
  await outputOf(['token', 'revoke', '--user', 'listed', '--name', 'revoked']);
  const lines = (await outputOf(['user', 'list'])).trimEnd().split('\n');
  expect(lines[0]?.split(/ {2,}/)).toEqual(['NAME', 'ROLE', 'DISABLED', 'CREATED', 'TOKENS']);
  const row = lines.find((line) => line.startsWith('listed '));
  expect(row?.split(/ {2,}/)).toEqual(['listed', 'admin', 'no', expect.stringMatching(/^20\d\d-.*\+00:00$/), '2']);
  expect(lines.slice(1)).toEqual(lines.slice(1).toSorted());
});

test('user disable and user enable take effect in a running server immediately', async () => {
  await addUser('switched');
  const token = await addToken('switched');
  const states = async () => [await statusOf(token), await signInStatus('switched', password)];
  const before = await states();
  expect(await outputOf(['user', 'disable', 'SWITCHED'])).toBe('switched is disabled.\n');
  const disabled = await states();
  expect(await outputOf(['user', 'list'])).toMatch(/switched +user +yes/);
  expect(await outputOf(['user', 'enable', 'switched'])).toBe('switched is enabled.\n');
  expect([before, disabled, await states()]).toEqual([
    [200, 200],
    [401, 401],
    [200, 200],
  ]);
});

test('user reset-password replaces the password immediately and keeps API access tokens', async () => {
  await addUser('forgetful');
  const token = await addToken('forgetful');
  await outputOf(['user', 'reset-password', 'forgetful', '--password-stdin'], 'a new password for her\n');
  expect([await signInStatus('forgetful', password), await signInStatus('forgetful', 'a new password for her')]).toEqual([401, 200]);
  expect(await statusOf(token)).toBe(200);
  expect(await errorOf(['user', 'reset-password', 'forgetful', '--password-stdin'], 2, 'short')).toContain('10 to 200');
});

test('user reset-password reports active tokens, and revokes them with --revoke-tokens', async () => {
  await addUser('robbed');
  const stolen = [await addToken('robbed'), await addToken('robbed')];
  const reset = (...flags: string[]) => outputOf(['user', 'reset-password', 'robbed', '--password-stdin', ...flags], password);
  expect(await reset()).toEndWith('2 API access tokens still active. Use --revoke-tokens to revoke them too.\n');
  expect(await reset('--revoke-tokens')).toEndWith('Revoked 2 API access tokens.\n');
  expect(await Promise.all(stolen.map(statusOf))).toEqual([401, 401]);
  expect(await reset()).toBe('Changed the password of robbed and ended all sessions.\n');
});

test('user reset-second-factor removes the app and ends sessions, so that the password signs in alone', async () => {
  await addUser('phoneless');
  const post = async (path: string, body: object, headers: object = { 'content-type': 'application/json' }) => {
    const response = await fetch(new URL(path, server.url), { method: 'POST', headers: { ...headers }, body: JSON.stringify(body) });
    return (await response.json()) as { session_token?: string; error?: string };
  };
  const signIn = () => post('/api/sessions', { username: 'phoneless', password });
  const { session_token: session = '' } = await signIn();
  const secret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';
  const data = { type: 'Credential', attributes: { secret, code: new TOTP({ secret }).generate() } };
  await post('/api/users/me/credentials', { data }, { authorization: `Bearer ${session}`, 'content-type': 'application/vnd.api+json' });
  expect((await signIn()).error).toBe('second_factor_required');
  expect(await outputOf(['user', 'reset-second-factor', 'Phoneless'])).toBe('Removed 1 credential of phoneless and ended all sessions.\n');
  expect([await statusOf(session), (await signIn()).session_token]).toEqual([401, expect.any(String)]);
  expect(await errorOf(['user', 'reset-second-factor', 'phoneless'], 1)).toContain('no authenticator app');
});

test('user set-role takes effect immediately', async () => {
  await addUser('climber');
  const token = await addToken('climber');
  const role = async () =>
    ((await (await get('/api/users/me', token)).json()) as { data: { attributes: { role: string } } }).data.attributes.role;
  const before = await role();
  expect(await outputOf(['user', 'set-role', 'Climber', 'admin'])).toBe('climber is an administrator.\n');
  const raised = await role();
  expect(await outputOf(['user', 'set-role', 'climber', 'user'])).toBe('climber is a user.\n');
  expect([before, raised, await role()]).toEqual(['user', 'admin', 'user']);
  expect(await errorOf(['user', 'set-role', 'climber', 'king'], 2)).toContain('Allowed choices are user, editor, admin');
});

test('the only administrator who can sign in cannot be demoted, disabled or deleted', async () => {
  const own = join(folder.path, 'one administrator');
  await run(['migrate', '--data', own], { cwd: folder.path });
  const user = (...args: string[]) => run(['user', ...args, '--data', own], { cwd: folder.path, stdin: password });
  await user('create', 'only', '--admin', '--password-stdin');
  const refusal = {
    exitCode: 1,
    stdout: '',
    stderr:
      'leitmotif: only is the only administrator who can sign in. Make someone else one first, who has a password or, where passwords are off, is linked to the sign-in provider.\n',
  };
  expect([await user('set-role', 'only', 'user'), await user('disable', 'only')]).toEqual([refusal, refusal]);
  expect((await user('set-role', 'only', 'admin')).exitCode).toBe(0);

  await user('create', 'kept-out', '--admin', '--password-stdin');
  expect((await user('disable', 'kept-out')).exitCode).toBe(0);
  expect(await user('set-role', 'only', 'user')).toEqual(refusal);
  expect(await user('delete', 'only', '--yes')).toEqual(refusal);
  await user('enable', 'kept-out');
  // A password is no way in where passwords are off.
  const off = openStore(own);
  await off.write(() => {
    off.writer.change(
      "INSERT INTO setting VALUES ('passwords', 'no'), ('oidc_issuer', 'https://auth.example.org/'), ('oidc_client_id', 'leitmotif')",
    );
    off.writer.change(
      `INSERT INTO credential (id, user_key, kind, name, credential_id, host, counter, created_at)
      SELECT id, key, 'provider', 'only', 'https://auth.example.org one', 'https://auth.example.org', 0, created_at FROM user WHERE username = 'only'`,
    );
  });
  const acts = [
    ['set-role', 'only', 'user'],
    ['disable', 'only'],
    ['delete', 'only', '--yes'],
  ];
  for (const act of acts) expect(await user(...act)).toEqual(refusal);
  // Nor where the server alone knows the provider.
  await off.write(() => off.writer.change("DELETE FROM setting WHERE name LIKE 'oidc%'"));
  for (const act of acts) expect(await user(...act)).toEqual(refusal);
  await off.write(() => off.writer.change("DELETE FROM setting WHERE name = 'passwords'"));
  off.close();
  expect((await user('set-role', 'only', 'user')).stdout).toBe('only is a user.\n');
  expect((await user('delete', 'only', '--yes')).stdout).not.toContain('administrator');
  expect((await user('delete', 'kept-out', '--yes')).stdout).toEndWith(
    'No administrator is left. Create one: leitmotif user create NAME --admin.\n',
  );
});

test('user list and token list print JSON with --json', async () => {
  await addUser('jsonny', 'admin');
  await createToken('jsonny', '--scope', 'catalog:read', '--never-expires');
  const users = JSON.parse(await outputOf(['user', 'list', '--json'])) as { username: string }[];
  expect(users.find(({ username }) => username === 'jsonny')).toEqual({
    id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    username: 'jsonny',
    email: null,
    role: 'admin',
    disabled_at: null,
    created_at: expect.stringMatching(/^20.*\+00:00$/),
    tokens: 1,
  } as never);
  expect(JSON.parse(await outputOf(['token', 'list', '--json', '--user', 'jsonny']))).toEqual([
    {
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      username: 'jsonny',
      name: `test ${tokens}`,
      scopes: ['catalog:read'],
      created_at: expect.stringMatching(/^20.*\+00:00$/),
      expires_at: null,
      last_used_at: null,
    },
  ]);
  await addUser('tokenless');
  expect(await outputOf(['token', 'list', '--json', '--user', 'tokenless'])).toBe('[]\n');
});

test('token create refuses the name of a valid token', async () => {
  await addUser('tidy');
  const create = ['token', 'create', '--user', 'tidy', '--name', 'laptop'];
  await outputOf(create);
  expect(await errorOf(create, 1)).toContain('tidy already has a token laptop');
  expect(await errorOf(['user', 'delete', 'tidy'], 2)).toContain('tidy with 1 API access token, 0 items');
  await outputOf(['token', 'revoke', '--user', 'tidy', '--name', 'laptop']);
  await outputOf(create);
});

test('user delete lists the data of the user, and deletes it with --yes', async () => {
  await addUser('leaving');
  const [token] = [await addToken('leaving'), await addToken('leaving')];
  // A session does not count as an API access token.
  expect(await signInStatus('leaving', password)).toBe(200);
  await outputOf(['token', 'create', '--user', 'leaving', '--name', 'revoked']);
  await outputOf(['token', 'revoke', '--user', 'leaving', '--name', 'revoked']);
  const warning = await errorOf(['user', 'delete', 'leaving'], 2);
  expect(warning).toContain('leaving with 2 API access tokens, 0 items in the collection and 0 on the wishlist');
  expect(warning).toContain('--yes');
  expect(await statusOf(token)).toBe(200);
  expect(await outputOf(['user', 'delete', 'leaving', '--yes'])).toStartWith('Removed leaving');
  expect(await statusOf(token)).toBe(401);
  expect(await outputOf(['token', 'list'])).not.toContain('leaving');
});

test('an unknown user or token is refused with one line and exit code 1', async () => {
  for (const args of [
    ['user', 'disable', 'nobody'],
    ['user', 'enable', 'nobody'],
    ['user', 'delete', 'nobody', '--yes'],
    ['user', 'reset-password', 'nobody', '--password-stdin'],
    ['user', 'reset-second-factor', 'nobody'],
    ['token', 'create', '--user', 'nobody', '--name', 'x'],
    ['token', 'list', '--user', 'nobody'],
    ['token', 'revoke', '--user', 'nobody', '--name', 'x'],
  ])
    expect(await errorOf(args, 1, password)).toContain('nobody');
  expect(await errorOf(['token', 'revoke', '0b7e3f5c-1d2a-5c4b-9e8f-7a6b5c4d3e2f'], 1)).toContain('0b7e3f5c');
});

test('token create prints only the token, which has the given scopes and expiry', async () => {
  await addUser('owner');
  const tokens = {
    plain: await createToken('owner'),
    scoped: await createToken('owner', '--scope', 'catalog:read', '--scope', 'wishlist:read', '--expires-in-days', '30'),
    endless: await createToken('owner', '--never-expires'),
  };
  for (const token of Object.values(tokens)) expect(token).toMatch(/^lm_pat_[0-9A-Za-z]{36}$/);
  expect((await get('/api/users/me/tokens', tokens.scoped)).status).toBe(403);
  const listed = (await (await get('/api/users/me/tokens', tokens.plain)).json()) as {
    data: { attributes: { scopes: string[] | null; created_at: string; expires_at: string | null } }[];
  };
  const shown = listed.data.map(({ attributes: { scopes, created_at, expires_at } }) => [
    scopes,
    expires_at === null ? null : Math.round((Date.parse(expires_at) - Date.parse(created_at)) / 86_400_000),
  ]);
  expect(shown).toEqual([
    [null, null],
    [['catalog:read', 'wishlist:read'], 30],
    [null, 365],
  ]);
});

test('token list shows no secrets, and token revoke takes an id or a name', async () => {
  await addUser('lister');
  const [first, second] = [await addToken('lister'), await createToken('lister', '--scope', 'admin', '--never-expires')];
  const lines = (await outputOf(['token', 'list', '--user', 'Lister'])).trimEnd().split('\n');
  expect(lines[0]?.split(/ {2,}/)).toEqual(['ID', 'USER', 'NAME', 'SCOPES', 'CREATED', 'EXPIRES', 'LAST USED']);
  expect(lines.slice(1).map((line) => line.split(/ {2,}/).slice(1, 4))).toEqual([
    ['lister', `test ${tokens}`, 'admin'],
    ['lister', `test ${tokens - 1}`, 'all'],
  ]);
  expect(lines.join()).not.toContain('lm_pat_');
  const id = lines[1]?.split(' ')[0] as string;

  expect(await outputOf(['token', 'revoke', id])).toBe('Token revoked.\n');
  expect([await statusOf(first), await statusOf(second)]).toEqual([200, 401]);
  expect(await outputOf(['token', 'revoke', '--user', 'lister', '--name', `test ${tokens - 1}`])).toBe('Token revoked.\n');
  expect(await statusOf(first)).toBe(401);
  await errorOf(['token', 'revoke', id], 1);
});

test('wrong arguments of user and token commands are refused with one line and exit code 2', async () => {
  for (const [args, named] of [
    [['token', 'create', '--user', 'owner', '--name', ''], '--name'],
    [['token', 'create', '--user', 'owner', '--name', 'x'.repeat(256)], '--name'],
    [['token', 'create', '--user', 'owner', '--name', 'x', '--scope', 'everything'], 'catalog:read'],
    [['token', 'create', '--user', 'owner', '--name', 'x', '--expires-in-days', '0'], '--expires-in-days'],
    [['token', 'create', '--user', 'owner', '--name', 'x', '--expires-in-days', 'many'], '--expires-in-days'],
    [['token', 'create', '--user', 'owner', '--name', 'x', '--expires-in-days', '9', '--never-expires'], '--never-expires'],
    [['token', 'revoke'], 'ID'],
    [['token', 'revoke', '--user', 'owner'], '--name'],
    [['token', 'revoke', 'some-id', '--user', 'owner'], 'ID'],
    [['user', 'delete'], "missing required argument 'name'. See leitmotif user delete --help."],
    [['user', 'set-role', 'a', 'boss'], "invalid role 'boss'. Allowed choices are user, editor, admin."],
    [['user', 'rename', 'a', 'b'], 'rename'],
  ] as const)
    expect(await errorOf([...args], 2)).toContain(named);
});
