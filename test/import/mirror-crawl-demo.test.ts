import { expect, test } from 'bun:test';
import { runImport } from '../../src/import/run/run';
import { mirror } from '../../src/import/sources/mirror/mirror';
import { demoRecords } from '../support/demo-records';
import { demoServer, emptyStore } from '../support/server';
import { id, json, recordsOf, runOf } from './mirror-fakes';

test('a Leitmotif server that hides its identity is crawled completely', async () => {
  const origin = await demoServer();
  const hidden = /^\/api(\/(export|changes|releases|labels|organizations|packaging-types)\b|$)/;
  const fetch = async (url: string, init: RequestInit) => {
    const { pathname, search } = new URL(url);
    if (hidden.test(pathname)) return json({}, { status: 404 });
    return await origin.app.handle(new Request(`http://localhost${pathname}${search}`, init));
  };

  const run = await runOf('http://origin.example', { fetch, token: origin.token });

  expect(run.error).toBeUndefined();
  expect(run.source.progress.warnings).toEqual([]);
  const given = new Map(recordsOf(run).map((record) => [record.id, record]));
  for (const type of ['ArtistRole', 'Artist', 'ArtistAlias', 'ArtistExternalLink', 'Portrayal']) {
    expect([
      type,
      demoRecords(type)
        .filter(({ id }) => !given.has(id))
        .map(({ id }) => id),
    ]).toEqual([type, []]);
  }
  for (const { id, attributes } of demoRecords('Artist')) {
    const { slug: _, ...plain } = attributes;
    expect(given.get(id)?.attributes).toMatchObject(plain);
  }
  expect([...given.values()].filter(({ type }) => type === 'ArtistGroupMember').length).toBe(demoRecords('ArtistGroupMember').length);
  const portrayed = new Set(
    demoRecords('Portrayal').map(({ relationships }) => (relationships?.production?.data as { id: string } | null)?.id),
  );
  const music = demoRecords('ProductionRecording').filter(({ id }) => portrayed.has(id.replace(/\/recordings\/.*/, '')));
  expect(music.filter(({ id }) => !given.has(id))).toEqual([]);
});

test('a crawl imports all listed records, and a second crawl changes nothing', async () => {
  const origin = await demoServer();
  const fetch = async (url: string, init: RequestInit) => {
    const { pathname, search } = new URL(url);
    if (/^\/api(\/(export|changes)\b|$)/.test(pathname)) return json({}, { status: 404 });
    return await origin.app.handle(new Request(`http://localhost${pathname}${search}`, init));
  };
  const store = emptyStore();
  const crawl = () => {
    const source = mirror('http://origin.example', { token: origin.token, fetch, sleep: async () => {}, now: () => 0 });
    return runImport(store, source, { maxRejects: 0 });
  };

  const first = await crawl();
  const second = await crawl();

  expect([first.ending, first.message, first.rejected, first.waiting]).toEqual(['done', undefined, 0, 0]);
  expect(store.reader.query('SELECT count(*) AS artists FROM artist').get()).toEqual({ artists: demoRecords('Artist').length });
  expect([second.ending, second.added, second.changed, second.kept]).toEqual(['done', 0, 0, 0]);
  store.close();
});

test('records that violate the rules of the catalog are skipped with one warning', async () => {
  const strange = (number: number) => ({ type: 'Artist', id: `/api/artists/${id(number)}`, attributes: { name: 'X', _type: 'band' } });
  const good = { type: 'Artist', id: `/api/artists/${id(9)}`, attributes: { name: 'Y', _type: 'person' } };
  const fetch = async (url: string) => {
    const { pathname } = new URL(url);
    if (pathname === '/api/artists') return json({ data: [strange(1), strange(2), good] });
    return /^\/api\/(portrayals|artists\/roles)$/.test(pathname) ? json({ data: [] }) : json({}, { status: 404 });
  };
  const store = emptyStore();
  const source = mirror('http://origin.example', { token: 'x', fetch, sleep: async () => {}, now: () => 0 });

  const { ending, rejected, added, warnings } = await runImport(store, source, { maxRejects: 0 });

  expect([ending, rejected, added]).toEqual(['done', 0, 1]);
  expect(warnings).toEqual([
    `Artist is not supported by this catalog and was skipped: _type: This must be one of person, group, orchestra, choir. (2 times, first ${strange(1).id})`,
  ]);
  store.close();
});
