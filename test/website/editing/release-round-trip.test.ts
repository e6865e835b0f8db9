import { expect, test } from 'bun:test';
import { openReleaseEditor } from '../../support/release-editor';

test('the form of every release of the demo, sent as it is, writes nothing', async () => {
  const { visitor, releases, revisions } = await openReleaseEditor();
  for (const { slug } of releases) {
    const page = await visitor.open(`/releases/${slug}/edit`);
    expect([slug, page.status]).toEqual([slug, 200]);
    const answer = await visitor.send('Save');
    expect([slug, answer.status, visitor.path]).toEqual([slug, 200, `/releases/${slug}?said=nothing-changed`]);
  }
  expect(await revisions()).toBe(0);
}, 60_000);
