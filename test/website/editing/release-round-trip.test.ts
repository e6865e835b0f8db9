import { expect, test } from 'bun:test';
import { nonEmpty } from '../../support/non-empty';
import { openReleaseEditor, type ReleaseEditor } from '../../support/release-editor';

test('the unchanged form of every release of the demo writes nothing', async () => {
  const { visitor, releases, revisions } = await openReleaseEditor();
  for (const { slug } of nonEmpty(releases)) {
    const page = await visitor.open(`/releases/${slug}/edit`);
    expect([slug, page.status]).toEqual([slug, 200]);
    const answer = await visitor.send('Save');
    expect([slug, answer.status, visitor.path]).toEqual([slug, 200, `/releases/${slug}?notice=nothing-changed`]);
  }
  expect(await revisions()).toBe(0);
}, 60_000);

/** Attributes and relationships of the tracks of a release, without their times of change. */
async function tracksOf({ api }: ReleaseEditor, id: string) {
  const { data } = (await api.read(`/api/tracks?release=${id}&itemsPerPage=100`)).body;
  return data.map(
    ({ attributes: { updated_at: _, ...values }, relationships }: { attributes: { updated_at: string }; relationships: object }) => ({
      ...values,
      relationships,
    }),
  );
}

test('a changed length of the last track changes no other track of the release', async () => {
  const editor = await openReleaseEditor();
  const { visitor, releases, api } = editor;
  const withTracks: string[] = [];
  for (const { slug, id } of nonEmpty(releases.filter((_, index) => index % 6 === 0))) {
    const before = await tracksOf(editor, id);
    if (before.length === 0) continue;
    withTracks.push(slug);
    const { html } = await visitor.open(`/releases/${slug}/edit`);
    const lists = [...html.matchAll(/name="tracks"[^>]*>([^<]*)<\/textarea>/g)].map(([, text = '']) => unescaped(text));
    const last = lists.findLastIndex((text) => text !== '');
    const texts = lists.map((text, index) => (index === last ? `${text.replace(/ \d+:\d\d$/, '')} 59:58` : text));
    await visitor.send('Save', { tracks: texts });
    const [revision] = (await api.read(`/api/releases/${id}/revisions`)).body.data;
    expect([slug, Object.keys(revision?.attributes.after.attributes ?? {})]).toEqual([slug, ['formats']]);
    const after = await tracksOf(editor, id);
    const differing = after.filter((track: object, index: number) => !Bun.deepEquals(track, before[index]));
    expect([slug, differing.length, after.length]).toEqual([slug, 1, before.length]);
  }
  expect(withTracks.length).toBeGreaterThan(5);
}, 60_000);

const unescaped = (text: string): string => text.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&amp;', '&');
