import { child, children, type Json, text } from '../shared/json';
import type { NotTaken } from '../shared/records';

interface Members {
  /** Imported. */
  readonly imported: readonly string[];
  /** Redundant with another member or document. */
  readonly again: readonly string[];
  readonly notTaken: readonly string[];
}

const words = (list: string): readonly string[] => list.split(' ').filter((word) => word !== '');
const members = (imported: string, again = '', notTaken = ''): Members => ({
  imported: words(imported),
  again: words(again),
  notTaken: words(notTaken),
});

/** Known members of each kind of object. */
export const membersOf = {
  release: members(
    'id title status packaging barcode asin date country release-events artist-credit label-info release-group media relations text-representation disambiguation annotation rating aliases',
    'status-id packaging-id',
    'quality cover-art-archive genres tags collections user-rating user-tags user-genres',
  ),
  'release-group': members(
    'id title primary-type secondary-type-ids first-release-date artist-credit relations disambiguation annotation rating aliases',
    'primary-type-id secondary-types releases',
    'genres tags user-rating user-tags user-genres',
  ),
  medium: members(
    'id position format title tracks data-tracks pregap discs',
    'format-id track-count track-offset data-track-count data-track-offset',
  ),
  disc: members('id', 'offsets offset-count sectors releases'),
  track: members('id number position title length artist-credit recording'),
  recording: members(
    'id title length disambiguation isrcs relations',
    'artist-credit releases',
    'video first-release-date aliases annotation genres tags rating user-rating user-tags user-genres',
  ),
  'artist-credit': members('name joinphrase artist'),
  'named artist': members('id name type country disambiguation', 'sort-name type-id aliases genres tags'),
  'label-info': members('catalog-number label'),
  'named label': members(
    'id name label-code type',
    'sort-name type-id disambiguation aliases genres tags country area life-span isnis ipis',
  ),
  'release-event': members('date area'),
  'named area': members('id name iso-3166-1-codes iso-3166-2-codes', 'sort-name type type-id disambiguation iso-3166-3-codes'),
  relation: members(
    'type direction attributes attribute-values attribute-credits ordering-key source-credit target-credit artist work place label url series release release_group',
    'type-id target-type attribute-ids ended',
    'begin end area event instrument recording genre',
  ),
  artist: members(
    'id name sort-name type country begin-area end-area life-span disambiguation aliases relations annotation rating',
    'type-id gender-id begin_area end_area isni-list ipi-list works recordings releases release-groups',
    'gender area isnis ipis genres tags user-rating user-tags user-genres',
  ),
  'named place': members('id name type', 'type-id disambiguation area aliases address coordinates life-span'),
  'named work': members('id title iswcs relations', 'type type-id attributes language languages disambiguation aliases'),
  'named series': members('id name', 'type type-id disambiguation aliases'),
  'named page': members('resource', 'id'),
  alias: members('name type locale primary begin end', 'sort-name type-id ended'),
  'life-span': members('begin end', 'ended'),
  label: members(
    'id name country life-span relations annotation rating',
    'type-id label-code releases',
    'sort-name type area isnis ipis disambiguation aliases genres tags user-rating user-tags user-genres',
  ),
  work: members(
    'id title type iswcs relations',
    'type-id',
    'attributes language languages disambiguation aliases annotation rating genres tags user-rating user-tags user-genres',
  ),
  /** Areas become no records. */
  area: members(
    'id name type iso-3166-1-codes iso-3166-2-codes relations',
    'sort-name type-id',
    'iso-3166-3-codes life-span disambiguation aliases annotation genres tags',
  ),
} as const satisfies Readonly<Record<string, Members>>;

type About = keyof typeof membersOf;

/** Known member names of a kind. */
export function knownMembers(about: About): ReadonlySet<string> {
  const { imported, again, notTaken } = membersOf[about];
  return new Set([...imported, ...again, ...notTaken]);
}

export function countIgnoredMembers(about: About, object: Json, notTaken: NotTaken): void {
  for (const name of membersOf[about].notTaken) if (says(object[name])) notTaken.add(`${about} ${name}`);
}

function says(value: unknown): boolean {
  if (Array.isArray(value)) return value.length > 0;
  if (typeof value === 'object' && value !== null) return Object.keys(value).length > 0;
  return value !== undefined && value !== null && value !== '' && value !== false;
}

/** Counts relationships that are not imported, by type. */
export function countRelations(object: Json, isTaken: (relation: Json) => boolean, notTaken: NotTaken): void {
  for (const relation of children(object, 'relations')) {
    const target = relationTargets.find((name) => child(relation, name) !== undefined);
    if (target === undefined) continue;
    if (!isTaken(relation)) notTaken.add(`relations (${text(relation, 'type') ?? target})`);
    else if (target !== 'place' && target !== 'label' && (says(relation.begin) || says(relation.end))) notTaken.add('relation dates');
  }
}

const relationTargets = words('artist work place label url series area event instrument recording release release_group genre');
