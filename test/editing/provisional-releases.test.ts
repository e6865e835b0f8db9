import { describe, expect, test } from 'bun:test';
import { importDocuments, mbid, release as sourceRelease } from '../import/reconciliation';
import { editing } from '../records/editing';
import { format, release } from '../records/numbered-records';
import { editedServer } from '../support/edited-server';
import { uuid } from '../support/uuids';

test('a provisional release reserves no slug, barcode or links', async () => {
  const link = { provider: 'discogs', external_id: '7', url: 'https://www.discogs.com/release/7' };
  const editor = await editedServer([
    release(1, 'Psycho', { barcode: '012345678905' }),
    { type: 'ReleaseExternalLink', id: `/api/releases/${uuid(1)}/external-links/${uuid(2)}`, attributes: link },
  ]);
  const taken = await editor.post('Release', '/api/releases', { title: 'Psycho', provisional: true, barcode: '0 12345 67890 5' });
  expect([taken.status, taken.body.meta.errors[0].source.pointer]).toEqual([422, '/data/attributes/barcode']);

  const { body } = await editor.post('Release', '/api/releases', {
    title: 'Vertigo',
    provisional: true,
    barcode: '111',
    formats: [{ tracks: [{ title: 'X' }] }],
  });
  expect(body.data.attributes).toMatchObject({ provisional: true, slug: expect.stringMatching(/^vertigo-[0-9a-f]{12}$/) });
  const linked = await editor.post('ReleaseExternalLink', `${body.data.id}/external-links`, link);
  expect([linked.status, linked.body.meta.errors[0].source.pointer]).toEqual([422, '/data/attributes/external_id']);
});

test('a provisional release is merged into the real one: items follow, without duplicates or lost values', async () => {
  const editor = await editedServer();
  const { body } = await editor.post('Release', '/api/releases', {
    title: 'vertigo (my cd)',
    provisional: true,
    notes: 'Bought in Rome.',
    formats: [{ format_type: 'cd', tracks: [{ title: 'Prelude' }] }],
  });
  const own = body.data.id.split('/').at(-1);
  await editor.post('CollectionItem', '/api/users/me/collection', { release: { id: own } });
  const { give } = editing(editor.server.store);
  await give(release(5, 'Vertigo'));
  await give(format(5, 6, { position: 1, format_type: 'vinyl' }));

  const merged = await editor.merge(body.data.id, { type: 'Release', id: uuid(5) });

  expect(merged.body.data.attributes).toMatchObject({
    title: 'Vertigo',
    slug: 'vertigo',
    provisional: false,
    notes: 'Bought in Rome.',
    format_count: 1,
  });
  expect((await editor.read('/api/users/me/collection')).body.data[0].attributes.release.id).toBe(uuid(5));
});

const jaws = { number: 1, title: 'Jaws', barcode: '4988001000013', date: '1975-06-20', catalogNumber: ['MCA', 'MCA-2087'] as const };

describe('a provisional release created by a user', () => {
  const page = (provider: string, id: string) => ({ provider, external_id: id, url: `https://${provider}.example/${id}` });

  test.each([
    ['its barcode', { barcode: '4988001000013' }, undefined],
    ['its number, title and format', { labels: [{ iri: null, catalog_number: 'MCA 2087' }], release_date: '1975' }, undefined],
    ['its page at MusicBrainz', {}, page('musicbrainz', mbid(1))],
  ])('is merged into the real one by %s: items follow, and values that only the user entered stay', async (_, said, link) => {
    const editor = await editedServer();
    const { body } = await editor.post('Release', '/api/releases', {
      title: 'Jaws',
      provisional: true,
      notes: 'Bought in Rome.',
      country: 'IT',
      formats: [{ format_type: 'cd', tracks: [{ title: 'Main Title' }] }],
      ...said,
    });
    if (link) await editor.post('ReleaseExternalLink', `${body.data.id}/external-links`, link);
    const own = body.data.id.split('/').at(-1);
    await editor.post('CollectionItem', '/api/users/me/collection', { release: { id: own } });

    await importDocuments(editor.server.store, [sourceRelease('musicbrainz', jaws)]);

    const { data, meta } = (await editor.read('/api/releases')).body;
    expect(meta.totalItems).toBe(1);
    expect(data[0].attributes).toMatchObject({
      slug: 'jaws',
      provisional: false,
      release_date: '1975-06-20',
      notes: 'Bought in Rome.',
      country: 'IT',
      format_count: 1,
    });
    expect(data[0].id).toBe(`/api/releases/${mbid(1)}`);
    expect((await editor.read('/api/users/me/collection')).body.data[0].attributes.release.id).toBe(mbid(1));
    const moved = await editor.read(`/api/releases/${own}`);
    expect(moved.headers.get('location') ?? moved.body.data.id).toContain(mbid(1));
  });

  test.each([
    ['another page at the same site', { barcode: '4988001000013' }, page('musicbrainz', mbid(9))],
    ['another year', { labels: [{ iri: null, catalog_number: 'MCA 2087' }], release_date: '1999' }, undefined],
    ['another number', { labels: [{ iri: null, catalog_number: 'MCA 2088' }] }, undefined],
  ])('is not merged if it has %s', async (_, said, link) => {
    const editor = await editedServer();
    const { body } = await editor.post('Release', '/api/releases', { title: 'Jaws', provisional: true, ...said });
    if (link) await editor.post('ReleaseExternalLink', `${body.data.id}/external-links`, link);

    await importDocuments(editor.server.store, [sourceRelease('musicbrainz', jaws)]);

    expect((await editor.read('/api/releases')).body.meta.totalItems).toBe(2);
    expect((await editor.read(body.data.id)).body.data.attributes.provisional).toBe(true);
  });

  test('gets a normal slug when an editor makes it real, and its former slug redirects', async () => {
    const editor = await editedServer();
    await editor.make('Release', '/api/releases', { title: 'Jaws' });
    const { body } = await editor.post('Release', '/api/releases', { title: 'Jaws', provisional: true });
    const had = body.data.attributes.slug;

    const { body: changed } = await editor.patch(body.data.id, { provisional: false });

    expect(changed.data.attributes).toMatchObject({ provisional: false, slug: 'jaws-2' });
    expect(changed.meta.lockedFields).not.toContain('slug');
    expect((await editor.read(`/api/resolve?slug=${had}&type=Release`)).status).toBeLessThan(400);
    const kept = await editor.make('Release', '/api/releases', { title: 'Jaws', provisional: true });
    await editor.changeSlug('Release', kept, 'my-jaws');
    expect((await editor.patch(kept, { provisional: false })).body.data.attributes.slug).toBe('my-jaws');
  });
});
