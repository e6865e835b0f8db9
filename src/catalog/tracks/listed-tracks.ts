import type { Message } from '../../messages/message';
// What a track list says, as it is read from a text and written as one.

export interface ListedTrack {
  readonly title: string;
  /** As printed: A1. */
  readonly number?: string;
  /** Whose it is, where the list says so. */
  readonly artist?: string;
  readonly seconds?: number;
  /** Of the text, counted from 1. */
  readonly line: number;
  readonly parts: readonly ListedTrack[];
}

export interface ListedDisc {
  /** What stands above its tracks, where that is more than which disc it is. */
  readonly heading?: string;
  readonly tracks: readonly ListedTrack[];
}

/** A line of which something looks wrong. */
export interface OddLine {
  readonly line: number;
  /** As it stands there, cut where it is very long. */
  readonly text: string;
  readonly problem: Message;
  /** Whether it is a track all the same. */
  readonly isTaken: boolean;
}

export interface TrackList {
  readonly discs: readonly ListedDisc[];
  readonly odd: readonly OddLine[];
}
