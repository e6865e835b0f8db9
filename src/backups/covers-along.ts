import { copyFileSync, existsSync, linkSync, mkdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { syncFile } from '../store/files/sync';
import { filesBelow } from './integrity';

/** Sources of cover files: the current folder and an earlier backup. */
export interface CoverFolders {
  readonly from: string;
  /** Files of the same name and size are hard-linked from here: covers are named by their content and never change. */
  readonly earlier?: string | undefined;
  readonly to: string;
  /** The pictures that are wanted, by the hashes in their names; all where that is not said. */
  readonly hashes?: ReadonlySet<string>;
}

/**
 * Has the files of covers in a further folder: as links where the disk is the same, so that they take no room of their own,
 * and else as copies. Files that are there already stay. Names those that are new there.
 */
export function bringCovers({ from, earlier, to, hashes }: CoverFolders): string[] {
  const there = new Set(filesBelow(to));
  const coming = filesBelow(from).filter((file) => !there.has(file) && (hashes?.has(hashOf(file)) ?? true));
  for (const folder of new Set(coming.map((file) => dirname(join(to, file))))) mkdirSync(folder, { recursive: true, mode: 0o700 });
  return coming.filter((file) => bring(join(from, file), earlier && join(earlier, file), join(to, file)));
}

/** Of a picture, by the path of one of its files: `1f/1f0c….320.webp`. */
export const hashOf = (file: string): string => /([0-9a-f]{40})\.\d+\.webp$/.exec(file)?.[1] ?? '';

/** Says `false` of one that was removed meanwhile. */
function bring(from: string, earlier: string | undefined, to: string): boolean {
  const size = statSync(from, { throwIfNoEntry: false })?.size;
  if (size === undefined) return false;
  const isThere = earlier !== undefined && statSync(earlier, { throwIfNoEntry: false })?.size === size;
  if (link(from, to) || (isThere && link(earlier, to))) return true;
  if (!existsSync(from)) return false;
  copyFileSync(from, to);
  syncFile(to);
  return true;
}

function link(from: string, to: string): boolean {
  try {
    linkSync(from, to);
    return true;
  } catch {
    // Another disk, one without links, or a file with as many of them as may be.
    return false;
  }
}
