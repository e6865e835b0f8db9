import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { issueApiToken } from '../../src/accounts/tokens';
import { createUser } from '../../src/accounts/users';
import { settings } from '../../src/config';
import { sendMail } from '../../src/notifications/mail';
import type { ReadinessReport } from '../../src/operations/readiness';
import { type MailServer, mailServer } from '../support/mail-server';
import { jsonApi } from '../support/owned-items';
import { startServer, type TestServer } from '../support/server';
import { Visitor } from '../support/visitor';

const publicUrl = 'https://music.example.org';
const password = 'correct horse battery';

let server: TestServer;
let mail: MailServer;
let admin: string;

beforeAll(async () => {
  mail = await mailServer();
  const settings = {
    smtpUrl: `smtp://127.0.0.1:${mail.port}`,
    smtpFrom: 'Leitmotif <leitmotif@example.org>',
    publicUrl,
    registration: 'invitation' as const,
  };
  server = await startServer([], { ...settings, rateLimit: 0 });
  const accounts = [
    ...[
      ['anna', 'admin', 'anna@example.org', 'de'],
      ['ben', 'user', 'shared@example.org', null],
      ['carl', 'user', 'Shared@example.org', 'fr'],
    ],
    ...[
      ['dora', 'user', 'dora@example.org', null],
      ['emil', 'user', null, null],
    ],
  ] as const;
  for (const [username, role, email, language] of accounts) {
    await createUser(server.store, username, password, role);
    await server.store.write(() =>
      server.store.writer.change('UPDATE user SET email = :email, language = :language WHERE username = :username', {
        username,
        email,
        language,
      }),
    );
  }
  await server.store.write(() => server.store.writer.change("UPDATE user SET disabled_at = '2026-01-01' WHERE username = 'dora'"));
  admin = await issueApiToken(server.store, 'anna', 'tests');
});
afterAll(() => mail[Symbol.asyncDispose]());
beforeEach(async () => {
  await server.store.write(() => server.store.writer.change('DELETE FROM delivery'));
  mail.mails.length = 0;
});

async function withAdministrator(smtpUrl: string): Promise<TestServer> {
  const other = await startServer([], { smtpUrl, smtpFrom: 'leitmotif@example.org', publicUrl, rateLimit: 0 });
  await createUser(other.store, 'anna', password, 'admin');
  await other.store.write(() => other.store.writer.change("UPDATE user SET email = 'anna@example.org' WHERE username = 'anna'"));
  return other;
}

const post = (path: string, body: object, headers = {}): Promise<Response> =>
  server.request(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: '', ...headers },
    body: JSON.stringify(body),
  });

const asAdmin = (path: string, body: object, type = 'application/json'): Promise<Response> =>
  post(path, body, { authorization: `Bearer ${admin}`, 'content-type': type });

const linkIn = (text: string): string => /https:\S+/.exec(text)?.[0] ?? '';

async function requestReset(account: string) {
  const response = await post('/api/password-reset/request', { account });
  await server.notifications.work();
  return [response.status, await response.text()] as const;
}

describe('a reset link by e-mail', () => {
  test('goes to every account of the address, in the language of each, and sets the password once', async () => {
    await requestReset(' SHARED@example.org ');
    expect(mail.mails.map(({ to, from }) => [to, from])).toEqual([
      [['shared@example.org'], 'leitmotif@example.org'],
      [['Shared@example.org'], 'leitmotif@example.org'],
    ]);
    const [ben, carl] = mail.mails as [(typeof mail.mails)[0], (typeof mail.mails)[0]];
    expect(ben.text).toContain('the account ben on music.example.org');
    expect(carl.text).toContain('le compte carl sur music.example.org');
    expect(ben.headers).toMatch(/^Subject: Set a new password\r$/m);
    const code = linkIn(ben.text).replace(`${publicUrl}/reset-password?code=`, '');
    const statuses = [];
    for (const _ of ['once', 'twice'])
      statuses.push((await post('/api/password-reset', { code, password: 'another correct horse' })).status);
    expect(statuses).toEqual([200, 403]);
    // The page of a used link says so at once.
    const visitor = new Visitor(server);
    const refused = 'The code is wrong, used or expired.';
    expect(await visitor.open(`/reset-password?code=${code}`)).toMatchObject({ status: 410, text: expect.stringContaining(refused) });
    const unused = linkIn(carl.text).replace(publicUrl, '');
    for (const _ of ['once', 'twice']) expect((await visitor.open(unused)).text).not.toContain(refused);
    expect(visitor.page.status).toBe(200);
  });

  test('is never stored or logged, and answers alike for accounts, disabled ones, those without an address, and none', async () => {
    const answers = [];
    for (const account of ['anna', 'dora', 'dora@example.org', 'emil', 'nobody@example.org', "x'; --\r\nBcc: y@example.org"])
      answers.push(await requestReset(account));
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(answers[0]?.[0]).toBe(202);
    expect(mail.mails.map(({ to }) => to)).toEqual([['anna@example.org']]);
    const code = linkIn(mail.mails[0]?.text ?? '').split('=')[1] ?? '';
    expect(code).toMatch(/^[\da-f]{32}$/);
    const stored = server.store.reader.all<object>('SELECT * FROM delivery').concat(server.store.reader.all('SELECT * FROM one_time_code'));
    expect(JSON.stringify([stored, server.logged])).not.toContain(code);
  });

  test('is sent to an address ten times an hour, whatever accounts have it, and three times for an account, whatever its addresses', async () => {
    const own = await startServer([], { smtpUrl: `smtp://127.0.0.1:${mail.port}`, smtpFrom: 'leitmotif@example.org', publicUrl });
    const requestReset = async (account: string) => {
      own.notifications.requestReset(account);
      await own.notifications.work();
      return mail.mails.map(({ to: [to] }) => to);
    };
    for (let count = 0; count < 12; count++) {
      await createUser(own.store, `one-${count}`, password);
      await own.store.write(() => own.store.writer.change("UPDATE user SET email = 'One@example.org' WHERE username <> 'tester'"));
    }
    for (let count = 0; count < 12; count++) await requestReset(`one-${count}`);
    expect(mail.mails).toHaveLength(10);
    mail.mails.length = 0;
    for (const name of ['a', 'b', 'c', 'd']) {
      expect(await change({ email: `${name}@example.org`, current_password: password }, own)).toBe(200);
      await requestReset('tester');
    }
    expect(mail.mails.map(({ to }) => to)).toEqual(['a', 'b', 'c'].map((name) => [`${name}@example.org`]));
    // Nor do administrators mail more.
    await createUser(own.store, 'anna', password, 'admin');
    const token = await issueApiToken(own.store, 'anna', 'tests');
    const headers = { authorization: `Bearer ${token}`, 'content-type': jsonApi };
    const body = JSON.stringify({ data: { type: 'Invitation', attributes: { email: 'one@example.org' } } });
    const invited = await own.request('/api/invitations', { method: 'POST', headers, body });
    expect([invited.status, own.store.reader.all("SELECT 1 FROM one_time_code WHERE kind = 'invitation'")]).toEqual([429, []]);
  });

  test('is sent once an hour, and leaves one from an administrator alone', async () => {
    const { data } = (await (await server.request('/api/users/me')).json()) as { data: { id: string } };
    await server.store.write(() => server.store.writer.change("UPDATE user SET email = 'tester@example.org' WHERE username = 'tester'"));
    const made = await asAdmin(`${data.id}/password-reset`, {});
    const { code } = ((await made.json()) as { data: { attributes: { code: string } } }).data.attributes;
    for (const _ of ['once', 'twice']) await requestReset('tester');
    expect(mail.mails.length).toBe(1);
    expect((await post('/api/password-reset', { code, password })).status).toBe(200);
    // The other link is void, since the password has been set.
    const mailed = linkIn(mail.mails[0]?.text ?? '').split('=')[1];
    expect((await post('/api/password-reset', { code: mailed, password })).status).toBe(403);
  });

  test('is offered on the sign-in page', async () => {
    const visitor = new Visitor(await startServer([], { smtpUrl: 'smtp://127.0.0.1:1', smtpFrom: 'leitmotif@example.org' }));
    await visitor.open('/sign-in');
    expect(visitor.page.html).toContain('href="/forgot-password"');
    await visitor.open('/forgot-password');
    expect((await visitor.send('Send link', { account: ' ' })).text).toContain('Required.');
    const page = await visitor.send('Send link', { account: 'ben' });
    expect(page.text).toContain('Check your mail');
    const off = await startServer([], { smtpUrl: `smtp://127.0.0.1:${mail.port}`, smtpFrom: 'leitmotif@example.org', passwords: 'no' });
    await off.store.write(() => off.store.writer.change("UPDATE user SET email = 'tester@example.org'"));
    const request = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ account: 'tester' }) };
    const refused = await off.request('/api/password-reset/request', request);
    await off.notifications.work();
    expect([refused.status, (await refused.json()).error, mail.mails]).toEqual([403, 'passwords_off', []]);
    const without = new Visitor(await startServer());
    await without.open('/forgot-password');
    expect(without.redirects).toEqual(['/sign-in']);
    expect(without.page.html).not.toContain('/forgot-password');
  });
});

async function change(attributes: object, at = server): Promise<number> {
  const { data } = (await (await at.request('/api/users/me')).json()) as { data: { id: string } };
  const body = JSON.stringify({ data: { type: 'User', id: data.id, attributes } });
  return (await at.request('/api/users/me', { method: 'PATCH', headers: { 'content-type': jsonApi }, body })).status;
}

test('a reset link ends with the password, the address and the account that it was made for', async () => {
  const codeFor = async (username: string) => {
    await requestReset(username);
    return linkIn(mail.mails.at(-1)?.text ?? '').split('=')[1];
  };
  const isSet = async (code: string | undefined) => (await post('/api/password-reset', { code, password })).status;
  expect(await change({ email: 'tester@example.org', current_password: password })).toBe(200);
  const first = await codeFor('tester');
  expect(await change({ password, current_password: password })).toBe(200);
  const second = await codeFor('tester');
  expect(await change({ email: 'tested@example.org', current_password: password })).toBe(200);
  const { data } = (await (await server.request('/api/users/me')).json()) as { data: { id: string } };
  const third = await codeFor('tester');
  for (const disabled of [true, false]) {
    const user = { data: { type: 'User', id: data.id, attributes: { disabled } } };
    const headers = { authorization: `Bearer ${admin}`, 'content-type': jsonApi };
    expect((await server.request(data.id, { method: 'PATCH', headers, body: JSON.stringify(user) })).status).toBe(200);
  }
  expect(new Set([first, second, third]).size).toBe(3);
  for (const code of [first, second, third]) expect(await isSet(code)).toBe(403);
  for (const _ of ['once', 'twice']) expect(await isSet(await codeFor('tester'))).toBe(200);
});

test('a reset link that waits goes to no other address than it was counted for', async () => {
  const { promise: changed, resolve } = Promise.withResolvers<number>();
  await using slow = await mailServer({
    onRcptTo: (_, __, done) =>
      void change({ email: 'victim@example.org', ...own }, at)
        .then(resolve)
        .then(() => done()),
  });
  const own = { current_password: password };
  const at = await startServer([], {
    smtpUrl: `smtp://127.0.0.1:${slow.port}`,
    smtpFrom: 'leitmotif@example.org',
    publicUrl,
    rateLimit: 0,
  });
  await createUser(at.store, 'anna', password, 'admin');
  await at.store.write(() => at.store.writer.change("UPDATE user SET email = username || '@example.org'"));
  // One mail is sent at a time.
  for (const account of ['anna', 'tester']) at.notifications.requestReset(account);
  await at.notifications.work();
  expect([await changed, slow.mails.map(({ to }) => to)]).toEqual([200, [['anna@example.org']]]);
});

test('no reset link goes to an address that was entered without the password', async () => {
  const own = await startServer([], { publicUrl, rateLimit: 0 });
  const email = 'thief@example.org';
  expect(await change({ email }, own)).toBe(200);
  await createUser(own.store, 'anna', password, 'admin');
  const token = await issueApiToken(own.store, 'anna', 'tests');
  const settings = { smtp_url: `smtp://127.0.0.1:${mail.port}`, smtp_from: 'leitmotif@example.org' };
  const set = await own.request('/api/settings', {
    method: 'PATCH',
    headers: { authorization: `Bearer ${token}`, 'content-type': jsonApi },
    body: JSON.stringify({ data: { type: 'Settings', id: '/api/settings', attributes: settings } }),
  });
  expect(set.status).toBe(200);
  const mailed = async () => {
    const body = JSON.stringify({ account: 'tester' });
    await own.request('/api/password-reset/request', { method: 'POST', headers: { 'content-type': 'application/json' }, body });
    await own.notifications.work();
    return mail.mails.map(({ to }) => to);
  };
  expect(await mailed()).toEqual([]);
  expect([await change({ email }, own), await mailed()]).toEqual([200, []]);
  expect([await change({ email, current_password: 'wrong horse battery' }, own), await mailed()]).toEqual([422, []]);
  expect([await change({ email, current_password: password }, own), await mailed()]).toEqual([200, [[email]]]);
});

test('reset links go to an address that was saved with the password while the server had no mail', async () => {
  const own = await startServer([], { publicUrl, rateLimit: 0 });
  const email = 'tester@example.org';
  expect(await change({ email, current_password: 'wrong horse battery' }, own)).toBe(422);
  expect(await change({ email, current_password: password }, own)).toBe(200);
  expect(own.store.reader.all<object>('SELECT email, is_email_confirmed AS isConfirmed FROM user')).toEqual([{ email, isConfirmed: 1 }]);
});

test('one rule decides what an address is', async () => {
  const longest = `${'y'.repeat(63)}.${'y'.repeat(63)}.${'y'.repeat(61)}`;
  const isValid = { smtpFrom: settings.smtpFrom.read, contact: settings.contact.read };
  for (const email of [
    ...['<a@b.org>', 'a@b.org, c@d.org', `${'x'.repeat(64)}@${longest}y`, `${'x'.repeat(65)}@example.org`, `x@${'y'.repeat(64)}`],
    ...['.@.', 'bob@example..org', 'bob@.org', 'bob@example.org.', '.bob@example.org', 'b..b@example.org', 'bob@-example.org'],
    ...[
      'b\ufffdb@example.org',
      'b\u202eob@example.org',
      'bob@exam\u202eple.org',
      'b\u200bob@example.org',
      'bob@example\u2028.org',
      'bob\u0007@example.org',
    ],
  ])
    expect([email, await change({ email, current_password: password }), isValid.smtpFrom(email), isValid.contact(email)]).toEqual([
      ...[email, 422, undefined, undefined],
    ]);
  for (const email of [`${'x'.repeat(64)}@${longest}`, 'o.brien+x@mail-1.example.org', 'jürgen@bücher.example', 'root@localhost'])
    expect([email, await change({ email, current_password: password }), isValid.smtpFrom(email)]).toEqual([email, 200, email]);
  expect([isValid.smtpFrom('Lei\u202etmotif <a@b.org>'), isValid.smtpFrom('Leitmotif <a@b.org>')]).toEqual([
    ...[undefined, 'Leitmotif <a@b.org>'],
  ]);
});

test('an address that reset links go to is changed with the password only', async () => {
  const email = 'thief@example.org';
  expect([await change({ email }), await change({ email, current_password: 'wrong horse battery' })]).toEqual([422, 422]);
  expect([await change({ theme: 'dark' }), await change({ email: null, current_password: password })]).toEqual([200, 200]);
});

test('an invitation is mailed, and its code is in no response', async () => {
  const body = (attributes: object) => ({ data: { type: 'Invitation', attributes } });
  const made = await asAdmin('/api/invitations', body({ email: 'finn@example.org' }), jsonApi);
  const { data } = (await made.json()) as { data: { attributes: { code?: string; note: string } } };
  expect([made.status, data.attributes.code, data.attributes.note]).toEqual([201, undefined, 'finn@example.org']);
  await server.notifications.work();
  const text = mail.mails[0]?.text ?? '';
  expect(text).toContain('anna lädt Sie zu music.example.org ein');
  const attributes = { username: 'finn', password, invitation_code: new URL(linkIn(text)).searchParams.get('invitation') };
  const visitor = new Visitor(server);
  await visitor.open(linkIn(text).replace(publicUrl, ''));
  expect(visitor.page.html).toContain('value="finn@example.org"');
  expect((await post('/api/users', { data: { type: 'User', attributes } }, { 'content-type': jsonApi })).status).toBe(201);
  for (const email of ['a@b.org,c@d.org', 'x', 'a@b.org\r\nBcc: c@d.org', '<a@b.org>'])
    expect((await asAdmin('/api/invitations', body({ email }), jsonApi)).status).toBe(422);
});

describe('failures', () => {
  test('go to administrators, one of a kind an hour, in their language', async () => {
    const problem = { code: 'backup_failed', params: { reason: 'No room' } } as const;
    for (const _ of ['once', 'twice']) await server.notifications.backupFailed({ detail: 'No room.', problem });
    const failed = { status: 'failed' as const, detail: 'The database disk has less than 64 MB left.' };
    const seen: readonly ReadinessReport['checks'][] = [{ disk: failed }, { disk: failed }, {}, { disk: failed }];
    for (const checks of seen) await server.notifications.reportFailures({ status: 'not ready', checks });
    await server.notifications.work();
    expect(mail.mails.map(({ to, text }) => [to, text.split('\n')[0]?.trim()])).toEqual([
      [['anna@example.org'], 'Die letzte Sicherung ist fehlgeschlagen:'],
      [['anna@example.org'], expect.stringContaining('64 MB')],
    ]);
  });

  test('are mailed at once where the disk has no room for the message', async () => {
    const other = await withAdministrator(`smtp://127.0.0.1:${mail.port}`);
    Object.assign(other.store, { write: () => Promise.reject(new Error('database or disk is full')) });
    await other.notifications.reportFailures({ status: 'not ready', checks: { disk: { status: 'failed' } } });
    while (mail.mails.length === 0) await Bun.sleep(5);
    expect(mail.mails[0]?.to).toEqual(['anna@example.org']);
  });
});

describe('a mail server', () => {
  const settings = (url: string) => ({ smtpUrl: url, smtpFrom: 'leitmotif@example.org' });
  const message = { id: 'an-id', to: 'anna@example.org', subject: 'Test', text: 'Test' };

  test('that is down, refuses or has a wrong certificate gives the reason, without the password', async () => {
    await using refusing = await mailServer({ onRcptTo: (_, __, done) => done(new Error('No such mailbox')) });
    await using guarded = await mailServer({ authOptional: false, onAuth: (_, __, done) => done(new Error('Authentication failed')) });
    await using encrypted = await mailServer({ disabledCommands: [] });
    const cases = [
      ['smtp://127.0.0.1:1', null, /ECONN|ESOCKET/],
      [`smtp://127.0.0.1:${refusing.port}`, 550, /No such mailbox/],
      [`smtp://anna:s%2Fcret@127.0.0.1:${guarded.port}`, 535, /Authentication failed/],
      [`smtp://127.0.0.1:${encrypted.port}`, null, /certificate|self.signed/i],
      [`smtps://127.0.0.1:${refusing.port}`, null, /./],
    ] as const;
    for (const [url, status, reason] of cases) {
      const { answer, ...outcome } = await sendMail(settings(url), message);
      expect(outcome).toEqual({ isDelivered: false, status });
      expect(answer).toMatch(reason);
      expect(answer).not.toContain('s/cret');
    }
  });

  test('that takes no name and password says so', async () => {
    await using open = await mailServer({ disabledCommands: ['STARTTLS', 'AUTH'] });
    const { answer } = await sendMail(settings(`smtp://anna:secret@127.0.0.1:${open.port}`), message);
    expect(answer).toStartWith('Sent without name and password, since the server offers no AUTH:');
    await using guarded = await mailServer({ authOptional: false, onAuth: (_, __, done) => done(null, { user: 'anna' }) });
    expect((await sendMail(settings(`smtp://anna:secret@127.0.0.1:${guarded.port}`), message)).answer).toStartWith('250');
  });

  test('cannot be given headers by addresses', async () => {
    for (const to of ['a@b.org\r\nBcc: c@d.org', 'a@b.org, c@d.org', '"a b"@c.org', 'a@b@c.org', '<a@b.org>'])
      expect(await sendMail(settings(`smtp://127.0.0.1:${mail.port}`), { ...message, to })).toMatchObject({
        isDelivered: false,
        isFinal: true,
      });
    expect(mail.mails).toEqual([]);
  });

  test('is tried again later where it hangs, and nothing waits for it', async () => {
    const { promise: connected, resolve } = Promise.withResolvers<{ end: () => void }>();
    using hanging = Bun.listen({ hostname: '127.0.0.1', port: 0, socket: { open: (socket) => resolve(socket), data: () => {} } });
    const other = await withAdministrator(`smtp://127.0.0.1:${hanging.port}`);
    const body = JSON.stringify({ account: 'anna' });
    const response = await other.request('/api/password-reset/request', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    });
    expect(response.status).toBe(202);
    const working = other.notifications.work();
    const socket = await connected;
    expect((await other.request('/api/users/me')).status).toBe(200);
    socket.end();
    await working;
    expect(other.store.reader.get<object>('SELECT attempts, is_delivered FROM delivery WHERE next_at IS NOT NULL')).toEqual({
      attempts: 1,
      is_delivered: 0,
    });
  });
});

test('an administrator tests the mail server and sees the result, never the password', async () => {
  expect((await asAdmin('/api/mail/test', { to: 'not an address' })).status).toBe(400);
  const { data } = (await (await asAdmin('/api/mail/test', { to: 'anna@example.org' })).json()) as { data: { attributes: object } };
  expect(data.attributes).toMatchObject({
    server: `127.0.0.1:${mail.port}`,
    links: publicUrl,
    last: [{ event: 'test', is_delivered: true }],
  });
  expect(mail.mails[0]?.text).toContain('music.example.org kann Mail senden.');
  expect((await server.request('/api/mail')).status).toBe(403);
  const settings = (await (await server.request('/api/settings', { headers: { authorization: `Bearer ${admin}` } })).json()) as object;
  expect(JSON.stringify(settings)).not.toContain('smtp://');
});
