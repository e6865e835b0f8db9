import { LRUCache } from 'lru-cache';
import type { LiveSettings } from '../accounts/settings/live-settings';
import { gapOf, type OnlineOrigin, type OnlineSource, type ReleaseSource, releaseSources, sourceNames, type UpdateSource } from '../config';
import type { Context } from '../context';
import { type ArchivePicture, archiveName, CoverArtArchive, type FrontPicture } from '../covers/archive';
import type { Covers } from '../covers/covers';
import { conflict, DomainError, forbidden, notFound } from '../errors';
import { httpErrorOf } from '../http/errors';
import {
  type DocumentDifference,
  type DocumentImport,
  type DocumentKind,
  type FetchedDocument,
  importDocument,
} from '../import/single-documents';
import { DocumentError, type Json } from '../import/sources/shared/json';
import { message } from '../messages/message';
import { RecordError } from '../records/write/record';
import type { Store } from '../store/database/open';
import { spaceFault } from '../store/files/disk-space';
import { dayMilliseconds } from '../store/values/dates';
import { ownReleaseId, packedId, typeKey } from '../store/values/identifiers';
import { fetchDiscogsRelease, findOnDiscogs } from './discogs';
import { JsonSite, type SiteReading } from './json-site';
import type { FoundCandidate, OnlineCandidate, OnlineQuery } from './look-up';
import { findOnMusicbrainz, readMusicbrainz } from './musicbrainz';
import { type Asker, UserTurns } from './user-turns';
import { readWikidata, type WikidataSites } from './wikidata';

/** Between two requests to Wikidata. */
const gapMilliseconds = 1_000;

/** The archive sets no limit; this spares it. */
const pictureGapMilliseconds = 100;

/** How long a previewed document is cached, so that the update applies exactly what the preview showed. */
const previewMilliseconds = 600_000;

const thumbnailBytes = 32_000_000;

const unusable = (source: UpdateSource) =>
  new DomainError('unavailable', message('source_unusable', { source: sourceNames[source] }), { retryAfterSeconds: 60 });

/** @throws {DomainError} unavailable for a document that cannot be read, else the error */
function refuse(source: UpdateSource, error: unknown): never {
  throw error instanceof DocumentError || error instanceof RecordError ? unusable(source) : error;
}

/** Errors of a shared addition are those of the source, but for lost rights of the user who began it. */
function shareError(error: unknown): void {
  const { status = 500 } = httpErrorOf(error) ?? {};
  if (status !== 401 && status !== 403) throw error;
}

/** A release of MusicBrainz has its MBID as UUID here. */
const uuidHere = ({ source, id }: OnlineOrigin): string => (source === 'musicbrainz' ? id : ownReleaseId(id));

const deletedRelease = "SELECT 1 FROM deleted_record WHERE resource_type = 'Release' AND id = :uuid";

const placeholder = 'SELECT 1 FROM "release" WHERE id = :id AND provisional = 1';

/** Empty for none, and for what is no JPEG. */
const jpegOf = (bytes: Uint8Array = new Uint8Array()): Uint8Array<ArrayBuffer> =>
  new Uint8Array(bytes[0] === 0xff && bytes[1] === 0xd8 ? bytes : []);

/** @throws {DomainError} unavailable, if the archive does not answer */
const answered = <T>(answer: Promise<T>): Promise<T> =>
  answer.catch((error: unknown) => {
    if (error instanceof DomainError && error.kind === 'unavailable') throw error;
    if (!(error instanceof SyntaxError || error instanceof DomainError)) throw error;
    throw new DomainError('unavailable', message('source_unreachable', { source: archiveName }), { retryAfterSeconds: 60 });
  });

interface Added {
  /** Its address in the catalog. */
  readonly iri: string;
  readonly isNew: boolean;
  /** Ends once its cover is there. */
  readonly cover?: Promise<void>;
}

interface Update {
  readonly source: UpdateSource;
  readonly difference: DocumentDifference;
}

/** Finds releases at other sites, and adds them with their covers. */
export class OnlineReleases {
  readonly #musicbrainz: JsonSite;
  readonly #discogs: JsonSite;
  readonly #wikidata: WikidataSites;
  readonly #archive: CoverArtArchive;
  readonly #thumbnailArchive: CoverArtArchive;
  /** By MBID. */
  readonly #lists = new LRUCache<string, readonly ArchivePicture[]>({ max: 1_000, ttl: dayMilliseconds });
  readonly #thumbnails = new LRUCache<string, Uint8Array<ArrayBuffer>, () => Promise<FrontPicture | undefined>>({
    maxSize: thumbnailBytes,
    ttl: dayMilliseconds,
    sizeCalculation: ({ byteLength }) => byteLength + 1,
    fetchMethod: async (_, __, { context }) => jpegOf((await answered(context()))?.bytes),
    ignoreFetchAbort: true,
  });
  readonly #turns = new UserTurns();
  /** By source and id. */
  readonly #additions = new Map<string, Promise<Added>>();

  constructor(
    private readonly context: Pick<Context, 'store' | 'settings' | 'log'>,
    private readonly live: LiveSettings,
    private readonly covers: Covers,
    private readonly importing: (document: DocumentImport) => Promise<DocumentDifference> = (document) =>
      importDocument(context.store, document),
  ) {
    const { settings } = context;
    const asGuest = <O extends object>(options: O) => ({
      ...options,
      // It may change while the server runs.
      get contact() {
        return live.values().contact || settings.publicUrl;
      },
    });
    const archive = { address: settings.coverArtArchive, gapMilliseconds: pictureGapMilliseconds };
    const { musicbrainzUrl, musicbrainzGapMs, discogsUrl, discogsGapMs } = settings;
    this.#musicbrainz = new JsonSite(
      asGuest({ name: 'MusicBrainz', address: musicbrainzUrl, gapMilliseconds: gapOf(musicbrainzUrl, musicbrainzGapMs) }),
    );
    const authorization = () => `Discogs token=${live.values().discogsToken}`;
    this.#discogs = new JsonSite(
      asGuest({ name: 'Discogs', address: discogsUrl, gapMilliseconds: gapOf(discogsUrl, discogsGapMs), authorization }),
    );
    this.#wikidata = {
      entities: new JsonSite(asGuest({ name: 'Wikidata', address: settings.wikidataEntities, gapMilliseconds })),
      query: new JsonSite(asGuest({ name: 'Wikidata', address: settings.wikidataQuery, gapMilliseconds })),
    };
    this.#archive = new CoverArtArchive(asGuest(archive));
    this.#thumbnailArchive = new CoverArtArchive(asGuest({ ...archive, isPatient: false }));
  }

  /**
   * Releases that match at the first site that knows any: Discogs is possible for what MusicBrainz lacks.
   * @throws {DomainError} forbidden, if look-ups are off; unavailable, if no site knows any, and one did not answer
   */
  async find(query: OnlineQuery, asker: Asker = {}): Promise<FoundCandidate[]> {
    return this.#turns.run(asker, () => this.#find(query, asker));
  }

  async #find(query: OnlineQuery, reading: SiteReading): Promise<FoundCandidate[]> {
    const { sources, hasCovers } = this.#sources();
    const finders = {
      musicbrainz: () => findOnMusicbrainz(this.#musicbrainz, query, reading),
      discogs: () => findOnDiscogs(this.#discogs, query, reading),
    };
    let failure: DomainError | undefined;
    for (const source of sources) {
      try {
        const found = await finders[source]();
        if (found.length > 0) return found.map((candidate) => this.#found(candidate, query, hasCovers));
      } catch (error) {
        if (!(error instanceof DomainError)) throw error;
        failure ??= error;
      }
    }
    if (failure) throw failure;
    return [];
  }

  #found(candidate: OnlineCandidate, { mbid }: OnlineQuery, hasCovers: boolean): FoundCandidate {
    const hasCover = hasCovers && candidate.source === 'musicbrainz';
    return {
      ...candidate,
      cover: hasCover ? `/api/look-ups/online/covers/${candidate.id}` : null,
      // A merged release may be here under its former id.
      release: (this.#known(candidate) ?? (mbid === undefined ? undefined : this.#known({ source: 'musicbrainz', id: mbid })))?.iri ?? null,
    };
  }

  /**
   * Imports a release, unless it is there; a placeholder with its id becomes the release. Its cover follows in the background.
   * @param isOffered whether a document that the source sends is what it had offered: nothing else is imported
   * @throws {DomainError} conflict, if an editor deleted it, or it is not what was offered; forbidden, if the source is off;
   * unavailable, if it is
   */
  async add(origin: OnlineOrigin, asker: Asker = {}, isOffered?: (document: Json) => boolean): Promise<Added> {
    const key = `${origin.source}:${origin.id}`;
    for (let running = this.#additions.get(key); running; running = this.#additions.get(key)) await running.catch(shareError);
    const known = this.#known(origin);
    if (known && !this.context.store.reader.get(placeholder, { id: known.id })) return { iri: known.iri, isNew: false };
    const addition = this.#turns.run(asker, () => this.#addNew(origin, asker, isOffered)).finally(() => this.#additions.delete(key));
    this.#additions.set(key, addition);
    return addition;
  }

  async #addNew(origin: OnlineOrigin, { isBackground }: Asker, isOffered?: (document: Json) => boolean): Promise<Added> {
    const { sources, hasCovers } = this.#sources();
    const { source, id } = origin;
    if (!sources.includes(source)) throw forbidden('online_off');
    const uuid = uuidHere(origin);
    const { store } = this.context;
    if (store.reader.get(deletedRelease, { uuid })) throw conflict('release_deleted', { id: uuid });
    let document = await this.#read(source, 'release', id, { isBackground });
    // Perhaps a cached one.
    if (isOffered?.(document.document) === false) document = await this.#read(source, 'release', id, { isBackground, maximumAge: 0 });
    if (isOffered?.(document.document) === false) throw conflict('completion_other_release');
    await this.importing({ document }).catch((error) => refuse(source, error));
    const added = this.#known(origin);
    if (!added) throw unusable(source);
    const hasCover = hasCovers && source === 'musicbrainz';
    return { iri: added.iri, isNew: true, ...(hasCover && { cover: this.#addCover(added.id, id) }) };
  }

  /**
   * Imports a record again. Locked fields stay.
   * @param id its UUID
   * @param isDryRun finds what would change, and changes nothing
   * @throws {DomainError} not_found; conflict, if no source knows it; forbidden, if look-ups are off; unavailable, if the source is
   */
  async update(kind: DocumentKind, id: string, asker: Asker & { readonly isDryRun: boolean }): Promise<Update> {
    return this.#turns.run(asker, () => this.#update(kind, id, asker));
  }

  async #update(
    kind: DocumentKind,
    id: string,
    { isDryRun, isBackground }: { readonly isDryRun: boolean; readonly isBackground?: boolean | undefined },
  ): Promise<Update> {
    const possible = kind === 'production' ? (['wikidata'] as const) : releaseSources;
    const sources = possible.filter((source) => this.#isOn(source));
    if (sources.length === 0) throw forbidden('online_off');
    const found = this.#idsOf(kind, id);
    if (!found) throw notFound('no_record', { kind, id });
    const source = sources.find((source) => found[source]);
    const sourceId = source && found[source];
    if (!source || !sourceId) throw conflict('no_source_id', { sources: sources.map((source) => sourceNames[source]) });
    const reading = { maximumAge: isDryRun ? 0 : previewMilliseconds, isBackground };
    const document = await this.#read(source, kind, sourceId, reading);
    const updated = this.importing({ document, update: { kind, id, isDryRun } });
    return { source, difference: await updated.catch((error) => refuse(source, error)) };
  }

  #read(source: UpdateSource, kind: DocumentKind, id: string, reading?: SiteReading): Promise<FetchedDocument> {
    if (kind === 'production') return readWikidata(this.#wikidata, id, reading);
    return source === 'musicbrainz'
      ? readMusicbrainz(this.#musicbrainz, kind, id, reading)
      : fetchDiscogsRelease(this.#discogs, id, reading);
  }

  /** Front cover of a release at the archive; undefined if there is none. */
  async thumbnail(mbid: string): Promise<Uint8Array<ArrayBuffer> | undefined> {
    if (!this.#isOn('cover_art_archive')) return undefined;
    return this.#cached(`${mbid}/front`, () => this.#thumbnailArchive.front('release', mbid, 250));
  }

  /**
   * What the archive has of a release of the catalog, the front first.
   * @param id its UUID
   * @throws {DomainError} not_found; forbidden, if the archive is off; unavailable, if it does not answer
   */
  async pictures(id: string): Promise<readonly ArchivePicture[]> {
    const mbid = this.#mbidOf(id);
    if (mbid === undefined) return [];
    const known = this.#lists.get(mbid);
    if (known) return known;
    const pictures = await answered(this.#thumbnailArchive.list(mbid));
    this.#lists.set(mbid, pictures);
    return pictures;
  }

  /** One of these; undefined if there is none. */
  async picture(id: string, picture: string): Promise<Uint8Array<ArrayBuffer> | undefined> {
    const mbid = this.#mbidOf(id);
    return mbid === undefined ? undefined : this.#cached(`${mbid}/${picture}`, () => this.#thumbnailArchive.picture(mbid, picture));
  }

  #mbidOf(id: string): string | undefined {
    if (!this.#isOn('cover_art_archive')) throw forbidden('online_off');
    const release = this.covers.find(id)?.found;
    const ids = release && this.#idsOf('release', release.id);
    if (!ids) throw notFound('no_record', { kind: 'release', id });
    return ids.musicbrainz ?? undefined;
  }

  /** At other sites. */
  #idsOf(kind: DocumentKind, id: string) {
    return this.context.store.reader.get<Partial<Record<UpdateSource, string | null>>>(idQueries[kind], { id });
  }

  #isOn(source: OnlineSource): boolean {
    const { onlineSources, discogsToken } = this.live.values();
    return onlineSources.includes(source) && (source !== 'discogs' || discogsToken !== '');
  }

  async #cached(key: string, fetch: () => Promise<FrontPicture | undefined>): Promise<Uint8Array<ArrayBuffer> | undefined> {
    const bytes = await this.#thumbnails.fetch(key, { context: fetch });
    return bytes?.byteLength ? bytes : undefined;
  }

  #sources(): { readonly sources: readonly ReleaseSource[]; readonly hasCovers: boolean } {
    const sources = releaseSources.filter((source) => this.#isOn(source));
    if (sources.length === 0) throw forbidden('online_off');
    return { sources, hasCovers: this.#isOn('cover_art_archive') };
  }

  /** Merges are followed. */
  #known(origin: OnlineOrigin): { readonly id: string; readonly iri: string } | undefined {
    const found = this.covers.find(uuidHere(origin))?.found;
    return found && { id: found.id, iri: `/api/releases/${found.id}` };
  }

  #addCover(id: string, mbid: string): Promise<void> {
    const add = async () => {
      // The last space is for what users write.
      const fault = spaceFault(this.context.store.path);
      if (fault !== undefined) throw new Error(fault);
      const front = await this.#archive.front('release', mbid);
      if (front) await this.covers.put(id, await this.covers.cut(front.bytes), { source: front.url });
    };
    // Nobody waits for it, and the next search for missing covers tries again.
    return add().catch(({ message }: Error) => this.context.log('cover not added', { release: id, reason: message }, 'warn'));
  }
}

/** Its own id at MusicBrainz, if it is from there; otherwise the ids of its links. Discogs has no use for artists. */
const idsOf = (table: 'release' | 'artist', type: string): string => `
  coalesce(
    (SELECT r.id FROM import_source AS s CROSS JOIN imported_record AS i
      ON i.source_key = s.key AND i.type_key = ${typeKey(`'${type}'`)} AND i.id = ${packedId('r.id')}
      WHERE s.name GLOB 'musicbrainz/*' LIMIT 1),
    ${linkedId(table, 'musicbrainz', '[0-9a-f]*-*-*-*-*')}
  ) AS musicbrainz, ${table === 'release' ? linkedId(table, 'discogs', '[1-9]*') : 'NULL'} AS discogs`;

function linkedId(table: DocumentKind, provider: 'musicbrainz' | 'discogs' | 'wikidata' | 'imdb', pattern: string): string {
  return `(SELECT l.external_id FROM ${table}_external_link AS l
      WHERE l.${table}_key = r.key AND l.provider = '${provider}' AND l.external_id GLOB '${pattern}' ORDER BY l.key LIMIT 1)`;
}

const idQueries = {
  release: `SELECT ${idsOf('release', 'Release')} FROM "release" AS r WHERE r.id = :id`,
  artist: `SELECT ${idsOf('artist', 'Artist')} FROM artist AS r WHERE r.id = :id`,
  production: `SELECT coalesce(${linkedId('production', 'wikidata', 'Q[1-9]*')}, ${linkedId('production', 'imdb', 'tt[0-9]*')}) AS wikidata
    FROM production AS r WHERE r.id = :id`,
};

/** A release that can be updated. */
export interface UpdatableRelease {
  readonly key: number;
  readonly id: string;
  readonly title: string;
}

/** Releases in collections that another site may know, in the order of their keys. @param userKey undefined for all users */
export const collectedReleases = ({ reader }: Store, afterKey: number, userKey: number | undefined): UpdatableRelease[] =>
  reader.all<UpdatableRelease>(collected, { afterKey, user: userKey ?? null });

const collected = `
  SELECT key, id, title FROM (
    SELECT r.key, r.id, r.title, ${idsOf('release', 'Release')} FROM "release" AS r
    WHERE r.key > :afterKey AND r.key IN (SELECT release_key FROM collection_item WHERE :user IS NULL OR user_key = :user)
  ) WHERE coalesce(musicbrainz, discogs) IS NOT NULL ORDER BY key`;
