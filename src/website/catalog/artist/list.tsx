import { AddLink, addLinkOf } from '../../editing/editor-links';
import type { Page } from '../../http/page';
import type { RequestContext } from '../../http/request-context';
import { People } from '../../ui/people';
import { lifeOf } from '../browse/life';
import { listPage } from '../browse/list-page';
import { artistList } from '../browse/lists';
import { readList } from '../browse/read-list';
import { type Tab, Tabs } from '../browse/tabs';

export async function get(visit: RequestContext): Promise<Page> {
  const { t } = visit;
  const browsed = await readList(visit, artistList);
  const { tabs } = t.browse;
  const ways: readonly Tab[] = [
    { name: tabs.all, filters: {} },
    { name: tabs.composers, filters: { role: ['composer'] } },
    { name: tabs.ensembles, filters: { type: ['orchestra', 'choir'] } },
    { name: tabs.fictional, filters: { fictional: ['true'] } },
  ];
  return listPage(visit, {
    below: <AddLink href={await addLinkOf(visit)} type="Artist" />,
    browsed,
    isKept: true,
    about: t.browse.lists.artists.about,
    tabs: <Tabs list="artists" selection={browsed.selection} tabs={ways} />,
    children: <People artists={browsed.items} below={(artist) => lifeOf(visit, artist)} />,
  });
}
