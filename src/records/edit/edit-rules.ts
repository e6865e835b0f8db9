import type { TSchema } from '@sinclair/typebox';
import { fits, maximumViolations, type Violation, violation, violationsOf } from '../../api/schema/checks';
import { type Kind, relatedRecord } from '../../kinds';
import { type Attributes, type FindKey, positionsOf, shortText, type Table } from '../../kinds/attribute';
import type { Deserializer } from '../../kinds/deserialization';
import { type Message, message } from '../../messages/message';
import type { Value } from '../../store/database/connection';
import { isPartialDate } from '../../store/values/dates';
import { isUnseen } from '../../store/values/folding';
import { normalizeBarcode } from '../../store/values/identifiers';
import { noKey } from '../write/plan';
import { type Fields, type FoundRecord, RecordError } from '../write/record';
import type { WriteSession } from '../write/session';
import { isReservedSlug } from '../write/slugs';
import { type DocumentValues, type RecordEdit, wholeOf } from './edit';

/**
 * All violations of an edit.
 * @param current the current record, if it exists
 */
export function editViolations(session: WriteSession, recordEdit: RecordEdit, current: FoundRecord | undefined): Violation[] {
  const { kind, ids, id, values } = recordEdit;
  const whole = current === undefined ? values : wholeOf(recordEdit, current.text);
  // A merge may have created duplicates in a previous state.
  const isRestored = recordEdit.without !== undefined || recordEdit.isWhole === true;
  return [
    ...Object.entries(values.attributes).flatMap(([name, value]) =>
      attributeViolations(session, kind, id, name, value, current?.key, isRestored),
    ),
    ...missing(kind, whole),
    ...Object.entries(values.relationships).flatMap(([name, value]) => relationshipViolations(session, kind, name, value)),
    ...circleViolations(session, kind, ids, values),
    ...slugViolations(session, kind, id, values.attributes.slug),
    ...acrossMembers(kind, whole),
    ...(recordEdit.isRestored ? [] : manualViolations(kind, values, whole, current?.text.attributes ?? {})),
    ...provisionalViolations(session, kind, ids, whole),
  ];
}

function attributeViolations(
  session: WriteSession,
  kind: Kind,
  id: string,
  name: string,
  value: unknown,
  key: number | undefined,
  isRestored: boolean,
): Violation[] {
  const schema = kind.deserializer.schema.properties[name] as Deserializer['schema'];
  const pointer = `/data/attributes/${name}`;
  const broken = violationsOf(name, value, { schema });
  if (broken.length > 0)
    return [...broken, ...danglingIn(session, kind.deserializer, name, value, pointer, wellFormed(value, pointer, broken))];
  const ofReferences = [
    ...danglingIn(session, kind.deserializer, name, value, pointer, value),
    ...(isRestored ? [] : repeated(name, value, pointer, name === kind.parts?.attribute)),
    ...withoutContent(kind.deserializer.pointerOf(name)?.remainder, name, value, pointer),
  ];
  return name === kind.parts?.attribute ? [...ofReferences, ...partViolations(session, kind, id, value, key)] : ofReferences;
}

/**
 * Dangling references in an attribute.
 * @param read its well-formed part, if any
 */
function danglingIn(
  session: WriteSession,
  deserializer: Deserializer,
  name: string,
  value: unknown,
  pointer: string,
  read: unknown,
): Violation[] {
  if (read === undefined) return [];
  const found = new Map<string, Violation>();
  const dangling = new Set<unknown>();
  const findKey: FindKey = (table, reference) => {
    if (dangling.has(reference) || found.size >= maximumViolations) return 0;
    try {
      return session.references.key(table, reference);
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
function partViolations(session: WriteSession, kind: Kind, own: string, value: unknown, key: number | undefined): Violation[] {
  const { attribute, deserializer } = kind.deserializer.parts as NonNullable<Deserializer['parts']>;
  const ids = new Set<string>([own]);
  return ((value ?? []) as { readonly id: string }[]).flatMap((part, index) => {
    const pointer = `/data/attributes/${attribute}/${index}`;
    const id = part.id.toLowerCase();
    const found = Object.entries(part).flatMap(([name, value]) =>
      Object.hasOwn(deserializer.schema.properties, name)
        ? danglingIn(session, deserializer, name, value, `${pointer}/${name}`, value).map((found) => ({ ...found, attribute }))
        : [],
    );
    if (ids.has(id) || !session.references.mayBePart(kind, id, key)) found.push(violation(attribute, message('id_taken'), `${pointer}/id`));
    ids.add(id);
    return found;
  });
}

function relationshipViolations(session: WriteSession, kind: Kind, name: string, value: unknown): Violation[] {
  const relationship = kind.deserializer.relationships[name] as Deserializer['relationships'][string];
  const pointer = `/data/relationships/${name}`;
  try {
    const key = session.references.related(name, relationship.table, value, relationship.required);
    const problem = session.references.brokenRequirement(relationship, key);
    return problem === undefined ? [] : [violation(name, problem, pointer)];
  } catch (error) {
    if (!(error instanceof RecordError)) throw error;
    return [violation(name, error.problem, pointer)];
  }
}

/** Prevents relations of a record to itself, and circles where the kind has none. */
function circleViolations(session: WriteSession, kind: Kind, ids: readonly string[], { relationships }: DocumentValues): Violation[] {
  const last = relatedRecord(kind);
  const stated = Object.entries(kind.deserializer.relationships).filter(
    ([name, { table, column }]) => table === last.table && column !== last.column && Object.hasOwn(relationships, name),
  );
  const id = ids.at(kind.above.length > 0 ? -2 : -1);
  const from = id !== undefined && stated.length > 0 ? session.references.find(last.table, 'id', id) : undefined;
  if (from === undefined) return [];
  return stated.flatMap(([name, { table, column }]) => {
    const to = relatedKey(session, name, table, relationships[name]);
    const leadsBack = () => to !== undefined && session.references.leadsBack(kind.table, last.column, column, from, to);
    return to === from || (name === kind.noCircle && leadsBack()) ? [violation(name, message('loop'), `/data/relationships/${name}`)] : [];
  });
}

/** `undefined` for a dangling reference, which is reported elsewhere. */
function relatedKey(session: WriteSession, name: string, table: Table, relationship: unknown): number | undefined {
  try {
    return session.references.related(name, table, relationship, false) ?? undefined;
  } catch (error) {
    if (!(error instanceof RecordError)) throw error;
    return undefined;
  }
}

function slugViolations(session: WriteSession, kind: Kind, id: string, slug: unknown): Violation[] {
  if (!kind.slugFrom || typeof slug !== 'string') return [];
  if (isReservedSlug(slug)) return [violation('slug', message('reserved_slug', { slug }))];
  const holder = session.slugs.otherHolder(kind, slug, id);
  return holder === undefined ? [] : [violation('slug', message('slug_taken', { slug, holder }))];
}

/** Missing mandatory members. */
function missing({ deserializer: { schema, relationships } }: Kind, values: Fields): Violation[] {
  const required = ((schema.required ?? []) as string[]).filter((name) => !Object.hasOwn(values.attributes, name));
  const unrelated = Object.entries(relationships).filter(
    ([name, relationship]) => relationship.required && !Object.hasOwn(values.relationships, name),
  );
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
  if (!Array.isArray(value) || typeof value[0] !== 'object') return [];
  const [contents, occupied, positions] = [new Set<string>(), new Set<number>(), positionsOf(value)];
  return value.flatMap((item, index) => {
    if (typeof item.iri !== 'string') return [];
    const { iri, credit_role, role, detail, tracks, catalog_number } = item as Record<string, unknown>;
    const position = positions[index] as number;
    const content = JSON.stringify([iri, credit_role, role, detail, tracks, catalog_number].map((member) => member ?? ''));
    if (contents.has(content)) return [violation(name, message('duplicate_reference'), `${pointer}/${index}/iri`)];
    contents.add(content);
    const isOccupied = !areParts && occupied.has(position);
    occupied.add(position);
    return isOccupied ? [violation(name, message('duplicate_position', { position }), `${pointer}/${index}/position`)] : [];
  });
}

/** Well-formed items of a list; none for other values. */
function wellFormed(value: unknown, pointer: string, broken: readonly Violation[]): unknown[] | undefined {
  if (!Array.isArray(value) || broken.length >= maximumViolations || broken.some((violation) => violation.pointer === pointer))
    return undefined;
  const items = new Set(broken.map((violation) => violation.pointer.slice(pointer.length + 1).split('/', 1)[0]));
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
 * end before its beginning. Values imported from a source may be sent back.
 */
function manualViolations({ deserializer, reservedColumns }: Kind, values: Fields, whole: Fields, current: Attributes): Violation[] {
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
  if (changed && problem) found.push(violation(changed, problem));
  const isSentBack = (name: string) => Object.hasOwn(current, name) && Bun.deepEquals(current[name], values.attributes[name]);
  return found.filter(({ attribute }) => !isSentBack(attribute));
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
  [schema, ...((schema.anyOf ?? []) as TSchema[])].find((alternative) => alternative.type === type);

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

// Values reserved for real records, which provisional ones may not take.

/** @param whole the record after the edit */
function provisionalViolations(session: WriteSession, kind: Kind, ids: readonly string[], { attributes }: Fields): Violation[] {
  const own = attributes.provisional === true ? violationsOfRecord(session, kind, ids.at(-1) as string, attributes, false) : [];
  return [...own, ...violationsOfLink(session, kind, ids.at(-2), attributes)];
}

/** Like {@link provisionalViolations}; for a real record, also values that provisional records have acquired. */
export function reservedViolations(session: WriteSession, kind: Kind, ids: readonly string[], whole: Fields): Violation[] {
  const { attributes } = whole;
  const ofReal = attributes.provisional === true ? [] : violationsOfRecord(session, kind, ids.at(-1) as string, attributes, true);
  return [...provisionalViolations(session, kind, ids, whole), ...ofReal];
}

/** @param provisional whether to check provisional records instead of real ones */
function violationsOfRecord(
  session: WriteSession,
  kind: Kind,
  id: string,
  attributes: Fields['attributes'],
  provisional: boolean,
): Violation[] {
  return kind.reservedColumns.flatMap((column) => {
    const name = kind.deserializer.originOf(column) ?? column;
    if (typeof attributes[name] !== 'string') return [];
    const value = kind.deserializer.columns({ [name]: attributes[name] }, noKey)[column] as Value;
    if (value === null) return [];
    const holder = session.connection.get<{ id: string }>(
      `SELECT id FROM "${kind.table}" WHERE ${column} = :value AND provisional = :provisional AND id <> :id`,
      { value, id, provisional: provisional ? 1 : 0 },
    );
    return holder
      ? [violation(name, message(provisional ? 'identifier_taken' : 'identifier_taken_by_record', { iri: `${kind.path}/${holder.id}` }))]
      : [];
  });
}

/** Identifying values below a provisional record (links, for example) must not belong to a real one. */
function violationsOfLink(session: WriteSession, kind: Kind, aboveId: string | undefined, attributes: Fields['attributes']): Violation[] {
  const above = kind.above.at(-1);
  const target = above && session.kinds.findByTable(above.table);
  const [first, ...others] = (kind.identity ?? []).filter((column) => column !== above?.column);
  if (!above || !target || target.reservedColumns.length === 0 || first === undefined || aboveId === undefined) return [];
  const names = [first, ...others];
  if (names.some((name) => typeof attributes[name] !== 'string')) return [];
  const holder = session.connection.get<{
    id: string;
  }>(
    `SELECT holder.id AS id FROM "${kind.table}" AS own JOIN "${target.table}" AS holder ON holder.key = own.${above.column}
       WHERE holder.provisional = 0 AND EXISTS (SELECT 1 FROM "${target.table}" WHERE id = :above AND provisional = 1)
         ${names.map((name) => `AND own.${name} = :${name}`).join(' ')}`,
    { above: aboveId, ...Object.fromEntries(names.map((name) => [name, attributes[name] as string])) },
  );
  return holder ? [violation(names.at(-1) as string, message('identifier_taken_by_record', { iri: `${target.path}/${holder.id}` }))] : [];
}
