import { fits } from '../../../api/schema/checks';
import { SetupError } from '../../../errors';
import { rightsOfMirror } from '../../../records/provenance/sources';
import type { Store } from '../../../store/database/store';
import { Address, Client, type ClientOptions } from '../../http-client/client';
import { Unavailable } from '../../http-client/throttle';
import type { flush, Known, Position, Source, SourceItem, SourceProgress } from '../../source';
import { changesPath } from './continuity';
import { Crawler } from './crawl';
import { Follower, sinceNote } from './follow';
import { about, changePage, leitmotif, readShape } from './shapes';
import { Translation } from './translation';

export { Unavailable };

/**
 * Another server as a source of records. A Leitmotif is followed to the exact same catalog, by its export and its feed; of
 * another server that has the interface everything is read which the interface lists.
 * @throws {DomainError} invalid, for an address that is none
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
  readonly rights = rightsOfMirror;
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

  /**
   * Sees whether there is a catalog: a Leitmotif, or a list of the interface.
   * @throws {SetupError} where there is none
   */
  async requireCatalog(): Promise<void> {
    if (!(await this.#isLeitmotif())) await this.#crawler.requireList();
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
    if (since !== undefined) yield* this.#follower.items(Number(since), known);
    else if (await this.#isLeitmotif()) yield* this.#follower.items(undefined, known);
    else if (position?.phase === 'export') throw new SetupError(`${this.address.text} no longer has an export.`);
    else yield* this.#crawler.items(known, crawledUpTo(position));
  }

  /**
   * Whether the server says that it is a Leitmotif: it is followed then, and never read list by list, since that is
   * another catalog in the end. Of what has the interface alone, `/api` is not there or does not say so.
   * @throws {SetupError} where its `/api` or its feed answers what it should not
   */
  async #isLeitmotif(): Promise<boolean> {
    const { status, value } = await this.#client.read('/api', [404]);
    if (status !== 200 || !fits(leitmotif, value)) return false;
    readShape(about, value, this.address.url('/api'));
    const path = `${changesPath}?limit=1`;
    const feed = await this.#client.read(path, [404, 405, 410]);
    if (feed.status === 404 || feed.status === 405) throw new SetupError(withoutFeed(this.address, feed.status));
    // A feed that begins later is a feed as well.
    if (feed.status === 200) readShape(changePage, feed.value, this.address.url(path));
    return true;
  }
}

const withoutFeed = (address: Address, status: number): string =>
  `${address.url('/api')} is a Leitmotif server, but ${address.url(changesPath)} responded with ${status}, so it cannot be mirrored. Does a proxy block it?`;

function crawledUpTo(position: Position | undefined) {
  if (position?.phase !== 'crawl') return undefined;
  const { list, page, received } = position;
  return { list: String(list), position: typeof page === 'string' ? { page, received: Number(received) } : undefined };
}

/** The addresses of the servers that a catalog has records of by mirroring them: a mirror is the source of that name. */
export const mirroredServers = ({ reader }: Store): string[] =>
  (reader.query("SELECT name FROM import_source WHERE name GLOB 'http*://*' ORDER BY key").all() as { name: string }[]).map(
    ({ name }) => name,
  );
