import { Type } from '@sinclair/typebox';
import type { Message } from '../../messages/message';
import type { FoundValue, ListDocument } from '../read/document';
import type { LookupReading } from '../read/reading';
import type { ParameterType } from './parameters';
import type { Match, Resource } from './resource';

/**
 * Identifier as a query parameter.
 * @param normalize as stored; `null` for invalid input
 * @param expected message for invalid input
 */
export const identifierValue = (
  maxLength: number,
  normalize: (written: string) => string | null,
  expected: Message,
  example: string,
): ParameterType<string> => ({
  schema: Type.String({ maxLength }),
  expected,
  read: (written) => (written.length > maxLength ? null : normalize(written)),
  isAllowed: (value) => value !== null,
  example,
});

/** A look-up result with the parameter that found it. */
export type LookupHit = Match & { readonly parameter: string };

/** Maps each value to the records that have it; none for unknown values. */
export function foundValues(
  resource: Resource,
  lookups: readonly LookupReading[],
  hits: readonly LookupHit[],
  isListed: ReadonlySet<number>,
): FoundValue[] {
  const byValue = new Map<string, string[]>();
  for (const hit of hits) {
    if (!isListed.has(hit.key)) continue;
    const name = `${hit.parameter} ${hit.value}`;
    const ids = byValue.get(name);
    const id = resource.iri(hit as LookupHit & Record<string, unknown>);
    if (!ids) byValue.set(name, [id]);
    else if (!ids.includes(id)) ids.push(id);
  }
  return lookups.flatMap(({ name, values }) =>
    values.map(({ written, value }) => ({ parameter: name, value: written, ids: byValue.get(`${name} ${value}`)?.sort() ?? [] })),
  );
}

/** Adds the look-up results to a page. */
export const withFound = (document: ListDocument, matches: readonly FoundValue[]): ListDocument => ({
  ...document,
  meta: { ...document.meta, matches },
});
