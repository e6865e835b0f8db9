/** Answers the contents of a file, kept in memory, to every request: no server of such answers is faster. */
export {};

const [file] = Bun.argv.slice(2);
if (!file) throw new Error('Name the file to answer with.');
const body = await Bun.file(file).text();
const headers = { 'content-type': 'application/vnd.api+json' };

const server = Bun.serve({
  hostname: '127.0.0.1',
  port: 0,
  development: false,
  fetch: () => new Response(body, { headers }),
});

console.log(`The limit listens at ${server.url.origin}`);
