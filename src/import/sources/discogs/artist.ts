import { RecordError } from '../../../records/write/record';
import { uuidOf } from '../../../store/values/identifiers';
import { line, linkTo, type Provenance, prose, sortNameOf, withGuesses } from '../shared/records';
import { type ArtistType, typeOfName, typeOfProfile } from './artist-types';
import { emit, emitArtistLink, mentioned, noteNumbered, type Output, primary } from './records';
import {
  attributeOf,
  discogsIdOf,
  elementText,
  listed,
  markdownOf,
  ownArtistId,
  ownText,
  undisambiguatedName,
  type XmlValue,
} from './values';

/** The most listed artists have several hundred; more is of no use to anyone. */
const mostVariations = 500;
const mostMembers = 1_000;
const mostLinks = 200;

export function mapArtistElement(element: XmlValue, _: unknown, to: Output): void {
  const id = discogsIdOf(elementText(element, 'id'));
  const name = undisambiguatedName(elementText(element, 'name'));
  if (id === undefined) throw new RecordError('The artist has no valid id (a whole number of up to 15 digits).');
  if (name === '') throw new RecordError('The artist has no name.');
  const uuid = ownArtistId(id);
  const realName = line(elementText(element, 'realname'));
  const biography = markdownOf(elementText(element, 'profile'));
  const members = memberElements(element, 'members');
  const type = typeOf(element, name, members.length > 0, realName);
  const sortName = type === 'person' ? sortNameOf(name) : undefined;
  emit(to, type === undefined ? guessingType : guessingSortName, 'Artist', [uuid], {
    name,
    _type: type ?? typeOfName(name),
    ...(sortName && { sort_name: sortName }),
    ...(realName && { real_name: realName }),
    ...(biography && { biography }),
  });
  emitArtistLink(to, uuid, id);
  noteNumbered('Artist', uuid, elementText(element, 'name'), to);
  emitVariations(element, id, name, to);
  emitMemberships(members, memberElements(element, 'groups'), id, to);
  emitLinks(element, id, to);
}

const guessingType = withGuesses(primary, '_type');

/** Dumps have no sort names, and their variations tell "Last, First" from other commas in no way. */
const guessingSortName = withGuesses(primary, 'sort_name');

/**
 * Artist type: Discogs has no field for it, and artists with members are not persons. For groups, the profile or name tells the
 * kind; for others, the profile. `undefined` if unknown.
 */
function typeOf(element: XmlValue, name: string, hasMembers: boolean, realName: string): ArtistType | undefined {
  const described = typeOfProfile(elementText(element, 'profile'));
  if (hasMembers) {
    const several = [described, typeOfName(name)].find((type) => type !== undefined && type !== 'person' && type !== 'group');
    return several ?? 'group';
  }
  // Two names belong to two persons.
  return described ?? (realName !== '' && !/[,;&/+]|\s(?:and|und|et|y|e)\s/i.test(realName) ? 'person' : undefined);
}

function emitVariations(element: XmlValue, id: string, name: string, to: Output): void {
  const names = listed(element, 'namevariations', 'name').map((one) => undisambiguatedName(ownText(one)));
  const variations = [...new Set(names)].filter((variation) => variation !== '' && variation !== name).slice(0, mostVariations);
  for (const [index, variation] of variations.entries()) {
    const alias = uuidOf(`discogs:artist:${id}:variation:${variation}`);
    const attributes = { variation, _type: 'name_variation', position: index + 1 };
    emit(to, primary, 'ArtistAlias', [ownArtistId(id), alias], attributes);
  }
}

/** Newer dumps list members as `<name id>`, older ones with a redundant `<id>` before each. */
const memberElements = (element: XmlValue, list: 'members' | 'groups'): readonly XmlValue[] =>
  listed(element, list, 'name').slice(0, mostMembers);

/** Groups list members in order, members list groups in none; the membership record is the same from both sides. */
function emitMemberships(members: readonly XmlValue[], groups: readonly XmlValue[], id: string, to: Output): void {
  for (const [index, member] of members.entries())
    emitMembership(discogsIdOf(attributeOf(member, 'id')), id, membership, { position: index + 1 }, to);
  for (const group of groups) emitMembership(id, discogsIdOf(attributeOf(group, 'id')), membershipInPassing, {}, to);
}

/** The catalog may have only one of the two artists; the record then waits silently. */
const membership: Provenance = { ...primary, isQuietlyDeferred: true };
const membershipInPassing: Provenance = { ...mentioned, isQuietlyDeferred: true };

function emitMembership(
  memberId: string | undefined,
  groupId: string | undefined,
  provenance: Provenance,
  attributes: { position?: number },
  to: Output,
): void {
  if (memberId === undefined || groupId === undefined || memberId === groupId) return;
  const ids = [ownArtistId(memberId), uuidOf(`discogs:membership:${groupId}:${memberId}`)];
  emit(to, provenance, 'ArtistGroupMember', ids, attributes, { group: linkTo('Artist', ownArtistId(groupId)) });
}

function emitLinks(element: XmlValue, id: string, to: Output): void {
  const emitted = new Set<string>();
  for (const url of listed(element, 'urls', 'url').slice(0, mostLinks)) {
    const link = linkOf(ownText(url));
    const name = link && `${link.provider}:${link.external_id}`;
    if (link === undefined || name === undefined || emitted.has(name)) continue;
    emitted.add(name);
    emit(to, primary, 'ArtistExternalLink', [ownArtistId(id), uuidOf(`discogs:artist:${id}:link:${name}`)], link);
  }
}

export interface DiscogsLink {
  readonly provider: string;
  readonly external_id: string;
  readonly url: string;
}

/** Link for an address; `undefined` for invalid ones and for Discogs itself. */
export function linkOf(text: string): DiscogsLink | undefined {
  const printed = prose(text, 2_001);
  const address = /^https?:\/\//i.test(printed) ? printed : /^[\w-]+(\.[\w-]+)+(\/|$)/.test(printed) ? `http://${printed}` : undefined;
  if (address === undefined || address.length > 2_000 || /\s/.test(address) || !URL.canParse(address)) return undefined;
  const url = new URL(address);
  if (url.username !== '' || url.password !== '') return undefined;
  const host = url.hostname.replace(/^(www|m)\./, '');
  if (/(^|\.)discogs\.com$/.test(host)) return undefined;
  const named = providers.find(([pattern]) => pattern.test(host));
  const external_id = named?.[2](url) || `${host}${url.pathname}${url.search}`.replace(/\/$/, '');
  if (external_id.length > 255) return undefined;
  return { provider: named?.[1] ?? 'website', external_id, url: address.replace(/^http/i, 'http') };
}

const lastPart = (url: URL): string => url.pathname.split('/').filter(Boolean).at(-1) ?? '';
const path = (url: URL): string => url.pathname.replace(/^\/+|(?<!\/)\/+$/g, '');
const matching =
  (pattern: RegExp) =>
  (url: URL): string =>
    pattern.exec(url.pathname)?.[0] ?? '';

/** By host: the provider and its id, extracted from the URL. */
const providers: readonly (readonly [RegExp, string, (url: URL) => string])[] = [
  [/(^|\.)imdb\.com$/, 'imdb', matching(/(?:nm|co|tt)\d+/)],
  [/(^|\.)wikidata\.org$/, 'wikidata', matching(/Q\d+/)],
  [/(^|\.)musicbrainz\.org$/, 'musicbrainz', matching(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/)],
  [/(^|\.)wikipedia\.org$/, 'wikipedia', (url) => `${url.hostname.replace(/^www\./, '').split('.')[0]}:${lastPart(url)}`],
  [/^vgmdb\.net$/, 'vgmdb', matching(/\d+/)],
  [/^viaf\.org$/, 'viaf', matching(/\d+/)],
  [/(^|\.)facebook\.com$/, 'facebook', path],
  [/^(twitter|x)\.com$/, 'twitter', path],
  [/(^|\.)instagram\.com$/, 'instagram', path],
  [/(^|\.)youtube\.com$/, 'youtube', path],
  [/(^|\.)soundcloud\.com$/, 'soundcloud', path],
  [/(^|\.)myspace\.com$/, 'myspace', path],
  [/(^|\.)mixcloud\.com$/, 'mixcloud', path],
  [/(^|\.)vimeo\.com$/, 'vimeo', path],
  [/(^|\.)linkedin\.com$/, 'linkedin', path],
  [/(^|\.)allmusic\.com$/, 'allmusic', matching(/mn\d+/)],
  [/^(last\.fm|lastfm\.\w+)$/, 'last_fm', lastPart],
  [/^open\.spotify\.com$/, 'spotify', lastPart],
  [/^(music|itunes)\.apple\.com$/, 'apple_music', lastPart],
  [/(^|\.)bandcamp\.com$/, 'bandcamp', (url) => url.hostname.split('.')[0] ?? ''],
];
