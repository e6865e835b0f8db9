import { expect, test } from 'bun:test';
import { editedServer } from '../support/edited-server';

const unknown = (index: number): string => `/api/artists/00000000-0000-7000-8000-${String(index).padStart(12, '0')}`;

/** CPU time of a request in milliseconds, the least of three: the server runs in this process, with the garbage of other tests. */
async function cost(work: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  while (times.length < 3) {
    Bun.gc(true);
    const before = process.cpuUsage();
    await work();
    const { user, system } = process.cpuUsage(before);
    times.push((user + system) / 1000);
  }
  return Math.min(...times);
}

test.each<[string, string, (index: number) => unknown]>([
  ['one unknown record many times', 'artists', () => ({ iri: unknown(1) })],
  ['many unknown records', 'credits', (index) => ({ iri: unknown(index), credit_role: 'composer' })],
  ['items of another type', 'artists', (index) => index],
  ['items without a record', 'labels', () => ({})],
])('a list with %s has at most 100 errors, in time proportional to its length', async (_, name, itemOf) => {
  const editor = await editedServer();
  const send = (count: number) =>
    editor.post('Release', '/api/releases', { title: 'Flood', [name]: Array.from({ length: count }, (_, index) => itemOf(index)) });
  const { status, body } = await send(1_000);
  expect([status, body.meta?.errors?.length ?? body.errors.length]).toEqual([422, 100]);
  const [few, many] = [await cost(() => send(1_000)), await cost(() => send(10_000))];
  expect(many).toBeLessThan(40 * Math.max(few, 40));
});
