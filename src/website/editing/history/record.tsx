import { uuidPattern } from '../../../api/schema/checks';
import { notFound } from '../../../errors';
import { unlessMissing } from '../../api/client';
import { type PageAnswer, pageNumber, seeOther } from '../../http/page';
import { type RequestContext, useRequestContext } from '../../http/request-context';
import { CatalogLink } from '../../ui/catalog-text';
import { Pager } from '../../ui/pager';
import { Section } from '../../ui/section';
import { findRecord } from '../form/edited-record';
import type { RevisionList } from './changes';
import { type History, historyHandlers, lockedSince, readHistory } from './read-history';
import { RevisionsByMonth } from './revisions';

export const { get, post } = historyHandlers(historyPage);

async function historyPage(context: RequestContext, problem?: string): Promise<PageAnswer> {
  const found = (await unlessMissing(findRecord(context))) ?? (await historyOfDeleted(context));
  if (found instanceof Response) return found;
  const { iri, page: path, called, document } = found;
  const { year } = document.data.attributes;
  const history = await readHistory(context, `${iri}/revisions`, { page: pageNumber(context) });
  const locks = lockedSince(history.list.data, document.meta?.lockedFields ?? []);
  return {
    title: context.t.history.title({ name: called }),
    body: <RecordHistory iri={iri} called={called} path={path} history={history} locks={locks} problem={problem} />,
    year: typeof year === 'number' ? year : null,
    ...(problem !== undefined && { status: 409 }),
  };
}

/** Among all changes; for addresses with a UUID, since the slug is free again. */
async function historyOfDeleted({ api, path, to }: RequestContext): Promise<Response> {
  const id = path.split('/').at(-2) ?? '';
  const [last] = uuidPattern.test(id) ? (await api.read<RevisionList>('/api/revisions', { record: id, itemsPerPage: 1 })).data : [];
  if (!last) throw notFound('no_address', { path });
  return seeOther(to.history({ record: last.relationships.record.data.id }));
}

interface RecordHistoryProps {
  readonly iri: string;
  readonly called: string;
  readonly path: string;
  readonly history: History;
  readonly locks: ReadonlyMap<string, string>;
  readonly problem: string | undefined;
}

function RecordHistory({ iri, called, path, history, locks, problem }: RecordHistoryProps) {
  const { t, to, format } = useRequestContext();
  const { data, meta } = history.list;
  const changes = t.history.changes({ count: format.counted(meta.totalItems) });
  const oldest = meta.currentPage * meta.itemsPerPage >= meta.totalItems ? data.at(-1)?.attributes.created_at : undefined;
  return (
    <>
      <div class="head">
        <p class="over">
          <CatalogLink href={to.page(path)} text={called} />
        </p>
        <h1>{t.history.heading}</h1>
        <p>
          {meta.totalItems === 0 && t.history.none}
          {meta.totalItems > 0 && (oldest === undefined ? changes : t.history.since({ changes, day: format.day(oldest) }))}
        </p>
      </div>
      <RevisionsByMonth history={history} problem={problem} locks={locks} record={iri} />
      <Pager meta={meta} />
      {history.isEditor && data.length > 0 && (
        <Section title={t.history.undoing}>
          <p class="soft">{t.history.about}</p>
        </Section>
      )}
    </>
  );
}
