import type { formatTypes } from '../../catalog/vocabularies/vocabularies';
import type { Contributor } from '../../records/edit/unreviewed';
import { ownReleaseId, uuidOf } from '../../records/write/uuid-v5';
import { fold } from '../../store/values/folding';
import { normalizeCatalogNumber, readBarcode } from '../../store/values/identifiers';

export type FormatType = (typeof formatTypes.words)[number];

/** A disc as its owner describes it: enough to make a release that stands in for it. Texts are of one line. */
export interface Disc {
  readonly title: string;
  readonly artist?: string | undefined;
  readonly labels: readonly DiscLabel[];
  readonly formats: readonly DiscFormat[];
  /** YYYY, YYYY-MM or YYYY-MM-DD. */
  readonly date?: string | undefined;
  /** Of ISO 3166-1. */
  readonly country?: string | undefined;
  readonly barcode?: string | undefined;
  /** The UUID that it has in another catalog. */
  readonly id?: string | undefined;
  /** Its number at Discogs. */
  readonly discogsId?: string | undefined;
}

export interface DiscLabel {
  readonly name?: string | undefined;
  readonly number?: string | undefined;
}

export interface DiscFormat {
  readonly type: FormatType;
  readonly quantity: number;
  /** As printed: LP, Reissue. */
  readonly descriptions: readonly string[];
  readonly tracks?: readonly DiscTrack[];
}

export interface DiscTrack {
  readonly title: string;
  /** As printed: A1. */
  readonly number?: string | undefined;
  readonly seconds?: number | undefined;
}

/**
 * The UUID of the release that stands in for a disc: the one that the true release has, where that is told; else one of
 * what is said of it, so that two who say the same share a release. Those of contributors are their own.
 */
export function idOfDisc(disc: Disc, contributor?: Contributor): string {
  const shared = sharedIdOf(disc);
  return contributor ? uuidOf(`unreviewed:${contributor.author.userKey}:${shared}`) : shared;
}

function sharedIdOf({ id, discogsId, barcode, title, artist, labels, formats, date }: Disc): string {
  if (id !== undefined) return id;
  if (discogsId !== undefined) return ownReleaseId(discogsId);
  const digits = barcode === undefined ? null : readBarcode(barcode);
  if (digits !== null) return uuidOf(`provisional:barcode:${digits}`);
  const numbers = labels.map(({ name = '', number = '' }) => [fold(name), normalizeCatalogNumber(number)]);
  const types = formats.map(({ type, quantity }) => [type, quantity]);
  return uuidOf(`provisional:${JSON.stringify([fold(title), fold(artist ?? ''), numbers, types, date?.slice(0, 4) ?? null])}`);
}
