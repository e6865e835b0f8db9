import { afterEach, describe, expect, setSystemTime, test } from 'bun:test';
import { Secret, TOTP } from 'otpauth';
import { issueApiToken } from '../../src/accounts/tokens';
import { createUser } from '../../src/accounts/users';
import { changeAccountStatus, changePassword } from '../../src/accounts/users/users';
import { Authenticator } from '../support/authenticator';
import { liveOf, startServer, type TestServer } from '../support/server';

const password = 'correct horse battery';
const origin = 'http://localhost';
const browser = '0'.repeat(32);

afterEach(() => {
  setSystemTime();
});

const server = (settings = {}) => startServer([], { rateLimit: 0, ...settings });

interface Answer {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: plain JSON and documents of several kinds.
  readonly body: any;
}

async function send({ request }: TestServer, method: string, path: string, body?: object, token = '', type = 'application/json') {
  const headers = { authorization: token && `Bearer ${token}`, 'content-type': type };
  const response = await request(path, { method, headers, ...(body && { body: JSON.stringify(body) }) });
  const text = await response.text();
  return { status: response.status, body: text === '' ? undefined : JSON.parse(text) } satisfies Answer;
}

const jsonApi = 'application/vnd.api+json';
const own = '/api/users/me/credentials';
const add = (at: TestServer, token: string, attributes: object) =>
  send(at, 'POST', own, { data: { type: 'Credential', attributes } }, token, jsonApi);
const list = async (at: TestServer, token: string) =>
  (await send(at, 'GET', own, undefined, token)).body.data.map(({ attributes }: { attributes: object }) => attributes);

/** Status and code of an error, in either form. */
const problemOf = ({ status, body }: Answer) => [status, body?.error ?? (body?.errors ?? body?.meta?.errors)?.[0].code];

const signIn = (at: TestServer, more: object = {}, path = '/api/sessions', username = 'tester') =>
  send(at, 'POST', path, { username, password, ...more });

const sessionOf = async (at: TestServer, username = 'tester'): Promise<string> =>
  (await signIn(at, {}, '/api/sessions', username)).body.session_token;

const secret = new Secret({ size: 20 }).base32;
const totp = new TOTP({ secret });
const codeIn = (seconds: number) => totp.generate({ timestamp: Date.now() + seconds * 1000 });
const passed = (seconds: number) => setSystemTime(new Date(Date.now() + seconds * 1000));

/** A server whose user has an app, with the session that turned it on. */
async function withApp(settings = {}) {
  const at = await server(settings);
  const session = await sessionOf(at);
  const { body } = await add(at, session, { secret, code: codeIn(0), name: 'Phone' });
  passed(30);
  return { at, session, app: body.data.attributes._id as string, codes: body.data.attributes.recovery_codes as string[] };
}

describe('an authenticator app', () => {
  test('is on once a code of it confirmed its secret, which is said of a clock that is off', async () => {
    const at = await server();
    const session = await sessionOf(at);
    const cases = [
      ['000000', 'wrong_code'],
      [codeIn(-120), 'clock_off'],
      [codeIn(120), 'clock_off'],
    ];
    for (const [code, expected] of cases) expect(problemOf(await add(at, session, { secret, code }))).toEqual([422, expected]);
    expect(problemOf(await add(at, session, { secret: 'short', code: codeIn(0) }))).toEqual([422, 'invalid_secret']);
    expect(problemOf(await add(at, session, {}))).toEqual([422, 'unverified_passkey']);
    expect((await signIn(at)).status).toBe(201);
    const added = await add(at, session, { secret, code: codeIn(30) });
    expect([added.status, added.body.data.attributes.recovery_codes.length]).toEqual([201, 10]);
    expect(problemOf(await add(at, session, { secret, code: codeIn(0) }))).toEqual([409, 'app_exists']);
    expect(await list(at, session)).toMatchObject([{ kind: 'app', host: null, recovery_codes_left: 10 }]);
    expect(problemOf(await signIn(at, { code: codeIn(30) }))).toEqual([401, 'used_code']);
  });

  test('needs a sign-in, since an API access token must not open another way in', async () => {
    const at = await server();
    expect(problemOf(await add(at, at.token, { secret, code: codeIn(0) }))).toEqual([403, 'sign_in_needed']);
    expect(problemOf(await send(at, 'POST', '/api/users/me/passkey-options', undefined, at.token))).toEqual([403, 'sign_in_needed']);
    expect(await list(at, at.token)).toEqual([]);
  });

  test.each(['/api/token', '/api/sessions'])(
    'asks for its code at %s after the right password only, and takes each code once',
    async (path) => {
      const { at, session } = await withApp();
      expect(problemOf(await send(at, 'POST', path, { username: 'tester', password: 'wrong horse' }))).toEqual([401, 'wrong_credentials']);
      expect(problemOf(await signIn(at, { code: codeIn(0) }, path, 'nobody'))).toEqual([401, 'wrong_credentials']);
      const { body, ...required } = await signIn(at, {}, path);
      expect([required.status, body.code, body.error, 'session_token' in body, 'access_token' in body]).toEqual([
        401,
        401,
        'second_factor_required',
        false,
        false,
      ]);
      expect(problemOf(await signIn(at, { code: '12345' }, path))).toEqual([401, 'wrong_code']);
      expect(problemOf(await signIn(at, { code: codeIn(-120) }, path))).toEqual([401, 'expired_code']);
      expect(problemOf(await signIn(at, { code: codeIn(120) }, path))).toEqual([401, 'wrong_code']);
      const code = codeIn(30);
      expect((await signIn(at, { code: `${code.slice(0, 3)} ${code.slice(3)}` }, path)).status).toBeLessThan(300);
      expect(problemOf(await signIn(at, { code }, path))).toEqual([401, 'used_code']);
      expect(problemOf(await signIn(at, { code: codeIn(0) }, path))).toEqual([401, 'used_code']);
      expect((await send(at, 'GET', '/api/users/me', undefined, session)).status).toBe(200);
      expect((await send(at, 'GET', '/api/users/me', undefined, at.token)).status).toBe(200);
    },
  );

  test('takes each recovery code once, also of two requests at the same time, and new ones end the others', async () => {
    const { at, session, app, codes } = await withApp();
    const [first = '', second = ''] = codes;
    const both = await Promise.all([signIn(at, { code: first.toUpperCase() }), signIn(at, { code: first.replaceAll('-', ' ') })]);
    expect(both.map(({ status }) => status).sort()).toEqual([201, 401]);
    expect(await list(at, session)).toMatchObject([{ recovery_codes_left: 9 }]);
    expect(JSON.stringify(at.store.reader.all('SELECT * FROM recovery_code'))).not.toContain(second.replaceAll('-', ''));
    const renew = (given: string, id = app) => send(at, 'POST', `${own}/${id}/recovery-codes`, { password: given }, session);
    expect(problemOf(await renew('wrong horse'))).toEqual([403, 'wrong_password']);
    expect(problemOf(await renew(password, 'another'))).toEqual([404, 'no_credential']);
    const { recovery_codes: fresh } = (await renew(password)).body.data.attributes;
    expect(problemOf(await signIn(at, { code: second }))).toEqual([401, 'wrong_code']);
    expect((await signIn(at, { code: fresh[0] })).status).toBe(201);
  });

  test('completes a sign-in within ten minutes, unless password, account or app changed', async () => {
    const { at, session, app } = await withApp();
    const pendingOf = async (): Promise<string> => (await signIn(at)).body.pending;
    const complete = (pending: string, code: string) => send(at, 'POST', '/api/sessions/code', { pending, code });
    const pending = await pendingOf();
    for (const forged of ['', 'x', pending.replace(/.$/, pending.endsWith('A') ? 'B' : 'A'), pending.replace(/^[^.]+/, Bun.randomUUIDv7())])
      expect(problemOf(await complete(forged, codeIn(0)))).toEqual([401, 'sign_in_again']);
    expect(problemOf(await complete(pending, '000000'))).toEqual([401, 'wrong_code']);
    expect((await complete(pending, codeIn(0))).body.session_token).toStartWith('lm_st_');
    passed(601);
    expect(problemOf(await complete(pending, codeIn(0)))).toEqual([401, 'sign_in_again']);

    const { user_key: key } = at.store.reader.get<{ user_key: number }>('SELECT user_key FROM credential') ?? { user_key: 0 };
    const before = await pendingOf();
    await changePassword(at.store, () => key, 'another correct horse');
    expect(problemOf(await complete(before, codeIn(0)))).toEqual([401, 'sign_in_again']);
    await changePassword(at.store, () => key, password);
    const user = await createUser(at.store, 'other', password);
    const next = await pendingOf();
    await changeAccountStatus(at.store, { ...user, key }, { isDisabled: true }, liveOf(at.store));
    expect(problemOf(await complete(next, codeIn(0)))).toEqual([401, 'sign_in_again']);
    await changeAccountStatus(at.store, { ...user, key }, { isDisabled: false }, liveOf(at.store));
    const last = await pendingOf();
    expect((await send(at, 'DELETE', `${own}/${app}`, { password }, session)).status).toBe(401);
    expect((await send(at, 'DELETE', `${own}/${app}`, { password }, await sessionWith(at))).status).toBe(204);
    expect(problemOf(await complete(last, codeIn(0)))).toEqual([401, 'sign_in_again']);
    expect((await signIn(at)).status).toBe(201);
  });

  const sessionWith = async (at: TestServer): Promise<string> => (await signIn(at, { code: codeIn(30) })).body.session_token;

  test('locks the account for the address after ten codes, and no other account', async () => {
    const { at } = await withApp({ rateLimit: 1_000 });
    await createUser(at.store, 'other', password);
    const { pending } = (await signIn(at)).body;
    const complete = (code: string) => send(at, 'POST', '/api/sessions/code', { pending, code });
    for (let tries = 0; tries < 10; tries++) expect((await complete('000000')).status).toBe(401);
    expect((await complete(codeIn(0))).status).toBe(429);
    expect((await signIn(at, {}, '/api/sessions', 'other')).status).toBe(201);
    expect(at.logged.filter(({ event }) => event === 'sign-in failed')).toHaveLength(10);
  });
});

describe('a passkey', () => {
  const options = async (at: TestServer, token: string) => (await send(at, 'POST', '/api/users/me/passkey-options', undefined, token)).body;
  const challenge = async (at: TestServer) => (await send(at, 'POST', '/api/sessions/passkey-options', { browser })).body;
  const use = (at: TestServer, credential: object, by = browser) => send(at, 'POST', '/api/sessions/passkey', { browser: by, credential });

  async function withPasskey(settings = {}) {
    const at = await server(settings);
    const [session, authenticator] = [await sessionOf(at), new Authenticator(origin)];
    const { body } = await add(at, session, { credential: authenticator.create(await options(at, session)) });
    return { at, session, authenticator, id: body.data.attributes._id as string };
  }

  test('is added with user verification, for this site and session, once', async () => {
    const { at, session, authenticator } = await withPasskey();
    await createUser(at.store, 'other', password);
    const another = await sessionOf(at, 'other');
    const asked = await options(at, session);
    expect(asked).toMatchObject({
      rp: { id: 'localhost' },
      user: { name: 'tester' },
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      excludeCredentials: [{ id: authenticator.id }],
    });
    const fresh = new Authenticator(origin);
    const refusals: [string, object][] = [
      [session, fresh.create(asked, { origin: 'https://evil.example' })],
      [session, fresh.create(asked, { host: 'evil.example' })],
      [session, fresh.create(asked, { isUnverified: true })],
      [another, fresh.create(asked)],
      [session, fresh.create(await challenge(at), { host: 'localhost' })],
      [session, { id: 'x' }],
      [session, {}],
    ];
    for (const [token, credential] of refusals)
      expect(problemOf(await add(at, token, { credential }))).toEqual([422, 'unverified_passkey']);
    expect(problemOf(await add(at, session, { credential: authenticator.create(asked) }))).toEqual([409, 'passkey_exists']);
    expect(await list(at, session)).toMatchObject([{ kind: 'passkey', host: 'localhost', last_used_at: null }]);
    for (let count = 1; count < 10; count++)
      expect((await add(at, session, { credential: new Authenticator(origin).create(asked) })).status).toBe(201);
    expect(problemOf(await add(at, session, { credential: fresh.create(asked) }))).toEqual([409, 'many_passkeys']);
    passed(301);
    expect(problemOf(await add(at, session, { credential: fresh.create(asked) }))).toEqual([422, 'unverified_passkey']);
  });

  test('signs in alone, also where an app is on, and no answer works twice', async () => {
    const { at, session, authenticator } = await withPasskey();
    await add(at, session, { secret, code: codeIn(0) });
    const asked = await challenge(at);
    expect([asked.rpId, asked.userVerification, asked.allowCredentials]).toEqual(['localhost', 'required', undefined]);
    const answer = authenticator.get(asked);
    const both = await Promise.all([use(at, answer), use(at, answer)]);
    expect(both.map(({ status }) => status).sort()).toEqual([201, 401]);
    expect(problemOf(await use(at, answer))).toEqual([401, 'wrong_passkey']);
    const { session_token: token } = both.find(({ status }) => status === 201)?.body ?? {};
    const [passkey] = await list(at, token);
    expect(passkey).toMatchObject({ kind: 'passkey', last_used_at: expect.any(String) });
  });

  test('is refused for another browser, site or host, without verification, late, unknown, or of a disabled user, all alike', async () => {
    const { at, authenticator, session, id } = await withPasskey();
    const asked = await challenge(at);
    const refusals: [object, string?][] = [
      [authenticator.get(asked), '1'.repeat(32)],
      [authenticator.get(asked, { origin: 'https://evil.example' })],
      [authenticator.get(asked, { host: 'evil.example' })],
      [authenticator.get(asked, { isUnverified: true })],
      [authenticator.get(await options(at, session))],
      [new Authenticator(origin).get(asked)],
      [{ ...new Authenticator(origin).get(asked), id: authenticator.id, rawId: authenticator.id }],
      [{ id: authenticator.id }],
      [{}],
    ];
    for (const [credential, by] of refusals) expect(problemOf(await use(at, credential, by))).toEqual([401, 'wrong_passkey']);
    const { key, ...user } = await createUser(at.store, 'other', password);
    const mine = at.store.reader.get<{ key: number }>('SELECT user_key AS key FROM credential')?.key ?? key;
    await changeAccountStatus(at.store, { ...user, key: mine }, { isDisabled: true }, liveOf(at.store));
    expect(problemOf(await use(at, authenticator.get(asked)))).toEqual([401, 'wrong_passkey']);
    await changeAccountStatus(at.store, { ...user, key: mine }, { isDisabled: false }, liveOf(at.store));
    expect((await use(at, authenticator.get(asked))).status).toBe(201);
    const late = await challenge(at);
    passed(301);
    expect(problemOf(await use(at, authenticator.get(late)))).toEqual([401, 'wrong_passkey']);
    expect(problemOf(await send(at, 'DELETE', `${own}/${id}`, { password: 'wrong horse' }, session))).toEqual([403, 'wrong_password']);
    const other = new Authenticator(origin);
    await add(at, session, { credential: other.create(await options(at, session)) });
    expect((await send(at, 'DELETE', `${own}/${id}`, { password }, session)).status).toBe(204);
    expect(problemOf(await use(at, authenticator.get(await challenge(at))))).toEqual([401, 'wrong_passkey']);
    expect((await use(at, other.get(await challenge(at)))).status).toBe(201);
  });

  test('is refused once its counter goes back, as that of a copy does', async () => {
    const { at, authenticator } = await withPasskey();
    const answers = [5, 6, 6, 4, 0, 7];
    const statuses: number[] = [];
    for (const counter of answers) statuses.push((await use(at, authenticator.get(await challenge(at), { counter }))).status);
    expect(statuses).toEqual([201, 201, 401, 401, 401, 201]);
    const [one, other] = [await challenge(at), await challenge(at)];
    const both = await Promise.all([one, other].map((asked) => use(at, authenticator.get(asked, { counter: 8 }))));
    expect(both.map(({ status }) => status).sort()).toEqual([201, 401]);
  });

  test('belongs to the host name of the public address, and needs HTTPS', async () => {
    for (const publicUrl of ['http://music.example', 'https://192.0.2.1', 'https://[2001:db8::a]']) {
      const at = await server({ publicUrl });
      expect(problemOf(await send(at, 'POST', '/api/sessions/passkey-options', { browser }))).toEqual([409, 'passkeys_need_https']);
    }
    const { at, authenticator } = await withPasskey();
    at.store.writer.change("UPDATE credential SET host = 'former.example'");
    expect(problemOf(await use(at, authenticator.get(await challenge(at))))).toEqual([401, 'wrong_passkey']);
    const secure = await server({ publicUrl: 'https://music.example:8443' });
    const session = await sessionOf(secure);
    const key = new Authenticator('https://music.example:8443');
    expect((await add(secure, session, { credential: key.create(await options(secure, session)) })).status).toBe(201);
    expect((await use(secure, key.get(await challenge(secure)))).status).toBe(201);
  });

  test('has a name that its owner changes', async () => {
    const { at, session, id } = await withPasskey();
    const rename = (token: string, name: unknown) =>
      send(at, 'PATCH', `${own}/${id}`, { data: { type: 'Credential', id: `${own}/${id}`, attributes: { name } } }, token, jsonApi);
    expect((await rename(session, 'Security key, blue')).body.data.attributes.name).toBe('Security key, blue');
    expect(problemOf(await rename(session, ''))).toEqual([422, 'invalid_label']);
    await createUser(at.store, 'other', password);
    expect(problemOf(await rename(await sessionOf(at, 'other'), 'Mine'))).toEqual([404, 'no_credential']);
  });
});

describe('an administrator', () => {
  test('resets the second factor of others, which ends their sessions, and not of themselves', async () => {
    const { at, session, codes } = await withApp();
    const { id } = at.store.reader.get<{ id: string }>('SELECT id FROM user') ?? { id: '' };
    const anna = await createUser(at.store, 'anna', password, 'admin');
    const token = await issueApiToken(at.store, 'anna', 'tests');
    const reset = (user: string, by: string) => send(at, 'POST', `/api/users/${user}/second-factor-reset`, undefined, by);
    expect((await send(at, 'GET', `/api/users/${id}`, undefined, token)).body.data.attributes.credentials).toBe(1);
    expect(problemOf(await reset(anna.id, session))).toEqual([404, 'no_user']);
    expect(problemOf(await reset(anna.id, token))).toEqual([409, 'own_second_factor']);
    expect((await reset(id, token)).status).toBe(204);
    expect(problemOf(await reset(id, token))).toEqual([404, 'no_second_factor']);
    expect((await send(at, 'GET', '/api/users/me', undefined, session)).status).toBe(401);
    expect((await send(at, 'GET', '/api/users/me', undefined, at.token)).status).toBe(200);
    expect((await signIn(at, { code: codes[0] ?? '' })).status).toBe(201);
    expect(at.logged.find(({ event }) => event === 'second factor reset')?.details).toEqual({ user: id, by: anna.id });
  });

  test('may administrate only with an app, where the setting asks for it', async () => {
    const at = await server({ secondFactor: 'administrators' });
    const { id } = await createUser(at.store, 'anna', password, 'admin');
    const token = await issueApiToken(at.store, 'anna', 'tests');
    const other = at.store.reader.get<{ id: string }>("SELECT id FROM user WHERE username = 'tester'")?.id;
    const session = await sessionOf(at, 'anna');
    // That somebody else has one does not count.
    expect((await add(at, await sessionOf(at), { secret, code: codeIn(0) })).status).toBe(201);
    const administrative: [string, string, object?][] = [
      ['GET', '/api/users'],
      ['GET', `/api/users/${other}`],
      ['POST', '/api/users', {}],
      ['PATCH', `/api/users/${other}`, {}],
      ['POST', `/api/users/${other}/password-reset`],
      ['POST', `/api/users/${other}/second-factor-reset`],
      ['GET', '/api/settings'],
      ['GET', '/api/backups'],
      ['GET', '/api/imports'],
      ['GET', '/api/server'],
    ];
    for (const by of [session, token])
      for (const [method, path, body] of administrative)
        expect([path, ...problemOf(await send(at, method, path, body, by, jsonApi))]).toEqual([path, 403, 'second_factor_needed']);
    for (const path of ['/api/users/me', `/api/users/${id}`, own])
      expect((await send(at, 'GET', path, undefined, session)).status).toBe(200);
    expect((await add(at, session, { secret, code: codeIn(0) })).status).toBe(201);
    for (const by of [session, token]) expect((await send(at, 'GET', '/api/users', undefined, by)).status).toBe(200);
    expect((await send(at, 'GET', '/api/settings', undefined, session)).body.data.attributes.second_factor).toBe('administrators');
  });
});
