import { Pager } from '../components/pager';
import { Part } from '../components/part';
import { creditAndYear, ReleaseShelf, Yours } from '../components/shelves';
import { ownedIn } from '../release-list';
import { useVisit } from '../visit';
import { releasesPage } from './lists';
import type { ReadArtist } from './read-artist';

/** What came out under the name of an artist, the oldest first; one's own are marked. */
export function Releases({ read: { music } }: { readonly read: ReadArtist }) {
  const { t, format } = useVisit();
  const { data, meta } = music.releases;
  if (meta.totalItems === 0) return null;
  const owned = ownedIn(music.releases);
  return (
    <Part id={releasesPage} title={t.artist.releases} aside={t.words.releases(format.number(meta.totalItems), meta.totalItems === 1)}>
      <ReleaseShelf
        releases={data}
        below={(release) => (owned.has(release._id) ? <Yours said={creditAndYear(release)} /> : creditAndYear(release))}
      />
      <Pager meta={meta} parameter={releasesPage} part={releasesPage} />
    </Part>
  );
}
