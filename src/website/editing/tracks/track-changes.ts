import { attributesOfListed, type ListedDisc, type ListedTrack, lengthOfListed } from '../../../catalog/tracks/listed-tracks';
import type { releaseTracks } from '../../../catalog/tracks/release-tracks';
import { readTrackList } from '../../../catalog/tracks/track-list';
import type { Item } from '../../api/client';
import { type Block, blocksOf, matchBlocks } from './track-matching';

export type Track = Item<typeof releaseTracks>;

/** Missing members stay unchanged. */
export type TrackDocument = Readonly<Record<string, unknown>>;

/** Tracks of a disc and the text that showed them. */
export interface FormerTracks {
  readonly tracks: readonly Track[];
  readonly text: string;
}

/** A pasted list may contain several discs. */
export interface ListedChange {
  readonly heading: string | undefined;
  readonly tracks: readonly TrackDocument[];
}

type Part = Track['attributes']['sub_tracks'][number];

/** A changed list with the tracks matched to its lines. */
export type MatchedList = ReturnType<typeof matchList>;

/** Matches lines to the original tracks. */
export function matchList(former: FormerTracks, text: string) {
  const { discs } = readTrackList(text);
  const tracksIn = (lists: readonly ListedDisc[]) => lists.flatMap(({ tracks }) => tracks);
  const lines = { was: former.text.split('\n'), is: text.split('\n') };
  const blocks = blocksOf(tracksIn(discs), lines.is);
  /** Lines of the original text, by track. */
  const were = blocksOf(tracksIn(readTrackList(former.text).discs), lines.was);
  /** Index of the original track, by line. */
  const matches = matchBlocks(were, blocks);
  return { former, lines, discs, blocks, were, matches };
}

/** A track from another disc, with its line there. */
export interface Moved {
  readonly track: Track;
  readonly was: Block;
  readonly lines: readonly string[];
}

/**
 * Tracks of a changed list. Unchanged lines say nothing about their track; changed ones only what differs, so ids, credits and
 * recordings stay.
 * @param moved tracks from other discs
 */
export function changedTracks(list: MatchedList, moved: ReadonlyMap<Block, Moved>): ListedChange[] {
  const { former, lines, discs, blocks, were, matches } = list;
  const stays = matches.length === former.tracks.length && matches.every((match, index) => match === index);
  const documents = blocks.map((block, index) => {
    const from = moved.get(block);
    const track = from?.track ?? former.tracks[matches[index] ?? -1];
    const was = from?.was ?? were[matches[index] ?? -1];
    if (!track || !was) return newTrack(block.listed);
    const place = stays ? { position: track.attributes.position } : {};
    return {
      id: track.attributes._id,
      ...place,
      ...changesOf(track, was.listed, block.listed, { ...lines, ...(from && { was: from.lines }) }),
    };
  });
  return discs.map(({ heading, tracks }, disc) => {
    const before = discs.slice(0, disc).reduce((count, other) => count + other.tracks.length, 0);
    return { heading, tracks: documents.slice(before, before + tracks.length) };
  });
}

/** Matches new lines to tracks removed from other discs, by title. */
export function movedTracks(lists: readonly MatchedList[]): ReadonlyMap<Block, Moved> {
  const gone = lists.flatMap(({ former, lines, were, matches }) => {
    const matched = new Set(matches);
    return former.tracks.flatMap((track, index) => {
      const was = were[index];
      return was && !matched.has(index) ? [{ track, was, lines: lines.was }] : [];
    });
  });
  const come = lists.flatMap(({ blocks, matches }) => blocks.filter((_, index) => matches[index] === undefined));
  const matches = matchBlocks(
    gone.map(({ was }) => was),
    come,
    'alike',
  );
  return new Map(
    come.flatMap((block, index) => {
      const from = gone[matches[index] ?? -1];
      return from ? [[block, from] as const] : [];
    }),
  );
}

/** Lines of a list before and after. */
interface Lines {
  readonly was: readonly string[];
  readonly is: readonly string[];
}

function changesOf({ attributes }: Track, was: ListedTrack, listed: ListedTrack, lines: Lines): TrackDocument {
  const own = differing(was, listed);
  const formerParts = blocksOf(was.parts, lines.was);
  const parts = blocksOf(listed.parts, lines.is);
  if (formerParts.length === parts.length && formerParts.every(({ raw }, index) => raw === parts[index]?.raw)) return own;
  const kind = parts.length > 0 ? 'compound' : 'track';
  return { ...own, ...(attributes._type !== kind && { _type: kind }), sub_tracks: changedParts(attributes.sub_tracks, formerParts, parts) };
}

/** A list of parts is replaced as a whole, so each part is sent with everything it had. */
function changedParts(parts: readonly Part[], former: readonly Block[], typed: readonly Block[]): object[] {
  const matches = matchBlocks(former, typed);
  return typed.map(({ listed }, index) => {
    const match = matches[index];
    const part = match === undefined ? undefined : parts[match];
    const was = match === undefined ? undefined : former[match]?.listed;
    if (!part || !was) return { ...attributesOfListed(listed), position: index + 1 };
    return { ...withoutMadeLine(part), ...differing(was, listed), position: index + 1 };
  });
}

/** A generated credit line keeps following the names. */
function withoutMadeLine({ artist_credit: line, ...part }: Part): object {
  const last = part.artists.length - 1;
  const generated = part.artists.map(({ name, name_variation: printed, join_phrase: join }, index) => {
    return `${printed ?? name}${join ?? (index === last ? '' : ', ')}`;
  });
  return line === null || line === generated.join('') || line === part.artist_text ? part : { ...part, artist_credit: line };
}

function newTrack(listed: ListedTrack): TrackDocument {
  if (listed.parts.length === 0) return attributesOfListed(listed);
  return {
    ...attributesOfListed(listed),
    _type: 'compound',
    sub_tracks: listed.parts.map((part, index) => ({ ...attributesOfListed(part), position: index + 1 })),
  };
}

function differing(was: ListedTrack, is: ListedTrack): TrackDocument {
  return {
    ...(is.title !== was.title && { title: is.title }),
    ...(is.number !== was.number && { number: is.number ?? null }),
    ...(is.artist !== was.artist && { artist_text: is.artist ?? null }),
    ...(is.seconds !== was.seconds && lengthOfListed(is.seconds)),
    ...(!Bun.deepEquals(is.versions, was.versions) && { versions: is.versions ?? [] }),
  };
}
