import { catalog } from '../../../catalog';
import type { GivenRecord } from '../../../records/write/given-record';

/** The address of the list that has the records of a type; of a list below records, with `:name` for each of them. */
export function listOf(type: string): string {
  const kind = catalog.find(type);
  if (!kind) throw new Error(`No kind of record is declared for the type ${type}.`);
  return kind.path;
}

/** The IRI of a record, from the UUIDs in it, the outermost first. */
export function iriFrom(type: string, ids: readonly string[]): string {
  let parts = partsOfPaths.get(type);
  if (!parts) {
    parts = `${listOf(type)}/`.split(/:\w+/);
    partsOfPaths.set(type, parts);
  }
  let iri = (parts[0] as string) + ids[0];
  for (let index = 1; index < parts.length; index++) iri += (parts[index] as string) + ids[index];
  return iri;
}

const partsOfPaths = new Map<string, readonly string[]>();

export const recordIri = (type: string, ...ids: readonly string[]): string => iriFrom(type, ids);

export const linkTo = (type: string, ...ids: readonly string[]) => ({ data: { type, id: iriFrom(type, ids) } });

/** An item of a credit list (docs/records.md). */
export interface Credit {
  readonly iri: string;
  name_variation?: string | null;
  readonly position?: number;
  join_phrase?: string | null;
  /** The slug of a role; none where the source does not say what somebody did. */
  readonly credit_role?: string;
  readonly detail?: string;
  /** The tracks that it is for, as printed, where they could not be told. */
  readonly tracks?: string;
}

/**
 * No credit line has more; longer ones come of broken records. Each credit writes the release's entry in the search anew,
 * so that many thousands would take hours.
 */
export const longestCreditList = 500;

/** A release may name this many who worked on it and on its tracks. */
export const mostCredited = 2_000;

/** What tells the credits of one list apart: nobody does the same thing twice. */
export const creditKey = ({ iri, credit_role = '', detail = '', tracks = '' }: Credit): string =>
  detail === '' && tracks === '' ? `${iri} ${credit_role}` : `${iri} ${credit_role} [${detail}] ${tracks}`;

/** The write mode and source rank of a record. */
export type Provenance = Omit<GivenRecord, 'record' | 'text'>;

/** The same provenance, with some attributes marked as guesses. */
export const withGuesses = (provenance: Provenance, ...guessed: readonly string[]): Provenance => ({ ...provenance, guessed });

/** Only the defined properties: an absent attribute is left as it is in the catalog. */
export const present = (object: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined));
