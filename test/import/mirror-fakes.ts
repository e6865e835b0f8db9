import { flush, type KnownRecords, type Position, type SourceItem } from '../../src/import/source';
import { type Mirror, type MirrorOptions, mirror } from '../../src/import/sources/mirror/mirror';
import { uuid } from '../support/uuids';

/** A server that responds as a test specifies and records its requests. */
export interface Fake {
  readonly url: string;
  readonly requests: { readonly path: string; readonly headers: Headers }[];
  [Symbol.dispose](): void;
}

type Answer = Response | Promise<Response>;

/** Starts a server on the loopback interface; requests without an answer get a 404. */
export function fake(answer: (path: string, times: number, request: Request) => Answer | undefined): Fake {
  const requests: Fake['requests'] = [];
  const server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    fetch(request) {
      const url = new URL(request.url);
      const path = url.pathname + url.search;
      const times = requests.filter((one) => one.path === path).length + 1;
      requests.push({ path, headers: request.headers });
      return answer(path, times, request) ?? json({ errors: [{ status: 404 }] }, { status: 404 });
    },
  });
  return { url: `http://127.0.0.1:${server.port}`, requests, [Symbol.dispose]: () => void server.stop(true) };
}

export const json = (body: unknown, init: { status?: number; headers?: Record<string, string> } = {}): Response =>
  new Response(JSON.stringify(body), { ...init, headers: { 'content-type': 'application/vnd.api+json', ...init.headers } });

/** The service document of a Leitmotif server. */
export const about = { meta: { name: 'Leitmotif', interfaceVersion: '1.0.0-beta', serverVersion: '9.9.9' } };

export const nothingKnown: KnownRecords = {
  has: () => false,
  knows: () => false,
  findByLink: () => undefined,
  findByName: () => undefined,
  tracksOf: () => [],
  findRole: () => undefined,
  note: () => undefined,
};

export interface Run {
  readonly source: Mirror;
  readonly items: SourceItem[];
  /** Requested delays in seconds, without those that merely space requests. */
  readonly waits: number[];
  readonly error: Error | undefined;
}

/** A clock that advances only while waiting. */
export function patientClock() {
  const waits: number[] = [];
  let time = Date.parse('2026-01-01T00:00:00Z');
  const sleep = async (milliseconds: number) => {
    time += milliseconds;
    if (milliseconds > 200) waits.push(Math.round(milliseconds / 1000));
  };
  return { waits, sleep, now: () => time };
}

/** Reads a server to the end. */
export async function runOf(
  url: string,
  { from, since, last, ...options }: Partial<MirrorOptions> & { from?: Position; since?: number; last?: string } = {},
): Promise<Run> {
  const { waits, ...clock } = patientClock();
  const source = mirror(url, { token: 'lm_pat_secret', ...clock, ...options });
  const items: SourceItem[] = [];
  let error: Error | undefined;
  try {
    const known: KnownRecords = {
      ...nothingKnown,
      note: (_, name) => (name === 'since' ? since?.toString() : name === 'last' ? last : undefined),
    };
    for await (const item of source.items(known, from)) if (item !== flush) items.push(item);
  } catch (thrown) {
    error = thrown as Error;
  }
  return { source, items, waits, error };
}

export const recordsOf = ({ items }: Run): RecordLike[] =>
  items.flatMap(({ records }) => records.map(({ record }) => record as RecordLike));

export interface RecordLike {
  readonly type: string;
  readonly id: string;
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly relationships?: Readonly<Record<string, { readonly data: unknown }>>;
}

export const id = uuid;
