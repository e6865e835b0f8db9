import type { Statements } from '../../store/database/sql';
import { dayMilliseconds, now, timestamp } from '../../store/values/dates';
import type { Author, Revision } from '../edit/edit';
import type { Fields } from './record';

/** A cover as referenced in revisions. */
export interface NamedCover {
  readonly hash: string;
  readonly width: number;
  readonly height: number;
  /** Download address, if it came from one. */
  readonly source: string;
}

/** Cover row of a release. */
export interface CoverRow extends NamedCover {
  readonly user_key: number | null;
  readonly created_at: string;
}

/** A release whose cover changes. */
export interface Covered {
  readonly key: number;
  readonly id: string;
}

/** How long replaced covers can be restored. */
export const coverRetentionDays = 30;

/** Covers of releases, within a write transaction. */
export class CoverRows {
  constructor(private readonly statements: Statements) {}

  find(key: number): NamedCover | undefined {
    return this.statements.text<NamedCover>('SELECT hash, width, height, source FROM release_cover WHERE release_key = :key').get({ key });
  }

  findRow(key: number): CoverRow | undefined {
    return this.statements
      .text<CoverRow>('SELECT hash, width, height, source, user_key, created_at FROM release_cover WHERE release_key = :key')
      .get({ key });
  }

  /** Whether an image still has files: in use, or not yet swept. */
  hasFiles(hash: string): boolean {
    const { found } = this.statements.text<{ found: 0 | 1 }>(filesOfCover).get({ hash }) ?? {};
    return found === 1;
  }

  /** Sets or replaces the cover of a release. */
  put({ key }: Covered, { hash, width, height, source }: NamedCover, userKey: number | null): void {
    this.statements.text(putCover).run({ key, hash, width, height, source, userKey, createdAt: now() });
  }

  /** Restores a former cover, if its files exist. */
  give(cover: CoverRow, key: number): void {
    if (!this.hasFiles(cover.hash)) return;
    this.statements.text(giveCover).run({ ...cover, key });
  }

  remove(key: number): void {
    this.statements.text('DELETE FROM release_cover WHERE release_key = :key').run({ key });
  }

  /**
   * Sets or removes a cover manually; former files are kept for {@link coverRetentionDays}.
   * @returns the change for a revision; `undefined` if the image is the same
   */
  change(release: Covered, cover: NamedCover | null, author: Author): Revision | undefined {
    const before = this.find(release.key) ?? null;
    if (cover) this.put(release, cover, author.userKey ?? null);
    else this.remove(release.key);
    if (before?.hash === cover?.hash) return undefined;
    if (before) this.keep(before.hash);
    const { username, note = null } = author;
    const of = { type: 'Release', id: release.id, iri: `/api/releases/${release.id}` };
    return { action: 'changed', ...of, username, note, at: now(), before: coverFields(before), after: coverFields(cover) };
  }

  /** Keeps the files of an image for {@link coverRetentionDays} after its row is deleted. */
  keep(hash: string): void {
    const until = timestamp(Date.now() + coverRetentionDays * dayMilliseconds);
    this.statements.text('UPDATE unnamed_cover SET kept_until = :until WHERE hash = :hash').run({ hash, until });
  }
}

const coverFields = (cover: NamedCover | null): Fields => ({ attributes: { cover: cover && { ...cover } }, relationships: {} });

/** Cover in a side of a revision: `null` for none, `undefined` if it concerns other fields. */
export const coverIn = (fields: Fields | null): NamedCover | null | undefined => fields?.attributes.cover as NamedCover | null | undefined;

const filesOfCover = `SELECT EXISTS (SELECT 1 FROM release_cover WHERE hash = :hash)
  OR EXISTS (SELECT 1 FROM unnamed_cover WHERE hash = :hash) AS found`;

const putCover = `
  INSERT INTO release_cover (release_key, hash, width, height, source, user_key, created_at) VALUES (:key, :hash, :width, :height, :source, :userKey, :createdAt)
  ON CONFLICT (release_key) DO UPDATE SET hash = excluded.hash, width = excluded.width, height = excluded.height,
    source = excluded.source, user_key = excluded.user_key, created_at = excluded.created_at`;

/** The user who set it may be deleted since. */
const giveCover = `
  INSERT INTO release_cover (release_key, hash, width, height, source, user_key, created_at)
  VALUES (:key, :hash, :width, :height, :source, (SELECT key FROM user WHERE key = :user_key), :created_at) ON CONFLICT DO NOTHING`;
