import { isUnseen } from '../database/folding';
import { DomainError } from '../errors';
import { type Fault, firstFault, fits } from '../jsonapi/checks';
import { wordsOf } from '../jsonapi/violations';
import type { Kind } from '../kinds';

/** A record as a source gives it: a JSON:API resource object (docs/records.md). */
export interface ResourceObject {
  readonly type: string;
  readonly id: string;
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly relationships: Readonly<Record<string, unknown>>;
}

/**
 * What became of a record. `kept`: the source says something else, and what somebody made of the record by hand stays.
 * `waiting`: it points to a record that has yet to come.
 */
export type Outcome = 'added' | 'changed' | 'unchanged' | 'kept' | 'waiting';

/** A record that cannot be taken; the message says why, for a person. */
export class RecordError extends DomainError {
  constructor(detail: string) {
    super('invalid', detail);
  }
}

/** A record points to one that is not there. */
export class MissingReference extends RecordError {
  constructor(
    readonly table: string,
    /** The UUID that it is named by, or the slug of an artist role. */
    readonly missing: string,
  ) {
    super(`It points to ${table.replaceAll('_', ' ')} ${missing}, which is not there.`);
  }
}

/** Checks that a value has the shape of a record. */
export function readRecord(value: unknown): ResourceObject {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new RecordError('A record is a JSON object.');
  const { type, id, attributes = {}, relationships = {} } = value as Record<string, unknown>;
  for (const name in value) {
    if (!memberNames.has(name))
      throw new RecordError(`A record has type, id, attributes and relationships; "${name.slice(0, 60)}" is none of them.`);
  }
  if (typeof type !== 'string' || typeof id !== 'string') throw new RecordError('A record has a type and an id, both text.');
  if (!isObject(attributes) || !isObject(relationships)) throw new RecordError('The attributes and relationships of a record are objects.');
  return { type, id, attributes, relationships };
}

/** Links are what the API shows beside; they say nothing of the record. */
const memberNames = new Set(['type', 'id', 'attributes', 'relationships', 'links']);

/**
 * Checks attributes against the schema and the rules of a kind, and names the first that breaks one. Of a record that
 * says a part only, what it does not say is not asked for.
 */
export function requireAttributes(
  { entrance, rule }: Pick<Kind, 'entrance' | 'rule'>,
  attributes: Readonly<Record<string, unknown>>,
  isPart = false,
): void {
  const schema = isPart ? entrance.partialSchema : entrance.schema;
  if (!fits(schema, attributes)) {
    const fault = innermost(firstFault(schema, attributes));
    throw new RecordError(`${fault?.path.slice(1).replaceAll('/', '.') || 'attributes'}: ${fault ? messageOf(fault) : 'not allowed'}.`);
  }
  for (const name of requiredOf(entrance)) {
    const value = attributes[name];
    if (typeof value === 'string' && isUnseen(value)) throw new RecordError(`${name}: Expected a character that can be seen.`);
  }
  const broken = rule?.(attributes);
  if (broken !== undefined) throw new RecordError(broken);
}

const requiredOf = ({ schema }: Kind['entrance']): readonly string[] => schema.required ?? [];

/** What may be null is a choice of two: what is wrong is told of the first, since null was not given. */
function innermost(fault: Fault | undefined): Fault | undefined {
  const inner = fault && wordsOf(fault.schema) === undefined ? fault.errors[0]?.First() : undefined;
  return inner ? innermost(inner) : fault;
}

const messageOf = (fault: Fault): string => {
  const words = wordsOf(fault.schema);
  return words ? `Expected one of ${words.join(', ')}` : fault.message;
};

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Why a record cannot be taken, where that lies in the record: the schema has rules of its own. */
export function refusalOf(error: unknown): string | undefined {
  if (error instanceof RecordError) return error.message;
  const { code, message } = error as { code?: unknown; message?: string };
  return /^SQLITE_(CONSTRAINT|MISMATCH|TOOBIG|RANGE)/.test(String(code)) ? `The catalog does not take it: ${message}.` : undefined;
}
