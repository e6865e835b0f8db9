import type { releaseTracks } from '../../../catalog/tracks/release-tracks';
import type { Item } from '../../api/client';
import type { RequestContext } from '../../http/request-context';
import { formatOf } from '../release/load';
import { readTracks } from '../release/read-tracks';
import { lengthOf } from '../release/tracks';
import type { NamedEdition } from './edition-names';
import { type ComparedTrack, matchedTracks } from './matching';

/** The longest box sets are cut. */
export const mostCompared = 300;

export interface ComparedCue extends ComparedTrack {
  /** As printed, else counted per disc. */
  readonly position: string;
  readonly disc: NamedEdition['formats'][number] | undefined;
  readonly onOther: ComparedCue | undefined;
}

export interface ComparedEdition {
  readonly edition: NamedEdition;
  readonly cues: readonly ComparedCue[];
}

export type Comparison = ReturnType<typeof compared>;

/** By slugs in the query; by default, the first edition and the one with most tracks. */
export async function readComparison(context: RequestContext, editions: readonly NamedEdition[]): Promise<Comparison | undefined> {
  const told = editions.filter(({ release }) => release.track_count > 0);
  if (told.length < 2) return undefined;
  const named = (name: string) => told.find(({ release }) => release.slug === context.query.get(name));
  const one = named('a') ?? told[0];
  const other = named('b') ?? longestBut(told, one);
  if (!one || !other) return undefined;
  const [ones, others] = await Promise.all([readCues(context, one), readCues(context, other)]);
  return compared({ edition: one, cues: ones }, { edition: other, cues: others });
}

/** The first of those with most tracks. */
const longestBut = (editions: readonly NamedEdition[], but: NamedEdition | undefined): NamedEdition | undefined =>
  editions.filter((edition) => edition !== but).toSorted((a, b) => b.release.track_count - a.release.track_count)[0];

function compared(one: ComparedEdition, other: ComparedEdition) {
  const pairs = matchedTracks(one.cues, other.cues);
  const back = new Map([...pairs].map(([from, to]) => [to, from]));
  return {
    one: { ...one, cues: one.cues.map((cue, index) => ({ ...cue, onOther: other.cues[pairs.get(index) ?? -1] })) },
    other: { ...other, cues: other.cues.map((cue, index) => ({ ...cue, onOther: one.cues[back.get(index) ?? -1] })) },
    counts: { both: pairs.size, one: one.cues.length - pairs.size, other: other.cues.length - pairs.size },
  };
}

export async function readCues({ api }: RequestContext, { release, formats }: NamedEdition): Promise<ComparedCue[]> {
  const tracks = await readTracks(api, release._id, { count: Math.min(release.track_count, mostCompared) });
  const discOf = (track: Item<typeof releaseTracks>) => formats.findIndex(({ _id }) => _id === formatOf(track));
  // Discs may come in any order.
  return tracks.toSorted((one, other) => discOf(one) - discOf(other)).map((track) => cueOf(track, formats, discOf(track)));
}

function cueOf(track: Item<typeof releaseTracks>, formats: NamedEdition['formats'], index: number): ComparedCue {
  const { title, variant, number, position } = track.attributes;
  const counted = number ?? String(position);
  // Printed numbers may restart on each disc.
  const isOfDisc = formats.length > 1 && /^\d+$/.test(counted);
  return {
    title,
    variant,
    seconds: lengthOf(track.attributes),
    position: isOfDisc ? `${index + 1}-${counted}` : counted,
    disc: formats[index],
    onOther: undefined,
  };
}
