import type { FormatType } from '../../catalog/vocabularies/vocabularies';
import type { Contributor } from '../../records/edit/unreviewed';
import { fold } from '../../store/values/folding';
import { normalizeCatalogNumber, ownReleaseId, readBarcode, uuidOf } from '../../store/values/identifiers';

/** A disc as its owner describes it, enough for a provisional release. Texts are single lines. */
export interface Disc {
  readonly title: string;
  readonly artist?: string | undefined;
  readonly labels: readonly DiscLabel[];
  readonly formats: readonly DiscFormat[];
  /** YYYY, YYYY-MM or YYYY-MM-DD. */
  readonly date?: string | undefined;
  /** ISO 3166-1. */
  readonly country?: string | undefined;
  readonly barcode?: string | undefined;
  /** UUID in another catalog. */
  readonly id?: string | undefined;
  /** Discogs id. */
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
 * UUID of the provisional release: the known id of the release, else derived from the description, so that equal descriptions
 * share a release. Contributors get their own.
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

/** UUIDs of the records that owners name, and that no source has yet: one of each name. */
export const namedId = (type: 'label' | 'artist', name: string): string => uuidOf(`provisional:${type}:${fold(name)}`);

/** UUID of a film that owners name; remakes have other composers. */
export const namedFilmId = (title: string, composers: readonly string[]): string =>
  uuidOf(`provisional:production:${JSON.stringify([fold(title), ...composers])}`);
