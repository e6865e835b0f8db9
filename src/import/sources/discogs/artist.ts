import { RecordError } from '../../../records/write/record';
import { uuidOf } from '../../uuid-v5';
import { linkTo } from '../shared/addresses';
import { line } from '../shared/text';
import { type ArtistType, typeOfName } from './artist-names';
import { byItself, type Given, give, guessing, inPassing, linkOf, type Manner } from './fields';
import { markdownOf, typeOfProfile } from './markup';
import { giveArtistLink } from './references';
import { idOf, nameOf, ownArtistId } from './values';
import { attributeOf, listed, ownText, textOf, type Value } from './xml';

/** The most listed of all have several hundred; what is beyond is not what anyone looks for. */
const mostVariations = 500;
const mostMembers = 1_000;
const mostLinks = 200;

/** The records of an `<artist>` that the catalog has. */
export function readArtist(element: Value, _: unknown, to: Given): void {
  const id = idOf(textOf(element, 'id'));
  const name = nameOf(textOf(element, 'name'));
  if (id === undefined) throw new RecordError('The artist has no id: a whole number from 1, of 15 digits at most.');
  if (name === '') throw new RecordError('The artist has no name.');
  const uuid = ownArtistId(id);
  const realName = line(textOf(element, 'realname'));
  const biography = markdownOf(textOf(element, 'profile'));
  const members = memberElements(element, 'members');
  const said = typeOf(element, name, members.length > 0, realName);
  give(to, said === undefined ? guessingType : byItself, 'Artist', [uuid], {
    name,
    _type: said ?? typeOfName(name),
    ...(realName && { real_name: realName }),
    ...(biography && { biography }),
  });
  giveArtistLink(to, uuid, id);
  giveVariations(element, id, name, to);
  giveMemberships(members, memberElements(element, 'groups'), id, to);
  giveLinks(element, id, to);
}

const guessingType = guessing(byItself, '_type');

/**
 * What Discogs says an artist is: it has no field for it, and who has members is no person. Of several, the text about
 * them or their name says which kind they are; of one, the text says what that is. `undefined` where it says nothing.
 */
function typeOf(element: Value, name: string, hasMembers: boolean, realName: string): ArtistType | undefined {
  const told = typeOfProfile(textOf(element, 'profile'));
  if (hasMembers) {
    const several = [told, typeOfName(name)].find((type) => type !== undefined && type !== 'person' && type !== 'group');
    return several ?? 'group';
  }
  // Two names are those of two persons.
  return told ?? (realName !== '' && !/[,;&/+]|\s(?:and|und|et|y|e)\s/i.test(realName) ? 'person' : undefined);
}

function giveVariations(element: Value, id: string, name: string, to: Given): void {
  const names = listed(element, 'namevariations', 'name').map((one) => nameOf(ownText(one)));
  const variations = [...new Set(names)].filter((variation) => variation !== '' && variation !== name).slice(0, mostVariations);
  for (const [index, variation] of variations.entries()) {
    const alias = uuidOf(`discogs:artist:${id}:variation:${variation}`);
    const attributes = { variation, _type: 'name_variation', position: index + 1 };
    give(to, byItself, 'ArtistAlias', [ownArtistId(id), alias], attributes);
  }
}

/** Later dumps list members as `<name id>` alone, earlier ones with an `<id>` before each, which says the same. */
const memberElements = (element: Value, list: 'members' | 'groups'): readonly Value[] =>
  listed(element, list, 'name').slice(0, mostMembers);

/** Members stand on the group in their order, groups on the member in none; a membership is the same from both ends. */
function giveMemberships(members: readonly Value[], groups: readonly Value[], id: string, to: Given): void {
  for (const [index, member] of members.entries())
    giveMembership(idOf(attributeOf(member, 'id')), id, membership, { position: index + 1 }, to);
  for (const group of groups) giveMembership(id, idOf(attributeOf(group, 'id')), membershipInPassing, {}, to);
}

/** Of the artists at both ends the catalog may have one alone: then it waits, and need not be told of. */
const membership: Manner = { ...byItself, waitsQuietly: true };
const membershipInPassing: Manner = { ...inPassing, waitsQuietly: true };

function giveMembership(
  memberId: string | undefined,
  groupId: string | undefined,
  manner: Manner,
  attributes: { position?: number },
  to: Given,
): void {
  if (memberId === undefined || groupId === undefined || memberId === groupId) return;
  const ids = [ownArtistId(memberId), uuidOf(`discogs:membership:${groupId}:${memberId}`)];
  give(to, manner, 'ArtistGroupMember', ids, attributes, { group: linkTo('Artist', ownArtistId(groupId)) });
}

function giveLinks(element: Value, id: string, to: Given): void {
  const given = new Set<string>();
  for (const url of listed(element, 'urls', 'url').slice(0, mostLinks)) {
    const link = linkOf(ownText(url));
    const name = link && `${link.provider}:${link.external_id}`;
    if (link === undefined || name === undefined || given.has(name)) continue;
    given.add(name);
    give(to, byItself, 'ArtistExternalLink', [ownArtistId(id), uuidOf(`discogs:artist:${id}:link:${name}`)], link);
  }
}
