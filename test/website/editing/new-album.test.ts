import { expect, test } from 'bun:test';
import { openReleaseEditor } from '../../support/release-editor';

test('an album that is made by typing its name has the artist, the kind and the date of its release', async () => {
  const { visitor, api } = await openReleaseEditor();
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

test('an album that says more than its name stays as it is', async () => {
  const { visitor, api } = await openReleaseEditor();
  await api.make('Album', '/api/albums', { title: 'Known Tides', slug: 'known-tides', first_release_date: '1960' });
  await api.make('Release', '/api/releases', { title: 'Tides', slug: 'tides', artist_credit: 'Nobody', release_date: '1975' });
  await visitor.open('/releases/tides/edit');
  await visitor.send('Save', { album: 'Known Tides' });
  const [album] = (await api.read('/api/releases?title=Tides&include=album')).body.included;
  expect(album.attributes).toMatchObject({ artist_credit: null, first_release_date: '1960', release_count: 1 });
});
