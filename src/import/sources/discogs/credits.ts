import { shortText } from '../../../kinds/attribute';
import { longestCreditLine } from '../../../kinds/lists';
import { type Credit, creditKey, line, longestCreditList, mostCredited, recordIri, truncate } from '../shared/records';
import { isOfShow } from './edition';
import type { DiscogsReferences, Output } from './records';
import { type DiscogsRole, discogsRolesOf } from './roles';
import { type DiscogsTrack, flattened, rangesIn, remarksIn } from './tracklist';
import { elementText, listed, undisambiguatedName, type XmlValue } from './values';

export interface CreditLine {
  readonly artists: readonly Credit[];
  readonly text: string;
  /** Names without a Discogs artist. */
  readonly unlinked: readonly string[];
}

/**
 * Artist credit of a release or track. An artist without a stated role gets the musical roles of the other credits: the name on
 * the cover may have written the music, performed it or both.
 */
export function discogsCreditLine(
  elements: readonly XmlValue[],
  references: DiscogsReferences,
  to: Output,
  others: readonly Credit[],
): CreditLine {
  if (elements.length === 0) return nobody;
  const artists: Credit[] = [];
  const unlinked: string[] = [];
  let text = '';
  for (const [index, element] of elements.slice(0, longestCreditList).entries()) {
    const name = undisambiguatedName(elementText(element, 'name'));
    if (name === '') continue;
    const join = index === elements.length - 1 ? '' : joinPhrase(elementText(element, 'join'));
    text += (undisambiguatedName(elementText(element, 'anv')) || name) + join;
    const uuid = references.artist(element, to);
    if (uuid === undefined) unlinked.push(name);
    else {
      const [role] = discogsRolesOf(elementText(element, 'role'));
      const credit = creditOf(element, uuid, role === undefined ? musicRoleOf(uuid, others) : roleOf(role, references, to));
      if (join !== '') credit.join_phrase = join;
      artists.push(credit);
    }
  }
  return { artists, text: line(text, longestCreditLine), unlinked };
}

const nobody: CreditLine = { artists: [], text: '', unlinked: [] };

/** Roles that explain a name on the cover. */
const musicRoles: ReadonlySet<string> = new Set(['composer', 'orchestra', 'choir']);

function musicRoleOf(uuid: string, others: readonly Credit[]): CreditedRole {
  const iri = recordIri('Artist', uuid);
  const found = others.find(
    (credit) => credit.iri === iri && credit.tracks === undefined && musicRoles.has(credit.credit_role ?? '') && isWholeRole(credit.detail),
  );
  return found?.credit_role === undefined ? {} : { credit_role: found.credit_role };
}

/** Whether the bracketed detail leaves the role whole: not "Additional" or "Lyrics". */
export const isWholeRole = (detail: string | undefined): boolean =>
  detail === undefined || !/\b(?:additional|assist|lyrics|words|text|songs?|theme|arrange|except|tracks?|bonus|co-)/i.test(detail);

/** Credits of an `<extraartists>` artist, one per role; none without a Discogs artist. */
export function roleCredits(
  element: XmlValue,
  references: DiscogsReferences,
  to: Output,
  isShow: boolean,
  tracks?: string,
): readonly Credit[] {
  const uuid = references.artist(element, to);
  if (uuid === undefined) return [];
  const range = tracks === undefined ? {} : { tracks: truncate(line(tracks, longestRange), shortText, '…') };
  const roles = discogsRolesOf(elementText(element, 'role'), isShow);
  if (roles.length === 0) return [creditOf(element, uuid, range)];
  return roles.map((role) => creditOf(element, uuid, { ...roleOf(role, references, to), ...range }));
}

const longestRange = 5_000;

/** Printed credit of an artist without a Discogs record: "Guitar – Aaron Rochin". */
export function printedCredit(element: XmlValue): string {
  const name = undisambiguatedName(elementText(element, 'anv')) || undisambiguatedName(elementText(element, 'name'));
  if (name === '') return '';
  const tracks = line(elementText(element, 'tracks'));
  return [line(elementText(element, 'role')), tracks === '' ? name : `${name} (${tracks})`].filter((part) => part !== '').join(' – ');
}

/** "Composed By" and "Music By" are the same role; duplicates are removed. */
export function withoutRepeats(credits: readonly Credit[]): readonly Credit[] {
  if (credits.length < 2) return credits;
  const seen = new Set<string>();
  return credits
    .filter((credit) => {
      const key = creditKey(credit);
      return !seen.has(key) && seen.add(key);
    })
    .slice(0, 10 * longestCreditList);
}

type CreditedRole = Pick<Credit, 'credit_role' | 'detail' | 'tracks'>;

const roleOf = ({ name, detail }: DiscogsRole, references: DiscogsReferences, to: Output): CreditedRole =>
  detail === undefined ? { credit_role: references.role(name, to) } : { credit_role: references.role(name, to), detail };

/** The disambiguation number is not part of the printed name. */
function creditOf(element: XmlValue, uuid: string, role: CreditedRole): Credit {
  const credit: Credit = { iri: recordIri('Artist', uuid), ...role };
  const printed = elementText(element, 'anv');
  if (printed === '') return credit;
  const variation = undisambiguatedName(printed);
  if (variation !== '' && variation !== undisambiguatedName(elementText(element, 'name'))) credit.name_variation = variation;
  return credit;
}

/** Join phrase between names: "," becomes ", ", "&" becomes " & ", "With" becomes " With "; empty becomes a comma. */
function joinPhrase(text: string): string {
  const join = line(text, 200);
  return join === '' || join === ',' ? ', ' : /^[,;:]/.test(join) ? `${join} ` : ` ${join} `;
}

export interface DistributedCredits {
  readonly release: readonly Credit[];
  readonly tracks: ReadonlyMap<DiscogsTrack, readonly Credit[]>;
  /** As printed. */
  readonly printed: readonly string[];
}

/**
 * Distributes release credits to the tracks they name. If those are unclear, the release keeps the credit with the tracks as
 * printed.
 */
export function distributeCredits(
  release: XmlValue,
  tracks: readonly DiscogsTrack[],
  references: DiscogsReferences,
  to: Output,
): DistributedCredits {
  const all = flattened(tracks);
  const isShow = isOfShow(release);
  const rangeOf = rangesIn(all.map((track) => track.position));
  const ofRelease: Credit[] = [];
  const ofTracks = new Map<DiscogsTrack, Credit[]>();
  const printed: string[] = [];
  for (const element of listed(release, 'extraartists', 'artist').slice(0, mostCredited)) {
    const named = elementText(element, 'tracks');
    const range = rangeOf(named);
    const credits = roleCredits(element, references, to, isShow, range === 'unknown' ? named : undefined).map((credit) =>
      typeof range === 'string' ? credit : remarked(credit, remarksIn(named)),
    );
    if (credits.length === 0) printed.push(printedCredit(element));
    if (typeof range === 'string') ofRelease.push(...credits);
    else for (const index of range) addTo(ofTracks, all[index] as DiscogsTrack, credits);
  }
  return { release: withoutRepeats(ofRelease), tracks: ofTracks, printed: printed.filter((line) => line !== '') };
}

const remarked = (credit: Credit, remark: string): Credit =>
  remark === '' ? credit : { ...credit, detail: line([credit.detail, remark].filter((part) => part !== undefined).join(', ')) };

function addTo(ofTracks: Map<DiscogsTrack, Credit[]>, track: DiscogsTrack, credits: readonly Credit[]): void {
  const former = ofTracks.get(track);
  if (former === undefined) ofTracks.set(track, [...credits]);
  else former.push(...credits);
}
