import { Invalid, uuidPattern, type Violation, violation } from '../../api/schema/checks';
import { idsOfIri } from '../../api/schema/registry';
import type { Kind } from '../../kinds';
import type { Attributes } from '../../kinds/attribute';
import { message } from '../../messages/message';
import { containedKinds, containedRecords, type FoundRecord, type RecordText, readText } from '../write/record';
import type { WriteSession } from '../write/session';
import type { RecordEdit, Shown } from './edit';
import { addressedRecord, exists, isKnown, recordEditOf } from './edit';

export interface DocumentStep {
  readonly edit: RecordEdit;
  readonly current: FoundRecord | undefined;
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

/** Where a list is. */
interface ListPlace extends Place {
  /** Key of its record, if that exists. */
  readonly owner: number | undefined;
}

interface Contained extends Dropped {
  readonly owner: number;
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
  readonly #contained = new Map<string, Contained>();
  /** Those whose list is replaced. */
  readonly #replaced: Dropped[] = [];
  readonly #shownByKey = new Map<Kind, ReadonlyMap<number, Attributes>>();
  #count = 0;
  #isRestored = false;

  constructor(
    private readonly session: WriteSession,
    /** Whether contained records are complete. */
    private readonly isWhole: boolean,
    private readonly shown?: Shown,
  ) {}

  /** @throws {Invalid} if it exceeds the limit of records */
  take(recordEdit: RecordEdit, found: FoundRecord | undefined): Steps {
    this.#isRestored = recordEdit.isRestored === true;
    if (found) this.#find(recordEdit.kind, found.key);
    this.#takeRecord(recordEdit, found, { iri: recordEdit.record.id, pointer: '' });
    if (this.#count > maximumContained) {
      const [attribute = 'data'] = Object.keys(recordEdit.kind.contains);
      const params = { max: maximumContained, kind: recordEdit.kind.noun };
      throw new Invalid([violation(attribute, message('document_too_large', params))]);
    }
    return {
      steps: this.#steps,
      dropped: this.#replaced.filter(({ id }) => !this.#named.has(id)),
      violations: this.#violations,
      lists: this.#lists,
      ignored: this.#ignored,
    };
  }

  #find(kind: Kind, key: number): void {
    for (const [, child] of containedKinds(this.session.kinds, kind)) {
      for (const record of containedRecords(this.session.connection, child, key)) {
        this.#contained.set(record.id, { kind: child, owner: key, ...record });
        this.#find(child, record.key);
      }
    }
  }

  /** @param isUnchanged whether it needs no step; its contents may */
  #takeRecord(recordEdit: RecordEdit, current: FoundRecord | undefined, place: Place, isUnchanged = false): void {
    const { kind, record } = recordEdit;
    const contained = new Map(containedKinds(this.session.kinds, kind));
    const prefix = place.pointer === '' ? '' : `${place.pointer.replace('/data/attributes/', '')}/`;
    this.#ignored.push(...recordEdit.values.ignored.filter((name) => !contained.has(name)).map((name) => `${prefix}${name}`));
    if (!isUnchanged) this.#steps.push({ edit: recordEdit, current, pointer: place.pointer });
    this.#takeParts(recordEdit, place.pointer);
    for (const [attribute, child] of contained) {
      // A complete contained record leaves its empty lists out.
      const isEmptied = this.isWhole && place.pointer !== '';
      if (!isEmptied && !Object.hasOwn(record.attributes, attribute)) continue;
      if (place.pointer === '') this.#lists.add(attribute);
      if (current)
        this.#replaced.push(...containedRecords(this.session.connection, child, current.key).map((record) => ({ kind: child, ...record })));
      const pointer = `${place.pointer || '/data/attributes'}/${attribute}`;
      this.#takeList(child, record.attributes[attribute] ?? null, { iri: place.iri, pointer, owner: current?.key });
    }
  }

  /** A part belongs to one record and is no other record of the document. */
  #takeParts({ id: own, kind, record, values }: RecordEdit, pointer: string): void {
    const { parts } = kind;
    const stated = parts && values.attributes[parts.attribute];
    if (!parts || !Array.isArray(stated)) return;
    this.#count += stated.length;
    for (const [index, part] of stated.entries()) {
      const id = typeof part?.id === 'string' ? part.id.toLowerCase() : undefined;
      if (id === undefined || id === own) continue;
      if (!this.#isRestored && hasOwnId(record.attributes[parts.attribute], index) && !exists(this.session, kind, id)) {
        const at = `${pointer || '/data/attributes'}/${parts.attribute}/${index}/id`;
        this.#violations.push(noSuchPart(kind, pointer === '' ? parts.attribute : nameIn(pointer), at));
        this.#partOf.set(id, own);
        continue;
      }
      const owner = this.#named.has(id) ? id : this.#partOf.get(id);
      if (owner !== undefined && owner !== own) this.#violations.push(hasId(nameIn(pointer), `${pointer}/${parts.attribute}/${index}`));
      this.#partOf.set(id, own);
    }
  }

  #takeList(kind: Kind, list: unknown, { iri, pointer, owner }: ListPlace): void {
    if (list !== null && !Array.isArray(list)) {
      this.#violations.push(violation(nameIn(pointer), message('invalid_list'), pointer));
      return;
    }
    const items: unknown[] = list ?? [];
    this.#count += items.length;
    // Stops at the limit.
    if (this.#count > maximumContained) return;
    for (const [index, item] of items.entries()) this.#takeItem(kind, item, index, { iri, pointer: `${pointer}/${index}`, owner });
  }

  #takeItem(kind: Kind, item: unknown, index: number, { iri, pointer, owner }: ListPlace): void {
    if (!isObject(item)) {
      this.#violations.push(violation(nameIn(pointer), message('invalid_object'), pointer));
      return;
    }
    const { id: stated, iri: _, relationships = {}, ...attributes } = item;
    const id = stated === undefined ? Bun.randomUUIDv7() : uuidOf(kind, stated);
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
    const current = this.#contained.get(id);
    // Otherwise a typo in an id would delete the intended record.
    if (stated !== undefined && !current && !this.#isRestored) this.#violations.push(noSuchPart(kind, nameIn(pointer), `${pointer}/id`));
    this.#named.add(id);
    const own = `${listPathOf(kind, iri)}/${id}`;
    const placed = Object.hasOwn(kind.deserializer.schema.properties, 'position') ? { position: index + 1, ...attributes } : attributes;
    const addressed = addressedRecord(this.session, { type: kind.type, id: own, attributes: placed, relationships });
    const shown = current && this.#shownOf(kind, current.key);
    const recordEdit = { ...recordEditOf(addressed, shown), isWhole: this.isWhole, isRestored: this.#isRestored };
    const isUnchanged = current?.owner === owner && !this.isWhole && !this.#isRestored && statesNothing(recordEdit);
    const found = current && { key: current.key, text: isUnchanged ? noText : readText(this.session.connection, kind, current.key) };
    this.#takeRecord(recordEdit, found, { iri: own, pointer }, isUnchanged);
  }

  #isOfAnother(kind: Kind, id: string): boolean {
    if (this.#named.has(id) || this.#partOf.has(id)) return true;
    return this.#contained.get(id)?.kind !== kind && isKnown(this.session, kind, id);
  }

  /** Reads all contained records of a kind at once: one by one, a long track list would take several times as long. */
  #shownOf(kind: Kind, key: number): Attributes | undefined {
    if (!this.shown) return undefined;
    let byKey = this.#shownByKey.get(kind);
    if (!byKey) {
      const keys = [...this.#contained.values()].filter((record) => record.kind === kind).map((record) => record.key);
      byKey = new Map(this.shown(kind, keys).map((attributes, index) => [keys[index] as number, attributes]));
      this.#shownByKey.set(kind, byKey);
    }
    return byKey.get(key);
  }
}

const statesNothing = ({ values: { attributes, relationships } }: RecordEdit): boolean =>
  Object.keys(attributes).length + Object.keys(relationships).length === 0;

/** Of a record that is not written. */
const noText: RecordText = { iri: '', attributes: {}, relationships: {} };

const noSuchPart = ({ noun }: Kind, attribute: string, pointer: string): Violation =>
  violation(attribute, message('no_part', { kind: noun }), pointer);

/** Whether a part came with an id. */
const hasOwnId = (stated: unknown, index: number): boolean =>
  Array.isArray(stated) && isObject(stated[index]) && Object.hasOwn(stated[index], 'id');

const hasId = (attribute: string, pointer: string): Violation => violation(attribute, message('id_taken'), `${pointer}/id`);

/** Attribute of the document at a pointer. */
const nameIn = (pointer: string): string => pointer.split('/')[3] ?? 'data';

/** List path of a kind below an IRI. */
const listPathOf = ({ path }: Kind, above: string): string => `${above}/${path.slice(path.lastIndexOf('/') + 1)}`;

function uuidOf(kind: Kind, stated: unknown): string | undefined {
  if (typeof stated !== 'string') return undefined;
  const id = uuidPattern.test(stated) ? stated : idsOfIri(kind, stated)?.at(-1);
  return id?.toLowerCase();
}

const isObject = (value: unknown): value is Attributes => typeof value === 'object' && value !== null && !Array.isArray(value);

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
