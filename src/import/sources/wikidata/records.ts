import { authorities } from '../../../records/provenance/weights';
import type { GivenRecord } from '../../../records/write/given-record';
import { iriFrom, linkTo } from '../shared/addresses';

type Attributes = Readonly<Record<string, unknown>>;

/** A record of what Wikidata says of a production or an artist; what is `undefined` stays as it is. */
export function give(
  about: 'Production' | 'Artist',
  type: string,
  ids: readonly string[],
  attributes: Attributes,
  more: { readonly guessed?: readonly string[]; readonly relationships?: Readonly<Record<string, ReturnType<typeof linkTo>>> } = {},
): GivenRecord {
  const { guessed = [], relationships } = more;
  const record = { type, id: iriFrom(type, ids), attributes: present(attributes), ...(relationships && { relationships }) };
  return { mode: 'partial', record, authority: authorityOn[about], ...(guessed.length > 0 && { guessed }) };
}

const authorityOn = { Production: authorities.wikidata, Artist: authorities.wikidataArtist } as const;

/** Says that what has an id of its own elsewhere is a record. */
export const merged = (about: 'Production' | 'Artist', id: string, into: string): GivenRecord => ({
  mode: 'partial',
  record: { type: 'MergedRecord', id, attributes: { resource_type: about }, relationships: { resource: linkTo(about, into) } },
  authority: authorityOn[about],
});

const present = (attributes: Attributes): Attributes =>
  Object.fromEntries(Object.entries(attributes).filter(([, value]) => value !== undefined));
