import { type PageReading, pageFrame } from '../../api/read/document';
import { Query } from '../../api/read/query';
import { plainPresentation } from '../../api/read/reading';
import { Reads } from '../../api/read/reads';
import type { Personal } from '../../api/read/viewer';
import { uuidPattern } from '../../api/schema/checks';
import type { Registry } from '../../api/schema/registry';
import type { Ids } from '../../api/schema/resource';
import { forbidden, notFound } from '../../errors';
import { isInProcess } from '../../http/request';
import { etagOf, requireAcceptable, respond, respondWith } from '../../http/respond';
import type { Kind } from '../../kinds';
import { isRevertible } from '../../records/history/revisions';
import type { Values } from '../../store/database/connection';
import type { Store } from '../../store/database/open';
import type { RevisionObject } from './documents';

interface RevisionRow {
  readonly key: number;
  readonly id: string;
  readonly type: string;
  readonly iri: string;
  readonly userId: string | null;
  readonly username: string | null;
  readonly source: RevisionObject['attributes']['source'];
  readonly action: RevisionObject['attributes']['action'];
  readonly note: string | null;
  readonly before: string | null;
  readonly after: string | null;
  readonly reverted: number | null;
  readonly revertible: 0 | 1;
  readonly created_at: string;
}

export interface Viewer {
  readonly userKey: number | undefined;
  readonly seesUnreviewed: boolean;
}

interface Narrowed {
  readonly viewer: Viewer;
  /** An IRI or a UUID. */
  readonly record?: string | undefined;
  readonly user?: string | undefined;
}

export class Revisions {
  readonly #reads: Reads;

  constructor(
    private readonly store: Store,
    registry: Registry,
    /** Whether the viewer may edit, and so sees who made a change. */
    private readonly mayEdit: (request: Request) => boolean,
    /** Key of the viewer, and whether they see all unreviewed records. */
    private readonly viewerOf: (request: Request) => Viewer,
    personal?: Personal,
  ) {
    this.#reads = new Reads(store, registry, personal);
  }

  list(
    request: Request,
    query: { readonly record?: string | undefined; readonly user?: string | undefined },
    paging: PageReading,
  ): Response {
    const record = query.record?.trim().toLowerCase();
    const user = query.user?.toLowerCase();
    if (user !== undefined && !this.mayEdit(request)) throw forbidden('editors_see_users', {}, { parameter: 'user' });
    return this.#page(request, paging, '/api/revisions', { record: record || undefined, user, viewer: this.viewerOf(request) });
  }

  ofRecord(kind: Kind, request: Request, ids: Ids): Response {
    requireAcceptable(request);
    const query = new Query(request);
    const iri = kind.iri(ids).toLowerCase();
    // Without revisions, the record must at least exist.
    const narrowed = { record: iri, viewer: this.viewerOf(request) };
    if (this.store.read(() => this.#count(narrowed)) === 0)
      this.store.read(() => this.#reads.document(kind, plainPresentation, ids, request));
    return this.#page(request, { ...query.paging(), ignored: query.ignored() }, `${iri}/revisions`, narrowed);
  }

  single(request: Request, id: string, status = 200): Response {
    requireAcceptable(request);
    const ignored = new Query(request).ignored();
    const row = this.store.read(() => this.#one(id.toLowerCase(), this.viewerOf(request)));
    if (!row) throw notFound('no_revision', { id: id.slice(0, 100) });
    const data = this.#show(row, this.mayEdit(request));
    const document = { data, ...(Object.keys(ignored).length > 0 && { meta: ignored }) };
    return respond(request, document, status, status === 201 ? { location: data.id } : {});
  }

  #page(request: Request, paging: PageReading, path: string, narrowed: Narrowed): Response {
    const isEditor = this.mayEdit(request);
    return this.store.read(() => {
      const total = this.#count(narrowed);
      const rows = this.#rows(narrowed, paging.itemsPerPage, (paging.page - 1) * paging.itemsPerPage);
      const frame = pageFrame(path, paging, total);
      if (isInProcess(request)) return respond(request, { data: rows.map((row) => this.#show(row, isEditor)), ...frame });
      const body = `{"data":[${rows.map((row) => this.#text(row, isEditor)).join()}],${JSON.stringify(frame).slice(1)}`;
      return respondWith(request, body, etagOf(body), 200, {});
    });
  }

  /** Values are copied as stored: those of long lists take milliseconds to parse. */
  #text(row: RevisionRow, isEditor: boolean): string {
    const text = JSON.stringify(this.#show({ ...row, before: null, after: null }, isEditor));
    return text.replace('"before":null,"after":null', () => `"before":${row.before},"after":${row.after}`);
  }

  #show(row: RevisionRow, isEditor: boolean): RevisionObject {
    const { key: number, id: _id, type, iri, userId, username, source, action, note, before, after, reverted, created_at } = row;
    const self = `/api/revisions/${_id}`;
    const parsed = (text: string | null) => (text === null ? null : JSON.parse(text));
    return {
      id: self,
      type: 'Revision',
      attributes: {
        _id,
        number,
        action,
        note,
        username: isEditor ? username : null,
        source,
        before: parsed(before),
        after: parsed(after),
        reverts: reverted,
        revertible: row.revertible === 1,
        created_at,
      },
      relationships: {
        record: { data: { type, id: iri } },
        ...(isEditor && { user: { data: userId === null ? null : { type: 'User', id: `/api/users/${userId}` } } }),
      },
      links: { self },
    };
  }

  #one(id: string, viewer: Viewer): RevisionRow | undefined {
    if (!uuidPattern.test(id)) return undefined;
    return this.store.reader.get<RevisionRow>(revisionsWhere(`r.id = :id AND ${isShown}`), {
      id,
      ...valuesOfViewer(viewer),
      limit: 1,
      offset: 0,
    });
  }

  #rows(narrowed: Narrowed, limit: number, offset: number): RevisionRow[] {
    const { condition, values } = conditionOf(narrowed);
    return this.store.reader.all<RevisionRow>(revisionsWhere(condition), { ...values, limit, offset });
  }

  #count(narrowed: Narrowed): number {
    const { condition, values } = conditionOf(narrowed);
    const query = `SELECT count(*) AS total FROM revision AS r LEFT JOIN user AS u ON u.key = r.user_key WHERE ${condition}`;
    return this.store.reader.get<{ total: number }>(query, values)?.total ?? 0;
  }
}

const revisionsWhere = (condition: string): string => `
  SELECT r.key, r.id, r.resource_type AS type, r.iri, u.id AS userId, u.username, r.source, r.action, r.note, r.before, r.after,
    r.reverted_key AS reverted, ${isRevertible} AS revertible, r.created_at
  FROM revision AS r LEFT JOIN user AS u ON u.key = r.user_key
  WHERE ${condition} ORDER BY r.key DESC LIMIT :limit + 0 OFFSET :offset + 0`;

/** Revisions of a record, of nested and connecting records, and of records merged into it. */
const ofRecord = `r.key IN (
  SELECT key FROM revision WHERE resource_id = :id AND (:iri IS NULL OR iri = :iri)
  UNION SELECT below.key FROM revision AS below
    WHERE :iri IS NOT NULL AND below.iri > :iri || '/' AND below.iri < :iri || '0'
  UNION SELECT linked.key FROM revision_link AS l CROSS JOIN revision AS linked ON linked.resource_id = l.resource_id
    WHERE l.record_id = :id OR l.record_id IN (SELECT id FROM merged_record WHERE merged_into_id = :id)
  UNION SELECT gone.key FROM merged_record AS m CROSS JOIN revision AS gone ON gone.resource_id = m.id AND gone.resource_type = m.resource_type
    WHERE m.merged_into_id = :id
)`;

/** Revisions of unreviewed releases are visible to their author and editors only. */
const isShown = `NOT (r.resource_type = 'Release' AND :sees_all = 0 AND r.resource_id IN (
  SELECT id FROM "release" WHERE unreviewed_by IS NOT NULL AND unreviewed_by IS NOT :viewer
))`;

const valuesOfViewer = ({ userKey, seesUnreviewed }: Viewer): Values => ({ viewer: userKey ?? null, sees_all: seesUnreviewed ? 1 : 0 });

function conditionOf({ record, user, viewer }: Narrowed): { condition: string; values: Values } {
  const conditions = [isShown, ...(record === undefined ? [] : [ofRecord]), ...(user === undefined ? [] : ['u.id = :user'])];
  const isIri = record?.includes('/') ?? false;
  const values = {
    ...valuesOfViewer(viewer),
    ...(record !== undefined && { id: record.slice(record.lastIndexOf('/') + 1), iri: isIri ? record : null }),
    ...(user !== undefined && { user }),
  };
  return { condition: conditions.join(' AND '), values };
}
