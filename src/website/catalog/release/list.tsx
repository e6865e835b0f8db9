import type { Page } from '../../http/page';
import type { Visit } from '../../http/request-context';
import { ReleaseShelf } from '../../ui/shelves';
import { AlbumsOrReleases } from '../browse/albums-or-releases';
import { listPage } from '../browse/list-page';
import { releaseList } from '../browse/lists';
import { readList } from '../browse/read-list';

export async function get(visit: Visit): Promise<Page> {
  const browsed = await readList(visit, releaseList);
  return listPage(visit, {
    browsed,
    tabs: <AlbumsOrReleases list="releases" selection={browsed.selection} />,
    children: <ReleaseShelf releases={browsed.items} />,
  });
}
