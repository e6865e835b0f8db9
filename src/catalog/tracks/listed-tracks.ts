import type { Message } from '../../messages/message';
import type { trackVersions } from '../vocabularies/vocabularies';

// Track lists, parsed from text and formatted as text.

export type TrackVersion = (typeof trackVersions.words)[number];

export interface ListedTrack {
  readonly title: string;
  /** As printed: A1. */
  readonly number?: string;
  /** Artist, if the list names one. */
  readonly artist?: string;
  readonly seconds?: number;
  readonly versions?: readonly TrackVersion[];
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

/** Attributes of a track as listed, without its parts. */
export const attributesOfListed = ({ title, number, artist, seconds, versions }: ListedTrack) => ({
  title,
  ...(number !== undefined && { number }),
  ...(artist !== undefined && { artist_text: artist }),
  ...(seconds !== undefined && lengthOfListed(seconds)),
  ...(versions !== undefined && { versions }),
});

export const lengthOfListed = (seconds = 0) => ({ minutes: Math.trunc(seconds / 60), seconds: seconds % 60 });
