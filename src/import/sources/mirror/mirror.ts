import { SetupError } from '../../../errors';
import { fits } from '../../../jsonapi/parameters';
import type { flush, Known, Position, Source, SourceItem, SourceProgress } from '../../source';
import { Address } from './address';
import { Client, type ClientOptions } from './client';
import { Crawler } from './crawl';
import { Unavailable } from './faults';
import { changesPath, Follower, sinceNote } from './follow';
import { Translation } from './resources';
import { about } from './shapes';

export { Unavailable };

/**
 * Another server as a source of records. A Leitmotif is followed to the exact same catalog, by its export and its feed; of
 * another server that has the interface everything is read which the interface lists.
 * @throws {UsageError} for an address that is none
 */
export const mirror = (url: string, options: MirrorOptions): Mirror => new Mirror(new Address(url), options);

export interface MirrorOptions extends ClientOptions {
  /**
   * The newest entry in the catalog's own feed; 0 before the first. Where it is the one that the other side is followed up
   * to, the two feeds are one.
   */
  readonly ownSequence?: () => number;
}

export class Mirror implements Source {
  readonly #client: Client;
  readonly #translation = new Translation();
  readonly #follower: Follower;
  readonly #crawler: Crawler;
  #documents = 0;
  #isUnavailable = false;

  constructor(
    readonly address: Address,
    options: MirrorOptions,
  ) {
    const server = { server: address.text };
    const documentRead = () => void this.#documents++;
    this.#client = new Client(address, options);
    this.#follower = new Follower(this.#client, server, documentRead, options.ownSequence ?? (() => 0));
    this.#crawler = new Crawler(this.#client, server, this.#translation, documentRead);
  }

  get progress(): SourceProgress {
    return {
      documents: this.#documents,
      bytes: this.#client.bytes,
      totalBytes: this.#client.totalBytes,
      skippedByLicence: 0,
      warnings: this.#translation.warnings,
      // What a crawl does not find may well be there: it sees only what the interface lists.
      completed: [],
    };
  }

  /** Of which sequence of the other side the catalog is going to be, once an export is being read. */
  get exportSequence(): number | undefined {
    return this.#follower.exportSequence;
  }

  /** Whether an export was read to its end: what has changed since then is for another run. */
  get isBehind(): boolean {
    return this.#follower.isBehind;
  }

  /** Whether the run ended because the other side does not answer at the moment. */
  get isUnavailable(): boolean {
    return this.#isUnavailable;
  }

  async *items(known: Known, from: Position | undefined): AsyncGenerator<SourceItem | typeof flush> {
    try {
      yield* this.#items(known, from);
    } catch (error) {
      this.#isUnavailable = error instanceof Unavailable;
      throw error;
    }
  }

  async *#items(known: Known, from: Position | undefined): AsyncGenerator<SourceItem | typeof flush> {
    const position = from?.server === this.address.text ? from : undefined;
    const since = position ? position.since : known.note(this.address.text, sinceNote);
    if (since !== undefined) yield* this.#follower.items(Number(since));
    else if (await this.#hasFeed()) yield* this.#follower.items(undefined);
    else if (position?.phase === 'export') throw new SetupError(`${this.address.text} has no export any more.`);
    else yield* this.#crawler.items(known, placeOf(position));
  }

  /** Whether the server is a Leitmotif with a feed. Of whatever else answers here, the first list says what is wrong. */
  async #hasFeed(): Promise<boolean> {
    try {
      const { status, value } = await this.#client.read('/api', [404, 405, 406]);
      if (status !== 200 || !fits(about, value)) return false;
      const feed = await this.#client.read(`${changesPath}?limit=1`, [400, 404, 405, 410]);
      return feed.status !== 404 && feed.status !== 405;
    } catch (error) {
      if (error instanceof SetupError && !(error instanceof Unavailable)) return false;
      throw error;
    }
  }
}

/** Where a crawl goes on: at a page, or at the start of a list. */
function placeOf(position: Position | undefined) {
  if (position?.phase !== 'crawl') return undefined;
  const { list, page, received } = position;
  return { list: String(list), place: typeof page === 'string' ? { page, received: Number(received) } : undefined };
}
