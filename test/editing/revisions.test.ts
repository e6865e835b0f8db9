import { describe, expect, test } from 'bun:test';
import { catalog } from '../../src/catalog';
import { allRecords } from '../../src/export/record-queries';
import type { Store } from '../../src/store/database/open';
import { type EditorOf, editedServer, editorOf } from '../support/edited-server';
import { artist, artistIri as iri } from '../support/numbered-artists';
import { uuid } from '../support/uuids';

/** Every exported record without its change time. */
const recordsOf = (store: Store): string[] =>
  catalog.all.flatMap((kind) =>
    (store.writer.query(allRecords(kind)).all() as { line: string }[]).map(({ line }) => line.replace(/,"updated_at":"[^"]*"/, '')),
  );

const newest = async (editor: EditorOf, record = ''): Promise<string> =>
  (await editor.read(`/api/revisions${record && `?record=${record}`}`)).body.data[0].id;

describe('a revision', () => {
  test('has the changed values, time and reason, and the user for editors only', async () => {
    const editor = await editedServer([artist(1)]);
    const { body } = await editor.patch(iri(1), { country: 'GB' }, { meta: { note: 'Born in Leeds.' } });
    const { data } = (await editor.read(body.meta.revision)).body;
    expect(data).toMatchObject({
      type: 'Revision',
      attributes: {
        number: 1,
        action: 'changed',
        note: 'Born in Leeds.',
        username: 'erika',
        before: { attributes: { country: null }, relationships: {} },
        after: { attributes: { country: 'GB' }, relationships: {} },
        reverts: null,
      },
      relationships: { record: { data: { type: 'Artist', id: iri(1) } }, user: { data: { type: 'User' } } },
    });
    const reader = await editorOf(editor.server, 'reader', 'user');
    const seen = (await reader.read(data.id)).body.data;
    expect([seen.attributes.username, seen.relationships.user]).toEqual([null, undefined]);
    expect((await reader.read(`/api/revisions?user=${uuid(1)}`)).status).toBe(403);
  });

  test('is listed by record, including child records, and by user', async () => {
    const editor = await editedServer([artist(1), artist(2)]);
    await editor.patch(iri(1), { country: 'GB' });
    await editor.make('ArtistAlias', `${iri(1)}/aliases`, { variation: 'X' });
    await editor.patch(iri(2), { country: 'GB' });
    const actionsAt = async (path: string) =>
      (await editor.read(path)).body.data.map(
        ({ attributes, relationships }: Shown) => `${relationships.record.data.type} ${attributes.action}`,
      );
    for (const path of [`${iri(1)}/revisions`, `/api/revisions?record=${iri(1)}`])
      expect(await actionsAt(path)).toEqual(['ArtistAlias added', 'Artist changed']);
    const me = (await editor.read('/api/users/me')).body.data.id;
    expect(await actionsAt(`/api/revisions?user=${me}&record=${uuid(2)}`)).toEqual(['Artist changed']);
    expect((await editor.read(`${iri(7)}/revisions`)).status).toBe(404);
  });
});

interface Shown {
  attributes: { action: string };
  relationships: { record: { data: { type: string } } };
}

describe('undoing', () => {
  test('a change restores the former values and unlocks them', async () => {
    const editor = await editedServer([artist(1, { country: 'US', fictional: false })]);
    const { body } = await editor.patch(iri(1), { country: null, fictional: true, name: 'Ada' });
    const reverted = await editor.revert(body.meta.revision);
    expect([reverted.status, reverted.body.data.attributes]).toMatchObject([201, { action: 'changed', reverts: 1 }]);
    const read = (await editor.read(iri(1))).body;
    expect(read.data.attributes).toMatchObject({ country: 'US', fictional: false, name: 'Artist 1' });
    expect(read.meta.lockedFields).toEqual([]);
  });

  test('an overwritten change is refused, naming the newer revision', async () => {
    const editor = await editedServer([artist(1)]);
    const first = (await editor.patch(iri(1), { country: 'US' })).body.meta.revision;
    await editor.patch(iri(1), { disambiguation: 'another field' });
    const third = (await editor.patch(iri(1), { country: 'GB' })).body.meta.revision;
    const { status, body } = await editor.revert(first);
    expect([status, body.errors[0].detail]).toEqual([409, 'Revision 3 is newer and would be lost. Undo that one first.']);
    await editor.revert(third);
    expect((await editor.revert(first)).status).toBe(201);
    expect((await editor.revert(first)).status).toBe(409);
    expect((await editor.read(iri(1))).body.data.attributes).toMatchObject({ country: null, disambiguation: 'another field' });
  });

  test('an addition deletes the record, unless it has new child records', async () => {
    const editor = await editedServer();
    const made = await editor.make('Artist', '/api/artists', { name: 'Ada', _type: 'person' });
    const adding = await newest(editor);
    const alias = await editor.make('ArtistAlias', `${made}/aliases`, { variation: 'X' });
    expect((await editor.revert(adding)).status).toBe(409);
    await editor.delete(alias);
    expect((await editor.revert(adding)).status).toBe(409);
    await editor.revert(await newest(editor));
    await editor.revert(await newest(editor, alias));
    expect((await editor.read(made)).status).toBe(200);
  });

  test('a deletion restores the record, its child records and its locked fields', async () => {
    const editor = await editedServer([artist(1), artist(2)]);
    const release = await editor.make('Release', '/api/releases', {
      title: 'Heat',
      formats: [{ tracks: [{ title: 'A', _type: 'compound', sub_tracks: [{ position: 1, title: 'I' }] }, { title: 'B' }] }],
    });
    const production = await editor.make('Production', '/api/productions', { title: 'Heat', _type: 'movie' });
    await editor.make('ProductionEntry', `${production}/entries`, {}, { release: { data: { type: 'Release', id: release } } });
    await editor.make('ArtistGroupMember', `${iri(1)}/group-memberships`, {}, { group: { data: { type: 'Artist', id: iri(2) } } });
    const before = recordsOf(editor.server.store);
    for (const one of [release, iri(2)]) {
      const { lockedFields } = (await editor.read(one)).body.meta;
      expect((await editor.delete(one)).status).toBe(204);
      expect(recordsOf(editor.server.store)).not.toEqual(before);
      expect((await editor.revert(await newest(editor))).status).toBe(201);
      expect(recordsOf(editor.server.store).toSorted()).toEqual(before.toSorted());
      expect((await editor.read(one)).body.meta.lockedFields).toEqual(lockedFields);
    }
  });

  test('an edit of a release document restores every track at its position', async () => {
    const editor = await editedServer();
    const release = await editor.make('Release', '/api/releases', {
      title: 'Heat',
      formats: [{ tracks: [{ title: 'A', notes: 'mono' }, { title: 'B' }] }, { tracks: [{ title: 'C' }] }],
    });
    const before = recordsOf(editor.server.store);
    const [first] = (await editor.read(`${release}/formats`)).body.data;
    const { body } = await editor.patch(release, {
      title: 'Other',
      formats: [{ id: first.id, title: 'Disc', tracks: [{ title: 'New' }] }],
    });
    expect((await editor.revert(body.meta.revision)).status).toBe(201);
    const times = (lines: string[]) => lines.map((line) => line.replace(/,"created_at":"[^"]*"/, '')).toSorted();
    expect(times(recordsOf(editor.server.store))).toEqual(times(before));
  });

  test('the first track list of a disc, or the first parts of a track, removes them', async () => {
    const editor = await editedServer();
    const release = await editor.make('Release', '/api/releases', { title: 'Heat', formats: [{ format_type: 'cd' }] });
    const [disc] = (await editor.read(`${release}/formats`)).body.data;
    const states = [recordsOf(editor.server.store)];
    const tracks = `${release}/formats/${disc.attributes._id}/tracks`;
    const first = { formats: [{ id: disc.attributes._id, tracks: [{ title: 'A' }] }], country: 'DE' };
    const added = (await editor.patch(release, first)).body.meta.revision;
    states.push(recordsOf(editor.server.store));
    const [track] = (await editor.read(tracks)).body.data;
    const split = { id: track.attributes._id, _type: 'compound', sub_tracks: [{ position: 1, title: 'I' }] };
    const divided = (await editor.patch(release, { formats: [{ id: disc.attributes._id, tracks: [split] }] })).body.meta.revision;
    const undone = [];
    for (const revision of [divided, added]) {
      expect((await editor.revert(revision)).status).toBe(201);
      undone.unshift(recordsOf(editor.server.store));
    }
    expect(undone).toEqual(states);
  });
});
