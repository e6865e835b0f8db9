import { catalog } from '../../../catalog';
import type { ImportedRecord } from '../../../records/write/record';
import { uuidOf } from '../../../store/values/identifiers';

/** Path of the list of a type; with `:name` for each parent. */
export function listPathOf(type: string): string {
  const kind = catalog.find(type);
  if (!kind) throw new Error(`No kind of record is declared for the type ${type}.`);
  return kind.path;
}

/** IRI from its UUIDs, outermost first. */
export function iriFrom(type: string, ids: readonly string[]): string {
  let parts = partsOfPaths.get(type);
  if (!parts) {
    parts = `${listPathOf(type)}/`.split(/:\w+/);
    partsOfPaths.set(type, parts);
  }
  let iri = (parts[0] as string) + ids[0];
  for (let index = 1; index < parts.length; index++) iri += (parts[index] as string) + ids[index];
  return iri;
}

const partsOfPaths = new Map<string, readonly string[]>();

export const recordIri = (type: string, ...ids: readonly string[]): string => iriFrom(type, ids);

export const linkTo = (type: string, ...ids: readonly string[]) => ({ data: { type, id: iriFrom(type, ids) } });

/** Productions that a title names. Several have ids of their own, so that no other record of the album merges with one of them. */
export const productionsNamed = (only: string, films: readonly string[]): readonly string[] =>
  films.length === 1 ? [only] : films.map((_, index) => uuidOf(`${only}:${index + 1}`));

/** Item of a credit list (docs/records.md). */
export interface Credit {
  readonly iri: string;
  name_variation?: string | null;
  readonly position?: number;
  join_phrase?: string | null;
  /** Role slug; absent if the source states no role. */
  readonly credit_role?: string;
  readonly detail?: string;
  /** Tracks as printed, if they could not be resolved. */
  readonly tracks?: string;
}

/** Real credit lists are shorter. Each credit updates the search entry, so thousands would take hours. */
export const longestCreditList = 500;

/** Credits of a release including its tracks. */
export const mostCredited = 2_000;

/** Identity of a credit within its list. */
export const creditKey = ({ iri, credit_role = '', detail = '', tracks = '' }: Credit): string =>
  detail === '' && tracks === '' ? `${iri} ${credit_role}` : `${iri} ${credit_role} [${detail}] ${tracks}`;

/** Write mode and source rank of a record. */
export type Provenance = Omit<ImportedRecord, 'record' | 'text'>;

/** The same provenance, with some attributes marked as guesses. */
export const withGuesses = (provenance: Provenance, ...guessed: readonly string[]): Provenance => ({ ...provenance, guessed });

/** Only the defined properties: an absent attribute stays unchanged in the catalog. */
export const present = (object: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined));
