/** A minimal server on plain Bun: compiled like the executable, it is the baseline for startup time and idle memory. */
export {};

const server = Bun.serve({
  hostname: '127.0.0.1',
  port: Number(Bun.argv[2] ?? 0),
  development: false,
  fetch: () => new Response('Hello, world!'),
});

console.log(`Hello-world server listening at ${server.url.origin}`);
