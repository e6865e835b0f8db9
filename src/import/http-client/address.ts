import { invalid, SetupError } from '../../errors';
import { quoted } from './body';

/** Where another server is: paths of the interface stand below it, and nothing is read from anywhere else. */
export class Address {
  /** Scheme, host and, where the server stands below a path, that path; without a slash at the end. */
  readonly text: string;
  readonly #origin: string;
  readonly #prefix: string;

  /** @throws {DomainError} invalid, for anything but a plain http or https URL */
  constructor(given: string) {
    const url = URL.canParse(given) ? new URL(given) : undefined;
    if (!url || (url.protocol !== 'http:' && url.protocol !== 'https:')) {
      throw invalid(`${quoted(given)} is no address of a server, such as https://music.example.org.`);
    }
    // Not repeated in the message: it holds a password.
    if (url.username !== '' || url.password !== '') throw invalid('The address must not hold a name or a password.');
    if (url.search !== '' || url.hash !== '') throw invalid(`The address ends before "${url.search ? '?' : '#'}".`);
    this.#origin = url.origin;
    this.#prefix = url.pathname.replace(/\/+$/, '').replace(/\/api$/, '');
    this.text = this.#origin + this.#prefix;
  }

  /** The whole URL of a path of the interface. */
  url(path: string): string {
    return this.text + path;
  }

  /**
   * The path of the interface that a link leads to. A server behind a proxy may not know the path it stands below.
   * @throws {SetupError} where it leads to another server, which must not be given the token
   */
  pathOf(link: string, from: string): string {
    const url = URL.canParse(link, this.url(from)) ? new URL(link, this.url(from)) : undefined;
    if (!url) throw new SetupError(`${this.url(from)} leads to ${quoted(link)}, which is no address.`);
    if (url.origin !== this.#origin) {
      throw new SetupError(
        `${this.url(from)} leads to another server, ${quoted(url.origin)}, which is not given the token. Where that is the right one, name its address.`,
      );
    }
    const isBelow = this.#prefix !== '' && url.pathname.startsWith(`${this.#prefix}/`);
    return (isBelow ? url.pathname.slice(this.#prefix.length) : url.pathname) + url.search;
  }
}
