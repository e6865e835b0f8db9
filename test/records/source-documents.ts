import { type Authority, authorities } from '../../src/records/provenance/ranks';
import { noRights, rightsOfRecords } from '../../src/records/provenance/sources';
import { RecordWriter } from '../../src/records/sources/writer';
import type { ImportedRecord, Mode, WriteOutcome } from '../../src/records/write/record';
import type { Store } from '../../src/store/database/open';
import { uuid } from '../support/records';
import { to } from './numbered-records';

export const artistIri = (letters: string): string => `/api/artists/${uuid(letters)}`;
export const releaseIri = (letters: string): string => `/api/releases/${uuid(letters)}`;
export const productionIri = (letters: string): string => `/api/productions/${uuid(letters)}`;
export const formatIri = (release: string, letters: string): string => `${releaseIri(release)}/formats/${uuid(letters)}`;
export const recordingIri = (release: string, letters: string): string => `${releaseIri(release)}/recordings/${uuid(letters)}`;

export interface SourceDocument {
  readonly source: string;
  readonly records: readonly ImportedRecord[];
}

export const mergeStatement = (
  type: string,
  other: string,
  iri: string,
  authority: Authority = authorities.musicbrainz,
): ImportedRecord => ({
  record: { type: 'MergedRecord', id: uuid(other), attributes: { resource_type: type }, relationships: { resource: to(type, iri) } },
  mode: 'whole',
  authority,
});

/** Writes documents in one run and returns the outcome of each record, then those of deferred records. */
export async function writeDocuments(store: Store, ...documents: readonly SourceDocument[]): Promise<WriteOutcome[]> {
  const writer = new RecordWriter(store);
  try {
    return await store.write(() => {
      writer.begin();
      const outcomes = documents.flatMap(({ source, records }) => {
        writer.declareRights(source, source === 'ndjson' ? rightsOfRecords : noRights);
        return records.map((given, index) => writer.write(given, { source, file: 'f', line: index + 1, offset: 0 }));
      });
      return [...outcomes, ...writer.takeDeferredOutcomes().map(({ outcome }) => outcome)];
    });
  } finally {
    writer.close();
  }
}

/** Writes records of one source in one run, like {@link writeDocuments}. */
export const writeRecords = (
  store: Store,
  records: readonly object[],
  { source = 'ndjson', mode = 'whole' }: { readonly source?: string; readonly mode?: Mode } = {},
): Promise<WriteOutcome[]> => writeDocuments(store, { source, records: records.map((record) => ({ record, mode })) });

/** Deferred records of a source whose references are still missing. */
export function unresolved(store: Store, source = 'ndjson') {
  const writer = new RecordWriter(store, undefined, 0);
  try {
    return [...writer.unresolved(source)];
  } finally {
    writer.close();
  }
}
