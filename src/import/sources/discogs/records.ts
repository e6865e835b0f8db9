import { authorities } from '../../../records/provenance/weights';
import type { GivenRecord } from '../../../records/write/given-record';
import { iriFrom, type linkTo, type Provenance } from '../shared/records';

/** What an element gives: records, and what is to be remembered for later ones. */
export interface Output {
  readonly records: GivenRecord[];
  readonly notes: [name: string, value: string | null][];
}

type RelatedRecords = Readonly<Record<string, ReturnType<typeof linkTo> | undefined>>;

/** A record that Discogs alone describes, and describes completely. */
export const whole: Provenance = { mode: 'whole', authority: authorities.discogs };
/** From the record's own element; other sources may add to it. */
export const primary: Provenance = { mode: 'partial', authority: authorities.discogs };
/** From an element that only mentions the record. */
export const mentioned: Provenance = { mode: 'fill', authority: authorities.discogsNamed };
/** A production inferred from the title of its music. */
export const placeholder: Provenance = { mode: 'fill', authority: authorities.discogsStandIn };

/** Gives a record of a type under the UUIDs of its IRI, the outermost first. */
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
