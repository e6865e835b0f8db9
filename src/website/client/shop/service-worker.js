// Says in a shop without a network what is owned and wanted. It keeps the shop page, the files of that, and the list of what
// its reader owns and wants; nothing else. All of it is of one reader, and goes when another signs in, or this one out.

/** Where the site begins, with a slash at its end. */
const base = new URL(registration.scope).pathname;
const shop = `${base}shop`;
const answers = `${shop}/answer`;
const list = `${shop}/shelf.json`;
const files = `${base}assets/`;

/** Where forms begin or end a session. */
const doors = ['sign-in', 'sign-out', 'register', 'set-up', 'reset-password', 'settings/delete'].map((path) => base + path);

/** Names of caches begin with it, and end with whose they are. */
const prefix = `leitmotif-shop ${base} `;

/** Says in an answer whose it is. */
const ownerHeader = 'x-shelf-owner';
const keptHeader = 'x-kept-at';

/** Nobody waits longer before a shelf, where the network is there and brings nothing. */
const patienceMilliseconds = 5000;

/** What stands before the server answers so where that does not. */
const unreachable = [502, 503, 504];

addEventListener('install', () => skipWaiting());
addEventListener('activate', (event) => event.waitUntil(clients.claim()));

addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname, searchParams } = new URL(request.url);
  if (origin !== location.origin) return;
  if (request.method === 'POST' && doors.includes(pathname)) return event.waitUntil(forgetAllBut());
  if (request.method !== 'GET') return;
  if (pathname === shop) event.respondWith(soon(request, () => find(shop)));
  else if (pathname === answers) event.respondWith(soon(request, () => answerTo(searchParams.get('code') ?? '')));
  else if (pathname.startsWith(files)) event.respondWith(find(request.url).then((file) => file ?? fetch(request)));
});

addEventListener('message', (event) => {
  if (!Array.isArray(event.data?.keep)) return;
  const kept = keep(event.data.keep).catch(() => undefined);
  event.waitUntil(kept.then(readCopy).then((copy) => copy && event.source.postMessage({ summary: copy.summary, keptAt: copy.keptAt })));
});

/** What the server answers, or what is kept where it does not, or not soon. */
async function soon(request, kept) {
  const asked = fetch(request).then(heed);
  const late = new Promise((_, reject) => setTimeout(reject, patienceMilliseconds));
  try {
    return await Promise.race([asked.then((response) => (unreachable.includes(response.status) ? Promise.reject() : response)), late]);
  } catch {
    return (await kept()) ?? asked;
  }
}

/** Nothing is kept beyond a session: an answer says whose it is, and whoever is led away is no longer signed in. */
async function heed(response) {
  const isLedAway = response.type === 'opaqueredirect' || response.redirected || response.status === 401 || response.status === 403;
  const owner = response.headers.get(ownerHeader);
  if (isLedAway) await forgetAllBut();
  else if (owner) await forgetAllBut(owner);
  return response;
}

async function forgetAllBut(owner) {
  for (const name of await ownCaches()) if (name !== prefix + owner) await caches.delete(name);
}

const ownCaches = async () => (await caches.keys()).filter((name) => name.startsWith(prefix));

/** Of what is kept, what stands at an address. */
async function find(address) {
  const [name] = await ownCaches();
  return name && (await caches.open(name)).match(address, { ignoreVary: true });
}

/** Brings what is kept up to date. */
async function keep(wanted) {
  const page = await heed(await fetch(shop));
  const known = await find(list);
  const copy = await heed(await fetch(list, { headers: known ? { 'if-none-match': known.headers.get('etag') } : {} }));
  const owner = page.headers.get(ownerHeader);
  const isNew = copy.status === 200;
  if (!page.ok || !owner || copy.headers.get(ownerHeader) !== owner || (!isNew && copy.status !== 304)) return;
  const body = isNew ? await copy.text() : await known.text();
  const cache = await caches.open(prefix + owner);
  const headers = { etag: copy.headers.get('etag') ?? '', [keptHeader]: new Date().toISOString() };
  await Promise.all([cache.put(shop, page), cache.put(list, new Response(body, { headers })), keepFiles(cache, wanted)]);
}

/** Files have other names when they change. */
async function keepFiles(cache, wanted) {
  const addresses = wanted.filter((address) => new URL(address, location.origin).href.startsWith(location.origin + files));
  for (const { url } of await cache.keys())
    if (url.startsWith(location.origin + files) && !addresses.includes(url)) await cache.delete(url);
  await Promise.all(addresses.map(async (address) => (await cache.match(address, { ignoreVary: true })) ?? cache.add(address)));
}

async function readCopy() {
  const kept = await find(list);
  return kept && { ...(await kept.json()), keptAt: kept.headers.get(keptHeader) };
}

async function answerTo(code) {
  const copy = await readCopy();
  if (!copy) return undefined;
  const [barcode, number] = [barcodeOf(code), numberOf(code)];
  const withBarcode = copy.releases.filter((release) => barcode !== undefined && release.barcode === barcode);
  const found = withBarcode.length > 0 ? withBarcode : copy.releases.filter(({ numbers }) => number && numbers?.includes(number));
  return new Response(fragment(copy, code, found), { headers: { 'content-type': 'text/html; charset=utf-8' } });
}

/** Barcodes compare by their digits, a UPC-A as the EAN-13 with a zero before it. */
function barcodeOf(code) {
  const digits = /^\d[\d\s-]{6,24}$/.test(code) ? code.replace(/\D/g, '') : undefined;
  return digits?.length === 12 ? `0${digits}` : digits;
}

/** Catalogue numbers compare without spaces, hyphens, case and accents. */
const numberOf = (code) =>
  code
    .normalize('NFKD')
    .replace(/[\s\p{Pd}\p{M}]/gu, '')
    .toLowerCase();

/** The answer as the server gives it, of what is kept and without anything to send. */
function fragment({ words, keptAt, locale }, code, found) {
  const state = found.some(({ owned }) => owned) ? 'owned' : found.length > 0 ? 'wanted' : 'unknown';
  const heading = text(words.states[state]);
  const era = found.length === 1 && found[0].era ? ` data-era="${text(found[0].era)}"` : '';
  const written = new Date(keptAt).toLocaleString(locale, { dateStyle: 'medium', timeStyle: 'short' });
  const moment = written.replace(/\b0(?=\d:\d\d)/, '');
  return `<p class="over"${era} data-code="${text(code)}" data-kind="${heading}" data-state="${state}" data-kept><span class="n">${text(code)}</span></p>
<h1>${state === 'owned' ? `<span class="yes">${heading}</span>` : heading}</h1>
${found.length === 0 ? `<p class="prose">${text(words.unknown)}</p>` : found.map((release) => releaseLines(release, words)).join('')}
<p class="soft tiny">${text(words.kept.replace('{moment}', moment))}</p>`;
}

function releaseLines({ title, line, href, owned = [], wish }, words) {
  const price = wish?.price ? `<p class="number">${text(words.upTo.before)} <b>${text(wish.price)}</b>${text(words.upTo.behind)}</p>` : '';
  const lines = [...owned, ...(wish && wish.lines.length > 0 ? [wish.lines] : [])];
  const copies = lines.map((parts) => `<li>${parts.map((part) => `<span dir="auto">${text(part)}</span>`).join('')}</li>`);
  return `${price}<div class="person"><div><a href="${text(href)}"><b dir="auto">${text(title)}</b></a><small dir="auto">${text(line)}</small></div></div>
${copies.length > 0 ? `<ul class="copies">${copies.join('')}</ul>` : ''}`;
}

const entities = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const text = (value) => String(value).replace(/[&<>"]/g, (character) => entities[character]);
