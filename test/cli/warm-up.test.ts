import { expect, test } from 'bun:test';
import { loadWhenQuiet } from '../../src/cli/serve/service-manager';

const looks = 5;

test('deferred modules are loaded once, when no request is pending', async () => {
  let pending = 1;
  let loaded = 0;
  const asked = Promise.withResolvers<void>();
  const load = async () => void loaded++;
  const pendingRequests = () => {
    asked.resolve();
    return pending;
  };
  const looking = loadWhenQuiet(load, { pendingRequests }, () => {}, looks);
  await asked.promise;
  await Bun.sleep(4 * looks);
  expect(loaded).toBe(0);
  pending = 0;
  while (loaded === 0) await Bun.sleep(looks);
  await Bun.sleep(4 * looks);
  expect(loaded).toBe(1);
  looking.stop();
});

test('a failure to load deferred modules is logged', async () => {
  const logged = Promise.withResolvers<unknown[]>();
  const load = () => Promise.reject(new Error('no more memory'));
  loadWhenQuiet(load, { pendingRequests: () => 0 }, (...line) => logged.resolve(line), looks);
  expect(await logged.promise).toEqual(['not loaded ahead', { error: 'no more memory' }, 'error']);
});
