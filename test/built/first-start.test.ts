import { expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { folderOfTests, runOnTerminal, serve } from '../support/executable';

// The first start of a server, which has no users.

const cwd = folderOfTests();

/** Serves a new catalog on a terminal until the set-up code is shown, and stops it with Ctrl-C. */
const servedOnTerminal = (data: string, ...flags: readonly string[]) =>
  runOnTerminal(['serve', '--port', '0', '--data', data, ...flags], { cwd }, (shown, _, interrupt) => {
    if (/set-up\?code=[0-9a-f]{32}/.test(shown)) interrupt();
  });

test('a first start on a terminal explains how to create an administrator, with a readable log without colors', async () => {
  const { exitCode, shown } = await servedOnTerminal('first start');
  expect(exitCode).toBe(0);
  expect(shown).toMatch(
    /^No users yet\. To create an administrator, open the link of the log line "there are no users" \(on standard error\), run /m,
  );
  expect(shown).toContain(`, run leitmotif user create NAME --admin --data '${join(cwd, 'first start')}', or POST http://127.0.0.1:`);
  expect(shown).toMatch(
    /^20\d\d-\d\d-\d\d \d\d:\d\d:\d\d there are no users: .* setUpCode=([0-9a-f]{32})\n +http:\/\/127\.0\.0\.1:\d+\/set-up\?code=\1$/m,
  );
  expect(shown).not.toContain('\u001b');
});

test('a terminal gets a JSON log with --log-format json', async () => {
  const { shown } = await servedOnTerminal('json', '--log-format', 'json');
  expect(shown).toMatch(
    /^\{"time":"[^"]+","event":"there are no users: [^{}]*"setUpCode":"(\w{32})","url":"http:\/\/127\.0\.0\.1:\d+\/set-up\?code=\1"/m,
  );
});

test('the set-up code is logged once, is not stored, and creates the first administrator', async () => {
  const password = 'correct horse battery';
  const first = await serve(['--data', 'own'], { cwd });
  const { value } = await first.log.getReader().read();
  const log = new TextDecoder().decode(value);
  const code = JSON.parse(log).setUpCode as string;
  const answer = await fetch(`${first.url}/api/users`, {
    method: 'POST',
    headers: { 'content-type': 'application/vnd.api+json' },
    body: JSON.stringify({ data: { type: 'User', attributes: { username: 'first', password, setup_code: code } } }),
  });
  const body = await answer.text();
  await first.signal('SIGINT');

  expect([log.trim().split('\n').length, first.said.includes(code), answer.status]).toEqual([1, false, 201]);
  expect(JSON.parse(body).data.attributes.role).toBe('admin');
  const second = await serve(['--data', 'own'], { cwd });
  await second.signal('SIGINT');
  expect(await new Response(second.log).text()).toBe('');
  expect(second.said).not.toContain('No users yet');
  for (const secret of [code, password]) expect(body + readFileSync(join(cwd, 'own', 'leitmotif.db'), 'latin1')).not.toContain(secret);
});
