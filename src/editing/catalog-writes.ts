import { type Presentation, plainPresentation, readPresentation } from '../api/read/reading';
import { Reads, type WholeDocument } from '../api/read/reads';
import { nobody } from '../api/read/viewer';
import type { Registry } from '../api/schema/registry';
import type { Ids } from '../api/schema/resource';
import type { OnlineOrigin } from '../config';
import { conflict, forbidden } from '../errors';
import type { TokenHolder } from '../http/authentication';
import { readBody } from '../http/body';
import { HttpError } from '../http/errors';
import { documentHeaders, etagOf, plainTag, requireAcceptable, versionOf } from '../http/respond';
import type { Kind, Kinds } from '../kinds';
import { message, textOfItem } from '../messages/message';
import type { Shown } from '../records/edit/edit';
import type { RecordEditing } from '../records/edit/editor';
import { revertRevision } from '../records/edit/revert';
import type { Contributor } from '../records/edit/unreviewed';
import type { Author, Edited } from '../records/history/revisions';
import { byHand } from '../records/sources/writer';
import { editorNotes } from '../records/write/field-locks';
import type { Fields, RecordObject } from '../records/write/record';
import type { Store } from '../store/database/open';
import { readingOnWriter } from '../store/database/store';
import {
  type Beside,
  type EditDocument,
  ignoredMembers,
  isSiteId,
  readEdit,
  readNote,
  readOrigin,
  readRejection,
  readTarget,
  sentMembers,
  storedMembers,
} from './edit-documents';
import {
  arrangeIncluded,
  type IncludedChange,
  type IncludedRecord,
  type IncludedWrite,
  isAsBefore,
  isOfRecord,
  type OwnRecord,
  readIncluded,
  readOwnLid,
  withinIncluded,
} from './included';
import { addScores, linkNamed, Proposals, recordIds } from './proposals';
import { requireOwnPage, withSiteIds } from './site-ids';

export interface EditingUser extends TokenHolder {
  readonly userKey: number;
}

/** A user who adds a record; records of contributors are reviewed by editors. */
export interface AddingUser extends EditingUser {
  readonly contributor: Contributor | undefined;
}

/** Adds a release of another site to the catalog, unless it is there. Returns its address. */
export type AddFromSource = (origin: OnlineOrigin, userKey: number) => Promise<{ readonly iri: string; readonly isNew: boolean }>;

/** Catalog changes by API requests. */
export class CatalogWrites {
  /** Reads within the write transaction. */
  readonly #reads: Reads;
  readonly #proposals: Proposals;

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
    this.#proposals = new Proposals(store, kinds, this.#reads);
  }

  async create(kind: Kind, request: Request, user: AddingUser, ids: Ids): Promise<Response> {
    const { body, presentation } = await this.#read(kind, request);
    const [edit, sent] = [readEdit(kind, body), sentMembers(body)];
    const lid = readOwnLid(body);
    const included = this.#included(body, lid);
    if (user.contributor && included.length > 0) throw forbidden('editors_only', {}, { pointer: '/included' });
    const origin = kind.unreviewed ? readOrigin(body) : undefined;
    if (origin !== undefined) {
      const { iri, isNew } = await this.addFromSource(origin, user.userKey);
      const unedited = { revision: undefined, ignored: Object.keys(edit.attributes) };
      return this.store.write(() =>
        this.#answer(kind, request, presentation, recordIds(kind, iri), unedited, {}, isNew ? 201 : 200, { location: iri }),
      );
    }
    return this.store.write(() => {
      const own = { kind, id: Bun.randomUUIDv7(), place: ids, lid };
      const { document, place, meta, ignored, writeRest } = this.#withIncluded(included, edit, own, user);
      this.#requireAbove(kind, place);
      const iri = kind.iri({ ...place, id: own.id });
      const { attributes, relationships, note } = document;
      const record = { type: kind.type, id: iri, attributes, relationships };
      if (user.contributor) {
        requireReviewed(this.store, relationships);
        const contributor = { ...user.contributor, author: { ...user.contributor.author, note } };
        const edited = this.#proposals.add(kind, record, document.productions, contributor);
        return this.#answer(kind, request, presentation, recordIds(kind, iri), edited, { sent }, 201, { location: iri });
      }
      const edited = this.#add(record, authorOf(user, note), document.productions);
      const location = edited.revision?.iri ?? iri;
      const reported = reporting(edited, [...ignored, ...writeRest(location)]);
      return this.#answer(kind, request, presentation, recordIds(kind, location), reported, { sent, meta }, 201, { location });
    });
  }

  #add(record: RecordObject, author: Author, productions: readonly string[] = []): Edited {
    requireReviewed(this.store, record.relationships);
    return byHand(this.store, this.kinds, (editing) => {
      const add = (added: RecordObject): Edited => {
        const edited = editing.edit({ action: 'add', record: added }, author);
        if (record.type === 'Release') addScores(editing, edited.revision?.iri ?? record.id, productions, author);
        return edited;
      };
      return record.type === 'Release' && record.attributes.provisional === true
        ? linkNamed(this.store, editing, record, author, add)
        : this.#withSiteIds(editing, record, author, () => add(record));
    });
  }

  #withSiteIds(editing: RecordEditing, record: RecordObject, author: Author, edit: () => Edited): Edited {
    const isStated = Object.keys(record.attributes).some((name) => isSiteId(record, name));
    const edited = isStated ? withSiteIds(this.store, editing, record, author, edit) : edit();
    const isPage = record.type === 'ProductionExternalLink' && ['provider', 'external_id'].some((name) => name in record.attributes);
    if (isPage) requireOwnPage(this.store, edited.revision?.iri ?? record.id);
    return edited;
  }

  async update(kind: Kind, request: Request, user: EditingUser, ids: Ids): Promise<Response> {
    const { body, presentation } = await this.#read(kind, request);
    const included = this.#included(body);
    return this.store.write(() => {
      const { document, key, isUnreviewed } = this.#checked(kind, request, presentation, ids);
      const iri = document.data.id;
      const edit = readEdit(kind, body, [iri, (ids.id as string).toLowerCase()]);
      const own = { kind, id: document.data.id.slice(-36), place: ids };
      const { document: change, meta: created, ignored, writeRest } = this.#withIncluded(included, edit, own, user);
      const isPlain = !new URL(request.url).search;
      const compared = {
        sent: sentMembers(body),
        stored: isPlain ? storedMembers(document.data) : (this.#attributesOf(kind, [key])[0] ?? {}),
      };
      if (isUnreviewed) {
        const accepted = this.#proposals.accept(kind, iri, key, change, authorOf(user, change.note), this.#attributesOf);
        const reported = reporting(accepted, [...ignored, ...writeRest(iri)]);
        return this.#answer(kind, request, presentation, ids, reported, { ...compared, meta: created }, 200);
      }
      requireReviewed(this.store, change.relationships);
      const current: Shown = (of, keys) =>
        isPlain && of === kind && keys[0] === key ? [document.data.attributes] : this.#attributesOf(of, keys);
      const { edited, unlocked } = this.#change(kind, iri, change, user, current);
      const unknown = change.unlock.filter((name) => !isOfKind(kind, name));
      const reported = reporting(edited, [...unknown, ...ignored, ...writeRest(iri)]);
      const meta = { ...created, ...(change.unlock.length > 0 && { unlocked }) };
      return this.#answer(kind, request, presentation, ids, reported, { ...compared, meta }, 200);
    });
  }

  async delete(kind: Kind, request: Request, user: EditingUser, ids: Ids): Promise<Response> {
    const presentation = readPresentation(kind, this.registry, request);
    const note = await readNote(request);
    await this.store.write(() => {
      const { document, isUnreviewed } = this.#checked(kind, request, presentation, ids);
      const record = { type: kind.type, id: document.data.id };
      byHand(this.store, this.kinds, (editing) => editing.edit({ action: 'delete', record }, authorOf(user, note)));
      if (isUnreviewed) this.#proposals.unreviewed.forgetHistory(ids.id as string, document.data.attributes.slug as string);
    });
    const { 'content-type': _, ...headers } = documentHeaders(request);
    return new Response(null, { status: 204, headers });
  }

  /** Rejects an unreviewed release, and responds with it. */
  reject(request: Request, ids: Ids, body: unknown): Promise<Response> {
    const kind = this.kinds.ofTable('release');
    const note = readRejection(body);
    return this.store.write(() => {
      const { key, isUnreviewed } = this.#reads.whole(kind, request, plainPresentation, ids);
      if (!isUnreviewed) throw conflict('reject_reviewed');
      this.#proposals.unreviewed.reject(key, note);
      return this.#answer(kind, request, plainPresentation, ids, { revision: undefined, revisionId: undefined, ignored: [] }, {}, 200);
    });
  }

  /** Merges a record into another and responds with the latter. */
  async merge(kind: Kind, request: Request, user: EditingUser, ids: Ids): Promise<Response> {
    const { body, presentation } = await this.#read(kind, request);
    const { id, note, complete, confirmed } = readTarget(kind, body);
    return this.store.write(() => {
      const { document, movedTo, isUnreviewed } = this.#reads.whole(kind, request, plainPresentation, ids);
      if (movedTo !== undefined) throw isMerged(movedTo);
      const edited = byHand(this.store, this.kinds, (editing) => editing.merge(kind, document.data.id, id, authorOf(user, note)));
      const { into = '', leftOut = [] } = edited;
      // The document's version covers the contents of discs that are named only as a whole.
      const version = versionOf(JSON.stringify([document, into, leftOut]));
      const incomplete = { tracks: leftOut.slice(0, mostNamed), count: leftOut.length, version };
      if (complete && leftOut.length > 0 && confirmed !== version) throw conflict('merge_incomplete', incomplete);
      if (this.#reads.whole(kind, request, plainPresentation, recordIds(kind, into)).isUnreviewed)
        throw conflict('merge_unreviewed', { id: into }, { pointer: '/data/id' });
      if (isUnreviewed) this.#proposals.unreviewed.forgetHistory(ids.id as string, document.data.attributes.slug as string);
      const reported = isUnreviewed ? { ...edited, revisionId: undefined } : edited;
      const more = leftOut.length > 0 ? { meta: { leftOut: leftOut.map((one) => textOfItem(one)) } } : {};
      return this.#answer(kind, request, presentation, recordIds(kind, into), reported, more, 200, { 'content-location': into });
    });
  }

  /** Reverts a revision; returns the new one. */
  async revert(request: Request, user: EditingUser, revision: string): Promise<string> {
    const note = await readNote(request);
    return this.store.write(() => {
      const { revisionId } = byHand(this.store, this.kinds, ({ session }) =>
        revertRevision(session, revision.toLowerCase(), authorOf(user, note)),
      );
      if (revisionId === undefined) throw conflict('undo_nothing');
      return revisionId;
    });
  }

  #change(
    kind: Kind,
    iri: string,
    { attributes, relationships, note, unlock }: Pick<EditDocument, keyof Fields | 'note' | 'unlock'>,
    user: EditingUser,
    current: Shown,
  ) {
    const record = { type: kind.type, id: iri, attributes, relationships };
    const author = authorOf(user, note);
    let unlocked: readonly string[] = [];
    const edited = byHand(this.store, this.kinds, (editing) => {
      const change = () => editing.edit({ action: 'change', record, shown: current }, author);
      const edited = this.#withSiteIds(editing, record, author, change);
      if (unlock.length > 0) unlocked = editing.unlock(kind, iri, unlock);
      return edited;
    });
    return { edited, unlocked };
  }

  #included(body: unknown, ownLid?: string): readonly IncludedRecord[] {
    return typeof body === 'object' && body !== null && 'included' in body ? readIncluded(this.kinds, body, ownLid) : [];
  }

  /**
   * Writes the included records that the document names; what names new ones gets their ids. The rest is written after the
   * document's own record.
   */
  #withIncluded(included: readonly IncludedRecord[], document: EditDocument, own: OwnRecord, user: EditingUser) {
    if (included.length === 0) return { document, place: own.place, meta: {}, ignored: [], writeRest: () => [] };
    const { writer } = this.store;
    const isKnown = (id: string) =>
      ['merged_record', ...this.kinds.all.map(({ table }) => table)].some((table) =>
        writer.get(`SELECT 1 FROM "${table}" WHERE id = :id`, { id }),
      );
    const { first, after, created, ...named } = arrangeIncluded(included, document, own, isKnown);
    const write = (records: readonly IncludedWrite[], iri = '') =>
      records.flatMap((record) => {
        const { ignored } = withinIncluded(record.pointer, () => this.#writeIncluded(record, iri, user, document.note));
        return ignored.map((name) => `${record.pointer.slice(1)}/${name}`);
      });
    return {
      ...named,
      meta: created.length > 0 ? { created } : {},
      ignored: write(first),
      writeRest: (iri: string) => write(after, iri),
    };
  }

  #writeIncluded(included: IncludedWrite, own: string, user: EditingUser, note: string | undefined): Edited {
    if ('change' in included) return this.#changeIncluded(included.change, own, user, note);
    const { kind, record } = included;
    this.#requireAbove(kind, recordIds(kind, record.id));
    return this.#add(record, authorOf(user, note));
  }

  #changeIncluded(change: IncludedChange, own: string, user: EditingUser, note: string | undefined): Edited {
    const { kind, id, address, fields, before, isDeleted, pointer } = change;
    const row = this.store.writer.get<{ key: number }>(`SELECT key FROM "${kind.table}" WHERE id = :id`, { id });
    const [resource] = row ? this.#resources(kind, [row.key]) : [];
    if (!resource || (address !== id && address !== resource.id))
      throw conflict('no_record_at', { kind: kind.noun, iri: address }, { pointer: '/data/id' });
    if (!isOfRecord(resource, own)) throw conflict('other_records_child', { iri: own }, { pointer: '/data/id' });
    if (!isAsBefore(resource, before)) throw new HttpError(412, message('stale_record'), { pointer });
    if (!isDeleted) {
      requireReviewed(this.store, fields.relationships);
      return this.#change(kind, resource.id, { ...fields, note, unlock: [] }, user, this.#attributesOf).edited;
    }
    const record = { type: kind.type, id: resource.id };
    return byHand(this.store, this.kinds, (editing) => editing.edit({ action: 'delete', record }, authorOf(user, note)));
  }

  #resources(kind: Kind, keys: readonly number[]) {
    return this.#reads.manyDocument(this.registry.resource(kind.type), plainPresentation, keys).data;
  }

  /** Attributes of records as in a single read. */
  readonly #attributesOf: Shown = (kind, keys) => this.#resources(kind, keys).map(({ attributes }) => attributes);

  /** Parses a request. Presentation parameters are validated before anything is written. */
  async #read(kind: Kind, request: Request): Promise<{ body: unknown; presentation: Presentation }> {
    requireAcceptable(request);
    const presentation = readPresentation(kind, this.registry, request);
    return { body: await readBody(request), presentation };
  }

  /** The record to change, after checking its precondition. */
  #checked(kind: Kind, request: Request, presentation: Presentation, ids: Ids): WholeDocument {
    const whole = this.#reads.whole(kind, request, presentation, ids);
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

  /** Response with the changed record. The ETag is that of a single read, whatever else the response contains. */
  #answer(
    kind: Kind,
    request: Request,
    presentation: Presentation,
    ids: Ids,
    { ignored, revisionId }: Edited,
    { meta, sent = {}, stored }: Beside,
    status: number,
    headers: Readonly<Record<string, string>> = {},
  ): Response {
    const { document } = this.#reads.whole(kind, request, presentation, ids);
    const allIgnored = ignoredMembers(kind, ignored, stored ?? storedMembers(document.data), sent);
    const beside = {
      ...meta,
      ...(revisionId !== undefined && { revision: `/api/revisions/${revisionId}` }),
      ...(allIgnored.length > 0 && { ignoredAttributes: allIgnored }),
    };
    const etag = etagOf(JSON.stringify(document));
    const answer = { ...document, meta: { ...document.meta, ...beside } };
    return new Response(JSON.stringify(answer), { status, headers: { ...documentHeaders(request), etag, ...headers } });
  }
}

/** Whether a kind has an attribute or relationship of a name. */
const isOfKind = ({ deserializer: { schema, relationships } }: Kind, name: string): boolean =>
  Object.hasOwn(schema.properties, name) || Object.hasOwn(relationships, name);

export const authorOf = ({ userKey, userId }: EditingUser, note: string | undefined): Author => ({ userKey, username: userId, note });

/** An edit that reports more members as ignored. */
const reporting = (edited: Edited, more: readonly string[]): Edited => ({ ...edited, ignored: [...edited.ignored, ...more] });

const isMerged = (iri: string) => conflict('change_merged_record', { into: iri });

/** Number of discs and tracks named in a refusal. */
const mostNamed = 20;

/**
 * Requires If-Match with the current ETag, strongly compared (RFC 9110, section 13.1.1).
 * @throws {HttpError} 428 without it (RFC 6585, section 3); 412 with the current ETag on a mismatch
 */
export function requireSeen(request: Request, tag: string): void {
  const ifMatch = request.headers.get('if-match');
  if (ifMatch === null) throw new HttpError(428, message('missing_if_match'), { header: 'If-Match' });
  const isSeen = ifMatch.trim() === '*' || ifMatch.split(',').some((one) => plainTag(one.trim()) === tag);
  if (!isSeen) throw new HttpError(412, message('stale_record'), { header: 'If-Match' }, { etag: tag });
}

/**
 * Keeps public records from referring to unreviewed releases.
 * @param relationships as in a document
 * @throws {DomainError} conflict
 */
export function requireReviewed({ writer }: Store, relationships: EditDocument['relationships']): void {
  for (const [name, value] of Object.entries(relationships)) {
    const { type, id } = (value as { data?: { type?: unknown; id?: unknown } | null } | null)?.data ?? {};
    if (type !== 'Release' || typeof id !== 'string') continue;
    const uuid = id.slice(id.lastIndexOf('/') + 1).toLowerCase();
    if (writer.get('SELECT 1 FROM "release" WHERE id = :id AND unreviewed_by IS NOT NULL', { id: uuid }))
      throw conflict('review_first', {}, { pointer: `/data/relationships/${name}` });
  }
}
