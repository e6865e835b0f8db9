import { Pager } from '../components/pager';
import { Part } from '../components/part';
import { creditAndYear, ReleaseShelf, Yours } from '../components/shelves';
import { countOfGroups, onceAnAlbum, ownedIn } from '../release-list';
import { useVisit } from '../visit';
import { releasesPage } from './lists';
import type { ReadArtist } from './read-artist';

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
