/** A minimal server on Elysia, the executable's framework: shows the framework's share of startup time and memory. */
import { Elysia } from 'elysia';

const app = new Elysia().get('/', () => 'Hello, world!').listen({ hostname: '127.0.0.1', port: Number(Bun.argv[2] ?? 0) });

console.log(`Hello-world server listening at ${app.server?.url.origin}`);
