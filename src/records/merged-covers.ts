import type { CoverRow, CoverRows } from './cover-rows';

/** The cover of a release that was merged into another, which takes it along where it has none. */
export interface KeptCover {
  /** The UUID of the release. */
  readonly of: string;
  /** Whether the release that it was merged into had none of its own. */
  readonly isMoved: boolean;
  readonly cover: CoverRow;
}

/** A picture that is the other release's still goes back; one that had to go comes back as long as its files are there. */
export function bringCoverBack(covers: CoverRows, { isMoved, cover }: KeptCover, from: number, to: number): void {
  if (isMoved && covers.find(from)?.hash === cover.hash) covers.remove(from);
  covers.give(cover, to);
}
