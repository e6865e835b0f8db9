import { join } from 'node:path';
import type { Reader } from '../../accounts/users/users';
import { inMemory } from '../../config';
import { addressGroup } from '../../http/client-address';
import { Cookies, formToken } from '../../http/cookies';
import { RateLimitExceeded } from '../../http/rate-limit';
import { findRunningImport } from '../admin/documents';
import { Api } from '../api/client';
import { type ApiReference, type RequestLimit, referenceOf } from '../help/reference/model';
import type { OpenApi } from '../help/reference/schema';
import { isLanguage, languages } from '../i18n';
import { formatsOf } from '../i18n/formats';
import { readProgress } from '../library/completion/progress';
import { SleevePictures } from '../ui/sleeves';
import { Addresses } from './addresses';
import type { Assets } from './assets';
import { OneTimeStore } from './one-time-store';
import type { PageEntry } from './page';
import { isTheme, preferencesOf } from './preferences';
import type { Once, RequestContext } from './request-context';
import type { Server } from './server';
import { BrowserCookies } from './session-cookie';
import { UploadStore } from './upload-store';

interface FoundSession {
  readonly session?: string;
  readonly user?: Reader;
  /** Pages that the beginning of the session was charged for. */
  readonly charged?: number;
  /** Why it did not begin. */
  readonly refusal?: RateLimitExceeded;
}

export class RequestContexts {
  readonly #cookies: Cookies;
  readonly #files = new UploadStore();
  readonly #once = new OneTimeStore();
  readonly #sleevePictures: SleevePictures;

  constructor(
    private readonly server: Server,
    private readonly assets: Assets,
    private readonly spend: (principal: string, pages: number) => void,
  ) {
    const { store, settings } = server.context;
    this.#sleevePictures = new SleevePictures(store.path === inMemory ? undefined : join(settings.data, 'sleeves'));
    this.#cookies = new Cookies(server.publicAddress);
  }

  /** From the request and its session. */
  async of(request: Request, access?: PageEntry['access']): Promise<RequestContext> {
    const { context, handle, publicAddress, guestToken, feedToken, isIndexed } = this.server;
    const url = new URL(request.url);
    const base = publicAddress.basePath;
    const cookies = new BrowserCookies(this.#cookies, request);
    const { session, user, refusal, ...begun } = await this.#sessionOf(request, cookies, access !== undefined);
    const api = new Api(handle, request, session ?? guestToken() ?? (access === 'feed' ? feedToken(request) : undefined));
    let { charged = 0 } = begun;
    const chosen = user?.language ?? cookies.choice('language');
    const { language, locale } = preferencesOf(chosen, request.headers.get('accept-language'));
    const theme = user?.theme ?? cookies.choice('theme');
    const formSecret = () => session ?? cookies.formSecret;
    return {
      request,
      path: url.pathname,
      query: url.searchParams,
      user,
      api,
      reference: () => servedReference(this.server),
      server: this.server.meta,
      requestLimit: limitOf(this.server),
      to: new Addresses(base),
      origin: publicAddress.originOf(request) + base,
      serverOrigins: () => (context.origins?.() ?? []).map((origin) => origin + base),
      language,
      chosenLanguage: isLanguage(chosen) ? chosen : undefined,
      t: languages[language],
      format: formatsOf(locale),
      theme: isTheme(theme) ? theme : undefined,
      asset: (name) => this.assets.url(name),
      formSecret,
      formToken: lazily(() => formToken(formSecret())),
      cookies,
      files: this.#files,
      sleevePictures: this.#sleevePictures,
      spend: (pages) => {
        if (refusal) throw refusal;
        const principal = user?.id ?? addressGroup(this.server.addressOf(request));
        this.spend(principal, Math.max(0, pages - charged));
        charged = 0;
      },
      once: this.#onceOf(url.searchParams, formSecret),
      isIndexed: isIndexed(),
      runningImport: user?.role === 'admin' ? await findRunningImport(api) : undefined,
      runningCompletion: user?.isCompleting ? await readProgress({ api }) : undefined,
      now: new Date(),
    };
  }

  /**
   * Forgets invalid sessions. A proxy that names a user begins one for them.
   * @param isPage whether it is an existing page: a proxy may let other addresses pass without sign-in
   */
  async #sessionOf(request: Request, cookies: BrowserCookies, isPage: boolean): Promise<FoundSession> {
    const { session } = cookies;
    const found = session === undefined ? undefined : this.#userOf(session);
    const named = isPage ? this.server.publicAddress.userOfProxy(request) : undefined;
    if (named !== undefined && found?.user.username.toLowerCase() !== named.toLowerCase()) return this.#begin(request, cookies, named);
    if (session !== undefined && !found) cookies.forgetSession();
    return found ?? {};
  }

  #userOf(session: string) {
    const principal = this.server.findPrincipal(session);
    const user = principal?.scopes === null ? this.server.findReader(principal.userId) : undefined;
    return user && { session, user };
  }

  async #begin(request: Request, cookies: BrowserCookies, name: string): Promise<FoundSession> {
    try {
      const session = await this.server.beginProxySession(request, name, cookies.session, (principal) => this.spend(principal, 1));
      if (session === undefined) cookies.forgetSession();
      else cookies.keepSession(session);
      return { ...(session !== undefined && this.#userOf(session)), charged: 1 };
    } catch (error) {
      if (error instanceof RateLimitExceeded) return { refusal: error };
      throw error;
    }
  }

  #onceOf(query: URLSearchParams, owner: () => string): Once {
    return {
      keep: (secret, next) => this.#once.keep(secret, owner(), next && `next ${owner()}`),
      takeNext: () => this.#once.take(`next ${owner()}`, owner()),
      take: (parameter = 'once') => this.#once.take(query.get(parameter), owner()),
    };
  }
}

function lazily<V>(make: () => V): () => V {
  let value: V | undefined;
  return () => {
    value ??= make();
    return value;
  };
}

function limitOf({ context }: Server): RequestLimit | undefined {
  const { rateLimit, rateWindowSeconds } = context.settings;
  return rateLimit === 0 ? undefined : { requests: rateLimit, windowSeconds: rateWindowSeconds };
}

const references = new WeakMap<Server, Promise<ApiReference>>();

/** Built on first use. */
const servedReference = (server: Server): Promise<ApiReference> =>
  references.getOrInsertComputed(server, () => server.describe().then((document) => referenceOf(document as OpenApi)));
