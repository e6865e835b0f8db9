import { type Cover, type CoverSize, coverOf } from '../catalog/cover';
import { photosEndBefore } from '../collection/photos/photos';
import type { Context } from '../context';
import { DomainError, notFound } from '../errors';
import { message } from '../messages/message';
import { changeCover, writeCover } from '../records/history/cover';
import { type Author, addRevision, type NamedCover } from '../records/history/revisions';
import { type CurrentRecord, followMerges } from '../store/database/merges';
import type { Store } from '../store/database/open';
import { withoutWriteChecks } from '../store/database/transactions';
import { now } from '../store/values/dates';
import { type CoverFiles, coverFilesOf } from './files';
import type { CutPicture } from './picture';

/** Each holds up to 10 MiB. */
const maximumWaiting = 8;

const retryAfterSeconds = 5;

/** Decodes one image at a time to bound memory. */
class DecodeQueue {
  #waiting = 0;
  #last: Promise<unknown> = Promise.resolve();

  /** @throws {DomainError} unavailable, if too many wait */
  async take<T>(work: () => Promise<T>): Promise<T> {
    if (this.#waiting >= maximumWaiting)
      throw new DomainError('unavailable', message('cover_busy', { count: maximumWaiting, seconds: retryAfterSeconds }), {
        retryAfterSeconds,
      });
    this.#waiting++;
    const turn = this.#last.then(work);
    this.#last = turn.catch(() => undefined);
    try {
      return await turn;
    } finally {
      this.#waiting--;
    }
  }
}

/** Origin of a cover: a person or a web address. */
export type CoverOrigin =
  | { readonly source: 'upload' | 'command_line'; readonly author: Author }
  | { readonly source: `http${string}`; readonly author?: undefined };

interface CoveredRelease {
  readonly key: number;
  readonly id: string;
  readonly hash: string | null;
  readonly width: number;
  readonly height: number;
}

/** Replaced covers kept for undo: about 150 MB. */
const mostKept = 1_000;

/** Per transaction. */
const removedAtOnce = 200;

/** Covers: database rows and image files. Photos of copies have their files among those of covers. */
export class Covers {
  readonly #turns = new DecodeQueue();

  constructor(
    private readonly store: Store,
    private readonly files: CoverFiles,
    private readonly maximumPixels: number,
  ) {}

  /** Follows merges. */
  find(id: string): CurrentRecord<CoveredRelease> | undefined {
    const look = (id: string) => this.store.reader.get<CoveredRelease>(coveredRelease, { id });
    return this.store.read(() => followMerges(this.store.reader, 'Release', id, look));
  }

  /** @returns undefined if missing */
  file(hash: string, size: CoverSize): Promise<Uint8Array<ArrayBuffer> | undefined> {
    return this.files.find(hash, size);
  }

  /** Queued; see `cutPicture`. */
  cut(bytes: Uint8Array): Promise<CutPicture> {
    return this.#turns.take(async () => (await import('./picture')).cutPicture(bytes, this.maximumPixels));
  }

  /**
   * Sets or replaces a cover.
   * @throws {DomainError} not_found, if the release is gone
   */
  async put(id: string, picture: CutPicture, { source, author }: CoverOrigin): Promise<Cover> {
    const { hash, width, height } = picture;
    const cover = { hash, width, height, source };
    await this.keep(picture, () => {
      const release = this.#onWriter(id);
      if (!release) throw noRelease(id);
      if (author) this.#change(release, cover, author);
      else writeCover(this.store.writer, release, cover, null);
    });
    await this.sweep();
    return coverOf(id, picture);
  }

  /** Stores the files of a picture with the rows that name it. */
  async keep<T>(picture: CutPicture, write: () => T): Promise<T> {
    const staged = await this.files.stage(picture);
    try {
      return await this.store.write(() => {
        const written = write();
        // Inside the transaction, so that no one deletes the files of a picture being named.
        staged.place();
        return written;
      });
    } finally {
      staged.drop();
    }
  }

  /** @returns false if there is none */
  async remove(id: string, author: Author): Promise<boolean> {
    const isRemoved = await this.store.write(() => {
      const release = this.#onWriter(id);
      if (!release || release.hash === null) return false;
      this.#change(release, null, author);
      return true;
    });
    if (isRemoved) await this.sweep();
    return isRemoved;
  }

  #onWriter(id: string): CoveredRelease | undefined {
    return this.store.writer.get<CoveredRelease>(coveredRelease, { id });
  }

  /** Manual changes create a revision and can be undone. */
  #change(release: CoveredRelease, cover: NamedCover | null, author: Author): void {
    const revision = changeCover(this.store.writer, release, cover, author);
    if (revision) addRevision(this.store.writer, revision, author, {});
  }

  /** Deletes photos that can't be restored any more, and files that neither a release, a copy nor the history needs. */
  async sweep(): Promise<void> {
    // Deletions must not outlive a power cut in which the transaction was lost.
    await this.store.onDisk();
    for (let left = removedAtOnce; left === removedAtOnce; )
      left = await withoutWriteChecks(() => this.store.write(() => this.#sweepSome()));
  }

  /** Also deletes temporary files. */
  async tidy(): Promise<void> {
    this.files.tidy();
    await this.sweep();
  }

  /** Inside a transaction, so that no one sets a cover being deleted. */
  #sweepSome(): number {
    const { writer } = this.store;
    writer.change(expiredPhotos, { before: photosEndBefore() });
    const unnamed = writer.all<{ hash: string; isNamed: number }>(unnamedCovers, { now: now() });
    for (const { hash, isNamed } of unnamed) {
      if (isNamed === 0) this.files.remove(hash);
      writer.change('DELETE FROM unnamed_cover WHERE hash = :hash', { hash });
    }
    return unnamed.length;
  }
}

export const coversOf = ({ store, settings }: Pick<Context, 'store' | 'settings'>): Covers =>
  new Covers(store, coverFilesOf(store, settings.data), settings.coverMegapixels * 1_000_000);

export const noRelease = (id: string) => notFound('no_record', { kind: 'release', id: id.slice(0, 100) });

const coveredRelease = `
  SELECT r.key, r.id, c.hash, c.width, c.height FROM "release" AS r LEFT JOIN release_cover AS c ON c.release_key = r.key WHERE r.id = :id AND r.unreviewed_by IS NULL`;

const expiredPhotos = `
  DELETE FROM item_photo WHERE key IN (
    SELECT key FROM item_photo WHERE removed_at < :before LIMIT ${removedAtOnce})`;

const unnamedCovers = `
  SELECT hash, EXISTS (SELECT 1 FROM release_cover AS c WHERE c.hash = u.hash)
    OR EXISTS (SELECT 1 FROM item_photo AS p WHERE p.hash = u.hash) AS isNamed FROM unnamed_cover AS u
  WHERE kept_until IS NULL OR kept_until < :now
    OR kept_until <= (SELECT kept_until FROM unnamed_cover WHERE kept_until IS NOT NULL ORDER BY kept_until DESC LIMIT 1 OFFSET ${mostKept})
  LIMIT ${removedAtOnce}`;
