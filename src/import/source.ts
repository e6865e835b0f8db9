import type { LicensedInput, SourceRights } from '../records/provenance/sources';
import type { ImportedRecord } from '../records/write/record';
import type { DeferredDocument } from './deferred/blocks';

/** Position after an item: JSON understood only by its source. */
export type Position = Readonly<Record<string, string | number | boolean | null>>;

/** One source document (a line or an XML element) with its records. */
export interface SourceItem {
  /** Source name, under which values are remembered: "musicbrainz/release", "discogs/releases", "ndjson". */
  readonly source: string;
  /** File name as given by the user. */
  readonly file: string;
  /** From 1; in XML the number of the element. */
  readonly line: number;
  /** Offset in the decompressed file. */
  readonly offset: number;
  readonly records: readonly ImportedRecord[];
  /** Instead of records: the reason of a refusal, and the document cut to 10,000 characters. */
  readonly rejected?: { readonly reason: string; readonly raw: string };
  /** Notes of the source ({@link KnownRecords.note}), written with the records; `null` deletes. */
  readonly notes?: readonly (readonly [name: string, value: string | null])[];
  /** Unsupported fields of the document with their counts. */
  readonly notTaken?: Readonly<Record<string, number>> | undefined;
  /** Separately licensed values, if requested. */
  readonly licensed?: readonly LicensedInput[];
  /**
   * Feed entries of the mirrored catalog that these records come from. The own feed takes them with their numbers instead of new
   * entries.
   */
  readonly changes?: readonly FollowedChange[];
  /** Called instead of rejecting a record: for sources that translate foreign data and report omissions as warnings. */
  readonly leftOut?: (record: ImportedRecord, reason: string) => void;
  /** For sources whose documents may precede references to them: the id under which the document is deferred. */
  readonly document?: string | undefined;
  /** Instead of records, a document to be deferred until something refers to it; only if {@link KnownRecords.mayDefer} allows it. */
  readonly deferred?: {
    readonly otherNames?: readonly string[];
    /** The document as it is in the file; valid beyond its portion. */
    readonly bytes: Uint8Array;
  };
  readonly position: Position;
}

export interface FollowedChange {
  readonly sequence: number;
  readonly action: 'created' | 'updated' | 'renamed' | 'merged' | 'deleted';
  readonly resource_type: string;
  readonly resource_id: string;
  readonly slug: string | null;
  readonly merged_into_id: string | null;
  readonly changed_at: string;
}

/** Yielded to have everything so far written, so that {@link KnownRecords} reflects it. */
export const flush = Symbol('flush');

export interface SourceProgress {
  /** Documents read, imported or not. */
  readonly documents: number;
  /** Bytes of the files on disk, compressed or not. */
  readonly bytes: number;
  /** Total of `bytes`; `undefined` if unknown, as for standard input. */
  readonly totalBytes: number | undefined;
  readonly skippedByLicence: number;
  /** Warnings for the end: unknown fields, a newer schema. */
  readonly warnings: readonly string[];
  /** Sources whose files are whole, known before their first item: once read to their end, records they lack are gone. */
  readonly whole: readonly string[];
}

export interface Source {
  readonly rights: SourceRights;
  readonly progress: SourceProgress;
  /** Items after a position, or from the start. Throws a {@link SetupError} with the position if a file is unreadable. */
  items(known: KnownRecords, from: Position | undefined): AsyncGenerator<SourceItem | typeof flush>;
}

/** Catalog queries for sources, as of the last batch. */
export interface KnownRecords {
  has(type: string, id: string): boolean;
  /** Whether it exists, possibly merged. */
  knows(type: string, id: string): boolean;
  /** UUID of the record with an external id; merges are followed. */
  findByLink(type: 'Artist' | 'Production' | 'Release', provider: string, externalId: string): string | undefined;
  /** UUID of the only record of a name, ignoring case; `undefined` for none or several. */
  findByName(type: 'PackagingType', name: string): string | undefined;
  /** Slug of an artist role by name or alias, ignoring case and accents. */
  findRole(name: string): string | undefined;
  /** Tracks of a release by disc, in order. */
  tracksOf(release: string): readonly (readonly { readonly iri: string; readonly title: string }[])[];
  note(source: string, name: string): string | undefined;
  /**
   * Whether an unreferenced document may be returned as {@link SourceItem.deferred}; refusals are counted. Absent if nothing can
   * be deferred.
   */
  mayDefer?(source: string): boolean;
}

/** Reads deferred documents once something refers to them; one instance per scan. */
export interface Replayer {
  isNamed(source: string, name: string): boolean;
  /** Records of a document as if it came from a file; `undefined` for none. */
  read(source: string, document: DeferredDocument): Pick<SourceItem, 'records' | 'notes' | 'notTaken' | 'rejected'> | undefined;
}
