import { noRights } from '../records/provenance/sources';
import { RecordWriter } from '../records/write/writer';
import type { Store } from '../store/database/store';
import { DeferredDocuments } from './deferred/documents';
import { BatchWriter } from './run/batch';
import { catalogLookup } from './run/catalog-lookup';
import { noCounts } from './run/progress';
import type { KnownRecords, SourceItem } from './source';
import { type Mapping, newContext } from './sources/musicbrainz/context';
import { mapRelease } from './sources/musicbrainz/release';
import { mapReleaseGroup } from './sources/musicbrainz/release-group';
import { child, DocumentError, type Json } from './sources/shared/json';

const unbounded = { milliseconds: Number.POSITIVE_INFINITY, limit: Number.POSITIVE_INFINITY, maxRejects: Number.POSITIVE_INFINITY };

/**
 * Imports one release of MusicBrainz with its group, in one transaction, as a running server does. Its web service has the
 * documents of the dumps. Whatever a person holds is imported, called a soundtrack or not. What follows a whole import, such as
 * merging with other sources, is left to the next one.
 * @param url where the document is from
 */
export async function importRelease(store: Store, document: Json, url: string): Promise<void> {
  const writer = new RecordWriter(store);
  const batches = new BatchWriter(store, writer, noRights, noCounts(), new DeferredDocuments(store, 0));
  const write = (entity: string, part: Json | undefined, map: Mapping): void => {
    const item = part && itemOf(entity, part, map, catalogLookup(store), url);
    if (item) batches.write([{ item, documents: 1, skippedByLicence: 0, overflow: {} }], noCounts(), unbounded);
  };
  try {
    await store.write(() => {
      writer.begin(true);
      // The group first: it knows the film.
      write('release-group', child(document, 'release-group'), mapReleaseGroup);
      write('release', document, mapRelease);
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
