import { Type as t } from '@sinclair/typebox';
import { defineResource } from '../../api/schema/registry';
import { conflict, notFound } from '../../errors';
import type { Connection, Values } from '../../store/database/connection';
import { dayMilliseconds, now, timestamp } from '../../store/values/dates';
import { count, lineOfText, nullable } from '../items/fields';

export const photosPath = '/api/users/:userId/collection/:itemId/photos';

/** Sleeve, discs and booklet from all sides. */
export const maximumPhotos = 20;

const longestCaption = 100;

/** Null clears it. */
export const captionField = { ...lineOfText(longestCaption), initial: null };

const moment = () => t.String({ format: 'date-time', readOnly: true });

export const itemPhotos = defineResource({
  type: 'ItemPhoto',
  table: 'item_photo',
  path: photosPath,
  noun: 'photo',
  nouns: 'photos',
  description: 'Photos that the user took of a copy. Only the user sees them.',
  within: {
    ancestors: [
      { parameter: 'userId', table: 'user' },
      { parameter: 'itemId', table: 'collection_item' },
    ],
    column: 'item_id',
  },
  attributes: () =>
    t.Object({
      caption: nullable(t.String()),
      position: t.Integer({ description: 'From 1; the others make room' }),
      width: t.Integer({ description: 'Of the largest file in pixels', readOnly: true }),
      height: t.Integer({ readOnly: true }),
      created_at: moment(),
      updated_at: moment(),
    }),
  rows: (db) =>
    db
      .selectFrom('item_photo')
      .innerJoin('user', 'user.key', 'item_photo.user_key')
      .where('item_photo.removed_at', 'is', null)
      .select(['item_photo.key', 'item_photo.id as _id', 'user.id as userId', 'item_photo.item_id as itemId'])
      .select(['item_photo.caption', 'item_photo.position', 'item_photo.width', 'item_photo.height'])
      .select(['item_photo.created_at', 'item_photo.updated_at']),
  writes: () => ({
    fields: { caption: captionField, position: count(maximumPhotos, 1) },
    references: {},
    scopes: { read: 'collection:read', write: 'collection:write' },
  }),
  example: {
    caption: 'Obi',
    position: 1,
    width: 960,
    height: 720,
    created_at: '2026-01-15T09:30:00.000+00:00',
    updated_at: '2026-01-15T09:30:00.000+00:00',
  },
});

/** A copy of a user. */
export type PhotographedCopy = Readonly<Record<'user', number> & Record<'item', string>>;

export const ofCopy = 'item_photo.item_id = :item AND item_photo.user_key = :user';

/** @throws {DomainError} not_found */
export function requireCopy(connection: Connection, copy: PhotographedCopy): void {
  if (!connection.get('SELECT 1 FROM collection_item WHERE id = :item AND user_key = :user', copy))
    throw notFound('no_record_here', { kind: 'collection item', id: copy.item.slice(0, 100) });
}

/** @throws {DomainError} not_found; conflict for one photo too many */
export function requirePlace(connection: Connection, copy: PhotographedCopy): void {
  requireCopy(connection, copy);
  const photos = connection.all(`SELECT 1 FROM item_photo WHERE ${ofCopy} AND removed_at IS NULL`, copy);
  if (photos.length >= maximumPhotos) throw conflict('many_photos', { max: maximumPhotos });
}

/**
 * Adds a photo after the others. Removed photos make room for it.
 * @param picture with the bytes that its files take on a disk
 * @returns its UUID
 * @throws {DomainError} conflict, if the user's quota has no room, or the copy has the photo
 */
export function addPhoto(
  writer: Connection,
  copy: PhotographedCopy,
  picture: Values & { readonly hash: string; readonly bytes: number },
  quota: number,
): string {
  const { user, item } = copy;
  requirePlace(writer, copy);
  requireOther(writer, copy, picture.hash);
  const hasRoom = () => {
    const used = writer.get<{ bytes: number }>('SELECT coalesce(sum(bytes), 0) AS bytes FROM item_photo WHERE user_key = :user', { user });
    return (used?.bytes ?? 0) + picture.bytes <= quota * 1_000_000;
  };
  if (!hasRoom()) writer.change('DELETE FROM item_photo WHERE user_key = :user AND removed_at IS NOT NULL', { user });
  if (!hasRoom()) throw conflict('photo_quota', { max: quota });
  const [id, moment] = [Bun.randomUUIDv7(), now()];
  const place = { user_key: user, item_id: item, position: maximumPhotos + 1 };
  writer.insertRow('item_photo', { id, ...place, ...picture, created_at: moment, updated_at: moment });
  arrange(writer, copy);
  return id;
}

/**
 * Changes a photo, or returns a removed one to its place.
 * @throws {DomainError} not_found; conflict, if the copy is full or has the photo again
 */
export function changePhoto(writer: Connection, copy: PhotographedCopy, id: string, { caption, position }: Values): void {
  const photo = requirePhoto(writer, copy, id);
  const isRemoved = photo.removed_at !== null;
  if (isRemoved) requirePlace(writer, copy);
  if (isRemoved) requireOther(writer, copy, photo.hash);
  const after = { caption: caption === undefined ? photo.caption : caption, position: Number(position ?? photo.position) };
  if (!isRemoved && after.caption === photo.caption && after.position === photo.position) return;
  const change = 'UPDATE item_photo SET caption = :caption, position = :position, removed_at = NULL, updated_at = :now WHERE key = :key';
  writer.change(change, { ...after, now: now(), key: photo.key });
  arrange(writer, copy, { key: photo.key, side: after.position > photo.position ? 1 : -1 });
}

/** It can be restored for a day. @throws {DomainError} not_found */
export function removePhoto(writer: Connection, copy: PhotographedCopy, id: string): void {
  const { key, removed_at } = requirePhoto(writer, copy, id);
  if (removed_at !== null) throw noPhoto(id);
  writer.change('UPDATE item_photo SET removed_at = :now WHERE key = :key', { now: now(), key });
  arrange(writer, copy);
}

export const noPhoto = (id: string) => notFound('no_record_here', { kind: itemPhotos.noun, id: id.slice(0, 100) });

export function requirePhoto(connection: Connection, copy: PhotographedCopy, id: string) {
  const photo = connection.get<{ key: number; caption: string | null; position: number; hash: string; removed_at: string | null }>(
    `SELECT key, caption, position, hash, removed_at FROM item_photo WHERE id = :id AND ${ofCopy}`,
    { ...copy, id },
  );
  if (!photo) throw noPhoto(id);
  return photo;
}

function requireOther(writer: Connection, copy: PhotographedCopy, hash: string): void {
  if (writer.get(`SELECT 1 FROM item_photo WHERE ${ofCopy} AND hash = :hash AND removed_at IS NULL`, { ...copy, hash }))
    throw conflict('photo_exists');
}

/** Numbers the photos from 1. @param moved stands before or after the one at its position */
const arrange = (writer: Connection, { item }: PhotographedCopy, moved = { key: 0, side: 0 }): unknown =>
  writer.change(
    `UPDATE item_photo SET position = placed.position FROM (
      SELECT key, row_number() OVER (ORDER BY 2 * position + iif(key = :key, :side, 0), key) AS position
      FROM item_photo WHERE item_id = :item AND removed_at IS NULL
    ) AS placed WHERE placed.key = item_photo.key AND item_photo.position <> placed.position`,
    { item, ...moved },
  );

export interface ArchivedPhoto {
  readonly hash: string;
  /** Path in the archive. */
  readonly file: string;
  readonly created_at: string;
}

/** All photos of a user, with what an archive needs to tell them apart. */
export const photoFilesOf = (reader: Connection, user: number): ArchivedPhoto[] =>
  reader.all<ArchivedPhoto>(
    `SELECT p.hash, coalesce(substr(r.slug, 1, 100), 'release') || '-' || p.item_id || '/' || p.position || '.webp' AS file,
      r.id AS release_id, r.title AS release_title, p.caption, p.position, p.width, p.height, p.created_at
    FROM item_photo AS p JOIN collection_item AS i ON i.id = p.item_id JOIN "release" AS r ON r.key = i.release_key
    WHERE p.user_key = :user AND p.removed_at IS NULL ORDER BY i.created_at, i.id, p.position`,
    { user },
  );

/** Removed before this moment, a photo is deleted. */
export const photosEndBefore = (): string => timestamp(Date.now() - dayMilliseconds);
