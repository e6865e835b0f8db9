/**
 * Reads single artists at a steady rate, and prints how many milliseconds each took:
 * `BENCH_TOKEN=… bun bench/beside/reader.ts URL FILE-OF-IDS SECONDS`. It is a process of its own, so that nobody's work is
 * in its way but the server's, and sends each request when it is due, whether or not the last was answered: a server that
 * stands still for a second makes a hundred wait, and not one.
 */
const requestsPerSecond = 100;

const [url = '', file = '', seconds = '5'] = process.argv.slice(2);
const ids = (await Bun.file(file).text()).split('\n');
const headers = { authorization: `Bearer ${process.env.BENCH_TOKEN}` };

async function read(index: number): Promise<number> {
  const sent = performance.now();
  const response = await fetch(`${url}/api/artists/${ids[(index * 7_919) % ids.length]}`, { headers });
  await response.arrayBuffer();
  if (response.status !== 200) throw new Error(`A single artist was answered with ${response.status}.`);
  return performance.now() - sent;
}

// What the first requests make ready, here and there, is not what is measured.
for (let index = 0; index < requestsPerSecond / 2; index++) await read(index);
const reads: Promise<number>[] = [];
const started = performance.now();
for (let index = 0; index < Number(seconds) * requestsPerSecond; index++) {
  const wait = started + (index * 1_000) / requestsPerSecond - performance.now();
  if (wait > 0) await Bun.sleep(wait);
  reads.push(read(index));
}
console.log(JSON.stringify(await Promise.all(reads)));

export {};
