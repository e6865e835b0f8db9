import { describe, expect, test } from 'bun:test';
import { catalog } from '../../src/catalog';
import { fromRecord, iriOf } from '../../src/kinds/address';
import { editedDemo, editedServer, editorOf } from '../support/edited-server';
import { artist } from '../support/numbered-artists';
import { uuid } from '../support/uuids';

describe('edit rights', () => {
  const body = { data: { type: 'Artist', attributes: { name: 'Ada', _type: 'person' } } };

  test.each([
    ['editors', 'user', 403],
    ['editors', 'editor', 201],
    ['editors', 'admin', 201],
    ['users', 'user', 201],
    ['off', 'admin', 403],
  ] as const)('where editing is %s, a %s gets %d', async (editing, role, status) => {
    const { server } = await editedServer([], { editing });
    const somebody = await editorOf(server, 'somebody', role);
    expect((await somebody.send('POST', '/api/artists', body)).status).toBe(status);
    const first = (await somebody.read('/api/artists/roles?itemsPerPage=1')).body.data[0].id;
    expect('lockedFields' in ((await somebody.read(first)).body.meta ?? {})).toBe(status === 201);
  });
});

describe('a record', () => {
  test('is created by a POST to its list, and links to its revision', async () => {
    const editor = await editedServer();
    const { status, headers, body } = await editor.post('Artist', '/api/artists', {
      name: 'Ada',
      _type: 'person',
      shoes: 1,
      slug: 'lovelace',
    });
    expect(status).toBe(201);
    expect(headers.get('location')).toBe(body.data.id);
    expect(body.data.attributes).toMatchObject({ name: 'Ada', slug: 'ada' });
    expect(body.meta).toMatchObject({ ignoredAttributes: ['shoes', 'slug'], lockedFields: ['_type', 'name'] });
    const { body: read, headers: readHeaders } = await editor.read(body.data.id);
    expect([read.data, readHeaders.get('etag')]).toEqual([body.data, headers.get('etag')]);
  });

  test('sent back with changes ignores read-only attributes, and names those that differ from the stored ones', async () => {
    const editor = await editedServer([artist(1, { country: 'US' })]);
    const iri = `/api/artists/${uuid(1)}`;
    const { attributes } = (await editor.read(iri)).body.data;
    const same = await editor.patch(iri, { ...attributes, country: 'GB' });
    expect([same.status, same.body.meta.ignoredAttributes, same.body.data.attributes]).toEqual([
      200,
      undefined,
      { ...attributes, country: 'GB', updated_at: expect.any(String) },
    ]);
    const differing = await editor.patch(iri, {
      slug: 'other',
      display_name: 'Other',
      members: [uuid(9)],
      created_at: null,
      country: 'FR',
    });
    expect(differing.body.meta.ignoredAttributes.toSorted()).toEqual(['created_at', 'display_name', 'members', 'slug']);
    expect(differing.body.data.attributes).toMatchObject({ slug: attributes.slug, display_name: attributes.name, country: 'FR' });
    const release = await editor.post('Release', '/api/releases', { title: 'Tides', year: 1999, release_date: '1975' });
    expect([release.body.meta.ignoredAttributes, release.body.data.attributes.year]).toEqual([['year'], 1975]);
  });

  test('is linked under the name of a relationship in responses, or its former one', async () => {
    const editor = await editedServer();
    const label = await editor.make('Label', '/api/labels', { name: 'Varèse' });
    const series = await editor.make('LabelSeries', `${label}/series`, { name: 'Club' });
    const release = await editor.make('Release', '/api/releases', { title: 'Tides' });
    for (const name of ['labelSeries', 'series'])
      for (const data of [{ type: 'LabelSeries', id: series }, null]) {
        const { body } = await editor.patch(release, {}, { relationships: { [name]: { data } } });
        expect([body.data.relationships.labelSeries, body.meta.ignoredAttributes]).toEqual([{ data }, undefined]);
      }
    const sent = (await editor.read(release)).body.data;
    const { body } = await editor.patch(release, sent.attributes, { relationships: sent.relationships });
    expect([body.meta.ignoredAttributes, body.meta.revision]).toEqual([undefined, undefined]);
  });

  test('is created with its included records, or not at all', async () => {
    const editor = await editedServer();
    const [ada, intrada] = [crypto.randomUUID(), crypto.randomUUID()];
    const send = (artist: object, attributes: object = {}) =>
      editor.send('POST', '/api/releases', {
        data: {
          type: 'Release',
          attributes: {
            title: 'Tides',
            credits: [{ iri: `/api/artists/${ada}`, credit_role: 'composer' }],
            labels: [{ iri: `/api/labels/${intrada}` }],
            ...attributes,
          },
        },
        included: [
          { type: 'Artist', lid: ada, attributes: { _type: 'person', ...artist } },
          { type: 'Label', lid: intrada, attributes: { name: 'Intrada' } },
        ],
      });
    const revisions = async () => (await editor.read('/api/revisions')).body.meta.totalItems;
    const pointersOf = async (sent: ReturnType<typeof send>) =>
      (await sent).body.meta.errors.map(({ source }: { source: { pointer: string } }) => source.pointer);
    expect(await pointersOf(send({ name: '' }))).toEqual(['/included/0/attributes/name']);
    expect(await pointersOf(send({ name: 'Ada' }, { release_date: '1975-13' }))).toEqual(['/data/attributes/release_date']);
    expect(await revisions()).toBe(0);

    const { status, body } = await send({ name: 'Ada' });
    expect([status, await revisions()]).toEqual([201, 3]);
    const { credits, labels } = body.data.attributes;
    expect([credits[0].name, labels[0].name]).toEqual(['Ada', 'Intrada']);
    expect(body.meta.created).toEqual([credits[0].iri, labels[0].iri]);
    expect(credits[0].id).not.toBe(ada);
    for (const included of [
      {},
      [1],
      [{ type: 'Artist', lid: '' }],
      [{ type: 'Artist', lid: 'x'.repeat(256) }],
      [{ type: 'ReleaseTrack', lid: ada }],
    ])
      expect([400, 409]).toContain(
        (await editor.send('POST', '/api/labels', { data: { type: 'Label', attributes: { name: 'X' } }, included })).status,
      );
  });

  test('is sent back with what a read included, and names read-only relationships that differ', async () => {
    const editor = await editedServer([artist(1)]);
    const release = await editor.make('Release', '/api/releases', {
      title: 'Tides',
      artists: [{ iri: `/api/artists/${uuid(1)}`, credit_role: 'composer' }],
      formats: [{ format_type: 'cd', tracks: [{ title: 'Ebb' }] }],
    });
    const { body } = await editor.read(`${release}?include=artists,formats.tracks`);
    const tag = { 'if-match': (await editor.read(release)).headers.get('etag') as string };
    expect(body.included).toHaveLength(3);
    const { status, body: same } = await editor.send('PATCH', release, body, tag);
    expect([status, same.meta.revision, same.meta.ignoredAttributes]).toEqual([200, undefined, undefined]);
    const listed = (await editor.read('/api/releases')).body.data[0];
    const unchanged = await editor.patch(release, listed.attributes, { relationships: listed.relationships });
    expect([unchanged.status, unchanged.body.meta.ignoredAttributes]).toEqual([200, undefined]);
    const relationships = {
      artistRecords: { data: [] },
      productions: { data: [{ type: 'Production', id: uuid(9) }] },
      shoes: { data: null },
    };
    const differing = await editor.patch(release, { title: 'Tide' }, { relationships });
    expect(differing.body.meta.ignoredAttributes.toSorted()).toEqual(['artistRecords', 'productions', 'shoes']);
    const orphan = { type: 'Production', lid: 'film', attributes: { title: 'Film', _type: 'movie' } };
    const film = { productions: { data: [{ type: 'Production', lid: 'film' }] } };
    const document = { data: { type: 'Release', attributes: { title: 'Other' }, relationships: film }, included: [orphan] };
    expect((await editor.send('POST', '/api/releases', document)).body.meta.errors[0].source.pointer).toBe('/included/0/lid');
  });

  test('names included records by any lid, and leaves equal texts alone', async () => {
    const editor = await editedServer();
    const { status, body } = await editor.send('POST', '/api/releases', {
      data: {
        type: 'Release',
        attributes: {
          title: 'new-1',
          notes: 'By new-1 at /api/artists/new-2',
          credits: [{ iri: '/api/artists/new-1', credit_role: 'composer' }],
        },
        relationships: { album: { data: { type: 'Album', lid: 'Álbum 1' } } },
      },
      included: [
        { type: 'Artist', lid: 'new-1', attributes: { name: 'Ada', _type: 'person' } },
        { type: 'Album', lid: 'Álbum 1', attributes: { title: 'Tides' } },
      ],
    });
    const { title, notes, credits } = body.data.attributes;
    expect([status, title, notes, credits[0].name]).toEqual([201, 'new-1', 'By new-1 at /api/artists/new-2', 'Ada']);
    expect(body.data.relationships.album.data.id).toBe(body.meta.created[1]);
  });

  test('tells an included record from an existing one whose UUID is its lid', async () => {
    const editor = await editedServer([artist(1), artist(2)]);
    const [album, lid] = [await editor.make('Album', '/api/albums', { title: 'Old' }), uuid(1)];
    const uuidOfAlbum = album.slice(-36);
    const ada = { type: 'Artist', lid, attributes: { name: 'Ada', _type: 'person' } };
    const send = (path: string, type: string, attributes: object, relationships: object, ...included: object[]) =>
      editor.send('POST', path, { data: { type, attributes, relationships }, included });
    const credits = (iri: string) => ({ title: 'Tides', credits: [{ iri, credit_role: 'composer' }] });
    const linked = (data: object) => ({ album: { data: { type: 'Album', ...data } } });
    const albumOf = ({ body }: Awaited<ReturnType<typeof send>>) => body.data.relationships.album.data.id;

    const named = await send('/api/releases', 'Release', credits(`/api/artists/${lid}`), {}, ada);
    expect(named.body.data.attributes.credits[0].name).toBe('Ada');
    const texts = await send('/api/releases', 'Release', { ...credits(lid), title: lid }, {}, ada);
    expect([texts.body.data.attributes.title, texts.body.data.attributes.credits[0].name]).toEqual([lid, 'Ada']);
    const fresh = { type: 'Album', lid: uuidOfAlbum, attributes: { title: 'New' } };
    const created = await send('/api/releases', 'Release', { title: 'Tides' }, linked({ lid: uuidOfAlbum }), fresh);
    expect(albumOf(created)).toBe(created.body.meta.created[0]);
    for (const id of [album, uuidOfAlbum]) {
      const other = { ...ada, lid: uuidOfAlbum };
      expect(albumOf(await send('/api/releases', 'Release', credits(`/api/artists/${uuidOfAlbum}`), linked({ id }), other))).toBe(album);
      const unnamed = await send('/api/releases', 'Release', { title: 'Tides' }, linked({ id }), fresh);
      expect([unnamed.status, unnamed.body.meta.errors[0].code]).toEqual([422, 'unnamed_lid']);
    }
    const work = (id: object) => ({ parent: { data: { type: 'Work', ...id } } });
    const suite = await editor.make('Work', '/api/works', { title: 'Suite' });
    const part = { type: 'Work', lid: suite.slice(-36), attributes: { title: 'Part' }, relationships: work({ id: suite }) };
    const { body } = await send('/api/works', 'Work', { title: 'Ebb' }, work({ lid: part.lid }), part);
    expect((await editor.read(body.meta.created[0])).body.data.relationships.parent.data.id).toBe(suite);
    const link = { provider: 'imdb', external_id: 'nm1', url: 'https://www.imdb.com/name/nm1' };
    const ofPath = await send(`/api/artists/${lid}/external-links`, 'ArtistExternalLink', link, {}, ada);
    expect([ofPath.status, ofPath.body.meta.errors[0].code]).toEqual([422, 'unnamed_lid']);
    expect((await editor.read(`/api/artists/${lid}`)).body.data.attributes.name).toBe('Artist 1');
  });

  test('is created with included records that reference each other, unless their lids are wrong', async () => {
    const editor = await editedServer();
    const [suite, part, artist] = [crypto.randomUUID(), crypto.randomUUID(), crypto.randomUUID()];
    const parent = (lid: string) => ({ parent: { data: { type: 'Work', lid } } });
    const send = (...included: object[]) =>
      editor.send('POST', '/api/works', {
        data: { type: 'Work', attributes: { title: 'Ebb' }, relationships: parent(part) },
        included,
      });
    const works: readonly [object, object] = [
      { type: 'Work', lid: part, attributes: { title: 'Part', shoes: 1 }, relationships: parent(suite) },
      { type: 'Work', lid: suite, attributes: { title: 'Suite' } },
    ];
    const { status, body } = await send(...works);
    expect([status, body.meta.ignoredAttributes]).toEqual([201, ['included/0/shoes']]);
    const [madePart, madeSuite] = body.meta.created;
    expect(body.data.relationships.parent.data.id).toBe(madePart);
    expect((await editor.read(madePart)).body.data.relationships.parent.data.id).toBe(madeSuite);

    const refused: readonly (readonly [included: object[], pointer: string, detail: string])[] = [
      [[works[0], { ...works[1], relationships: parent(part) }], '/included/0/lid', 'Included records name each other in a circle.'],
      [[works[0], works[0]], '/included/1/lid', `Another included record has the lid ${part}.`],
      [[...works, { type: 'Artist', lid: artist }], '/included/2/lid', `Nothing in the document names the lid ${artist}.`],
      [[{ ...works[0], relationships: parent(uuid(9)) }, works[1]], '/included/1/lid', `Nothing in the document names the lid ${suite}.`],
      [[{ ...works[0], relationships: parent(uuid(9)) }], '/included/0/relationships/parent', 'Name one record in data'],
      [[{ ...works[0], type: undefined }], '/included/0/type', '/included/0/type must be a type, such as "Artist".'],
    ];
    for (const [included, pointer, detail] of refused) {
      const { errors, meta } = (await send(...included)).body;
      const [{ source, detail: said }] = meta?.errors ?? errors;
      expect([source.pointer, said]).toEqual([pointer, expect.stringContaining(detail)]);
    }
  });

  test('never has a slug in the form of a UUID', async () => {
    const editor = await editedServer();
    const { body } = await editor.post('Artist', '/api/artists', { name: uuid(1), _type: 'person' });
    expect(body.data.attributes.slug).toBe(`${uuid(1)}-2`);
  });

  test('of a nested kind is created below an existing parent', async () => {
    const editor = await editedServer([artist(1), artist(2)]);
    const group = { group: { data: { type: 'Artist', id: uuid(2) } } };
    const membership = await editor.make('ArtistGroupMember', `/api/artists/${uuid(1)}/group-memberships`, {}, group);
    expect(membership).toStartWith(`/api/artists/${uuid(1)}/group-memberships/`);
    expect((await editor.read(`/api/artists/${uuid(2)}`)).body.data.attributes.members).toEqual([`/api/artists/${uuid(1)}`]);
    expect((await editor.post('ArtistAlias', `/api/artists/${uuid(9)}/aliases`, { variation: 'X' })).status).toBe(404);
  });

  test('is changed only with the ETag it was read with', async () => {
    const editor = await editedServer([artist(1)]);
    const iri = `/api/artists/${uuid(1)}`;
    const tag = (await editor.read(iri)).headers.get('etag') as string;
    const data = { type: 'Artist', id: iri, attributes: { country: 'GB' } };
    expect((await editor.send('PATCH', iri, { data })).status).toBe(428);
    expect((await editor.send('DELETE', iri)).status).toBe(428);

    expect((await editor.patch(iri, { country: 'FR' })).status).toBe(200);
    const late = await editor.send('PATCH', iri, { data }, { 'if-match': tag });

    expect([late.status, late.headers.get('etag')]).toEqual([412, (await editor.read(iri)).headers.get('etag')]);
    expect(
      (await editor.send('PATCH', iri, { data }, { 'if-match': late.headers.get('etag') as string })).body.data.attributes.country,
    ).toBe('GB');

    const part = `${iri}?fields[Artist]=name`;
    const seen = (await editor.read(part)).headers.get('etag') as string;
    expect((await editor.patch(iri, { biography: 'By another editor' })).status).toBe(200);
    expect((await editor.send('PATCH', part, { data }, { 'if-match': seen })).status).toBe(412);
    const again = (await editor.read(part)).headers.get('etag') as string;
    expect((await editor.send('PATCH', part, { data }, { 'if-match': again })).status).toBe(200);
  });

  test('of any kind stays unchanged if it is sent back as it was read', async () => {
    const editor = await editedDemo();
    for (const kind of catalog.all) {
      const whole = kind.parts ? `WHERE ${kind.parts.column} IS NULL` : '';
      const { iri } = editor.server.store.reader
        .query(
          `SELECT ${iriOf(kind, 'x')} AS iri FROM ${fromRecord(kind, 'x')} ${whole.replace('WHERE ', 'WHERE x.')} ORDER BY x.key LIMIT 1`,
        )
        .get() as { iri: string };
      const { body, headers } = await editor.read(iri);
      const sent = await editor.send('PATCH', iri, { data: body.data }, { 'if-match': headers.get('etag') as string });
      expect({ iri, status: sent.status, revision: sent.body.meta?.revision }).toEqual({ iri, status: 200, revision: undefined });
    }
  });

  test('cannot be changed by a document of another type, id or shape', async () => {
    const editor = await editedServer([artist(1)]);
    const iri = `/api/artists/${uuid(1)}`;
    const changes = [
      [{ data: { type: 'Label', id: iri } }, 409],
      [{ data: { type: 'Artist', id: `/api/artists/${uuid(2)}` } }, 409],
      [{ data: { type: 'Artist' } }, 400],
      [{ data: [] }, 400],
      [{ data: { type: 'Artist', id: iri, attributes: [] } }, 400],
      [{ data: { type: 'Artist', id: iri }, meta: { note: 5 } }, 422],
      [{ data: { type: 'Artist', id: iri, relationships: { members: 5 }, attributes: { name: '\0' } } }, 422],
    ] as const;
    for (const [document, status] of changes)
      expect({ document, status: (await editor.send('PATCH', iri, document, { 'if-match': '*' })).status }).toEqual({ document, status });
    expect((await editor.send('POST', '/api/artists', { data: { type: 'Artist', id: uuid(5) } })).status).toBe(403);
  });

  test('is deleted with a tombstone, unless a collection references it', async () => {
    const release = (number: number) => ({
      type: 'Release',
      id: `/api/releases/${uuid(number)}`,
      attributes: { title: `Release ${number}` },
    });
    const editor = await editedServer([release(1), release(2)]);
    await editor.post('CollectionItem', '/api/users/me/collection', { release: { id: uuid(1) } });

    const refused = await editor.delete(`/api/releases/${uuid(1)}`);
    expect([refused.status, refused.body.errors[0].detail]).toEqual([
      409,
      'One other record or item refers to this release: 1 copy in a collection. Remove that reference first.',
    ]);
    expect((await editor.delete(`/api/releases/${uuid(2)}`)).status).toBe(204);
    expect((await editor.read(`/api/releases/${uuid(2)}`)).status).toBe(404);
    const { data } = (await editor.read('/api/changes?limit=1000')).body;
    expect(data.at(-1).attributes).toMatchObject({ action: 'deleted', resource_id: uuid(2) });
  });
});
