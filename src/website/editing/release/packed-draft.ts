import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { type Draft, draftOf, type TextName } from './draft';
import type { ListName } from './release-schema';

/** The longest draft: 1,500 records with a title of 255 characters each, and notes. */
const maximumBytes = 4_000_000;

/**
 * A draft as one field of a form: what the form was made from, to be compared with what is there when it comes back. Whoever
 * sends another one deceives themselves alone: it says what differs, and no more.
 */
export const packDraft = (draft: Draft): string => deflateRawSync(JSON.stringify(draft)).toString('base64url');

/** The draft of a field; `undefined` where it is none. */
export function unpackDraft(field: string): Draft | undefined {
  try {
    const { texts, lists } = JSON.parse(inflateRawSync(Buffer.from(field, 'base64url'), { maxOutputLength: maximumBytes }).toString());
    return draftOf(
      (name: TextName) => textIn(texts, name),
      (list: ListName) =>
        lists[list].map((row: object) => Object.fromEntries(Object.keys(row).map((name) => [name, textIn(row, name)]))) as never,
    );
  } catch {
    return undefined;
  }
}

function textIn(members: object, name: string): string {
  const value = (members as Readonly<Record<string, unknown>>)[name];
  return typeof value === 'string' ? value : '';
}
