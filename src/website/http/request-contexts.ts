import { join } from 'node:path';
import { inMemory } from '../../config';
import { addressGroup } from '../../http/client-address';
import { Cookies, formToken } from '../../http/cookies';
import { findRunningImport } from '../admin/documents';
import { Api } from '../api/client';
import { type ApiReference, type RequestLimit, referenceOf } from '../help/reference/model';
import type { OpenApi } from '../help/reference/schema';
import { isLanguage, languages } from '../i18n';
import { formatsOf } from '../i18n/formats';
import { SleevePictures } from '../ui/sleeves';
import { Addresses } from './addresses';
import type { Assets } from './assets';
import { OneTimeStore } from './one-time-store';
import type { PageEntry } from './page';
import { isTheme, preferencesOf } from './preferences';
import type { Once, RequestContext, Visitor } from './request-context';
import type { Server } from './server';
import { BrowserCookies } from './session-cookie';
import { UploadStore } from './upload-store';

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
    const session = this.#sessionOf(cookies);
    const api = new Api(handle, request, session ?? guestToken() ?? (access === 'feed' ? feedToken(request) : undefined));
    const account = session === undefined ? undefined : await readAccount(api);
    const chosen = account?.language ?? cookies.choice('language');
    const { language, locale } = preferencesOf(chosen, request.headers.get('accept-language'));
    const theme = account?.theme ?? cookies.choice('theme');
    const formSecret = () => session ?? cookies.formSecret;
    return {
      request,
      path: url.pathname,
      query: url.searchParams,
      user: account?.visitor,
      api,
      reference: () => servedReference(this.server),
      requestLimit: limitOf(this.server),
      to: new Addresses(base),
      origin: publicAddress.originOf(request) + base,
      serverOrigins: () => (context.origins?.() ?? []).map((origin) => origin + base),
      language,
      chosenLanguage: chosen && isLanguage(chosen) ? chosen : undefined,
      t: languages[language],
      format: formatsOf(locale),
      theme: isTheme(theme) ? theme : undefined,
      asset: (name) => this.assets.url(name),
      formSecret,
      formToken: lazily(() => formToken(formSecret())),
      cookies,
      files: this.#files,
      sleevePictures: this.#sleevePictures,
      spend: (pages) => this.spend(account?.visitor.id ?? addressGroup(this.server.addressOf(request)), pages),
      once: this.#onceOf(url.searchParams, formSecret),
      isIndexed: isIndexed(),
      runningImport: account?.visitor.role === 'admin' ? await findRunningImport(api) : undefined,
      now: new Date(),
    };
  }

  /** Forgets invalid sessions. */
  #sessionOf(cookies: BrowserCookies): string | undefined {
    const { session } = cookies;
    if (session === undefined) return undefined;
    if (this.server.findPrincipal(session)?.scopes === null) return session;
    cookies.forgetSession();
    return undefined;
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
  let made: V | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

function limitOf({ context }: Server): RequestLimit | undefined {
  const { rateLimit, rateWindowSeconds } = context.settings;
  return rateLimit === 0 ? undefined : { requests: rateLimit, windowSeconds: rateWindowSeconds };
}

interface Account {
  readonly visitor: Visitor;
  readonly language: string | null | undefined;
  readonly theme: string | null | undefined;
}

interface AccountDocument {
  readonly data: {
    readonly attributes: {
      readonly _id: string;
      readonly username: string;
      readonly role: string;
      readonly email: string | null;
      readonly created_at: string;
      readonly language?: string | null;
      readonly theme?: string | null;
    };
  };
}

async function readAccount(api: Api): Promise<Account> {
  const { data } = await api.read<AccountDocument>('/api/users/me');
  const { _id: id, username, role, email, created_at: createdAt, language, theme } = data.attributes;
  return { visitor: { id, username, role, email, createdAt }, language, theme };
}

const kept = new WeakMap<Server, Promise<ApiReference>>();

/** Built on first use. */
function servedReference(server: Server): Promise<ApiReference> {
  const made = kept.get(server) ?? server.describe().then((document) => referenceOf(document as OpenApi));
  kept.set(server, made);
  return made;
}
