import type { trackVersions } from '../../../catalog/vocabularies/vocabularies';

/** Version remarks in a track title. */
interface TrackRemarks {
  readonly versions?: readonly (typeof trackVersions.words)[number][];
  readonly source_cue?: true;
}

/** Nothing else is meant by these words in the brackets of a title, or where recordings are told apart. */
const wordings: readonly (readonly [(typeof trackVersions.words)[number], RegExp])[] = [
  [
    'film_version',
    /\b(?:film|movie|motion picture) (?:version|take|mix|edit)\b|\bas (?:heard|used|featured) in (?:the )?(?:film|movie)\b/i,
  ],
  ['album_version', /\b(?:(?:soundtrack )?album|lp) (?:version|take|mix|edit)\b/i],
  ['alternate', /\balternate\b|\balternative (?:version|take|mix|cue)\b|\balt\.? (?:version|take|mix)\b/i],
  ['previously_unreleased', /\bpreviously unreleased\b/i],
];

const sourceCue = /\bsource (?:music|cue)\b|^source$/i;

const brackets = /[([]([^()[\]]+)[)\]]/g;

/** Reads the brackets of a title, and what distinguishes its recording. What they do not say stays open. */
export function trackRemarks(title: string | undefined, disambiguation?: string): TrackRemarks {
  const remarks = [...(title ?? '').matchAll(brackets)].map(([, text = '']) => text.trim());
  if (disambiguation) remarks.push(disambiguation);
  const isNamed = (wording: RegExp) => remarks.some((remark) => wording.test(remark));
  const versions = wordings.flatMap(([version, wording]) => (isNamed(wording) ? [version] : []));
  return { ...(versions.length > 0 && { versions }), ...(isNamed(sourceCue) && { source_cue: true }) };
}
