import { absolute } from '../../http/addresses';
import type { About } from '../../http/page';
import type { RequestContext } from '../../http/request-context';
import { creditData } from '../../ui/credit-line';
import { formatWords } from '../../ui/format-words';
import { coverFile } from '../../ui/sleeves/cover-files';
import type { ReadRelease } from './load';
import { lengthOf } from './tracks';

/** Search engines show a few. */
const mostTracks = 30;

export function aboutRelease(visit: RequestContext, read: ReadRelease): About {
  const { release, formats } = read;
  const { title, artist_credit: credit, labels, year } = release.attributes;
  const label = labels.map(({ name, catalog_number: number }) => [name, number].filter(Boolean).join(' ')).join(', ');
  const kinds = formatWords(
    formats.map(({ attributes }) => attributes),
    visit,
  );
  return {
    description: [title, credit, kinds, year, label].filter(Boolean).join(' · '),
    canonical: visit.to.release(release.attributes),
    picture: pictureOf(visit, read),
    type: 'music.album',
    data: musicRelease(visit, read),
  };
}

/** The cover, else the drawn sleeve. */
const pictureOf = ({ to }: RequestContext, { release }: ReadRelease): string =>
  release.attributes.cover ? coverFile(to, release.attributes.cover, 960) : to.sleevePicture(release.attributes._id);

/** https://schema.org/MusicRelease */
function musicRelease(visit: RequestContext, read: ReadRelease): object {
  const { to } = visit;
  const { release, album, tracks } = read;
  const { title, release_date: date, barcode, catalog_number: number, labels, slug } = release.attributes;
  const { duration_seconds: seconds, untimed_track_count: untimed } = release.attributes;
  const track = tracks.slice(0, mostTracks).map(({ attributes }) => ({
    '@type': 'MusicRecording',
    name: attributes.title,
    ...(lengthOf(attributes) !== null && { duration: `PT${lengthOf(attributes)}S` }),
    ...(attributes.isrc_code && { isrcCode: attributes.isrc_code }),
  }));
  return {
    '@type': 'MusicRelease',
    name: title,
    url: absolute(visit, to.release({ slug })),
    image: absolute(visit, pictureOf(visit, read)),
    ...(date && { datePublished: date }),
    ...(number && { catalogNumber: number }),
    ...(barcode && { gtin: barcode }),
    ...(seconds && untimed === 0 && { duration: `PT${seconds}S` }),
    recordLabel: labels.flatMap(({ name }) => (name === null ? [] : [{ '@type': 'Organization', name }])),
    releaseOf: {
      '@type': 'MusicAlbum',
      name: album?.attributes.title ?? title,
      ...(album && album.attributes.release_count > 1 && { url: absolute(visit, to.album(album.attributes)) }),
      byArtist: creditData(visit, 'MusicGroup', release.attributes.artists),
      numTracks: release.attributes.track_count,
      track,
    },
  };
}
