import type { TSchema } from '@sinclair/typebox';
import { fits, maximumViolations, type Violation, violation, violationsOf } from '../../api/schema/checks';
import { relationshipNamed } from '../../api/schema/resource';
import { type Kind, type Kinds, relatedRecord } from '../../kinds';
import { type Attributes, type FindKey, shortText, type Table } from '../../kinds/attribute';
import type { Deserializer } from '../../kinds/deserialization';
import { type Message, message } from '../../messages/message';
import type { Statements, Value } from '../../store/database/sql';
import { isPartialDate } from '../../store/values/dates';
import { isUnseen } from '../../store/values/folding';
import { normalizeBarcode, sameBarcodes } from '../../store/values/identifiers';
import { noKey } from '../write/plan';
import { type Fields, RecordError } from '../write/record';
import type { References } from '../write/references';
import { isReservedSlug, type Slugs } from '../write/slugs';
import type { DocumentValues } from './edit';

const byServer = new Set(['_id', 'created_at', 'updated_at']);

/** Whether an edit may set an attribute of the record itself. */
export const isWritable = ({ deserializer }: Kind, name: string): boolean =>
  !byServer.has(name) && Object.hasOwn(deserializer.schema.properties, name);

/** Whether an edit may set a relationship, under its name in records or in responses. */
export const isWritableRelationship = (kind: Kind, name: string): boolean =>
  Object.hasOwn(kind.deserializer.relationships, recordName(kind, name));

/** Read-only members are ignored, so that a fetched record can be sent back. */
export function readSourceValues(kind: Kind, { attributes, relationships }: Fields): DocumentValues {
  // A relationship without data is left unchanged (JSON:API 1.1, relationships).
  const linked = Object.entries(relationships).filter(
    ([name, value]) => isWritableRelationship(kind, name) && (value as { data?: unknown } | null)?.data !== undefined,
  );
  const isKnown = (name: string) => byServer.has(name) || Object.hasOwn(kind.attributes.properties, name);
  return {
    attributes: Object.fromEntries(Object.entries(attributes).filter(([name]) => isWritable(kind, name))),
    relationships: Object.fromEntries(linked.map(([name, value]) => [recordName(kind, name), value])),
    ignored: [
      ...Object.keys(attributes).filter((name) => !isWritable(kind, name) && !isKnown(name)),
      ...Object.keys(relationships).filter((name) => !isWritableRelationship(kind, name) && relationshipNamed(kind, name) === undefined),
    ],
  };
}

/** Name of a relationship in records, which responses may show under another. */
function recordName({ relationships, deserializer }: Kind, name: string): string {
  const alias = Object.hasOwn(relationships, name) ? relationships[name]?.alias : undefined;
  return alias !== undefined && Object.hasOwn(deserializer.relationships, alias) ? alias : name;
}

/** Collects all violations of an edit with their positions. */
export class EditRules {
  constructor(
    private readonly references: References,
    private readonly slugs: Slugs,
  ) {}

  /**
   * @param whole the record after the edit
   * @param key of an existing record
   * @param isRestored whether a previous state is restored, in which a merge may have created duplicates
   */
  violations(
    kind: Kind,
    ids: readonly string[],
    values: DocumentValues,
    whole: Fields,
    key: number | undefined,
    isRestored: boolean,
  ): Violation[] {
    const id = ids.at(-1) as string;
    return [
      ...Object.entries(values.attributes).flatMap(([name, value]) => this.#attribute(kind, id, name, value, key, isRestored)),
      ...missing(kind, key === undefined ? values : whole),
      ...Object.entries(values.relationships).flatMap(([name, value]) => this.#relationship(kind, name, value)),
      ...this.#circle(kind, ids, values),
      ...this.#slug(kind, id, values.attributes.slug),
      ...acrossMembers(kind, whole),
    ];
  }

  #attribute(kind: Kind, id: string, name: string, value: unknown, key: number | undefined, isRestored: boolean): Violation[] {
    const schema = kind.deserializer.schema.properties[name] as Deserializer['schema'];
    const pointer = `/data/attributes/${name}`;
    const broken = violationsOf(name, value, { schema });
    if (broken.length > 0)
      return [...broken, ...this.#inAttribute(kind.deserializer, name, value, pointer, wellFormed(value, pointer, broken))];
    const ofReferences = [
      ...this.#inAttribute(kind.deserializer, name, value, pointer, value),
      ...(isRestored ? [] : repeated(name, value, pointer, name === kind.parts?.attribute)),
      ...withoutContent(kind.deserializer.pointerOf(name)?.remainder, name, value, pointer),
    ];
    return name === kind.parts?.attribute ? [...ofReferences, ...this.#parts(kind, id, value, key)] : ofReferences;
  }

  /**
   * Dangling references in an attribute.
   * @param read its well-formed part, if any
   */
  #inAttribute(deserializer: Deserializer, name: string, value: unknown, pointer: string, read: unknown): Violation[] {
    if (read === undefined) return [];
    const found = new Map<string, Violation>();
    const dangling = new Set<unknown>();
    const findKey: FindKey = (table, reference) => {
      if (dangling.has(reference) || found.size >= maximumViolations) return 0;
      try {
        return this.references.key(table, reference);
      } catch (error) {
        if (!(error instanceof RecordError)) throw error;
        dangling.add(reference);
        const places = placesOf(reference, value, pointer);
        for (const place of places.length > 0 ? places.slice(0, maximumViolations) : [pointer])
          if (!found.has(place)) found.set(place, violation(name, error.problem, place));
        return 0;
      }
    };
    deserializer.columns({ [name]: read }, findKey);
    deserializer.owned({ [name]: read }, findKey);
    return [...found.values()].slice(0, maximumViolations);
  }

  /** Parts keep their ids, which no other record may have. */
  #parts(kind: Kind, own: string, value: unknown, key: number | undefined): Violation[] {
    const { attribute, deserializer } = kind.deserializer.parts as NonNullable<Deserializer['parts']>;
    const ids = new Set<string>([own]);
    return ((value ?? []) as { readonly id: string }[]).flatMap((part, index) => {
      const pointer = `/data/attributes/${attribute}/${index}`;
      const id = part.id.toLowerCase();
      const found = Object.entries(part).flatMap(([name, value]) =>
        Object.hasOwn(deserializer.schema.properties, name)
          ? this.#inAttribute(deserializer, name, value, `${pointer}/${name}`, value).map((one) => ({ ...one, attribute }))
          : [],
      );
      if (ids.has(id) || !this.references.mayBePart(kind, id, key)) found.push(violation(attribute, message('id_taken'), `${pointer}/id`));
      ids.add(id);
      return found;
    });
  }

  #relationship(kind: Kind, name: string, value: unknown): Violation[] {
    const relationship = kind.deserializer.relationships[name] as Deserializer['relationships'][string];
    const pointer = `/data/relationships/${name}`;
    try {
      const key = this.references.related(name, relationship.table, value, relationship.required);
      const problem = this.references.brokenRequirement(relationship, key);
      return problem === undefined ? [] : [violation(name, problem, pointer)];
    } catch (error) {
      if (!(error instanceof RecordError)) throw error;
      return [violation(name, error.problem, pointer)];
    }
  }

  /** Prevents relations of a record to itself, and circles where the kind has none. */
  #circle(kind: Kind, ids: readonly string[], { relationships }: DocumentValues): Violation[] {
    const last = relatedRecord(kind);
    const stated = Object.entries(kind.deserializer.relationships).filter(
      ([name, { table, column }]) => table === last.table && column !== last.column && Object.hasOwn(relationships, name),
    );
    const id = ids.at(kind.above.length > 0 ? -2 : -1);
    const from = id !== undefined && stated.length > 0 ? this.references.find(last.table, 'id', id) : undefined;
    if (from === undefined) return [];
    return stated.flatMap(([name, { table, column }]) => {
      const to = this.#keyOf(name, table, relationships[name]);
      const leadsBack = () => to !== undefined && this.references.leadsBack(kind.table, last.column, column, from, to);
      return to === from || (name === kind.noCircle && leadsBack())
        ? [violation(name, message('loop'), `/data/relationships/${name}`)]
        : [];
    });
  }

  /** `undefined` for a dangling reference, which is reported elsewhere. */
  #keyOf(name: string, table: Table, relationship: unknown): number | undefined {
    try {
      return this.references.related(name, table, relationship, false) ?? undefined;
    } catch (error) {
      if (!(error instanceof RecordError)) throw error;
      return undefined;
    }
  }

  #slug(kind: Kind, id: string, slug: unknown): Violation[] {
    if (!kind.slugFrom || typeof slug !== 'string') return [];
    if (isReservedSlug(slug)) return [violation('slug', message('reserved_slug', { slug }))];
    const holder = this.slugs.otherHolder(kind, slug, id);
    return holder === undefined ? [] : [violation('slug', message('slug_taken', { slug, holder }))];
  }
}

/** Missing mandatory members. */
function missing({ deserializer: { schema, relationships } }: Kind, values: Fields): Violation[] {
  const required = ((schema.required ?? []) as string[]).filter((name) => !Object.hasOwn(values.attributes, name));
  const unrelated = Object.entries(relationships).filter(([name, one]) => one.required && !Object.hasOwn(values.relationships, name));
  return [
    ...required.flatMap((name) => violationsOf(name, undefined, { schema: schema.properties[name] as Deserializer['schema'] })),
    ...unrelated.map(([name]) => violation(name, message('required'), `/data/relationships/${name}`)),
  ];
}

function acrossMembers({ deserializer, rule }: Kind, { attributes, relationships }: Fields): Violation[] {
  const broken = fits(deserializer.schema, attributes) ? rule?.(attributes, relationships) : undefined;
  return broken === undefined ? [] : [violation(broken.attribute, broken.problem, broken.pointer)];
}

/** List items without a record, such as unknown labels, need a text of their own. A name is that of the record, and would be lost. */
function withoutContent(member: string | undefined, name: string, value: unknown, pointer: string): Violation[] {
  if (member === undefined || !Array.isArray(value)) return [];
  return value.flatMap((item: Readonly<Record<string, unknown>>, index) => {
    if (item.name && !item.iri) return [violation(name, message('required'), `${pointer}/${index}/iri`)];
    return item.iri || item[member] ? [] : [violation(name, message('iri_or_member', { member }), `${pointer}/${index}`)];
  });
}

/** Items of a list that differ only in position and spelling, and credits at the position of one before them. */
function repeated(name: string, value: unknown, pointer: string, areParts: boolean): Violation[] {
  if (!Array.isArray(value)) return [];
  const [seen, taken] = [new Set<string>(), new Set<number>()];
  let highest = 0;
  return value.flatMap((item, index) => {
    if (typeof item?.iri !== 'string') return [];
    const { iri, credit_role, role, detail, tracks, catalog_number, position: stated } = item as Record<string, unknown>;
    const position = typeof stated === 'number' ? stated : highest + 1;
    const same = JSON.stringify([iri, credit_role, role, detail, tracks, catalog_number].map((one) => one ?? ''));
    if (seen.has(same)) return [violation(name, message('duplicate_reference'), `${pointer}/${index}/iri`)];
    seen.add(same);
    const isTaken = !areParts && taken.has(position);
    taken.add(position);
    highest = Math.max(highest, position);
    return isTaken ? [violation(name, message('duplicate_position', { position }), `${pointer}/${index}/position`)] : [];
  });
}

/** Well-formed items of a list; none for other values. */
function wellFormed(value: unknown, pointer: string, broken: readonly Violation[]): unknown[] | undefined {
  if (!Array.isArray(value) || broken.length >= maximumViolations || broken.some((one) => one.pointer === pointer)) return undefined;
  const items = new Set(broken.map((one) => one.pointer.slice(pointer.length + 1).split('/', 1)[0]));
  return value.filter((_, index) => !items.has(String(index)));
}

/** Pointers to the occurrences of a text. */
function placesOf(text: unknown, value: unknown, pointer: string): string[] {
  if (value === text) return [pointer];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) => placesOf(text, member, `${pointer}/${name}`));
}

/**
 * Stricter rules for manual values than for imports: invisible text, line breaks in names, unsafe URLs, a barcode without digits, an
 * end before its beginning.
 */
export function editorRuleViolations(
  { deserializer, reservedColumns }: Kind,
  values: Fields,
  whole: Fields,
  current: Attributes,
): Violation[] {
  const found = Object.entries(values.attributes).flatMap(([name, value]) => {
    const [schema, pointer] = [deserializer.schema.properties[name], `/data/attributes/${name}`];
    const known = new Set(itemsOf(current[name]).map(periodOf));
    const ofItems = itemsOf(value).flatMap((item, index): Found[] => {
      const problem = known.has(periodOf(item)) ? undefined : endsFirst(item);
      return problem ? [[problem, `${pointer}/${index}/end_date`]] : [];
    });
    return [...(schema ? textsIn(value, schema, pointer) : []), ...ofItems].map(([problem, at]) => violation(name, problem, at));
  });
  const isNew = (name: string) => Object.hasOwn(values.attributes, name) && values.attributes[name] !== current[name];
  const { barcode } = values.attributes;
  if (reservedColumns.includes('barcode_normalized') && isNew('barcode') && typeof barcode === 'string' && barcode.trim() !== '')
    if (normalizeBarcode(barcode) === null) found.push(violation('barcode', message('invalid_barcode', { max: shortText })));
  const changed = ['end_date', 'begin_date'].find(isNew);
  const problem = changed && endsFirst(whole.attributes);
  return changed && problem ? [...found, violation(changed, problem)] : found;
}

type Found = readonly [problem: Message, pointer: string];

function textsIn(value: unknown, schema: TSchema, pointer: string): Found[] {
  if (typeof value === 'string') {
    const problem = faultOf(value, shapeOf(schema, 'string'));
    return problem ? [[problem, pointer]] : [];
  }
  if (Array.isArray(value)) {
    const items = (shapeOf(schema, 'array')?.items ?? {}) as TSchema;
    return value.flatMap((item, index) => textsIn(item, items, `${pointer}/${index}`));
  }
  if (typeof value !== 'object' || value === null) return [];
  const { properties = {} } = (shapeOf(schema, 'object') ?? {}) as { properties?: Record<string, TSchema> };
  return Object.entries(value).flatMap(([name, member]) =>
    Object.hasOwn(properties, name) ? textsIn(member, properties[name] as TSchema, `${pointer}/${name}`) : [],
  );
}

/** Alternative of a union schema with a type. */
const shapeOf = (schema: TSchema, type: string): TSchema | undefined =>
  [schema, ...((schema.anyOf ?? []) as TSchema[])].find((one) => one.type === type);

/** `undefined` for empty text, which means none; the schema reports missing mandatory text. */
function faultOf(text: string, schema: TSchema | undefined): Message | undefined {
  if (text === '') return undefined;
  if (!text.isWellFormed()) return message('lone_surrogate');
  if (schema?.pattern === '^https?://' && (/\s/.test(text) || !URL.canParse(text))) return message('spaces_in_address');
  if (isUnseen(text)) return message('invisible_text');
  return (schema?.maxLength ?? Infinity) <= shortText && /[\p{Cc}\u2028\u2029]/u.test(text) ? message('not_one_line') : undefined;
}

const itemsOf = (value: unknown): Attributes[] =>
  Array.isArray(value) ? value.filter((item) => typeof item === 'object' && item !== null) : [];

const periodOf = ({ iri, begin_date, end_date }: Attributes): string => JSON.stringify([iri, begin_date, end_date]);

/** Compares dates to their common precision: 1990 has not ended before 1990-05. */
function endsFirst({ begin_date: begin, end_date: end }: Attributes): Message | undefined {
  if (typeof begin !== 'string' || typeof end !== 'string' || !isPartialDate(begin) || !isPartialDate(end)) return undefined;
  const known = Math.min(begin.length, end.length);
  return end.slice(0, known) >= begin.slice(0, known) ? undefined : message('end_before_begin', { end, begin });
}

/** Keeps provisional records from taking values reserved for real ones. */
export class ProvisionalRecords {
  constructor(
    private readonly statements: Statements,
    private readonly kinds: Kinds,
  ) {}

  /** @param whole the record after the edit */
  violations(kind: Kind, ids: readonly string[], { attributes }: Fields): Violation[] {
    const own = attributes.provisional === true ? this.#ofRecord(kind, ids.at(-1) as string, attributes, false) : [];
    return [...own, ...this.#ofLink(kind, ids.at(-2), attributes)];
  }

  /** Like {@link violations}; for a real record, also values that provisional records have acquired. */
  clashes(kind: Kind, ids: readonly string[], whole: Fields): Violation[] {
    const { attributes } = whole;
    const ofReal = attributes.provisional === true ? [] : this.#ofRecord(kind, ids.at(-1) as string, attributes, true);
    return [...this.violations(kind, ids, whole), ...ofReal];
  }

  /** @param provisional whether to check provisional records instead of real ones */
  #ofRecord(kind: Kind, id: string, attributes: Fields['attributes'], provisional: boolean): Violation[] {
    return kind.reservedColumns.flatMap((column) => {
      const name = kind.deserializer.originOf(column) ?? column;
      if (typeof attributes[name] !== 'string') return [];
      const value = kind.deserializer.columns({ [name]: attributes[name] }, noKey)[column] as Value;
      if (value === null) return [];
      const holder = this.statements
        .text<{ id: string }>(
          `SELECT id FROM "${kind.table}" WHERE ${column} IN (SELECT value FROM json_each(:values)) AND provisional = :provisional AND id <> :id`,
        )
        .get({ values: JSON.stringify(sameBarcodes(String(value))), id, provisional: provisional ? 1 : 0 });
      return holder
        ? [violation(name, message(provisional ? 'identifier_taken' : 'identifier_taken_by_record', { iri: `${kind.path}/${holder.id}` }))]
        : [];
    });
  }

  /** Identifying values below a provisional record (links, for example) must not belong to a real one. */
  #ofLink(kind: Kind, aboveId: string | undefined, attributes: Fields['attributes']): Violation[] {
    const above = kind.above.at(-1);
    const target = above && this.kinds.findByTable(above.table);
    const [first, ...others] = (kind.identity ?? []).filter((column) => column !== above?.column);
    if (!above || !target || target.reservedColumns.length === 0 || first === undefined || aboveId === undefined) return [];
    const names = [first, ...others];
    if (names.some((name) => typeof attributes[name] !== 'string')) return [];
    const holder = this.statements
      .text<{
        id: string;
      }>(`SELECT holder.id AS id FROM "${kind.table}" AS own JOIN "${target.table}" AS holder ON holder.key = own.${above.column}
         WHERE holder.provisional = 0 AND EXISTS (SELECT 1 FROM "${target.table}" WHERE id = :above AND provisional = 1)
           ${names.map((name) => `AND own.${name} = :${name}`).join(' ')}`)
      .get({ above: aboveId, ...Object.fromEntries(names.map((name) => [name, attributes[name] as string])) });
    return holder ? [violation(names.at(-1) as string, message('identifier_taken_by_record', { iri: `${target.path}/${holder.id}` }))] : [];
  }
}
