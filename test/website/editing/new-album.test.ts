import { expect, test } from 'bun:test';
import { sharedEditor } from './shared-editor';

const editor = sharedEditor();

test('an album created by name takes artist, type and date from its release', async () => {
  const { visitor, api } = editor;
  const [artist] = (await api.read('/api/artists?name=Bernard%20Herrmann')).body.data;
  await api.make('Release', '/api/releases', {
    title: 'Tides',
    slug: 'tides',
    artist_credit: 'B. Herrmann',
    artists: [{ iri: artist.id }],
    release_date: '1975-06',
  });
  await visitor.open('/releases/tides/edit');
  await visitor.send('Save', { album: 'Tides, the album', production: 'Psycho' });
  const [album] = (await api.read('/api/releases?title=Tides&include=album')).body.included;
  expect(album.attributes).toMatchObject({
    title: 'Tides, the album',
    artist_credit: 'B. Herrmann',
    artists: [{ name: 'Bernard Herrmann' }],
    album_type: 'score',
    first_release_date: '1975-06',
  });
});

test('an album created while resolving a conflict takes them as well', async () => {
  const { visitor, api } = editor;
  const release = await api.make('Release', '/api/releases', { title: 'Tides', slug: 'tides', release_date: '1975-06' });
  await visitor.open('/releases/tides/edit');
  await api.patch(release, { artist_credit: 'B. Herrmann' });
  expect((await visitor.send('Save', { album: 'Tides, the album' })).status).toBe(412);
  await visitor.send('Save combined version');
  const [album] = (await api.read('/api/releases?title=Tides&include=album')).body.included;
  expect(album.attributes).toMatchObject({
    title: 'Tides, the album',
    artist_credit: 'B. Herrmann',
    first_release_date: '1975-06',
  });
});

test.each([
  ['only a title', {}],
  ['a date', { first_release_date: '1960' }],
])('an existing album with %s is not changed', async (_, more) => {
  const { visitor, api } = editor;
  await api.make('Album', '/api/albums', { title: 'Known Tides', slug: 'known-tides', ...more });
  await api.make('Release', '/api/releases', { title: 'Tides', slug: 'tides', artist_credit: 'Nobody', release_date: '1975' });
  await visitor.open('/releases/tides/edit');
  await visitor.send('Save', { album: 'Known Tides' });
  const [album] = (await api.read('/api/releases?title=Tides&include=album')).body.included;
  expect(album.attributes).toMatchObject({ artist_credit: null, first_release_date: null, release_count: 1, ...more });
});
