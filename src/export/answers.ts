import { catalog } from '../catalog';
import type { Store } from '../database/open';
import { DomainError, notFound } from '../errors';
import { requireAcceptable } from '../http/negotiation';
import { answerHeadersOf, newRequestId, respond } from '../http/respond';
import { metaOf, Query } from '../jsonapi/query';
import type { Kinds } from '../kinds';
import { acceptedStreamEncoding, compress, ndjsonMediaType, requireNdjson } from './encoding';
import { type Change, type ChangeObject, changesEndpoint, defaultLimit, exportEndpoint, maximumLimit } from './endpoints';
import type { Extent } from './export';
import { Feed } from './feed';
import { gone } from './sequence';
import { type RunningExport, startExport } from './stream';

/**
 * Each has a connection of its own, which is two files, and keeps the log from being begun anew: what a slow reader of one
 * costs is little, and what hundreds cost is all the files that a process may open.
 */
const exportsAtOnce = 32;

/** One of a large catalog takes minutes, and the most of those that come to this were left by their readers. */
const retryAfterSeconds = 10;

/** Answers what is asked of the feed and of the export. */
export class ExportAnswers {
  #feed: Feed | undefined;
  #running = 0;

  constructor(
    private readonly store: Store,
    private readonly kinds: Kinds = catalog,
  ) {}

  changes(request: Request): Response {
    requireAcceptable(request);
    const query = new Query(request);
    const parameters = changesEndpoint.query;
    const since = query.one('since', parameters.since) ?? 0;
    const limit = Math.min(query.one('limit', parameters.limit) ?? defaultLimit, maximumLimit);
    const ignored = query.ignored();
    return this.store.read(() => {
      const state = this.#open().state();
      if (since < state.oldestSince) throw gone(state);
      const changes = this.#open().after(since, limit);
      const last = changes.at(-1)?.sequence ?? since;
      return respond(request, {
        data: changes.map(present),
        links: { self: pageAt(since, limit), ...(last < state.sequence && changes.length > 0 && { next: pageAt(last, limit) }) },
        meta: { ...state, limit, ...ignored },
      });
    });
  }

  change(request: Request, written: string): Response {
    requireAcceptable(request);
    const ignored = new Query(request).ignored();
    return this.store.read(() => {
      const change = /^[1-9]\d{0,14}$/.test(written) ? this.#open().one(Number(written)) : undefined;
      if (!change) throw notFound(`There is no change ${written.slice(0, 100)}.`);
      return respond(request, { data: present(change), ...metaOf(ignored) });
    });
  }

  /** The export as a file to keep. It has no tag: whether it would be another one is what the feed says. */
  async export(request: Request): Promise<Response> {
    requireNdjson(request);
    const query = new Query(request);
    const since = query.one('since', exportEndpoint.query.since);
    const standIns = query.one('provisional', exportEndpoint.query.provisional);
    // A stream of records has no place to name what was ignored: it is refused, or passed over.
    query.ignored();
    const encoding = acceptedStreamEncoding(request);
    const running = await this.#start(request, { since, standIns });
    const headers = {
      'content-type': ndjsonMediaType,
      'content-disposition': `attachment; filename="leitmotif-${running.sequence}.ndjson"`,
      ...(encoding && { 'content-encoding': encoding }),
      vary: 'Accept, Accept-Encoding, Authorization',
      'cache-control': 'private, no-store',
      'x-content-type-options': 'nosniff',
      'x-request-id': newRequestId(),
      ...answerHeadersOf(request),
    };
    if (request.method !== 'HEAD') return new Response(compress(running.stream, encoding), { headers });
    running.close();
    // Said, since the length that no body has would be taken for that of the export.
    return new Response(null, { headers: { ...headers, 'transfer-encoding': 'chunked' } });
  }

  /** Lets go of it as soon as the client goes away, also where nothing of it was read yet. */
  async #start(request: Request, extent: Extent): Promise<RunningExport> {
    if (this.#running >= exportsAtOnce)
      throw new DomainError('unavailable', `${exportsAtOnce} exports are being read now, which is as many as there may be at once.`, {
        retryAfterSeconds,
      });
    this.#running++;
    const running = await startExport(this.store, extent, this.kinds, () => this.#running--);
    if (request.signal.aborted) running.close();
    else request.signal.addEventListener('abort', running.close, { once: true });
    return running;
  }

  /** Prepared for the first who asks: few starts of a server come to that. */
  #open(): Feed {
    this.#feed ??= new Feed(this.store, this.kinds);
    return this.#feed;
  }
}

const iriOfChange = (sequence: number): string => `/api/changes/${sequence}`;

const pageAt = (since: number, limit: number): string => `/api/changes?since=${since}&limit=${limit}`;

function present(change: Change): ChangeObject {
  const id = iriOfChange(change.sequence);
  return { id, type: 'Change', attributes: change, links: { self: id } };
}
