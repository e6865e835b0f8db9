import { absolute } from '../../http/addresses';
import type { About } from '../../http/page';
import type { Visit } from '../../http/request-context';
import { webAddress } from '../../ui/markdown';
import type { ReadAlbum } from './load';

/** Editions that machines are told of: search engines show a few. */
const editionsTold = 20;

/** What other sites and machines are told of an album (https://schema.org/MusicAlbum). */
export function aboutAlbum(visit: Visit, read: ReadAlbum): About {
  const { t, to, format } = visit;
  const { title, artist_credit: credit, album_type: type, release_count: count, first_release_date: date, year } = read.album.attributes;
  const canonical = to.album(read.album.attributes);
  const [first] = read.editions;
  const picture = first && to.sleevePicture(first.release._id);
  const said = [title, credit, t.words.albumTypes[type], t.words.editions(...format.counted(count)), year];
  const sameAs = read.links.flatMap(({ attributes }) => webAddress(attributes.url) ?? []);
  return {
    description: said.filter(Boolean).join(' · '),
    canonical,
    ...(picture && { picture }),
    type: 'music.album',
    data: {
      '@type': 'MusicAlbum',
      name: title,
      url: absolute(visit, canonical),
      ...(picture && { image: absolute(visit, picture) }),
      ...(date && { datePublished: date }),
      byArtist: read.album.attributes.artists.map(({ id, name }) => {
        const slug = read.artists.get(id);
        return { '@type': 'MusicGroup', name, ...(slug !== undefined && { url: absolute(visit, to.artist({ slug })) }) };
      }),
      albumRelease: read.editions.slice(0, editionsTold).map(({ release }) => ({
        '@type': 'MusicRelease',
        name: release.title,
        url: absolute(visit, to.release(release)),
        ...(release.release_date && { datePublished: release.release_date }),
        ...(release.barcode && { gtin: release.barcode }),
      })),
      ...(sameAs.length > 0 && { sameAs }),
    },
  };
}
