import { describe, expect, test } from 'bun:test';
import { editedServer } from '../support/edited-server';

// Forms in which clients send a value, and values that mean nothing.

const editor = await editedServer();
const wendy = await editor.make('Artist', '/api/artists', { name: 'Wendy Carlos', _type: 'person' });

test('lists in one value may have blanks after their commas', async () => {
  const { status, body } = await editor.read('/api/artists?include=members,%20groups&fields[Artist]=name,%20slug&sort=%20name');
  expect([status, Object.keys(body.data[0].attributes)]).toEqual([200, ['name', 'slug']]);
});

test.each(['%00', 'endy%00Car'])('name=%s finds nothing', async (name) => {
  const { status, body } = await editor.read(`/api/artists?name=${name}`);
  expect([status, body.data, body.meta.totalItems]).toEqual([200, [], 0]);
  expect((await editor.read('/api/artists?name=endy%20Car')).body.data).toHaveLength(1);
});

describe('an absolute address of this server', () => {
  test('identifies the record of a document, and stays as it is in a text', async () => {
    const { headers } = await editor.read(wendy);
    const [id, disambiguation] = [`http://localhost${wendy}`, 'http://localhost/api/artists'];
    const data = { type: 'Artist', id, attributes: { disambiguation } };
    const changed = await editor.send('PATCH', wendy, { data }, { 'if-match': headers.get('etag') as string });
    expect([changed.status, changed.body.data.id, changed.body.data.attributes.disambiguation]).toEqual([200, wendy, disambiguation]);
  });

  test('identifies a related record', async () => {
    const performer = { data: { type: 'Artist', id: `https://localhost${wendy}` } };
    const { status, body } = await editor.post('Portrayal', '/api/portrayals', {}, { performer });
    expect([status, body.data.relationships.performer.data.id]).toEqual([201, wendy]);
  });

  test('is refused if it belongs to another server', async () => {
    const performer = { data: { type: 'Artist', id: `https://other.example${wendy}` } };
    expect((await editor.post('Portrayal', '/api/portrayals', {}, { performer })).status).toBe(422);
  });
});

test.each([undefined, { performer: { data: null } }])('a portrayal of nobody in nothing is refused: %p', async (relationships) => {
  const { status, body } = await editor.post('Portrayal', '/api/portrayals', { notes: 'x' }, relationships);
  expect([status, body.meta.errors[0].code, body.meta.errors[0].source]).toEqual([
    422,
    'empty_portrayal',
    { pointer: '/data/relationships/performer' },
  ]);
});

test('a portrayal keeps one of its relationships', async () => {
  const iri = await editor.make('Portrayal', '/api/portrayals', {}, { performer: { data: { type: 'Artist', id: wendy } } });
  expect((await editor.patch(iri, { notes: 'y' })).status).toBe(200);
  expect((await editor.patch(iri, {}, { relationships: { performer: { data: null } } })).status).toBe(422);
});

test('a number as notes of an item is no text, and a text can be too long', async () => {
  const codesOf = async (notes: unknown) => {
    const { status, body } = await editor.post('CollectionItem', '/api/users/me/collection', { notes });
    const found = body.meta.errors.filter(({ source }: { source: { pointer: string } }) => source.pointer === '/data/attributes/notes');
    return [status, found.map(({ code, detail }: { code: string; detail: string }) => [code, detail])];
  };
  expect(await codesOf(5)).toEqual([422, [['invalid_text', 'notes: This must be text, or null.']]]);
  expect(await codesOf('x'.repeat(10_001))).toEqual([422, [['too_long', expect.stringContaining('10000')]]]);
});
