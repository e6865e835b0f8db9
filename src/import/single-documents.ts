import { catalog } from '../catalog';
import { noRights } from '../records/provenance/sources';
import { ContainedRecords } from '../records/write/contained-records';
import { differenceOf } from '../records/write/record';
import { References } from '../records/write/references';
import { RecordWriter } from '../records/write/writer';
import { Savepoint } from '../store/database/savepoint';
import { Statements } from '../store/database/sql';
import type { Store } from '../store/database/store';
import { DeferredDocuments } from './deferred/documents';
import { BatchWriter } from './run/batch';
import { catalogLookup } from './run/catalog-lookup';
import { noCounts } from './run/progress';
import type { KnownRecords, SourceItem } from './source';
import { mapArtist } from './sources/musicbrainz/artist';
import { type Mapping, newContext } from './sources/musicbrainz/context';
import { mapRelease } from './sources/musicbrainz/release';
import { mapReleaseGroup } from './sources/musicbrainz/release-group';
import { child, DocumentError, type Json } from './sources/shared/json';

const unbounded = { milliseconds: Number.POSITIVE_INFINITY, limit: Number.POSITIVE_INFINITY, maxRejects: Number.POSITIVE_INFINITY };

/** What MusicBrainz has single documents of. */
export type DocumentKind = 'release' | 'artist';

/** What an import of a document changed, or would change; `undefined` if nothing. */
export type Difference = ReturnType<typeof differenceOf> | undefined;

/**
 * Imports one document of MusicBrainz, a release with its group, in one transaction, as a running server does. Its web service
 * has the documents of the dumps. Whatever a person holds is imported, called a soundtrack or not. What follows a whole import,
 * such as merging with other sources, is left to the next one.
 * @param url where the document is from
 */
export const importDocument = (store: Store, kind: DocumentKind, document: Json, url: string): Promise<void> =>
  writeDocuments(store, partsOf(kind, document), url, (write) => write());

/**
 * Imports a document again for a record that is there. Locked fields stay.
 * @param id UUID of the record
 * @param isDryRun finds what would change, and changes nothing
 */
export async function updateFromDocument(
  store: Store,
  kind: DocumentKind,
  id: string,
  document: Json,
  url: string,
  isDryRun: boolean,
): Promise<Difference> {
  const statements = new Statements(store, { on: 'writer' });
  const contained = new ContainedRecords(statements, catalog);
  const read = () => {
    // Follows merges, of which the import itself may be one.
    const key = new References(statements, catalog).key(kind, id);
    return contained.read(catalog.ofTable(kind), key);
  };
  const rehearsal = new Savepoint(store.writer, 'dry_run');
  try {
    return await writeDocuments(store, partsOf(kind, document), url, (write) => {
      const update = () => {
        const before = read();
        write();
        const difference = differenceOf(before, read());
        const { attributes, relationships } = difference.after;
        return Object.keys({ ...attributes, ...relationships }).length === 0 ? undefined : difference;
      };
      return isDryRun ? rehearsal.undone(update) : update();
    });
  } finally {
    rehearsal.close();
    statements.close();
  }
}

interface DocumentPart {
  readonly entity: string;
  readonly document: Json | undefined;
  readonly map: Mapping;
}

const partsOf = (kind: DocumentKind, document: Json): readonly DocumentPart[] =>
  kind === 'artist'
    ? [{ entity: 'artist', document, map: mapArtist }]
    : [
        // The group first: it knows the film.
        { entity: 'release-group', document: child(document, 'release-group'), map: mapReleaseGroup },
        { entity: 'release', document, map: mapRelease },
      ];

async function writeDocuments<T>(store: Store, parts: readonly DocumentPart[], url: string, work: (write: () => void) => T): Promise<T> {
  const writer = new RecordWriter(store);
  const batches = new BatchWriter(store, writer, noRights, noCounts(), new DeferredDocuments(store, 0));
  const write = ({ entity, document, map }: DocumentPart): void => {
    const item = document && itemOf(entity, document, map, catalogLookup(store), url);
    if (item) batches.write([{ item, documents: 1, skippedByLicence: 0, overflow: {} }], noCounts(), unbounded);
  };
  try {
    return await store.write(() => {
      writer.begin(true);
      return work(() => parts.forEach(write));
    });
  } finally {
    batches.close();
    writer.close();
  }
}

/** Undefined for a document that cannot be read. */
function itemOf(entity: string, document: Json, map: Mapping, known: KnownRecords, url: string): SourceItem | undefined {
  try {
    const made = map(document, { ...newContext(known), isChosen: true });
    if (made === undefined) return undefined;
    const { licensed: _, ...taken } = made;
    return { source: `musicbrainz/${entity}`, file: url, line: 1, offset: 0, position: {}, ...taken };
  } catch (error) {
    if (error instanceof DocumentError) return undefined;
    throw error;
  }
}
