// The shop page: numbers are looked up without leaving it, so that the camera stays open; what was looked up today is listed, and
// what waits for a connection. All of it also works without this, but for the last two.

const lens = document.querySelector('[data-lens]');
const answer = document.querySelector('#answer');
const today = document.querySelector('[data-today]');
const waiting = document.querySelector('[data-waiting]');
const banner = document.querySelector('[data-offline]');
const { locale } = today.dataset;

/** As many as a bag holds. */
const mostRemembered = 50;

document.querySelector('.skip').after(banner);
document.addEventListener('submit', (event) => {
  const form = event.target;
  if (form.matches('form.code')) void lookUp(event, form);
  else if (answer.contains(form)) void send(event, form);
});
answer.addEventListener('answered', () => {
  remember();
  showConnection();
  void askOnline();
});
// Brought back by the browser as it was left.
addEventListener('pageshow', ({ persisted }) => persisted && void renew());
// A new connection may need a moment.
for (const milliseconds of [0, 3_000]) addEventListener('online', () => setTimeout(reconnect, milliseconds));
// An app brought to the front may be within reach of the server again.
document.addEventListener('visibilitychange', () => !document.hidden && reconnect());
addEventListener('offline', showConnection);

let kept;
if (navigator.serviceWorker) navigator.serviceWorker.onmessage = ({ data }) => (data.waiting ? listWaiting(data.waiting) : showKept(data));
waiting.querySelector('button').addEventListener('click', () => showWaiting([...waiting.querySelectorAll('[data-done]')]));
remember();
void askOnline();
const typed = new URL(location.href).searchParams.get('code');
// The page was kept without an answer.
if (typed && !answer.querySelector('[data-code]')) void lens.lookUp(typed);

async function lookUp(event, form) {
  event.preventDefault();
  const number = form.elements.code.value.trim();
  if (!number) return;
  if (await lens.lookUp(number)) {
    form.reset();
    answer.querySelector('h1')?.focus();
  } else form.submit();
}

/** Sends a form of the answer, and shows the answer that the server leads to. */
async function send(event, form) {
  event.preventDefault();
  // A second tap.
  if (form.ariaBusy) return;
  form.ariaBusy = 'true';
  form.elements.today.value = dayOf(new Date());
  const body = new URLSearchParams(new FormData(form, event.submitter));
  const response = await fetch(form.action, { method: 'POST', body }).catch(() => undefined);
  form.ariaBusy = null;
  if (!response) return showConnection();
  // The next disc was looked up meanwhile: this one waits in the list.
  if (!form.isConnected) return renew();
  const page = new DOMParser().parseFromString(await response.text(), 'text/html');
  const shown = page.querySelector('#answer');
  if (!shown) return location.assign(response.url);
  answer.replaceChildren(...shown.childNodes);
  document.querySelector('main').className = page.querySelector('main').className;
  answer.dispatchEvent(new Event('answered'));
  tellWorker({ keep: true });
}

/** Has other sites asked about a disc that is not in the catalog. Meanwhile the next disc may be looked up: then it waits in the list. */
async function askOnline() {
  const place = answer.querySelector('[data-online]');
  if (!place) return;
  const { code } = answer.querySelector('[data-code]').dataset;
  answer.ariaBusy = 'true';
  const response = await fetch(place.dataset.online).catch(() => undefined);
  if (place.isConnected) answer.ariaBusy = null;
  if (!response) return showConnection();
  if (!response.ok || response.redirected) return place.isConnected && location.assign(`?${new URLSearchParams({ code, online: 'yes' })}`);
  const html = await response.text();
  if (place.isConnected) {
    answer.innerHTML = html;
    return answer.dispatchEvent(new Event('answered'));
  }
  const mark = new DOMParser().parseFromString(html, 'text/html').querySelector('[data-code]');
  const known = remembered();
  known.entries = known.entries.map((entry) => (entry.code === code ? { ...entry, kind: mark.dataset.kind, isOnline: true } : entry));
  sessionStorage.setItem('shop', JSON.stringify(known));
  list(known);
}

/** What was looked up today, the last first; of another day or reader nothing. */
function remembered() {
  const day = dayOf(new Date());
  const { user } = today.dataset;
  const known = JSON.parse(sessionStorage.getItem('shop') ?? 'null');
  return known?.day === day && known.user === user ? known : { day, user, since: Date.now(), entries: [] };
}

function remember() {
  const known = remembered();
  const mark = answer.querySelector('[data-code]');
  // Codes missing from the offline copy are listed as waiting instead, also after today.
  if (mark && !('kept' in mark.dataset && mark.dataset.state === 'unknown')) {
    const entry = entryOf(mark.dataset);
    known.entries = once([entry, ...known.entries]).slice(0, mostRemembered);
    sessionStorage.setItem('shop', JSON.stringify(known));
  }
  list(known);
  void renew();
  showWaiting();
}

/** A line a disc: what was asked for by two numbers stands once, as it was asked for last. */
function once(entries) {
  return entries.filter((entry, index) => !entries.slice(0, index).some((other) => other.code === entry.code || isSame(other, entry)));
}

function isSame(one, other) {
  return other.release !== undefined && one.release === other.release;
}

/** All but what the answer shows. */
function list(known) {
  const { code, release } = answer.querySelector('[data-code]')?.dataset ?? {};
  const earlier = known.entries.filter((entry) => entry.code !== code && !isSame({ release }, entry));
  today.hidden = earlier.length === 0;
  today.querySelector('ul').replaceChildren(...earlier.map(row));
  const time = timeOf(known.since, { timeStyle: 'short' });
  today.querySelector('header p').textContent = today.dataset.since.replace('{time}', time);
}

/** What was looked up may have been added, wished for or given away since, on another page. */
async function renew() {
  const asked = remembered().entries;
  if (asked.length === 0 || !navigator.onLine) return;
  const query = new URLSearchParams(
    asked.flatMap(({ code, release = '' }) => [
      ['code', code],
      ['release', release],
    ]),
  );
  const response = await fetch(`${today.dataset.standings}?${query}`).catch(() => undefined);
  if (!response?.ok || response.redirected) return;
  const standings = new Map((await response.json()).map((standing) => [standing.code, standing]));
  const known = remembered();
  known.entries = once(known.entries.map((entry) => renewed(entry, standings.get(entry.code))));
  sessionStorage.setItem('shop', JSON.stringify(known));
  list(known);
}

/** What was found online stays so until it is in the catalog. */
function renewed(entry, standing) {
  return { ...entry, ...standing, ...(entry.isOnline && standing?.state === 'unknown' && { kind: entry.kind }) };
}

function entryOf({ code, kind, state, release }) {
  const person = ['several', 'unknown'].includes(state) ? undefined : answer.querySelector('.person');
  const link = person?.querySelector('a');
  const picture = person?.querySelector('.thumb')?.innerHTML ?? '';
  return {
    code,
    kind,
    state,
    release,
    picture,
    title: link?.innerHTML,
    href: link?.getAttribute('href'),
    line: person?.querySelector('small').innerHTML,
    isOnline: answer.querySelector('.finds') !== null,
  };
}

/** What stands in it is of answers that the server made. */
function row({ code, kind, state, picture, title, href, line }) {
  const entry = document.createElement('li');
  const [sleeve, words, standing] = ['span', 'div', 'span'].map((name) => entry.appendChild(document.createElement(name)));
  sleeve.className = 'thumb';
  sleeve.innerHTML = picture ?? '';
  const link = words.appendChild(document.createElement('a'));
  link.href = href ?? `?${new URLSearchParams({ code })}`;
  if (title === undefined) link.appendChild(document.createElement('b')).textContent = code;
  else link.innerHTML = title;
  const below = words.appendChild(document.createElement('div'));
  below.className = 'soft';
  below.innerHTML = line ?? '';
  standing.className = 'kind';
  const said = standing.appendChild(document.createElement('span'));
  said.className = state === 'owned' ? 'yes' : '';
  said.textContent = kind;
  return entry;
}

function tellWorker(message) {
  navigator.serviceWorker?.controller?.postMessage(message);
}

/** Asks the worker to look up the waiting codes, except the one on screen and cleared rows, which it removes. */
function showWaiting(cleared = []) {
  const mark = answer.querySelector('[data-code]:not([data-kept])');
  tellWorker({ seen: [...(mark ? [mark] : []), ...cleared].map(({ dataset }) => dataset.code ?? dataset.done) });
}

/** Those with a state have been looked up. */
function listWaiting(entries) {
  waiting.hidden = entries.length === 0;
  waiting.querySelector('button').hidden = !entries.some(({ state }) => state);
  const rows = entries.map(({ code, kind = waiting.dataset.waiting, state }) => {
    const entry = row({ code, kind, state });
    if (state) entry.dataset.done = code;
    return entry;
  });
  waiting.querySelector('ul').replaceChildren(...rows);
}

/** Without a leading zero of the hour, as pages write it. */
function timeOf(moment, options) {
  return new Date(moment).toLocaleString(locale, options).replace(/\b0(?=\d:\d\d)/, '');
}

function showKept({ summary, keptAt }) {
  kept = { '{summary}': summary, '{moment}': timeOf(keptAt, { dateStyle: 'medium', timeStyle: 'short' }) };
  const place = document.querySelector('[data-kept-here]');
  if (place) place.textContent = filled(place.dataset.keptHere);
  showConnection();
}

/** Repeats look-ups that only the offline copy has answered. */
function reconnect() {
  showConnection();
  const mark = answer.querySelector('[data-kept]');
  if (mark && navigator.onLine) void lens.lookUp(mark.dataset.code);
  showWaiting();
  void renew();
}

/** Says that there is no network, and of when the copy is. */
function showConnection() {
  const isOffline = !navigator.onLine || answer.querySelector('[data-kept]') !== null;
  banner.hidden = !isOffline;
  const words = kept ? filled(banner.dataset.offline) : banner.dataset.nothing;
  if (isOffline && banner.textContent !== words) banner.firstChild.textContent = words;
}

function filled(words) {
  return words.replace(/\{\w+\}/g, (name) => kept[name] ?? name);
}

/** `2026-11-22`, as the reader's clock has it. */
function dayOf(date) {
  const two = (number) => String(number).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}
