import type { TSchema } from '@sinclair/typebox';

/** Converts a stored value to an attribute. */
export type Decode = (stored: unknown) => unknown;

export const asStored: Decode = (stored) => stored;
const decodeBoolean: Decode = (stored) => (stored === null ? null : stored !== 0);
const decodeJson: Decode = (stored) => (typeof stored === 'string' ? JSON.parse(stored) : stored);

export function decoderOf(schema: TSchema): Decode {
  const types = schema.anyOf ? (schema.anyOf as TSchema[]).map((part) => part.type) : [schema.type];
  if (types.includes('boolean')) return decodeBoolean;
  return types.includes('array') || types.includes('object') ? decodeJson : asStored;
}
