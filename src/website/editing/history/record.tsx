import { albums } from '../../../catalog/albums';
import { artistRoles } from '../../../catalog/artist-roles';
import { artists } from '../../../catalog/artists';
import { labelSeries, labels } from '../../../catalog/labels';
import { organizations } from '../../../catalog/organizations';
import { productions } from '../../../catalog/productions';
import { franchises } from '../../../catalog/productions/franchises';
import { releases } from '../../../catalog/releases';
import { works } from '../../../catalog/tracks/works';
import { recordOf } from '../../api/record';
import type { SentForm } from '../../http/form';
import { type PageAnswer, pageNumber } from '../../http/page';
import { type RequestContext, useRequestContext } from '../../http/request-context';
import { CatalogText } from '../../ui/catalog-text';
import { Pager } from '../../ui/pager';
import { Section } from '../../ui/section';
import { type History, lockedSince, readHistory, undoRevision } from './read-history';
import { RevisionsByMonth } from './revisions';

/** Kinds by the path of their pages. */
const kinds = [
  [/^\/artists\//, artists],
  [/^\/productions\//, productions],
  [/^\/releases\//, releases],
  [/^\/albums\//, albums],
  [/^\/labels\/[^/]+\/series\//, labelSeries],
  [/^\/labels\//, labels],
  [/^\/organizations\//, organizations],
  [/^\/roles\//, artistRoles],
  [/^\/works\//, works],
  [/^\/franchises\//, franchises],
] as const;

interface Called {
  readonly display_name: string;
  readonly name: string;
  readonly title: string;
  readonly role: string;
  readonly year: number | null;
}

export const get = (visit: RequestContext): Promise<PageAnswer> => historyPage(visit);

export async function post(visit: RequestContext, _: unknown, form: SentForm): Promise<PageAnswer> {
  const done = await undoRevision(visit, form);
  return done instanceof Response ? done : historyPage(visit, done);
}

async function historyPage(visit: RequestContext, problem?: string): Promise<PageAnswer> {
  const path = visit.path.slice(0, visit.path.lastIndexOf('/'));
  const kind = kinds.find(([pattern]) => pattern.test(path))?.[1] ?? releases;
  // All kinds share what is read here.
  const found = await recordOf({ ...visit, path }, kind as typeof artists);
  if (found instanceof Response) return movedOn(found);
  const { id: iri, attributes } = found.data;
  const { display_name, name, title, role, year } = attributes as Partial<Called>;
  const called = display_name ?? title ?? name ?? role ?? '';
  const history = await readHistory(visit, `${iri}/revisions`, { page: pageNumber(visit) });
  const held = lockedSince(history.list.data, (found.meta as { lockedFields?: readonly string[] } | undefined)?.lockedFields ?? []);
  return {
    title: visit.t.history.title(called),
    body: <RecordHistory iri={iri} called={called} path={path} history={history} held={held} problem={problem} />,
    year: year ?? null,
    ...(problem !== undefined && { status: 409 }),
  };
}

/** Redirects to the history of the current record. */
function movedOn({ headers }: Response): Response {
  const [path = ''] = (headers.get('location') ?? '').split('?');
  return new Response(null, { status: 301, headers: { location: `${path}/history` } });
}

interface RecordHistoryProps {
  readonly iri: string;
  readonly called: string;
  readonly path: string;
  readonly history: History;
  readonly held: ReadonlyMap<string, string>;
  readonly problem: string | undefined;
}

function RecordHistory({ iri, called, path, history, held, problem }: RecordHistoryProps) {
  const { t, to, format } = useRequestContext();
  const { data, meta } = history.list;
  const changes = t.history.changes(...format.counted(meta.totalItems));
  const oldest = meta.currentPage * meta.itemsPerPage >= meta.totalItems ? data.at(-1)?.attributes.created_at : undefined;
  return (
    <>
      <div class="head">
        <p class="over">
          <a href={to.page(path)}>
            <CatalogText text={called} />
          </a>
        </p>
        <h1>{t.history.heading}</h1>
        <p>
          {meta.totalItems === 0 && t.history.none}
          {meta.totalItems > 0 && (oldest === undefined ? changes : t.history.since(changes, format.day(oldest)))}
        </p>
      </div>
      {problem !== undefined && (
        <div class="once bad" role="alert" tabIndex={-1}>
          {problem}
        </div>
      )}
      <RevisionsByMonth history={history} held={held} record={iri} />
      <Pager meta={meta} />
      {history.isEditor && data.length > 0 && (
        <Section title={t.history.undoing}>
          <p class="soft">{t.history.about}</p>
        </Section>
      )}
    </>
  );
}
