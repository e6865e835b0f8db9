import { createHmac } from 'node:crypto';

export interface Received {
  readonly headers: Headers;
  readonly body: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into it.
  readonly json: any;
}

/** A program that receives messages, on this machine. */
export interface WebhookTarget extends Disposable {
  readonly url: string;
  readonly received: Received[];
  /** Changed by tests: what the next requests are answered with. */
  answer: (request: Request) => Response | Promise<Response>;
}

export function webhookTarget(): WebhookTarget {
  const received: Received[] = [];
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    async fetch(request) {
      const body = await request.text();
      received.push({ headers: request.headers, body, json: JSON.parse(body) });
      return target.answer(request);
    },
  });
  const target: WebhookTarget = {
    url: `http://127.0.0.1:${server.port}/hook`,
    received,
    answer: () => new Response('ok'),
    [Symbol.dispose]: () => void server.stop(true),
  };
  return target;
}

/** Whether a message is signed with a secret, by another implementation. */
export function isSigned({ headers, body }: Received, secret: string): boolean {
  const [id, time] = [headers.get('webhook-id'), headers.get('webhook-timestamp')];
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  return headers.get('webhook-signature') === `v1,${createHmac('sha256', key).update(`${id}.${time}.${body}`).digest('base64')}`;
}
