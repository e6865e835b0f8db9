/**
 * Answers the same to every request, and spends a share of its time on nothing, a millisecond at a time: `bun busy.ts 0.5`. What
 * its readers wait for, those of any server wait for that has as much to do.
 */
export {};

const share = Number(Bun.argv[2]);
const turnMilliseconds = 1;

const server = Bun.serve({ hostname: '127.0.0.1', port: 0, development: false, fetch: () => new Response('{}') });

const started = performance.now();
let busy = 0;

/** What it could not spend because others had the processor is not made up for. */
function spend(): void {
  const begun = performance.now();
  while (performance.now() - begun < turnMilliseconds);
  busy += turnMilliseconds;
  const ahead = busy / share - (performance.now() - started);
  if (ahead < 0) busy -= ahead * share;
  setTimeout(spend, Math.max(0, ahead));
}

if (share > 0) spend();

console.log(`The busy server listens at ${server.url.origin}`);
