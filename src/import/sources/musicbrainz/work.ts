import { authorities } from '../../../records/provenance/weights';
import type { GivenRecord } from '../../../records/write/given-record';
import type { Credit } from '../shared/credits';
import { type Context, Gathering, type Mapping } from './context';
import { listed, relationCredits } from './credits';
import { compareText, isObject, type Json, requireId, text } from './json';
import { filmsOf, isKnownPage } from './links';
import { countNotTaken, countRelations } from './members';
import { given, iri, own, productionOfFilm, standingIn } from './records';
import { short } from './text';
import { embeddedOn, noteWriters, tracksOfWork, writersOf } from './tracks-of-works';

/**
 * Who wrote what is on the tracks; and of the music of a whole film, what the film is called and who composed it. Both is
 * left for the releases and the films that come later.
 */
export const mapWork: Mapping = (document, context) => {
  const id = requireId(document);
  const tracks = tracksOfWork(id, context);
  const films = productionsOfWork(document);
  if (tracks.length === 0 && films.length === 0) return undefined;
  const gathering = new Gathering();
  const credits = relationCredits(document, 'recording', context, gathering);
  const named = [...gathering.records];
  const there = films.filter((production) => context.known.has('Production', production));
  // Nothing is named that nothing in the catalog needs.
  if (tracks.length === 0) gathering.records.length = 0;
  const writers = listed(credits);
  const composers = listed(credits.filter(({ credit_role }) => credit_role === 'composer'));
  const claim = { work: id, title: short(text(document, 'title')), composers, named };
  const claimed = films.flatMap((production) => noteClaim(production, claim, context));
  for (const production of there) gathering.records.push(...recordsOfClaim(production, claim));
  const notes = [...claimed, ...noteWriters(id, { credits: writers ?? [], named: tracks.length > 0 ? [] : named }, context)];
  for (const { path, track, others } of tracks) {
    const all = others.length === 0 ? writers : writersOf([id, ...others], embeddedOn(path, context), context)?.credits;
    if (all !== undefined) gathering.add(given(own, 'ReleaseTrack', track, { credits: all }));
  }
  countNotTaken('work', document, context.notTaken);
  countRelations(document, isOfWork, context.notTaken);
  return { records: gathering.records, notes };
};

/** The productions that a work is the music of, whether they are in the catalog or not. */
const productionsOfWork = (document: Json): string[] =>
  text(document, 'type') === 'Soundtrack' ? filmsOf(document).map(productionOfFilm) : [];

/** Releases say what was recorded of it. */
const isOfWork = (relation: Json): boolean => isKnownPage(relation) || 'artist' in relation || 'recording' in relation;

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
