import { expect, spyOn, test } from 'bun:test';
import { readBytes, withPatience } from '../../src/http/body';

/** Reads a body whose parts arrive one in each interval of the server's watch. */
async function read(...parts: readonly number[]): Promise<unknown> {
  const watch: { look?: () => void; milliseconds?: number } = {};
  const setInterval = spyOn(globalThis, 'setInterval').mockImplementation(((work: () => void, time: number) => {
    Object.assign(watch, { look: work, milliseconds: time });
  }) as never);
  try {
    const left = [...parts];
    const body = new ReadableStream<Uint8Array>(
      {
        pull(controller) {
          if (left.length < parts.length) watch.look?.();
          const next = left.shift();
          if (next === undefined) controller.close();
          else controller.enqueue(new Uint8Array(next));
        },
      },
      { highWaterMark: 0 },
    );
    const reading = readBytes(new Request('http://localhost/', { method: 'POST', body }), 1_000_000);
    const outcome = await reading.then(
      (bytes) => bytes.byteLength,
      (error) => error.status,
    );
    expect(watch.milliseconds).toBe(20_000);
    return outcome;
  } finally {
    setInterval.mockRestore();
  }
}

test('a body is refused as soon as less than 40 kB of it arrive in 20 seconds', async () => {
  expect(await read(100_000, 50_000, 40_960)).toBe(190_960);
  expect(await read(100_000, 50_000, 40_959)).toBe(408);
  expect(await read(100_000, 40_959, 100_000)).toBe(408);
  expect(await read(1)).toBe(408);
});

test('the idle timeout of a connection is suspended while any request is handled, and applies again to the response', async () => {
  const timeouts: number[] = [];
  const server = { timeout: (_: Request, seconds: number) => void timeouts.push(seconds) };
  const timeoutsOf = async (method: string, answer: (request: Request) => Response | Promise<Response>, body?: string) => {
    await withPatience(answer)(new Request('http://localhost/', { method, ...(body && { body }) }), server);
    return timeouts.splice(0);
  };
  const slow = async (request: Request) => new Response(await readBytes(request, 100));
  for (const method of ['GET', 'HEAD', 'DELETE', 'POST']) expect([method, await timeoutsOf(method, slow)]).toEqual([method, [0, 10]]);
  expect(await timeoutsOf('POST', slow, 'body')).toEqual([0, 10]);
  expect(await timeoutsOf('POST', () => new Response())).toEqual([]);
  const failed = timeoutsOf('POST', () => Promise.reject(new Error('failed')));
  expect([await failed.catch(() => timeouts.splice(0))]).toEqual([[0, 10]]);
});
