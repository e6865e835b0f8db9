import { sql } from 'kysely';
import { parameter, type Statements, writtenQuery } from '../../store/database/sql';
import { now, timestamp } from '../../store/values/dates';
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
    const query = () => writtenQuery('SELECT hash, width, height, source FROM release_cover WHERE release_key = ?', 'key');
    return this.statements.get<NamedCover>('named cover', query).get({ key });
  }

  findRow(key: number): CoverRow | undefined {
    const query = () =>
      writtenQuery('SELECT hash, width, height, source, user_key, created_at FROM release_cover WHERE release_key = ?', 'key');
    return this.statements.get<CoverRow>('cover of', query).get({ key });
  }

  /** Whether an image still has files: in use, or not yet swept. */
  hasFiles(hash: string): boolean {
    const query = sql<{ found: 0 | 1 }>`SELECT EXISTS (SELECT 1 FROM release_cover WHERE hash = ${parameter('hash')})
      OR EXISTS (SELECT 1 FROM unnamed_cover WHERE hash = ${parameter('hash')}) AS found`;
    return this.statements.get<{ found: 0 | 1 }>('files of cover', () => query).get({ hash })?.found === 1;
  }

  /** Sets or replaces the cover of a release. */
  put({ key }: Covered, { hash, width, height, source }: NamedCover, userKey: number | null): void {
    const query = () => writtenQuery(putCover, 'key', 'hash', 'width', 'height', 'source', 'userKey', 'createdAt');
    this.statements.get('put cover', query).run({ key, hash, width, height, source, userKey, createdAt: now() });
  }

  /** Restores a former cover, if its files exist. */
  give(cover: CoverRow, key: number): void {
    if (!this.hasFiles(cover.hash)) return;
    const query = () => writtenQuery(giveCover, 'key', 'hash', 'width', 'height', 'source', 'user_key', 'created_at');
    this.statements.get('cover again', query).run({ ...cover, key });
  }

  remove(key: number): void {
    this.statements.get('remove cover', () => writtenQuery('DELETE FROM release_cover WHERE release_key = ?', 'key')).run({ key });
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
    const until = timestamp(new Date(Date.now() + coverRetentionDays * 86_400_000));
    this.statements
      .get('keep cover', () => writtenQuery('UPDATE unnamed_cover SET kept_until = ?2 WHERE hash = ?1', 'hash', 'until'))
      .run({ hash, until });
  }
}

const coverFields = (cover: NamedCover | null): Fields => ({ attributes: { cover: cover && { ...cover } }, relationships: {} });

/** Cover in a side of a revision: `null` for none, `undefined` if it concerns other fields. */
export const coverIn = (fields: Fields | null): NamedCover | null | undefined => fields?.attributes.cover as NamedCover | null | undefined;

const putCover = `
  INSERT INTO release_cover (release_key, hash, width, height, source, user_key, created_at) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)
  ON CONFLICT (release_key) DO UPDATE SET hash = excluded.hash, width = excluded.width, height = excluded.height,
    source = excluded.source, user_key = excluded.user_key, created_at = excluded.created_at`;

/** The user who set it may be deleted since. */
const giveCover = `
  INSERT INTO release_cover (release_key, hash, width, height, source, user_key, created_at)
  VALUES (?1, ?2, ?3, ?4, ?5, (SELECT key FROM user WHERE key = ?6), ?7) ON CONFLICT DO NOTHING`;
