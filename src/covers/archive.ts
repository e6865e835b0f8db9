import { DomainError, SetupError } from '../errors';
import { maximumPictureBytes } from '../http/body';
import { type ClientResponse, readWhole } from '../import/http-client/body';
import { Guest, type GuestOptions, Refusal } from '../import/http-client/guest';
import { Unavailable } from '../import/http-client/throttle';
import { children, decodeUtf8, isObject, texts } from '../import/sources/shared/json';
import { message } from '../messages/message';
import { serverVersion } from '../version';

export interface ArchiveOptions extends GuestOptions {
  readonly address: string;
  /** An e-mail or web address. */
  readonly contact: string;
  /** Minimum between two requests; a second by default, as for every service of MusicBrainz. */
  readonly gapMilliseconds?: number;
}

export const archiveName = 'Cover Art Archive';

/** Thumbnails have some 30 KB, lists less. */
const maximumThumbnailBytes = 1_000_000;

/** From the archive to a machine of the Internet Archive. */
const maximumRedirects = 5;

/** In the background, and while a person waits. */
const [patience, shortPatience] = [
  { idleSeconds: 60, documentSeconds: 120 },
  { idleSeconds: 10, documentSeconds: 10 },
];

/** Requests of people that may wait for their turn. */
const longestQueueMilliseconds = 5_000;

export interface FrontPicture {
  readonly bytes: Uint8Array;
  readonly url: `http${string}`;
}

/** A picture that the archive has of a release. */
export interface ArchivePicture {
  readonly id: string;
  /** Such as `Back` and `Booklet` (https://musicbrainz.org/doc/Cover_Art/Types). */
  readonly types: readonly string[];
}

/**
 * Client of the Cover Art Archive (https://musicbrainz.org/doc/Cover_Art_Archive/API): sequential requests with name and
 * contact.
 */
export class CoverArtArchive {
  readonly #guest: Guest;

  constructor(private readonly options: ArchiveOptions) {
    this.#guest = new Guest(options, options.gapMilliseconds ?? 1_000);
  }

  /**
   * The front cover of a release or release group; undefined if there is none.
   * @throws {Unavailable} after some retries
   */
  front(kind: 'release' | 'release-group', mbid: string, size: 250 | 1200 = 1200): Promise<FrontPicture | undefined> {
    return this.#get(`${kind}/${mbid}/front-${size}`, size === 250 ? maximumThumbnailBytes : maximumPictureBytes);
  }

  /**
   * What the archive has of a release, the front first.
   * @throws {Unavailable} after some retries
   */
  async list(mbid: string): Promise<readonly ArchivePicture[]> {
    const found = await this.#get(`release/${mbid}`, maximumThumbnailBytes);
    return found ? picturesIn(decodeUtf8(found.bytes)) : [];
  }

  /** One of these pictures. @throws {Unavailable} after some retries */
  picture = (mbid: string, id: string): Promise<FrontPicture | undefined> => this.#get(`release/${mbid}/${id}-1200`, maximumPictureBytes);

  async #get(path: string, maximumBytes: number): Promise<FrontPicture | undefined> {
    const url = new URL(path, this.options.address.replace(/\/?$/, '/')).href as `http${string}`;
    return this.#guest.persist(async () => {
      const answer = await this.#follow(url);
      const { status, headers } = answer.response;
      if (status === 200) return { bytes: await this.#read(answer, maximumBytes), url };
      answer.abort();
      // Unknown ids have no cover.
      if ([400, 404, 410].includes(status)) return undefined;
      this.#guest.throttle.refused(this.options.address, headers, '');
      this.options.onRetry?.(`${this.options.address} is rate limiting requests.`, 0);
      return new Refusal(`${this.options.address} refuses every request.`);
    });
  }

  async #follow(from: string): Promise<ClientResponse> {
    const { waitMilliseconds } = this.#guest.throttle;
    if (this.options.isPatient === false && waitMilliseconds > longestQueueMilliseconds) throw this.#busy(waitMilliseconds / 1000);
    await this.#guest.throttle.turn(this.options.address);
    let url = from;
    for (let times = 0; times <= maximumRedirects; times++) {
      const answer = await this.#send(url);
      const location = answer.response.headers.get('location');
      if (answer.response.status < 300 || answer.response.status >= 400 || location === null) return answer;
      answer.abort();
      url = this.#requireKnown(URL.parse(location, url));
    }
    throw new Unavailable(`${from} redirects more than ${maximumRedirects} times.`, false);
  }

  /** Follows redirects to the Internet Archive only, so that a malicious response cannot reach this network. */
  #requireKnown(url: URL | null): string {
    const { host, protocol } = new URL(this.options.address);
    const isWeb = url?.protocol === 'https:' || url?.protocol === 'http:';
    const isKnown = url?.host === host || (url?.protocol === 'https:' && /(?:^|\.)archive\.org$/.test(url.hostname));
    if (!url || !isWeb || !isKnown || (protocol === 'https:' && url.protocol === 'http:'))
      throw new SetupError(`${this.options.address} redirects to a host other than its own or archive.org.`);
    return url.href;
  }

  /** Returns final answers; retries others. */
  async #send(url: string): Promise<ClientResponse> {
    const headers = {
      accept: 'image/*, application/json',
      'user-agent': `leitmotif/${serverVersion} (${this.options.contact})`,
      'accept-encoding': 'identity',
    };
    const answer = await this.#guest.send(url, url, headers, this.#patience.idleSeconds);
    const { response } = answer;
    if (response.status < 400 || [400, 404, 410, 429, 503].includes(response.status)) return answer;
    answer.abort();
    if (response.status >= 500) throw new Unavailable(`${url} responded with ${response.status}.`);
    throw new SetupError(`${url} responded with ${response.status} instead of 200. Is ${this.options.address} the right address?`);
  }

  /** In the background, empty if it is too large, or comes too slowly: that of another release may not. */
  async #read(answer: ClientResponse, maximumBytes: number): Promise<Uint8Array> {
    try {
      return await readWhole(answer, this.#patience, () => {}, this.#guest.now, maximumBytes);
    } catch (error) {
      if (error instanceof SetupError && this.options.isPatient !== false) return new Uint8Array();
      throw error;
    }
  }

  get #patience() {
    return this.options.isPatient === false ? shortPatience : patience;
  }

  #busy(seconds: number): DomainError {
    const wait = Math.ceil(seconds);
    return new DomainError('unavailable', message('source_busy', { source: archiveName, seconds: wait }), { retryAfterSeconds: wait });
  }
}

/** Larger booklets are cut. */
const mostPictures = 60;

/** Ids only: addresses of the answer are never requested. */
function picturesIn(text: string): readonly ArchivePicture[] {
  const document: unknown = JSON.parse(text);
  return children(isObject(document) ? document : undefined, 'images')
    .flatMap((image) => {
      const id = /^\d{1,20}$/.exec(String(image.id))?.[0];
      return id === undefined ? [] : [{ id, types: texts(image, 'types').slice(0, 5), isFront: image.front === true }];
    })
    .toSorted((a, b) => Number(b.isFront) - Number(a.isFront))
    .slice(0, mostPictures)
    .map(({ id, types }) => ({ id, types }));
}
