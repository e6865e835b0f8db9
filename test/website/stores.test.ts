import { describe, expect, test } from 'bun:test';
import { OneTimeStore } from '../../src/website/http/one-time-store';
import { UploadStore } from '../../src/website/http/upload-store';

// What the website keeps between two requests of a browser.

const secret = { kind: 'token', name: 'phone', text: 'lm_pat_x' } as const;

test('a secret is shown once, to its owner, within a minute', () => {
  let now = 0;
  const store = new OneTimeStore(() => now);
  const [shown, late] = [store.keep(secret, 'anna'), store.keep(secret, 'anna')];
  now = 59_999;
  expect(store.take(shown, 'berta')).toBeUndefined();
  expect(store.take(shown, 'anna')).toEqual(secret);
  expect(store.take(shown, 'anna')).toBeUndefined();
  now = 60_000;
  expect(store.take(late, 'anna')).toBeUndefined();
});

test('expired secrets are dropped before new ones, and of a thousand the oldest', () => {
  let now = 0;
  const store = new OneTimeStore(() => now);
  const kept = (words: readonly string[]) => words.filter((word) => store.take(word, 'anna') !== undefined);
  const words = Array.from({ length: 1_000 }, (_, number) => store.keep(secret, 'anna', `word ${number}`));
  store.keep(secret, 'anna', 'one more');
  expect(kept([...words.slice(0, 2), 'one more'])).toEqual(['word 1', 'one more']);
  now = 60_000;
  store.keep(secret, 'anna', 'late');
  now = 0;
  expect(kept([...words, 'late'])).toEqual(['late']);
  expect(store.take(null, 'anna')).toBeUndefined();
});

describe('the store of uploads', () => {
  const file = (text: string) => ({ name: 'a.csv', mediaType: 'text/csv' as const, bytes: new TextEncoder().encode(text) });
  const random = (bytes: number) => ({ ...file(''), bytes: crypto.getRandomValues(new Uint8Array(bytes)) });

  test('returns a file to its owner only', async () => {
    const uploads = new UploadStore();
    const name = (await uploads.keep('anna', file('text'))) ?? '';
    expect(new TextDecoder().decode((await uploads.find('anna', name))?.bytes)).toBe('text');
    expect(await uploads.find('berta', name)).toBeUndefined();
    uploads.forget('berta', name);
    expect(await uploads.find('anna', name)).toBeDefined();
  });

  test('drops a file after an hour', async () => {
    let now = 0;
    const uploads = new UploadStore(() => now);
    const name = (await uploads.keep('anna', file('text'))) ?? '';
    now = 3_600_000;
    expect(await uploads.find('anna', name)).toBeUndefined();
  });

  test('keeps one file per user and drops the oldest if it is full', async () => {
    const uploads = new UploadStore(() => 0, { maximumBytes: 2_500, maximumFiles: 2 });
    const first = (await uploads.keep('anna', random(1_000))) ?? '';
    const second = (await uploads.keep('anna', random(1_000))) ?? '';
    expect(await uploads.find('anna', first)).toBeUndefined();
    await uploads.keep('berta', random(1_000));
    await uploads.keep('clara', random(1_000));
    expect(await uploads.find('anna', second)).toBeUndefined();
    expect(await uploads.keep('dora', random(3_000))).toBeUndefined();
  });
});
