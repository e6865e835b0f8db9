import { type Cover, type CoverSize, coverOf } from '../catalog/cover';
import { DomainError, notFound } from '../errors';
import { message } from '../messages/message';
import type { Author } from '../records/edit/edit';
import { RevisionLog } from '../records/history/revisions';
import { CoverRows, type NamedCover } from '../records/write/cover';
import { Merges, type Standing } from '../store/database/merges';
import type { Store } from '../store/database/open';
import { Statements, writtenQuery } from '../store/database/sql';
import { now } from '../store/values/time';
import type { CoverFiles } from './files';
import { type CutPicture, cutPicture } from './picture';

/** Each waits with a file of 10 MiB at most in memory. */
const maximumWaiting = 8;

const retryAfterSeconds = 5;

/** Lets pictures be decoded one after the other, so that all together take no more memory than one. */
class Turns {
  #waiting = 0;
  #last: Promise<unknown> = Promise.resolve();

  /** @throws {DomainError} unavailable, where too many wait */
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

/** Where a picture is from: a person, or an address of the web that was asked for it. */
export type Origin =
  | { readonly source: 'upload' | 'command_line'; readonly author: Author }
  | { readonly source: `http${string}`; readonly author?: undefined };

interface CoveredRelease {
  readonly key: number;
  readonly id: string;
  readonly hash: string | null;
  readonly width: number;
  readonly height: number;
}

/** Covers that people replaced or removed are had again, as many at most: some 150 MB of files. */
const mostKept = 1_000;

/** Files that are removed in one write: a moment's work. */
const removedAtOnce = 200;

/** The covers of releases: rows of the database, and the files that they name. */
export class Covers {
  readonly #statements: Statements;
  readonly #writing: Statements;
  readonly #merges: Merges;
  readonly #turns = new Turns();

  constructor(
    private readonly store: Store,
    private readonly files: CoverFiles,
    private readonly maximumPixels: number,
  ) {
    this.#statements = new Statements(store);
    this.#writing = new Statements(store, { on: 'writer' });
    this.#merges = new Merges(this.#statements);
  }

  /** The release with a UUID, or the one that it was merged into, with what it has of a cover. */
  find(id: string): Standing<CoveredRelease> | undefined {
    const look = (one: string) =>
      this.#statements.get<CoveredRelease>('covered release', () => writtenQuery(coveredRelease, 'id')).get({ id: one });
    return this.store.read(() => this.#merges.follow('Release', id, look));
  }

  /** A file of a cover; `undefined` where it is gone. */
  file(hash: string, size: CoverSize): Promise<Uint8Array<ArrayBuffer> | undefined> {
    return this.files.find(hash, size);
  }

  /** Reads a picture as covers are read, one after the other; see {@link cutPicture}. */
  cut(bytes: Uint8Array): Promise<CutPicture> {
    return this.#turns.take(() => cutPicture(bytes, this.maximumPixels));
  }

  /**
   * Gives a release a cover, in the place of the one that it has.
   * @throws {DomainError} not found, where the release went meanwhile
   */
  async put(id: string, picture: CutPicture, { source, author }: Origin): Promise<Cover> {
    const { hash, width, height } = picture;
    const cover = { hash, width, height, source };
    const staged = await this.files.stage(picture);
    try {
      await this.store.write(() => {
        const release = this.#onWriter(id);
        if (!release) throw noRelease(id);
        if (author) this.#change(release, cover, author);
        else new CoverRows(this.#writing).put(release, cover, null);
        // Within the write, so that nobody removes the files of a picture that gets a name just now.
        staged.place();
      });
    } finally {
      staged.drop();
    }
    await this.sweep();
    return coverOf(id, picture);
  }

  /** Takes the cover of a release away; says `false` where it has none. */
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
    return this.#writing.get<CoveredRelease>('covered release', () => writtenQuery(coveredRelease, 'id')).get({ id });
  }

  /** What a person changes is kept as a revision, and can be taken back. */
  #change(release: CoveredRelease, cover: NamedCover | null, author: Author): void {
    const revision = new CoverRows(this.#writing).change(release, cover, author);
    if (revision) new RevisionLog(this.#writing).add(revision, author, {});
  }

  /** Removes the files of pictures that no release has any more, and that nobody can take back any more. */
  async sweep(): Promise<void> {
    // A file that is gone stays gone, and after a power cut the release might have its picture again.
    await this.store.onDisk();
    for (let left = removedAtOnce; left === removedAtOnce; ) left = await this.store.write(() => this.#sweepSome());
  }

  /** Removes what is left of files as well that were never put in their place. */
  async tidy(): Promise<void> {
    this.files.tidy();
    await this.sweep();
  }

  /** Within a write, which keeps others from giving one of the pictures a name again. */
  #sweepSome(): number {
    const unnamed = this.#writing
      .get<{ hash: string; isNamed: number }>('unnamed covers', () => writtenQuery(unnamedCovers, 'now'))
      .all({ now: now() });
    const forget = this.#writing.get('forget unnamed cover', () => writtenQuery('DELETE FROM unnamed_cover WHERE hash = ?', 'hash'));
    for (const { hash, isNamed } of unnamed) {
      if (isNamed === 0) this.files.remove(hash);
      forget.run({ hash });
    }
    return unnamed.length;
  }
}

export const noRelease = (id: string) => notFound('no_record', { kind: 'release', id: id.slice(0, 100) });

const coveredRelease = `
  SELECT r.key, r.id, c.hash, c.width, c.height FROM "release" AS r LEFT JOIN release_cover AS c ON c.release_key = r.key WHERE r.id = ? AND r.unreviewed_by IS NULL`;

const unnamedCovers = `
  SELECT hash, EXISTS (SELECT 1 FROM release_cover AS c WHERE c.hash = u.hash) AS isNamed FROM unnamed_cover AS u
  WHERE kept_until IS NULL OR kept_until < ?1
    OR kept_until <= (SELECT kept_until FROM unnamed_cover WHERE kept_until IS NOT NULL ORDER BY kept_until DESC LIMIT 1 OFFSET ${mostKept})
  LIMIT ${removedAtOnce}`;
