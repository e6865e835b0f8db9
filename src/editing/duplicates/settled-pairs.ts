import { type PageReading, pageFrame } from '../../api/read/document';
import { Reads } from '../../api/read/reads';
import { Invalid, uuidPattern, type Violation, violation } from '../../api/schema/checks';
import { comparableType, type Registry } from '../../api/schema/registry';
import { conflict, invalid, notFound } from '../../errors';
import { documentHeaders, personalCaching, respond } from '../../http/respond';
import type { Kinds } from '../../kinds';
import { type PairedType, pairedTypes } from '../../matching/duplicate-kinds';
import { DuplicateSearch } from '../../matching/duplicates';
import { message } from '../../messages/message';
import type { RecordEditing } from '../../records/edit/editor';
import type { Author, Edited } from '../../records/history/revisions';
import { byHand } from '../../records/sources/writer';
import { readText } from '../../records/write/record';
import type { Store } from '../../store/database/open';
import { now } from '../../store/values/dates';
import { authorOf, type EditingUser } from '../catalog-writes';
import { readMeta } from '../edit-documents';
import { type Decision, decisions, type SettledPairObject, settledPairsPath } from './documents';
import { type PairedRecord, PairedRecords } from './likely-duplicates';

interface Row {
  readonly id: string;
  readonly type: PairedType;
  readonly one: string;
  readonly other: string;
  readonly decision: Decision;
  readonly username: string | null;
  readonly created_at: string;
}

/** Stores decisions about pairs. */
export class SettledPairs {
  readonly #records: PairedRecords;
  readonly #reads: Reads;

  constructor(
    private readonly store: Store,
    registry: Registry,
    private readonly kinds: Kinds,
  ) {
    this.#records = new PairedRecords(store, kinds);
    this.#reads = new Reads(store, registry);
  }

  list(request: Request, isIncluding: boolean, paging: PageReading): Response {
    return this.store.read(() => {
      const rows = this.#rows(paging.itemsPerPage, (paging.page - 1) * paging.itemsPerPage);
      const total = this.store.reader.get<{ total: number }>('SELECT count(*) AS total FROM settled_pair');
      const records = rows.flatMap(({ type, one, other }) => [one, other].flatMap((id) => this.#records.find(type, id) ?? []));
      const document = {
        data: rows.map((row) => this.#show(row)),
        ...pageFrame(settledPairsPath, paging, total?.total ?? 0),
        ...(isIncluding && { included: this.#records.included(this.#reads, records) }),
      };
      return respond(request, document, 200, personalCaching);
    });
  }

  async settle(request: Request, user: EditingUser, body: unknown): Promise<Response> {
    const { id, isNew } = await this.store.write(() => {
      // Read within the transaction, since records may have been merged meanwhile.
      const records = new PairedRecords(this.store, this.kinds, 'writer');
      const { decision, one, other, note } = readSettlement(body, records);
      const [first, second] = one.id < other.id ? [one, other] : [other, one];
      const known = this.#known(one.type, first.id, second.id);
      if (known?.decision === decision) return { id: known.id, isNew: false };
      if (known) throw conflict('pair_settled');
      const at = [one, other].map(({ key, type, id }) => ({ key, iri: this.#records.identifier(type, id).id }));
      const [release, edition] = at;
      if (decision === 'editions' && release && edition) putUnderOneAlbum(this.store, this.kinds, [release, edition], authorOf(user, note));
      const id = Bun.randomUUIDv7();
      const pair = {
        id,
        resource_type: one.type,
        one_id: first.id,
        other_id: second.id,
        decision,
        user_key: user.userKey,
        created_at: now(),
      };
      this.store.writer.insertRow('settled_pair', pair);
      new DuplicateSearch(this.store).deletePair(one.type, one.id, other.id);
      return { id, isNew: true };
    });
    const data = this.store.read(() => this.#one(id));
    return respond(request, { data }, isNew ? 201 : 200, { ...personalCaching, ...(isNew && { location: `${settledPairsPath}/${id}` }) });
  }

  async takeBack(request: Request, id: string): Promise<Response> {
    await this.store.write(() => {
      const row = this.#row(id.toLowerCase());
      if (!row) throw notFound('no_settled_pair', { id: id.slice(0, 100) });
      this.store.writer.change('DELETE FROM settled_pair WHERE id = :id', { id: row.id });
      const current = this.#records.find(row.type, row.one);
      if (current) new DuplicateSearch(this.store).rescan(row.type, current.id);
    });
    const { 'content-type': _, ...headers } = documentHeaders(request);
    return new Response(null, { status: 204, headers });
  }

  #known(type: PairedType, one: string, other: string): Pick<Row, 'id' | 'decision'> | undefined {
    const query = 'SELECT id, decision FROM settled_pair WHERE resource_type = :type AND one_id = :one AND other_id = :other';
    return this.store.writer.get(query, { type, one, other });
  }

  #one(id: string): SettledPairObject {
    return this.#show(this.#row(id) as Row);
  }

  #row(id: string): Row | undefined {
    return this.store.reader.get<Row>(pairsWhere('s.id = :id'), { id, limit: 1, offset: 0 });
  }

  #rows(limit: number, offset: number): Row[] {
    return this.store.reader.all<Row>(pairsWhere('TRUE'), { limit, offset });
  }

  #show({ id, type, one, other, decision, username, created_at }: Row): SettledPairObject {
    const self = `${settledPairsPath}/${id}`;
    const current = (id: string) => ({ data: this.#records.identifier(type, this.#records.find(type, id)?.id ?? id) });
    return {
      id: self,
      type: 'SettledPair',
      attributes: { _id: id, decision, username, created_at },
      relationships: { one: current(one), other: current(other) },
      links: { self },
    };
  }
}

const pairsWhere = (condition: string): string => `
  SELECT s.id, s.resource_type AS type, s.one_id AS one, s.other_id AS other, s.decision, u.username, s.created_at
  FROM settled_pair AS s LEFT JOIN user AS u ON u.key = s.user_key
  WHERE ${condition} ORDER BY s.key DESC LIMIT :limit + 0 OFFSET :offset + 0`;

interface Settlement {
  readonly decision: Decision;
  readonly one: PairedRecord;
  readonly other: PairedRecord;
  readonly note: string | undefined;
}

/**
 * Reads a decision document.
 * @throws {DomainError} for another document; {@link Invalid} with all violations
 */
function readSettlement(body: unknown, records: PairedRecords): Settlement {
  const data = memberOf(body, 'data');
  const type = memberOf(data, 'type');
  if (typeof type !== 'string')
    throw invalid('wrong_member', { pointer: '/data/type', expected: '"SettledPair"' }, { pointer: '/data/type' });
  if (comparableType(type) !== comparableType('SettledPair'))
    throw conflict('wrong_type', { type: 'SettledPair' }, { pointer: '/data/type' });
  const violations: Violation[] = [];
  const decision = decisions.find((one) => one === memberOf(memberOf(data, 'attributes'), 'decision'));
  if (!decision) violations.push(violation('decision', message('invalid_word', { values: decisions })));
  const [one, other] = (['one', 'other'] as const).map((name) => recordOf(data, name, records, violations));
  if (one && other) violations.push(...wrongTogether(one, other, decision));
  const { note } = readMeta(memberOf(body, 'meta') ?? {});
  if (violations.length > 0 || !decision || !one || !other) throw new Invalid(violations);
  return { decision, one, other, note };
}

function recordOf(data: unknown, name: 'one' | 'other', records: PairedRecords, violations: Violation[]): PairedRecord | undefined {
  const pointer = `/data/relationships/${name}`;
  const named = memberOf(memberOf(memberOf(data, 'relationships'), name), 'data');
  const [type, id] = [memberOf(named, 'type'), memberOf(named, 'id')];
  const known = typeof type === 'string' ? pairedTypes.find((one) => comparableType(one) === comparableType(type)) : undefined;
  const uuid = typeof id === 'string' ? id.slice(id.lastIndexOf('/') + 1) : '';
  if (!known) violations.push(violation(name, message('unknown_pair_type', { types: pairedTypes }), pointer));
  const found = known && uuidPattern.test(uuid) ? records.find(known, uuid) : undefined;
  if (known && !found) violations.push(violation(name, message('missing_record', { kind: known.toLowerCase() }), pointer));
  return found;
}

function wrongTogether(one: PairedRecord, other: PairedRecord, decision: Decision | undefined): Violation[] {
  const pointer = '/data/relationships/other';
  if (one.type !== other.type) return [violation('other', message('same_type'), pointer)];
  if (one.id === other.id) return [violation('other', message('same_record'), pointer)];
  const isNoRelease = decision === 'editions' && (one.type satisfies PairedType) !== 'Release';
  return isNoRelease ? [violation('decision', message('only_releases'))] : [];
}

const memberOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined;

export interface Release {
  readonly key: number;
  readonly iri: string;
}

/**
 * Puts two releases under one album, within the caller's transaction: that of the first, else of the other, else a new one with
 * the first one's title. A provisional release may have a provisional album.
 */
export function putUnderOneAlbum(store: Store, kinds: Kinds, releases: readonly [Release, Release], author: Author): void {
  const kind = kinds.ofTable('release');
  const texts = releases.map(({ key }) => readText(store.writer, kind, key));
  const albums = texts.map(({ relationships }) => (relationships.album as { data: Album | null } | undefined)?.data ?? undefined);
  const [first] = texts;
  byHand(store, kinds, (editing) => {
    const album = albums.find((one) => one !== undefined) ?? madeOf(editing, first?.attributes ?? {}, author);
    let edited: Edited | undefined;
    for (const [index, { iri }] of releases.entries()) {
      if (albums[index]?.id === album.id) continue;
      const record = { type: 'Release', id: iri, relationships: { album: { data: album } } };
      edited = editing.edit({ action: 'change', record }, author);
    }
    return edited ?? { revision: undefined, version: undefined, ignored: [] };
  });
}

interface Album {
  readonly type: string;
  readonly id: string;
}

function madeOf(editing: RecordEditing, release: Readonly<Record<string, unknown>>, author: Author): Album {
  const { title, artist_credit, artists } = release;
  const attributes = { title, ...(artist_credit !== undefined && { artist_credit }), ...(artists !== undefined && { artists }) };
  const album = { type: 'Album', id: `/api/albums/${Bun.randomUUIDv7()}` };
  editing.edit({ action: 'add', record: { ...album, attributes } }, author);
  return album;
}
