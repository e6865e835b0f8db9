import { Value } from '@sinclair/typebox/value';
import { fits } from '../jsonapi/parameters';
import type { Kind } from './kinds/kind';

/** A record as a source gives it: a JSON:API resource object (docs/records.md). */
export interface SourceRecord {
  readonly type: string;
  readonly id: string;
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly relationships: Readonly<Record<string, unknown>>;
}

/** What became of a record. */
export type Outcome = 'added' | 'changed' | 'unchanged';

/** A record that cannot be taken; the message says why, for a person. */
export class RecordError extends Error {}

/** Checks that a value has the shape of a record. */
export function readRecord(value: unknown): SourceRecord {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new RecordError('A record is a JSON object.');
  const { type, id, attributes = {}, relationships = {}, ...others } = value as Record<string, unknown>;
  const [other] = Object.keys(others).filter((name) => name !== 'links');
  if (other !== undefined) throw new RecordError(`A record has type, id, attributes and relationships; "${other}" is none of them.`);
  if (typeof type !== 'string' || typeof id !== 'string') throw new RecordError('A record has a type and an id, both text.');
  if (!isObject(attributes) || !isObject(relationships)) throw new RecordError('The attributes and relationships of a record are objects.');
  return { type, id, attributes, relationships };
}

/** Checks attributes against the schema and the rules of a kind, and names the first that breaks one. */
export function requireAttributes(
  { attributes: schema, rule }: Pick<Kind, 'attributes' | 'rule'>,
  attributes: Readonly<Record<string, unknown>>,
): void {
  if (!fits(schema, attributes)) {
    const fault = Value.Errors(schema, attributes).First();
    throw new RecordError(`${fault?.path.slice(1).replaceAll('/', '.') || 'attributes'}: ${fault?.message ?? 'not allowed'}.`);
  }
  const broken = rule?.(attributes);
  if (broken !== undefined) throw new RecordError(broken);
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);
