import { mapArea } from './area';
import { mapArtist } from './artist';
import { mentionsFilm, mentionsSoundtrack } from './byte-scan';
import type { Context, Mapping } from './context';
import type { Entity } from './dump-files';
import type { Json } from './json';
import { mapLabel } from './label';
import { mapRelease } from './release';
import { mapReleaseGroup } from './release-group';
import { isWanted } from './tracks-of-works';
import { mapWork, productionsOfWork } from './work';

/** How the documents of a kind are read. */
export interface Pass {
  /** Whether the bytes of a line are worth parsing. May say yes too often, and never no to what is wanted. */
  readonly mayWant?: (line: Uint8Array) => boolean;
  /** Whether a document is wanted by its id alone; its line is parsed where this or `mayWant` says so. */
  readonly wants?: (id: string, context: Context) => boolean;
  readonly map: Mapping;
  /** What a document may come to be wanted by beside its id. */
  readonly otherNames?: (document: Json) => readonly string[];
  /** The keys that a document of the kind is known to have. */
  readonly keys: ReadonlySet<string>;
}

const keys = (words: string): ReadonlySet<string> =>
  new Set(`id disambiguation aliases relations annotation tags genres rating ${words}`.split(' '));

/** Recordings have none: their dump holds only those that are on no release, and so belong to nothing in the catalog. */
export const passes: Readonly<Record<Entity, Pass | undefined>> = {
  area: {
    map: mapArea,
    keys: keys('name sort-name type type-id iso-3166-1-codes iso-3166-2-codes iso-3166-3-codes life-span'),
  },
  'release-group': {
    mayWant: mentionsSoundtrack,
    map: mapReleaseGroup,
    keys: keys('title primary-type primary-type-id secondary-types secondary-type-ids first-release-date artist-credit releases'),
  },
  release: {
    mayWant: mentionsSoundtrack,
    map: mapRelease,
    keys: keys(
      'title status status-id quality packaging packaging-id barcode asin date country release-events text-representation cover-art-archive artist-credit label-info release-group media',
    ),
  },
  recording: undefined,
  work: {
    mayWant: mentionsFilm,
    wants: (name, context) => isWanted(name, context) || context.known.has('Production', name),
    map: mapWork,
    otherNames: productionsOfWork,
    keys: keys('title type type-id attributes iswcs language languages'),
  },
  artist: {
    wants: (id, { known }) => known.has('Artist', id),
    map: mapArtist,
    keys: keys(
      'name sort-name type type-id gender gender-id country area begin-area begin_area end-area end_area life-span isnis ipis isni-list ipi-list',
    ),
  },
  label: {
    wants: (id, { known }) => known.has('Label', id),
    map: mapLabel,
    keys: keys('name sort-name type type-id label-code country area life-span isnis ipis'),
  },
};
