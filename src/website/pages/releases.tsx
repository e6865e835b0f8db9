import { AlbumsOrReleases } from '../browse/albums-or-releases';
import { listPage } from '../browse/list-page';
import { releaseList } from '../browse/lists';
import { readList } from '../browse/read-list';
import { ReleaseShelf } from '../components/shelves';
import type { Page } from '../page';
import type { Visit } from '../visit';

export async function show(visit: Visit): Promise<Page> {
  const browsed = await readList(visit, releaseList);
  return listPage(visit, {
    browsed,
    tabs: <AlbumsOrReleases list="releases" selection={browsed.selection} />,
    children: <ReleaseShelf releases={browsed.items} />,
  });
}
