import type { RequestContext } from '../../http/request-context';
import { type Comparison, mostCompared, readCues } from './comparison';
import { imprintOf, type NamedEdition } from './edition-names';
import { matchedTracks } from './matching';

/** Each edition is read whole. Albums with more are compared two by two. */
const mostEditions = 5;

/**
 * Which edition has most music, in one sentence.
 * @param editions of this page
 * @param total of the album
 * @returns undefined unless the contents of all editions are known, and one has more than any other
 */
export async function readAdvice(
  context: RequestContext,
  editions: readonly NamedEdition[],
  total: number,
  comparison: Comparison | undefined,
): Promise<string | undefined> {
  const isKnown = editions.length === total && editions.every(({ release: { track_count: count } }) => count > 0 && count <= mostCompared);
  const [most, second, ...rest] = editions.toSorted((a, b) => b.release.track_count - a.release.track_count);
  if (!isKnown || !most || !second || total > mostEditions || most.release.track_count === second.release.track_count) return undefined;
  const cuesOf = (edition: NamedEdition) =>
    [comparison?.one, comparison?.other].find((compared) => compared?.edition === edition)?.cues ?? readCues(context, edition);
  const [own, ...others] = await Promise.all([most, second, ...rest].map(cuesOf));
  if (!own) return undefined;
  const pairs = others.map((cues) => matchedTracks(own, cues));
  const hasAll = pairs.every(({ size }, index) => size === others[index]?.length);
  const shared = new Set(pairs.flatMap((matched) => [...matched.keys()]));
  const { t, format } = context;
  const words = t.albums.advice;
  const parts = [
    hasAll
      ? words.all({ edition: imprintOf(most), count: format.counted(own.length - shared.size) })
      : words.most({ edition: imprintOf(most), count: format.counted(own.length) }),
    most.release.edition_size !== null && words.copies({ count: format.counted(most.release.edition_size) }),
    isLatest(most, editions) && words.latest,
  ];
  return `${parts.filter(Boolean).join(format.semicolon)}.`;
}

const isLatest = ({ release }: NamedEdition, editions: readonly NamedEdition[]): boolean =>
  editions.every((other) => other.release === release || (other.release.year ?? Number.POSITIVE_INFINITY) < (release.year ?? 0));
