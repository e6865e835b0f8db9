import { expect, test } from 'bun:test';
import { runImport } from '../../src/import/run/run';
import { mirror } from '../../src/import/sources/mirror/mirror';
import { demoRecords } from '../support/demo-records';
import { exportLines } from '../support/exports';
import { nonEmpty } from '../support/non-empty';
import { demoServer, emptyStore } from '../support/server';
import { id, json } from './mirror-fakes';

test('a Leitmotif server that hides its identity is crawled completely, and a second crawl changes nothing', async () => {
  const origin = await demoServer();
  const hidden = /^\/api(\/(export|changes|releases|labels|organizations|packaging-types)\b|$)/;
  const fetch = async (url: string, init: RequestInit) => {
    const { pathname, search } = new URL(url);
    if (hidden.test(pathname)) return json({}, { status: 404 });
    return await origin.app.handle(new Request(`http://localhost${pathname}${search}`, init));
  };
  const store = emptyStore();
  const crawl = () => {
    const source = mirror('http://origin.example', { token: origin.token, fetch, sleep: async () => {}, now: () => 0 });
    return runImport(store, source, { maxRejects: 0 });
  };

  const { outcome, rejected, waiting, warnings } = await crawl();

  expect({ outcome, rejected, waiting, warnings }).toEqual({ outcome: 'done', rejected: 0, waiting: 0, warnings: [] });
  const imported = new Map(exportLines(store).map((line) => [line.id, line]));
  const portrayed = demoRecords('Portrayal').map(({ relationships }) => (relationships?.production?.data as { id: string } | null)?.id);
  const recordings = demoRecords('ProductionRecording').filter(({ id }) => portrayed.includes(id.replace(/\/recordings\/.*/, '')));
  const complete = ['ArtistRole', 'Artist', 'ArtistAlias', 'ArtistExternalLink', 'Portrayal'].flatMap(demoRecords);
  expect([...complete, ...recordings].filter(({ id }) => !imported.has(id))).toEqual([]);
  for (const { id, attributes } of nonEmpty(demoRecords('Artist'))) expect(imported.get(id)?.attributes).toMatchObject(attributes);
  const countOf = (type: string) => [...imported.values()].filter((line) => line.type === type).length;
  for (const type of ['Artist', 'ArtistGroupMember']) expect([type, countOf(type)]).toEqual([type, demoRecords(type).length]);
  expect(await crawl()).toMatchObject({ outcome: 'done', added: 0, changed: 0, kept: 0 });
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

  const { outcome, rejected, added, warnings } = await runImport(store, source, { maxRejects: 0 });

  expect([outcome, rejected, added]).toEqual(['done', 0, 1]);
  expect(warnings).toEqual([
    `Artist is not supported by this catalog and was skipped: _type: This must be one of person, group, orchestra, choir. (2 times, first ${strange(1).id})`,
  ]);
  store.close();
});
