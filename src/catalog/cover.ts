import { Type as t } from '@sinclair/typebox';
import { type RawBuilder, sql } from 'kysely';
import { closed } from '../api/schema/schemas';
import { nullable } from '../kinds';

/** Longest sides of cover files in pixels: beside a line, on a shelf, and on a release page. */
export const coverSizes = [96, 320, 960] as const;

export type CoverSize = (typeof coverSizes)[number];

const address = t.String({ format: 'iri-reference' });

export const coverSchema = closed(
  {
    width: t.Integer({
      minimum: 1,
      maximum: 960,
      description: 'Size of the largest file in pixels; other files have the same aspect ratio',
    }),
    height: t.Integer({ minimum: 1, maximum: 960 }),
    url96: address,
    url320: address,
    url960: address,
  },
  'Addresses of its WebP files; they change with the image',
);

export const coverOrNull = nullable(coverSchema);

export interface Cover {
  readonly width: number;
  readonly height: number;
  readonly url96: string;
  readonly url320: string;
  readonly url960: string;
}

export const coverAddress = (release: string, size: CoverSize, hash: string): string =>
  `/api/releases/${release}/cover?size=${size}&hash=${hash}`;

export const coverOf = (
  release: string,
  { hash, width, height }: { readonly hash: string; readonly width: number; readonly height: number },
) => ({
  width,
  height,
  url96: coverAddress(release, 96, hash),
  url320: coverAddress(release, 320, hash),
  url960: coverAddress(release, 960, hash),
});

/** The same in SQL, for a cover row `c` and the UUID of its release. */
const shownCover = (id: string) =>
  sql.raw(
    `json_object('width', c.width, 'height', c.height, ${coverSizes
      .map((size) => `'url${size}', '/api/releases/' || ${id} || '/cover?size=${size}&hash=' || c.hash`)
      .join(', ')})`,
  );

export const coverOfRelease = (row: string): RawBuilder<Cover | null> =>
  sql`(SELECT ${shownCover(`"${row}".id`)} FROM release_cover AS c WHERE c.release_key = ${sql.ref(`${row}.key`)})`;

/** Cover of an album's first edition that has one. */
export const coverOfAlbum = (row: string): RawBuilder<Cover | null> => sql`(
  SELECT ${shownCover('e.id')} FROM "release" AS e JOIN release_cover AS c ON c.release_key = e.key
  WHERE e.album_key = ${sql.ref(`${row}.key`)} ORDER BY e.release_day IS NULL, e.release_day, e.id LIMIT 1
)`;

export const exampleCover: Cover = coverOf('6f1b2d9e-3c4a-5b7d-8e9f-0a1b2c3d4e5f', {
  hash: '1f0c2d4b6a8e9f7d5c3b1a0f2e4d6c8b0a9f8e7d',
  width: 960,
  height: 948,
});
