import { readFileSync, writeFileSync } from 'node:fs';

/** Changes one bit in the middle of a file, as a disk does that goes bad. */
export function flip(path: string): void {
  const bytes = readFileSync(path);
  bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] ?? 0) ^ 1;
  writeFileSync(path, bytes);
}
