import { authorities } from '../../../records/provenance/weights';
import type { GivenRecord } from '../../../records/write/given-record';
import { iriFrom, type linkTo } from '../shared/addresses';

/** What an element gives: records, and what is to be remembered for later ones. */
export interface Given {
  readonly records: GivenRecord[];
  readonly notes: [name: string, value: string | null][];
}

type RelatedRecords = Readonly<Record<string, ReturnType<typeof linkTo> | undefined>>;

/** How a record is taken, and how good its word is. */
export type Manner = Omit<GivenRecord, 'record' | 'text'>;

/** Of a record that is Discogs' alone: all that there is to say of it. */
export const whole: Manner = { mode: 'whole', authority: authorities.discogs };
/** By the element of the thing itself, of which other records may say more. */
export const byItself: Manner = { mode: 'partial', authority: authorities.discogs };
/** By an element that names the thing in passing, as many others do. */
export const inPassing: Manner = { mode: 'fill', authority: authorities.discogsNamed };
/** A production that is made of what its music is called. */
export const standingIn: Manner = { mode: 'fill', authority: authorities.discogsStandIn };

/** The same, of which some attributes are a guess. */
export const guessing = (manner: Manner, ...guessed: readonly string[]): Manner => ({ ...manner, guessed });

/** Gives a record of a type under the UUIDs of its IRI, the outermost first. */
export function give(
  to: Given,
  manner: Manner,
  type: string,
  ids: readonly string[],
  attributes: object,
  relationships?: RelatedRecords,
): void {
  const id = iriFrom(type, ids);
  const record = relationships === undefined ? { type, id, attributes } : { type, id, attributes, relationships };
  to.records.push({ ...manner, record });
}
