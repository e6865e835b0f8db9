import { releases } from '../../../catalog/releases';
import { includedOf } from '../../api/linked-records';
import { AddLink, addLinkOf } from '../../editing/editor-links';
import { type PageAnswer, seeOther } from '../../http/page';
import type { RequestContext } from '../../http/request-context';
import { sharesIn } from '../../library/completeness/figure';
import { creditAndYear, ReleaseShelf, type Shelved, Yours } from '../../ui/shelves';
import { listPage } from '../browse/list-page';
import { albumList } from '../browse/lists';
import { type Browsed, readBrowsedList } from '../browse/read-list';
import { AlbumsOrReleases } from '../release/list';

export async function get(context: RequestContext): Promise<PageAnswer> {
  const browsed = await readBrowsedList(context, albumList);
  // Without albums, releases are listed one by one.
  if (browsed.meta.totalItems === 0 && browsed.selection.chosen.length === 0) return seeOther(context.to.releases());
  const shelved = shelvedAlbums(browsed);
  const shares = sharesIn(browsed.meta);
  const captions = new Map(
    shelved.map(({ attributes, iri, caption }) => [attributes._id, shares.has(iri) ? <Yours caption={caption} /> : caption]),
  );
  return listPage(context, {
    below: <AddLink href={addLinkOf(context)} type="Album" />,
    browsed,
    tabs: <AlbumsOrReleases list="albums" selection={browsed.selection} />,
    children: <ReleaseShelf releases={shelved} below={({ _id }) => captions.get(_id)} />,
  });
}

/** Represented by the first edition; an album with a single edition is that edition. */
function shelvedAlbums({ answer }: Browsed<typeof albumList.kind>): (Shelved & { readonly iri: string; readonly caption: string })[] {
  const first = includedOf(releases, answer);
  return answer.data.flatMap(({ id: iri, attributes: album, relationships }) => {
    const edition = first.get(relationships.firstRelease.data?.id ?? '')?.attributes;
    if (!edition) return [];
    return [
      { iri, attributes: edition, album: album.release_count > 1 ? album : undefined, caption: creditAndYear({ ...edition, ...album }) },
    ];
  });
}
