import { type Cover, type CoverSize, coverSizes } from '../../../catalog/cover';
import type { Addresses } from '../../http/addresses';

const fileOfApi = /^\/api\/releases\/(?<release>[^/]+)\/cover\?size=\d+&hash=(?<hash>[0-9a-f]{40})$/;

/** Where a page has a file of a cover: the API's own addresses want a token, which pictures of pages cannot send. */
export function coverFile(to: Addresses, cover: Cover, size: CoverSize): string {
  const { release = '', hash = '' } = fileOfApi.exec(cover[`url${size}`])?.groups ?? {};
  return to.cover(release, `${hash}.${size}.webp`);
}

/** All files of a cover, each with its width, for a browser to choose from. */
export function coverFiles(to: Addresses, cover: Cover): string {
  const widths = new Map(coverSizes.map((size) => [widthOf(cover, size), size]));
  return [...widths].map(([width, size]) => `${coverFile(to, cover, size)} ${width}w`).join(', ');
}

/** The longer side is as long as the size says, where the picture is as large as that. */
const widthOf = ({ width, height }: Cover, size: CoverSize): number =>
  Math.max(1, Math.round(width * Math.min(1, size / Math.max(width, height))));

/** Below this a picture is blurred on the page of its release, which shows it more than twice as large. */
const smallest = 200;

export const isSmall = ({ width, height }: Cover): boolean => Math.max(width, height) < smallest;

/** As what a picture is sent: the API looks at what it is, and says so of what is none. */
export const pictureTypeOf = ({ type }: File): 'image/jpeg' | 'image/png' | 'image/webp' =>
  type === 'image/png' || type === 'image/webp' ? type : 'image/jpeg';
