import { setTimeout } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import { DomainError, SetupError } from '../errors';
import { readJsonBody } from '../import/http-client/body';
import { Guest, type GuestOptions } from '../import/http-client/guest';
import { Unavailable } from '../import/http-client/throttle';
import { children, isObject, type Json } from '../import/sources/shared/json';
import { message } from '../messages/message';
import { dayMilliseconds } from '../store/values/dates';
import { serverVersion } from '../version';

export interface JsonSiteOptions extends GuestOptions {
  /** As people call it. */
  readonly name: string;
  readonly address: string;
  /** An e-mail or web address. */
  readonly contact: string;
  /** Minimum between two requests. */
  readonly gapMilliseconds: number;
  /** The `Authorization` header. */
  readonly authorization?: () => string;
}

export interface SiteReading {
  /** Of the copy, in milliseconds. */
  readonly maximumAge?: number | undefined;
  /** Nobody waits for it: it takes half the rate, and only turns that no person takes. */
  readonly isBackground?: boolean | undefined;
}

/** A person waits for these. */
const patience = { idleSeconds: 10, documentSeconds: 20 };

/** Requests that may wait for their turn, at a second each. */
const longestQueueMilliseconds = 10_000;

/** Background requests that may wait; a site that was busy is left alone for longer. */
const longestIdleMilliseconds = 30_000;

/** After a failure that does not say how long to wait. */
const retryAfterSeconds = 30;

const cacheBytes = 16_000_000;

/** The largest releases have some 2 MB. */
const maximumBytes = 5_000_000;

/** Objects and lists of a document: a release of 500 tracks has some 20,000. An import takes some 0.1 ms for each. */
const mostMembers = 50_000;

/**
 * Reads JSON of another site for people who wait for it: sequential, bounded in time and size, from that site alone, and at most
 * once a day. Nothing is retried, since a person can.
 */
export class JsonSite {
  readonly #guest: Guest;
  /** The value is missing where the site has no document. */
  readonly #documents = new LRUCache<string, { readonly value?: Json | undefined }, SiteReading>({
    maxSize: cacheBytes,
    ttl: dayMilliseconds,
    sizeCalculation: ({ value }) => JSON.stringify(value)?.length ?? 1,
    fetchMethod: async (path, _, { context }) => ({ value: await this.#fetch(path, context.isBackground) }),
    ignoreFetchAbort: true,
  });
  #backgroundAt = 0;

  constructor(private readonly options: JsonSiteOptions) {
    this.#guest = new Guest(options, options.gapMilliseconds);
  }

  url(path: string): string {
    return this.options.address.replace(/(?<!\/)\/+$/, '') + path;
  }

  /**
   * A document; undefined if the site has none at the path.
   * @throws {DomainError} unavailable, if the site refuses, is slow, or sends anything else
   */
  async read(path: string, reading: SiteReading = {}): Promise<Json | undefined> {
    const { maximumAge = dayMilliseconds } = reading;
    // The cache looks at its clock once a millisecond.
    const isOld = maximumAge === 0 || dayMilliseconds - this.#documents.getRemainingTTL(path) >= maximumAge;
    const found = await this.#documents.fetch(path, { context: reading, forceRefresh: isOld }).catch((error: unknown) => {
      if (error instanceof Unavailable) throw this.#failed('source_unreachable');
      throw error instanceof SetupError ? this.#failed('source_unusable') : error;
    });
    // It may be there soon.
    if (!found?.value) this.#documents.delete(path);
    return found?.value;
  }

  /**
   * The objects in a list of a document; none if the site has no document at the path.
   * @throws {DomainError} unavailable, if the document has no such list
   */
  async readList(path: string, list: string, reading?: SiteReading): Promise<readonly Json[]> {
    const document = await this.read(path, reading);
    if (!document) return [];
    if (!Array.isArray(document[list])) throw this.#forget(path);
    return children(document, list);
  }

  /**
   * The document of one record.
   * @param mayBeMerged whether another id is that of the record into which the site merged it
   * @throws {DomainError} not_found; unavailable, if the site sends another
   */
  async readRecord(path: string, id: string, reading?: SiteReading, mayBeMerged?: (id: unknown) => boolean): Promise<Json> {
    const document = await this.findRecord(path, id, reading, mayBeMerged);
    if (document === undefined) throw new DomainError('not_found', message('source_lacks', { source: this.options.name, id }));
    return document;
  }

  /** {@link readRecord}, or undefined if the site lacks it. */
  async findRecord(
    path: string,
    id: string,
    reading?: SiteReading,
    mayBeMerged: (id: unknown) => boolean = () => false,
  ): Promise<Json | undefined> {
    const document = await this.read(path, reading);
    if (document && String(document.id) !== id && !mayBeMerged(document.id)) throw this.#forget(path);
    return document;
  }

  /** An answer that cannot be used is not the one of the whole day. */
  #forget(path: string): DomainError {
    this.#documents.delete(path);
    return this.#failed('source_unusable');
  }

  async #fetch(path: string, isBackground = false): Promise<Json | undefined> {
    const { throttle, now } = this.#guest;
    if (isBackground) await this.#idle();
    if (throttle.waitMilliseconds > longestQueueMilliseconds) throw this.#busy(throttle.waitMilliseconds / 1000);
    await throttle.turn(this.options.address);
    const { contact, authorization } = this.options;
    const headers = {
      accept: 'application/json',
      'user-agent': `leitmotif/${serverVersion}${contact && ` (${contact})`}`,
      'accept-encoding': 'gzip',
      ...(authorization && { authorization: authorization() }),
    };
    const url = this.url(path);
    const answer = await this.#guest.send(url, url, headers, patience.idleSeconds);
    const { status, headers: received } = answer.response;
    if (status === 200) {
      const value = await readJsonBody(answer, patience, () => {}, now, maximumBytes);
      if (!isObject(value) || sizeOf(value) > mostMembers) throw this.#failed('source_unusable');
      return value;
    }
    answer.abort();
    // Ids that are unknown, or none.
    if (status === 400 || status === 404) return undefined;
    if (status === 401 || status === 403) throw this.#failed('source_refuses');
    if (status !== 429 && status !== 503) throw this.#failed('source_unusable');
    throttle.refused(this.options.address, received, '');
    throw this.#busy(throttle.waitMilliseconds / 1000);
  }

  async #idle(): Promise<void> {
    const { throttle, now } = this.#guest;
    for (let wait = Number.POSITIVE_INFINITY; wait > 0; ) {
      wait = Math.max(throttle.waitMilliseconds, this.#backgroundAt - now());
      if (wait > longestIdleMilliseconds) throw this.#busy(wait / 1000);
      if (wait > 0) await setTimeout(wait);
    }
    this.#backgroundAt = now() + 2 * this.options.gapMilliseconds;
  }

  #busy(seconds: number): DomainError {
    const wait = Math.max(1, Math.ceil(seconds));
    return new DomainError('unavailable', message('source_busy', { source: this.options.name, seconds: wait }), {
      retryAfterSeconds: wait,
    });
  }

  #failed(code: 'source_unreachable' | 'source_unusable' | 'source_refuses'): DomainError {
    return new DomainError('unavailable', message(code, { source: this.options.name }), { retryAfterSeconds });
  }
}

/** Objects and lists within a value. */
const sizeOf = (value: unknown): number =>
  typeof value === 'object' && value !== null ? Object.values(value).reduce((sum: number, member) => sum + sizeOf(member), 1) : 0;
