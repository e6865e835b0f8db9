import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { catalog } from '../../src/catalog';
import { allRecords } from '../../src/export/record-queries';
import type { Kind } from '../../src/kinds';
import { type Changed, type EditorOf, editedDemo, editedServer } from '../support/edited-server';
import { artist, artistIri as iri } from '../support/numbered-artists';
import { runs } from '../support/runs';
import { uuid } from '../support/uuids';

const pointersOf = ({ body }: Changed): string[] =>
  body.meta.errors.map(({ source }: { source: { pointer: string } }) => source.pointer).toSorted();

const sequenceOf = async (editor: EditorOf): Promise<number> => (await editor.read('/api/changes?limit=1')).body.meta.sequence;

/** Sends a request that must be refused, and checks that nothing was written. */
async function refused(editor: EditorOf, send: () => Promise<Changed>): Promise<Changed> {
  const before = await sequenceOf(editor);
  const answer = await send();
  expect(await sequenceOf(editor)).toBe(before);
  return answer;
}

const release = (editor: EditorOf, attributes: object) => editor.post('Release', '/api/releases', attributes);

describe('a document of a release is refused', () => {
  test('for a label with neither record nor number, or with the name of a record only', async () => {
    const editor = await editedServer();
    const labels = [{ catalog_number: 'VSD-1' }, { iri: null, catalog_number: '' }, { name: 'MCA', catalog_number: '1' }];
    const answer = await refused(editor, () => release(editor, { title: 'Box', labels }));
    expect([answer.status, pointersOf(answer)]).toEqual([422, ['/data/attributes/labels/1', '/data/attributes/labels/2/iri']]);
    expect(answer.body.meta.errors[0].meta).toMatchObject({
      message: 'Give an iri, or a catalog_number without one.',
      params: { member: 'catalog_number' },
    });
    expect((await release(editor, { title: 'Box', labels: labels.slice(0, 1) })).status).toBe(201);
  });

  test('for two credits with the same position, stated or implied', async () => {
    const editor = await editedServer([artist(1), artist(2), artist(3)]);
    const credits = (...positions: (number | null)[]) => positions.map((position, index) => ({ iri: iri(index + 1), position }));
    for (const [positions, at] of [
      [[1, 1, 2], 1],
      [[null, 2, 2], 2],
      [[2, null, 3], 2],
    ] as const) {
      const answer = await refused(editor, () => release(editor, { title: 'Box', credits: credits(...positions) }));
      expect([answer.status, pointersOf(answer)]).toEqual([422, [`/data/attributes/credits/${at}/position`]]);
      expect(answer.body.meta.errors[0]).toMatchObject({ code: 'duplicate_position', meta: { params: { position: positions[at] } } });
    }
    expect((await release(editor, { title: 'Box', credits: credits(3, 1, 2) })).status).toBe(201);
  });

  test('for 5,000 tracks, or 1,501 records in several lists', async () => {
    const editor = await editedServer();
    const tracks = (count: number) => Array.from({ length: count }, (_, index) => ({ title: `${index}` }));
    const parts = (count: number) => Array.from({ length: count }, (_, index) => ({ title: `${index}`, position: index + 1 }));
    const documents = [
      [{ tracks: tracks(5_000) }],
      [{ tracks: tracks(749) }, { tracks: tracks(750) }],
      [{ tracks: [{ title: 'x', _type: 'compound', sub_tracks: parts(1_499) }] }],
    ];
    for (const formats of documents) {
      const answer = await refused(editor, () => release(editor, { title: 'Box', formats }));
      expect([answer.status, answer.body.meta.errors[0].meta.message]).toEqual([
        422,
        'One document may hold at most 1500 records. Add the others to the release afterwards.',
      ]);
    }
    expect((await release(editor, { title: 'Box', formats: [{ tracks: tracks(749) }, { tracks: tracks(749) }] })).status).toBe(201);
  });

  test('for a list with too many items, naming the maximum', async () => {
    const editor = await editedServer();
    const identifiers = Array.from({ length: 1_001 }, (_, index) => ({ type: 'Barcode', value: String(index) }));
    const { status, body } = await editor.post('Release', '/api/releases', { title: 'Tides', identifiers });
    expect([status, body.meta.errors[0].detail, body.meta.errors[0].code]).toEqual([
      422,
      'identifiers: This must be a list of at most 1000 items, or null.',
      'long_list',
    ]);
  });

  test('for 1.1 MiB, or for excessive nesting', async () => {
    const editor = await editedServer();
    const large = await refused(editor, () => release(editor, { title: 'x', notes: 'x'.repeat(1.1 * 1024 * 1024) }));
    expect(large.status).toBe(413);
    const nested = `${'{"sub_tracks":['.repeat(20_000)}{}${']}'.repeat(20_000)}`;
    for (const formats of [`[${nested}]`, `[{"tracks":[${nested}]}]`, nested]) {
      const body = `{"data":{"type":"Release","attributes":{"title":"x","formats":${formats}}}}`;
      const { status } = await refused(editor, () => editor.sendText('POST', '/api/releases', body));
      expect(status).toBeOneOf([400, 413, 422]);
    }
  });

  test('with all problems at once: lengths, roles, words, types, ids and duplicate artists', async () => {
    const editor = await editedServer([artist(1)]);
    const other = (await release(editor, { title: 'Other', formats: [{ tracks: [{ title: 'x' }] }] })).body.data.id;
    const [theirs] = (await editor.read(`${other}/formats`)).body.data;
    const credit = { iri: iri(1), credit_role: 'composer' };
    const answer = await refused(editor, () =>
      release(editor, {
        title: 'x'.repeat(10_000),
        country: 7,
        barcode: [],
        artists: [credit, credit, { iri: iri(9), credit_role: 'composer' }, { iri: iri(1), credit_role: 'nobody' }],
        formats: [
          { id: theirs.id, tracks: [{ title: 'x' }] },
          {
            tracks: [
              { title: 'x', id: uuid(5), credits: [{ iri: '/api/artists/x', credit_role: 'nobody' }] },
              { title: 'y', id: uuid(5) },
              { title: 7, minutes: 'one', _type: 'song' },
              null,
              [],
              'x',
            ],
          },
          { id: uuid(5) },
          { format_type: 'wax', quantity: -1, tracks: 'all' },
        ],
      }),
    );
    expect(answer.status).toBe(422);
    expect(pointersOf(answer)).toEqual(
      [
        '/data/attributes/title',
        '/data/attributes/country',
        '/data/attributes/barcode',
        '/data/attributes/artists/1/iri',
        '/data/attributes/artists/2/iri',
        '/data/attributes/artists/3/credit_role',
        '/data/attributes/formats/0/id',
        '/data/attributes/formats/1/tracks/0/credits/0/credit_role',
        '/data/attributes/formats/1/tracks/0/credits/0/iri',
        '/data/attributes/formats/1/tracks/0/id',
        '/data/attributes/formats/1/tracks/1/id',
        '/data/attributes/formats/1/tracks/2/title',
        '/data/attributes/formats/1/tracks/2/minutes',
        '/data/attributes/formats/1/tracks/2/_type',
        '/data/attributes/formats/1/tracks/3',
        '/data/attributes/formats/1/tracks/4',
        '/data/attributes/formats/1/tracks/5',
        '/data/attributes/formats/2/id',
        '/data/attributes/formats/3/format_type',
        '/data/attributes/formats/3/quantity',
        '/data/attributes/formats/3/tracks',
      ].toSorted(),
    );
  });

  test('for a track that is a part of itself or of two tracks', async () => {
    const editor = await editedServer();
    const suite = { title: 'Suite', _type: 'compound', sub_tracks: [{ id: uuid(7), position: 1, title: 'I' }] };
    for (const [tracks, ...places] of [
      [[{ ...suite, id: uuid(7) }], '0/id', '0/sub_tracks/0/id'],
      [[suite, suite], '0/sub_tracks/0/id', '1/sub_tracks/0/id'],
      [[suite, { id: uuid(7), title: 'I' }], '0/sub_tracks/0/id', '1/id'],
    ] as const) {
      const answer = await refused(editor, () => release(editor, { title: 'x', formats: [{ tracks }] }));
      expect([answer.status, pointersOf(answer)]).toEqual([422, places.map((place) => `/data/attributes/formats/0/tracks/${place}`)]);
    }
  });
});

test('works cannot form a circle of parts, and can be merged with their own parts', async () => {
  const editor = await editedServer();
  const partOf = (id: string) => ({ parent: { data: { type: 'Work', id } } });
  const suite = await editor.make('Work', '/api/works', { title: 'Suite' });
  const march = await editor.make('Work', '/api/works', { title: 'March' }, partOf(suite));
  const trio = await editor.make('Work', '/api/works', { title: 'Trio' }, partOf(march));
  for (const part of [suite, march, trio]) {
    const { status, body } = await editor.patch(suite, {}, { relationships: partOf(part) });
    expect([status, body.meta.errors[0].meta.message]).toEqual([422, 'This would create a loop.']);
  }
  const parents = async () =>
    Promise.all([suite, march, trio].map(async (id) => (await editor.read(id)).body?.data?.relationships?.parent.data?.id));
  for (const [goes, stays] of [
    [march, suite],
    [suite, march],
  ] as const) {
    const { status } = await editor.merge(goes, { type: 'Work', id: stays });
    expect(status).toBe(200);
    expect((await editor.read(stays)).body.data.relationships.parent.data).toBeNull();
    expect((await editor.read(trio)).body.data.relationships.parent.data.id).toBe(stays);
    const [merged] = (await editor.read(`/api/revisions?record=${goes}`)).body.data;
    expect((await editor.send('POST', `${merged.id}/revert`)).status).toBe(201);
    expect(await parents()).toEqual([undefined, suite, march]);
  }
});

test('a merge leaves one row for the target in every list, combined from both rows, until it is undone', async () => {
  const editor = await editedServer([1, 2, 3].map((number) => artist(number)));
  const [theme, other] = [
    await editor.make('Work', '/api/works', { title: 'Theme' }),
    await editor.make('Work', '/api/works', { title: 'Thema' }),
  ];
  const [series, serie] = [
    await editor.make('Franchise', '/api/franchises', { name: 'Star Wars' }),
    await editor.make('Franchise', '/api/franchises', { name: 'Star Wars films' }),
  ];
  const composer = (number: number, more: object = {}) => ({ iri: iri(number), credit_role: 'composer', ...more });
  const credits = [composer(1, { name_variation: 'Ann' }), composer(3), composer(2), { iri: iri(2) }, composer(2, { tracks: 'A1' })];
  const of = await editor.make('Release', '/api/releases', { title: 'Score', credits });
  const medley = await editor.make('ReleaseRecording', `${of}/recordings`, { title: 'Medley', works: [{ iri: other }, { iri: theme }] });
  const film = await editor.make('Production', '/api/productions', {
    ...{ title: 'Star Wars', _type: 'movie' },
    franchises: [{ iri: series }, { iri: serie, number: '4' }],
  });
  const award = { award: 'academy_award', category: 'Score', year: 1978, won: true, artists: [{ iri: iri(1) }, { iri: iri(2) }] };
  const won = await editor.make('ProductionAward', `${film}/awards`, award);
  const lists = async () =>
    Promise.all(
      (
        [
          [of, 'credits'],
          [medley, 'works'],
          [film, 'franchises'],
          [won, 'artists'],
        ] as const
      ).map(async ([record, name]) => (await editor.read(record)).body.data.attributes[name]),
    );
  const before = await lists();
  const revisions = [];
  for (const [goes, stays, type] of [
    [iri(1), iri(2), 'Artist'],
    [other, theme, 'Work'],
    [series, serie, 'Franchise'],
  ] as const)
    revisions.push((await editor.merge(goes, { type, id: stays })).body.meta.revision);

  const [kept, works, franchises, artists] = await lists();
  const named = ({ iri, name_variation, credit_role, tracks }: Record<string, unknown>) => [
    iri,
    name_variation,
    credit_role,
    tracks ?? null,
  ];
  expect(kept.map(named)).toEqual([
    [iri(2), 'Ann', 'composer', null],
    [iri(3), null, 'composer', null],
    [iri(2), null, '', null],
    [iri(2), null, 'composer', 'A1'],
  ]);
  expect([works.length, franchises.length, artists.length]).toEqual([1, 1, 1]);
  expect(franchises[0]).toMatchObject({ iri: serie, number: '4' });
  const { data, meta } = (await editor.read(`${theme}/recordings`)).body;
  expect([data.length, meta.totalItems, (await editor.read(theme)).body.data.attributes.recording_count]).toEqual([1, 1, 1]);
  // Both addresses of a work are equal, even when they are written again.
  await editor.patch(medley, { works: [{ iri: theme }, { iri: other }, { iri: theme }] });
  expect((await lists())[1]).toHaveLength(1);
  for (const revision of revisions) expect((await editor.revert(revision)).status).toBe(201);
  expect(await lists()).toEqual(before);
});

test('three groups cannot be members of each other in a circle', async () => {
  const editor = await editedServer([1, 2, 3].map((number) => artist(number)));
  const join = (member: number, group: number) =>
    editor.post('ArtistGroupMember', `${iri(member)}/group-memberships`, {}, { group: { data: { type: 'Artist', id: iri(group) } } });
  for (const [member, group] of [
    [1, 2],
    [2, 3],
  ] as const)
    expect((await join(member, group)).status).toBe(201);
  for (const [member, group] of [
    [3, 1],
    [2, 1],
    [1, 1],
  ] as const) {
    const answer = await refused(editor, () => join(member, group));
    expect([answer.status, pointersOf(answer)]).toEqual([422, ['/data/relationships/group']]);
  }
});

test('an optional document must be an object', async () => {
  const editor = await editedServer([artist(1)]);
  for (const document of [null, [], 5, 'x'])
    for (const [method, path] of [
      ['DELETE', iri(1)],
      ['POST', `/api/revisions/${uuid(1)}/revert`],
    ] as const) {
      const { status, body } = await refused(editor, () => editor.send(method, path, document, { 'if-match': '*' }));
      expect([status, body.errors[0].code]).toEqual([400, 'wrong_member']);
    }
});

test('unknown attributes are ignored and listed', async () => {
  const editor = await editedServer();
  const { status, body } = await release(editor, { title: 'x', shoes: 1, formats: [{ laces: 2, tracks: [{ title: 'y', toes: 3 }] }] });
  expect([status, body.meta.ignoredAttributes.toSorted()]).toEqual([201, ['formats/0/laces', 'formats/0/tracks/0/toes', 'shoes']]);
});

describe('random documents', () => {
  /** JSON values, including those that are easily mistaken for others. */
  const value = fc.oneof(
    fc.jsonValue({ maxDepth: 3 }),
    fc.constantFrom<unknown>(
      null,
      '',
      '\0',
      '\ud800',
      'x'.repeat(300),
      -1,
      1.5,
      1e300,
      2 ** 53 + 2,
      2 ** 31,
      true,
      [],
      {},
      [null],
      [[]],
      [{}],
      { data: null },
      { data: {} },
      { data: [] },
      { data: { type: 'Artist', id: iri(1) } },
      { data: { type: 'Artist', id: uuid(1) } },
      [{ iri: iri(1), credit_role: 'composer' }],
      [{ iri: iri(1), credit_role: null }],
      [{ iri: 'nowhere' }],
      [{ id: uuid(1), title: 'x' }],
      [{ tracks: [{ title: 'x', credits: [{ iri: 7 }], sub_tracks: [{}] }] }],
      '1999-02-31',
      '__proto__',
    ),
  );
  const documentOf = (names: readonly string[]) =>
    fc.dictionary(fc.oneof({ weight: 9, arbitrary: fc.constantFrom(...names) }, { weight: 1, arbitrary: fc.string() }), value, {
      maxKeys: 6,
    });
  const request = fc.constantFrom(...catalog.shown.map(({ type }) => type)).chain((type) => {
    const kind = kindOf(type);
    const related = Object.keys(kind.deserializer.relationships);
    const attributes = documentOf([...Object.keys(kind.deserializer.schema.properties), ...Object.keys(kind.contains), 'id']);
    const relationships = related.length > 0 ? documentOf(related) : fc.constant({});
    return fc.record({
      type: fc.constant(type),
      attributes,
      relationships,
      method: fc.constantFrom('POST', 'PATCH', 'DELETE', 'merge'),
      isBeside: fc.boolean(),
      meta: fc.option(value, { nil: undefined }),
    });
  });

  test('never cause a server error, and write nothing if they are refused', async () => {
    const editor = await editedDemo();
    const firstOf = (kind: Kind): string =>
      JSON.parse((editor.server.store.writer.query(`${allRecords(kind)} LIMIT 1`).get() as { line: string } | null)?.line ?? '{}').id;
    await fc.assert(
      fc.asyncProperty(request, async ({ type, attributes, relationships, method, isBeside, meta }) => {
        const single = firstOf(kindOf(type)) ?? `/api/artists/${uuid(1)}`;
        const path = { POST: single.slice(0, single.lastIndexOf('/')), merge: `${single}/merge` }[method as string] ?? single;
        const [before, { headers, body: there }] = [await sequenceOf(editor), await editor.read(single)];
        const sent = isBeside ? { ...there.data?.attributes, ...attributes } : attributes;
        const data = {
          type,
          attributes: sent,
          relationships,
          ...(method === 'PATCH' && { id: single }),
          ...(method === 'merge' && attributes),
        };
        const document = { data, ...(meta !== undefined && { meta }) };
        const verb = method === 'merge' ? 'POST' : method;
        const { status, body } = await editor.send(verb, path, document, { 'if-match': headers.get('etag') ?? '*' });
        expect({ isFault: status >= 500, path, body: status >= 500 ? body : '' }).toEqual({ isFault: false, path, body: '' });
        if (status >= 400) expect(await sequenceOf(editor)).toBe(before);
      }),
      { numRuns: runs(50) },
    );
  }, 0);
});

const kindOf = (type: string): Kind => catalog.find(type) as Kind;
