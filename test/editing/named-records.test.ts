// Releases added by form or file are linked to the artists, labels and productions that they name.
import { describe, expect, test } from 'bun:test';
import { type EditorOf, editedServer, editorOf } from '../support/edited-server';
import { signedIn } from '../support/visitor';

/** Creates the records that releases name, with two artists of the same name. */
async function catalog() {
  const editor = await editedServer();
  const artist = (name: string) => editor.make('Artist', '/api/artists', { _type: 'person', name });
  const [silvestri, zimmer, gerrard] = [await artist('Alan Silvestri'), await artist('Hans Zimmer'), await artist('Lisa Gerrard')];
  for (const country of ['US', 'AU'])
    await editor.make('Artist', '/api/artists', { _type: 'person', name: 'John Williams', disambiguation: country });
  const intrada = await editor.make('Label', '/api/labels', { name: 'Intrada Records' });
  const film = await editor.make('Production', '/api/productions', {
    _type: 'movie',
    title: 'Predator',
    year: 1987,
    composers: [{ iri: silvestri }],
  });
  return { editor, silvestri, zimmer, gerrard, intrada, film };
}

interface Linked {
  readonly id: string;
  readonly attributes: {
    readonly artists: readonly { readonly iri: string; readonly name: string; readonly join_phrase: string | null }[];
    readonly artist_credit: string | null;
    readonly labels: readonly { readonly iri: string | null }[];
  };
}

async function released(editor: EditorOf, title: string): Promise<Linked> {
  const { body } = await editor.read(`/api/releases?title=${encodeURIComponent(title)}`);
  expect(body.data).toHaveLength(1);
  return body.data[0];
}

/** The records to which the release with a title is linked. */
async function linkedOf(editor: EditorOf, title: string) {
  const { id, attributes } = await released(editor, title);
  const { data } = (await editor.read(`${id}/productions`)).body;
  const productions = data.map((one: { id: string }) => one.id);
  return { artists: attributes.artists.map(({ iri }) => iri), labels: attributes.labels.map(({ iri }) => iri), productions };
}

const put = (who: EditorOf, ...rows: readonly string[]) =>
  who.sendText(
    'POST',
    '/api/users/me/collection/import?unmatched=provisional',
    ['barcode,release_title,artist_credit,label', ...rows, ''].join('\n'),
    {
      'content-type': 'text/csv',
    },
  );

describe('an imported release', () => {
  test('is linked to the only artist, label and production that it names', async () => {
    const { editor, silvestri, intrada, film } = await catalog();
    expect((await put(editor, ',Predator: Original Motion Picture Soundtrack (Expanded),ALAN SILVESTRI,Intrada')).status).toBe(200);
    const linked = { artists: [silvestri], labels: [intrada], productions: [film] };
    expect(await linkedOf(editor, 'Predator: Original Motion Picture Soundtrack (Expanded)')).toEqual(linked);
    expect((await editor.read('/api/labels')).body.meta.totalItems).toBe(1);
  });

  test('is linked to every artist of its credit, of which an editor’s file adds those that are unknown', async () => {
    const { editor, zimmer, gerrard } = await catalog();
    await put(editor, ',Gladiator,Hans Zimmer & Lisa Gerrard,', ',Ben-Hur,Hans Zimmer & Nobody Known,', ',Jaws,John Williams,');
    const { attributes } = await released(editor, 'Gladiator');
    expect(attributes.artists.map(({ iri, join_phrase }) => [iri, join_phrase])).toEqual([
      [zimmer, ' & '],
      [gerrard, null],
    ]);
    const { artists } = (await released(editor, 'Ben-Hur')).attributes;
    expect(artists.map(({ name, join_phrase }) => [name, join_phrase])).toEqual([
      ['Hans Zimmer', ' & '],
      ['Nobody Known', null],
    ]);
    expect(artists[0]?.iri).toBe(zimmer);
    // Two artists have the name.
    const jaws = (await released(editor, 'Jaws')).attributes;
    expect([jaws.artist_credit, jaws.artists]).toEqual(['John Williams', []]);
  });
});

test('a release added by a member is linked when an editor accepts it', async () => {
  const { editor, silvestri, intrada, film } = await catalog();
  const member = await editorOf(editor.server, 'mina', 'user');
  await put(member, ',Predator,Alan Silvestri,"Intrada, Inc."');
  const [queued] = (await editor.read('/api/releases/unreviewed')).body.data;
  expect((await editor.patch(queued.id, { reviewed: true })).status).toBe(200);
  expect(await linkedOf(editor, 'Predator')).toEqual({ artists: [silvestri], labels: [intrada], productions: [film] });
});

describe('a release added by form', () => {
  const open = async (editor: EditorOf) => {
    const visitor = await signedIn(editor.server, 'erika');
    await visitor.open('/releases/add');
    return visitor;
  };

  test('is linked to the only artist and production that it names', async () => {
    const { editor, silvestri, film } = await catalog();
    const visitor = await open(editor);
    await visitor.send('Add release', { title: 'Predator', artist: 'Alan Silvestri' });
    expect(await linkedOf(editor, 'Predator')).toEqual({ artists: [silvestri], labels: [], productions: [film] });
  });

  test('needs a choice when several artists have the name', async () => {
    const { editor } = await catalog();
    const visitor = await open(editor);
    const response = await visitor.send('Add release', { title: 'Jaws', artist: 'John Williams' });
    expect(response.status).toBe(422);
    expect(response.text).toContain('Several records have this name. Which one?');
    const [, chosen = ''] = /<option value="([-0-9a-f]{36} John Williams)"/.exec(response.html) ?? [];
    await visitor.send('Add release', { artistIs: chosen });
    expect((await released(editor, 'Jaws')).attributes.artists.map(({ iri }) => iri)).toEqual([`/api/artists/${chosen.slice(0, 36)}`]);
  });
});

test('merging a provisional release leaves the target one entry of their production', async () => {
  const { editor, film, silvestri } = await catalog();
  await put(editor, ',Predator,Alan Silvestri,Intrada');
  const { id } = await released(editor, 'Predator');
  const whole = await editor.make('Release', '/api/releases', { title: 'Predator: The Score', artists: [{ iri: silvestri }] });
  await editor.make('ProductionEntry', `${film}/entries`, {}, { release: { data: { type: 'Release', id: whole } } });
  expect((await editor.merge(id, { type: 'Release', id: whole })).status).toBe(200);
  expect((await editor.read(`${whole}/entries`)).body.data).toHaveLength(1);
  expect((await editor.read(whole)).body.data.attributes.artists).toHaveLength(1);
});
