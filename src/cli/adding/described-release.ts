import { attributesOfListed, type ListedDisc, type ListedTrack } from '../../catalog/tracks/listed-tracks';
import type { FormatType } from '../../catalog/vocabularies/vocabularies';
import type { CreditedArtist } from '../../matching/typed-records';

/** A release as described by options. */
export interface DescribedWords {
  readonly title: string;
  readonly artist?: string | undefined;
  readonly format?: string | undefined;
  readonly barcode?: string | undefined;
  readonly number?: string | undefined;
  readonly label?: string | undefined;
  /** YYYY, YYYY-MM or YYYY-MM-DD. */
  readonly date?: string | undefined;
  readonly country?: string | undefined;
  readonly tracks?: string | undefined;
  readonly whole?: boolean | undefined;
}

export interface DescribedRelease extends Omit<DescribedWords, 'format' | 'tracks' | 'whole'> {
  readonly format?: FormatType | undefined;
  /** Number of discs, unless tracks tell. */
  readonly quantity?: number | undefined;
  readonly discs: readonly ListedDisc[];
  /** False for a provisional release. */
  readonly isWhole: boolean;
}

export interface ReferencedRecords {
  readonly artists: readonly CreditedArtist[];
  readonly label?: string | undefined;
}

export function attributesOf(described: DescribedRelease, named: ReferencedRecords): Readonly<Record<string, unknown>> {
  const { title, artist, barcode, number, date, country, isWhole } = described;
  const isLabelled = named.label !== undefined || number !== undefined;
  return {
    title,
    ...(artist !== undefined && { artist_credit: artist }),
    ...(named.artists.length > 0 && { artists: named.artists }),
    ...(barcode !== undefined && { barcode }),
    ...(date !== undefined && { release_date: date }),
    ...(country !== undefined && { country }),
    ...(isLabelled && { labels: [{ iri: named.label ?? null, catalog_number: number ?? null }] }),
    ...(!isWhole && { provisional: true }),
    formats: formatsOf(described),
  };
}

function formatsOf({ format, quantity = 1, discs }: DescribedRelease): readonly object[] {
  const type = format === undefined ? {} : { format_type: format };
  if (discs.length === 0) return format === undefined ? [] : [{ ...type, ...(quantity > 1 && { quantity }) }];
  return discs.map(({ heading, tracks }) => ({ ...type, ...(heading !== undefined && { title: heading }), tracks: tracks.map(trackOf) }));
}

function trackOf(track: ListedTrack): object {
  const { parts } = track;
  return {
    ...attributesOfListed(track),
    ...(parts.length > 0 && {
      _type: 'compound',
      sub_tracks: parts.map((part, index) => ({ position: index + 1, ...attributesOfListed(part) })),
    }),
  };
}
