import { AddLink, addLinkOf } from '../../editing/editor-links';
import type { Page } from '../../http/page';
import { type RequestContext, useRequestContext } from '../../http/request-context';
import { CatalogText } from '../../ui/catalog-text';
import { LabelMark } from '../../ui/pictures';
import { Table } from '../../ui/table';
import { listPage } from '../browse/list-page';
import { labelList } from '../browse/lists';
import { readBrowsedList } from '../browse/read-list';

export async function get(visit: RequestContext): Promise<Page> {
  const browsed = await readBrowsedList(visit, labelList);
  return listPage(visit, {
    below: <AddLink href={addLinkOf(visit)} type="Label" />,
    browsed,
    isKept: true,
    children: <LabelTable labels={browsed.items.map(({ attributes }) => attributes)} />,
  });
}

interface ListedLabel {
  readonly _id: string;
  readonly slug: string;
  readonly name: string;
  readonly country: string | null;
  readonly begin_date: string | null;
  readonly end_date: string | null;
  readonly release_count: number;
}

function LabelTable({ labels }: { readonly labels: readonly ListedLabel[] }) {
  const { t } = useRequestContext();
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached with the keyboard.
    <div class="scroll" tabIndex={0}>
      <Table
        caption={t.browse.lists.labels.title}
        heads={[t.fields.label, t.fields.country, t.browse.heads.years, { text: t.fields.entries, class: 'n' }]}
        isBare
      >
        {labels.map((label) => (
          <LabelRow key={label._id} label={label} />
        ))}
      </Table>
    </div>
  );
}

function LabelRow({ label }: { readonly label: ListedLabel }) {
  const { t, to, format } = useRequestContext();
  const { name, country, begin_date: begin, end_date: end, release_count: count } = label;
  const [from, until] = [begin?.slice(0, 4), end?.slice(0, 4)];
  return (
    <tr>
      <th scope="row">
        <span class="person">
          <span class="thumb">
            <LabelMark of={label} />
          </span>
          <a href={to.label(label)}>
            <b>
              <CatalogText text={name} />
            </b>
          </a>
        </span>
      </th>
      <td>{country && format.country(country)}</td>
      <td class="n">{from && (until ? `${from}–${until}` : t.browse.lives.since({ year: from }))}</td>
      <td class="n">{count > 0 && format.number(count)}</td>
    </tr>
  );
}
