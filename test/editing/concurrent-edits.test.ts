import { describe, expect, test } from 'bun:test';
import { importRecords } from '../../src/import/seed';
import { editing } from '../records/editing';
import { label, production } from '../records/numbered-records';
import { type Changed, type EditorOf, editedServer, editorOf } from '../support/edited-server';
import { artist, credit, artistIri as iri } from '../support/numbered-artists';
import { uuid } from '../support/uuids';

const into = (number: number, type = 'Artist') => ({ type, id: uuid(number) });
const statuses = (answers: readonly Changed[]): number[] => answers.map(({ status }) => status).toSorted();
const detailOf = ({ body }: Changed): string => body.errors[0].detail;

describe('concurrent changes', () => {
  test('of one record are refused with the current ETag, except for the first', async () => {
    const anna = await editedServer([artist(1)]);
    const bert = await editorOf(anna.server, 'bert');
    const tag = (await anna.read(iri(1))).headers.get('etag') as string;
    const change = (editor: EditorOf, country: string) => editor.patch(iri(1), { country }, { tag });

    const answers = await Promise.all([change(anna, 'GB'), change(bert, 'FR'), change(anna, 'IT')]);

    expect(statuses(answers)).toEqual([200, 412, 412]);
    const won = answers.find(({ status }) => status === 200);
    const present = await anna.read(iri(1));
    for (const { status, headers } of answers) if (status === 412) expect(headers.get('etag')).toBe(present.headers.get('etag'));
    expect(present.body.data.attributes.country).toBe(won?.body.data.attributes.country);
    expect((await anna.read(`${iri(1)}/revisions`)).body.data).toHaveLength(1);
    expect((await bert.patch(iri(1), { country: 'DE' }, { tag: present.headers.get('etag') as string })).status).toBe(200);
  });

  test('undo a revision once, and not if it was overwritten meanwhile', async () => {
    const anna = await editedServer([artist(1)]);
    const bert = await editorOf(anna.server, 'bert');
    const { revision } = (await anna.patch(iri(1), { country: 'GB' })).body.meta;
    expect(statuses(await Promise.all([anna.revert(revision), bert.revert(revision)]))).toEqual([201, 409]);

    const next = (await anna.patch(iri(1), { country: 'FR' })).body.meta.revision;
    const tag = (await bert.read(iri(1))).headers.get('etag') as string;
    const [changed, reverted] = await Promise.all([bert.patch(iri(1), { country: 'IT' }, { tag }), anna.revert(next)]);
    const { country } = (await anna.read(iri(1))).body.data.attributes;
    expect([
      [200, 409, 'IT'],
      [412, 201, null],
    ]).toContainEqual([changed.status, reverted.status, country]);
  });

  test('merge two records in one direction only, and never both delete and merge one', async () => {
    const anna = await editedServer([artist(1), artist(2), artist(3)]);
    const bert = await editorOf(anna.server, 'bert');
    expect(statuses(await Promise.all([anna.merge(iri(1), into(2)), bert.merge(iri(2), into(1))]))).toEqual([200, 422]);
    const standing = (await anna.read(iri(1))).status === 200 ? 1 : 2;
    const answers = await Promise.all([anna.delete(iri(3)), bert.merge(iri(3), into(standing))]);
    expect([
      [204, 404],
      [412, 200],
      [409, 200],
    ]).toContainEqual(answers.map(({ status }) => status));
  });
});

describe('a merge is refused', () => {
  test('into the record itself, a deleted record, or a record of another kind', async () => {
    const editor = await editedServer([artist(1), artist(2), label(5, 'Cinevox')]);
    await editor.delete(iri(2));
    expect(
      statuses([await editor.merge(iri(1), into(1)), await editor.merge(iri(1), into(2)), await editor.merge(iri(2), into(1))]),
    ).toEqual([404, 404, 422]);
    for (const other of [into(5, 'Label'), into(5), { type: 'Artist', id: `/api/labels/${uuid(5)}` }])
      expect((await editor.merge(iri(1), other)).status).toBeOneOf([404, 409, 422]);
    expect((await editor.read(iri(1))).status).toBe(200);
  });

  test('for a record that was merged already', async () => {
    const editor = await editedServer([artist(1), artist(2), artist(3)]);
    await editor.merge(iri(1), into(2));
    const back = await editor.merge(iri(2), into(1));
    expect([back.status, back.body.meta.errors[0].source.pointer]).toEqual([422, '/data/id']);
    const again = await editor.merge(iri(1), into(3));
    expect([again.status, detailOf(again)]).toEqual([409, `This record was merged into ${iri(2)}. Change that one.`]);
    await editor.merge(iri(2), into(3));
    expect((await editor.merge(iri(3), into(1))).status).toBe(422);
    for (const number of [1, 2]) expect((await editor.read(iri(number))).headers.get('location')).toContain(iri(3));
  });

  test('if groups would become members of each other or of themselves', async () => {
    const editor = await editedServer([1, 2, 3, 4].map((number) => artist(number)));
    const join = (member: number, group: number) =>
      editor.make('ArtistGroupMember', `${iri(member)}/group-memberships`, {}, { group: { data: { type: 'Artist', id: iri(group) } } });
    await join(1, 2);
    await join(2, 3);
    const circle = await editor.merge(iri(3), into(1));
    expect([circle.status, circle.body.meta.errors[0].meta.message]).toEqual([422, 'This would create a loop.']);
    expect((await editor.merge(iri(1), into(2))).status).toBe(200);
    const memberships = (await editor.read(`${iri(2)}/group-memberships`)).body.data;
    expect(memberships.map((one: { relationships: { group: { data: { id: string } } } }) => one.relationships.group.data.id)).toEqual([
      iri(3),
    ]);
  });
});

test('an import continues while people edit, merge and undo its records', async () => {
  const editor = await editedServer([artist(1), artist(2), artist(3)]);
  const { store } = editor.server;
  let revision = '';
  async function* records() {
    let line = 0;
    const one = (value: object) => ({ file: 'records', line: ++line, value });
    for (let number = 10; number < 60; number++) yield one(artist(number));
    revision = (await editor.merge(iri(1), into(2))).body.meta.revision;
    for (let number = 60; number < 110; number++) yield one(artist(number));
    yield one(production(200, 'Heat', { composers: [credit(1)] }));
    await editor.patch(iri(3), { country: 'GB' });
    yield one(artist(3, { country: 'US' }));
    expect((await editor.revert(revision)).status).toBe(201);
    yield one(artist(1, { biography: 'Born.' }));
  }
  await importRecords(store, records());
  await editing(store).give(artist(2, { biography: 'Other.' }));
  expect((await editor.read('/api/artists')).body.meta.totalItems).toBe(103);
  expect((await editor.read(iri(3))).body.data.attributes.country).toBe('GB');
  expect((await editor.read(iri(1))).body.data.attributes.biography).toBe('Born.');
  expect(store.writer.query('PRAGMA foreign_key_check').all()).toEqual([]);
});
