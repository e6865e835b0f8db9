import { expect, test } from 'bun:test';
import type { ReleaseEditor } from '../../support/release-editor';
import { releaseWithTracks } from './release-with-tracks';
import { sharedEditor } from './shared-editor';

const editor = sharedEditor();

const fieldIn = (html: string, name: string): string => new RegExp(`name="${name}"[^>]*>([^<]*)</textarea>`).exec(html)?.[1] ?? '';

/** The formats of two discs. */
const two = { format: ['vinyl', 'cd'], quantity: ['1', '1'] };

async function discOf({ visitor }: ReleaseEditor, path: string): Promise<string> {
  return /name="disc" value="([^"]+)"/.exec((await visitor.open(path)).html)?.[1] ?? '';
}

test('a changed length in the track list changes nothing else', async () => {
  const { path, tracks } = await releaseWithTracks(editor);
  const before = await tracks();
  const { html } = await editor.visitor.open(path);
  expect(fieldIn(html, 'tracks')).toBe('A1 Main Title 2:19\nA2 Suite\n  Dawn 1:02\n  Dusk 2:03\nB1 1941');
  const answer = await editor.visitor.send('Save', { tracks: fieldIn(html, 'tracks').replace('2:19', '2:21'), note: 'From the label' });
  expect([answer.status, editor.visitor.path]).toEqual([200, '/releases/tides?notice=record-saved']);
  const { updated_at: _, ...first } = before[0];
  expect(await tracks()).toMatchObject([{ ...first, seconds: 21 }, before[1], before[2]]);
  const [revision] = (await editor.api.read('/api/revisions')).body.data;
  expect(revision.attributes).toMatchObject({ action: 'changed', note: 'From the label' });
});

test('versions of tracks are added and removed as hashtags in the track list', async () => {
  const { path, tracks } = await releaseWithTracks(editor);
  const { html } = await editor.visitor.open(path);
  const list = fieldIn(html, 'tracks')
    .replace('2:19', '2:19 #film_version #previously_unreleased')
    .replace('Dawn 1:02', 'Dawn 1:02 #alternate');
  await editor.visitor.send('Save', { tracks: list });
  const [title, suite] = await tracks();
  expect([title.versions, suite.sub_tracks[0].versions]).toEqual([['film_version', 'previously_unreleased'], ['alternate']]);
  const form = await editor.visitor.open(path);
  expect(fieldIn(form.html, 'tracks')).toBe(list);
  expect(form.text).toContain('Main Title film version · previously unreleased');
  await editor.visitor.send('Save', { tracks: list.replace(' #film_version', '').replace(' #alternate', '') });
  const [after, parts] = await tracks();
  expect([after.versions, parts.sub_tracks[0].versions]).toEqual([['previously_unreleased'], []]);
});

test('tracks inserted, renamed and removed in the track list keep the ids of the others', async () => {
  const { path, tracks } = await releaseWithTracks(editor);
  const [title, suite, last] = await tracks();
  const list = ['A1 Main Title 2:19', 'A2 New one 0:59', 'A3 Suite', '  1. Dawn 1:02', '  2. Twilight 2:03'].join('\n');
  await editor.visitor.open(path);
  await editor.visitor.send('Save', { tracks: list });
  const after = await tracks();
  expect(after.map(({ title, number, position }: Record<string, unknown>) => [title, number, position])).toEqual([
    ['Main Title', 'A1', 1],
    ['New one', 'A2', 2],
    ['Suite', 'A3', 3],
  ]);
  expect([after[0]._id, after[2]._id]).toEqual([title._id, suite._id]);
  expect(after.map(({ _id }: { _id: string }) => _id)).not.toContain(last._id);
  expect(after[2].sub_tracks).toMatchObject([
    { id: suite.sub_tracks[0].id, title: 'Dawn', credits: suite.sub_tracks[0].credits },
    { id: suite.sub_tracks[1].id, title: 'Twilight', minutes: 2, seconds: 3 },
  ]);
  expect(after[0]).toMatchObject({ isrc_code: 'GBAYE6800011', notes: 'Loud', credits: title.credits });
});

test('discs are added by a button and by a pasted list of two discs', async () => {
  const { iri, path } = await releaseWithTracks(editor);
  const { html } = await editor.visitor.open(path);
  expect((await editor.visitor.send('Save', { more: 'discs' })).text).toContain('Disc 2');
  const pasted = 'Disc 1: The Score\n1. Sea 1:00\n\nDisc 2: The Songs\n1. Land 2:00';
  await editor.visitor.send('Save', { tracks: [fieldIn(html, 'tracks'), pasted] });
  const { data } = (await editor.api.read(`${iri}/formats`)).body;
  expect(data.map(({ attributes: { format_type, title, track_count } }: (typeof data)[0]) => [format_type, title, track_count])).toEqual([
    ['vinyl', null, 3],
    ['vinyl', 'The Score', 1],
    ['vinyl', 'The Songs', 1],
  ]);
});

test('a line moved to another disc keeps its track', async () => {
  const { path, tracks } = await releaseWithTracks(editor);
  const [first, suite, last] = await tracks();
  const disc = await discOf(editor, path);
  await editor.visitor.send('Save', { more: 'discs' });
  await editor.visitor.send('Save', {
    tracks: ['A1 Main Title 2:19\nB1 1941', '1. Suite\n  Dawn 1:02\n  Dusk 2:03'],
    disc: [disc, ''],
    ...two,
  });
  const after = await tracks();
  expect(after.map(({ _id }: { _id: string }) => _id)).toEqual([first._id, last._id, suite._id]);
  expect(after[2]).toMatchObject({ number: '1', sub_tracks: [{ id: suite.sub_tracks[0].id }, { id: suite.sub_tracks[1].id }] });
});

test('a removed disc is deleted with its tracks, except those moved to another disc', async () => {
  const { path, tracks } = await releaseWithTracks(editor);
  const [first] = await tracks();
  await editor.visitor.open(path);
  const disc = await discOf(editor, path);
  await editor.visitor.send('Save', { more: 'discs' });
  await editor.visitor.send('Save', { disc: [disc, ''], tracks: ['Gone', 'A1 Main Title 2:19'], away: '0', ...two });
  expect(await tracks()).toMatchObject([{ _id: first._id, isrc_code: 'GBAYE6800011' }]);
});
