import { authorities } from '../../../records/provenance/ranks';
import type { ImportedRecord } from '../../../records/write/record';
import { normalizeIswc } from '../../../store/values/identifiers';
import { childOfEach, children, compareText, isObject, type Json, mbidOf, requireId, text, texts } from '../shared/json';
import { type Credit, creditKey, mostCredited, type Provenance } from '../shared/records';
import { Gathering, type Mapping, type MusicBrainzContext } from './context';
import { numberedCredits, relationCredits } from './credits';
import { filmsOf, isKnownPage } from './links';
import { countIgnoredMembers, countRelations } from './members';
import { asProvisional, iri, named as mentioned, own, partialRecord, productionOfFilm, reference } from './records';
import { short } from './values';

/**
 * Writers for tracks; for the music of a whole film, also its title and composer. Both are left as notes for releases and films
 * still to come.
 */
export const mapWork: Mapping = (document, context) => {
  const id = requireId(document);
  const tracks = tracksOfWork(id, context);
  const films = productionsOfWork(document);
  if (tracks.length === 0 && films.length === 0) return undefined;
  const gathering = new Gathering(context);
  const credits = relationCredits(document, 'recording', gathering);
  const parent = parentOf(document);
  if (parent) gathering.add(workRecord(mentioned, parent));
  gathering.add(workRecord(own, document, numberedCredits(credits), parent));
  const named = [...gathering.records];
  const there = films.filter((production) => context.known.has('Production', production));
  // Emits nothing unless something needs it.
  if (tracks.length === 0) gathering.records.length = 0;
  const writers = numberedCredits(credits);
  const composers = numberedCredits(credits.filter(({ credit_role }) => credit_role === 'composer'));
  const claim = { work: id, title: short(text(document, 'title')), composers, named };
  const claimed = films.flatMap((production) => noteClaim(production, claim, context));
  for (const production of there) gathering.records.push(...recordsOfClaim(production, claim));
  const notes = [...claimed, ...noteWriters(id, { credits: writers ?? [], named: tracks.length > 0 ? [] : named }, context)];
  for (const { path, track, others } of tracks) {
    const all = others.length === 0 ? writers : writersOf([id, ...others], embeddedOn(path, context), context)?.credits;
    if (all !== undefined) gathering.addRecord(own, 'ReleaseTrack', track, { credits: all });
  }
  countIgnoredMembers('work', document, context.notTaken);
  countRelations(document, isOfWork, context.notTaken);
  return { records: gathering.records, notes };
};

/** A work as a document has it, whether its own or one that names it. */
export const workRecord = (provenance: Provenance, work: Json, credits?: readonly Credit[], parent?: Json): ImportedRecord =>
  partialRecord(
    provenance,
    'Work',
    iri.work(requireId(work)),
    {
      title: short(text(work, 'title')) ?? '[untitled]',
      iswc: texts(work, 'iswcs')
        .flatMap((code) => normalizeIswc(code) ?? [])
        .sort()[0],
      credits,
    },
    { parent: parent && reference('Work', iri.work(requireId(parent))) },
  );

const isParent = (relation: Json): boolean => text(relation, 'type') === 'parts' && text(relation, 'direction') === 'backward';

/** The work that a work is a part of; the first by id of several. */
const parentOf = (document: Json): Json | undefined =>
  childOfEach(children(document, 'relations').filter(isParent), 'work')
    .filter((work) => mbidOf(work) !== undefined)
    .toSorted((a, b) => compareText(requireId(a), requireId(b)))[0];

/** Productions whose music a work is, existing or not. */
const productionsOfWork = (document: Json): string[] =>
  text(document, 'type') === 'Soundtrack' ? filmsOf(document).map(productionOfFilm) : [];

/** Recordings come from releases. */
const isOfWork = (relation: Json): boolean =>
  isKnownPage(relation) || 'artist' in relation || 'recording' in relation || isParent(relation);

const source = 'musicbrainz/work';

export interface WorkClaim {
  readonly work: string;
  readonly title: string | undefined;
  readonly composers: readonly Credit[] | undefined;
  readonly named: readonly ImportedRecord[];
}

/** Records of a statement about a production, independent of reading order. */
export const recordsOfClaim = (production: string, { title, composers, named }: WorkClaim): ImportedRecord[] => [
  ...named,
  partialRecord(asProvisional(authorities.musicbrainzWork), 'Production', iri.production(production), { title, composers }),
];

/** Statements of works about a production, stored before it existed. */
export const claimsOfWorks = (production: string, { notes }: MusicBrainzContext): ImportedRecord[] =>
  readClaims(production, notes).flatMap((claim) => recordsOfClaim(production, claim));

/** Leaves a statement for a future production, unless it exists. */
export function noteClaim(production: string, claim: WorkClaim, { notes }: MusicBrainzContext): [name: string, value: string][] {
  const name = `production ${production}`;
  const claims = [...readClaims(production, notes).filter(({ work }) => work !== claim.work), claim];
  const value = JSON.stringify(claims.sort((a, b) => compareText(a.work, b.work)));
  if (notes.read(source, name) === value) return [];
  notes.write(source, name, value);
  return [[name, value]];
}

function readClaims(production: string, notes: MusicBrainzContext['notes']): WorkClaim[] {
  const note = notes.read(source, `production ${production}`);
  if (!note?.startsWith('[')) return [];
  const claims: unknown = JSON.parse(note);
  return Array.isArray(claims) ? claims.filter((claim): claim is WorkClaim => isObject(claim) && Array.isArray(claim.named)) : [];
}

export interface TrackOfWorks {
  /** Ids of release, format and track, separated by slashes. */
  readonly path: string;
  readonly works: readonly Json[];
  readonly embedded: WritersOfWorks;
}

/** Credits by work id. */
type WritersOfWorks = Readonly<Record<string, readonly Credit[]>>;

/** Notes shared by releases and works, which may come in either order. */
const releaseSource = 'musicbrainz/release';
const workSource = 'musicbrainz/work';

/** Tracks per note; songs on thousands of releases spread over several notes. */
const mostInOne = 100;

/** Number of further notes per work. */
const buckets = 64;

/**
 * Leaves notes for works about their tracks: releases name works, and only works name their writers. For medleys, each note
 * lists the other works too.
 */
export function noteWorks(tracks: readonly TrackOfWorks[], context: MusicBrainzContext): [name: string, value: string][] {
  const written = new Map<string, string>();
  for (const { path, works, embedded } of tracks) {
    const ids = workIdsOf(works);
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

/** Distinct work ids of a track in a stable order; none beyond the limit. */
export function workIdsOf(works: TrackOfWorks['works']): readonly string[] {
  const ids = [...new Set(works.flatMap((work) => mbidOf(work) ?? []))].sort();
  return ids.length > mostWorks ? [] : ids;
}

/** Larger medleys get no writers, since each work would have a note of all others. */
const mostWorks = 50;

/** Note to which a track belongs; `undefined` if already there. */
function placeOf(work: string, path: string, { notes }: MusicBrainzContext): string | undefined {
  const first = notes.read(releaseSource, nameOf(work))?.split(' ') ?? [];
  if (first.includes(path)) return undefined;
  if (first.length < mostInOne) return nameOf(work);
  const further = nameOf(work, Number(Bun.hash.wyhash(path) % BigInt(buckets)));
  return notes.read(releaseSource, further)?.split(' ').includes(path) ? undefined : further;
}

const nameOf = (work: string, bucket?: number): string => (bucket === undefined ? `work ${work}` : `work ${work} ${bucket}`);

const embeddedIn = (path: string): string => `writers on ${path}`;

/** Whether a track waits for a work. */
export const isWanted = (work: string, { notes }: MusicBrainzContext): boolean => notes.read(releaseSource, nameOf(work)) !== undefined;

/** A track of a work, with the ids of its other works. */
interface PerformedOn {
  readonly path: string;
  readonly track: string;
  readonly others: readonly string[];
}

export function tracksOfWork(work: string, { notes }: MusicBrainzContext): PerformedOn[] {
  const paths = notes.read(releaseSource, nameOf(work))?.split(' ') ?? [];
  if (paths.length >= mostInOne)
    for (let bucket = 0; bucket < buckets; bucket++) paths.push(...(notes.read(releaseSource, nameOf(work, bucket))?.split(' ') ?? []));
  return paths.map((path) => {
    const [release, format, track, ...others] = path.split('/') as [string, string, string, ...string[]];
    return { path: [release, format, track].join('/'), track: iri.track(release, format, track), others };
  });
}

/** Writers of a work, with records not yet emitted. */
interface Writers {
  readonly credits: readonly Credit[];
  readonly named: readonly ImportedRecord[];
}

/** Leaves writers for later releases, unless known. */
export function noteWriters(work: string, writers: Writers, { notes }: MusicBrainzContext): [name: string, value: string][] {
  const name = `writers ${work}`;
  const value = JSON.stringify(writers);
  const before = notes.read(workSource, name);
  if (before === value || (before === undefined && writers.credits.length === 0)) return [];
  notes.write(workSource, name, value);
  return [[name, value]];
}

export function embeddedOn(path: string, { notes }: MusicBrainzContext): WritersOfWorks {
  const embedded: unknown = JSON.parse(notes.read(releaseSource, embeddedIn(path)) ?? '{}');
  return isObject(embedded) ? (embedded as WritersOfWorks) : {};
}

/** Writers of a track's works, from their documents or else from its release. */
export function writersOf(works: readonly string[], embedded: WritersOfWorks, { notes }: MusicBrainzContext): Writers | undefined {
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
