import type { TSchema } from '@sinclair/typebox';
import { fits } from '../../../api/schema/checks';
import { catalog } from '../../../catalog';
import { counted } from '../../../counted';
import { SetupError } from '../../../errors';
import type { Kind, Kinds } from '../../../kinds';
import type { GivenRecord, Mode } from '../../../records/write/given-record';
import { quoted } from '../../http-client/body';
import { listOf } from '../shared/records';
import { iriBelow, type ResourceObject } from './shapes';

type Given = Readonly<Record<string, unknown>>;

/** The one IRI of a resource that a list or an address gave. @throws {SetupError} for an id of another kind or place */
export function iriOf({ type, id, attributes }: ResourceObject, expected: string, list: string, url: string): string {
  if (plainType(type) !== plainType(expected)) throw new SetupError(`${url} returned ${quoted(type)} instead of ${expected}.`);
  const iri = iriBelow(list, id);
  if (iri === undefined) throw new SetupError(`${url} returned the id ${quoted(id)}, which is not an id of ${expected} in ${list}.`);
  const own = attributes?._id;
  if (typeof own === 'string' && iriBelow(list, own) !== iri) {
    throw new SetupError(`${url} returned the id ${quoted(id)} with the _id ${quoted(own)}.`);
  }
  return iri;
}

/** Types are compared as clients write them: "artist_roles" is ArtistRole. */
const plainType = (type: string): string =>
  type
    .toLowerCase()
    .replace(/[^a-z]/g, '')
    .replace(/s$/, '');

/** The IRI that a relationship to one leads to; `null` where it is empty, `undefined` where it does not say. */
export function linked({ relationships }: ResourceObject, name: string, list: string, url: string): string | null | undefined {
  const data = (relationships?.[name] as { data?: unknown } | undefined)?.data;
  if (data === undefined || data === null) return data;
  const id = (data as { id?: unknown }).id;
  const iri = iriBelow(list, id);
  if (iri === undefined) throw new SetupError(`${url} links to ${quoted(id)} in ${name}, which is not in ${list}.`);
  return iri;
}

/** The members of a group in order, where the resource says them: as a relationship, or as IRIs among its attributes. */
export function membersOf({ attributes, relationships }: ResourceObject, url: string): string[] | undefined {
  const related = (relationships?.members as { data?: unknown } | undefined)?.data;
  const items = Array.isArray(related) ? related.map((item) => (item as { id?: unknown } | null)?.id) : attributes?.members;
  if (!Array.isArray(items)) return undefined;
  const iris = items.map((id) => {
    const iri = iriBelow(listOf('Artist'), id);
    if (iri === undefined) throw new SetupError(`${url} has the member ${quoted(id)}, which is not an artist.`);
    return iri;
  });
  return [...new Set(iris)];
}

/** Makes records of resources. What this catalog has no place for is left out and counted. */
export class Translation {
  constructor(private readonly kinds: Kinds = catalog) {}

  readonly #leftOut = new Map<string, { times: number; readonly first: string | undefined }>();

  /** A sentence for each kind of thing that was left out. */
  get warnings(): string[] {
    return [...this.#leftOut].map(
      ([what, { times, first }]) => `${what} (${counted(times, 'time')}${first === undefined ? '' : `, first ${first}`})`,
    );
  }

  /** Counts something that was left out, and remembers the address of the first where there is one. */
  leaveOut(what: string, address?: string): void {
    const counted = this.#leftOut.get(what);
    // The other side chooses the names of attributes: it is not to fill the memory with them.
    if (counted) counted.times++;
    else if (this.#leftOut.size < 100) this.#leftOut.set(what, { times: 1, first: address });
  }

  /** A whole record: another catalog may hold what this one has no place for. */
  leaveOutRecord({ record }: GivenRecord, reason: string): void {
    const { type, id } = record as { type: string; id: string };
    this.leaveOut(`${type} is not supported by this catalog and was skipped: ${reason}`, id);
  }

  record(
    type: string,
    iri: string,
    attributes: Given,
    relationships: Readonly<Record<string, string | null>> = {},
    mode: Mode = 'partial',
  ): GivenRecord {
    const kind = this.kinds.find(type) as Kind;
    const targetOf = (name: string) => kind.entrance.relationships[name]?.target;
    const linkage = Object.entries(relationships).map(([name, id]) => [name, { data: id === null ? null : { type: targetOf(name), id } }]);
    return { record: { type, id: iri, attributes: this.#attributes(kind, attributes), relationships: Object.fromEntries(linkage) }, mode };
  }

  /** The further names of an artist, which the interface shows within it. */
  aliases(artist: string, { attributes }: ResourceObject): GivenRecord[] {
    const variations = Array.isArray(attributes?.variations) ? attributes.variations : [];
    return variations.flatMap((item: unknown, index) => {
      const { id, variation, type, notes } = (item ?? {}) as Given;
      const iri = iriBelow(`${artist}/aliases`, id);
      if (iri !== undefined) return [this.record('ArtistAlias', iri, { variation, _type: type, notes, position: index + 1 })];
      this.leaveOut('A name variation has no UUID and was skipped');
      return [];
    });
  }

  /** Organizations are in no list of the interface: what a recording says of them is all there is. */
  organizations({ attributes }: ResourceObject): GivenRecord[] {
    const items = Array.isArray(attributes?.organizations) ? attributes.organizations : [];
    return items.flatMap((item: unknown) => {
      const { iri: given, id, name } = (item ?? {}) as Given;
      const iri = iriBelow(listOf('Organization'), given ?? id);
      return iri === undefined || typeof name !== 'string' ? [] : [this.record('Organization', iri, { name }, {}, 'fill')];
    });
  }

  #attributes(kind: Kind, given: Given): Given {
    const { type, entrance } = kind;
    const { properties, required = [] } = entrance.schema;
    const kept = Object.entries(given).flatMap(([name, value]): [string, unknown][] => {
      if (name === '_id' || value === undefined || isWorkedOut(kind, name)) return [];
      const schema = Object.hasOwn(properties, name) ? properties[name] : undefined;
      if (!schema) return this.#without(`${type} has no ${quoted(name)}, which was skipped`);
      const translated = this.#value(kind, name, value);
      // What a record cannot be without is left to those who check records: they say whose it is.
      if (required.includes(name) || fits(schema, translated)) return [[name, translated]];
      return this.#without(`${type}.${name} is not supported by this catalog and was skipped`);
    });
    return Object.fromEntries(kept);
  }

  #without(what: string): [] {
    this.leaveOut(what);
    return [];
  }

  /** The interface writes what is unknown as an empty text or as the year 0. */
  #value({ entrance }: Kind, name: string, value: unknown): unknown {
    if (value === '' || (name === 'year' && value === 0)) return null;
    const pointer = entrance.pointerOf(name);
    const list = pointer && this.kinds.find(pointer.type)?.path;
    const names = itemNames(entrance.schema.properties[name]);
    return list && names && Array.isArray(value) ? value.map((item: unknown) => linkedItem(item, list, names)) : value;
  }
}

/** Whether servers work an attribute out from other things: it is left away without a word. */
const isWorkedOut = ({ attributes, relationships, entrance }: Kind, name: string): boolean =>
  !Object.hasOwn(entrance.schema.properties, name) && (Object.hasOwn(attributes.properties, name) || Object.hasOwn(relationships, name));

/** What an item of a list says beside which record it names; what that is called, the record says itself. */
function itemNames(schema: TSchema | undefined): string[] | undefined {
  const array = [schema, ...((schema?.anyOf ?? []) as TSchema[])].find((one) => one?.type === 'array');
  const { properties = {} } = (array?.items ?? {}) as { properties?: object };
  return array && Object.keys(properties).filter((name) => !['iri', 'id', 'name', 'title'].includes(name));
}

/** An item that names a record of a list. Without an address it is nothing, and the whole does not fit. */
function linkedItem(item: unknown, list: string, names: readonly string[]): unknown {
  const { iri: given, id, ...said } = (item ?? {}) as Given;
  const iri = iriBelow(list, given ?? id);
  return iri === undefined ? null : { iri, ...Object.fromEntries(names.map((name) => [name, said[name]])) };
}
