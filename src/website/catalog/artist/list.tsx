import { AddLink, addLinkOf } from '../../editing/editor-links';
import type { Page } from '../../http/page';
import type { RequestContext } from '../../http/request-context';
import { People } from '../../ui/people';
import { lifeOf } from '../browse/life';
import { listPage } from '../browse/list-page';
import { artistList } from '../browse/lists';
import { readBrowsedList } from '../browse/read-list';
import { type Tab, Tabs } from '../browse/tabs';

export async function get(visit: RequestContext): Promise<Page> {
  const { t } = visit;
  const browsed = await readBrowsedList(visit, artistList);
  const { tabs } = t.browse;
  const isBySortName = browsed.selection.sort === 'sortName';
  const ways: readonly Tab[] = [
    { name: tabs.all, filters: {} },
    { name: tabs.composers, filters: { role: ['composer'] } },
    { name: tabs.ensembles, filters: { type: ['orchestra', 'choir'] } },
    { name: tabs.fictional, filters: { fictional: ['true'] } },
  ];
  return listPage(visit, {
    below: <AddLink href={addLinkOf(visit)} type="Artist" />,
    browsed,
    isKept: true,
    about: t.browse.lists.artists.about,
    tabs: <Tabs list="artists" selection={browsed.selection} tabs={ways} />,
    children: (
      <People
        artists={browsed.items.map(({ attributes }) => ({ attributes: isBySortName ? underSortName(attributes) : attributes }))}
        below={(artist) => lifeOf(visit, artist)}
      />
    ),
  });
}

/** "Goldsmith, Jerry" in place of "Jerry Goldsmith"; what tells namesakes apart stays. */
const underSortName = <A extends { readonly name: string; readonly display_name: string; readonly sort_name: string | null }>(
  artist: A,
): A => ({
  ...artist,
  display_name: (artist.sort_name ?? artist.name) + artist.display_name.slice(artist.name.length),
});
