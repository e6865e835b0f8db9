import { describe, expect, test } from 'bun:test';
import { pageOf } from '../support/pages';
import { signedIn } from '../support/visitor';
import { count, disc, postItem, put, textFor, world } from './unreviewed-releases';

describe('an editor', () => {
  test('accepts a release, which becomes visible to everyone', async () => {
    const { server, member, stranger, editor } = await world();
    await put(
      member,
      'release_title,artist_credit,label,catalog_number,barcode,year\nThe Hidden Score,Hidden Composer,MCA,MCA-2087,4988001000013,1975\n',
    );
    const { included } = (await member.read('/api/users/me/collection?include=release')).body;
    const iri = included[0].id as string;
    expect((await editor.patch(iri, { title: 'Another' })).status).toBe(409);
    const { status, body } = await editor.patch(iri, { reviewed: true });
    expect(status).toBe(200);
    expect(body.data.attributes).toMatchObject({ reviewed: true, pending: null, labels: [{ name: 'MCA', catalog_number: 'MCA-2087' }] });
    for (const path of [
      '/api/releases',
      '/api/releases?q=hidden',
      '/api/releases?barcode=4988001000013',
      '/api/releases?catalogNumber=mca2087',
      '/api/changes',
      '/api/export?provisional=true',
      iri,
    ])
      expect(await textFor(stranger, path)).toContain(iri);
    expect(count(server, 'label')).toBe(1);
    expect((await stranger.read('/api/releases')).body.meta.totalItems).toBe(1);
  });

  test('accepts a release sent back as it was read, whose labels have names instead of records', async () => {
    const { member, editor } = await world();
    await put(member, 'release_title,artist_credit,label,catalog_number\nThe Hidden Score,Hidden Composer,MCA,MCA-2087\n');
    const { included } = (await member.read('/api/users/me/collection?include=release')).body;
    const { attributes } = (await editor.read(included[0].id)).body.data;
    expect(attributes.labels).toMatchObject([{ iri: null, id: null, name: 'MCA' }]);
    const labels = [...attributes.labels, { iri: null, id: null, name: null, catalog_number: 'X 1' }];
    const { status, body } = await editor.patch(included[0].id, { ...attributes, labels, reviewed: true });
    expect([status, body.data.attributes.labels]).toEqual([
      200,
      [
        { iri: expect.any(String), id: expect.any(String), name: 'MCA', catalog_number: 'MCA-2087' },
        { iri: null, id: null, name: null, catalog_number: 'X 1' },
      ],
    ]);
    expect((await editor.patch(included[0].id, { labels: [7, null] })).status).toBe(422);
    const copy = { title: 'Copy', labels: body.data.attributes.labels };
    expect((await editor.post('Release', '/api/releases', copy)).body.data.attributes.labels).toEqual(copy.labels);
  });

  test('accepts a release added over the API, with its formats', async () => {
    const { member, stranger, editor } = await world();
    const label = await editor.make('Label', '/api/labels', { name: 'Varèse Sarabande' });
    const iri = await member.make('Release', '/api/releases', { ...disc, labels: [{ iri: label, catalog_number: 'VSD-1' }] });
    expect((await stranger.read(`/api/releases?label=${label}`)).body.data).toEqual([]);
    expect((await editor.patch(iri, { reviewed: true, country: 'GB' })).status).toBe(200);
    const { data } = (await stranger.read(iri)).body;
    expect(data.attributes).toMatchObject({
      slug: 'the-hidden-score',
      country: 'GB',
      track_count: 1,
      labels: [{ iri: label }],
      provisional: false,
    });
  });

  test('rejects a release with a note for its owner, who keeps it, and may accept it later', async () => {
    const { member, stranger, editor } = await world();
    const iri = await member.make('Release', '/api/releases', disc);
    await postItem(member, 'collection', iri);
    const reject = (who: typeof editor, body: object) => who.sendText('POST', `${iri}/rejection`, JSON.stringify(body));
    const note = 'A bootleg.\nThe catalog has none.';
    expect((await reject(member, { note })).status).toBe(403);
    for (const body of [{}, { note: ' ' }, { note: 7 }, { note: 'x'.repeat(10_001) }])
      expect((await reject(editor, body)).status).toBe(422);
    const { status, body } = await editor.sendText('POST', `${iri}/rejection`, JSON.stringify({ note }), {
      'content-type': 'application/json',
    });
    expect([status, body.data.id, body.data.attributes.reviewed, body.data.attributes.rejection.note]).toEqual([200, iri, false, note]);
    expect((await member.read(iri)).body.data.attributes.rejection).toEqual({ note, rejected_at: expect.any(String) });
    expect((await member.read('/api/users/me/collection')).body.data).toHaveLength(1);
    expect((await stranger.read(iri)).status).toBe(404);
    expect((await editor.read('/api/releases/unreviewed')).body.data).toEqual([]);
    expect((await editor.read('/api/releases/rejected')).body.data).toMatchObject([{ id: iri, attributes: { rejection: { note } } }]);
    for (const path of ['/api/releases', '/api/releases?q=hidden', '/api/changes', '/api/export?provisional=true'])
      expect(await textFor(stranger, path)).not.toContain(iri);
    expect((await stranger.read('/api/releases/rejected')).status).toBe(403);
    expect((await editor.patch(iri, { reviewed: true })).body.data.attributes).toMatchObject({ reviewed: true, rejection: null });
    expect((await stranger.read(iri)).status).toBe(200);
    expect((await reject(editor, { note })).status).toBe(409);
    expect((await editor.read('/api/releases/rejected')).body.data).toEqual([]);
  });

  test('rejects a release on its page with a reason, which the page of the release shows its owner', async () => {
    const { server, member } = await world();
    const iri = await member.make('Release', '/api/releases', disc);
    const visitor = await signedIn(server, 'erika');
    await visitor.open('/unreviewed');
    expect((await visitor.send('Reject', { note: ' ', do: 'reject' })).text).toContain('Enter a reason');
    const after = await visitor.send('Reject', { note: 'A bootleg.', do: 'reject' });
    for (const words of ['Release rejected. The member sees your reason.', 'Nothing to review.']) expect(after.html).toContain(words);
    const { slug } = (await member.read(iri)).body.data.attributes;
    const page = await pageOf(server, `/releases/${slug}`, { token: member.token });
    for (const words of ['Not accepted', 'It stays in your collection', 'A bootleg.']) expect(page.text).toContain(words);
    const rejected = await visitor.open('/unreviewed?rejected=true');
    for (const words of ['The Hidden Score', 'A bootleg.']) expect(rejected.text).toContain(words);
    expect((await visitor.send('Accept')).html).toContain('Release accepted.');
  });

  test('merges a release into another, which takes over copies and address', async () => {
    const { member, stranger, editor } = await world();
    const parts = ['I', 'II'].map((title, index) => ({ position: index + 1, title }));
    const suite = { title: 'Suite', _type: 'compound', sub_tracks: parts };
    const formats = [{ format_type: 'cd', tracks: [{ title: 'Main Title' }, suite] }, {}];
    const iri = await member.make('Release', '/api/releases', { ...disc, formats });
    await postItem(member, 'collection', iri);
    const own = [{ format_type: 'cd', tracks: [{ ...suite, sub_tracks: parts.slice(0, 1) }] }];
    const into = await editor.make('Release', '/api/releases', { title: 'Hidden', formats: own });
    expect((await editor.merge(into, { type: 'Release', id: iri })).status).not.toBe(200);
    expect((await editor.merge(iri, { type: 'Release', id: into })).body.meta.leftOut).toEqual(['1-1 Main Title', '1-2 Suite: II', '2']);
    expect((await member.read('/api/users/me/collection')).body.data[0].attributes.release.id).toBe(into.slice(-36));
    expect((await stranger.read(iri)).status).toBe(301);
  });
});

test('a member can neither accept nor edit a release', async () => {
  const { member, stranger } = await world();
  const iri = await member.make('Release', '/api/releases', disc);
  for (const who of [member, stranger])
    expect(
      (await who.send('PATCH', iri, { data: { type: 'Release', id: iri, attributes: { reviewed: true } } }, { 'if-match': '*' })).status,
    ).toBe(403);
});

describe('the review queue', () => {
  test('lists every unreviewed release to editors only', async () => {
    const { member, stranger, editor } = await world();
    await editor.make('Release', '/api/releases', { title: 'Vertigo' });
    const iri = await member.make('Release', '/api/releases', disc);
    const { status, body } = await editor.read('/api/releases/unreviewed?order[title]=asc&include=label');
    expect([status, body.data.map(({ id }: { id: string }) => id), body.meta.totalItems]).toEqual([200, [iri], 1]);
    for (const who of [member, stranger]) expect((await who.read('/api/releases/unreviewed')).status).toBe(403);
    expect((await editor.patch(iri, { reviewed: true })).status).toBe(200);
    expect((await editor.read('/api/releases/unreviewed')).body.data).toEqual([]);
  });

  test('has a page on which an editor accepts a release that a member added by form', async () => {
    const { server, member, editor } = await world();
    const visitor = await signedIn(server);
    await visitor.open('/collection');
    await visitor.open('/releases/add');
    expect(visitor.page.text).toContain('Only you and editors see it until an editor accepts it.');
    await visitor.send('Add release', { title: 'The Hidden Score', artist: 'Hidden Composer', number: 'MCA-2087' });
    expect(visitor.page.text).toContain('Waiting for review');
    expect((await member.read('/api/users/me/collection')).body.meta.totalItems).toBe(1);
    expect((await visitor.open('/unreviewed')).status).toBe(403);

    const second = await signedIn(server, 'erika');
    await second.open('/unreviewed');
    expect(second.page.text).toContain('The Hidden Score Hidden Composer · MCA-2087 · CD');
    await second.send('Accept', {});
    expect(second.page.text).toContain('Nothing to review.');
    expect((await editor.read('/api/releases')).body.data[0].attributes).toMatchObject({
      title: 'The Hidden Score',
      reviewed: true,
      format_count: 1,
    });
  });
});

test('merging an unreviewed release into a release on the same lists keeps one wishlist item', async () => {
  const { server, member, editor } = await world();
  const iri = await member.make('Release', '/api/releases', disc);
  const into = await editor.make('Release', '/api/releases', { title: 'Hidden' });
  for (const release of [iri, into])
    for (const list of ['collection', 'wishlist'] as const) expect((await postItem(member, list, release)).status).toBe(201);
  expect((await editor.merge(iri, { type: 'Release', id: into })).status).toBe(200);
  expect([count(server, 'release'), count(server, 'collection_item'), count(server, 'wishlist_item')]).toEqual([1, 2, 1]);
  expect((await member.read(iri)).status).toBe(301);
});
