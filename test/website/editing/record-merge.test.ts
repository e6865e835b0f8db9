import { expect, test } from 'bun:test';
import { sharedEditor } from './shared-editor';

const editor = sharedEditor();

test('a record is merged into another by name, with a choice among several', async () => {
  const { api, visitor } = editor;
  const person = (disambiguation: string) => api.make('Artist', '/api/artists', { name: 'Dora Surf', _type: 'person', disambiguation });
  const [one, other, third] = [await person('singer'), await person('painter'), await person('<b>diver</b>')];
  const slugOf = async (iri: string) => (await api.read(iri)).body.data.attributes.slug;
  const path = `/artists/${await slugOf(one)}/merge`;
  await visitor.open(path);
  expect((await visitor.send('Merge', { into: 'Nobody At All' })).text).toContain('No other record of this kind has this name.');
  const { text, html } = await visitor.send('Merge', { into: 'Dora Surf' });
  expect(text).toContain('Several records have this name.');
  expect(html).not.toContain(`value="${one.split('/').at(-1)} Dora Surf"`);
  expect(html).not.toContain('<b>diver');
  // A required select would block the form after another name is entered.
  expect(html).not.toMatch(/<select[^>]*required/);
  expect((await visitor.send('Merge', { into: 'Nobody At All' })).text).toContain('No other record of this kind has this name.');
  await visitor.send('Merge', { into: 'Dora Surf' });
  await visitor.send('Merge', { intoIs: `${other.split('/').at(-1)} Dora Surf` });
  expect(visitor.path).toBe(`/artists/${await slugOf(other)}?notice=records-merged`);
  // A name of only one other record is unambiguous.
  await visitor.open(`/artists/${await slugOf(third)}/merge`);
  await visitor.send('Merge', { into: 'Dora Surf' });
  expect(visitor.path).toBe(`/artists/${await slugOf(other)}?notice=records-merged`);
});

test('a release is merged into another by name, after a confirmation if discs or tracks would be left out', async () => {
  const { api, visitor } = editor;
  const make = (...tracks: string[]) =>
    api.make('Release', '/api/releases', {
      title: 'Tidal',
      formats: [{ tracks: tracks.map((title) => ({ title, seconds: tracks.length })) }, {}].slice(0, tracks.length),
    });
  const source = await make('Ebb', 'Flow');
  const target = await make('Flow');
  await visitor.open('/releases/tidal/merge');
  expect((await visitor.send('Merge', { into: 'Nothing of the kind' })).status).toBe(422);
  const confirmation = await visitor.send('Merge', { into: 'Tidal', note: 'Twice' });
  expect([confirmation.status, confirmation.html.includes('value="Twice"')]).toEqual([422, true]);
  expect(confirmation.text).toContain('The merge would leave out 2 of them: 1-1 Ebb, 1-2 Flow (Length: 0:02). Note');
  const [disc] = (await api.read(`${source}/formats`)).body.data;
  await api.make('ReleaseTrack', `${disc.id}/tracks`, { position: 3, title: 'Slack' });
  const again = await visitor.send('Merge without them');
  expect([again.status, again.text]).toEqual([
    422,
    expect.stringContaining('leave out 3 of them: 1-1 Ebb, 1-3 Slack, 1-2 Flow (Length: 0:02)'),
  ]);
  await visitor.send('Merge without them');
  const { slug } = (await api.read(target)).body.data.attributes;
  expect(visitor.path).toBe(`/releases/${slug}?notice=releases-merged`);
});

test('a list filtered by a merged label shows the name of the target', async () => {
  const { api, visitor } = editor;
  const make = (name: string) => api.make('Label', '/api/labels', { name });
  const [source, target] = [await make('Ebb Records'), await make('Flow Records')];
  await api.merge(source, { type: 'Label', id: target });
  const { text } = await visitor.open(`/releases?label=${source.split('/').at(-1)}`);
  expect(text).toContain('Flow Records ×');
});
