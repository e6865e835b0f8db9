import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { treaty } from '@elysiajs/eden';
import type { App } from '../../src/app/app';
import { createTestServer, type TestServer } from '../../src/testing';

type IsAny<T> = 0 extends 1 & T ? true : false;

/** Fails to compile where the type is `any`. */
const isNotAny = <T>(_: T, ..._isAny: IsAny<T> extends true ? [never] : []): void => {};

let server: TestServer;
beforeAll(async () => {
  server = await createTestServer();
});
afterAll(() => server.stop());

const clientOver = (where: string | App) => treaty<App>(where, { parseDate: false, headers: { authorization: `Bearer ${server.token}` } });

describe.each([
  ['in process', () => server.app],
  ['over a port', () => server.url],
] as const)('Eden %s', (_, where) => {
  test('types and sends the filters of a list', async () => {
    const { data, error } = await clientOver(where()).api.artists.get({
      query: { q: 'herrmann', type: 'person', 'type[]': ['person'], fictional: false, include: 'members,groups' },
    });

    expect(error).toBeNull();
    isNotAny(data);
    isNotAny(data?.data[0]?.attributes.name);
    const name: string | undefined = data?.data[0]?.attributes.name;
    expect(name).toBe('Bernard Herrmann');
    expect(data?.meta.currentPage).toBe(1);
    for (const { attributes } of data?.data ?? []) {
      attributes._type satisfies 'person' | 'group' | 'orchestra' | 'choir';
      'person' satisfies typeof attributes._type;
    }
  });

  test('reads a record and its nested lists by path', async () => {
    const { api } = clientOver(where());
    const releases = await api.releases.get({ query: { 'order[title]': 'asc' } });
    const id = releases.data?.data[0]?.attributes._id ?? '';

    const release = await api.releases({ id }).get();
    const formats = await api.releases({ id }).formats.get();
    const tracks = await api
      .releases({ id })
      .formats({ id: formats.data?.data[0]?.attributes._id ?? '' })
      .tracks.get();

    release.data?.data.attributes.barcode satisfies string | null | undefined;
    release.data?.data.attributes.labels[0]?.catalog_number satisfies string | null | undefined;
    tracks.data?.data[0]?.attributes.sub_tracks[0]?.credits[0]?.name satisfies string | undefined;
    expect(release.data?.data.id).toBe(`/api/releases/${id}`);
    expect(tracks.data?.data.every(({ type }) => type === 'ReleaseTrack')).toBe(true);
  });

  test('narrows included records by type, and types the linkage of relationships', async () => {
    const { data } = await clientOver(where()).api.portrayals.get({ query: { include: 'performer', itemsPerPage: 5 } });

    for (const { attributes } of data?.data ?? []) 'voice' satisfies (typeof attributes.aspects)[number];
    data?.data[0]?.relationships.performer.data satisfies { type: 'Artist'; id: string } | null | undefined;
    const [performer] = (data?.included ?? []).filter((record) => record.type === 'Artist');
    performer?.attributes.display_name satisfies string | undefined;
    expect(performer?.attributes.name).toBeString();
  });

  test('types look-ups and searches across types', async () => {
    const { api } = clientOver(where());

    const found = await api.releases.get({ query: { 'barcode[]': ['012345678905', '036000291452'] } });
    const hits = await api.search.get({ query: { q: 'herrmann', 'type[]': ['Artist'] } });

    found.data?.meta.matches?.[0]?.ids satisfies string[] | undefined;
    expect(found.data?.meta.matches).toHaveLength(2);
    for (const hit of hits.data?.data ?? []) if (hit.type === 'Artist') hit.attributes.display_name satisfies string;
    expect(hits.data?.data[0]?.type).toBe('Artist');
  });

  test('types resolutions, external links, statistics, vocabularies and changes', async () => {
    const { api } = clientOver(where());

    const [resolution, links, statistics, vocabulary, changes] = await Promise.all([
      api.resolve.get({ query: { slug: 'walter-carlos', type: 'Artist' } }),
      api['external-links'].get({ query: { provider: 'imdb', externalId: 'tt0054215', include: 'record' } }),
      api.statistics.get(),
      api.vocabularies({ id: 'condition' }).get(),
      api.changes.get({ query: { since: 0, limit: 2 } }),
    ]);

    for (const { data } of [resolution, links, statistics, vocabulary, changes]) isNotAny(data);
    expect(resolution.data?.data.attributes.redirected).toBe(true);
    expect(links.data?.meta.matches?.[0]?.ids).toEqual([links.data?.data[0]?.relationships.record.data.id as string]);
    expect(statistics.data?.data.attributes.totals.find(({ resource_type }) => resource_type === 'Release')?.records).toBeGreaterThan(50);
    expect(vocabulary.data?.data.attributes.values.map(({ value }) => value)).toContain('near_mint');
    expect(changes.data?.data.map(({ attributes }) => attributes.sequence)).toEqual([1, 2]);
    // @ts-expect-error a change has no such attribute
    changes.data?.data[0]?.attributes.colour;
  });

  test('types error documents', async () => {
    const { data, error } = await clientOver(where()).api.artists({ id: crypto.randomUUID() }).get();

    expect(data).toBeNull();
    isNotAny(error?.value);
    if (error?.status !== 404) throw new Error('not found was expected');
    const detail: string | undefined = error.value.errors[0]?.detail;
    expect(detail).toStartWith('There is no artist');
    expect(error.value.errors[0]?.status).toBe(404);
  });

  test('creates and deletes a record', async () => {
    const { api } = clientOver(where());
    const me = await api.users.me.get();
    const releases = await api.releases.get({ query: { itemsPerPage: 1 } });
    const id = me.data?.data.attributes._id ?? '';
    const headers = { 'content-type': 'application/vnd.api+json' };

    const release = { data: { type: 'Release', id: releases.data?.data[0]?.id ?? '' } };
    const added = await api
      .users({ id })
      .collection.post(
        { data: { type: 'CollectionItem', attributes: { quantity: 2 }, relationships: { releaseRecord: release } } },
        { headers },
      );

    added.data?.data.attributes.quantity satisfies number | undefined;
    expect(added.data?.data.attributes.quantity).toBe(2);
    expect(
      (
        await api
          .users({ id })
          .collection({ id: added.data?.data.attributes._id ?? '' })
          .delete()
      ).status,
    ).toBe(204);
  });
});

test('unknown filters, values, attributes and routes do not compile', async () => {
  const { api } = clientOver(server.app);
  const { data } = await api.artists.get();
  const { data: one } = await api.artists({ id: data?.data[0]?.attributes._id ?? '' }).get();

  // @ts-expect-error: no such filter
  await api.artists.get({ query: { nonsense: 'x' } });
  // @ts-expect-error: no such type of artist
  await api.artists.get({ query: { type: 'nobody' } });
  // @ts-expect-error: no such order
  await api.artists.get({ query: { 'order[nothing]': 'asc' } });
  // @ts-expect-error: no such direction
  await api.artists.get({ query: { 'order[name]': 'up' } });
  // @ts-expect-error: no such relationship
  await api.artists.get({ query: { include: 'children' } });
  // @ts-expect-error: no such attribute
  expect(data?.data[0]?.attributes.nothing).toBeUndefined();
  // @ts-expect-error: only the single read shows members among the attributes
  expect(data?.data[0]?.attributes.members).toBeUndefined();
  one?.data.attributes.members satisfies string[] | undefined;
  // @ts-expect-error: no such kind of record
  await api.nothing.get();
  // @ts-expect-error: the catalog is not written over the API
  await api.artists.post({});
  expect(one?.data.attributes.members).toBeArray();
});
