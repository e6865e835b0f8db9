// Two editors of one server, over the network.

import { expect, test } from 'bun:test';
import { emptyFolder, run, serve } from '../support/executable';

test('of ten changes that start from the same state, sent at once, one is made, and the others are told what is there now', async () => {
  using folder = emptyFolder();
  const cwd = folder.path;
  await run(['migrate', '--data', 'data'], { cwd });
  await run(['user', 'create', 'anna', '--password-stdin', '--data', 'data'], { cwd, stdin: 'correct horse battery\n' });
  await run(['user', 'set-role', 'anna', 'editor', '--data', 'data'], { cwd });
  const token = (await run(['token', 'create', '--user', 'anna', '--name', 'tests', '--data', 'data'], { cwd })).stdout.trim();
  await using server = await serve(['--data', 'data', '--rate-limit', '0'], { cwd });
  const send = (method: string, path: string, body?: object, tag?: string) =>
    fetch(`${server.url}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        'accept-encoding': 'identity',
        ...(body && { 'content-type': 'application/vnd.api+json' }),
        ...(tag && { 'if-match': tag }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
  const made = await send('POST', '/api/artists', { data: { type: 'Artist', attributes: { name: 'Ada', _type: 'person' } } });
  expect(made.status).toBe(201);
  const { id } = ((await made.json()) as { data: { id: string } }).data;
  const tag = (await send('GET', id)).headers.get('etag') as string;
  const change = (number: number) =>
    send('PATCH', id, { data: { type: 'Artist', id, attributes: { disambiguation: `the ${number}th` } } }, tag);

  const answers = await Promise.all(Array.from({ length: 10 }, (_, number) => change(number)));

  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array.from({ length: 9 }, () => 412)]);
  const present = (await send('GET', id)).headers.get('etag');
  for (const { status, headers } of answers) if (status === 412) expect(headers.get('etag')).toBe(present);
  const revisions = (await (await send('GET', `${id}/revisions`)).json()) as { meta: { totalItems: number } };
  expect(revisions.meta.totalItems).toBe(2);
}, 60_000);
