import { useVisit } from '../../http/request-context';
import { Pager } from '../../ui/pager';
import { Part } from '../../ui/section';
import { creditAndYear, ReleaseShelf, Yours } from '../../ui/shelves';
import { countOfGroups, onceAnAlbum, ownedIn } from '../browse/release-list';
import { releasesPage } from './lists';
import type { ReadArtist } from './load';

/** What came out under the name of an artist, the oldest first; one's own are marked. */
export function Releases({ read: { music } }: { readonly read: ReadArtist }) {
  const visit = useVisit();
  const { t } = visit;
  const { meta } = music.releases;
  if (meta.totalItems === 0) return null;
  const ownReleases = ownedIn(music.releases);
  const grouped = onceAnAlbum(music.releases);
  const owned = new Set(grouped.filter(({ ids }) => ids.some((id) => ownReleases.has(id))).map(({ attributes }) => attributes._id));
  return (
    <Part id={releasesPage} title={t.records.albums} aside={countOfGroups(visit, music.releases, grouped)}>
      <ReleaseShelf
        releases={grouped}
        below={(release) => (owned.has(release._id) ? <Yours said={creditAndYear(release)} /> : creditAndYear(release))}
      />
      <Pager meta={meta} parameter={releasesPage} part={releasesPage} />
    </Part>
  );
}
