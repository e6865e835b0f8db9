import { Sessions } from '../../src/accounts/sessions/sessions';
import { getUser } from '../../src/accounts/users/users';
import type { TestServer } from './server';

export interface Person {
  readonly key: number;
  readonly name: string;
  readonly session: string;
}

let people = 0;

/** Adds a signed-in administrator with the password of the first user, without computing a hash. */
export async function administratorOf({ store }: TestServer): Promise<Person> {
  const name = `person-${++people}`;
  store.writer
    .query(
      `INSERT INTO user (id, username, role, password_hash, created_at)
       SELECT ?, ?, 'admin', password_hash, created_at FROM user ORDER BY key LIMIT 1`,
    )
    .run(Bun.randomUUIDv7(), name);
  const { key } = getUser(store, name);
  const { session_token: session } = await new Sessions(store).issue(key, { address: '192.0.2.1', userAgent: null });
  return { key, name, session };
}

/**
 * Sends a request whose body arrives after an event.
 * @param event begins once the server reads the body
 */
export async function holdBody(
  { app }: TestServer,
  { url, method, headers }: Pick<Request, 'url' | 'method' | 'headers'>,
  body: Uint8Array,
  event: () => Promise<unknown>,
): Promise<Response> {
  const begun = Promise.withResolvers<void>();
  const isOver = Promise.withResolvers<void>();
  const stream = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        begun.resolve();
        await isOver.promise;
        controller.enqueue(body);
        controller.close();
      },
    },
    // Asks for the body only when the handler reads it.
    { highWaterMark: 0 },
  );
  const answer = Promise.resolve(app.fetch(new Request(url, { method, headers, body: stream })));
  const early = answer.then(({ status }) => Promise.reject(new Error(`${method} ${url}: ${status} before its body`)));
  await Promise.race([begun.promise, early]);
  // Later answers are not early.
  early.catch(() => {});
  await event();
  isOver.resolve();
  return answer;
}
