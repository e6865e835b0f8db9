import { expect, spyOn, test } from 'bun:test';
import { allowSeconds, readBytes, withTimedUploads } from '../../src/http/body';

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

test('the idle timeout of a connection waits for its upload and for answers of other sites, and applies again afterwards', async () => {
  const timeouts: number[] = [];
  const server = { timeout: (_: Request, seconds: number) => void timeouts.push(seconds) };
  const answer = withTimedUploads(async (request) => {
    if (request.method !== 'GET') allowSeconds(request, 60);
    return new Response(await readBytes(request, 100));
  });
  const timeoutsOf = async (method: string, body?: string) => {
    await answer(new Request('http://localhost/', { method, ...(body && { body }) }), server);
    return timeouts.splice(0);
  };
  expect([await timeoutsOf('POST', 'body'), await timeoutsOf('DELETE')]).toEqual([
    [60, 0, 10],
    [60, 10],
  ]);
  expect([await timeoutsOf('GET'), await timeoutsOf('HEAD')]).toEqual([[], [60]]);
  await withTimedUploads(() => new Response())(new Request('http://localhost/', { method: 'POST' }), server);
  expect(timeouts).toEqual([]);
});
