import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { changesOf, differencesOf, type Wording } from '../../src/website/editing/history/changes';
import { nonEmpty } from '../support/non-empty';
import { openReleaseEditor } from '../support/release-editor';
import { sharedEditor } from './editing/shared-editor';

const editor = sharedEditor();

const link = (type: string, id: string) => ({ data: { type, id } });

const plain = (html: string): string => html.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ');

describe('the history of a record', () => {
  test('shows each change with its author, note, removed and added values', async () => {
    const artist = await editor.api.make('Artist', '/api/artists', { name: 'Ada Lark', _type: 'person' });
    const label = await editor.api.make('Label', '/api/labels', { name: 'Tidal' });
    const release = await editor.api.make('Release', '/api/releases', {
      title: 'Tides',
      formats: [{ format_type: 'vinyl', tracks: [{ number: 'A1', title: 'Main Title', minutes: 2, seconds: 19 }] }],
    });
    const [format] = (await editor.api.read(`${release}/formats`)).body.data;
    await editor.api.patch(
      release,
      {
        title: 'Tides (Original Score)',
        country: 'DE',
        release_date: '1975-08',
        credits: [{ iri: artist, credit_role: 'composer' }],
        labels: [{ iri: label, catalog_number: 'TD 1' }],
        formats: [{ id: format.attributes._id, tracks: [{ number: 'A1', title: 'Main Title', minutes: 2, seconds: 21 }] }],
      },
      { meta: { note: 'As <b>printed</b>' } },
    );
    // The history names the record that the artist was merged into.
    const other = await editor.api.make('Artist', '/api/artists', { name: 'Ada Larkin', _type: 'person' });
    await editor.api.merge(artist, { type: 'Artist', id: other });
    expect(plain((await editor.visitor.open('/history')).html)).toMatch(/Artist: \s*Ada Lark\s[^/]*Ada Larkin/);
    const { html, text, status } = await editor.visitor.open('/releases/tides/history');
    expect(status).toBe(200);
    expect(text).toContain('2 changes since');
    expect(html).toContain('As &lt;b>printed&lt;/b>');
    expect(html).toContain('<ins>(Original Score)</ins>');
    expect(html).toMatch(/Country<\/dt><dd><ins>Germany<\/ins>/);
    expect(html).toMatch(/Released<\/dt><dd><ins>August 1975<\/ins>/);
    expect(html).toMatch(/Credits<\/dt><dd><ins>Composer Ada Larkin<\/ins>/);
    expect(html).toMatch(/Labels and catalog numbers<\/dt><dd><ins>Tidal · TD 1<\/ins>/);
    expect(html).toMatch(/A1 Main Title <del>2:19<\/del> <ins>2:21<\/ins>/);
    expect(html).toContain('locked since then');
    expect(plain(html)).toContain('Added.');
  });

  test('undoes a change once', async () => {
    const { api, visitor } = editor;
    const iri = await api.make('Artist', '/api/artists', { name: 'Ada Lark', _type: 'person' });
    await api.patch(iri, { name: 'Ada Larkin' });
    await visitor.open('/artists/ada-lark/history');
    const { html } = await visitor.send('Undo', {});
    expect(html).toContain('Change undone.');
    expect(plain(html)).toContain('Undoes revision 2.');
    expect(html.match(/name="revert"/g)).toHaveLength(2);
    expect((await api.read(iri)).body.data.attributes.name).toBe('Ada Lark');
  });

  test('has no button for the undo of a merge and for changes before a merge', async () => {
    const { api, visitor } = editor;
    const release = (title: string) => api.make('Release', '/api/releases', { title: 'Tides', formats: [{ tracks: [{ title }] }] });
    const [source, target] = [await release('Dawn'), await release('Dusk')];
    await api.merge(source, { type: 'Release', id: target });
    const buttons = async () => (await visitor.open('/history')).html.match(/aria-label="Undo revision \d/g)?.map((one) => one.at(-1));
    expect(await buttons()).toEqual(['4', '3', '2']);
    const [merge] = (await api.read('/api/revisions')).body.data;
    expect((await api.revert(merge.id)).status).toBe(201);
    expect(await buttons()).toEqual(['2', '1']);
    for (const { id, attributes } of nonEmpty((await api.read('/api/revisions')).body.data.slice(0, 2))) {
      const { status, body } = await api.revert(id);
      expect([attributes.revertible, status, body.errors[0].code]).toEqual([false, 409, 'merge_undone']);
    }
  });

  test('refuses an undo that would lose a newer change', async () => {
    const { api, visitor } = editor;
    const iri = await api.make('Artist', '/api/artists', { name: 'Ada Lark', _type: 'person' });
    await api.patch(iri, { name: 'Ada Larkin' });
    await visitor.open('/artists/ada-lark/history');
    await api.patch(iri, { name: 'Ada Larkina' });
    const page = await visitor.send('Undo', {});
    expect([page.status, page.text.includes('Revision 3 is newer')]).toEqual([409, true]);
    expect((await api.read(iri)).body.data.attributes.name).toBe('Ada Larkina');
  });

  test('names added parts', async () => {
    const { api, visitor } = editor;
    const film = await api.make('Production', '/api/productions', { title: 'The Wind', _type: 'movie' });
    const release = await api.make('Release', '/api/releases', { title: 'Gusts' });
    const character = await api.make('Artist', '/api/artists', { name: 'Raisuli', _type: 'person', fictional: true });
    await api.make('ProductionEntry', `${film}/entries`, { kind: 'score' }, { release: link('Release', release) });
    await api.make(
      'Portrayal',
      '/api/portrayals',
      {},
      { production: link('Production', film), fictionalArtist: link('Artist', character) },
    );
    expect((await visitor.open('/productions/the-wind/history')).text).toContain('Music on a release: Gusts Added.');
    const { text } = await visitor.open('/history');
    expect(text).toContain('Music on a release: Gusts · The Wind Added.');
    expect(text).toMatch(/Character: (Raisuli, The Wind|The Wind, Raisuli) Added\./);
  });

  test('has the changes of records that connect it to others', async () => {
    const { api, visitor } = editor;
    const film = await api.make('Production', '/api/productions', { title: 'The Wind', _type: 'movie' });
    const release = await api.make('Release', '/api/releases', { title: 'Gusts' });
    const other = await api.make('Release', '/api/releases', { title: 'Squalls' });
    const singer = await api.make('Artist', '/api/artists', { name: 'Ada Lark', _type: 'person' });
    const group = await api.make('Artist', '/api/artists', { name: 'The Larks', _type: 'group' });
    const entry = await api.make('ProductionEntry', `${film}/entries`, { kind: 'score' }, { release: link('Release', release) });
    await api.patch(entry, { kind: 'songs' });
    await api.delete(entry);
    await api.make('Portrayal', '/api/portrayals', {}, { production: link('Production', film), performer: link('Artist', singer) });
    await api.make('ArtistGroupMember', `${singer}/group-memberships`, {}, { group: link('Artist', group) });

    const { text } = await visitor.open('/releases/gusts/history');
    expect(text).toContain('4 changes since');
    expect(text).toMatch(
      /Music on a release: The Wind Deleted\..*Music on a release: The Wind Kind Songs.*Music on a release: The Wind Added\./,
    );
    expect((await visitor.open('/releases/squalls/history')).text).toContain('1 change since');
    expect((await api.read(`${other}/revisions`)).body.meta.totalItems).toBe(1);
    expect((await api.read(`${singer}/revisions`)).body.meta.totalItems).toBe(3);
    expect((await api.read(`${group}/revisions`)).body.meta.totalItems).toBe(2);
    expect((await visitor.open('/productions/the-wind/history')).text).toMatch(/Character: Ada Lark Added\./);

    const into = await api.merge(release, { type: 'Release', id: other });
    expect(into.status).toBe(200);
    expect((await visitor.open('/releases/squalls/history')).text).toContain('Music on a release: The Wind Added.');
  });

  test('restores a deleted record from the list of all changes', async () => {
    const { api, visitor } = editor;
    const iri = await api.make('Artist', '/api/artists', { name: 'Ada Lark', _type: 'person' });
    await api.delete(iri);
    const { text } = await visitor.open(`/artists/${iri.split('/').at(-1)}/history`);
    expect(text).toContain('Artist: Ada Lark Deleted.');
    expect(text).toMatch(/, \d+:\d\d (?:[AP]M )?(?:UTC|GMT)/);
    const { html } = await visitor.open('/history');
    expect(html).toContain(`/history?record=${encodeURIComponent(iri)}`);
    expect(html).not.toContain('>Undo<');
    await visitor.send('Restore', {});
    expect((await api.read(iri)).status).toBe(200);
    expect((await visitor.open('/history')).text).toMatch(/Restored\..*Deleted\..*Added\./);
  });

  test('of a role names the role', async () => {
    const { api, visitor } = editor;
    const iri = await api.make('ArtistRole', '/api/artists/roles', { role: 'Whistler', slug: 'whistler', scope: 'track' });
    await api.patch(iri, { role: 'Whistling' });
    expect(plain((await visitor.open('/history')).html)).toContain('Role: Whistling');
    expect((await visitor.open('/roles/whistler/history')).text).toContain('2 changes since');
  });

  test('shows names and translated words instead of IRIs and codes, also for deleted records, and shortens long lists', async () => {
    const { api, visitor } = await openReleaseEditor({ 'accept-language': 'de' });
    const { data } = (await api.read('/api/packaging-types')).body;
    const packaging = data.find(({ attributes }: { attributes: { name: string } }) => attributes.name === 'Cardboard Sleeve');
    const artist = await api.make('Artist', '/api/artists', { name: 'Ada Lark', _type: 'person' });
    const tracks = Array.from({ length: 300 }, () => ({ title: 'Dawn', content_components: ['vocal', 'sound_effects'], source_cue: true }));
    const credits = [{ iri: artist, credit_role: 'vocalist' }];
    const values = { title: 'Tides', credits, identifiers: [{ type: 'Matrix', value: 'T 1' }], formats: [{ tracks }] };
    await api.make('Release', '/api/releases', values, { packaging_type: link('PackagingType', packaging.id) });
    const film = await api.make('Production', '/api/productions', { title: 'The Wind', _type: 'movie' });
    await api.make('ProductionAward', `${film}/awards`, { award: 'academy_award' });
    const [one, other] = [await api.make('Album', '/api/albums', { title: 'A' }), await api.make('Album', '/api/albums', { title: 'B' })];
    await api.make('AlbumRelation', `${one}/relations`, { kind: 'single_from' }, { related: link('Album', other) });
    const [source, target] = [
      await api.make('Work', '/api/works', { title: 'W' }),
      await api.make('Work', '/api/works', { title: 'Theme' }),
    ];
    await api.merge(source, { type: 'Work', id: target });
    await api.delete(target);
    const { text } = await visitor.open('/history');
    for (const words of [
      'Kartonhülle',
      'Matrix · T 1',
      'Dawn · mit Gesang, Geräusche · Source Music',
      'Gesang Ada Lark',
      '292 weitere',
      'Auszeichnung Oscar',
      'Single aus',
      'Mit Theme zusammengeführt',
    ])
      expect(text).toContain(words);
    expect(text).not.toContain('/api/');
  });
});

const wording: Wording = {
  name: (iri) => iri,
  label: (field) => field,
  role: (slug) => slug,
  value: (_, value) => String(value),
  cover: ({ hash }) => hash,
};

const changed = (before: unknown, after: unknown, field = 'field') =>
  changesOf(
    differencesOf({ attributes: { [field]: before }, relationships: {} }, { attributes: { [field]: after }, relationships: {} }),
    wording,
  );

test('the history of long lists shows changed lines, the number of hidden lines and reorderings', async () => {
  const { api, visitor } = editor;
  const tracks = Array.from({ length: 500 }, (_, index) => ({ number: `${index + 1}`, title: `Cue ${index}` }));
  const iri = await api.make('Release', '/api/releases', { title: 'Tides', formats: [{ tracks }] });
  const [format] = (await api.read(`${iri}/formats`)).body.data;
  const id = format.attributes._id;
  const { after } = (await api.read('/api/revisions')).body.data[0].attributes;
  const ids = after.attributes.formats[0].tracks.map((track: { id: string }) => ({ id: track.id }));
  await api.patch(iri, {
    formats: [{ id, tracks: [{ ...ids[0], title: 'Dawn' }, ...ids.slice(1, -1), { ...ids.at(-1), title: 'Dusk' }] }],
  });
  await api.patch(iri, { formats: [{ id, tracks: ids.toReversed() }] });
  const { text, html } = await visitor.open('/releases/tides/history');
  const shown = [/Revision 3 Discs and tracks (.*?) Undo/, /Revision 2 Discs and tracks (.*?) Undo/, /([\d,]+ more lines) aren’t shown/];
  expect(shown.map((pattern) => pattern.exec(text)?.[1])).toEqual([
    'The order changed.',
    '1 Cue 0 Dawn 500 Cue 499 Dusk',
    '101 more lines',
  ]);
  expect(html.length).toBeLessThan(150_000);
});

test('every page with a list refuses an invalid page number', async () => {
  const { visitor } = editor;
  for (const page of ['-1', '0', 'abc', '1.5', '1e9', '1e1', '0x1', '9'.repeat(30)])
    for (const path of ['/history', '/collection', '/roles', '/unreviewed', '/releases', '/search'])
      expect([path, page, (await visitor.open(`${path}?q=a&page=${page}`)).status]).toEqual([path, page, 400]);
});

test('a page beyond the last of a personal list links to the last', async () => {
  const { visitor, make } = editor;
  for (const list of ['collection', 'wishlist'] as const) {
    await make(list, 0);
    const { text } = await visitor.open(`/${list}?page=999`);
    expect(text).toContain('Page 999 is empty. Go to the last page, 1');
    expect(text).not.toContain('No matches');
  }
});

test('the removed and added lines of a diff turn the old list into the new one', () => {
  const line = fc.constantFrom('a', 'b', 'c', 'd');
  const lines = fc.oneof(fc.array(line), fc.array(line, { minLength: 201, maxLength: 350 }));
  fc.assert(
    fc.property(lines, lines, (before, after) => {
      const found = changed(before, after).flatMap(({ lines }) => lines);
      const counts = (lines: readonly string[]) =>
        Map.groupBy(
          lines.filter((one) => one !== ''),
          (one) => one,
        );
      const [gone, come] = [counts(found.map(({ was }) => was)), counts(found.map(({ is }) => is))];
      for (const one of ['a', 'b', 'c', 'd']) {
        const was = before.filter((other) => other === one).length;
        expect(was - (gone.get(one)?.length ?? 0) + (come.get(one)?.length ?? 0)).toBe(after.filter((other) => other === one).length);
      }
      if (before.join() === after.join()) expect(found).toEqual([]);
    }),
  );
});

test('a diff keeps the space before a removed end', async () => {
  const { api, visitor } = editor;
  const iri = await api.make('Release', '/api/releases', { title: 'Jaws (OST)' });
  await api.patch(iri, { title: 'Jaws' });
  const { html } = await visitor.open('/releases/jaws-ost/history');
  expect(html).toContain('Jaws <del>(OST)</del>');
});

test('a diff letters the parts of a track and omits IRIs and ids', () => {
  const track = { id: 'x', number: 'A1', title: 'Suite', _type: 'compound', sub_tracks: [{ id: 'y', position: 1, title: 'Dawn' }] };
  expect(changed(null, [track], 'tracks')[0]?.lines.map(({ is }) => is)).toEqual(['A1 Suite', 'a Dawn']);
  expect(changed(null, [{ iri: 'Tidal', name: 'Tidal', catalog_number: 'T 1' }], 'labels')[0]?.lines.map(({ is }) => is)).toEqual([
    'Tidal · T 1',
  ]);
});

test('a diff has lines of text for any value', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(changed(null, value).every(({ lines }) => lines.every(({ is }) => typeof is === 'string'))).toBe(true);
    }),
  );
});
