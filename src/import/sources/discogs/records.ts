import { authorities } from '../../../records/provenance/ranks';
import type { ImportedRecord } from '../../../records/write/record';
import { iriFrom, type linkTo, type Provenance } from '../shared/records';

/** Output of an element: records and notes for later elements. */
export interface Output {
  readonly records: ImportedRecord[];
  readonly notes: [name: string, value: string | null][];
}

type RelatedRecords = Readonly<Record<string, ReturnType<typeof linkTo> | undefined>>;

/** A record that Discogs alone describes, completely. */
export const whole: Provenance = { mode: 'whole', authority: authorities.discogs };
/** From the record's own element; other sources may add to it. */
export const primary: Provenance = { mode: 'partial', authority: authorities.discogs };
/** From an element that only mentions the record. */
export const mentioned: Provenance = { mode: 'fill', authority: authorities.discogsNamed };
/** A production inferred from the title of its music. */
export const placeholder: Provenance = { mode: 'fill', authority: authorities.discogsProvisional };

/** Emits a record with the UUIDs of its IRI, outermost first. */
export function emit(
  to: Output,
  provenance: Provenance,
  type: string,
  ids: readonly string[],
  attributes: object,
  relationships?: RelatedRecords,
): void {
  const id = iriFrom(type, ids);
  const record = relationships === undefined ? { type, id, attributes } : { type, id, attributes, relationships };
  to.records.push({ ...provenance, record });
}
