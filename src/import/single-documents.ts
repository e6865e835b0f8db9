import { catalog } from '../catalog';
import type { UpdateSource } from '../config';
import { DomainError } from '../errors';
import { noRights } from '../records/provenance/sources';
import { RecordWriter } from '../records/sources/writer';
import { differenceOf, readWithContents } from '../records/write/record';
import { References } from '../records/write/references';
import type { Store } from '../store/database/store';
import { Savepoint } from '../store/database/transactions';
import { DeferredDocuments } from './deferred/documents';
import { BatchWriter } from './run/batch';
import { catalogLookup } from './run/catalog-lookup';
import { noCounts } from './run/progress';
import type { KnownRecords, SourceItem } from './source';
import { releaseElementOf } from './sources/discogs/elements';
import { DiscogsReferences, type Output } from './sources/discogs/records';
import { mapReleaseElement } from './sources/discogs/release';
import { mapArtist } from './sources/musicbrainz/artist';
import { type Mapping, newContext } from './sources/musicbrainz/context';
import { sameAs } from './sources/musicbrainz/records';
import { mapRelease } from './sources/musicbrainz/release';
import { mapReleaseGroup } from './sources/musicbrainz/release-group';
import { child, DocumentError, type Json, mbidOf, text } from './sources/shared/json';
import { NotTaken } from './sources/shared/records';
import { readEntity } from './sources/wikidata/entity';
import { mapItem } from './sources/wikidata/map-entity';
import { WikidataReferences, wikidataSource } from './sources/wikidata/references';

const unbounded = { milliseconds: Number.POSITIVE_INFINITY, limit: Number.POSITIVE_INFINITY, maxRejects: Number.POSITIVE_INFINITY };

/** Kinds of records that other sites serve as single documents. */
export type DocumentKind = 'release' | 'artist' | 'production';

/** A document of another site, as it can be sent to a worker. */
export interface FetchedDocument {
  /** The address of its page on the site. */
  readonly url: string;
  readonly site: UpdateSource;
  readonly kind: DocumentKind;
  readonly document: Json;
  /** The id that was requested, if the site merged it into that of the document. */
  readonly mergedId?: string;
}

export interface DocumentImport {
  readonly document: FetchedDocument;
  /** The record to import again; locked fields stay. A dry run finds what would change, and changes nothing. */
  readonly update?: { readonly kind: DocumentKind; readonly id: string; readonly isDryRun: boolean };
}

interface DocumentPart {
  /** The source name that an import of the dumps uses. */
  readonly source: string;
  /** Omitted if it cannot be read. */
  readonly isOptional?: true;
  /** @throws {DocumentError | RecordError} if it cannot be read */
  readonly read: (known: KnownRecords) => Pick<SourceItem, 'records' | 'notes' | 'document'>;
}

/** What an import of a document changed, or would change; `undefined` if nothing. */
export type DocumentDifference = ReturnType<typeof differenceOf> | undefined;

/**
 * Imports one document in one transaction, as a running server does. What follows a whole import, such as merging with other
 * sources, is left to the next one.
 * @throws {DocumentError | RecordError} if the document cannot be read
 */
export async function importDocument(store: Store, { document, update }: DocumentImport): Promise<DocumentDifference> {
  if (update) return updateFromDocument(store, document, update);
  await writeDocument(store, document, (write) => write());
  return undefined;
}

async function updateFromDocument(
  store: Store,
  document: FetchedDocument,
  { kind, id, isDryRun }: Required<DocumentImport>['update'],
): Promise<DocumentDifference> {
  const read = () => {
    // Follows merges, of which the import itself may be one.
    const key = new References(store.writer, catalog).key(kind, id);
    return readWithContents(store.writer, catalog, catalog.ofTable(kind), key);
  };
  const rehearsal = new Savepoint(store.writer, 'dry_run');
  try {
    return await writeDocument(store, document, (write) => {
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
  }
}

/** Parts that are written in order. */
const partsOf = ({ site, kind, document, mergedId }: FetchedDocument): readonly DocumentPart[] =>
  site === 'wikidata'
    ? [wikidataPart(document)]
    : site === 'discogs'
      ? [discogsPart(document)]
      : musicbrainzParts(kind, document, mergedId);

/** The web service of MusicBrainz has the documents of the dumps. Whatever a person holds is read, soundtrack or not. */
function musicbrainzParts(kind: DocumentKind, document: Json, mergedId: string | undefined): readonly DocumentPart[] {
  const part = (entity: string, map: Mapping, of: Json): DocumentPart => ({
    source: `musicbrainz/${entity}`,
    read(known) {
      // Imports of dumps take what else an untitled document has; here a person would see the title go.
      const mapped = text(of, entity === 'artist' ? 'name' : 'title') && map(of, { ...newContext(known), isChosen: true });
      if (!mapped) throw new DocumentError(`It is no ${entity}.`);
      const survivor = mbidOf(of);
      const isMerged = entity === kind && survivor !== undefined && mergedId !== undefined;
      const merged = isMerged
        ? [{ ...sameAs(kind === 'artist' ? 'Artist' : 'Release', mergedId, survivor), isOfSource: true as const }]
        : [];
      return { ...mapped, records: [...mapped.records, ...merged], licensed: undefined };
    },
  });
  if (kind === 'artist') return [part('artist', mapArtist, document)];
  const group = part('release-group', mapReleaseGroup, child(document, 'release-group') ?? {});
  // The group first: it knows the film. A release can do without.
  return [{ ...group, isOptional: true }, part('release', mapRelease, document)];
}

const discogsPart = (release: Json): DocumentPart => ({
  source: 'discogs/releases',
  read(known) {
    const output: Output = { records: [], notes: [] };
    mapReleaseElement(releaseElementOf(release), new DiscogsReferences(known), output, new NotTaken());
    return output;
  },
});

/** What an item refers to waits for the next run of `enrich wikidata`. */
const wikidataPart = (entity: Json): DocumentPart => ({
  source: wikidataSource,
  read(known) {
    const mapped = mapItem(readEntity(entity), { known, references: new WikidataReferences(known) }, true);
    if (!mapped) throw new DocumentError('It is no production.');
    return mapped;
  },
});

async function writeDocument<T>(store: Store, document: FetchedDocument, work: (write: () => void) => T): Promise<T> {
  const parts = partsOf(document);
  const writer = new RecordWriter(store);
  const batches = new BatchWriter(store, writer, { rights: noRights }, noCounts(), new DeferredDocuments(store, 0));
  const write = ({ source, read, isOptional }: DocumentPart): void => {
    const mapped = isOptional ? orNothing(read, store) : read(catalogLookup(store));
    if (!mapped) return;
    const records = mapped.records.map((record) => ({ ...record, isAlone: true as const }));
    const item = { source, file: document.url, line: 1, offset: 0, position: {}, ...mapped, records };
    batches.write([{ item, documents: 1, skippedByLicence: 0, overflow: {} }], noCounts(), unbounded);
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

function orNothing(read: DocumentPart['read'], store: Store): ReturnType<typeof read> | undefined {
  try {
    return read(catalogLookup(store));
  } catch (error) {
    if (error instanceof DomainError) return undefined;
    throw error;
  }
}
