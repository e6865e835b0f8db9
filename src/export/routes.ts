import { Type as t } from '@sinclair/typebox';
import type { Guard } from '../accounts/access';
import { catalogRead } from '../api/read/catalog-read';
import { metaOf } from '../api/read/document';
import { defineRoute } from '../api/route';
import { flag, integer } from '../api/schema/parameters';
import { once } from '../api/schema/registry';
import { closed, count, ignored, ignoredMeta, iri, list, text } from '../api/schema/schemas';
import { DomainError, notFound } from '../errors';
import { HttpError } from '../http/errors';
import { baseHeaders, preferredOf, respond, weightsOf } from '../http/respond';
import type { Kinds } from '../kinds';
import { message } from '../messages/message';
import type { Store } from '../store/database/open';
import { type ChangeEntry, type ChangeObject, changeResource, exampleChange, exampleRecord } from './documents';
import type { Extent } from './export';
import { Feed } from './feed';
import { gone as beyondReach } from './sequence';
import { type RunningExport, startExport } from './stream';

const ndjsonMediaType = 'application/x-ndjson';

/** @throws {HttpError} 406 if the client does not accept JSON Lines */
function requireNdjson(request: Request): void {
  const accept = request.headers.get('accept');
  if (accept === null || accept.trim() === '') return;
  const weights = weightsOf(accept);
  // The most specific range decides (RFC 9110, section 12.5.1).
  const weight = weights.get(ndjsonMediaType) ?? weights.get('application/*') ?? weights.get('*/*') ?? 0;
  if (weight === 0) throw new HttpError(406, message('not_acceptable', { type: ndjsonMediaType }), { header: 'Accept' });
}

/** Encodings that can compress a stream of any length. */
const encodings = ['zstd', 'gzip'] as const;
type StreamEncoding = (typeof encodings)[number];

const acceptedStreamEncoding = (request: Request): StreamEncoding | undefined => preferredOf(request, encodings);

/** Bun's supports zstd, which browser types lack. */
const compress = (stream: ReadableStream<Uint8Array>, encoding: StreamEncoding | undefined): ReadableStream<Uint8Array> =>
  encoding ? stream.pipeThrough(new CompressionStream(encoding as 'gzip') as ReadableWritablePair<Uint8Array, Uint8Array>) : stream;

/** Quick to read, even if all are tracks. */
const defaultLimit = 100;
/** Keeps the largest page at some hundreds of kilobytes. */
const maximumLimit = 1_000;

const gone = {
  description: 'The feed does not go back that far',
  problem: message('since_too_old', { oldest: 45 }),
  source: { parameter: 'since' },
};

const tooMany = {
  description: 'Too many exports at once; see Retry-After',
  problem: message('exports_busy', { count: 32 }),
};

/** A feed sequence parameter. */
const since = (description: string) => ({ ...integer(0, Number.MAX_SAFE_INTEGER), example: 45, description });

const exportExample = [
  { type: 'Export', id: '/api/export', attributes: { format_version: 1, sequence: 46, counts: { Artist: 1 } } },
  exampleRecord,
];

/**
 * Each export holds a connection (two files) and blocks log truncation: one slow reader costs little, hundreds would use up all
 * file descriptors.
 */
const exportsAtOnce = 32;

/** A large export takes minutes, but at this limit most have been abandoned. */
const retryAfterSeconds = 10;

/** Routes of exports and the change feed. */
export function exportRoutes(guard: Guard, store: Store, kinds: Kinds) {
  const access = guard.user('catalog:read');
  const feed = once(() => new Feed(store, kinds));
  let runningCount = 0;
  /** Aborts an export when the client disconnects, even before the first byte. */
  const begin = async (request: Request, extent: Extent): Promise<RunningExport> => {
    if (runningCount >= exportsAtOnce)
      throw new DomainError('unavailable', message('exports_busy', { count: exportsAtOnce }), {
        retryAfterSeconds,
      });
    runningCount++;
    const running = await startExport(store, extent, kinds, () => runningCount--);
    if (request.signal.aborted) running.close();
    else request.signal.addEventListener('abort', running.close, { once: true });
    return running;
  };
  /** Consumers store a cursor, so reported sequence numbers must be durable before the response. */
  const lasting = async (response: Response | Promise<Response>): Promise<Response> => {
    const answer = await response;
    await store.onDisk();
    return answer;
  };
  return [
    defineRoute({
      ...catalogRead({
        path: '/api/changes',
        operationId: 'changeList',
        tag: 'Changes',
        summary: 'List changes',
        description: 'Everything created, updated, renamed, merged and deleted in the catalog, in order and without gaps, for mirrors.',
        query: {
          since: since('Only changes after this sequence number; 0 for all'),
          limit: {
            ...integer(1, Number.MAX_SAFE_INTEGER, defaultLimit),
            description: `Changes per page, at most ${maximumLimit}. Larger values mean ${maximumLimit}.`,
          },
        },
        answer: {
          description: 'A page of changes',
          schema: closed({
            data: list(changeResource),
            links: closed({ self: iri(), next: t.Optional(iri('If there are more changes')) }),
            meta: closed({
              sequence: count('Sequence number of the newest change'),
              oldestSince: count('Lowest accepted value of since'),
              limit: count(),
              ...ignored,
            }),
          }),
          example: {
            data: [exampleChange],
            links: { self: '/api/changes?since=45&limit=1', next: '/api/changes?since=46&limit=1' },
            meta: { sequence: 47, oldestSince: 0, limit: 1 },
          },
        },
        errors: { 410: gone },
      }),
      access,
      otherParameters: 'ignore',
      handle: ({ request, query, ignored }) => {
        const { since = 0 } = query;
        const limit = Math.min(query.limit ?? defaultLimit, maximumLimit);
        return lasting(
          store.read(() => {
            const state = feed().state();
            if (since < state.oldestSince) throw beyondReach(state);
            const changes = feed().after(since, limit);
            const last = changes.at(-1)?.sequence ?? since;
            return respond(request, {
              data: changes.map(present),
              links: { self: pageAt(since, limit), ...(last < state.sequence && changes.length > 0 && { next: pageAt(last, limit) }) },
              meta: { ...state, limit, ...ignored },
            });
          }),
        );
      },
    }),
    defineRoute({
      ...catalogRead({
        path: '/api/changes/:id',
        operationId: 'change',
        tag: 'Changes',
        summary: 'Get a change',
        pathParameters: { id: { description: 'Sequence number', schema: t.Integer({ minimum: 1 }) } },
        query: {},
        answer: {
          description: 'The change',
          schema: closed({ data: changeResource, meta: ignoredMeta }),
          example: { data: exampleChange },
        },
        errors: { 404: 'NotFound' },
      }),
      access,
      otherParameters: 'ignore',
      handle: ({ request, params: { id }, ignored }) =>
        lasting(
          store.read(() => {
            const change = /^[1-9]\d{0,14}$/.test(id) ? feed().change(Number(id)) : undefined;
            if (!change) throw notFound('no_change', { id: id.slice(0, 100) });
            return respond(request, { data: present(change), ...metaOf(ignored) });
          }),
        ),
    }),
    defineRoute({
      ...catalogRead({
        path: '/api/export',
        operationId: 'catalogExport',
        tag: 'Changes',
        summary: 'Export the catalog',
        description:
          'The catalog as JSON lines: a header, then one record per line, as one consistent snapshot. Compressed with zstd or gzip if Accept-Encoding allows. Too many exports at once are refused with 503 and Retry-After.',
        query: {
          since: since('Only records changed after this sequence number'),
          provisional: {
            ...flag,
            description: 'Whether to include placeholders, which are releases that an import can complete, and their parts',
          },
        },
        answer: {
          description: 'The export',
          schema: text(),
          example: exportExample.map((line) => `${JSON.stringify(line)}\n`).join(''),
          mediaType: ndjsonMediaType,
          headers: {
            'Content-Disposition': 'File name with the sequence number',
            'X-Request-Id': { component: 'X-Request-Id' },
          },
        },
        errors: { 410: gone, 503: tooMany },
      }),
      access,
      // A stream of records cannot report ignored parameters: unknown ones are refused or ignored.
      otherParameters: 'ignore',
      handle: async ({ request, query: { since, provisional } }) => {
        requireNdjson(request);
        const encoding = acceptedStreamEncoding(request);
        // It has no ETag; the feed tells whether it changed.
        const running = await begin(request, { since, provisional });
        const headers = {
          'content-type': ndjsonMediaType,
          'content-disposition': `attachment; filename="leitmotif-${running.sequence}.ndjson"`,
          ...(encoding && { 'content-encoding': encoding }),
          vary: 'Accept, Accept-Encoding, Authorization',
          'cache-control': 'private, no-store',
          ...baseHeaders(request),
        };
        if (request.method !== 'HEAD') return lasting(new Response(compress(running.stream, encoding), { headers }));
        running.close();
        // Otherwise the length of the missing body would be sent.
        return lasting(new Response(null, { headers: { ...headers, 'transfer-encoding': 'chunked' } }));
      },
    }),
  ];
}

const iriOfChange = (sequence: number): string => `/api/changes/${sequence}`;

const pageAt = (since: number, limit: number): string => `/api/changes?since=${since}&limit=${limit}`;

function present(change: ChangeEntry): ChangeObject {
  const id = iriOfChange(change.sequence);
  return { id, type: 'Change', attributes: change, links: { self: id } };
}
