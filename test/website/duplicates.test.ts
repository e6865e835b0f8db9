import { beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { type EditorOf, editedServer, editorOf } from '../support/edited-server';
import { pageOf } from '../support/pages';
import { signedIn, type Visitor } from '../support/visitor';

const jaws = (more: object = {}) => ({
  title: 'Jaws <b>',
  artist_credit: 'John Williams',
  release_date: '1975-06-20',
  barcode: '4988001000013',
  formats: [{ format_type: 'cd', tracks: [{ title: 'Main Title' }] }],
  ...more,
});

const show = (editor: EditorOf, path = '/duplicates', headers: Record<string, string> = {}) =>
  pageOf(editor.server, path, { token: editor.token, headers });

let editor: EditorOf;
beforeAll(async () => {
  editor = await editedServer([], { rateLimit: 0 });
});
beforeEach(() => {
  for (const table of ['release', 'album', 'artist', 'label', 'production', 'merged_record', 'slug_redirect', 'settled_pair', 'revision'])
    editor.server.store.writer.run(`DELETE FROM "${table}"`);
});

async function withPair(left: object = {}, right: object = { release_date: null }) {
  const one = await editor.make('Release', '/api/releases', jaws(left));
  const other = await editor.make('Release', '/api/releases', jaws(right));
  return { one, other, visitor: await signedIn(editor.server, 'erika') };
}

describe('the page of likely duplicates', () => {
  test('is linked and open to editors only', async () => {
    await withPair();
    const user = await editorOf(editor.server, 'berta', 'user');
    expect((await show(user)).status).toBe(403);
    expect((await show(user, '/settings')).html).not.toContain('/duplicates');
    expect((await show(editor, '/settings')).html).toContain('href="/duplicates"');
    expect((await pageOf(editor.server, '/duplicates')).headers.get('location')).toContain('/sign-in');
  });

  test('shows pairs side by side with their differences and the merged fields', async () => {
    await withPair();
    const { html, text } = await show(editor);
    expect(text).toContain('Releases 1 Artists 0 Labels 0 Productions 0 Reviewed 0');
    expect(text).toContain('The same barcode and the same title and artist. Almost certainly the same.');
    expect(html).toContain('Jaws &lt;b>');
    expect(html).toMatch(/<tr><th scope="row">Date<\/th><td>20 June 1975<\/td><td><\/td><\/tr>/);
    expect(html).toMatch(/<tr class="soft"><th scope="row">Formats<\/th><td>CD<\/td><td>CD<\/td><\/tr>/);
    expect(text).toContain('Filled from the other record: Date.');
    expect(html).toMatch(/value="left" checked/);
  });

  test('preselects "two editions" for different pressings', async () => {
    await withPair({ country: 'US' }, { country: 'IT' });
    const { html, text } = await show(editor);
    expect(html).toMatch(/value="editions" checked/);
    expect(text).toContain('United States');
    expect(text).toContain('two editions of one album.');
  });

  test('preselects nothing for different catalog numbers, and accepts "two editions" for a provisional record', async () => {
    const [one, other] = [
      await editor.make('Label', '/api/labels', { name: 'United Artists' }),
      await editor.make('Label', '/api/labels', { name: 'EMI' }),
    ];
    const labelled = (iri: string, catalog_number: string) => jaws({ barcode: null, labels: [{ iri, catalog_number }] });
    await editor.make('Release', '/api/releases', labelled(one, 'UAS 5117'));
    await editor.make('Release', '/api/releases', { ...labelled(other, '2B2C 008'), provisional: true });
    const visitor = await signedIn(editor.server, 'erika');
    const { html } = await visitor.open('/duplicates');
    expect(html).toContain('value="editions"');
    expect(html).not.toMatch(/name="is" value="\w+" checked/);
    expect((await visitor.send('Save decision', { is: 'editions' })).html).toContain('Both are now editions of one album.');
  });

  test('shows artists and labels, and says if there are no pairs', async () => {
    expect((await show(editor)).text).toContain('No likely duplicates.');
    for (const begin_date of ['1911-12-03', '1911'])
      await editor.make('Artist', '/api/artists', { name: 'نینو روتا', _type: 'person', begin_date });
    for (const country of ['US', null]) await editor.make('Label', '/api/labels', { name: 'RCA', country });
    const artists = await show(editor, '/duplicates?kind=artists');
    expect(artists.html).toContain('lang="und-Arab" dir="rtl"');
    expect(artists.text).toContain('Matching dates and the same name.');
    expect(artists.html).not.toContain('value="editions"');
    expect((await show(editor)).text).toContain('نینو روتا');
    expect((await show(editor, '/duplicates?kind=releases')).text).toContain('No likely duplicates.');
    expect((await show(editor, '/duplicates?kind=labels')).text).toMatch(/Country United States/);
    await editor.make('Production', '/api/productions', { title: 'Amarcord', _type: 'movie', year: 1973, country: 'IT' });
    await editor.make('Production', '/api/productions', { title: 'Amarcord', _type: 'other', year: 1974, provisional: true });
    const productions = await show(editor, '/duplicates?kind=productions');
    for (const words of [
      'The same name. Possibly the same. The right record is a placeholder.',
      'Country Italy',
      'Type Film Other',
      'Year 1973 1974',
    ])
      expect(productions.text).toContain(words);
    const visitor = await signedIn(editor.server, 'erika');
    const { html } = await visitor.open('/productions');
    expect(html).toContain('href="/duplicates?kind=productions"');
    await visitor.open('/duplicates?kind=productions');
    expect((await visitor.send('Save decision', { is: 'left' })).text).toContain('No likely duplicates.');
    expect((await show(editor, '/duplicates?kind=nonsense')).status).toBe(200);
    expect((await show(editor, '/duplicates?page=7')).status).toBe(200);
  });
});

describe('a decision on a pair', () => {
  const answer = async (visitor: Visitor, is: string) => {
    await visitor.open('/duplicates');
    return visitor.send('Save decision', { is });
  };

  test.each([
    ['left', 'one', 'other'],
    ['right', 'other', 'one'],
  ] as const)('to keep the %s record merges the other into it', async (is, kept, gone) => {
    const { visitor, ...ids } = await withPair();
    const page = await answer(visitor, is);
    expect(page.text).toContain('No likely duplicates.');
    expect(page.html).toContain('Merged.');
    const { data } = (await editor.read(ids[gone])).body;
    expect([data.id, data.attributes.release_date]).toEqual([ids[kept], '1975-06-20']);
  });

  test('to merge is confirmed again if tracks would be left out', async () => {
    const formats = [{ format_type: 'cd', tracks: [{ title: 'Out to Sea' }] }];
    const { visitor, one, other } = await withPair({}, { formats });
    const { status, text, html } = await answer(visitor, 'left');
    expect(status).toBe(422);
    expect(text).toContain('would leave out 1 of them: 1-1 Out to Sea. Save again to merge without them.');
    expect(html).toMatch(/value="left" checked/);
    expect((await visitor.send('Save decision', { is: 'right' })).text).toContain('would leave out 1 of them: 1-1 Main Title.');
    expect((await visitor.send('Save decision')).html).toContain('Merged.');
    expect((await editor.read(one)).body.data.id).toBe(other);
  });

  test('to merge can be undone on the page of changes, which the reviewed pairs link to', async () => {
    const { visitor } = await withPair();
    await answer(visitor, 'left');
    expect((await visitor.open('/duplicates?kind=settled')).html).toContain('<a href="/history">Show changes</a>');
    await visitor.open('/history');
    await visitor.send('Undo');
    expect((await visitor.open('/history')).text).toContain('Restored.');
    expect((await visitor.open('/duplicates')).text).toContain('Releases 1 ');
  });

  test('for two editions puts both under one album', async () => {
    const { visitor, one, other } = await withPair();
    expect((await answer(visitor, 'editions')).html).toContain('Both are now editions of one album.');
    const albums = await Promise.all([one, other].map(async (iri) => (await editor.read(iri)).body.data.relationships.album.data.id));
    expect(albums[0]).toBe(albums[1]);
  });

  test('for different records can be undone among the reviewed pairs', async () => {
    const { visitor } = await withPair();
    expect((await answer(visitor, 'different')).text).toContain('Releases 0 Artists 0 Labels 0 Productions 0 Reviewed 1');
    const reviewed = await visitor.open('/duplicates?kind=settled');
    expect(reviewed.text).toContain('not the same');
    expect(reviewed.text).toContain('erika');
    const back = await visitor.send('Undo');
    expect(back.text).toContain('Releases 1 Artists 0 Labels 0 Productions 0 Reviewed 0');
  });

  test('is refused if it is invalid or comes too late', async () => {
    const { visitor, one, other } = await withPair();
    await visitor.open('/duplicates');
    const token = /name="_token" value="([^"]+)"/.exec(visitor.page?.html ?? '')?.[1] ?? '';
    const post = (fields: Record<string, string>) => visitor.post('/duplicates', new URLSearchParams({ _token: token, ...fields }));
    const [left, right] = [one.slice(-36), other.slice(-36)];
    const undecided = await post({ one: left, other: right });
    expect([undecided.status, undecided.text.includes('Choose a decision.')]).toEqual([422, true]);
    await editor.merge(other, { type: 'Release', id: left });
    for (const is of ['left', 'right', 'different']) {
      const late = await post({ one: left, other: right, is });
      expect([visitor.path, late.html.includes('already merged')]).toEqual(['/releases/jaws-b?notice=already-merged', true]);
    }
    await editor.delete(one);
    const gone = await post({ one: left, other: right, is: 'left' });
    expect([gone.status, gone.text.includes('This pair was already reviewed')]).toEqual([422, true]);
    for (const fields of [
      { one: '../x', other: '<script>', is: 'left' },
      { one: '', other: '', is: 'different' },
    ])
      expect((await post(fields)).status).toBe(422);
  });
});
