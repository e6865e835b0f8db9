import { ApiError } from '../../api/client';
import { assetFiles } from '../../http/asset-files';
import type { SentForm } from '../../http/form';
import { type Page, type PageAnswer, seeOther } from '../../http/page';
import { renderFragment } from '../../http/render';
import { type RequestContext, useRequestContext } from '../../http/request-context';
import { scriptParams } from '../../i18n';
import { Submit } from '../../ui/form';
import { Section } from '../../ui/section';
import { type LineFound, lookUpLines, maximumLines } from '../import/look-ups';
import { InsecureNote } from '../insecure-note';
import { copies } from '../items/items';
import { priceProblem, readPrice } from '../items/money';
import { unwant, want } from '../own-items';
import { Lens } from './lens';
import { type Found, lookUpCode, readCode } from './look-up';
import { offlineShelf, offlineTexts, type ShelfAttributes } from './offline-shelf';
import { addOnline, askOnline } from './online';
import { ShopAnswer } from './shop-answer';

export async function get(context: RequestContext): Promise<Page> {
  const code = readCode(context.query.get('code') ?? '');
  if (code === '') return shopPage(context, {});
  const found = await lookUpCode(context, code, context.query.get('release') ?? undefined);
  return shopPage(context, {
    found: context.query.has('online') ? await withOnline(context, found) : { ...found, isAdded: context.query.has('added') },
  });
}

const withOnline = async (context: RequestContext, found: Found): Promise<Found> =>
  found.sites?.length ? { ...found, online: await askOnline(context, found.code) } : found;

/** `do` names the action; leads to the updated answer. */
export async function post(context: RequestContext, _: unknown, form: SentForm): Promise<PageAnswer> {
  const typed = readCode(form.text('code'));
  const added = form.has('from') ? await addOnline(context, form.text('from')) : undefined;
  if (added && 'problem' in added) {
    const found = await lookUpCode(context, typed, undefined);
    return shopPage(context, { found: { ...found, online: { candidates: [], problem: added.problem } } });
  }
  const release = added?.id ?? form.text('release');
  const code = added && !(await finds(context, typed, added.id)) ? readCode(added.code) : typed;
  const currency = form.orNull('currency');
  const isAdded = form.text('do') === 'own';
  const price = isAdded ? readPrice(form.text('price'), currency, context.format) : null;
  if (price !== null && typeof price !== 'number') {
    const problem = priceProblem(price, currency, context);
    return shopPage(context, { found: await lookUpCode(context, code, release), problem });
  }
  const sent = await (isAdded ? add(context, release, { form, price, currency }) : changeWish(context, form, release));
  // Already done is fine.
  if (sent && !sent.ok && (isAdded || (sent.status !== 409 && sent.status !== 404))) throw new ApiError(sent);
  return seeOther(context.to.shop({ code, release, added: added && 'yes' }));
}

const finds = async ({ api }: RequestContext, code: string, release: string): Promise<boolean> =>
  (await lookUpLines(api, [code])).some(({ releases }) => releases.some(({ id }) => id === release));

interface Purchase {
  readonly form: SentForm;
  readonly price: number | null;
  readonly currency: string | null;
}

/** Also removes the release from the wishlist. The date is the reader's, if sent. */
function add({ api }: RequestContext, release: string, { form, price, currency }: Purchase) {
  const today = form.text('today');
  const attributes = {
    release: { id: release },
    ...(price !== null && { purchase_price_cents: price, currency }),
    ...(/^\d{4}-\d\d-\d\d$/.test(today) && { purchased_at: today }),
  };
  return api.send('POST', copies.path, { data: { type: copies.type, attributes }, meta: { takeOffWishlist: true } });
}

async function changeWish(context: RequestContext, form: SentForm, release: string) {
  if (form.text('do') === 'want') return want(context.api, `/api/releases/${release}`);
  const { wish } = await lookUpCode(context, readCode(form.text('code')), form.text('release'));
  return wish && unwant(context.api, wish._id);
}

/** A fragment for scripts. */
export const answer = {
  async get(context: RequestContext): Promise<PageAnswer> {
    const code = readCode(context.query.get('code') ?? '');
    if (code === '') return seeOther(context.to.shop());
    const found = await lookUpCode(context, code, context.query.get('release') ?? undefined);
    return answerOf(context, context.query.has('online') ? await withOnline(context, found) : found);
  },
};

function answerOf(context: RequestContext, found: Found): Response {
  const response = renderFragment(<ShopAnswer found={found} />, context);
  for (const [name, value] of Object.entries(ownerHeaders(context))) response.headers.set(name, value);
  return response;
}

/** Updates all numbers looked up today, in one request. */
export const updateScanned = {
  async get(context: RequestContext): Promise<PageAnswer> {
    const chosen = context.query.getAll('release');
    const requested = context.query
      .getAll('code')
      .map((code, index) => ({ code: readCode(code), chosen: chosen[index] }))
      .filter(({ code }) => code !== '')
      .slice(0, maximumLines);
    const headers = { ...ownerHeaders(context), 'cache-control': 'no-store' };
    if (requested.length === 0) return Response.json([], { headers });
    const lines = await lookUpLines(
      context.api,
      requested.map(({ code }) => code),
    );
    return Response.json(
      lines.map((line, index) => runStateOf(context, line, requested[index]?.chosen)),
      { headers },
    );
  },
};

/** @param chosen UUID of one of several candidates */
function runStateOf({ t }: RequestContext, { line: code, state, releases }: LineFound, chosen: string | undefined) {
  const meant = releases.find(({ id }) => id === chosen) ?? (releases.length === 1 ? releases[0] : undefined);
  if (!meant) return { code, state, kind: t.shop.states[state] };
  return { code, state: meant.state, kind: t.shop.states[meant.state], release: meant.id };
}

/** Everything the reader owns and wants, for offline use. */
export const shelf = {
  async get(context: RequestContext): Promise<Response> {
    const words = Bun.hash(JSON.stringify([context.format.locale, offlineTexts(context.t, true)])).toString(36);
    const [, known, knownWords] = knownTag.exec(context.request.headers.get('if-none-match') ?? '') ?? [];
    const conditions: Record<string, string> = known !== undefined && knownWords === words ? { 'if-none-match': `"${known}"` } : {};
    const response = await context.api.fetch('GET', '/api/users/me/shelf-list', undefined, conditions);
    const tag = `"${response.headers.get('etag')?.slice(1, -1)}~${words}"`;
    // Only the service worker stores it, and clears it on sign-out.
    const headers = { 'cache-control': 'private, no-store', etag: tag, 'x-content-type-options': 'nosniff', ...ownerHeaders(context) };
    if (response.status === 304) return new Response(null, { status: 304, headers });
    const document = (await response.json()) as ShelfDocument;
    if (!response.ok) throw new ApiError({ status: response.status, document, headers: response.headers });
    return Response.json(offlineShelf(context, document.data.attributes), { headers });
  },
};

/** ETag of list and language; proxies weaken it or add a suffix for compression. */
const knownTag = /^(?:W\/)?"([^~"]+)~(\w+)(?:-\w+)?"$/;

interface ShelfDocument {
  readonly data: { readonly attributes: ShelfAttributes };
}

/** Its address is constant, so browsers check for updates. */
export const serviceWorker = {
  get: (): Response =>
    new Response(Bun.file(assetFiles['service-worker.js']), {
      headers: {
        'content-type': 'text/javascript; charset=utf-8',
        'cache-control': 'no-cache',
        'x-content-type-options': 'nosniff',
      },
    }),
};

/** Lets the service worker drop data of another reader. */
const ownerHeaders = ({ user }: RequestContext): Readonly<Record<string, string>> => (user ? { 'x-shelf-owner': user.id } : {});

interface ShopProps {
  readonly found?: Found | undefined;
  readonly problem?: string | undefined;
}

function shopPage(context: RequestContext, { found, problem }: ShopProps): Page {
  const [meant] = found && found.state !== 'several' ? found.candidates : [];
  return {
    title: context.t.shop.title,
    body: <Shop found={found} problem={problem} />,
    year: meant?.year ?? null,
    current: 'collection',
    isSlim: true,
    modules: ['lens.js', 'shop.js', 'keep.js'],
    runsWebAssembly: true,
    ...(problem !== undefined && { status: 422 }),
  };
}

function Shop({ found, problem }: ShopProps) {
  const { asset, t, to } = useRequestContext();
  const words = t.shop;
  return (
    <>
      <div class="banner" role="status" data-offline={words.offline(scriptParams)} data-nothing={words.noConnection} hidden>
        <span>{words.noConnection}</span>
      </div>
      <div class="hero shop">
        <Lens
          answer={to.shopAnswer()}
          reader={asset('barcode-reader.js')}
          readerModule={asset('barcode-reader.wasm')}
          worker={to.serviceWorker()}
          scope={to.root()}
          texts={words.lens}
        />
        <InsecureNote text={words.insecure.scan} />
        <div class="answer" id="answer" aria-live="polite">
          {found ? <ShopAnswer found={found} problem={problem} /> : <Beginning />}
        </div>
      </div>
      <Section title={found ? words.next : words.byNumber}>
        <form class="form code" action={to.shop()}>
          <label>
            {found ? words.nextNumber : words.number}
            <input name="code" required maxLength={255} autocomplete="off" enterkeyhint="search" placeholder={words.placeholder} />
          </label>
          <Submit class="first" text={words.lookUp} />
        </form>
        <details data-camera-help hidden>
          <summary>{words.cameraHelp.title}</summary>
          <p class="soft">{words.cameraHelp.text}</p>
        </details>
      </Section>
      <Waiting />
      <Today />
    </>
  );
}

function Beginning() {
  const { t } = useRequestContext();
  return (
    <>
      <h1>{t.shop.title}</h1>
      <p class="prose">
        {t.shop.lead} <span class="scripted">{t.shop.leadFrame}</span>
        <span class="unscripted">{t.shop.leadNumber}</span>
      </p>
      <p class="tiny soft scripted">
        {t.shop.picture} <span data-kept-here={t.shop.keptHere(scriptParams)} />
      </p>
    </>
  );
}

/** Codes scanned offline, filled by the browser. */
function Waiting() {
  const words = useRequestContext().t.shop.waiting;
  return (
    <section class="part" data-waiting={words.state} hidden>
      <header>
        <h2>{words.title}</h2>
        <p>{words.hint}</p>
      </header>
      <div>
        <ul class="hits" />
        <p class="row">
          <button type="button" class="plain">
            {words.clear}
          </button>
        </p>
      </div>
    </section>
  );
}

/** Filled by the browser, which alone knows. */
function Today() {
  const { t, to, user, format } = useRequestContext();
  const data = { 'data-since': t.shop.todaySince(scriptParams), 'data-user': user?.id, 'data-locale': format.locale };
  return (
    <section class="part" data-today data-standings={to.shopStandings()} {...data} hidden>
      <header>
        <h2>{t.shop.today}</h2>
        <p />
      </header>
      <div>
        <ul class="hits" />
      </div>
    </section>
  );
}
