/**
 * A control server: returns a constant response, and spends a share of its time in busy loops of one millisecond:
 * `bun busy.ts 0.5`. Its latency is that of any server with the same load.
 */
export {};

const share = Number(Bun.argv[2]);
const sliceMilliseconds = 1;

const server = Bun.serve({ hostname: '127.0.0.1', port: 0, development: false, fetch: () => new Response('{}') });

const started = performance.now();
let busy = 0;

/** One slice. Time lost to other processes is not made up for. */
function spin(): void {
  const begun = performance.now();
  while (performance.now() - begun < sliceMilliseconds);
  busy += sliceMilliseconds;
  const ahead = busy / share - (performance.now() - started);
  if (ahead < 0) busy -= ahead * share;
  setTimeout(spin, Math.max(0, ahead));
}

if (share > 0) spin();

console.log(`Busy server listening at ${server.url.origin}`);
