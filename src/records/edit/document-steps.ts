import { uuidPattern } from '../../api/schema/checks';
import { Invalid, type Violation, violation } from '../../api/schema/violations';
import type { Kind, Kinds } from '../../kinds';
import { idsOfIri } from '../../kinds/address';
import type { Attributes } from '../../kinds/attribute';
import { message } from '../../messages/message';
import { type ContainedRecords, containedKinds, type Fields, type RecordText } from '../write/record';
import type { Addressed, DocumentValues, FoundRecord, Saying, Shown } from './edit';

export interface DocumentStep {
  readonly saying: Saying;
  readonly there: FoundRecord | undefined;
  /** JSON pointer of the record in the document; empty for its own. */
  readonly pointer: string;
}

/** A contained record that the document no longer has. */
export interface Dropped {
  readonly kind: Kind;
  readonly key: number;
  readonly id: string;
}

/** Steps of a document, in execution order. */
export interface Steps {
  readonly steps: readonly DocumentStep[];
  readonly dropped: readonly Dropped[];
  readonly violations: readonly Violation[];
  /** List attributes in the document. */
  readonly lists: ReadonlySet<string>;
  readonly ignored: readonly string[];
}

/** The largest boxes have about 60 discs with 1,200 tracks. */
export const maximumContained = 1_500;

interface Place {
  readonly iri: string;
  readonly pointer: string;
}

/** What the steps need to know of records; see the editor. */
interface Records {
  address(given: unknown): Addressed;
  saying(addressed: Addressed): Saying;
  read(kind: Kind, key: number): RecordText;
  isThere(kind: Kind, id: string): boolean;
  isKnown(kind: Kind, id: string): boolean;
}

/** Splits a document into steps for the record and its contents. */
export class DocumentSteps {
  readonly #steps: DocumentStep[] = [];
  readonly #violations: Violation[] = [];
  readonly #ignored: string[] = [];
  readonly #lists = new Set<string>();
  readonly #named = new Set<string>();
  /** Part UUIDs with those of their records. */
  readonly #partOf = new Map<string, string>();
  /** Existing contained records by UUID. */
  readonly #there = new Map<string, Dropped>();
  /** Those whose list is replaced. */
  readonly #replaced: Dropped[] = [];
  readonly #shownByKey = new Map<Kind, ReadonlyMap<number, Attributes>>();
  #count = 0;
  #comesBack = false;

  constructor(
    private readonly kinds: Kinds,
    private readonly editor: Records,
    private readonly contained: ContainedRecords,
    /** Whether contained records are complete. */
    private readonly isWhole: boolean,
    private readonly shown?: Shown,
  ) {}

  /** @throws {Invalid} if it exceeds the limit of records */
  take(saying: Saying, found: FoundRecord | undefined): Steps {
    this.#comesBack = saying.comesBack === true;
    const hasLists = containedKinds(this.kinds, saying.kind).some(([attribute]) => Object.hasOwn(saying.record.attributes, attribute));
    if (found && hasLists) this.#find(saying.kind, found.key);
    this.#takeRecord(this.#unlessShown(saying, found?.key), found, { iri: saying.record.id, pointer: '' });
    if (this.#count > maximumContained) throw this.#tooMany(saying.kind);
    return {
      steps: this.#steps,
      dropped: this.#replaced.filter(({ id }) => !this.#named.has(id)),
      violations: this.#violations,
      lists: this.#lists,
      ignored: this.#ignored,
    };
  }

  #find(kind: Kind, key: number): void {
    for (const [, child] of containedKinds(this.kinds, kind)) {
      for (const one of this.contained.children(child, key)) {
        this.#there.set(one.id, { kind: child, ...one });
        this.#find(child, one.key);
      }
    }
  }

  #takeRecord(saying: Saying, there: FoundRecord | undefined, place: Place): void {
    const { kind, record } = saying;
    const contained = new Map(containedKinds(this.kinds, kind));
    const prefix = place.pointer === '' ? '' : `${place.pointer.replace('/data/attributes/', '')}/`;
    this.#ignored.push(...saying.said.ignored.filter((name) => !contained.has(name)).map((name) => `${prefix}${name}`));
    this.#steps.push({ saying, there, pointer: place.pointer });
    this.#takeParts(saying, place.pointer);
    for (const [attribute, child] of contained) {
      if (!Object.hasOwn(record.attributes, attribute)) continue;
      if (place.pointer === '') this.#lists.add(attribute);
      if (there) this.#replaced.push(...this.contained.children(child, there.key).map((one) => ({ kind: child, ...one })));
      const pointer = `${place.pointer || '/data/attributes'}/${attribute}`;
      this.#takeList(child, record.attributes[attribute], { iri: place.iri, pointer });
    }
  }

  /** A part belongs to one record and is no other record of the document. */
  #takeParts({ id: own, kind, record, said }: Saying, pointer: string): void {
    const { parts } = kind;
    const given = parts && said.attributes[parts.attribute];
    if (!parts || !Array.isArray(given)) return;
    this.#count += given.length;
    for (const [index, part] of given.entries()) {
      const id = typeof part?.id === 'string' ? part.id.toLowerCase() : undefined;
      if (id === undefined || id === own) continue;
      if (!this.#comesBack && isChosen(record.attributes[parts.attribute], index) && !this.editor.isThere(kind, id)) {
        const at = `${pointer || '/data/attributes'}/${parts.attribute}/${index}/id`;
        this.#violations.push(isNoneHere(kind, pointer === '' ? parts.attribute : nameIn(pointer), at));
        this.#partOf.set(id, own);
        continue;
      }
      const owner = this.#named.has(id) ? id : this.#partOf.get(id);
      if (owner !== undefined && owner !== own) this.#violations.push(hasId(nameIn(pointer), `${pointer}/${parts.attribute}/${index}`));
      this.#partOf.set(id, own);
    }
  }

  #takeList(kind: Kind, list: unknown, { iri, pointer }: Place): void {
    if (list !== null && !Array.isArray(list)) {
      this.#violations.push(violation(nameIn(pointer), message('invalid_list'), pointer));
      return;
    }
    const items: unknown[] = list ?? [];
    this.#count += items.length;
    // Stops at the limit.
    if (this.#count > maximumContained) return;
    for (const [index, item] of items.entries()) this.#takeItem(kind, item, index, { iri, pointer: `${pointer}/${index}` });
  }

  #takeItem(kind: Kind, item: unknown, index: number, { iri, pointer }: Place): void {
    if (!isObject(item)) {
      this.#violations.push(violation(nameIn(pointer), message('invalid_object'), pointer));
      return;
    }
    const { id: given, iri: _, relationships = {}, ...attributes } = item;
    const id = given === undefined ? Bun.randomUUIDv7() : uuidOf(kind, given);
    if (id === undefined || this.#isOfAnother(kind, id)) {
      this.#violations.push(
        id === undefined ? violation(nameIn(pointer), message('invalid_uuid'), `${pointer}/id`) : hasId(nameIn(pointer), pointer),
      );
      return;
    }
    if (!isObject(relationships)) {
      this.#violations.push(violation(nameIn(pointer), message('invalid_object'), `${pointer}/relationships`));
      return;
    }
    const there = this.#there.get(id);
    // Otherwise a typo in an id would delete the intended record.
    if (given !== undefined && !there && !this.#comesBack) this.#violations.push(isNoneHere(kind, nameIn(pointer), `${pointer}/id`));
    this.#named.add(id);
    const own = `${listPathOf(kind, iri)}/${id}`;
    const placed = Object.hasOwn(kind.entrance.schema.properties, 'position') ? { position: index + 1, ...attributes } : attributes;
    const addressed = this.editor.address({ type: kind.type, id: own, attributes: placed, relationships });
    const saying = { ...this.editor.saying(addressed), isWhole: this.isWhole, comesBack: this.#comesBack };
    const found = there && { key: there.key, text: this.editor.read(kind, there.key) };
    this.#takeRecord(this.#unlessShown(saying, there?.key), found, { iri: own, pointer });
  }

  #isOfAnother(kind: Kind, id: string): boolean {
    if (this.#named.has(id) || this.#partOf.has(id)) return true;
    return this.#there.get(id)?.kind !== kind && this.editor.isKnown(kind, id);
  }

  #unlessShown(saying: Saying, key: number | undefined): Saying {
    if (!this.shown || key === undefined) return saying;
    const { kind, said } = saying;
    const shown = this.#shownOf(this.shown, kind, key);
    const attributes = Object.entries(said.attributes).filter(([name, value]) => !Bun.deepEquals(value, shown?.[name]));
    return { ...saying, said: { ...said, attributes: Object.fromEntries(attributes) } };
  }

  /** Reads all contained records of a kind at once: one by one, a long track list would take several times as long. */
  #shownOf(shown: Shown, kind: Kind, key: number): Attributes | undefined {
    let byKey = this.#shownByKey.get(kind);
    if (!byKey) {
      const contained = [...this.#there.values()].filter((one) => one.kind === kind).map((one) => one.key);
      const keys = contained.length > 0 ? contained : [key];
      byKey = new Map(shown(kind, keys).map((attributes, index) => [keys[index] as number, attributes]));
      this.#shownByKey.set(kind, byKey);
    }
    return byKey.get(key);
  }

  #tooMany(kind: Kind): Invalid {
    const [attribute = 'data'] = Object.keys(kind.contains);
    return new Invalid([violation(attribute, message('document_too_large', { max: maximumContained, kind: kind.noun }))]);
  }
}

const isNoneHere = ({ noun }: Kind, attribute: string, pointer: string): Violation =>
  violation(attribute, message('no_part', { kind: noun }), pointer);

/** Whether a part came with an id. */
const isChosen = (given: unknown, index: number): boolean =>
  Array.isArray(given) && isObject(given[index]) && Object.hasOwn(given[index], 'id');

const hasId = (attribute: string, pointer: string): Violation => violation(attribute, message('id_taken'), `${pointer}/id`);

/** Attribute of the document at a pointer. */
const nameIn = (pointer: string): string => pointer.split('/')[3] ?? 'data';

/** List path of a kind below an IRI. */
const listPathOf = ({ path }: Kind, above: string): string => `${above}/${path.slice(path.lastIndexOf('/') + 1)}`;

function uuidOf(kind: Kind, given: unknown): string | undefined {
  if (typeof given !== 'string') return undefined;
  const id = uuidPattern.test(given) ? given : idsOfIri(kind, given)?.at(-1);
  return id?.toLowerCase();
}

const isObject = (value: unknown): value is Attributes => typeof value === 'object' && value !== null && !Array.isArray(value);

const byServer = new Set(['_id', 'created_at', 'updated_at']);

/** Read-only members are ignored, so that a fetched record can be sent back. */
export function readSourceValues(
  { entrance, attributes: shown, relationships: related }: Kind,
  { attributes, relationships }: Fields,
): DocumentValues {
  const given = Object.keys(attributes);
  const isGiven = (name: string) => !byServer.has(name) && Object.hasOwn(entrance.schema.properties, name);
  const linked = Object.keys(relationships);
  const isLinked = (name: string) => Object.hasOwn(entrance.relationships, name);
  return {
    attributes: pick(attributes, isGiven),
    // A relationship without data is left unchanged (JSON:API 1.1, relationships).
    relationships: pick(relationships, (name) => isLinked(name) && (relationships[name] as { data?: unknown } | null)?.data !== undefined),
    ignored: [
      ...given.filter((name) => !isGiven(name) && !byServer.has(name) && !Object.hasOwn(shown.properties, name)),
      ...linked.filter((name) => !isLinked(name) && !Object.hasOwn(related, name)),
    ],
  };
}

const pick = (members: Attributes, isPicked: (name: string) => boolean): Attributes =>
  Object.fromEntries(Object.entries(members).filter(([name]) => isPicked(name)));

/** A violation at its position in the document. */
export function violationAt(found: Violation, at: string): Violation {
  const { attribute, problem, pointer } = found;
  if (at === '') return found;
  const within = pointer
    .replace('/data/attributes/', '/')
    .replace('/data/relationships/', '/relationships/')
    .replace(/^\/data$/, '');
  return violation(`${at.replace('/data/attributes/', '').replaceAll('/', '.')}.${attribute}`, problem, `${at}${within}`);
}
