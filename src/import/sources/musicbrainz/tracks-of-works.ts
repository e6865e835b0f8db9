import type { Context } from './context';
import { idOf } from './json';
import { iri } from './records';
import type { TrackOfWorks } from './tracks';

const source = 'musicbrainz/release';

/** Tracks of one work beyond these keep no writers: a song that is on thousands of releases would be rewritten as often. */
const mostTracks = 500;

/**
 * Leaves for the works which tracks they are performed on: a release names its works, and only these name who wrote
 * them. A track of several works is left out, since no work alone can tell all its writers.
 */
export function noteWorks(tracks: readonly TrackOfWorks[], { notes }: Context): [name: string, value: string][] {
  const written = new Map<string, string>();
  for (const { path, works } of tracks) {
    const [work, ...more] = new Set(works.map(idOf));
    if (work === undefined || more.length > 0) continue;
    const name = `work ${work}`;
    const known = notes.read(source, name)?.split(' ') ?? [];
    if (known.includes(path) || known.length >= mostTracks) continue;
    const value = [...known, path].sort().join(' ');
    notes.write(source, name, value);
    written.set(name, value);
  }
  return [...written];
}

/** Whether a track is waiting for a work. */
export const isWanted = (work: string, { notes }: Context): boolean => notes.read(source, `work ${work}`) !== undefined;

/** The IRIs of the tracks that a work is performed on. */
export function tracksOfWork(work: string, { notes }: Context): string[] {
  const paths = notes.read(source, `work ${work}`)?.split(' ') ?? [];
  return paths.map((path) => iri.track(...(path.split('/') as [string, string, string])));
}
