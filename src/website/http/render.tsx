import type { VNode } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { pageHeaders, readerPageHeaders } from '../../http/security-headers';
import { htmlDocumentOf } from '../ui/layout';
import type { Page } from './page';
import { type RequestContext, RequestContextProvider } from './request-context';

export function render(page: Page, visit: RequestContext): Response {
  const html = `<!doctype html>${renderToString(htmlDocumentOf(page, visit))}`;
  const headers = {
    ...(page.runsWebAssembly ? readerPageHeaders : pageHeaders),
    'cache-control': page.isSecret ? 'no-store' : 'private, no-cache',
    vary: 'Accept-Encoding, Accept-Language, Cookie',
    // The service worker drops data of other readers.
    'x-shelf-owner': visit.user?.id ?? 'nobody',
    ...page.headers,
  };
  return new Response(html, { status: page.status ?? 200, headers });
}

/** Part of a page without frame, for scripts. */
export function renderFragment(body: VNode, visit: RequestContext): Response {
  return new Response(renderToString(<RequestContextProvider value={visit}>{body}</RequestContextProvider>), {
    headers: { ...pageHeaders, 'cache-control': 'private, no-store' },
  });
}
