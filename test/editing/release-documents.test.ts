import { describe, expect, test } from 'bun:test';
import { type EditorOf, editedServer } from '../support/edited-server';

const format = (tracks: readonly unknown[], attributes: object = {}) => ({ format_type: 'cd', ...attributes, tracks });
const made = (editor: EditorOf, formats: readonly unknown[], attributes: object = {}) =>
  editor.post('Release', '/api/releases', { title: 'Psycho', formats, ...attributes });

/** Titles of all tracks, disc by disc, those with parts as lists of these. */
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

/** What a release consists of, with the ids of it. */
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
  test('is made with its formats, tracks and parts, in one revision', async () => {
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
    expect(body.data.attributes).toMatchObject({ format_count: 2, track_count: 3, duration_seconds: 115 });
    expect(await tracksOf(editor, body.data.id)).toEqual([['Prelude', ['I', 'II']], ['Finale']]);
  });

  test('keeps what it names by id, makes what has none, moves it from disc to disc, and drops the rest', async () => {
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

  test('is changed by whoever saw all of it: a track that another person changed makes another ETag', async () => {
    const editor = await editedServer();
    const release = (await made(editor, [format([{ title: 'A' }])])).body.data.id;
    const tag = (await editor.read(release)).headers.get('etag') as string;
    const [only] = await contentsOf(editor, release);
    await editor.patch(only?.tracks[0]?.id ?? '', { title: 'Better' });
    expect((await editor.patch(release, { formats: [] }, { tag })).status).toBe(412);
    expect(await tracksOf(editor, release)).toEqual([['Better']]);
  });

  test('names all that is wrong at its place, and nothing of it is written', async () => {
    const editor = await editedServer();
    const own = '00000000-0000-4000-8000-000000000007';
    const { status, body } = await made(
      editor,
      [
        format([{ title: '' }, { minutes: -1, title: 'B', credits: [{ iri: '/api/artists/x', credit_role: 'nobody' }] }, 5]),
        format([{ id: own, title: 'C', _type: 'compound', sub_tracks: [{ id: own, position: 1, title: 'itself' }] }], {
          format_type: 'wax',
        }),
        { tracks: {} },
      ],
      { year: 1, title: 'x'.repeat(10_000) },
    );
    expect(status).toBe(422);
    expect(body.meta.errors.map(({ source }: { source: { pointer: string } }) => source.pointer).sort()).toEqual(
      [
        '/data/attributes/formats/0/tracks/0/title',
        '/data/attributes/formats/0/tracks/1/credits/0/credit_role',
        '/data/attributes/formats/0/tracks/1/credits/0/iri',
        '/data/attributes/formats/0/tracks/1/minutes',
        '/data/attributes/formats/0/tracks/2',
        '/data/attributes/formats/1/format_type',
        '/data/attributes/formats/1/tracks/0/id',
        '/data/attributes/formats/1/tracks/0/sub_tracks/0/id',
        '/data/attributes/formats/2/tracks',
        '/data/attributes/title',
      ].sort(),
    );
    expect((await editor.read('/api/releases')).body.meta.totalItems).toBe(0);
  });

  test('has no record of another release in it', async () => {
    const editor = await editedServer();
    const other = (await made(editor, [format([{ title: 'A' }])])).body.data.id;
    const [theirs] = await contentsOf(editor, other);
    const { status } = await made(editor, [format([{ id: theirs?.tracks[0]?.id, title: 'A' }])]);
    expect(status).toBe(422);
    expect(await tracksOf(editor, other)).toEqual([['A']]);
  });

  test('may have 1,000 tracks, and not 5,000', async () => {
    const editor = await editedServer();
    const tracks = (count: number) => Array.from({ length: count }, (_, index) => ({ title: `Track ${index}` }));
    expect((await made(editor, [format(tracks(1_000))])).body.data.attributes.track_count).toBe(1_000);
    const { status, body } = await made(editor, [format(tracks(5_000))]);
    expect([status, body.meta.errors[0].meta.message]).toEqual([
      422,
      'One document may hold at most 1500 records. Add the others to the release afterwards.',
    ]);
  });
});
