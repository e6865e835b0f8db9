import type { Message } from '../../messages/message';
// Track lists, parsed from text and formatted as text.

export interface ListedTrack {
  readonly title: string;
  /** As printed: A1. */
  readonly number?: string;
  /** Artist, if the list names one. */
  readonly artist?: string;
  readonly seconds?: number;
  /** Line in the text, from 1. */
  readonly line: number;
  readonly parts: readonly ListedTrack[];
}

export interface ListedDisc {
  /** Heading above its tracks, unless it only numbers the disc. */
  readonly heading?: string;
  readonly tracks: readonly ListedTrack[];
}

export interface OddLine {
  readonly line: number;
  /** Its text, shortened if long. */
  readonly text: string;
  readonly problem: Message;
  /** Whether it counts as a track anyway. */
  readonly isTaken: boolean;
}

export interface TrackList {
  readonly discs: readonly ListedDisc[];
  readonly odd: readonly OddLine[];
}
