/**
 * Reads single artists at a constant rate, alternating with requests to an idle control server, and prints all latencies in
 * milliseconds: `BENCH_TOKEN=… bun bench/latency/reader.ts URL CONTROL-URL FILE-OF-IDS SECONDS`. Runs in its own process, so
 * that other work of the benchmark does not delay it. Requests are sent on schedule without waiting for earlier responses
 * (open loop): a server that stalls for a second delays a hundred requests, not one.
 */
const requestsPerSecond = 100;

const [url = '', controlUrl = '', file = '', seconds = '5'] = process.argv.slice(2);
const ids = (await Bun.file(file).text()).split('\n');
const headers = { authorization: `Bearer ${process.env.BENCH_TOKEN}` };

async function read(address: string): Promise<number> {
  const sent = performance.now();
  const response = await fetch(address, { headers });
  await response.arrayBuffer();
  if (response.status !== 200) throw new Error(`${address} returned ${response.status}.`);
  return performance.now() - sent;
}

const artist = (index: number): string => `${url}/api/artists/${ids[(index * 7_919) % ids.length]}`;

/** Waits until a slot begins. Even slots are for the server, odd ones for the control server. */
async function waitForSlot(slot: number): Promise<void> {
  const wait = started + (slot * 500) / requestsPerSecond - performance.now();
  if (wait > 0) await Bun.sleep(wait);
}

// Warm-up.
for (let index = 0; index < requestsPerSecond / 2; index++) await Promise.all([read(artist(index)), read(controlUrl)]);
const [latencies, control]: [Promise<number>[], Promise<number>[]] = [[], []];
const started = performance.now();
for (let index = 0; index < Number(seconds) * requestsPerSecond; index++) {
  await waitForSlot(2 * index);
  latencies.push(read(artist(index)));
  await waitForSlot(2 * index + 1);
  control.push(read(controlUrl));
}
console.log(JSON.stringify({ latencies: await Promise.all(latencies), control: await Promise.all(control) }));

export {};
