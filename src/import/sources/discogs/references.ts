import { latinSlugOf, slugOf } from '../../../database/slug';
import type { GivenRecord, Mode } from '../../../records/given-record';
import type { Known } from '../../source';
import { uuidOf } from '../../uuid-v5';
import { iriFrom, type linkTo } from '../shared/addresses';
import { line } from '../shared/text';
import { artistTypeOf } from './artist-types';
import { IdSet } from './id-set';
import { idOf, isNumbered, nameOf } from './values';
import { attributeOf, textOf, type Value } from './xml';

/** More roles and artists than a release has; when there are more, they are asked for again. */
const largestCache = 50_000;

/** Records that stand for no artist: "Various", "Unknown Artist" and "No Artist". */
const noArtists = new Set(['194', '355', '118760']);

/** What an element gives: records, and what is to be remembered for later ones. */
export interface Given {
  readonly records: GivenRecord[];
  readonly notes: [name: string, value: string | null][];
}

export type RelatedRecords = Readonly<Record<string, ReturnType<typeof linkTo>>>;

/** Gives a record of a type under the UUIDs of its IRI, the outermost first. */
export function give(
  to: Given,
  mode: Mode,
  type: string,
  ids: readonly string[],
  attributes: object,
  relationships?: RelatedRecords,
): void {
  const id = iriFrom(type, ids);
  to.records.push({ mode, record: relationships === undefined ? { type, id, attributes } : { type, id, attributes, relationships } });
}

/** The source under which it is remembered which of Discogs' labels became a record. */
export const releasesSource = 'discogs/releases';

export const ownArtistId = (id: string): string => uuidOf(`discogs:artist:${id}`);
export const ownReleaseId = (id: string): string => uuidOf(`discogs:release:${id}`);
export const ownLabelId = (id: string): string => uuidOf(`discogs:label:${id}`);
/** Companies are among the labels of Discogs, and what is both has two records here. */
export const ownOrganizationId = (id: string): string => uuidOf(`discogs:organization:${id}`);

/**
 * The records that those of Discogs point to: found in the catalog, or given beside them. What has been given once in
 * a run is not given again, since most releases share theirs.
 */
export class References {
  private readonly artists = new Map<string, string>();
  private givenArtists = new IdSet();
  private givenOrganizations = new IdSet();
  private readonly roles = new Map<string, string>();
  private readonly packaging = new Map<string, string | undefined>();

  constructor(readonly known: Known) {}

  /** What was given with a record that was then refused has to be given again. */
  forget(): void {
    this.givenArtists = new IdSet();
    this.givenOrganizations = new IdSet();
    this.roles.clear();
  }

  /** The UUID of the artist whom an `<artist>` names; `undefined` where Discogs has no record, or one for nobody. */
  artist(element: Value, to: Given): string | undefined {
    const id = idOf(textOf(element, 'id'));
    if (id === undefined || noArtists.has(id)) return undefined;
    const uuid = this.artistId(id);
    if (this.givenArtists.has(Number(id)) || uuid !== ownArtistId(id)) return uuid;
    const name = nameOf(textOf(element, 'name'));
    if (name === '') return undefined;
    this.givenArtists.add(Number(id));
    // Where the artist is there already, its own element knows better whether it is a group.
    give(to, 'fill', 'Artist', [uuid], { name, _type: artistTypeOf(name, false) });
    giveArtistLink(to, uuid, id);
    return uuid;
  }

  /** The UUID under which an artist of Discogs is in the catalog, or will be. */
  artistId(id: string): string {
    const cached = this.artists.get(id);
    if (cached !== undefined) return cached;
    const uuid = this.known.findByLink('Artist', 'discogs', id) ?? ownArtistId(id);
    remember(this.artists, id, uuid);
    return uuid;
  }

  /** The slug of a role; a role that the catalog does not have is given. */
  role(name: string, to: Given): string {
    const cached = this.roles.get(name);
    if (cached !== undefined) return cached;
    const id = uuidOf(`role:${latinSlugOf(name) || name}`);
    const found = this.known.findRole(name);
    const slug = found ?? (slugOf(name) || `role-${id.slice(0, 8)}`);
    // One that came from here is given again, so that it does not count as gone.
    if (found === undefined || this.known.has('ArtistRole', id)) {
      give(to, 'fill', 'ArtistRole', [id], { role: name, slug, scope: 'release' });
    }
    remember(this.roles, name, slug);
    return slug;
  }

  /** The UUID of the label that a `<label>` of a release names; `undefined` for none, which Discogs calls "Not On Label". */
  label(element: Value, to: Given): string | undefined {
    const given = attributeOf(element, 'name');
    const name = nameOf(given);
    if (name === '' || /^not on label\b/i.test(name)) return undefined;
    const id = idOf(attributeOf(element, 'id'));
    const own = id === undefined ? uuidOf(`discogs:label-name:${line(given)}`) : ownLabelId(id);
    const uuid = this.company('Label', own, given);
    if (uuid === own) {
      give(to, 'partial', 'Label', [own], { name });
      to.notes.push([`Label:${own}`, own]);
    }
    return uuid;
  }

  /** Gives the organization that a `<company>` names. */
  organization(element: Value, to: Given, type: string | undefined): void {
    const given = textOf(element, 'name');
    const name = nameOf(given);
    const id = idOf(textOf(element, 'id'));
    if (name === '' || id === undefined || this.givenOrganizations.has(Number(id))) return;
    this.givenOrganizations.add(Number(id));
    const own = ownOrganizationId(id);
    if (this.company('Organization', own, given) !== own) return;
    // A company does several things; what it did first is its type, and a later release does not say otherwise.
    give(to, 'fill', 'Organization', [own], { name, ...(type && { organization_type: type }) });
    to.notes.push([`Organization:${own}`, own]);
  }

  /** The UUID of a packaging type, where the catalog has it. */
  packagingType(name: string): string | undefined {
    if (!this.packaging.has(name)) this.packaging.set(name, this.known.findByName('PackagingType', name));
    return this.packaging.get(name);
  }

  /**
   * A company of the same name is the same, unless Discogs has told the two apart: by a number behind the name, or
   * because the one that was found is another of its own.
   */
  private company(type: 'Label' | 'Organization', own: string, given: string): string {
    if (isNumbered(given) || this.known.has(type, own)) return own;
    const found = this.known.findByName(type, nameOf(given));
    return found === undefined || this.known.note(releasesSource, `${type}:${found}`) !== undefined ? own : found;
  }
}

export function giveArtistLink(to: Given, uuid: string, id: string): void {
  const link = uuidOf(`discogs:artist:${id}:link:discogs`);
  const attributes = { provider: 'discogs', external_id: id, url: `https://www.discogs.com/artist/${id}` };
  give(to, 'partial', 'ArtistExternalLink', [uuid, link], attributes);
}

function remember(cache: Map<string, string>, key: string, value: string): void {
  if (cache.size >= largestCache) cache.clear();
  cache.set(key, value);
}
