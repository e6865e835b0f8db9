import type { PageQuery } from '../../http/addresses';
import type { Page } from '../../http/page';
import { type RequestContext, useRequestContext } from '../../http/request-context';
import { PageTabs } from '../../ui/section';
import { ReleaseShelf } from '../../ui/shelves';
import { listPage } from '../browse/list-page';
import { albumList, releaseList } from '../browse/lists';
import { readBrowsedList } from '../browse/read-list';
import type { BrowseSelection } from '../browse/selection';

export async function get(context: RequestContext): Promise<Page> {
  const browsed = await readBrowsedList(context, releaseList);
  return listPage(context, {
    browsed,
    tabs: <AlbumsOrReleases list="releases" selection={browsed.selection} />,
    children: <ReleaseShelf releases={browsed.items} />,
  });
}

/** Switches between albums and all editions, keeping common filters. */
export function AlbumsOrReleases({ list, selection }: { readonly list: 'albums' | 'releases'; readonly selection: BrowseSelection }) {
  const { t, to } = useRequestContext();
  const words = t.albums.tabs;
  return (
    <PageTabs
      label={words.name}
      tabs={[
        [to.albums(knownTo(albumList, selection)), words.albums, list === 'albums'],
        [to.releases(knownTo(releaseList, selection)), words.releases, list === 'releases'],
      ]}
    />
  );
}

function knownTo({ facets, filters }: typeof albumList | typeof releaseList, selection: BrowseSelection): PageQuery {
  const names: readonly string[] = [...facets.map(({ name }) => name), ...filters];
  return Object.fromEntries(Object.entries(selection.query).filter(([name]) => names.includes(name)));
}
