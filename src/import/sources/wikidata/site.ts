import { SetupError } from '../../../errors';
import { serverVersion } from '../../../version';
import { type ClientResponse, chunks, maximumDocumentBytes, type Patience, parseJsonBody } from '../../http-client/body';
import { Guest, type GuestOptions, Refusal } from '../../http-client/guest';
import { Unavailable } from '../../http-client/throttle';
import { child, children, isObject, type Json, text } from '../shared/json';
import { isItemId } from './entity';

export interface SiteOptions extends GuestOptions {
  /** URL of the entity API: a MediaWiki api.php. */
  readonly entities: string;
  /** URL of the SPARQL query service. */
  readonly query: string;
  /** Contact of the operator: an e-mail or web address. */
  readonly contact: string;
  readonly patience?: Partial<Patience>;
}

/** Clients must pause while the site lags by more than this many seconds. */
const maximumLagSeconds = 5;

/** Maximum per request without an account (API:Wbgetentities). */
export const entitiesAtOnce = 50;

class TooLarge extends SetupError {}

/**
 * Wikidata client that follows its rules (API:Etiquette, User-Agent policy): one request at a time, with name and contact,
 * waiting when asked and backing off on errors.
 */
export class Site {
  bytes = 0;
  readonly #guest: Guest;
  readonly #patience: Patience;

  constructor(private readonly options: SiteOptions) {
    this.#guest = new Guest(options);
    this.#patience = { idleSeconds: 90, documentSeconds: 300, ...options.patience };
  }

  /**
   * Existing items among these ids, up to {@link entitiesAtOnce}.
   * @throws {Unavailable} if the site does not respond after a few tries
   */
  async entities(ids: readonly string[]): Promise<readonly unknown[]> {
    if (ids.length === 0) return [];
    const parameters = { action: 'wbgetentities', format: 'json', ids: ids.join('|'), props: 'labels|aliases|descriptions|claims' };
    try {
      const answer = await this.#ask(this.options.entities, { ...parameters, maxlag: String(maximumLagSeconds) }, 'application/json');
      return Object.values(child(answer, 'entities') ?? {});
    } catch (error) {
      if (!(error instanceof TooLarge) || ids.length === 1) throw error;
      const half = ids.length >> 1;
      return [...(await this.entities(ids.slice(0, half))), ...(await this.entities(ids.slice(half)))];
    }
  }

  /**
   * Ids of items with one of the values.
   * @param path SPARQL property path from item to value
   */
  async itemsWith(path: string, values: readonly string[]): Promise<readonly string[]> {
    const list = values.map((value) => JSON.stringify(value)).join(' ');
    const query = `SELECT DISTINCT ?item WHERE { VALUES ?value { ${list} } ?item ${path} ?value }`;
    const answer = await this.#ask(this.options.query, { query, format: 'json' }, 'application/sparql-results+json');
    const found = children(child(answer, 'results'), 'bindings').flatMap(
      (row) => /Q\d+$/.exec(text(child(row, 'item'), 'value') ?? '')?.[0] ?? [],
    );
    return [...new Set(found)].filter(isItemId).toSorted();
  }

  async #ask(address: string, parameters: Readonly<Record<string, string>>, accept: string): Promise<Json> {
    const url = new URL(address);
    for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
    return this.#guest.persist(async () => {
      const answer = await this.#send(url.href, address, accept);
      const value = answer.response.status === 200 ? await this.#read(answer) : undefined;
      if (value !== undefined && !isRefusal(value)) return value;
      answer.abort();
      this.#guest.throttle.refused(address, answer.response.headers, '');
      this.options.onRetry?.(`${address} asks to wait.`, 0);
      return new Refusal(`${address} refuses every request.`);
    });
  }

  /** A response of 200, 429 or 503. */
  async #send(url: string, address: string, accept: string): Promise<ClientResponse> {
    await this.#guest.throttle.turn(address);
    const headers = { accept, 'user-agent': `leitmotif/${serverVersion} (${this.options.contact})`, 'accept-encoding': 'gzip' };
    const answer = await this.#guest.send(url, address, headers, this.#patience.idleSeconds);
    const { response } = answer;
    if ([200, 429, 503].includes(response.status)) return answer;
    answer.abort();
    if (response.status >= 500) throw new Unavailable(`${address} responded with ${response.status}.`);
    throw new SetupError(wrongStatus(address, response));
  }

  async #read(answer: ClientResponse): Promise<Json> {
    const deadline = this.#guest.now() + this.#patience.documentSeconds * 1000;
    const parts: Uint8Array[] = [];
    let size = 0;
    for await (const chunk of chunks(answer, this.#patience, (bytes) => (this.bytes += bytes))) {
      size += chunk.byteLength;
      if (size > maximumDocumentBytes) throw new TooLarge(`${answer.url} is larger than ${maximumDocumentBytes / 1_000_000} MB.`);
      if (this.#guest.now() > deadline) throw new Unavailable(`${answer.url} takes longer than ${this.#patience.documentSeconds} seconds.`);
      parts.push(chunk);
    }
    try {
      const value = parseJsonBody(Buffer.concat(parts).toString('utf8'), answer.url);
      if (isObject(value)) return value;
    } catch {
      // Truncated, or an error page of a proxy; worth a retry.
    }
    throw new Unavailable(`${answer.url} is not valid JSON.`);
  }
}

/** Whether the site refuses temporarily (lag or rate limit), which it reports with a 200. Other errors are final. */
function isRefusal(value: Json): boolean {
  const error = child(value, 'error');
  const code = text(error, 'code');
  if (code === undefined) return false;
  if (code === 'maxlag' || code === 'ratelimited' || code === 'readonly') return true;
  throw new SetupError(`Wikidata returned an error: ${(text(error, 'info') ?? code).slice(0, 200)}`);
}

function wrongStatus(address: string, { status, headers }: Response): string {
  const location = headers.get('location');
  if (status >= 300 && status < 400 && location) return `${address} redirects elsewhere. Is it the right address?`;
  if (status === 403) return `${address} refuses requests from this program (403). Set another --contact that identifies you.`;
  return `${address} responded with ${status} instead of 200. Is it the right address?`;
}
