import { ownLabelId } from '../discogs/values';
import { partialDateOf } from '../shared/values';
import { mapArea, mapArtist } from './artist';
import type { Context, Mapping } from './context';
import { mentionsFilm, mentionsSoundtrack } from './document-lines';
import type { Entity } from './dump-files';
import { child, country, requireId, short, text } from './json';
import { licensedValues } from './licence';
import { discogsIdsOf, isKnownPage } from './links';
import { countNotTaken, countRelations, knownMembers } from './members';
import { given, iri, isSame, own } from './records';
import { mapRelease } from './release';
import { mapReleaseGroup } from './release-group';
import { isWanted, mapWork } from './tracks-of-works';

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

/** A label that releases named. */
const mapLabel: Mapping = (document, { notTaken }) => {
  const id = requireId(document);
  const life = child(document, 'life-span');
  countNotTaken('label', document, notTaken);
  countRelations(document, isKnownPage, notTaken);
  return {
    records: [
      given(own, 'Label', iri.label(id), {
        name: short(text(document, 'name')) ?? '[unknown]',
        country: country(text(document, 'country')),
        begin_date: partialDateOf(text(life, 'begin')),
        end_date: partialDateOf(text(life, 'end')),
      }),
      ...discogsIdsOf(document, 'label').map((one) => isSame('Label', ownLabelId(one), id)),
    ],
    licensed: licensedValues('Label', document),
  };
};

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
