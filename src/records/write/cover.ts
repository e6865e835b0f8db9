import { sql } from 'kysely';
import { parameter, type Statements, writtenQuery } from '../../store/database/sql';
import { now, timestamp } from '../../store/values/time';
import type { Author, Revision } from '../edit/edit';
import type { Fields } from './record';

/** A cover, as revisions name it. */
export interface NamedCover {
  readonly hash: string;
  readonly width: number;
  readonly height: number;
  /** An address of the web, where one was asked for it. */
  readonly source: string;
}

/** The cover of a release, as its row has it. */
export interface CoverRow extends NamedCover {
  readonly user_key: number | null;
  readonly created_at: string;
}

/** A release whose cover is changed. */
export interface Covered {
  readonly key: number;
  readonly id: string;
}

/** For so long the files of a cover that a person replaced or removed stay: a slip is noticed within that time. */
export const keptDays = 30;

/** What releases have of covers, within the transaction of a write. */
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

  /** Whether a picture has its files: some release has it, or it was not swept away yet. */
  hasFiles(hash: string): boolean {
    const query = sql<{ found: 0 | 1 }>`SELECT EXISTS (SELECT 1 FROM release_cover WHERE hash = ${parameter('hash')})
      OR EXISTS (SELECT 1 FROM unnamed_cover WHERE hash = ${parameter('hash')}) AS found`;
    return (
      this.statements.get<{ found: 0 | 1 }>('files of cover', (db) => ({ compile: () => query.compile(db) })).get({ hash })?.found === 1
    );
  }

  /** Gives a release a cover, in the place of the one that it has. */
  put({ key }: Covered, { hash, width, height, source }: NamedCover, userKey: number | null): void {
    const query = () => writtenQuery(putCover, 'key', 'hash', 'width', 'height', 'source', 'userKey', 'createdAt');
    this.statements.get('put cover', query).run({ key, hash, width, height, source, userKey, createdAt: now() });
  }

  /** Gives a release without a cover one that it had, as long as the files of that are there. */
  give(cover: CoverRow, key: number): void {
    if (!this.hasFiles(cover.hash)) return;
    const query = () => writtenQuery(giveCover, 'key', 'hash', 'width', 'height', 'source', 'user_key', 'created_at');
    this.statements.get('cover again', query).run({ ...cover, key });
  }

  remove(key: number): void {
    this.statements.get('remove cover', () => writtenQuery('DELETE FROM release_cover WHERE release_key = ?', 'key')).run({ key });
  }

  /**
   * Gives a release the cover that a person wants it to have, or none. The files of the one before stay for {@link keptDays}.
   * @returns what is to be kept as a revision; none, where the picture is the same
   */
  change(release: Covered, cover: NamedCover | null, author: Author): Revision | undefined {
    const before = this.find(release.key) ?? null;
    if (cover) this.put(release, cover, author.userKey ?? null);
    else this.remove(release.key);
    if (before?.hash === cover?.hash) return undefined;
    if (before) this.keep(before.hash);
    const { username, note = null } = author;
    const of = { type: 'Release', id: release.id, iri: `/api/releases/${release.id}` };
    return { action: 'changed', ...of, username, note, at: now(), before: saying(before), after: saying(cover) };
  }

  /** Keeps the files of a picture for {@link keptDays}, once its row went: the trigger that follows that has said that it lost a name. */
  keep(hash: string): void {
    const until = timestamp(new Date(Date.now() + keptDays * 86_400_000));
    this.statements
      .get('keep cover', () => writtenQuery('UPDATE unnamed_cover SET kept_until = ?2 WHERE hash = ?1', 'hash', 'until'))
      .run({ hash, until });
  }
}

const saying = (cover: NamedCover | null): Fields => ({ attributes: { cover: cover && { ...cover } }, relationships: {} });

/** The cover that a side of a revision names: `null` for none, `undefined` where it is of other fields. */
export const coverIn = (fields: Fields | null): NamedCover | null | undefined => fields?.attributes.cover as NamedCover | null | undefined;

const putCover = `
  INSERT INTO release_cover (release_key, hash, width, height, source, user_key, created_at) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)
  ON CONFLICT (release_key) DO UPDATE SET hash = excluded.hash, width = excluded.width, height = excluded.height,
    source = excluded.source, user_key = excluded.user_key, created_at = excluded.created_at`;

/** Whoever gave it may have been removed since. */
const giveCover = `
  INSERT INTO release_cover (release_key, hash, width, height, source, user_key, created_at)
  VALUES (?1, ?2, ?3, ?4, ?5, (SELECT key FROM user WHERE key = ?6), ?7) ON CONFLICT DO NOTHING`;
