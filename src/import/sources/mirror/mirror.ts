import { fits } from '../../../api/schema/checks';
import { SetupError } from '../../../errors';
import { rightsOfMirror } from '../../../records/provenance/sources';
import type { Store } from '../../../store/database/store';
import { Client, type ClientOptions, SiteAddress } from '../../http-client/client';
import { Unavailable } from '../../http-client/throttle';
import type { flush, KnownRecords, Position, Source, SourceItem, SourceProgress } from '../../source';
import { changesPath } from './continuity';
import { Crawler } from './crawl';
import { Follower, sinceNote } from './follow';
import { about, changePage, leitmotif, readShape } from './shapes';
import { Translation } from './translation';

export { Unavailable };

/**
 * Another server as a source. A Leitmotif is mirrored exactly, by export and feed; from other servers with the basic interface,
 * everything listed is read.
 * @throws {DomainError} invalid for a malformed address
 */
export const mirror = (url: string, options: MirrorOptions): Mirror => new Mirror(new SiteAddress(url), options);

export interface MirrorOptions extends ClientOptions {
  /** Last sequence of the own feed; 0 if empty. If equal to the sequence followed, both feeds are identical. */
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
    readonly address: SiteAddress,
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
      // A crawl never proves that a record is gone.
      whole: [],
    };
  }

  /** Sequence of the export being read. */
  get exportSequence(): number | undefined {
    return this.#follower.exportSequence;
  }

  /** Whether an export was completed, leaving later changes for another run. */
  get isBehind(): boolean {
    return this.#follower.isBehind;
  }

  /** Whether the run ended because the server is unavailable. */
  get isUnavailable(): boolean {
    return this.#isUnavailable;
  }

  /**
   * Checks that the address is a catalog: a Leitmotif or a list of the interface.
   * @throws {SetupError} otherwise
   */
  async requireCatalog(): Promise<void> {
    if (!(await this.#isLeitmotif())) await this.#crawler.requireList();
  }

  async *items(known: KnownRecords, from: Position | undefined): AsyncGenerator<SourceItem | typeof flush> {
    try {
      yield* this.#items(known, from);
    } catch (error) {
      this.#isUnavailable = error instanceof Unavailable;
      throw error;
    }
  }

  async *#items(known: KnownRecords, from: Position | undefined): AsyncGenerator<SourceItem | typeof flush> {
    const position = from?.server === this.address.text ? from : undefined;
    const since = position ? position.since : known.note(this.address.text, sinceNote);
    if (since !== undefined) yield* this.#follower.items(Number(since), known);
    else if (await this.#isLeitmotif()) yield* this.#follower.items(undefined, known);
    else if (position?.phase === 'export') throw new SetupError(`${this.address.text} no longer has an export.`);
    else yield* this.#crawler.items(known, crawledUpTo(position));
  }

  /**
   * Whether the server identifies itself as Leitmotif. It is then never crawled, since the result would differ. Other
   * implementations lack `/api` or this statement.
   * @throws {SetupError} for an invalid `/api` or feed
   */
  async #isLeitmotif(): Promise<boolean> {
    const { status, value } = await this.#client.read('/api', [404]);
    if (status !== 200 || !fits(leitmotif, value)) return false;
    readShape(about, value, this.address.url('/api'));
    const path = `${changesPath}?limit=1`;
    const feed = await this.#client.read(path, [404, 405, 410]);
    if (feed.status === 404 || feed.status === 405) throw new SetupError(withoutFeed(this.address, feed.status));
    // The feed may begin at a later sequence.
    if (feed.status === 200) readShape(changePage, feed.value, this.address.url(path));
    return true;
  }
}

const withoutFeed = (address: SiteAddress, status: number): string =>
  `${address.url('/api')} is a Leitmotif server, but ${address.url(changesPath)} responded with ${status}, so it cannot be mirrored. Does a proxy block it?`;

function crawledUpTo(position: Position | undefined) {
  if (position?.phase !== 'crawl') return undefined;
  const { list, page, received } = position;
  return { list: String(list), position: typeof page === 'string' ? { page, received: Number(received) } : undefined };
}

/** Addresses of mirrored servers, which are the names of their sources. */
export const mirroredServers = ({ reader }: Store): string[] =>
  reader.all<{ name: string }>("SELECT name FROM import_source WHERE name GLOB 'http*://*' ORDER BY key").map(({ name }) => name);
