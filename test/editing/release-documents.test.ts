import { describe, expect, test } from 'bun:test';
import { type EditorOf, editedServer } from '../support/edited-server';

const format = (tracks: readonly unknown[], attributes: object = {}) => ({ format_type: 'cd', ...attributes, tracks });
const made = (editor: EditorOf, formats: readonly unknown[], attributes: object = {}) =>
  editor.post('Release', '/api/releases', { title: 'Psycho', formats, ...attributes });

/** Titles of all tracks by disc; a track with parts is the list of their titles. */
async function tracksOf(editor: EditorOf, release: string): Promise<unknown[][]> {
  const { data } = (await editor.read(`${release}/formats`)).body;
  const tracks = await Promise.all(
    data.map(async ({ id }: { id: string }) => (await editor.read(`${id}/tracks?itemsPerPage=100`)).body.data),
  );
  return tracks.map((list) =>
    list.map(({ attributes }: { attributes: { title: string; sub_tracks: { title: string }[] } }) =>
      attributes.sub_tracks.length === 0 ? attributes.title : attributes.sub_tracks.map(({ title }) => title),
    ),
  );
}

/** Formats and tracks of a release with their ids. */
async function contentsOf(editor: EditorOf, release: string): Promise<{ id: string; tracks: { id: string; title: string }[] }[]> {
  const { data } = (await editor.read(`${release}/formats`)).body;
  return Promise.all(
    data.map(async ({ id }: { id: string }) => ({
      id,
      tracks: (await editor.read(`${id}/tracks`)).body.data.map((track: { id: string; attributes: { title: string } }) => ({
        id: track.id,
        title: track.attributes.title,
      })),
    })),
  );
}

describe('a release as one document', () => {
  test('is created with its formats, tracks and parts in one revision', async () => {
    const editor = await editedServer();
    const suite = {
      title: 'Suite',
      _type: 'compound',
      sub_tracks: [
        { position: 1, title: 'I' },
        { position: 2, title: 'II' },
      ],
    };
    const { status, body } = await made(editor, [
      format([{ title: 'Prelude', minutes: 1, seconds: 55 }, suite]),
      format([{ title: 'Finale' }]),
    ]);
    expect(status).toBe(201);
    expect(body.data.attributes).toMatchObject({ format_count: 2, track_count: 3, duration_seconds: 115, untimed_track_count: 2 });
    expect(await tracksOf(editor, body.data.id)).toEqual([['Prelude', ['I', 'II']], ['Finale']]);
  });

  test('updates records with an id, creates those without, moves tracks between discs, and deletes the rest', async () => {
    const editor = await editedServer();
    const release = (await made(editor, [format([{ title: 'A', notes: 'mono' }, { title: 'B' }]), format([{ title: 'C' }])])).body.data.id;
    const [first, second] = await contentsOf(editor, release);
    const [a, , c] = [...(first?.tracks ?? []), ...(second?.tracks ?? [])];

    const changed = await editor.patch(release, {
      formats: [{ id: second?.id, format_type: 'vinyl', tracks: [{ title: 'New' }, { id: a?.id, title: 'A again' }, { id: c?.id }] }],
    });

    expect(changed.status).toBe(200);
    expect(await tracksOf(editor, release)).toEqual([['New', 'A again', 'C']]);
    const [only] = await contentsOf(editor, release);
    expect(only?.id).toBe(second?.id as string);
    expect(only?.tracks[2]?.id).toBe(c?.id as string);
    const moved = (await editor.read(only?.tracks[1]?.id ?? '')).body.data;
    expect([moved.id.split('/').at(-1), moved.attributes.notes]).toEqual([a?.id.split('/').at(-1), 'mono']);
  });

  test('has another ETag after a change to one of its tracks', async () => {
    const editor = await editedServer();
    const release = (await made(editor, [format([{ title: 'A' }])])).body.data.id;
    const tag = (await editor.read(release)).headers.get('etag') as string;
    const [only] = await contentsOf(editor, release);
    await editor.patch(only?.tracks[0]?.id ?? '', { title: 'Better' });
    expect((await editor.patch(release, { formats: [] }, { tag })).status).toBe(412);
    expect(await tracksOf(editor, release)).toEqual([['Better']]);
  });
});
