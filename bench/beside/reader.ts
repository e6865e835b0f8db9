/**
 * Reads single artists at a steady rate, and between them from a server that does nothing else, and prints how many
 * milliseconds each took: `BENCH_TOKEN=… bun bench/beside/reader.ts URL URL-OF-THE-OTHER FILE-OF-IDS SECONDS`. It is a process
 * of its own, so that nobody's work is in its way but the server's, and sends each request when it is due, whether or not the
 * last was answered: a server that stands still for a second makes a hundred wait, and not one.
 */
const requestsPerSecond = 100;

const [url = '', other = '', file = '', seconds = '5'] = process.argv.slice(2);
const ids = (await Bun.file(file).text()).split('\n');
const headers = { authorization: `Bearer ${process.env.BENCH_TOKEN}` };

async function read(address: string): Promise<number> {
  const sent = performance.now();
  const response = await fetch(address, { headers });
  await response.arrayBuffer();
  if (response.status !== 200) throw new Error(`${address} was answered with ${response.status}.`);
  return performance.now() - sent;
}

const artist = (index: number): string => `${url}/api/artists/${ids[(index * 7_919) % ids.length]}`;

/** Waits until the half of a turn that has this number begins: artists are read at even ones, and the other server at odd ones. */
async function until(half: number): Promise<void> {
  const wait = started + (half * 500) / requestsPerSecond - performance.now();
  if (wait > 0) await Bun.sleep(wait);
}

// What the first requests make ready, here and there, is not what is measured.
for (let index = 0; index < requestsPerSecond / 2; index++) await Promise.all([read(artist(index)), read(other)]);
const [waits, others]: [Promise<number>[], Promise<number>[]] = [[], []];
const started = performance.now();
for (let index = 0; index < Number(seconds) * requestsPerSecond; index++) {
  await until(2 * index);
  waits.push(read(artist(index)));
  await until(2 * index + 1);
  others.push(read(other));
}
console.log(JSON.stringify({ waits: await Promise.all(waits), others: await Promise.all(others) }));

export {};
