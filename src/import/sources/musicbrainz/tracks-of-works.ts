import type { GivenRecord } from '../../../records/given-record';
import type { Credit } from '../shared/credits';
import type { Context } from './context';
import { idOf, isObject, type Json } from './json';
import { iri } from './records';

/** A track and the works that are performed on it. */
export interface TrackOfWorks {
  /** The ids of the release, the format and the track, between slashes. */
  readonly path: string;
  readonly works: readonly Json[];
}

/** What releases leave for works, and works for releases: neither knows which of them comes first. */
const releaseSource = 'musicbrainz/release';
const workSource = 'musicbrainz/work';

/** Tracks of one work that one note holds. A song that is on thousands of releases has more notes, so that each stays short. */
const mostInOne = 100;

/** The further notes of such a work. */
const buckets = 64;

/**
 * Leaves for the works which tracks they are performed on: a release names its works, and only these name who wrote
 * them. A track of several works is left out, since no work alone can tell all its writers.
 */
export function noteWorks(tracks: readonly TrackOfWorks[], context: Context): [name: string, value: string][] {
  const written = new Map<string, string>();
  for (const { path, works } of tracks) {
    const work = onlyWork(works);
    if (work === undefined) continue;
    const name = placeOf(work, path, context);
    if (name === undefined) continue;
    const value = [context.notes.read(releaseSource, name), path].filter((part) => part).join(' ');
    context.notes.write(releaseSource, name, value);
    written.set(name, value);
  }
  return [...written];
}

function onlyWork(works: TrackOfWorks['works']): string | undefined {
  const [work, ...more] = new Set(works.map(idOf));
  return more.length > 0 ? undefined : work;
}

/** The name of the note that a track belongs into; `undefined` where it is in it already. */
function placeOf(work: string, path: string, { notes }: Context): string | undefined {
  const first = notes.read(releaseSource, nameOf(work))?.split(' ') ?? [];
  if (first.includes(path)) return undefined;
  if (first.length < mostInOne) return nameOf(work);
  const further = nameOf(work, Number(Bun.hash.wyhash(path) % BigInt(buckets)));
  return notes.read(releaseSource, further)?.split(' ').includes(path) ? undefined : further;
}

const nameOf = (work: string, bucket?: number): string => (bucket === undefined ? `work ${work}` : `work ${work} ${bucket}`);

/** Whether a track is waiting for a work. */
export const isWanted = (work: string, { notes }: Context): boolean => notes.read(releaseSource, nameOf(work)) !== undefined;

/** The IRIs of the tracks that a work is performed on. */
export function tracksOfWork(work: string, { notes }: Context): string[] {
  const paths = notes.read(releaseSource, nameOf(work))?.split(' ') ?? [];
  if (paths.length >= mostInOne)
    for (let bucket = 0; bucket < buckets; bucket++) paths.push(...(notes.read(releaseSource, nameOf(work, bucket))?.split(' ') ?? []));
  return paths.map((path) => iri.track(...(path.split('/') as [string, string, string])));
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

/** Who wrote what is on a track, where its work came before. */
export function writersOf(works: TrackOfWorks['works'], { notes }: Context): Writers | undefined {
  const work = onlyWork(works);
  const note = work === undefined ? undefined : notes.read(workSource, `writers ${work}`);
  if (note === undefined) return undefined;
  const writers: unknown = JSON.parse(note);
  return isObject(writers) && Array.isArray(writers.credits) && writers.credits.length > 0 ? (writers as unknown as Writers) : undefined;
}
