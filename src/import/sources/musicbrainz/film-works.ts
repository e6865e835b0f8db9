import { authorities } from '../../../records/authority';
import type { GivenRecord } from '../../../records/given-record';
import type { Credit } from '../shared/credits';
import type { Context } from './context';
import { compareText, isObject } from './json';
import { given, iri, standingIn } from './records';

const source = 'musicbrainz/work';

/** What a work that is the music of a whole film says of it. */
export interface Claim {
  readonly work: string;
  readonly title: string | undefined;
  readonly composers: readonly Credit[] | undefined;
  /** The records that the composers are. */
  readonly named: readonly GivenRecord[];
}

/** A claim as records. Of several works of one film, or one series, it never matters which came first. */
export const recordsOfClaim = (production: string, { title, composers, named }: Claim): GivenRecord[] => [
  ...named,
  given(standingIn(authorities.musicbrainzWork), 'Production', iri.production(production), { title, composers }),
];

/** What works said of a production before it was there. */
export const claimsOfWorks = (production: string, { notes }: Context): GivenRecord[] =>
  readClaims(production, notes).flatMap((claim) => recordsOfClaim(production, claim));

/** Leaves a claim for a production that may come later; nothing, where it is there already. */
export function noteClaim(production: string, claim: Claim, { notes }: Context): [name: string, value: string][] {
  const name = `production ${production}`;
  const claims = [...readClaims(production, notes).filter(({ work }) => work !== claim.work), claim];
  const value = JSON.stringify(claims.sort((a, b) => compareText(a.work, b.work)));
  if (notes.read(source, name) === value) return [];
  notes.write(source, name, value);
  return [[name, value]];
}

function readClaims(production: string, notes: Context['notes']): Claim[] {
  const note = notes.read(source, `production ${production}`);
  if (!note?.startsWith('[')) return [];
  const claims: unknown = JSON.parse(note);
  return Array.isArray(claims) ? claims.filter((claim): claim is Claim => isObject(claim) && Array.isArray(claim.named)) : [];
}
