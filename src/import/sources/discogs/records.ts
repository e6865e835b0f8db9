import { authorities } from '../../../records/provenance/ranks';
import type { ImportedRecord } from '../../../records/write/record';
import { releaseLink, uuidOf } from '../../../store/values/identifiers';
import { latinSlugOf, slugOf } from '../../../store/values/slug';
import type { KnownRecords } from '../../source';
import { iriFrom, line, type linkTo, type Provenance, withGuesses } from '../shared/records';
import { typeOfName } from './artist-types';
import { roleScopeOf } from './roles';
import {
  attributeOf,
  discogsIdOf,
  elementText,
  isNumbered,
  ownArtistId,
  ownLabelId,
  ownOrganizationId,
  undisambiguatedName,
  type XmlValue,
} from './values';

/** Output of an element: records and notes for later elements. */
export interface Output {
  readonly records: ImportedRecord[];
  readonly notes: [name: string, value: string | null][];
}

type RelatedRecords = Readonly<Record<string, ReturnType<typeof linkTo> | undefined>>;

/** A record that Discogs alone describes, completely. */
export const whole: Provenance = { mode: 'whole', authority: authorities.discogs };
/** From the record's own element; other sources may add to it. */
export const primary: Provenance = { mode: 'partial', authority: authorities.discogs };
/** From an element that only mentions the record. */
export const mentioned: Provenance = { mode: 'fill', authority: authorities.discogsNamed };
/** A production inferred from the title of its music. */
export const placeholder: Provenance = { mode: 'fill', authority: authorities.discogsProvisional };

/** Emits a record with the UUIDs of its IRI, outermost first. */
export function emit(
  to: Output,
  provenance: Provenance,
  type: string,
  ids: readonly string[],
  attributes: object,
  relationships?: RelatedRecords,
): void {
  const id = iriFrom(type, ids);
  const record = relationships === undefined ? { type, id, attributes } : { type, id, attributes, relationships };
  to.records.push({ ...provenance, record });
}

/** Discogs ids are dense, so a bit set takes far less memory than a Set. */
class IdSet {
  private bits = new Uint8Array(1024);

  has(id: number): boolean {
    return id <= largestId && ((this.bits[id >> 3] ?? 0) & (1 << (id & 7))) !== 0;
  }

  /** Ids beyond the limit are not stored. */
  add(id: number): void {
    if (id > largestId) return;
    const at = id >> 3;
    if (at >= this.bits.length) this.grow(at);
    this.bits[at] = (this.bits[at] as number) | (1 << (id & 7));
  }

  private grow(at: number): void {
    const larger = new Uint8Array(Math.max(2 * this.bits.length, at + 1));
    larger.set(this.bits);
    this.bits = larger;
  }
}

/** Ten times the current highest Discogs id; 32 MB. */
const largestId = 250_000_000;

/** Above this, the cache is emptied. */
const largestCache = 50_000;

/** Placeholder artists: "Various", "Unknown Artist" and "No Artist". */
const noArtists = new Set(['194', '355', '118760']);

/** Role ids derive from their name, the same for all sources. */
const roleIdOf = (name: string): string => uuidOf(`role:${latinSlugOf(name) || name}`);

/** Records that Discogs elements refer to. Each is emitted once per run, since most releases share them. */
export class DiscogsReferences {
  private givenArtists = new IdSet();
  private givenLabels = new IdSet();
  private readonly givenOrganizations = new Set<string>();
  private readonly roles = new Map<string, string>();
  private readonly packaging = new Map<string, string | undefined>();

  constructor(readonly known: KnownRecords) {}

  forget(): void {
    this.givenArtists = new IdSet();
    this.givenLabels = new IdSet();
    this.givenOrganizations.clear();
    this.roles.clear();
  }

  /** UUID of an `<artist>`; `undefined` without a Discogs artist or for placeholders. */
  artist(element: XmlValue, to: Output): string | undefined {
    const id = discogsIdOf(elementText(element, 'id'));
    if (id === undefined || noArtists.has(id)) return undefined;
    const uuid = ownArtistId(id);
    if (this.givenArtists.has(Number(id))) return uuid;
    const name = undisambiguatedName(elementText(element, 'name'));
    if (name === '') return undefined;
    this.givenArtists.add(Number(id));
    emit(to, artistInPassing, 'Artist', [uuid], { name, _type: typeOfName(name) });
    emitArtistLink(to, uuid, id);
    noteNumbered('Artist', uuid, elementText(element, 'name'), to);
    return uuid;
  }

  role(name: string, to: Output): string {
    const cached = this.roles.get(name);
    if (cached !== undefined) return cached;
    const id = roleIdOf(name);
    const found = this.known.findRole(name);
    const slug = found ?? (slugOf(name) || `role-${id.slice(0, 8)}`);
    // Own roles are emitted again, so that they are not flagged as gone.
    if (found === undefined || this.known.has('ArtistRole', id)) {
      emit(to, mentioned, 'ArtistRole', [id], { role: name, slug, scope: roleScopeOf(name) });
    }
    if (this.roles.size >= largestCache) this.roles.clear();
    this.roles.set(name, slug);
    return slug;
  }

  /** UUID of a release's `<label>`; `undefined` for "Not On Label". */
  label(element: XmlValue, to: Output): string | undefined {
    const printed = attributeOf(element, 'name');
    const name = undisambiguatedName(printed);
    if (name === '' || /^not on label\b/i.test(name)) return undefined;
    const id = discogsIdOf(attributeOf(element, 'id'));
    const uuid = id === undefined ? uuidOf(`discogs:label-name:${line(printed)}`) : ownLabelId(id);
    if (id !== undefined && this.givenLabels.has(Number(id))) return uuid;
    if (id !== undefined) this.givenLabels.add(Number(id));
    emit(to, mentioned, 'Label', [uuid], { name });
    noteNumbered('Label', uuid, printed, to);
    return uuid;
  }

  /** UUID of a `<company>`; `undefined` without a name. */
  organization(element: XmlValue, to: Output, type: string | undefined): string | undefined {
    const printed = elementText(element, 'name');
    const name = undisambiguatedName(printed);
    if (name === '') return undefined;
    const id = discogsIdOf(elementText(element, 'id'));
    const uuid = id === undefined ? uuidOf(`discogs:organization-name:${line(printed)}`) : ownOrganizationId(id);
    // A company has several roles, each of which may be its type; new ones are emitted.
    const key = `${uuid} ${type ?? ''}`;
    if (this.givenOrganizations.has(key)) return uuid;
    if (this.givenOrganizations.size >= largestCache) this.givenOrganizations.clear();
    this.givenOrganizations.add(key);
    emit(to, organizationInPassing, 'Organization', [uuid], { name, ...(type && { organization_type: type }) });
    noteNumbered('Organization', uuid, printed, to);
    return uuid;
  }

  packagingType(name: string): string | undefined {
    if (!this.packaging.has(name)) this.packaging.set(name, this.known.findByName('PackagingType', name));
    return this.packaging.get(name);
  }
}

const artistInPassing = withGuesses(mentioned, '_type');
const organizationInPassing = withGuesses(mentioned, 'organization_type');

/** Notes that Discogs numbers a record among others of its name, so that it cannot be matched by name. */
export function noteNumbered(type: 'Artist' | 'Label' | 'Organization', uuid: string, name: string, to: Output): void {
  if (isNumbered(name)) to.notes.push([`numbered:${type}:${uuid}`, '1']);
}

export function emitArtistLink(to: Output, uuid: string, id: string): void {
  const link = uuidOf(`discogs:artist:${id}:link:discogs`);
  const attributes = { provider: 'discogs', external_id: id, url: `https://www.discogs.com/artist/${id}` };
  emit(to, mentioned, 'ArtistExternalLink', [uuid, link], attributes);
}

export function emitReleaseLink(to: Output, uuid: string, id: string): void {
  const link = releaseLink(id);
  emit(to, mentioned, 'ReleaseExternalLink', [uuid, link.id], link.attributes);
}
