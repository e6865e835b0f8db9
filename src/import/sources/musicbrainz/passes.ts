import { mapArea } from './area';
import { mapArtist } from './artist';
import type { Context, Mapping } from './context';
import { mentionsFilm, mentionsSoundtrack } from './document-lines';
import type { Entity } from './dump-files';
import { mapLabel } from './label';
import { knownMembers } from './members';
import { mapRelease } from './release';
import { mapReleaseGroup } from './release-group';
import { isWanted } from './tracks-of-works';
import { mapWork } from './work';

/** How the documents of a kind are read. */
export interface Pass {
  /** Whether the bytes of a line are worth parsing. May say yes too often, and never no to what is wanted. */
  readonly mayWant?: (line: Uint8Array) => boolean;
  /** Whether a document is wanted by its id alone; its line is parsed where this or `mayWant` says so. */
  readonly wants?: (id: string, context: Context) => boolean;
  readonly map: Mapping;
  /** The keys that a document of the kind is known to have. */
  readonly keys: ReadonlySet<string>;
}

/** Recordings have none: their dump holds only those that are on no release, and so belong to nothing in the catalog. */
export const passes: Readonly<Record<Entity, Pass | undefined>> = {
  area: {
    map: mapArea,
    keys: knownMembers('area'),
  },
  'release-group': {
    mayWant: mentionsSoundtrack,
    map: mapReleaseGroup,
    keys: knownMembers('release-group'),
  },
  release: {
    mayWant: mentionsSoundtrack,
    map: mapRelease,
    keys: knownMembers('release'),
  },
  recording: undefined,
  work: {
    mayWant: mentionsFilm,
    wants: isWanted,
    map: mapWork,
    keys: knownMembers('work'),
  },
  artist: {
    wants: (id, { known }) => known.has('Artist', id),
    map: mapArtist,
    keys: knownMembers('artist'),
  },
  label: {
    wants: (id, { known }) => known.has('Label', id),
    map: mapLabel,
    keys: knownMembers('label'),
  },
};
