import { setTimeout } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import { DomainError, SetupError } from '../errors';
import { readJson } from '../import/http-client/body';
import { Guest, type GuestOptions } from '../import/http-client/guest';
import { Unavailable } from '../import/http-client/throttle';
import { isObject, type Json } from '../import/sources/shared/json';
import { message } from '../messages/message';
import { serverVersion } from '../version';

export interface SiteOptions extends GuestOptions {
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

export interface Reading {
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

const day = 86_400_000;

const cacheBytes = 32_000_000;

/**
 * Reads JSON of another site for people who wait for it: sequential, bounded in time and size, from that site alone, and at most
 * once a day. Nothing is retried, since a person can.
 */
export class JsonSite {
  readonly #guest: Guest;
  readonly #documents = new LRUCache<string, { readonly value: unknown }>({
    maxSize: cacheBytes,
    ttl: day,
    sizeCalculation: ({ value }) => JSON.stringify(value)?.length || 1,
  });
  readonly #running = new Map<string, Promise<unknown>>();
  #backgroundAt = 0;

  constructor(private readonly options: SiteOptions) {
    this.#guest = new Guest(options, options.gapMilliseconds);
  }

  url(path: string): string {
    return this.options.address.replace(/\/+$/, '') + path;
  }

  /**
   * A document; undefined if the site has none at the path.
   * @throws {DomainError} unavailable, if the site refuses, is slow, or sends anything else
   */
  async read(path: string, { maximumAge = day, isBackground = false }: Reading = {}): Promise<unknown> {
    const known = this.#documents.get(path);
    if (known && day - this.#documents.getRemainingTTL(path) < maximumAge) return known.value;
    const running = this.#running.get(path) ?? this.#fetch(path, isBackground).finally(() => this.#running.delete(path));
    this.#running.set(path, running);
    const value = await running.catch((error: unknown) => {
      if (error instanceof Unavailable) throw this.#failed('source_unreachable');
      throw error instanceof SetupError ? this.#failed('source_unusable') : error;
    });
    this.#documents.set(path, { value });
    return value;
  }

  /**
   * The document of one record.
   * @throws {DomainError} not_found; unavailable, if the site sends another
   */
  async readRecord(path: string, id: string, reading?: Reading): Promise<Json> {
    const document = await this.read(path, reading);
    if (document === undefined) throw new DomainError('not_found', message('source_lacks', { source: this.options.name, id }));
    if (!isObject(document) || String(document.id) !== id) throw this.#failed('source_unusable');
    return document;
  }

  async #fetch(path: string, isBackground: boolean): Promise<unknown> {
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
    const { status, headers: told } = answer.response;
    if (status === 200) return readJson(answer, patience, () => {}, now);
    answer.abort();
    // Ids that are unknown, or none.
    if (status === 400 || status === 404) return undefined;
    if (status === 401 || status === 403) throw this.#failed('source_refuses');
    if (status !== 429 && status !== 503) throw this.#failed('source_unusable');
    throttle.refused(this.options.address, told, '');
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
