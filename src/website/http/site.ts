import { Elysia } from 'elysia';
import { DomainError, forbidden, invalid, tooLarge } from '../../errors';
import { readBytes } from '../../http/body';
import { requireFormToken } from '../../http/cookies';
import { HttpError } from '../../http/errors';
import type { PublicAddress } from '../../http/public-address';
import { budgetOf, RateLimitExceeded, type RateLimitPolicy } from '../../http/rate-limit';
import { loggedPath } from '../../http/request';
import { newRequestId } from '../../http/respond';
import { message } from '../../messages/message';
import { signInPage } from '../account/sign-in';
import { lacksSecondFactor, mayEdit, toSecondFactor } from '../api/server-meta';
import { pages } from '../routes';
import { Assets } from './assets';
import { expiredFormPage } from './expired-form-page';
import { SentForm, tokenField } from './form';
import { boundaryOf, fileNameIn, readHead } from './form-upload';
import { interruptedFormOf } from './interrupted-form';
import { isPage, MovedPage, movedTo, type PageAnswer, type PageEntry, type PageModule, seeOther } from './page';
import { problemPage } from './problem-page';
import { render } from './render';
import type { RequestContext } from './request-context';
import { RequestContexts } from './request-contexts';
import { SentForms } from './sent-forms';
import type { CreateSite, Server } from './server';

/** Form encodings (HTML, section 4.10.21.6), except text/plain, which is ambiguous. */
const formTypes = /^(?:application\/x-www-form-urlencoded|multipart\/form-data)(?:;|$)/i;

/** Bulk edits name 500 copies. Parsers make an object of each field. */
const maximumFields = 10_000;

/** @throws {DomainError} forbidden, for forms of other sites; too_large; invalid */
async function readForm(
  { request }: RequestContext,
  server: Server,
  { maximumFormBytes, takesUpload, isLink }: Pick<PageEntry, 'maximumFormBytes' | 'takesUpload' | 'isLink'>,
): Promise<SentForm> {
  // Under `no-referrer`, browsers send no origin over plain HTTP. The form's token is checked in any case.
  const hidesOrigin = isLink && request.headers.get('origin') === 'null' && !request.headers.has('sec-fetch-site');
  if (!hidesOrigin) requireSameOrigin(request, server.publicAddress, server.context.log);
  const type = request.headers.get('content-type') ?? '';
  if (!formTypes.test(type)) throw new HttpError(415, message('form_media_type'), { header: 'Content-Type' });
  const boundary = boundaryOf(type);
  const { bytes, file } = takesUpload ? await readHead(request, boundary) : { bytes: await readBytes(request, maximumFormBytes) };
  try {
    const sent = Buffer.from(bytes.buffer).toString('latin1');
    const fields = 1 + countOf(boundary === undefined ? '&' : `--${boundary}`, sent, maximumFields);
    if (fields > maximumFields) throw tooLarge('form_too_many_fields', { max: maximumFields });
    // The boundary that was counted: the parser would find another in a header that names two.
    const ownType = boundary === undefined ? type : `multipart/form-data; boundary="${boundary}"`;
    const data = await new Response(bytes, { headers: { 'content-type': ownType } }).formData();
    if (!isWellFormed(data, sent, boundary === undefined)) throw invalid('body_not_utf8');
    return new SentForm(data, file && { ...file, name: fileNameIn(data) });
  } catch (error) {
    await file?.discard();
    throw error instanceof DomainError ? error : invalid('unreadable_form');
  }
}

/** Occurrences in a text, at most `most`. */
function countOf(found: string, text: string, most = Number.POSITIVE_INFINITY): number {
  let count = 0;
  for (let at = text.indexOf(found); at >= 0 && count < most; at = text.indexOf(found, at + found.length)) count++;
  return count;
}

const replacement = '\uFFFD';

/**
 * Whether each replacement character was sent: the parser also replaces invalid UTF-8 by them.
 * @param sent a character for each byte
 */
function isWellFormed(data: FormData, sent: string, isEscaped: boolean): boolean {
  const read = [...data].reduce((sum, [, value]) => sum + (typeof value === 'string' ? countOf(replacement, value) : 0), 0);
  if (read === 0) return true;
  // Unlike decodeURIComponent, it leaves bytes as they are.
  const plain = isEscaped ? unescape(sent) : sent;
  return countOf(Buffer.from(replacement).toString('latin1'), plain) >= read;
}

/** Whether a form belongs to the session and has not expired. */
function isCurrent(form: SentForm, secret: string): boolean {
  try {
    requireFormToken(secret, form.exact(tokenField));
    return true;
  } catch (error) {
    if (error instanceof DomainError) return false;
    throw error;
  }
}

export const createSite: CreateSite = (server) => {
  const assets = new Assets(server.publicAddress.basePath);
  const site = new Site(server, assets);
  const app = new Elysia({ handler: { standardHostname: false } });
  // Applies to routes registered later.
  app.onError(({ request, error, code }) => site.answerError(request, code === 'NOT_FOUND' ? undefined : error));
  app.get('/assets/:file', ({ request, params }) => assets.respond(request, params.file));
  for (const page of pages) {
    app.get(page.path, ({ request, params }) => site.answer(page, request, params as Parameters));
    app.post(page.path, ({ request, params }) => site.answer(page, request, params as Parameters), { parse: 'none' });
  }
  return (request) => app.fetch(request) as Promise<Response>;
};

type Parameters = Readonly<Record<string, string>>;

class Site {
  readonly #visits: RequestContexts;
  readonly #sent = new SentForms();

  constructor(
    private readonly server: Server,
    assets: Assets,
  ) {
    const { rateLimit, rateWindowSeconds } = server.context.settings;
    const policy: RateLimitPolicy = { name: 'pages', quota: rateLimit, windowSeconds: rateWindowSeconds, counted: 'pages' };
    this.#visits = new RequestContexts(server, assets, budgetOf(server.context, policy));
  }

  async answer(entry: PageEntry, request: Request, parameters: Parameters): Promise<Response> {
    const context = await this.#visits.of(request, entry.access);
    try {
      if (request.method !== 'POST') request.signal.throwIfAborted();
      context.spend(entry.isFree && request.method !== 'POST' ? 0 : 1);
      const refusal = await refusalOf(entry, context, this.server);
      if (refusal) return present(refusal, context);
      const module = (await entry.load()) as PageModule<Parameters>;
      const response = present(await this.#ask(module, context, parameters, entry), context);
      if (entry.isLink) for (const [name, value] of linkHeaders) response.headers.set(name, value);
      return response;
    } catch (error) {
      if (isLeft(request, error)) return leftAlone();
      return error instanceof MovedPage ? present(movedTo(error.location), context) : this.#present(error, context);
    }
  }

  /** @param error undefined for a missing page */
  async answerError(request: Request, error: unknown): Promise<Response> {
    if (error === undefined && !isBrowser(request)) return this.server.refuse(request);
    if (isLeft(request, error)) return leftAlone();
    return this.#present(error, await this.#visits.of(request));
  }

  async #ask(
    { get, post }: PageModule<Parameters>,
    context: RequestContext,
    parameters: Parameters,
    entry: PageEntry,
  ): Promise<PageAnswer> {
    if (context.request.method !== 'POST') return get ? get(context, parameters) : problemPage(context, undefined, '');
    if (!post) return problemPage(context, undefined, '');
    const form = await readForm(context, this.server, entry);
    try {
      if (isCurrent(form, context.formSecret())) {
        const send = () => post(context, parameters, form);
        return await (entry.isSentOnce ? this.#sent.once(context, form, send) : send());
      }
      return (await leftPage(context, form)) ?? expiredFormPage(context, form);
    } finally {
      await form.upload?.discard();
    }
  }

  #present(error: unknown, context: RequestContext): Response {
    const id = newRequestId();
    if (error instanceof RateLimitExceeded) this.server.context.meter?.rateLimited(error.policy.name);
    const page = problemPage(context, error, id);
    if (page.status === 500) {
      const what = error instanceof Error ? (error.stack ?? error.message) : String(error);
      this.server.context.log('page failed', { id, method: context.request.method, path: loggedPath(context.path), error: what }, 'error');
    }
    return present({ ...page, headers: { ...page.headers, 'x-request-id': id } }, context);
  }
}

/** Whether the client closed the connection. */
const isLeft = ({ signal }: Request, error: unknown): boolean => signal.aborted && error === signal.reason;

/** No one reads it; the log shows nginx's status 499. */
const leftAlone = (): Response => new Response(null, { status: 499 });

/** Clients with mistyped API paths get JSON. */
const isBrowser = (request: Request): boolean => /text\/html/.test(request.headers.get('accept') ?? '');

/** Sign-in or an error, if access is denied. */
async function refusalOf({ access, ...entry }: PageEntry, context: RequestContext, server: Server): Promise<PageAnswer | undefined> {
  if (access === 'editor' && context.user) return mayEdit(context) ? undefined : problemPage(context, 'not an editor', '');
  if (access === 'admin' && lacksSecondFactor(context)) return toSecondFactor(context);
  if (access === 'anyone' || context.user?.role === 'admin') return undefined;
  if ((access === 'catalog' || access === 'feed') && (context.user || server.guestToken() !== undefined)) return undefined;
  if (access === 'user' && context.user) return undefined;
  if (context.user) return problemPage(context, 'forbidden', '');
  if (access === 'feed' && !isOpenedInBrowser(context)) return server.feedToken(context.request) ? undefined : feedTokenRequired(context);
  if (!context.server().isSetUp) return seeOther(context.to.setUp());
  const left =
    context.request.method === 'POST'
      ? await leftPage(context, await readForm(context, server, { ...entry, takesUpload: false }))
      : undefined;
  return left ?? seeOther(context.to.signIn({ to: pageToReturnTo(context) }));
}

/** Whether a browser opens an address without a token, which sign-in can return to. */
const isOpenedInBrowser = ({ request, query }: RequestContext): boolean =>
  request.headers.get('sec-fetch-mode') === 'navigate' && !query.has('token') && !request.headers.has('authorization');

const feedTokenRequired = ({ t }: RequestContext): Response =>
  new Response(`${t.errors.feedToken}\n`, {
    status: 401,
    headers: {
      'content-type': 'text/plain; charset=utf-8',
      'www-authenticate': 'Basic realm="Leitmotif", charset="UTF-8"',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    },
  });

/** Sign-in for an expired session, keeping the form; undefined otherwise. */
async function leftPage(context: RequestContext, form: SentForm): Promise<PageAnswer | undefined> {
  const left = context.user ? undefined : interruptedFormOf(context, form);
  if (left === undefined) return undefined;
  return { ...signInPage(context, { to: pageToReturnTo(context), left }), status: 403 };
}

/** The requested page; for an expired form, its page. */
function pageToReturnTo({ request, to, path, origin }: RequestContext): string {
  if (request.method === 'GET') {
    const url = new URL(request.url);
    // A secret of feeds, which is not copied from one address to another.
    if (url.searchParams.has('token')) url.searchParams.delete('token');
    return to.page(path) + url.search;
  }
  const page = URL.parse(request.headers.get('referer') ?? '');
  return page?.href.startsWith(`${origin}/`) ? page.pathname + page.search : to.home();
}

function present(answer: PageAnswer, context: RequestContext): Response {
  const response = isPage(answer) ? render(answer, context) : withinBase(answer, context);
  context.cookies.setIn(response.headers);
  // A feed reader's token.
  if (context.query.has('token')) response.headers.set('referrer-policy', 'no-referrer');
  return response;
}

/** Of pages whose address is a secret. */
const linkHeaders = Object.entries({ 'referrer-policy': 'no-referrer', 'x-robots-tag': 'noindex, nofollow', 'cache-control': 'no-store' });

/** Proxies prepend the base path to redirects. */
function withinBase(response: Response, { to }: RequestContext): Response {
  const location = response.headers.get('location');
  if (location?.startsWith(`${to.base}/`)) response.headers.set('location', location.slice(to.base.length));
  return response;
}

/** Addresses of servers that have logged a form of another origin. */
const warned = new WeakSet<PublicAddress>();

/**
 * CSRF protection. Browsers send `Sec-Fetch-Site` over HTTPS; over HTTP, `Origin` or `Referer` is compared with the public
 * address. The first refusal is logged, since a proxy may pass another host or scheme.
 * @throws {DomainError} forbidden
 */
export function requireSameOrigin(request: Request, address: PublicAddress, log: Server['context']['log']): void {
  if (isOfOwnPage(request, address)) return;
  if (!warned.has(address)) {
    warned.add(address);
    const advice = 'If these should be equal, have the proxy pass Host with its port, or set public_url. This is logged once.';
    log('form of another origin refused', { origin: sentOrigin(request), expected: address.originOf(request), advice }, 'warn');
  }
  throw forbidden('foreign_form');
}

function isOfOwnPage(request: Request, address: PublicAddress): boolean {
  const site = request.headers.get('sec-fetch-site');
  if (site !== null) return site === 'same-origin' || site === 'none';
  return sentOrigin(request) === address.originOf(request);
}

const sentOrigin = ({ headers }: Request): string | undefined => headers.get('origin') ?? originOf(headers.get('referer'));

/** Undefined if invalid. */
const originOf = (address: string | null): string | undefined => (address === null ? undefined : URL.parse(address)?.origin);
