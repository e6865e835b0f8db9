import { demo, vocabularies } from '../../seed';
import type { Store } from '../database/open';
import { type ImportReport, importRecords } from './run/import-records';
import { ndjson } from './sources/ndjson/record-lines';

/** Puts the vocabularies in: the roles of artists, the types of packaging. What is there stays as it is. */
export const seedVocabularies = (store: Store): Promise<ImportReport> => importRecords(store, ndjson(vocabularies));

/** Puts the demo catalog in. */
export const seedDemo = (store: Store): Promise<ImportReport> => importRecords(store, ndjson(demo));
