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
  /** Hashes of the wanted pictures; all if missing. */
  readonly hashes?: ReadonlySet<string>;
}

/**
 * Brings cover files into another folder: hard links on the same disk, else copies. Existing files stay.
 * @returns the new files
 */
export function bringCovers({ from, earlier, to, hashes }: CoverFolders): string[] {
  const there = new Set(filesBelow(to));
  const coming = filesBelow(from).filter((file) => !there.has(file) && (hashes?.has(hashOf(file)) ?? true));
  for (const folder of new Set(coming.map((file) => dirname(join(to, file))))) mkdirSync(folder, { recursive: true, mode: 0o700 });
  return coming.filter((file) => bring(join(from, file), earlier && join(earlier, file), join(to, file)));
}

/** From the path of one of its files: `1f/1f0c….320.webp`. */
export const hashOf = (file: string): string => /([0-9a-f]{40})\.\d+\.webp$/.exec(file)?.[1] ?? '';

/** @returns false if the file was removed meanwhile */
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
    // Another disk, no support for links, or too many links.
    return false;
  }
}
