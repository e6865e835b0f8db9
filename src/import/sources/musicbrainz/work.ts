import { authorities } from '../../../records/provenance/weights';
import type { GivenRecord } from '../../../records/write/given-record';
import { compareText, idOf, isObject, type Json, requireId, text } from '../shared/json';
import { type Credit, creditKey, mostCredited } from '../shared/records';
import { type Context, Gathering, type Mapping } from './context';
import { listed, relationCredits } from './credits';
import { filmsOf, isKnownPage } from './links';
import { countNotTaken, countRelations } from './members';
import { given, iri, own, productionOfFilm, standingIn } from './records';
import { short } from './values';

/**
 * Who wrote what is on the tracks; and of the music of a whole film, what the film is called and who composed it. Both is
 * left for the releases and the films that come later.
 */
export const mapWork: Mapping = (document, context) => {
  const id = requireId(document);
  const tracks = tracksOfWork(id, context);
  const films = productionsOfWork(document);
  if (tracks.length === 0 && films.length === 0) return undefined;
  const gathering = new Gathering(context);
  const credits = relationCredits(document, 'recording', gathering);
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
    if (all !== undefined) gathering.addRecord(own, 'ReleaseTrack', track, { credits: all });
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

export interface Claim {
  readonly work: string;
  readonly title: string | undefined;
  readonly composers: readonly Credit[] | undefined;
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

/** A track and the works that are performed on it. */
export interface TrackOfWorks {
  /** The ids of the release, the format and the track, between slashes. */
  readonly path: string;
  readonly works: readonly Json[];
  /** Who wrote its works, as far as the release says it. */
  readonly embedded: WritersOfWorks;
}

/** Credits by the ids of works. */
type WritersOfWorks = Readonly<Record<string, readonly Credit[]>>;

/** What releases leave for works, and works for releases: neither knows which of them comes first. */
const releaseSource = 'musicbrainz/release';
const workSource = 'musicbrainz/work';

/** Tracks of one work that one note holds. A song that is on thousands of releases has more notes, so that each stays short. */
const mostInOne = 100;

/** The further notes of such a work. */
const buckets = 64;

/**
 * Leaves for the works which tracks they are performed on: a release names its works, and only these name who wrote
 * them. A track of several works leaves the others with each, since no work alone can tell all its writers.
 */
export function noteWorks(tracks: readonly TrackOfWorks[], context: Context): [name: string, value: string][] {
  const written = new Map<string, string>();
  for (const { path, works, embedded } of tracks) {
    const ids = idsOf(works);
    const note = JSON.stringify(embedded);
    if (ids.length > 1 && note !== '{}' && context.notes.read(releaseSource, embeddedIn(path)) !== note) {
      context.notes.write(releaseSource, embeddedIn(path), note);
      written.set(embeddedIn(path), note);
    }
    for (const work of ids) {
      const place = [path, ...ids.filter((id) => id !== work)].join('/');
      const name = placeOf(work, place, context);
      if (name === undefined) continue;
      const value = [context.notes.read(releaseSource, name), place].filter((part) => part).join(' ');
      context.notes.write(releaseSource, name, value);
      written.set(name, value);
    }
  }
  return [...written];
}

/** The ids of the works of a track, each once, in an order that does not depend on theirs; none of more than a track has. */
export function idsOf(works: TrackOfWorks['works']): readonly string[] {
  const ids = [...new Set(works.flatMap((work) => idOf(work) ?? []))].sort();
  return ids.length > mostWorks ? [] : ids;
}

/** A medley of more works has no writers: each of its works would have a note of all others. */
const mostWorks = 50;

/** The name of the note that a track belongs into; `undefined` where it is in it already. */
function placeOf(work: string, path: string, { notes }: Context): string | undefined {
  const first = notes.read(releaseSource, nameOf(work))?.split(' ') ?? [];
  if (first.includes(path)) return undefined;
  if (first.length < mostInOne) return nameOf(work);
  const further = nameOf(work, Number(Bun.hash.wyhash(path) % BigInt(buckets)));
  return notes.read(releaseSource, further)?.split(' ').includes(path) ? undefined : further;
}

const nameOf = (work: string, bucket?: number): string => (bucket === undefined ? `work ${work}` : `work ${work} ${bucket}`);

const embeddedIn = (path: string): string => `writers on ${path}`;

/** Whether a track is waiting for a work. */
export const isWanted = (work: string, { notes }: Context): boolean => notes.read(releaseSource, nameOf(work)) !== undefined;

/** A track that a work is performed on, and the ids of the other works on it. */
interface PerformedOn {
  readonly path: string;
  readonly track: string;
  readonly others: readonly string[];
}

export function tracksOfWork(work: string, { notes }: Context): PerformedOn[] {
  const paths = notes.read(releaseSource, nameOf(work))?.split(' ') ?? [];
  if (paths.length >= mostInOne)
    for (let bucket = 0; bucket < buckets; bucket++) paths.push(...(notes.read(releaseSource, nameOf(work, bucket))?.split(' ') ?? []));
  return paths.map((path) => {
    const [release, format, track, ...others] = path.split('/') as [string, string, string, ...string[]];
    return { path: [release, format, track].join('/'), track: iri.track(release, format, track), others };
  });
}

/** Who wrote a work, with the records that they are where nothing has named them yet. */
interface Writers {
  readonly credits: readonly Credit[];
  readonly named: readonly GivenRecord[];
}

/** Leaves its writers for the releases that come after the work; nothing, where they are there already. */
export function noteWriters(work: string, writers: Writers, { notes }: Context): [name: string, value: string][] {
  const name = `writers ${work}`;
  const value = JSON.stringify(writers);
  const before = notes.read(workSource, name);
  if (before === value || (before === undefined && writers.credits.length === 0)) return [];
  notes.write(workSource, name, value);
  return [[name, value]];
}

/** What the release of a track says of the writers of its works, where it has several. */
export function embeddedOn(path: string, { notes }: Context): WritersOfWorks {
  const embedded: unknown = JSON.parse(notes.read(releaseSource, embeddedIn(path)) ?? '{}');
  return isObject(embedded) ? (embedded as WritersOfWorks) : {};
}

/** Who wrote what is on a track of some works, as far as their own documents say it, else its release. */
export function writersOf(works: readonly string[], embedded: WritersOfWorks, { notes }: Context): Writers | undefined {
  const all = works.toSorted().flatMap((work) => {
    const note = notes.read(workSource, `writers ${work}`);
    if (note === undefined) return { credits: embedded[work] ?? [], named: [] };
    const writers: unknown = JSON.parse(note);
    return isObject(writers) && Array.isArray(writers.credits) ? (writers as unknown as Writers) : [];
  });
  const credits = new Map<string, Credit>();
  for (const credit of all.flatMap((writers) => writers.credits))
    if (!credits.has(creditKey(credit))) credits.set(creditKey(credit), { ...credit, position: credits.size + 1 });
  if (credits.size === 0) return undefined;
  return { credits: [...credits.values()].slice(0, mostCredited), named: all.flatMap(({ named }) => named) };
}
