import { albums } from '../../catalog/albums';
import { productionEntries } from '../../catalog/production-entries';
import { releases } from '../../catalog/releases';
import type { Single } from '../api/client';
import { includedOf } from '../api/linked-records';
import type { RequestContext } from '../http/request-context';
import { createdDocumentOf } from './created-records';

type Release = Single<typeof releases>;

/**
 * Completes an album that was created by name from its only edition.
 * @param release UUID
 */
export async function fillNewAlbum({ api }: RequestContext, release: string, note: string): Promise<void> {
  const found = await api.single(releases, release, { include: 'album,entries' });
  const [album] = includedOf(albums, found).values();
  if (!album) return;
  const attributes = saidOfAlbum(found);
  if (Object.keys(attributes).length === 0) return;
  const { tag } = await api.tagged(albums, album.attributes._id);
  // A concurrent edit wins.
  await api.send('PATCH', album.id, createdDocumentOf('Album', { attributes }, note, album.id), { 'if-match': tag });
}

function saidOfAlbum(found: Release): Readonly<Record<string, unknown>> {
  const { artist_credit: credit, artists, release_date: date } = found.data.attributes;
  const kinds = new Set([...includedOf(productionEntries, found).values()].map(({ attributes }) => attributes.kind));
  const [type, another] = kinds;
  return {
    ...(credit && { artist_credit: credit }),
    ...(artists.length > 0 && { artists: artists.map(({ iri, name_variation, join_phrase }) => ({ iri, name_variation, join_phrase })) }),
    ...(date && { first_release_date: date }),
    ...(type !== undefined && another === undefined && { album_type: type }),
  };
}
