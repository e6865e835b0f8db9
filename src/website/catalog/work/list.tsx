import { releases } from '../../../catalog/releases';
import type { works } from '../../../catalog/tracks/works';
import type { List } from '../../api/client';
import { includedOf } from '../../api/linked-records';
import { AddLink, addLinkOf } from '../../editing/editor-links';
import type { Page } from '../../http/page';
import { type RequestContext, useRequestContext } from '../../http/request-context';
import { inUnits, ownedOf, sharesIn } from '../../library/completeness/figure';
import { composerNames } from '../../ui/credits';
import { ReleaseCell } from '../../ui/release-table';
import { Table } from '../../ui/table';
import { listPage } from '../browse/list-page';
import { workList } from '../browse/lists';
import { readBrowsedList } from '../browse/read-list';

export async function get(context: RequestContext): Promise<Page> {
  const browsed = await readBrowsedList(context, workList);
  return listPage(context, {
    browsed,
    about: context.t.browse.lists.works.about,
    below: <AddLink href={addLinkOf(context)} type="Work" />,
    isKept: true,
    children: <WorkTable list={browsed.answer} />,
  });
}

const composersNamed = 4;

/** With the sleeve of a recording of each. */
export function WorkTable({ list }: { readonly list: List<typeof works> }) {
  const context = useRequestContext();
  const { t, to, format, user } = context;
  const sleeves = includedOf(releases, list);
  const shares = sharesIn(list.meta);
  return (
    <Table
      class="owned"
      caption={t.browse.lists.works.title}
      heads={[t.fields.title, t.fields.composers, { text: t.fields.recordings, class: 'n' }, user && t.albums.yours]}
    >
      {list.data.map(({ id, attributes: work, relationships }) => {
        const share = shares.get(id);
        return (
          <tr key={id}>
            <th scope="row">
              <ReleaseCell
                of={sleeves.get(relationships.sampleRelease.data?.id ?? '')?.attributes}
                href={to.work(work)}
                title={work.title}
              />
            </th>
            <td class="keep">{format.list(composerNames(work.credits).slice(0, composersNamed))}</td>
            <td class="n">{format.number(work.recording_count)}</td>
            {user && <td class="keep place">{share && ownedOf(context, share, inUnits(context, 'releases', share.total))}</td>}
          </tr>
        );
      })}
    </Table>
  );
}
