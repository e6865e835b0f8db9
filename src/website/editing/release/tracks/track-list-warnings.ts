import type { OddLine } from '../../../../catalog/listed-tracks';
import { readTrackList } from '../../../../catalog/track-list';

/** Odd lines of a track list that did not stand in it before: what a record has is not called into question. */
export function newlyOdd(text: string, former: string): OddLine[] {
  const { odd } = readTrackList(text);
  if (odd.length === 0) return [];
  const stood = new Set(former.split('\n').map((line) => line.trim()));
  const lines = text.split('\n');
  return odd.filter(({ line }) => !stood.has((lines[line - 1] ?? '').trim()));
}
