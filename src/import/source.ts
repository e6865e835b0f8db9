import type { LicensedValue, SourceRights } from '../records/provenance/sources';
import type { GivenRecord } from '../records/write/given-record';
import type { DeferredDocument } from './deferred/blocks';

/** Where a source goes on after an item: JSON that the source alone understands. */
export type Position = Readonly<Record<string, string | number | boolean | null>>;

/** One document of a source (a line, an element of XML), with all the records that come of it. */
export interface SourceItem {
  /** What gives it, and what its records are remembered under: "musicbrainz/release", "discogs/releases", "ndjson". */
  readonly source: string;
  /** The file as a person named it. */
  readonly file: string;
  /** From 1; in XML the number of the element in its file. */
  readonly line: number;
  /** Bytes before it in the plain, decompressed file. */
  readonly offset: number;
  readonly records: readonly GivenRecord[];
  /** Instead of records: why the document cannot be read, and what it is, cut to 10,000 characters. */
  readonly rejected?: { readonly reason: string; readonly raw: string };
  /** What the source wants to remember ({@link Known.note}), written together with the records; `null` forgets. */
  readonly notes?: readonly (readonly [name: string, value: string | null])[];
  /** What of the document is in none of the records, since the catalog has no place for it: names, and how many of each. */
  readonly notTaken?: Readonly<Record<string, number>> | undefined;
  /** Values under a licence of their own, for those who asked for them. */
  readonly licensed?: readonly LicensedValue[];
  /**
   * The entries of another catalog's feed that the records follow. The catalog's own feed gets them, with their numbers,
   * instead of entries of its own.
   */
  readonly changes?: readonly FollowedChange[];
  /**
   * Told of a record that cannot be taken, which is no reject then: for a source that translates what others hold in their
   * own way, and says in its warnings what was left out.
   */
  readonly leftOut?: (record: GivenRecord, reason: string) => void;
  /** Of sources whose documents may come before what names them: the id of the document, by which it would be parked. */
  readonly document?: string | undefined;
  /**
   * Instead of records, where nothing names the document yet: it is kept, and read again once something does. Only given
   * where {@link Known.mayDefer}.
   */
  readonly parked?: {
    readonly otherNames?: readonly string[];
    /** The document as it stands in the file; good for longer than its portion. */
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

/** Yielded to have all that came before written, so that {@link Known} knows of it. */
export const flush = Symbol('flush');

export interface SourceProgress {
  /** Documents looked at, kept or not. */
  readonly documents: number;
  /** Bytes of the files as they lie on the disk, compressed or not. */
  readonly bytes: number;
  /** Of `bytes`; `undefined` where nobody knows, as with standard input. */
  readonly totalBytes: number | undefined;
  readonly skippedByLicence: number;
  /** Things worth a line at the end: keys nobody knows, a schema that is newer. */
  readonly warnings: readonly string[];
  /** The names of sources that were read to their end and are complete by themselves: what they lack is gone. */
  readonly completed: readonly string[];
}

export interface Source {
  readonly rights: SourceRights;
  readonly progress: SourceProgress;
  /**
   * The items after a position, from the start where there is none. A file that cannot be read further throws a
   * {@link SetupError} which says where.
   */
  items(known: Known, from: Position | undefined): AsyncGenerator<SourceItem | typeof flush>;
}

/** What a source may ask of the catalog, as of the last batch that was written. */
export interface Known {
  has(type: string, id: string): boolean;
  /** Whether it is there, or was merged into one that is. */
  knows(type: string, id: string): boolean;
  /** The UUID of the record that carries an external id; merges are followed. */
  findByLink(type: 'Artist' | 'Production' | 'Release', provider: string, externalId: string): string | undefined;
  /** The UUID of the one record of this name, ignoring case and accents; `undefined` where there are none or several. */
  findByName(type: 'Artist' | 'Label' | 'Organization' | 'PackagingType', name: string): string | undefined;
  /** The slug of an artist role by its name or one of its aliases, ignoring case and accents. */
  findRole(name: string): string | undefined;
  note(source: string, name: string): string | undefined;
  /**
   * Whether a document of a source that nothing names yet may be given as {@link SourceItem.parked}. One that may not is
   * counted as not kept. Left out where nothing can be kept.
   */
  mayDefer?(source: string): boolean;
}

/** Reads documents that were parked, in a catalog that names them by now. Made for one look through them. */
export interface Replayer {
  isNamed(source: string, name: string): boolean;
  /** What comes of a document, as if it came now; `undefined` for nothing. */
  read(source: string, document: DeferredDocument): Pick<SourceItem, 'records' | 'notes' | 'notTaken' | 'rejected'> | undefined;
}
