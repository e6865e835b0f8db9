import { type Cover, type CoverSize, coverSizes } from '../../../catalog/cover';
import type { Addresses } from '../../http/addresses';

const fileOfApi = /^\/api\/releases\/(?<release>[^/]+)\/cover\?size=\d+&hash=(?<hash>[0-9a-f]{40})$/;

/** Page address of a cover file: images cannot send the API's token. */
export function coverFile(to: Addresses, cover: Cover, size: CoverSize): string {
  const { release = '', hash = '' } = fileOfApi.exec(cover[`url${size}`])?.groups ?? {};
  return to.cover(release, `${hash}.${size}.webp`);
}

/** For `srcset`. */
export function coverFiles(to: Addresses, cover: Cover): string {
  const widths = new Map(coverSizes.map((size) => [widthOf(cover, size), size]));
  return [...widths].map(([width, size]) => `${coverFile(to, cover, size)} ${width}w`).join(', ');
}

/** The size limits the longer side. */
const widthOf = ({ width, height }: Cover, size: CoverSize): number =>
  Math.max(1, Math.round(width * Math.min(1, size / Math.max(width, height))));

/** Smaller images are blurred on release pages. */
const smallest = 200;

export const isSmall = ({ width, height }: Cover): boolean => Math.max(width, height) < smallest;

/** A guess; the API checks the content. */
export const pictureTypeOf = ({ type }: File): 'image/jpeg' | 'image/png' | 'image/webp' =>
  type === 'image/png' || type === 'image/webp' ? type : 'image/jpeg';
