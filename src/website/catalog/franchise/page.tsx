import { productions } from '../../../catalog/productions';
import { franchises } from '../../../catalog/productions/franchises';
import type { Item, List, Single } from '../../api/client';
import { recordOf } from '../../api/record';
import { editLinkOf } from '../../editing/editor-links';
import { type PageAnswer, pageNumber } from '../../http/page';
import { type RequestContext, useRequestContext } from '../../http/request-context';
import { haveFact, withCompleteness } from '../../library/completeness/figure';
import { RecordFacts, RecordHead } from '../../ui/facts';
import { Pager } from '../../ui/pager';
import { Section } from '../../ui/section';
import { ProductionShelf } from '../../ui/shelves';
import { framedFields } from '../browse/lists';

const productionsAtOnce = 48;

export async function get(context: RequestContext): Promise<PageAnswer> {
  const { api, to } = context;
  const { data: franchise, meta } = await recordOf(context, franchises, withCompleteness(context));
  const { name } = franchise.attributes;
  const members = await api.list(productions, {
    franchise: franchise.id,
    page: pageNumber(context),
    itemsPerPage: productionsAtOnce,
    sort: 'year',
    'fields[Production]': `${framedFields},franchises`,
  });
  return {
    title: name,
    about: { description: name, canonical: to.franchise(franchise.attributes), data: { '@type': 'CreativeWorkSeries', name } },
    body: <Franchise franchise={franchise} meta={meta} members={members} edit={editLinkOf(context)} />,
  };
}

interface FranchiseProps {
  readonly franchise: Single<typeof franchises>['data'];
  readonly meta: Single<typeof franchises>['meta'];
  readonly members: List<typeof productions>;
  readonly edit: string | undefined;
}

function Franchise({ franchise, meta, members, edit }: FranchiseProps) {
  const context = useRequestContext();
  const { t, to, format } = context;
  const { _id: id, name } = franchise.attributes;
  const numbers = new Map(members.data.map(({ attributes }) => [attributes._id, numberIn(attributes, id)]));
  return (
    <>
      <RecordHead
        {...{ list: to.franchises(), kind: t.fields.franchise, name }}
        facts={[
          [t.records.albums, <a href={to.albums({ franchise: id })}>{t.records.franchises.albums}</a>],
          haveFact(context, meta, 'scores', to.franchise(franchise.attributes)),
        ]}
      />
      <Section title={t.fields.productions} aside={t.words.productions({ count: format.counted(members.meta.totalItems) })}>
        {members.data.length === 0 && <p class="prose soft">{t.records.franchises.none}</p>}
        <ProductionShelf
          productions={members.data}
          below={({ _id: own, year }) => [numbers.get(own), year || ''].filter(Boolean).join(' · ')}
        />
        <Pager meta={members.meta} />
      </Section>
      <RecordFacts record={franchise.attributes} edit={edit} />
    </>
  );
}

const numberIn = ({ franchises: all }: Item<typeof productions>['attributes'], id: string): string | null | undefined =>
  all.find((one) => one.id === id)?.number;
