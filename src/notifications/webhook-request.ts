import { DomainError } from '../errors';
import { within } from '../import/http-client/body';
import { fromStream } from '../import/streams/bytes';
import { serverVersion } from '../version';
import { checkedAddress, ForbiddenTarget } from './networks';

/** What came of an attempt to deliver a message. */
export interface AttemptResult {
  readonly isDelivered: boolean;
  /** Of HTTP or SMTP. */
  readonly status: number | null;
  /** Beginning of the response, or why there is none. */
  readonly answer: string;
  /** Whether another attempt would be pointless. */
  readonly isFinal?: boolean;
}

export interface SignedMessage {
  readonly id: string;
  readonly url: string;
  /** With its prefix. */
  readonly secret: string;
  readonly body: string;
}

const timeoutSeconds = 10;

/** A reason fits; a page that somebody hides behind a webhook does not. */
const maximumAnswerBytes = 200;

export const secretPrefix = 'whsec_';

/** https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md */
export function signature({ id, secret, body }: Omit<SignedMessage, 'url'>, seconds: number): string {
  const key = Buffer.from(secret.slice(secretPrefix.length), 'base64');
  return `v1,${new Bun.CryptoHasher('sha256', key).update(`${id}.${seconds}.${body}`).digest('base64')}`;
}

/** Sends a message to a webhook, without following redirects. Takes at most ten seconds. */
export async function sendToWebhook(message: SignedMessage, allowed: readonly string[]): Promise<AttemptResult> {
  const connection = new AbortController();
  try {
    return await within(post(message, allowed, connection.signal), timeoutSeconds, `No response within ${timeoutSeconds} seconds.`, () =>
      connection.abort(),
    );
  } catch (error) {
    return { isDelivered: false, status: null, answer: reasonOf(error) };
  }
}

async function post(
  { id, url: written, secret, body }: SignedMessage,
  allowed: readonly string[],
  signal: AbortSignal,
): Promise<AttemptResult> {
  const url = new URL(written);
  const address = await checkedAddress(url, allowed);
  const seconds = Math.floor(Date.now() / 1000);
  const headers = {
    host: url.host,
    'content-type': 'application/json',
    'user-agent': `leitmotif/${serverVersion}`,
    'webhook-id': id,
    'webhook-timestamp': String(seconds),
    'webhook-signature': signature({ id, secret, body }, seconds),
  };
  const tls = { serverName: url.hostname };
  url.hostname = address.includes(':') ? `[${address}]` : address;
  const response = await fetch(url, {
    method: 'POST',
    headers,
    body,
    redirect: 'manual',
    keepalive: false,
    decompress: false,
    signal,
    tls,
  });
  const { ok, status } = response;
  return { isDelivered: ok, status, answer: await beginningOf(response), isFinal: status === 410 };
}

async function beginningOf(response: Response): Promise<string> {
  let start = Buffer.of();
  for await (const chunk of response.body ? fromStream(response.body) : []) {
    start = Buffer.concat([start, chunk.subarray(0, maximumAnswerBytes)]);
    if (start.length >= maximumAnswerBytes) break;
  }
  return firstLine(start.toString());
}

/** For a line of a page. */
export const firstLine = (text: string): string =>
  text
    .replace(/[\p{Cc}\ufffd\s]+/gu, ' ')
    .trim()
    .slice(0, maximumAnswerBytes);

/** Without the address, which may have a secret. */
const reasonOf = (error: unknown): string =>
  error instanceof ForbiddenTarget || error instanceof DomainError
    ? error.message
    : `Not reached: ${(error as { code?: unknown }).code ?? (error as Error).name}.`;
