import { type Presentation, plainPresentation, readPresentation } from '../api/read/reading';
import { Reads, type WholeDocument } from '../api/read/reads';
import { nobody } from '../api/read/viewer';
import type { Registry } from '../api/schema/registry';
import type { Ids } from '../api/schema/resource';
import { Invalid } from '../api/schema/violations';
import type { OnlineOrigin } from '../config';
import { conflict, DomainError } from '../errors';
import type { TokenHolder } from '../http/authentication';
import { readJson } from '../http/body';
import { jsonApiMediaType, requireAcceptable } from '../http/negotiation';
import { documentHeaders, etagOf } from '../http/respond';
import type { Kind, Kinds } from '../kinds';
import { idsOfIri } from '../kinds/address';
import { artistsNamed, entryNamed, labelNamed } from '../matching/named-records';
import type { Author, Edited, Shown } from '../records/edit/edit';
import type { RecordEditing } from '../records/edit/editing';
import { type Contributor, type Pending, UnreviewedReleases, type UnreviewedRow } from '../records/edit/unreviewed';
import { byHand } from '../records/write/writer';
import type { Store } from '../store/database/open';
import { Savepoint } from '../store/database/savepoint';
import { readingOnWriter } from '../store/database/store';
import { normalizeBarcode, normalizeCatalogNumber } from '../store/values/identifiers';
import { type EditDocument, editorNotes, readEdit, readMeta, readOrigin, readTarget, requireReviewed, requireSeen } from './document';

export interface EditingUser extends TokenHolder {
  readonly userKey: number;
}

/** A user who adds a record; records of contributors are reviewed by editors. */
export interface AddingUser extends EditingUser {
  readonly contributor: Contributor | undefined;
}

/** Adds a release of another site to the catalog, unless it is there. Returns its address. */
export type AddFromSource = (origin: OnlineOrigin) => Promise<{ readonly iri: string; readonly isNew: boolean }>;

/** Catalog changes by API requests. */
export class CatalogWrites {
  /** Reads within the write transaction. */
  readonly #reads: Reads;
  readonly #unreviewed: UnreviewedReleases;
  readonly #rehearsal: Savepoint;

  constructor(
    private readonly store: Store,
    private readonly registry: Registry,
    private readonly kinds: Kinds,
    private readonly addFromSource: AddFromSource,
  ) {
    const onWriter = readingOnWriter(store);
    // Every authorized user may edit every record.
    this.#reads = new Reads(onWriter, registry, {
      ...nobody,
      seesUnreviewed: () => true,
      ofEditors: editorNotes(onWriter, kinds, () => true),
    });
    this.#unreviewed = new UnreviewedReleases(store);
    this.#rehearsal = new Savepoint(store.writer, 'proposal');
  }

  async create(kind: Kind, request: Request, user: AddingUser, ids: Ids): Promise<Response> {
    const { body, asked } = await this.#read(kind, request);
    const document = readEdit(kind, body);
    const origin = kind.unreviewed ? readOrigin(body) : undefined;
    if (origin !== undefined) {
      const { iri, isNew } = await this.addFromSource(origin);
      const unedited = { revision: undefined, ignored: Object.keys(document.attributes) };
      return this.store.write(() =>
        this.#answer(kind, request, asked, this.#idsOf(kind, iri), unedited, {}, isNew ? 201 : 200, { location: iri }),
      );
    }
    const iri = kind.iri({ ...ids, id: Bun.randomUUIDv7() });
    return this.store.write(() => {
      this.#requireAbove(kind, ids);
      const { attributes, relationships, note } = document;
      requireReviewed(this.store, relationships);
      const record = { type: kind.type, id: iri, attributes, relationships };
      if (user.contributor) {
        const contributor = { ...user.contributor, author: { ...user.contributor.author, note } };
        const edited = this.#propose(kind, record, contributor);
        return this.#answer(kind, request, asked, this.#idsOf(kind, iri), edited, {}, 201, { location: iri });
      }
      const author = authorOf(user, note);
      const edited = byHand(this.store, this.kinds, (editing) =>
        attributes.provisional === true
          ? this.#linkNamed(editing, record, author, (linked) => editing.edit({ action: 'add', record: linked }, author))
          : editing.edit({ action: 'add', record }, author),
      );
      const own = edited.revision?.iri ?? iri;
      return this.#answer(kind, request, asked, this.#idsOf(kind, own), edited, {}, 201, { location: own });
    });
  }

  async update(kind: Kind, request: Request, user: EditingUser, ids: Ids): Promise<Response> {
    const { body, asked } = await this.#read(kind, request);
    return this.store.write(() => {
      const { document, key, isUnreviewed } = this.#seen(kind, request, asked, ids);
      const iri = document.data.id;
      const change = readEdit(kind, body, [iri, (ids.id as string).toLowerCase()]);
      if (isUnreviewed) return this.#answer(kind, request, asked, ids, this.#accept(kind, iri, key, change, user), {}, 200);
      requireReviewed(this.store, change.relationships);
      const isPlain = !new URL(request.url).search;
      const shown: Shown = (of, keys) => (isPlain && of === kind && keys[0] === key ? [document.data.attributes] : this.#shown(of, keys));
      const { edited, unlocked } = this.#change(kind, iri, change, user, shown);
      const unknown = change.unlock.filter((name) => !isOfKind(kind, name));
      const told = { ...edited, ignored: [...edited.ignored, ...unknown] };
      return this.#answer(kind, request, asked, ids, told, change.unlock.length > 0 ? { unlocked } : {}, 200);
    });
  }

  async delete(kind: Kind, request: Request, user: EditingUser, ids: Ids): Promise<Response> {
    const asked = readPresentation(kind, this.registry, request);
    const body = request.body === null ? {} : await readJson(request, [jsonApiMediaType]);
    const { note } = readMeta((body as { meta?: object }).meta ?? {});
    await this.store.write(() => {
      const { document, isUnreviewed } = this.#seen(kind, request, asked, ids);
      const record = { type: kind.type, id: document.data.id };
      byHand(this.store, this.kinds, (editing) => editing.edit({ action: 'delete', record }, authorOf(user, note)));
      if (isUnreviewed) this.#unreviewed.forgetHistory(ids.id as string, document.data.attributes.slug as string);
    });
    const { 'content-type': _, ...headers } = documentHeaders(request);
    return new Response(null, { status: 204, headers });
  }

  /** Merges a record into another and responds with the latter. */
  async merge(kind: Kind, request: Request, user: EditingUser, ids: Ids): Promise<Response> {
    const { body, asked } = await this.#read(kind, request);
    const { id, note } = readTarget(kind, body);
    return this.store.write(() => {
      const { document, movedTo, isUnreviewed } = this.#reads.whole(kind, request, plainPresentation, ids);
      if (movedTo !== undefined) throw isMerged(movedTo);
      const edited = byHand(this.store, this.kinds, (editing) => editing.merge(kind, document.data.id, id, authorOf(user, note)));
      const into = edited.into as string;
      if (this.#reads.whole(kind, request, plainPresentation, this.#idsOf(kind, into)).isUnreviewed)
        throw conflict('merge_unreviewed', { id: into }, { pointer: '/data/id' });
      if (isUnreviewed) this.#unreviewed.forgetHistory(ids.id as string, document.data.attributes.slug as string);
      const told = isUnreviewed ? { ...edited, revisionId: undefined } : edited;
      return this.#answer(kind, request, asked, this.#idsOf(kind, into), told, {}, 200, { 'content-location': into });
    });
  }

  /** Reverts a revision; returns the new one. */
  async revert(request: Request, user: EditingUser, revision: string): Promise<string> {
    const body = request.body === null ? {} : await readJson(request, [jsonApiMediaType]);
    const { note } = readMeta((body as { meta?: object }).meta ?? {});
    return this.store.write(() => {
      this.#unreviewed.requireRevertible(revision.toLowerCase());
      const { revisionId } = byHand(this.store, this.kinds, (editing) => editing.revert(revision.toLowerCase(), authorOf(user, note)));
      if (revisionId === undefined) throw conflict('undo_nothing');
      return revisionId;
    });
  }

  /** Adds a record for review: it must be valid for an editor too; of new related records, nothing is kept. */
  #propose(kind: Kind, record: Proposed, contributor: Contributor): Edited {
    this.#unreviewed.requireRoom(contributor, 1);
    const { edited, row, labels } = this.#rehearsal.undone(() => {
      const edited = byHand(this.store, this.kinds, (editing) => editing.edit({ action: 'add', record }, contributor.author));
      const ids = this.#idsOf(kind, record.id);
      const { labels } = this.#reads.document(kind, plainPresentation, ids).document.data.attributes as { labels: readonly PendingLabel[] };
      const row = this.store.writer.query(proposedRow).get(ids.id as string) as UnreviewedRow;
      return { edited, row, labels };
    });
    const { slug: _, ...attributes } = Object.fromEntries(
      Object.entries(record.attributes).filter(
        ([name]) => Object.hasOwn(kind.entrance.schema.properties, name) || Object.hasOwn(kind.contains, name),
      ),
    );
    const pending = {
      attributes: {
        provisional: false,
        ...attributes,
        labels: labels.map(({ iri, name, catalog_number }) => ({ iri, name, catalog_number })),
      },
      relationships: record.relationships,
      links: [],
      known: {
        ids: [],
        barcode: row.barcode === null ? null : normalizeBarcode(row.barcode),
        numbers: labels.flatMap(({ catalog_number }) => normalizeCatalogNumber(catalog_number ?? '') || []),
        formats: countsOf((attributes.formats ?? []) as readonly PendingFormat[]),
      },
    };
    const id = this.#idsOf(kind, record.id).id as string;
    return { ...edited, revisionId: this.#unreviewed.add(contributor, id, row, pending) };
  }

  /** Publishes an unreviewed record with its pending parts and the editor's changes. */
  #accept(kind: Kind, iri: string, key: number, { attributes, relationships, note }: EditDocument, user: EditingUser): Edited {
    const { reviewed, ...own } = attributes;
    if (reviewed !== true) throw conflict('review_attribute', { kind: kind.noun });
    const pending = this.#unreviewed.pending(key) as Pending;
    const author = authorOf(user, note);
    this.#unreviewed.accept(key);
    return byHand(this.store, this.kinds, (editing) => {
      const labels = (pending.attributes.labels ?? []) as readonly PendingLabel[];
      const all = {
        ...pending.attributes,
        ...(labels.length > 0 && { labels: labels.map((label) => this.#labelOf(editing, label, author)) }),
        ...own,
      };
      const record = { type: kind.type, id: iri, attributes: all, relationships: { ...pending.relationships, ...relationships } };
      const edited = this.#linkNamed(editing, record, author, (linked) =>
        editing.edit({ action: 'change', record: linked, shown: this.#shown }, author),
      );
      for (const attributes of pending.links) this.#link(editing, iri, attributes, author);
      return edited;
    });
  }

  /** Adds the artists and the production named by a provisional release, unless given. */
  #linkNamed(editing: RecordEditing, record: Proposed, author: Author, write: (record: Proposed) => Edited): Edited {
    if (record.type !== 'Release') return write(record);
    const { artist_credit: credit, artists: given } = record.attributes;
    const artists = given === undefined && typeof credit === 'string' ? artistsNamed(this.store.writer, credit) : [];
    const edited = write(artists.length === 0 ? record : { ...record, attributes: { ...record.attributes, artists } });
    const entry = entryNamed(this.store.writer, idOf(record.id));
    if (entry) editing.edit({ action: 'add', record: entry }, author);
    return edited;
  }

  /** Label by name, created if missing. */
  #labelOf(editing: RecordEditing, { iri, name, catalog_number }: PendingLabel, author: Author): object {
    if (iri !== null || name === null) return { iri, catalog_number };
    const found = labelNamed(this.store.writer, name);
    const label = found ?? `/api/labels/${Bun.randomUUIDv7()}`;
    if (!found) editing.edit({ action: 'add', record: { type: 'Label', id: label, attributes: { name }, relationships: {} } }, author);
    return { iri: label, catalog_number };
  }

  /** A link already used by another release stays there. */
  #link(editing: RecordEditing, iri: string, attributes: Pending['links'][number], author: Author): void {
    const record = { type: 'ReleaseExternalLink', id: `${iri}/external-links/${Bun.randomUUIDv7()}`, attributes, relationships: {} };
    try {
      editing.edit({ action: 'add', record }, author);
    } catch (error) {
      if (!(error instanceof Invalid || error instanceof DomainError)) throw error;
    }
  }

  #change(kind: Kind, iri: string, { attributes, relationships, note, unlock }: EditDocument, user: EditingUser, shown: Shown) {
    const record = { type: kind.type, id: iri, attributes, relationships };
    const author = authorOf(user, note);
    let unlocked: readonly string[] = [];
    const edited = byHand(this.store, this.kinds, (editing) => {
      const edited = editing.edit({ action: 'change', record, shown }, author);
      if (unlock.length > 0) unlocked = editing.unlock(kind, iri, unlock);
      return edited;
    });
    return { edited, unlocked };
  }

  /** Attributes of records as in a single read. */
  readonly #shown: Shown = (kind, keys) =>
    this.#reads.manyDocument(this.registry.resource(kind.type), plainPresentation, keys).data.map(({ attributes }) => attributes);

  /** Parses a request. Presentation parameters are validated before anything is written. */
  async #read(kind: Kind, request: Request): Promise<{ body: unknown; asked: Presentation }> {
    requireAcceptable(request);
    const asked = readPresentation(kind, this.registry, request);
    return { body: await readJson(request, [jsonApiMediaType]), asked };
  }

  /** The record to change, after checking its precondition. */
  #seen(kind: Kind, request: Request, asked: Presentation, ids: Ids): WholeDocument {
    const whole = this.#reads.whole(kind, request, asked, ids);
    if (whole.movedTo !== undefined) throw isMerged(whole.movedTo);
    requireSeen(request, etagOf(JSON.stringify(whole.document)));
    return whole;
  }

  /** Checks that the parents exist, each below the one before. */
  #requireAbove({ ancestors }: Kind, ids: Ids): void {
    const last = ancestors.at(-1);
    const above = last && this.kinds.ofTable(last.table);
    if (!above) return;
    const { [last.parameter]: id, ...others } = ids;
    this.#reads.document(above, plainPresentation, { ...others, id: id as string });
  }

  #idsOf(kind: Kind, iri: string): Ids {
    const ids = idsOfIri(kind, iri) ?? [];
    const names = [...kind.ancestors.map(({ parameter }) => parameter), 'id'];
    return Object.fromEntries(names.map((name, index) => [name, ids[index] as string]));
  }

  /** Response with the changed record. The ETag is that of a single read, whatever else the response contains. */
  #answer(
    kind: Kind,
    request: Request,
    asked: Presentation,
    ids: Ids,
    { ignored, revisionId }: Edited,
    more: object,
    status: number,
    headers: Readonly<Record<string, string>> = {},
  ): Response {
    const { document } = this.#reads.whole(kind, request, asked, ids);
    const beside = {
      ...more,
      ...(revisionId !== undefined && { revision: `/api/revisions/${revisionId}` }),
      ...(ignored.length > 0 && { ignoredAttributes: ignored }),
    };
    const etag = etagOf(JSON.stringify(document));
    const said = { ...document, meta: { ...document.meta, ...beside } };
    return new Response(JSON.stringify(said), { status, headers: { ...documentHeaders(request), etag, ...headers } });
  }
}

/** A record proposed by a contributor. */
interface Proposed {
  readonly type: string;
  readonly id: string;
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly relationships: Readonly<Record<string, unknown>>;
}

const idOf = (iri: string): string => iri.slice(iri.lastIndexOf('/') + 1);

interface PendingLabel {
  readonly iri: string | null;
  readonly name: string | null;
  readonly catalog_number: string | null;
}

interface PendingFormat {
  readonly format_type: string;
  readonly quantity?: number;
}

function countsOf(formats: readonly PendingFormat[]): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const { format_type: type, quantity = 1 } of formats) counts[type] = (counts[type] ?? 0) + quantity;
  return counts;
}

const proposedRow = 'SELECT title, title_folded, artist_credit, release_date, country, barcode FROM "release" WHERE id = ?';

/** Whether a kind has an attribute or relationship of a name. */
const isOfKind = ({ entrance: { schema, relationships } }: Kind, name: string): boolean =>
  Object.hasOwn(schema.properties, name) || Object.hasOwn(relationships, name);

export const authorOf = ({ userKey, userId }: EditingUser, note: string | undefined): Author => ({ userKey, username: userId, note });

const isMerged = (iri: string) => conflict('change_merged_record', { into: iri });
