import { type Cookies, newFormSecret } from '../../http/cookies';

/** The server ends sessions; the cookie must not end first. */
const keptSeconds = 365 * 24 * 60 * 60;

type Choice = 'language' | 'theme';

export class BrowserCookies {
  readonly #toSet = new Map<string, string>();
  #formSecret: string | undefined;

  constructor(
    private readonly cookies: Cookies,
    private readonly request: Request,
  ) {}

  /** Possibly invalid. */
  get session(): string | undefined {
    return this.cookies.read(this.request, 'session');
  }

  choice(name: Choice): string | undefined {
    return this.cookies.read(this.request, name);
  }

  keepSession(token: string): void {
    this.#keep('session', token, keptSeconds);
  }

  forgetSession(): void {
    this.#toSet.set('session', this.cookies.clear(this.request, 'session'));
  }

  /** @param value null to reset */
  keepChoice(name: Choice, value: string | null): void {
    if (value === null) this.#toSet.set(name, this.cookies.clear(this.request, name));
    else this.#keep(name, value, keptSeconds);
  }

  /** For forms of visitors; ends with the browser session. */
  get formSecret(): string {
    this.#formSecret ??= this.cookies.read(this.request, 'form') || this.#newFormSecret();
    return this.#formSecret;
  }

  setIn(headers: Headers): void {
    for (const cookie of this.#toSet.values()) headers.append('set-cookie', cookie);
    // Clears offline data with the session. With a base path, others may share the origin, so only the service worker clears its
    // own.
    if (this.#toSet.has('session') && this.cookies.basePath === '') headers.set('clear-site-data', '"storage"');
  }

  #newFormSecret(): string {
    const secret = newFormSecret();
    this.#keep('form', secret);
    return secret;
  }

  #keep(name: string, value: string, lifetimeSeconds?: number): void {
    this.#toSet.set(name, this.cookies.set(this.request, name, value, lifetimeSeconds));
  }
}
