import { RecordError } from '../../../records/record';
import { uuidOf } from '../../uuid-v5';
import { linkTo } from '../shared/addresses';
import { line } from '../shared/text';
import { artistTypeOf } from './artist-types';
import { linkOf } from './links';
import { markdownOf } from './markup';
import { type Given, give, giveArtistLink, ownArtistId, type References } from './references';
import { idOf, nameOf } from './values';
import { attributeOf, listed, ownText, textOf, type Value } from './xml';

/** The most listed of all have several hundred; what is beyond is not what anyone looks for. */
const mostVariations = 500;
const mostMembers = 1_000;
const mostLinks = 200;

/** The records of an `<artist>` that the catalog has. */
export function readArtist(element: Value, references: References, to: Given): void {
  const id = idOf(textOf(element, 'id'));
  const name = nameOf(textOf(element, 'name'));
  if (id === undefined) throw new RecordError('The artist has no id.');
  if (name === '') throw new RecordError('The artist has no name.');
  const uuid = references.artistId(id);
  const isOwn = uuid === ownArtistId(id);
  const artist: KnownArtist = { id, uuid, isOwn, mode: isOwn ? 'partial' : 'fill' };
  const realName = line(textOf(element, 'realname'));
  const biography = markdownOf(textOf(element, 'profile'));
  const members = memberElements(element, 'members');
  give(to, artist.mode, 'Artist', [uuid], {
    name,
    _type: artistTypeOf(name, members.length > 0),
    ...(realName && { real_name: realName }),
    ...(biography && { biography }),
  });
  if (isOwn) giveArtistLink(to, uuid, id);
  giveVariations(element, artist, name, to);
  giveMemberships(members, memberElements(element, 'groups'), artist, references, to);
  giveLinks(element, artist, references, to);
}

interface KnownArtist {
  readonly id: string;
  readonly uuid: string;
  /** Nobody else knows the artist. */
  readonly isOwn: boolean;
  readonly mode: 'partial' | 'fill';
}

function giveVariations(element: Value, { id, uuid, mode }: KnownArtist, name: string, to: Given): void {
  const names = listed(element, 'namevariations', 'name').map((one) => nameOf(ownText(one)));
  const variations = [...new Set(names)].filter((variation) => variation !== '' && variation !== name).slice(0, mostVariations);
  for (const [index, variation] of variations.entries()) {
    const alias = uuidOf(`discogs:artist:${id}:variation:${variation}`);
    const attributes = { variation, _type: 'name_variation', position: index + 1 };
    give(to, mode, 'ArtistAlias', [uuid, alias], attributes);
  }
}

/** Later dumps list members as `<name id>` alone, earlier ones with an `<id>` before each, which says the same. */
const memberElements = (element: Value, list: 'members' | 'groups'): readonly Value[] =>
  listed(element, list, 'name').slice(0, mostMembers);

/** Members stand on the group in their order, groups on the member in none; a membership is the same from both ends. */
function giveMemberships(
  members: readonly Value[],
  groups: readonly Value[],
  artist: KnownArtist,
  references: References,
  to: Given,
): void {
  for (const [index, member] of members.entries()) {
    giveMembership(idOf(attributeOf(member, 'id')), artist.id, { position: index + 1 }, references, to);
  }
  for (const group of groups) giveMembership(artist.id, idOf(attributeOf(group, 'id')), {}, references, to);
}

/** Only between artists of the catalog. Where another catalog knows both, it knows which is in which too. */
function giveMembership(
  memberId: string | undefined,
  groupId: string | undefined,
  attributes: { position?: number },
  references: References,
  to: Given,
): void {
  if (memberId === undefined || groupId === undefined || memberId === groupId) return;
  const [member, group] = [memberId, groupId].map((id) => references.known.findByLink('Artist', 'discogs', id));
  if (member === undefined || group === undefined || member === group) return;
  if (member !== ownArtistId(memberId) && group !== ownArtistId(groupId)) return;
  const ids = [member, uuidOf(`discogs:membership:${groupId}:${memberId}`)];
  const mode = attributes.position === undefined ? 'fill' : 'partial';
  give(to, mode, 'ArtistGroupMember', ids, attributes, { group: linkTo('Artist', group) });
}

function giveLinks(element: Value, { id, uuid, isOwn, mode }: KnownArtist, references: References, to: Given): void {
  const given = new Set<string>();
  for (const url of listed(element, 'urls', 'url').slice(0, mostLinks)) {
    const link = linkOf(ownText(url));
    const name = link && `${link.provider}:${link.external_id}`;
    if (link === undefined || name === undefined || given.has(name)) continue;
    given.add(name);
    const linkId = uuidOf(`discogs:artist:${id}:link:${name}`);
    // Another catalog may have the same link under its own id, and an artist has a link once.
    const isTaken = !isOwn && references.known.findByLink('Artist', link.provider, link.external_id) !== undefined;
    if (isTaken && !references.known.has('ArtistExternalLink', linkId)) continue;
    give(to, mode, 'ArtistExternalLink', [uuid, linkId], link);
  }
}
