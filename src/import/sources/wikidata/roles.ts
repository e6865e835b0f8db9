import { authorities } from '../../../records/provenance/ranks';
import type { ImportedRecord } from '../../../records/write/record';
import { uuidOf } from '../../../store/values/identifiers';
import type { KnownRecords } from '../../source';
import { recordIri } from '../shared/records';
import { type Entity, everyOf, itemOf } from './entity';

/** A participant of a production: an item. */
export interface WikidataCredit {
  readonly artist: string;
  readonly role: string;
}

/** Credit properties with the catalog's roles, in credit order. */
const roles: readonly (readonly [property: string, slug: string, role: string])[] = [
  ['P57', 'director', 'Director'],
  ['P86', 'composer', 'Composer'],
  ['P676', 'lyricist', 'Lyricist'],
  ['P3300', 'conductor', 'Conductor'],
  ['P10806', 'orchestrator', 'Orchestrator'],
  ['P5028', 'sound-designer', 'Sound Designer'],
  ['P58', 'screenwriter', 'Screenwriter'],
  ['P162', 'producer', 'Producer'],
  ['P1431', 'executive-producer', 'Executive Producer'],
];

/** Limit per role; long-running series have hundreds. */
const mostOfRole = 20;

export const claimCreditsOf = (entity: Entity): readonly WikidataCredit[] =>
  roles.flatMap(([property, role]) => {
    const artists = new Set(everyOf(entity, property).flatMap(({ value }) => itemOf(value) ?? []));
    return [...artists].slice(0, mostOfRole).map((artist) => ({ artist, role }));
  });

/** Slug of a role, with its record if new. */
export function roleOf(slug: string, known: KnownRecords): { readonly slug: string; readonly record?: ImportedRecord } {
  const name = roles.find(([, own]) => own === slug)?.[2] ?? slug;
  const found = known.findRole(name);
  if (found !== undefined) return { slug: found };
  const attributes = { role: name, slug, scope: 'production' };
  return {
    slug,
    record: {
      mode: 'fill',
      record: { type: 'ArtistRole', id: recordIri('ArtistRole', uuidOf(`role:${slug}`)), attributes },
      authority: authorities.discogsNamed,
    },
  };
}
