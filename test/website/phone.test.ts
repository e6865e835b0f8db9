import { expect, test } from 'bun:test';
import { createUser } from '../../src/accounts/users';
import { createApp } from '../../src/app/app';
import { type ConfiguredSettings, readSettings } from '../../src/config';
import { seededStore } from '../support/server';
import { Visitor } from '../support/visitor';

// The page "Use it on your phone", and the addresses on it.

const password = 'correct horse battery';

/** The page of a server that listens on some addresses. */
async function phonePage(origins: readonly [string, ...string[]], settings: Partial<ConfiguredSettings> = {}) {
  const store = await seededStore();
  await createUser(store, 'anna', password);
  const app = createApp({
    store,
    settings: { ...readSettings({}, {}), ...settings },
    origins: () => origins,
    log: () => {},
    peerAddress: () => '127.0.0.1',
  });
  const anna = new Visitor({ app }, settings.publicUrl === undefined ? {} : { origin: settings.publicUrl });
  await anna.open('/sign-in');
  await anna.send('Sign in', { username: 'anna', password });
  return anna.open('/phone');
}

const codes = (html: string): string[] => [...html.matchAll(/aria-label="QR code for ([^"]+)"/g)].map(([, address = '']) => address);
const links = (html: string): string[] => [...html.matchAll(/<a href="(https?:[^"]+)"/g)].map(([, address = '']) => address);

test('opened on the server’s own machine, the page shows the addresses that other devices can open', async () => {
  const { html } = await phonePage(['http://192.0.2.7:8420', 'http://198.51.100.7:8420', 'http://127.0.0.1:8420']);
  expect(codes(html)).toEqual(['http://192.0.2.7:8420']);
  expect(links(html)).toEqual(['http://192.0.2.7:8420', 'http://198.51.100.7:8420']);
  expect(html).toContain('over plain HTTP');
});

test('of a server that other devices can’t reach, the page says how to start it', async () => {
  const { html, text } = await phonePage(['http://127.0.0.1:8420']);
  expect([codes(html), links(html)]).toEqual([[], []]);
  expect(text).toContain('it listens only on its own machine');
  expect(html).toContain('<code>leitmotif serve --host 0.0.0.0</code>');
});

test('behind a proxy, the page shows its public address alone, and no limits of plain HTTP', async () => {
  const { html } = await phonePage(['http://172.17.0.2:8420', 'http://127.0.0.1:8420'], { publicUrl: 'https://films.example' });
  expect([codes(html), links(html)]).toEqual([['https://films.example'], ['https://films.example']]);
  expect(html).not.toContain('over plain HTTP');
});
