/** The least server on the framework that the executable has: what of its start and memory is the framework's. */
import { Elysia } from 'elysia';

const app = new Elysia().get('/', () => 'Hello, world!').listen({ hostname: '127.0.0.1', port: Number(Bun.argv[2] ?? 0) });

console.log(`The hello-world server listens at ${app.server?.url.origin}`);
