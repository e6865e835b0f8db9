import type { ListedDisc, ListedTrack, OddLine } from '../../catalog/tracks/listed-tracks';
import type { ReleaseInShort } from '../../collection/releases-shown';
import { sentenceOf } from '../../messages/message';
import { pluralize } from '../../pluralize';
import { barcodeFault } from '../../store/values/identifiers';
import type { DescribedRelease, ReferencedRecords } from './described-release';

/** What was recognized, as text for review. */
export function understood(release: DescribedRelease, { artists, label }: ReferencedRecords, odd: readonly OddLine[]): string {
  const known = (isKnown: boolean) => (isKnown ? ' (in the catalog)' : '');
  const fields = [
    ['Title', release.title],
    ['Artist', release.artist && `${release.artist}${known(artists.length > 0)}`],
    ['Format', release.format],
    ['Barcode', release.barcode],
    ['Label', [release.label && `${release.label}${known(label !== undefined)}`, release.number].filter((text) => text).join(', ')],
    ['Released', [release.date, release.country].filter((text) => text).join(', ')],
    ['Tracks', release.discs.length > 0 ? lengthsOf(release.discs) : undefined],
  ].filter(([, value]) => value);
  const tracks = release.discs.flatMap(({ heading, tracks }, index) => [
    ...(release.discs.length > 1 || heading !== undefined ? [`  Disc ${index + 1}${heading === undefined ? '' : `: ${heading}`}`] : []),
    ...tracks.flatMap((track) => [trackLine(track, '  '), ...track.parts.map((part) => trackLine(part, '    '))]),
  ]);
  return [
    ...fields.map(([name = '', value]) => `${name.padEnd(9)} ${value}`),
    ...tracks,
    ...barcodeCaution(release.barcode),
    ...odd.map(oddText),
  ].join('\n');
}

/** Warnings about a barcode, which is stored as entered. */
export function barcodeCaution(barcode = ''): readonly string[] {
  const fault = barcodeFault(barcode);
  if (fault === undefined) return [];
  return [
    fault === 'length'
      ? `Barcode ${barcode} is saved as entered, but barcodes have 8, 12, 13 or 14 digits.`
      : `Barcode ${barcode} is saved as entered, but its check digit is wrong.`,
  ];
}

export const oddText = ({ line, text, problem, isTaken }: OddLine): string =>
  `Line ${line}: ${sentenceOf(problem)}${isTaken ? '' : ` It is left out: ${text.slice(0, 80)}`}`;

function lengthsOf(discs: readonly ListedDisc[]): string {
  const tracks = discs.flatMap((disc) => disc.tracks);
  const seconds = tracks.flatMap((track) => [track, ...track.parts]).reduce((sum, track) => sum + (track.seconds ?? 0), 0);
  const onDiscs = discs.length > 1 ? ` on ${pluralize(discs.length, 'disc')}` : '';
  return `${pluralize(tracks.length, 'track')}${onDiscs}${seconds > 0 ? `, ${lengthText(seconds)}` : ''}`;
}

const trackLine = ({ number = '', artist, title, seconds }: ListedTrack, indent: string): string =>
  `${indent}${number.padEnd(4)} ${artist === undefined ? '' : `${artist}: `}${title}${seconds === undefined ? '' : `  ${lengthText(seconds)}`}`;

const lengthText = (seconds: number): string => `${Math.trunc(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;

export function releaseLine({ title, artist_credit, year, formats, label, catalog_number, slug }: ReleaseInShort): string {
  const media = formats.map(({ format_type, quantity }) => (quantity > 1 ? `${quantity}x${format_type}` : format_type)).join(' + ');
  const facts = [artist_credit, year, media, label, catalog_number].filter((fact) => fact);
  return `${title}${facts.length > 0 ? ` (${facts.join(', ')})` : ''}: /releases/${slug}`;
}
