import { SetupError } from '../../../errors';
import type { ImportedRecord } from '../../../records/write/record';
import { uuidOf } from '../../../store/values/identifiers';
import type { Client } from '../../http-client/client';
import { flush, type KnownRecords, type Position, type SourceItem } from '../../source';
import { listPathOf } from '../shared/records';
import { type MirroredPage, type PagePosition, pages } from './pages';
import { type MirroredObject, readShape, single } from './shapes';
import { linked, mirroredIri, mirroredMembers, type Translation } from './translation';

/** Top-level lists of the interface, in dependency order. */
const lists = [
  { name: 'roles', path: listPathOf('ArtistRole'), include: '' },
  { name: 'artists', path: listPathOf('Artist'), include: 'members' },
  { name: 'portrayals', path: listPathOf('Portrayal'), include: 'performer,fictionalArtist,production' },
] as const;
type ListName = (typeof lists)[number]['name'];

/** A kind of sub-list that so many records lack, and none has, is considered unsupported. */
const missesBeforeGivingUp = 5;

/** Types a portrayal refers to. */
const targets = ['Artist', 'Production'] as const;
type Target = (typeof targets)[number];

/**
 * Reads a server that implements only the basic interface: its lists, nested lists and referenced records. Productions cannot be
 * listed, so only those with portrayals are found.
 */
export class Crawler {
  /** IRIs imported or requested in this run. */
  readonly #met = new Set<string>();
  /** Missing responses per kind of sub-list, until one exists. */
  readonly #misses = new Map<string, number>();

  constructor(
    private readonly client: Client,
    private readonly server: Position,
    private readonly translation: Translation,
    private readonly documentRead: () => void,
  ) {}

  /** @throws {SetupError} if no list exists: the URL is no catalog */
  async requireList(): Promise<void> {
    for (const { path } of lists) for await (const _ of pages(this.client, path, '')) return;
    throw this.#isNoCatalog();
  }

  #isNoCatalog(): SetupError {
    const { text } = this.client.address;
    return new SetupError(`No catalog at ${text}: ${text}/api and the lists of the API were not found.`);
  }

  /** Items from a position, or from the start. */
  async *items(
    known: KnownRecords,
    from: { readonly list: string; readonly position: PagePosition | undefined } | undefined,
  ): AsyncGenerator<SourceItem | typeof flush> {
    const start = Math.max(
      0,
      lists.findIndex(({ name }) => name === from?.list),
    );
    let isThere = from !== undefined;
    for (const [index, { name, path, include }] of lists.entries()) {
      if (index < start) continue;
      const position = index === start && from?.list === name ? from.position : undefined;
      for await (const page of pages(this.client, path, include, position)) {
        isThere = true;
        yield* this.#page(name, page, lists[index + 1]?.name, known);
      }
      yield flush;
    }
    if (!isThere) throw this.#isNoCatalog();
  }

  /** All records of a page. A run that stops within a page reads it again. */
  async *#page(list: ListName, page: MirroredPage, nextList: ListName | undefined, known: KnownRecords): AsyncGenerator<SourceItem> {
    const here = this.#at(list, page);
    const after = page.next ? this.#at(list, page.next) : nextList ? this.#at(nextList) : { ...this.server, phase: 'end' };
    for (const records of page.included.map((resource) => this.#included(resource, page.url))) {
      if (records.length > 0) yield this.#item(page.url, 0, records, here);
    }
    for (const [index, resource] of page.data.entries()) {
      this.documentRead();
      const records: ImportedRecord[] = [];
      for await (const more of this.#resource(list, resource, page.url, known)) records.push(...more);
      yield this.#item(page.url, index + 1, records, index === page.data.length - 1 ? after : here);
    }
  }

  #resource(list: ListName, resource: MirroredObject, url: string, known: KnownRecords): AsyncGenerator<ImportedRecord[]> {
    if (list === 'roles') return this.#role(resource, url);
    return list === 'artists' ? this.#artist(resource, url) : this.#portrayal(resource, url, known);
  }

  async *#role(resource: MirroredObject, url: string): AsyncGenerator<ImportedRecord[]> {
    yield [
      this.translation.record('ArtistRole', mirroredIri(resource, 'ArtistRole', listPathOf('ArtistRole'), url), resource.attributes ?? {}),
    ];
  }

  /** An artist with aliases, memberships and links. */
  async *#artist(resource: MirroredObject, url: string): AsyncGenerator<ImportedRecord[]> {
    const iri = mirroredIri(resource, 'Artist', listPathOf('Artist'), url);
    yield this.#artistRecords(iri, resource);
    const isGroup = resource.attributes?._type !== 'person';
    const members = isGroup ? (mirroredMembers(resource, url) ?? (await this.#membersAlone(iri))) : [];
    yield members.map((member, index) => this.#membership(iri, member, index + 1));
    for await (const page of this.#below(`${iri}/external-links`)) {
      yield page.data.map((link) =>
        this.translation.record(
          'ArtistExternalLink',
          mirroredIri(link, 'ArtistExternalLink', `${iri}/external-links`, page.url),
          link.attributes ?? {},
        ),
      );
    }
  }

  #artistRecords(iri: string, resource: MirroredObject): ImportedRecord[] {
    this.#met.add(iri);
    return [this.translation.record('Artist', iri, resource.attributes ?? {}), ...this.translation.aliases(iri, resource)];
  }

  async #membersAlone(iri: string): Promise<string[]> {
    const read = await this.#single(iri);
    return read ? (mirroredMembers(read, this.client.address.url(iri)) ?? []) : [];
  }

  /** Memberships have no list; group and member identify one. */
  #membership(group: string, member: string, position: number): ImportedRecord {
    const iri = `${member}/group-memberships/${uuidOf(`mirror:membership:${group}:${member}`)}`;
    return this.translation.record('ArtistGroupMember', iri, { position }, { group });
  }

  /** A portrayal, after its artists and production. */
  async *#portrayal(resource: MirroredObject, url: string, known: KnownRecords): AsyncGenerator<ImportedRecord[]> {
    const iri = mirroredIri(resource, 'Portrayal', listPathOf('Portrayal'), url);
    const relationships: Record<string, string | null> = {};
    for (const [name, type] of [
      ['performer', 'Artist'],
      ['fictionalArtist', 'Artist'],
      ['production', 'Production'],
    ] as const) {
      const target = linked(resource, name, listPathOf(type), url);
      if (target === undefined) continue;
      const records = target === null ? [] : await this.#target(type, target, known);
      if (records === undefined) this.translation.leaveOut(`A ${type} that a portrayal refers to could not be read and was skipped`);
      else relationships[name] = target;
      yield records ?? [];
      if (name === 'production' && target !== null && records) yield* this.#recordings(target);
    }
    yield [this.translation.record('Portrayal', iri, resource.attributes ?? {}, relationships)];
  }

  /** Records of a relationship's target: none if it exists here, `undefined` if the server lacks it. */
  async #target(type: Target, iri: string, known: KnownRecords): Promise<ImportedRecord[] | undefined> {
    if (this.#met.has(iri) || known.has(type, iri.slice(iri.lastIndexOf('/') + 1))) return [];
    const read = await this.#single(iri);
    if (!read) return undefined;
    return this.#records(type, mirroredIri(read, type, listPathOf(type), this.client.address.url(iri)), iri, read);
  }

  /** A record requested under a merged id is also remembered under that id. */
  #records(type: Target, iri: string, requested: string, resource: MirroredObject): ImportedRecord[] {
    this.#met.add(iri).add(requested);
    const records =
      type === 'Artist'
        ? this.#artistRecords(iri, resource)
        : [
            ...this.translation.embedded('Franchise', resource.attributes?.franchises),
            this.translation.record(type, iri, resource.attributes ?? {}),
          ];
    if (iri === requested) return records;
    const moved = { type: 'MergedRecord', id: requested.slice(requested.lastIndexOf('/') + 1), attributes: { resource_type: type } };
    return [...records, { record: { ...moved, relationships: { resource: { data: { type, id: iri } } } }, mode: 'partial' }];
  }

  #included(resource: MirroredObject, url: string): ImportedRecord[] {
    const type = targets.find((type) => resource.type.toLowerCase().startsWith(type.toLowerCase()));
    if (!type) return [];
    const iri = mirroredIri(resource, type, listPathOf(type), url);
    return this.#met.has(iri) ? [] : this.#records(type, iri, iri, resource);
  }

  /** Recordings of a production, once per run. */
  async *#recordings(production: string): AsyncGenerator<ImportedRecord[]> {
    const list = `${production}/recordings`;
    if (this.#met.has(list)) return;
    this.#met.add(list);
    for await (const page of this.#below(list)) {
      yield page.data.flatMap((resource) => [
        ...this.translation.embedded('Organization', resource.attributes?.organizations),
        this.translation.record(
          'ProductionRecording',
          mirroredIri(resource, 'ProductionRecording', list, page.url),
          resource.attributes ?? {},
        ),
      ]);
    }
  }

  /** Pages of a sub-list, unless the server seems not to support it. */
  async *#below(list: string): AsyncGenerator<MirroredPage> {
    const kind = list.replace(/[0-9a-f-]{36}/, '<id>');
    const misses = this.#misses.get(kind) ?? 0;
    if (misses >= missesBeforeGivingUp) return;
    let isThere = false;
    for await (const page of pages(this.client, list, '')) {
      isThere = true;
      yield page;
    }
    this.#misses.set(kind, isThere ? Number.NEGATIVE_INFINITY : misses + 1);
    if (misses + 1 === missesBeforeGivingUp && !isThere)
      this.translation.leaveOut(`The server has nothing at ${kind} and was not asked again`);
  }

  /** A single record; `undefined` if missing. */
  async #single(iri: string): Promise<MirroredObject | undefined> {
    const { status, path, value } = await this.client.read(iri, [404, 405, 410]);
    if (status !== 200) return undefined;
    const url = this.client.address.url(path);
    const { data } = readShape(single, value, url);
    const list = iri.slice(0, iri.lastIndexOf('/'));
    const type = list === listPathOf('Artist') ? 'Artist' : 'Production';
    if (path === iri && mirroredIri(data, type, list, url) !== iri)
      throw new SetupError(`${url} returned another record, ${JSON.stringify(data.id)}.`);
    return data;
  }

  #at(list: ListName, at?: PagePosition): Position {
    return { ...this.server, phase: 'crawl', list, page: at?.page ?? null, received: at?.received ?? 0 };
  }

  #item(file: string, line: number, records: readonly ImportedRecord[], position: Position): SourceItem {
    const leftOut = this.translation.leaveOutRecord.bind(this.translation);
    return { source: this.client.address.text, file, line, offset: 0, records, leftOut, position };
  }
}
