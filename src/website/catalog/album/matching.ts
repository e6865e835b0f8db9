import { fold } from '../../../store/values/folding';

export interface ComparedTrack {
  readonly title: string;
  readonly variant: string | null;
  /** Seconds; null if unknown. */
  readonly seconds: number | null;
}

/**
 * Matches tracks of two editions by title, first exactly and then without variants, and by similar length. Each has at most one
 * partner, the nearest in length.
 * @returns positions in `others` by position in `ones`
 */
export function matchedTracks(ones: readonly ComparedTrack[], others: readonly ComparedTrack[]): ReadonlyMap<number, number> {
  const matched = new Map<number, number>();
  const partners = new Set<number>();
  for (const keyOf of [wholeTitle, titleOfCue]) {
    const byTitle = Map.groupBy(others.keys(), (index) => keyOf(others[index] as ComparedTrack));
    for (const [index, one] of ones.entries()) {
      if (matched.has(index)) continue;
      const free = (byTitle.get(keyOf(one)) ?? []).filter((other) => !partners.has(other));
      const nearest = nearestOf(one, free, others);
      if (nearest === undefined) continue;
      matched.set(index, nearest);
      partners.add(nearest);
    }
  }
  return matched;
}

function nearestOf({ seconds }: ComparedTrack, among: readonly number[], tracks: readonly ComparedTrack[]): number | undefined {
  const distanceTo = (index: number) => distanceOf(seconds, tracks[index]?.seconds ?? null);
  return among.filter((index) => distanceTo(index) <= 1).toSorted((a, b) => distanceTo(a) - distanceTo(b))[0];
}

/** Fades and mastering change a length by seconds, of long tracks by more. */
const [secondsBetween, partBetween] = [10, 0.1];

/** Relative difference of two lengths, undefined if too large or unknown. */
function distanceOf(one: number | null, other: number | null): number {
  if (one === null || other === null) return 0;
  return Math.abs(one - other) / Math.max(secondsBetween, partBetween * Math.max(one, other));
}

const wholeTitle = ({ title, variant }: ComparedTrack): string => comparable(`${title} ${variant ?? ''}`);

/** Without brackets that name a variant; others belong to the title. */
const titleOfCue = ({ title }: ComparedTrack): string =>
  comparable(title.replace(/(?:(?<!\s)\s+)?[([][^()[\]]*[)\]]/g, (bracket) => (variantWords.test(bracket) ? '' : bracket)));

const variantWords =
  /\b(alternate|alternative|album|film|single|radio|extended|full|short|long|original|edit|edited|mix|remix|remixed|remaster|remastered|take|demo|version|mono|stereo|instrumental|vocal|bonus|unused|outtake|unreleased|previously|live|rehearsal|excerpt)\b/i;

/** Ignores punctuation, unless there is nothing else. */
function comparable(title: string): string {
  const folded = fold(title);
  return (
    folded
      .replace(/['’‘`]/g, '')
      .replace(/[^\p{L}\p{N}]+/gu, ' ')
      .trim() || folded.trim()
  );
}
