/** Everything comes from this server, and no page is shown within another. Nothing is inline, in `style=""` neither. */
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

/** What every page of the website is sent with, beside what is said of keeping it. */
export const pageHeaders: Readonly<Record<string, string>> = {
  'content-type': 'text/html; charset=utf-8',
  // They are compressed after this, for who takes that, and show who is signed in, in the person's own language.
  vary: 'Accept-Encoding, Accept-Language, Cookie',
  'content-security-policy': policy("'self'"),
  // The camera reads barcodes; what is not named is left as browsers have it.
  'permissions-policy': 'camera=(self)',
  // Not no-referrer, under which browsers send `Origin: null` with forms (Fetch, "append a request Origin header"), so that
  // one of ours could not be told from one of another site.
  'referrer-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
};

/** Those of the page that reads barcodes, which compiles WebAssembly where the browser has no reader of its own. */
export const readerPageHeaders: Readonly<Record<string, string>> = {
  ...pageHeaders,
  'content-security-policy': policy("'self' 'wasm-unsafe-eval'"),
};
