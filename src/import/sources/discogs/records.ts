import { authorities } from '../../../records/provenance/weights';
import type { GivenRecord } from '../../../records/write/given-record';
import { iriFrom, type linkTo, type Provenance } from '../shared/records';

/** What an element gives: records, and what is to be remembered for later ones. */
export interface Output {
  readonly records: GivenRecord[];
  readonly notes: [name: string, value: string | null][];
}

type RelatedRecords = Readonly<Record<string, ReturnType<typeof linkTo> | undefined>>;

/** Of a record that is Discogs' alone: all that there is to say of it. */
export const whole: Provenance = { mode: 'whole', authority: authorities.discogs };
/** By the element of the thing itself, of which other records may say more. */
export const primary: Provenance = { mode: 'partial', authority: authorities.discogs };
/** By an element that names the thing in passing, as many others do. */
export const mentioned: Provenance = { mode: 'fill', authority: authorities.discogsNamed };
/** A production that is made of what its music is called. */
export const placeholder: Provenance = { mode: 'fill', authority: authorities.discogsStandIn };

/** Gives a record of a type under the UUIDs of its IRI, the outermost first. */
export function emit(
  to: Output,
  manner: Provenance,
  type: string,
  ids: readonly string[],
  attributes: object,
  relationships?: RelatedRecords,
): void {
  const id = iriFrom(type, ids);
  const record = relationships === undefined ? { type, id, attributes } : { type, id, attributes, relationships };
  to.records.push({ ...manner, record });
}
