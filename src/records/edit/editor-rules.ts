import type { TSchema } from '@sinclair/typebox';
import { type Violation, violation } from '../../api/schema/violations';
import type { Kind } from '../../kinds';
import { type Attributes, shortText } from '../../kinds/attribute';
import { type Message, message } from '../../messages/message';
import { isUnseen } from '../../store/values/folding';
import { isPartialDate } from '../../store/values/partial-date';
import type { Fields } from '../write/record';

/**
 * Stricter rules for manual values than for imports: invisible text, line breaks in names, unsafe URLs, an end before its
 * beginning.
 */
export function editorRuleViolations({ entrance }: Kind, said: Fields, whole: Fields): Violation[] {
  const properties = entrance.schema.properties;
  const ofTexts = Object.entries(said.attributes).flatMap(([name, value]) => {
    const schema = properties[name];
    return schema ? textsIn(value, schema, `/data/attributes/${name}`).map(([problem, at]) => violation(name, problem, at)) : [];
  });
  return [...ofTexts, ...endsFirst(said.attributes, whole.attributes)];
}

type Found = readonly [problem: Message, pointer: string];

function textsIn(value: unknown, schema: TSchema, pointer: string): Found[] {
  if (typeof value === 'string') {
    const problem = faultOf(value, shapeOf(schema, 'string'));
    return problem === undefined ? [] : [[problem, pointer]];
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

const breaksLine = /[\p{Cc}\u2028\u2029]/u;

/** `undefined` for empty text, which means none; the schema reports missing mandatory text. */
function faultOf(text: string, schema: TSchema | undefined): Message | undefined {
  if (text === '') return undefined;
  if (!text.isWellFormed()) return message('lone_surrogate');
  if (schema?.pattern === '^https?://' && (/\s/.test(text) || !URL.canParse(text))) return message('spaces_in_address');
  if (isUnseen(text)) return message('invisible_text');
  if (schema?.maxLength === undefined || schema.maxLength > shortText) return undefined;
  return breaksLine.test(text) ? message('not_one_line') : undefined;
}

/** Compares dates to their common precision: 1990 has not ended before 1990-05. */
function endsFirst(said: Attributes, { begin_date: begin, end_date: end }: Attributes): Violation[] {
  if (typeof begin !== 'string' || typeof end !== 'string' || !('begin_date' in said || 'end_date' in said)) return [];
  if (!isPartialDate(begin) || !isPartialDate(end)) return [];
  const known = Math.min(begin.length, end.length);
  if (end.slice(0, known) >= begin.slice(0, known)) return [];
  return [violation('end_date' in said ? 'end_date' : 'begin_date', message('end_before_begin', { end, begin }))];
}
