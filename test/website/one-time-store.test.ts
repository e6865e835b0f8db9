import { expect, test } from 'bun:test';
import { OneTimeStore } from '../../src/website/http/one-time-store';

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
