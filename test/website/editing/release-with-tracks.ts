import type { ReleaseEditor } from '../../support/release-editor';

/** A release with a disc of three tracks, one of them with two parts, with credits and name variations. */
export async function releaseWithTracks(editor: ReleaseEditor) {
  const artist = (await editor.api.read('/api/artists?itemsPerPage=1')).body.data[0].id;
  const credit = { iri: artist, credit_role: 'composer', detail: 'Additional', name_variation: 'J. W.' };
  const iri = await editor.api.make('Release', '/api/releases', {
    title: 'Tides',
    credits: [credit],
    formats: [
      {
        format_type: 'vinyl',
        descriptions: ['LP'],
        tracks: [
          { title: 'Main Title', number: 'A1', minutes: 2, seconds: 19, isrc_code: 'GBAYE6800011', notes: 'Loud', credits: [credit] },
          {
            title: 'Suite',
            number: 'A2',
            _type: 'compound',
            sub_tracks: [
              { position: 1, title: 'Dawn', minutes: 1, seconds: 2, credits: [credit] },
              { position: 2, title: 'Dusk', minutes: 2, seconds: 3 },
            ],
          },
          { title: '1941', number: 'B1' },
        ],
      },
    ],
  });
  const { slug, _id: id } = (await editor.api.read(iri)).body.data.attributes;
  const tracks = async () =>
    (await editor.api.read(`/api/tracks?release=${id}`)).body.data.map(({ attributes }: { attributes: object }) => attributes);
  return { iri, slug, path: `/releases/${slug}/edit`, tracks };
}
