/** The least server there is; compiled like the executable, it is what that is compared with at start and at rest. */
export {};

const server = Bun.serve({
  hostname: '127.0.0.1',
  port: Number(Bun.argv[2] ?? 0),
  development: false,
  fetch: () => new Response('Hello, world!'),
});

console.log(`The hello-world server listens at ${server.url.origin}`);
