import { readFileSync, writeFileSync } from 'node:fs';

/** Flips one bit in the middle of a file, like a failing disk. */
export function flip(path: string): void {
  const bytes = readFileSync(path);
  bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] ?? 0) ^ 1;
  writeFileSync(path, bytes);
}
