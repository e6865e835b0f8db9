/**
 * How a record is taken. `whole`: it says all there is to say, and what it leaves out has its default. `partial`: it
 * says only the attributes and relationships that are there, and leaves the others as they are. `fill`: as `partial`,
 * and only where the catalog has nothing yet.
 */
export type Mode = 'whole' | 'partial' | 'fill';

/** Where a record comes from: what gives it, and where it stands there (see {@link SourceItem}). */
export interface Place {
  readonly source: string;
  readonly file: string;
  readonly line: number;
  readonly offset: number;
}

/** A record as a source gives it: what {@link readRecord} will check, and how it is to be taken. */
export interface GivenRecord {
  readonly record: unknown;
  readonly mode: Mode;
  /** The JSON that it was read from, where the source has it: what is written the same says the same. */
  readonly text?: string;
}

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
  /** Values under a licence of their own, for those who asked for them. */
  readonly licensed?: readonly LicensedValue[];
  /**
   * The entries of another catalog's feed that the records follow. The catalog's own feed gets them, with their numbers,
   * instead of entries of its own.
   */
  readonly changes?: readonly FollowedChange[];
  /** Where to go on once this item is written. */
  readonly position: Position;
}

/** A value that the catalog keeps apart from its own fields, which are CC0. */
export interface LicensedValue {
  readonly type: string;
  /** The UUID of the record. */
  readonly id: string;
  readonly name: 'annotation' | 'rating';
  readonly value: string;
  /** "CC-BY-NC-SA-3.0" */
  readonly licence: string;
}

/** An entry of another catalog's change feed. */
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

/** What a source has done, read while it runs. */
export interface SourceProgress {
  /** Documents looked at, kept or not. */
  readonly documents: number;
  /** Bytes of the files as they lie on the disk, compressed or not. */
  readonly bytes: number;
  /** Of `bytes`; `undefined` where nobody knows, as with standard input. */
  readonly totalBytes: number | undefined;
  /** Values left out because of their licence. */
  readonly skippedByLicence: number;
  /** Things worth a line at the end: keys nobody knows, a schema that is newer. */
  readonly warnings: readonly string[];
  /** The names of sources that were read to their end and are complete by themselves: what they lack is gone. */
  readonly completed: readonly string[];
}

/** What a source may do beyond telling what it has. */
export interface SourceRights {
  /** It says what is to be there: what was deleted here comes back with it. */
  readonly bringsBack: boolean;
  /** It has the slugs of a whole catalog: where another record here has one of them, that one makes room. */
  readonly takesSlugs: boolean;
}

/** Of a source that does not know this catalog. */
export const noRights: SourceRights = { bringsBack: false, takesSlugs: false };

/** Of files of records, which say what is to be there. */
export const rightsOfRecords: SourceRights = { bringsBack: true, takesSlugs: false };

/** Of another server, which is to be the same here as it is there. */
export const rightsOfMirror: SourceRights = { bringsBack: true, takesSlugs: true };

/** Where records come from. One is made for one run. */
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
  /** The UUID of the record that carries an external id; merges are followed. */
  findByLink(type: 'Artist' | 'Production' | 'Release', provider: string, externalId: string): string | undefined;
  /** The UUID of the one record of this name, ignoring case and accents; `undefined` where there are none or several. */
  findByName(type: 'Artist' | 'Label' | 'Organization' | 'PackagingType', name: string): string | undefined;
  /** The slug of an artist role by its name or one of its aliases, ignoring case and accents. */
  findRole(name: string): string | undefined;
  /** The UUIDs of the releases with this barcode and this catalog number, both as printed. */
  findReleases(barcode: string, catalogNumber: string): readonly string[];
  /** Whether a release has any tracks. */
  hasTracks(releaseId: string): boolean;
  note(source: string, name: string): string | undefined;
}
