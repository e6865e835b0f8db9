import type { VNode } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { htmlDocumentOf } from '../ui/layout';
import type { Page } from './page';
import { type RequestContext, RequestContextProvider } from './request-context';

/** Everything loads from this server, nothing is framed, and nothing is inline, including `style=""`. */
const policy = (scripts: string): string =>
  [
    "default-src 'none'",
    `script-src ${scripts}`,
    "style-src 'self'",
    "img-src 'self'",
    "font-src 'self'",
    "connect-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "worker-src 'self'",
    "manifest-src 'self'",
  ].join('; ');

/** Headers of every page, except caching. */
export const pageHeaders: Readonly<Record<string, string>> = {
  'content-type': 'text/html; charset=utf-8',
  // Pages are compressed later, and depend on the session and the language.
  vary: 'Accept-Encoding, Accept-Language, Cookie',
  'content-security-policy': policy("'self'"),
  // The camera scans barcodes; other features keep browser defaults.
  'permissions-policy': 'camera=(self)',
  // Not no-referrer, under which browsers send `Origin: null` with forms (Fetch, "append a request Origin header"), so that our
  // forms could not be told from foreign ones.
  'referrer-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
};

/** Headers of the scan page, which compiles WebAssembly where the browser has no barcode reader. */
export const readerPageHeaders: Readonly<Record<string, string>> = {
  ...pageHeaders,
  'content-security-policy': policy("'self' 'wasm-unsafe-eval'"),
};

export function render(page: Page, context: RequestContext): Response {
  const html = `<!doctype html>${renderToString(htmlDocumentOf(page, context))}`;
  const headers = {
    ...(page.runsWebAssembly ? readerPageHeaders : pageHeaders),
    'cache-control': page.isSecret ? 'no-store' : 'private, no-cache',
    vary: 'Accept-Encoding, Accept-Language, Cookie',
    // The service worker drops data of other readers.
    'x-shelf-owner': context.user?.id ?? 'nobody',
    ...page.headers,
  };
  return new Response(html, { status: page.status ?? 200, headers });
}

/** Part of a page without frame, for scripts. */
export function renderFragment(body: VNode, context: RequestContext): Response {
  return new Response(renderToString(<RequestContextProvider value={context}>{body}</RequestContextProvider>), {
    headers: { ...pageHeaders, 'cache-control': 'private, no-store' },
  });
}
