import { expect, test } from 'bun:test';
import { Checkpoint } from '../../src/import/run/checkpoint';
import { runImport } from '../../src/import/run/run';
import type { RunOptions } from '../../src/import/run/run-options';
import { productionOfGroup } from '../../src/import/sources/musicbrainz/records';
import { enrichment } from '../../src/import/sources/wikidata/enrich';
import { authorities } from '../../src/records/provenance/ranks';
import type { Store } from '../../src/store/database/store';
import { emptyFolder } from '../support/executable';
import { exportLines } from '../support/exports';
import { emptyStore } from '../support/server';
import { patientClock } from './mirror-fakes';
import * as w from './wikidata-items';
import { busy, type FakeSite, fakeSite, lagging, siteResponse } from './wikidata-site';

async function enrich(store: Store, site: Pick<FakeSite, 'entities' | 'query'>, options: Partial<RunOptions> = {}, siteOptions = {}) {
  const { waits, ...clock } = patientClock();
  const { entities, query } = site;
  const { signal } = options;
  const asked = { entities, query, contact: 'owner@films.example', ...clock, ...siteOptions };
  const source = enrichment(store, { ...asked, ...(signal && { signal }) });
  return { ...(await runImport(store, source, { maxRejects: 10, ...options })), waits };
}

/** The contents of a catalog after importing all items from a file. */
const expected = await (async () => {
  using folder = emptyFolder();
  const store = await w.catalogOfFilm();
  await w.importFiles(store, w.fileOf(folder.path, w.lines(w.all)));
  return w.contentsOf(store);
})();

test('enriching from the site yields the same catalog as importing a file', async () => {
  using site = fakeSite(w.all);
  const store = await w.catalogOfFilm();
  const report = await enrich(store, site);
  expect([report.outcome, report.rejected, report.waits]).toEqual(['done', 0, []]);
  expect(w.contentsOf(store)).toEqual(expected);
});

test('every request has a user agent with a contact address and the maxlag parameter', async () => {
  using site = fakeSite(w.all);
  await enrich(await w.catalogOfFilm(), site);
  expect(site.requests.length).toBeGreaterThan(3);
  for (const { path, headers } of site.requests) {
    expect(headers.get('user-agent')).toMatch(/^leitmotif\/\S+ \(owner@films\.example\)$/);
    if (path.startsWith('/w/')) expect(path).toContain('maxlag=5');
  }
});

test('items are requested at most 50 at a time and only once', async () => {
  const actors = Array.from({ length: 60 }, (_, number) =>
    w.item(`Q${1000 + number}`, { en: `Writer ${number}` }, { P31: [w.itemClaim('Q5')] }),
  );
  const claims = {
    ...w.film.claims,
    P58: actors.slice(0, 20).map(({ id }) => w.itemClaim(id)),
    P162: actors.slice(20, 40).map(({ id }) => w.itemClaim(id)),
  };
  using site = fakeSite([...w.all, ...actors, { ...w.film, claims }].filter((one) => one !== w.film));
  await enrich(await w.catalogOfFilm(), site);
  const sizes = site.asked().map(({ length }) => length);
  expect(Math.max(...sizes)).toBeLessThanOrEqual(50);
  const asked = site.asked().flat();
  expect(asked.filter((id, index) => asked.indexOf(id) !== index)).toEqual([]);
});

test('a refused request and a lagging site are retried after the stated delay', async () => {
  using site = fakeSite(w.all, (_, times) => (times === 1 ? busy(7) : times === 3 ? lagging(5) : undefined));
  const store = await w.catalogOfFilm();
  const { waits, outcome } = await enrich(store, site);
  expect([waits, outcome]).toEqual([[7, 5], 'done']);
  expect(w.contentsOf(store)).toEqual(expected);
});

test('broken, failed and missing responses are retried with growing delays', async () => {
  const answers = [new Response('{"results":'), new Response('<html>', { status: 502 }), new Promise<Response>(() => {})];
  const site = { entities: 'http://site.example/w/api.php', query: 'http://site.example/sparql' };
  // In this process, no request takes long but the third.
  const fetch = async (url: string) => answers.shift() ?? siteResponse(w.all, new URL(url));
  const store = await w.catalogOfFilm();
  const { waits, outcome } = await enrich(store, site, {}, { fetch, patience: { idleSeconds: 0.05 } });
  expect([waits, outcome]).toEqual([[1, 4, 15], 'done']);
  expect(w.contentsOf(store)).toEqual(expected);
});

test('permanent errors of the site end the run with a message', async () => {
  const endings: [Response, string][] = [
    [new Response('', { status: 500 }), 'responded with 500'],
    [new Response('', { status: 403 }), 'refuses requests from this program'],
    [new Response('', { status: 302, headers: { location: 'https://example.org/' } }), 'redirects elsewhere'],
    [busy(86_400), 'asks to wait 86400 seconds'],
    [Response.json({ error: { code: 'internal_api_error', info: 'Something is off.' } }), 'Something is off.'],
  ];
  for (const [answer, sentence] of endings) {
    using site = fakeSite(w.all, () => answer.clone());
    const { outcome, message } = await enrich(await w.catalogOfFilm(), site);
    expect(outcome).toBe('failed');
    expect(message).toContain(sentence);
  }
});

test('deleted items are no longer deferred, and an unreadable item rejects only itself', async () => {
  const broken = { ...w.director, labels: 7 };
  using site = fakeSite([w.film, w.composer, broken]);
  const store = await w.catalogOfFilm();
  const { outcome, rejected } = await enrich(store, site);
  expect([outcome, rejected]).toEqual(['done', 1]);
  expect(w.recordOf(store, 'Production', 'Night Train')?.attributes.composers).toHaveLength(1);
  const waiting = store.writer.query("SELECT name FROM source_note WHERE name LIKE 'for:%'").all();
  expect(waiting).toEqual([{ name: 'for:Q201' }]);
});

test('a run interrupted at any request resumes to the same catalog', async () => {
  for (let stopAt = 1; stopAt < 6; stopAt++) {
    const store = await w.catalogOfFilm();
    const stop = new AbortController();
    const checkpoint = new Checkpoint(store, 'enrich', '');
    using site = fakeSite(w.all, (_, times) => {
      if (times === stopAt) stop.abort();
      return undefined;
    });
    expect((await enrich(store, site, { checkpoint, signal: stop.signal })).outcome).toBe('interrupted');
    expect((await enrich(store, site, { checkpoint })).outcome).toBe('done');
    expect(checkpoint.find()).toBeUndefined();
    expect(w.contentsOf(store)).toEqual(expected);
  }
});

test('a provisional production is found by the MusicBrainz ID of its soundtrack and becomes the film', async () => {
  const group = '00000000-0000-4000-8000-000000000077';
  const provisional = productionOfGroup(group);
  const link = `/api/productions/${provisional}/external-links/00000000-0000-4000-8000-000000000022`;
  const page = { provider: 'musicbrainz', external_id: group, url: `https://musicbrainz.org/release-group/${group}` };
  const store = emptyStore();
  await w.importRecords(store, authorities.musicbrainzProvisional, [
    { type: 'Production', id: `/api/productions/${provisional}`, attributes: { title: 'Night', _type: 'other', provisional: true } },
    { type: 'ProductionExternalLink', id: link, attributes: page },
  ]);
  using site = fakeSite([{ ...w.soundtrack, claims: { P436: [w.claim(group)] } }, ...w.all.filter((one) => one !== w.soundtrack)]);
  expect((await enrich(store, site)).outcome).toBe('done');
  const productions = exportLines(store).filter(({ type }) => type === 'Production');
  expect(productions.map(({ attributes }) => [attributes.title, attributes._type, attributes.provisional])).toEqual([
    ['Train Stories', 'television', undefined],
    ['Train Stories, season 1', 'television', undefined],
    ['Night Train', 'movie', undefined],
  ]);
});

test('a response that is too large is requested again in halves', async () => {
  const large = (id: string) => ({ ...w.item(id, { en: `Large ${id}` }, { P31: [w.itemClaim('Q5')] }), sitelinks: 'x'.repeat(9_000_000) });
  const film = { ...w.film, claims: { ...w.film.claims, P58: [w.itemClaim('Q901'), w.itemClaim('Q902')] } };
  using site = fakeSite([film, ...w.all.slice(1), large('Q901'), large('Q902')]);
  const store = await w.catalogOfFilm();
  expect((await enrich(store, site)).outcome).toBe('done');
  expect(w.recordOf(store, 'Artist', 'Large Q901')).toBeDefined();
  expect(w.recordOf(store, 'Artist', 'Large Q902')).toBeDefined();
});

test('enriching again changes nothing', async () => {
  using site = fakeSite(w.all);
  const store = await w.catalogOfFilm();
  await enrich(store, site);
  const before = exportLines(store);
  const { added, changed } = await enrich(store, site);
  expect([added, changed]).toEqual([0, 0]);
  expect(exportLines(store)).toEqual(before);
});
