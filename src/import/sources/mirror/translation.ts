import type { TSchema } from '@sinclair/typebox';
import { fits } from '../../../api/schema/checks';
import { catalog } from '../../../catalog';
import { SetupError } from '../../../errors';
import type { Kind, Kinds } from '../../../kinds';
import { pluralize } from '../../../pluralize';
import type { ImportedRecord, Mode } from '../../../records/write/record';
import { quotedExcerpt } from '../../http-client/body';
import { listPathOf } from '../shared/records';
import { iriBelow, type MirroredObject } from './shapes';

type Given = Readonly<Record<string, unknown>>;

/** IRI of a resource. @throws {SetupError} for a foreign id */
export function mirroredIri({ type, id, attributes }: MirroredObject, expected: string, list: string, url: string): string {
  if (plainType(type) !== plainType(expected)) throw new SetupError(`${url} returned ${quotedExcerpt(type)} instead of ${expected}.`);
  const iri = iriBelow(list, id);
  if (iri === undefined) throw new SetupError(`${url} returned the id ${quotedExcerpt(id)}, which is not an id of ${expected} in ${list}.`);
  const own = attributes?._id;
  if (typeof own === 'string' && iriBelow(list, own) !== iri) {
    throw new SetupError(`${url} returned the id ${quotedExcerpt(id)} with the _id ${quotedExcerpt(own)}.`);
  }
  return iri;
}

/** Type names in canonical form: "artist_roles" is ArtistRole. */
const plainType = (type: string): string =>
  type
    .toLowerCase()
    .replace(/[^a-z]/g, '')
    .replace(/s$/, '');

/** IRI of a to-one relationship; `null` if empty, `undefined` if absent. */
export function linked({ relationships }: MirroredObject, name: string, list: string, url: string): string | null | undefined {
  const data = (relationships?.[name] as { data?: unknown } | undefined)?.data;
  if (data === undefined || data === null) return data;
  const id = (data as { id?: unknown }).id;
  const iri = iriBelow(list, id);
  if (iri === undefined) throw new SetupError(`${url} links to ${quotedExcerpt(id)} in ${name}, which is not in ${list}.`);
  return iri;
}

/** Group members in order, if stated as a relationship or as IRIs. */
export function mirroredMembers({ attributes, relationships }: MirroredObject, url: string): string[] | undefined {
  const related = (relationships?.members as { data?: unknown } | undefined)?.data;
  const items = Array.isArray(related) ? related.map((item) => (item as { id?: unknown } | null)?.id) : attributes?.members;
  if (!Array.isArray(items)) return undefined;
  const iris = items.map((id) => {
    const iri = iriBelow(listPathOf('Artist'), id);
    if (iri === undefined) throw new SetupError(`${url} has the member ${quotedExcerpt(id)}, which is not an artist.`);
    return iri;
  });
  return [...new Set(iris)];
}

/** Converts resources to records. Unsupported parts are dropped and counted. */
export class Translation {
  constructor(private readonly kinds: Kinds = catalog) {}

  readonly #leftOut = new Map<string, { times: number; readonly first: string | undefined }>();

  /** One sentence per kind of omission. */
  get warnings(): string[] {
    return [...this.#leftOut].map(
      ([what, { times, first }]) => `${what} (${pluralize(times, 'time')}${first === undefined ? '' : `, first ${first}`})`,
    );
  }

  /** Counts an omission, with the address of the first. */
  leaveOut(what: string, address?: string): void {
    const counted = this.#leftOut.get(what);
    // Attribute names come from the server, so their number is limited.
    if (counted) counted.times++;
    else if (this.#leftOut.size < 100) this.#leftOut.set(what, { times: 1, first: address });
  }

  /** A whole record, since another catalog may support more. */
  leaveOutRecord({ record }: ImportedRecord, reason: string): void {
    const { type, id } = record as { type: string; id: string };
    this.leaveOut(`${type} is not supported by this catalog and was skipped: ${reason}`, id);
  }

  record(
    type: string,
    iri: string,
    attributes: Given,
    relationships: Readonly<Record<string, string | null>> = {},
    mode: Mode = 'partial',
  ): ImportedRecord {
    const kind = this.kinds.find(type) as Kind;
    const targetOf = (name: string) => kind.deserializer.relationships[name]?.target;
    const linkage = Object.entries(relationships).map(([name, id]) => [name, { data: id === null ? null : { type: targetOf(name), id } }]);
    return { record: { type, id: iri, attributes: this.#attributes(kind, attributes), relationships: Object.fromEntries(linkage) }, mode };
  }

  /** Aliases of an artist, embedded in its resource. */
  aliases(artist: string, { attributes }: MirroredObject): ImportedRecord[] {
    const variations = Array.isArray(attributes?.variations) ? attributes.variations : [];
    return variations.flatMap((item: unknown, index) => {
      const { id, variation, type, notes } = (item ?? {}) as Given;
      const iri = iriBelow(`${artist}/aliases`, id);
      if (iri !== undefined) return [this.record('ArtistAlias', iri, { variation, _type: type, notes, position: index + 1 })];
      this.leaveOut('A name variation has no UUID and was skipped');
      return [];
    });
  }

  /** Organizations of recordings and franchises of productions: they have no list, but are embedded with their names. */
  embedded(type: 'Organization' | 'Franchise', list: unknown): ImportedRecord[] {
    const items = Array.isArray(list) ? list : [];
    return items.flatMap((item: unknown) => {
      const { iri: own, id, name } = (item ?? {}) as Given;
      const iri = iriBelow(listPathOf(type), own ?? id);
      return iri === undefined || typeof name !== 'string' ? [] : [this.record(type, iri, { name }, {}, 'fill')];
    });
  }

  #attributes(kind: Kind, attributes: Given): Given {
    const { type, deserializer } = kind;
    const { properties, required = [] } = deserializer.schema;
    const members = Object.entries(attributes).flatMap(([name, value]): [string, unknown][] => {
      if (name === '_id' || value === undefined || isWorkedOut(kind, name)) return [];
      const schema = Object.hasOwn(properties, name) ? properties[name] : undefined;
      if (!schema) return this.#without(`${type} has no ${quotedExcerpt(name)}, which was skipped`);
      const translated = this.#value(kind, name, value);
      // Missing required members are left to record validation, which names the record.
      if (required.includes(name) || fits(schema, translated)) return [[name, translated]];
      return this.#without(`${type}.${name} is not supported by this catalog and was skipped`);
    });
    return Object.fromEntries(members);
  }

  #without(what: string): [] {
    this.leaveOut(what);
    return [];
  }

  /** The interface writes unknown values as an empty text or the year 0. */
  #value({ deserializer }: Kind, name: string, value: unknown): unknown {
    if (value === '' || (name === 'year' && value === 0)) return null;
    const pointer = deserializer.pointerOf(name);
    const list = pointer && this.kinds.find(pointer.type)?.path;
    const names = itemNames(deserializer.schema.properties[name]);
    return list && names && Array.isArray(value) ? value.map((item: unknown) => linkedItem(item, list, names)) : value;
  }
}

/** Whether an attribute is computed by servers; dropped silently. */
const isWorkedOut = ({ attributes, relationships, deserializer }: Kind, name: string): boolean =>
  !Object.hasOwn(deserializer.schema.properties, name) &&
  (Object.hasOwn(attributes.properties, name) || Object.hasOwn(relationships, name));

/** Members of a list item besides the referenced record; its name comes from the record. */
function itemNames(schema: TSchema | undefined): string[] | undefined {
  const array = [schema, ...((schema?.anyOf ?? []) as TSchema[])].find((one) => one?.type === 'array');
  const { properties = {} } = (array?.items ?? {}) as { properties?: object };
  return array && Object.keys(properties).filter((name) => !['iri', 'id', 'name', 'title'].includes(name));
}

/** Item that references a record of a list; invalid without an address. */
function linkedItem(item: unknown, list: string, names: readonly string[]): unknown {
  const { iri: address, id, ...members } = (item ?? {}) as Given;
  const iri = iriBelow(list, address ?? id);
  return iri === undefined ? null : { iri, ...Object.fromEntries(names.map((name) => [name, members[name]])) };
}
