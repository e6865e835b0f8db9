import { expect, test } from 'bun:test';
import type { ReleaseEditor } from '../../support/release-editor';
import { sharedEditor } from './shared-editor';

const editor = sharedEditor();

/** Opens the form of a release and saves other changes of the release. */
async function openStaleForm(editor: ReleaseEditor, theirs: object) {
  const iri = await editor.api.make('Release', '/api/releases', {
    title: 'Tides (Original Soundtrack)',
    release_date: '1975',
    labels: [{ catalog_number: '2087' }],
    formats: [
      { format_type: 'vinyl', tracks: ['One', 'Two', 'Three', 'Four', 'Five'].map((title, index) => ({ title, number: `A${index + 1}` })) },
    ],
  });
  const { slug, _id: id } = (await editor.api.read(iri)).body.data.attributes;
  const path = `/releases/${slug}/edit`;
  await editor.visitor.open(path);
  const [disc] = (await editor.api.read(`${iri}/formats`)).body.data;
  await editor.api.patch(iri, theirs);
  const read = async () => (await editor.api.read(iri)).body.data.attributes;
  const titles = async () =>
    (await editor.api.read(`/api/tracks?release=${id}`)).body.data.map(
      ({ attributes }: { attributes: { title: string } }) => attributes.title,
    );
  return { iri, path, slug, read, titles, disc: disc.attributes._id as string };
}

test('changes of different fields are merged, and changes of the same field need a choice', async () => {
  const { read, slug } = await openStaleForm(editor, { title: 'Tides', release_date: '1975-06-20', notes: 'Theirs' });
  const page = await editor.visitor.send('Save', { title: 'Tides (Music from the Film)', country: 'US', barcode: '5024709127221' });
  expect(page.status).toBe(412);
  expect(page.text).toContain('tester saved this record just now, while you edited it.');
  expect(page.text).toContain('Choose a version for 1 field.');
  expect(page.html).toContain('<del>Original Soundtrack</del> <ins>Music from the Film</ins>');
  expect(page.text).toMatch(/Changed by you Combined .*Country: United States/);
  expect(page.text).toMatch(/Changed by tester Combined .*Released: 1975 -06-20/);
  expect((await editor.visitor.send('Save combined version')).status).toBe(412);
  await editor.visitor.send('Save combined version', { f0: 'mine' });
  expect(editor.visitor.path).toBe(`/releases/${slug}?notice=record-saved`);
  expect(await read()).toMatchObject({
    title: 'Tides (Music from the Film)',
    release_date: '1975-06-20',
    notes: 'Theirs',
    country: 'US',
    barcode: '5024709127221',
  });
});

test('track lists are merged line by line', async () => {
  const { titles, iri, disc } = await openStaleForm(editor, {});
  const { data } = (await editor.api.read(`/api/tracks?release=${iri.split('/').at(-1)}`)).body;
  const ids = data.map(({ attributes: { _id: id } }: { attributes: { _id: string } }) => id);
  const [second, fourth] = [{ title: 'Two of theirs' }, { title: 'Four of theirs' }];
  await editor.api.patch(iri, {
    formats: [{ id: disc, tracks: [{ id: ids[0] }, { id: ids[1], ...second }, { id: ids[2] }, { id: ids[3], ...fourth }, { id: ids[4] }] }],
  });
  const page = await editor.visitor.send('Save', {
    tracks: 'A1 One of mine\nA2 Two of mine\nA3 Three\nA4 Four\nA5 Five\nA6 Six',
  });
  expect(page.status).toBe(412);
  await editor.visitor.send('Save combined version', Object.fromEntries(Array.from({ length: 3 }, (_, index) => [`f${index}`, 'theirs'])));
  const merged = await titles();
  expect(merged).toContain('Two of theirs');
  expect(merged).toContain('Four of theirs');
  expect(merged.at(-1)).toBe('Six');
});

test('a disc removed by one editor and changed by another needs a choice', async () => {
  for (const [side, discs] of [
    ['mine', [['One of mine', 'Two', 'Three', 'Four', 'Five']]],
    ['theirs', []],
  ] as const) {
    const { iri, titles } = await openStaleForm(editor, { formats: [] });
    const page = await editor.visitor.send('Save', { tracks: 'A1 One of mine\nA2 Two\nA3 Three\nA4 Four\nA5 Five' });
    expect([page.status, page.text]).toEqual([412, expect.stringMatching(/Disc 1 .*One of mine.*Choose a version for 1 field\./)]);
    expect(page.text).not.toContain('Discs: 1 0');
    await editor.visitor.send('Save combined version', { f0: side });
    expect([await titles(), (await editor.api.read(`${iri}/formats`)).body.data.length]).toEqual([discs.flat(), discs.length]);
  }
});

test('a conflict can be edited further with the merged values, or dropped', async () => {
  const { slug, read } = await openStaleForm(editor, { notes: 'Theirs' });
  await editor.visitor.send('Save', { country: 'US' });
  const form = await editor.visitor.send('Save combined version', { again: '1' });
  expect(form.html).toContain('Theirs</textarea>');
  expect(form.html).toContain('<option value="US" selected>');
  await editor.visitor.send('Save');
  expect(await read()).toMatchObject({ notes: 'Theirs', country: 'US' });
  await editor.visitor.open(`/releases/${slug}/edit`);
  await editor.api.patch((await editor.api.read('/api/releases?barcode[]=0')).body.data[0]?.id ?? `/api/releases/${(await read())._id}`, {
    notes: 'Again',
  });
  await editor.visitor.send('Save', { notes: 'Mine' });
  await editor.visitor.send('Save combined version', { drop: '1' });
  expect([editor.visitor.path, (await read()).notes]).toEqual([`/releases/${slug}`, 'Again']);
});

test('a form with an invalid base version is merged without one', async () => {
  for (const base of ['', 'x', Buffer.from(new Uint8Array(64)).toString('base64url')]) {
    await openStaleForm(editor, { title: 'Tides' });
    const page = await editor.visitor.send('Save', { base, title: 'Mine' });
    expect([page.status, page.text]).toEqual([412, expect.stringContaining('Title: Tides Mine')]);
  }
});
