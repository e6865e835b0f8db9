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
