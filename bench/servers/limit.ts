/** Returns the contents of a file from memory for every request: the upper limit for responses of that size. */
export {};

const [file] = Bun.argv.slice(2);
if (!file) throw new Error('Usage: bun limit.ts FILE');
const body = await Bun.file(file).text();
const headers = { 'content-type': 'application/vnd.api+json' };

const server = Bun.serve({
  hostname: '127.0.0.1',
  port: 0,
  development: false,
  fetch: () => new Response(body, { headers }),
});

console.log(`Limit server listening at ${server.url.origin}`);
