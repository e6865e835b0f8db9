import { type PageAnswer, pageNumber } from '../../http/page';
import { type RequestContext, useRequestContext } from '../../http/request-context';
import { Pager } from '../../ui/pager';
import { PageTabs } from '../../ui/section';
import { type History, historyHandlers, readHistory } from './read-history';
import { RevisionsByMonth } from './revisions';

export const { get, post } = historyHandlers(historyPage);

/** The changes of the catalog, a record or a user. */
async function historyPage(context: RequestContext, problem?: string): Promise<PageAnswer> {
  const { query, t } = context;
  const history = await readHistory(context, '/api/revisions', {
    page: pageNumber(context),
    record: query.get('record') || undefined,
    user: query.get('user') || undefined,
  });
  return {
    title: t.history.all,
    body: <Changes history={history} problem={problem} />,
    ...(problem !== undefined && { status: 409 }),
  };
}

function Changes({ history, problem }: { readonly history: History; readonly problem: string | undefined }) {
  const { t, to, query } = useRequestContext();
  const people = peopleOf(history);
  const user = query.get('user');
  return (
    <>
      <div class="head">
        <h1>{t.history.all}</h1>
        <p>{history.list.meta.totalItems === 0 ? t.history.noneAtAll : t.history.allLead}</p>
        {(people.size > 1 || user !== null) && (
          <PageTabs
            label={t.history.all}
            tabs={[
              [to.history({ record: query.get('record') ?? undefined }), t.history.everyone, user === null],
              ...[...people].map(([id, name]) => [to.history({ user: id }), t.history.of({ name }), user === id] as const),
            ]}
          />
        )}
      </div>
      <RevisionsByMonth history={history} problem={problem} ofMany />
      <Pager meta={history.list.meta} />
    </>
  );
}

/** By UUID; empty if the viewer may not see users. */
const peopleOf = ({ list }: History): ReadonlyMap<string, string> =>
  new Map(
    list.data.flatMap(({ attributes: { username }, relationships: { user } }) =>
      username !== null && user?.data ? [[user.data.id.slice(user.data.id.lastIndexOf('/') + 1), username] as const] : [],
    ),
  );
