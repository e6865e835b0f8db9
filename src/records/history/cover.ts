import type { Connection } from '../../store/database/connection';
import { dayMilliseconds, now, timestamp } from '../../store/values/dates';
import type { Fields } from '../write/record';
import type { Author, CoverRow, NamedCover, Revision } from './revisions';

/** A release whose cover changes. */
export interface Covered {
  readonly key: number;
  readonly id: string;
}

/** How long replaced covers can be restored. */
export const coverRetentionDays = 30;

export function readCover(connection: Connection, key: number): NamedCover | undefined {
  return connection.get<NamedCover>('SELECT hash, width, height, source FROM release_cover WHERE release_key = :key', { key });
}

export function readCoverRow(connection: Connection, key: number): CoverRow | undefined {
  return connection.get<CoverRow>('SELECT hash, width, height, source, user_key, created_at FROM release_cover WHERE release_key = :key', {
    key,
  });
}

/** Whether an image still has files: in use, or not yet swept. */
export function hasCoverFiles(connection: Connection, hash: string): boolean {
  const { found } = connection.get<{ found: 0 | 1 }>(filesOfCover, { hash }) ?? {};
  return found === 1;
}

/** Sets or replaces the cover of a release. */
export function writeCover(
  connection: Connection,
  { key }: Covered,
  { hash, width, height, source }: NamedCover,
  userKey: number | null,
): void {
  connection.change(putCover, { key, hash, width, height, source, userKey, createdAt: now() });
}

/** Restores a former cover, if its files exist. */
export function restoreCover(connection: Connection, cover: CoverRow, key: number): void {
  if (!hasCoverFiles(connection, cover.hash)) return;
  connection.change(giveCover, { ...cover, key });
}

export function removeCover(connection: Connection, key: number): void {
  connection.change('DELETE FROM release_cover WHERE release_key = :key', { key });
}

/**
 * Sets or removes a cover manually; former files are kept for {@link coverRetentionDays}.
 * @returns the change for a revision; `undefined` if the image is the same
 */
export function changeCover(connection: Connection, release: Covered, cover: NamedCover | null, author: Author): Revision | undefined {
  const before = readCover(connection, release.key) ?? null;
  if (cover) writeCover(connection, release, cover, author.userKey ?? null);
  else removeCover(connection, release.key);
  if (before?.hash === cover?.hash) return undefined;
  if (before) retainCover(connection, before.hash);
  const { username, note = null } = author;
  const of = { type: 'Release', id: release.id, iri: `/api/releases/${release.id}` };
  return { action: 'changed', ...of, username, note, at: now(), before: coverFields(before), after: coverFields(cover) };
}

/** Keeps the files of an image for {@link coverRetentionDays} after its row is deleted. */
export function retainCover(connection: Connection, hash: string): void {
  const until = timestamp(Date.now() + coverRetentionDays * dayMilliseconds);
  connection.change('UPDATE unnamed_cover SET kept_until = :until WHERE hash = :hash', { hash, until });
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
