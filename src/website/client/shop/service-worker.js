// Opens the scan page, the first page, the collection and the wishlist without a network. It stores the scan page with its files,
// the list of owned and wanted releases, and the codes that wait for a look-up; nothing else. All of it belongs to one reader, and is
// deleted when another signs in or this one signs out.

/** Where the site begins, with a slash at its end. */
const base = new URL(registration.scope).pathname;
const shop = `${base}shop`;
const answers = `${shop}/answer`;
const list = `${shop}/shelf.json`;
const waiting = `${shop}/waiting.json`;
const standings = `${shop}/standings`;
const files = `${base}assets/`;

/** The lists that an address shows offline. */
const lists = { [base]: ['collection', 'wishlist'], [`${base}collection`]: ['collection'], [`${base}wishlist`]: ['wishlist'] };

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

/** Per list of an offline page. A search finds the others. */
const mostShown = 200;

/** As many as one look-up takes. */
const mostWaiting = 200;

addEventListener('install', () => skipWaiting());
addEventListener('activate', (event) => event.waitUntil(clients.claim()));

addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname, searchParams } = new URL(request.url);
  if (origin !== location.origin) return;
  if (request.method === 'POST' && doors.includes(pathname)) return event.waitUntil(forgetAllBut());
  if (request.method !== 'GET') return;
  if (pathname === shop) event.respondWith(soon(request, () => find(shop)));
  else if (lists[pathname]) {
    const answer = soon(request, () => offlinePage(pathname, searchParams.get('q') ?? ''));
    event.respondWith(answer);
    event.waitUntil(
      answer
        .then(() => find(list))
        .then((known) => known && keepList())
        .catch(() => undefined),
    );
  } else if (pathname === answers) event.respondWith(soon(request, () => answerTo((searchParams.get('code') ?? '').trim())));
  else if (pathname.startsWith(files)) event.respondWith(find(request.url).then((file) => file ?? fetch(request)));
  else if (request.mode === 'navigate')
    event.respondWith(fetch(request).catch(async (error) => (await offlinePage(pathname, '')) ?? Promise.reject(error)));
});

addEventListener('message', (event) => {
  const { data, source } = event;
  if (data?.keep) {
    const kept = keep().catch(() => undefined);
    event.waitUntil(kept.then(readCopy).then((copy) => copy && source.postMessage({ summary: copy.summary, keptAt: copy.keptAt })));
  }
  if (data?.seen) event.waitUntil(lookUpWaiting(data.seen, (entries) => source.postMessage({ waiting: entries })));
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
  else if (owner && response.status < 400) await forgetAllBut(owner);
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
async function keep() {
  const page = await heed(await fetch(shop));
  const owner = page.headers.get(ownerHeader);
  if (!page.ok || !owner || (await keepList()) !== owner) return;
  const cache = await caches.open(prefix + owner);
  const html = await page.clone().text();
  await keepFiles(cache, html, () => cache.put(shop, page));
}

/** Updates the list, and returns its owner. */
async function keepList() {
  const known = await find(list);
  const copy = await heed(await fetch(list, { headers: known ? { 'if-none-match': known.headers.get('etag') } : {} }));
  const owner = copy.headers.get(ownerHeader);
  const isNew = copy.status === 200;
  // The reader may have signed out meanwhile.
  if (!owner || (!isNew && copy.status !== 304) || (known && !(await find(list)))) return undefined;
  const body = isNew ? await copy.text() : await known.text();
  const headers = { etag: copy.headers.get('etag') ?? '', [keptHeader]: new Date().toISOString() };
  await (await caches.open(prefix + owner)).put(list, new Response(body, { headers }));
  return owner;
}

/** Stores the files of a page, then the page. The barcode reader is large, and left out where the browser has its own. */
async function keepFiles(cache, html, keepPage) {
  const named = [...html.matchAll(/="([^"]+)"/g)].map(([, address]) => address).filter((address) => address.startsWith(files));
  const addresses = named
    .filter((address) => !('BarcodeDetector' in globalThis && address.includes('barcode-reader')))
    .map((address) => new URL(address, location.origin).href);
  await Promise.all(addresses.map(async (address) => (await cache.match(address, { ignoreVary: true })) ?? cache.add(address)));
  await keepPage();
  // Files have other names when they change.
  for (const { url } of await cache.keys())
    if (url.startsWith(location.origin + files) && !addresses.includes(url)) await cache.delete(url);
}

async function readCopy() {
  const kept = await find(list);
  return kept && { ...(await kept.json()), keptAt: kept.headers.get(keptHeader) };
}

async function answerTo(code) {
  const copy = await readCopy();
  if (!copy) return undefined;
  const [barcode, number] = [barcodeOf(code), comparable(code)];
  const withBarcode = copy.releases.filter((release) => barcode !== undefined && release.barcode === barcode);
  const numbered = withBarcode.length > 0 ? withBarcode : copy.releases.filter(({ numbers }) => number && numbers?.includes(number));
  const found = numbered.length > 0 ? numbered : /\p{L}{3}/u.test(code) ? withWords(copy.releases, code).slice(0, mostShown) : [];
  if (found.length === 0) await changeWaiting((entries) => [{ code }, ...entries.filter((entry) => entry.code !== code)]);
  return new Response(fragment(copy, code, found), { headers: { 'content-type': 'text/html; charset=utf-8' } });
}

/** Releases with every word in title or artist. */
function withWords(releases, typed) {
  const words = typed.split(/\s+/).map(comparable);
  return releases.filter(({ title, line }) => words.every((word) => comparable(`${title} ${line}`).includes(word)));
}

const readWaiting = async () => (await (await find(waiting))?.json()) ?? [];

let changes = Promise.resolve();

/** Changes the waiting codes, one change at a time. Newest first; those looked up have a `state` and a `kind`. */
function changeWaiting(change) {
  const changed = changes.then(async () => {
    const [name] = await ownCaches();
    if (!name) return [];
    const entries = change(await readWaiting()).slice(0, mostWaiting);
    await (await caches.open(name)).put(waiting, new Response(JSON.stringify(entries)));
    return entries;
  });
  changes = changed.catch(() => undefined);
  return changed;
}

/** Removes the codes whose answers the reader has seen, and looks up the others. Calls `show` before and after. */
async function lookUpWaiting(seen, show) {
  const entries = await changeWaiting((all) => all.filter(({ code }) => !seen.includes(code)));
  show(entries);
  if (entries.length === 0) return;
  const address = `${standings}?${new URLSearchParams(entries.map(({ code }) => ['code', code]))}`;
  const response = await fetch(address, { redirect: 'manual' })
    .then(heed)
    .catch(() => undefined);
  if (!response?.ok) return;
  const found = new Map((await response.json()).map((standing) => [standing.code, standing]));
  show(await changeWaiting((all) => all.map((entry) => ({ ...entry, ...found.get(entry.code) }))));
}

/** The stored scan page with other content: searchable lists, or a notice that the page needs a connection. */
async function offlinePage(pathname, query) {
  const [page, copy] = await Promise.all([find(shop), readCopy()]);
  if (!page || !copy) return undefined;
  const { words } = copy;
  const shown = lists[pathname] ?? [];
  const title = text(shown.length === 1 ? words.titles[shown[0]] : words.offline);
  const tabs = [...Object.keys(lists).slice(1), shop].map((address, index) => {
    const current = address === pathname ? ' aria-current="page"' : '';
    return `<a href="${address}"${current}>${text(Object.values(words.titles)[index])}</a>`;
  });
  const search = `<div class="tools"><form role="search" action="${pathname}"><label class="hidden" for="cq">${text(words.search)}</label>
<input id="cq" name="q" type="search" placeholder="${text(words.search)}" value="${text(query)}" maxlength="200"></form></div>`;
  const sections = shown.map((name) => {
    const heading = shown.length > 1 ? `<header><h2>${text(words.titles[name])}</h2></header>` : '';
    return `<section${heading && ' class="part"'}>${heading}<div>${listed(name, query, copy)}</div></section>`;
  });
  const main = `<div class="head lean-head"><h1>${title}</h1><p>${text(filled(words.copyOf, copy))}</p></div>
<nav class="tabs slide" aria-label="${text(words.offline)}">${tabs.join('')}</nav>
${shown.length > 0 ? search : `<p class="prose">${text(words.notKept)}</p>`}${sections.join('')}`;
  const html = (await page.text())
    .replace(/<title>[^<]*/, () => `<title>${title} · Leitmotif`)
    .replace(/<script[^>]* type="module"[^>]*><\/script>/g, '')
    .replace(/(<main[^>]*>)[\s\S]*(?=<\/main>)/, (_, start) => start + main);
  const headers = ['content-type', 'content-security-policy'].map((name) => [name, page.headers.get(name) ?? '']);
  return new Response(html, { headers });
}

/** Releases of a list with every word of the query in title or artist, ordered by title. */
function listed(name, query, copy) {
  const { words, locale, releases } = copy;
  const matches = withWords(
    releases.filter((release) => (name === 'collection' ? release.owned : release.wish)),
    query,
  );
  const shown = matches.sort((a, b) => a.title.localeCompare(b.title, locale)).slice(0, mostShown);
  const counts = { shown: shown.length.toLocaleString(locale), count: matches.length.toLocaleString(locale) };
  const note = matches.length === 0 ? words.none[name] : matches.length > shown.length ? words.more : '';
  const rows = shown.map((release) => row(release, name, words));
  return `${note && `<p class="soft">${text(filled(note, copy, counts))}</p>`}<ul class="hits">${rows.join('')}</ul>`;
}

function row({ title, line, href, owned, wish }, name, { upTo }) {
  const price = wish?.price ? [`${upTo.before} ${wish.price}${upTo.behind}`] : [];
  const lines = [line, ...(name === 'collection' ? owned : [[...price, ...wish.lines]]).map((parts) => parts.join(' · '))];
  const below = lines.filter(Boolean).map((one) => `<div class="soft" dir="auto">${text(one)}</div>`);
  return `<li><div><a href="${text(href)}"><b dir="auto">${text(title)}</b></a>${below.join('')}</div></li>`;
}

/** Fills in `{moment}`, without a leading zero of the hour as on pages, and other placeholders. */
function filled(words, { keptAt, locale, summary }, more = {}) {
  const written = new Date(keptAt).toLocaleString(locale, { dateStyle: 'medium', timeStyle: 'short' });
  const values = { moment: written.replace(/\b0(?=\d:\d\d)/, ''), summary, ...more };
  return words.replace(/\{(\w+)\}/g, (_, name) => values[name]);
}

/** Barcodes compare by their digits, without leading zeros, as the server stores them. */
function barcodeOf(code) {
  const digits = /^\d[\d\s-]{6,24}$/.test(code) ? code.replace(/\D/g, '') : undefined;
  if (digits === undefined || digits.length < 9 || digits.length > 14) return digits;
  const significant = digits.replace(/^0+/, '');
  return significant.padStart(significant.length > 8 ? 13 : 8, '0');
}

/** Catalog numbers and titles compare without spaces, hyphens, case and accents. */
const comparable = (written) =>
  written
    .normalize('NFKD')
    .replace(/[\s\p{Pd}\p{M}]/gu, '')
    .toLowerCase();

/** The answer as the server gives it, of what is kept and without anything to send. */
function fragment(copy, code, found) {
  const { words } = copy;
  const state = found.some(({ owned }) => owned) ? 'owned' : found.length > 0 ? 'wanted' : 'unknown';
  const heading = text(words.states[state]);
  const era = found.length === 1 && found[0].era ? ` data-era="${text(found[0].era)}"` : '';
  return `<p class="over"${era} data-code="${text(code)}" data-kind="${heading}" data-state="${state}" data-kept><span class="n">${text(code)}</span></p>
<h1>${state === 'owned' ? `<span class="yes">${heading}</span>` : heading}</h1>
${found.length === 0 ? `<p class="prose">${text(filled(words.unknown, copy))}</p>` : found.map((release) => releaseLines(release, words)).join('')}
<p class="soft tiny">${text(filled(words.kept, copy))}</p>`;
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
