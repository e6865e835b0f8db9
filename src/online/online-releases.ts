import { LRUCache } from 'lru-cache';
import type { LiveSettings } from '../accounts/settings/live-settings';
import type { Context } from '../context';
import { CoverArtArchive } from '../covers/archive';
import type { Covers } from '../covers/covers';
import { conflict, DomainError, forbidden, notFound, SetupError } from '../errors';
import { type Difference, type DocumentKind, importDocument, updateFromDocument } from '../import/single-documents';
import { message } from '../messages/message';
import { packedId, typeKey } from '../store/values/packed-id';
import { JsonSite } from './json-site';
import type { FoundCandidate, OnlineQuery } from './look-up';
import { findReleases, pathOf, readDocument } from './musicbrainz';

/** MusicBrainz: one request a second for each address. */
const gapMilliseconds = 1_000;

/** The archive sets no limit; this spares it. */
const pictureGapMilliseconds = 100;

/** What an update was previewed with is what it takes. */
const previewMilliseconds = 600_000;

const thumbnailBytes = 16_000_000;

/** Finds releases at other sites, and adds them with their covers. */
export class OnlineReleases {
  readonly #musicbrainz: JsonSite;
  readonly #archive: CoverArtArchive;
  readonly #thumbnailArchive: CoverArtArchive;
  readonly #thumbnails = new LRUCache<string, Uint8Array<ArrayBuffer>>({
    maxSize: thumbnailBytes,
    ttl: 86_400_000,
    sizeCalculation: ({ byteLength }) => byteLength + 1,
  });

  constructor(
    private readonly context: Pick<Context, 'store' | 'settings' | 'log'>,
    private readonly live: LiveSettings,
    private readonly covers: Covers,
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
    this.#musicbrainz = new JsonSite(asGuest({ name: 'MusicBrainz', address: settings.musicbrainzUrl, gapMilliseconds }));
    this.#archive = new CoverArtArchive(asGuest(archive));
    this.#thumbnailArchive = new CoverArtArchive(asGuest({ ...archive, isPatient: false }));
  }

  /** @throws {DomainError} forbidden, if look-ups are off; unavailable, if the source is */
  async find(query: OnlineQuery): Promise<FoundCandidate[]> {
    const { hasCovers } = this.#sources();
    const found = await findReleases(this.#musicbrainz, query);
    return found.map((candidate) => ({
      ...candidate,
      cover: hasCovers ? `/api/look-ups/online/covers/${candidate.id}` : null,
      release: this.#known(candidate.id)?.iri ?? null,
    }));
  }

  /**
   * Imports a release, unless it is there. Its cover follows in the background.
   * @returns its address in the catalog, and its cover once that is there
   */
  async add(mbid: string): Promise<{ readonly iri: string; readonly isNew: boolean; readonly cover?: Promise<void> }> {
    const { hasCovers } = this.#sources();
    const known = this.#known(mbid);
    if (known) return { iri: known.iri, isNew: false };
    const document = await readDocument(this.#musicbrainz, 'release', mbid);
    await importDocument(this.context.store, 'release', document, this.#musicbrainz.url(pathOf.release(mbid)));
    const added = this.#known(mbid);
    if (!added) throw new DomainError('unavailable', message('source_unusable', { source: 'MusicBrainz' }), { retryAfterSeconds: 60 });
    return { iri: added.iri, isNew: true, ...(hasCovers && { cover: this.#addCover(added.id, mbid) }) };
  }

  /**
   * Imports a record again. Locked fields stay.
   * @param id its UUID
   * @param isDryRun finds what would change, and changes nothing
   * @throws {DomainError} not_found; conflict, if it has no MBID; forbidden, if look-ups are off; unavailable, if the source is
   */
  async update(kind: DocumentKind, id: string, isDryRun: boolean): Promise<Difference> {
    this.#sources();
    const found = this.context.store.reader.query<{ mbid: string | null }, [string]>(mbidQueries[kind]).get(id);
    if (!found) throw notFound('no_record', { kind, id });
    const { mbid } = found;
    if (mbid === null) throw conflict('no_source_id', { source: 'MusicBrainz' });
    const document = await readDocument(this.#musicbrainz, kind, mbid, isDryRun ? 0 : previewMilliseconds);
    return updateFromDocument(this.context.store, kind, id, document, this.#musicbrainz.url(pathOf[kind](mbid)), isDryRun);
  }

  /** Front cover of a release at the archive; undefined if there is none. */
  async thumbnail(mbid: string): Promise<Uint8Array<ArrayBuffer> | undefined> {
    if (!this.live.values().onlineSources.includes('cover_art_archive')) return undefined;
    const known = this.#thumbnails.get(mbid);
    if (known) return known.byteLength === 0 ? undefined : known;
    try {
      const front = await this.#thumbnailArchive.front('release', mbid, 250);
      const bytes = new Uint8Array(front?.bytes ?? []);
      this.#thumbnails.set(mbid, bytes);
      return bytes.byteLength === 0 ? undefined : bytes;
    } catch (error) {
      if (error instanceof SetupError) return undefined;
      throw error;
    }
  }

  #sources(): { readonly hasCovers: boolean } {
    const { onlineSources } = this.live.values();
    if (!onlineSources.includes('musicbrainz')) throw forbidden('online_off');
    return { hasCovers: onlineSources.includes('cover_art_archive') };
  }

  /** A release of MusicBrainz has its MBID as UUID here; merges are followed. */
  #known(mbid: string): { readonly id: string; readonly iri: string } | undefined {
    const found = this.covers.find(mbid)?.found;
    return found && { id: found.id, iri: `/api/releases/${found.id}` };
  }

  #addCover(id: string, mbid: string): Promise<void> {
    const add = async () => {
      const front = await this.#archive.front('release', mbid);
      if (front) await this.covers.put(id, await this.covers.cut(front.bytes), { source: front.url });
    };
    // Nobody waits for it, and the next search for missing covers tries again.
    return add().catch(({ message }: Error) => this.context.log('cover not added', { release: id, reason: message }, 'warn'));
  }
}

/** Its own id, if it is from there; otherwise a link. */
const mbidQuery = (table: DocumentKind, type: string): string => `
  SELECT coalesce(
    (SELECT r.id FROM import_source AS s CROSS JOIN imported_record AS i
      ON i.source_key = s.key AND i.type_key = ${typeKey(`'${type}'`)} AND i.id = ${packedId('r.id')}
      WHERE s.name GLOB 'musicbrainz/*' LIMIT 1),
    (SELECT l.external_id FROM ${table}_external_link AS l
      WHERE l.${table}_key = r.key AND l.provider = 'musicbrainz' AND l.external_id GLOB '[0-9a-f]*-*-*-*-*' ORDER BY l.key LIMIT 1)
  ) AS mbid
  FROM "${table}" AS r WHERE r.id = ?`;

const mbidQueries = { release: mbidQuery('release', 'Release'), artist: mbidQuery('artist', 'Artist') };
