import { AddLink, addLinkOf } from '../../editing/editor-links';
import type { Page } from '../../http/page';
import type { RequestContext } from '../../http/request-context';
import { inUnits, ownedOf, sharesIn } from '../../library/completeness/figure';
import { Joined } from '../../ui/facts';
import { People } from '../../ui/people';
import { lifeOf } from '../browse/life';
import { listPage } from '../browse/list-page';
import { artistList } from '../browse/lists';
import { readBrowsedList } from '../browse/read-list';
import { type Tab, Tabs } from '../browse/tabs';

export async function get(context: RequestContext): Promise<Page> {
  const { t } = context;
  const browsed = await readBrowsedList(context, artistList);
  const shares = sharesIn(browsed.meta);
  const { tabs } = t.browse;
  const isBySortName = (browsed.selection.sort ?? artistList.orders[0]) === 'sortName';
  const ways: readonly Tab[] = [
    { name: tabs.all, filters: {} },
    { name: tabs.composers, filters: { role: ['composer'] } },
    { name: tabs.ensembles, filters: { type: ['orchestra', 'choir'] } },
    { name: tabs.fictional, filters: { fictional: ['true'] } },
  ];
  return listPage(context, {
    below: <AddLink href={addLinkOf(context)} type="Artist" />,
    browsed,
    isKept: true,
    about: t.browse.lists.artists.about,
    tabs: <Tabs list="artists" selection={browsed.selection} tabs={ways} />,
    children: (
      <People
        artists={browsed.items.map(({ attributes }) => ({ attributes: isBySortName ? underSortName(attributes) : attributes }))}
        below={(artist) => {
          const share = shares.get(`${artistList.kind.path}/${artist._id}`);
          return (
            <Joined
              parts={[lifeOf(context, artist), share && ownedOf(context, share, inUnits(context, 'scores', share.total))].filter(Boolean)}
              by=" · "
            />
          );
        }}
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
