import { fold } from '../../../store/values/folding';

/** A track as it is compared with those of another edition. */
interface ComparedTrack {
  readonly title: string;
  readonly variant: string | null;
  /** Its length in seconds; `null` where nobody knows. */
  readonly seconds: number | null;
}

/**
 * Which tracks of two editions are the same cue: their titles agree, first with all that stands in them and then without
 * what tells a variant, and their lengths are near each other. Each has one partner at most, the nearest in length.
 * @returns by the position in `ones` the position in `others`
 */
export function matchedTracks(ones: readonly ComparedTrack[], others: readonly ComparedTrack[]): ReadonlyMap<number, number> {
  const matched = new Map<number, number>();
  const taken = new Set<number>();
  for (const keyOf of [wholeTitle, titleOfCue]) {
    const byTitle = Map.groupBy(others.keys(), (index) => keyOf(others[index] as ComparedTrack));
    for (const [index, one] of ones.entries()) {
      if (matched.has(index)) continue;
      const free = (byTitle.get(keyOf(one)) ?? []).filter((other) => !taken.has(other));
      const nearest = nearestOf(one, free, others);
      if (nearest === undefined) continue;
      matched.set(index, nearest);
      taken.add(nearest);
    }
  }
  return matched;
}

function nearestOf({ seconds }: ComparedTrack, among: readonly number[], tracks: readonly ComparedTrack[]): number | undefined {
  const distanceTo = (index: number) => distanceOf(seconds, tracks[index]?.seconds ?? null);
  return among.filter((index) => distanceTo(index) <= 1).toSorted((a, b) => distanceTo(a) - distanceTo(b))[0];
}

/** Fades and mastering change the length of a cue by some seconds, and of a long one by more. */
const [secondsBetween, partBetween] = [10, 0.1];

/** How far two lengths are apart, of what they may be for the same cue; nothing where one is not known. */
function distanceOf(one: number | null, other: number | null): number {
  if (one === null || other === null) return 0;
  return Math.abs(one - other) / Math.max(secondsBetween, partBetween * Math.max(one, other));
}

const wholeTitle = ({ title, variant }: ComparedTrack): string => comparable(`${title} ${variant ?? ''}`);

/** Without brackets that name a variant of a cue; other brackets are part of its title. */
const titleOfCue = ({ title }: ComparedTrack): string =>
  comparable(title.replace(/\s*[([][^()[\]]*[)\]]/g, (bracket) => (variantWords.test(bracket) ? '' : bracket)));

const variantWords =
  /\b(alternate|alternative|album|film|single|radio|extended|full|short|long|original|edit|edited|mix|remix|remixed|remaster|remastered|take|demo|version|mono|stereo|instrumental|vocal|bonus|unused|outtake|unreleased|previously|live|rehearsal|excerpt)\b/i;

/** Without punctuation: printers set it as they like. Titles of nothing else stay as they are. */
function comparable(title: string): string {
  const folded = fold(title);
  return (
    folded
      .replace(/['’‘`]/g, '')
      .replace(/[^\p{L}\p{N}]+/gu, ' ')
      .trim() || folded.trim()
  );
}
