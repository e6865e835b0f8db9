import catalog from './0001-catalog.sql' with { type: 'text' };
import personalSearch from './0002-personal-search.sql' with { type: 'text' };
import importRows from './0003-import-rows.sql' with { type: 'text' };
import changes from './0004-changes.sql' with { type: 'text' };
import search from './0005-search.sql' with { type: 'text' };
import imports from './0006-import.sql' with { type: 'text' };
import trackTotals from './0007-track-totals.sql' with { type: 'text' };
import signInAddresses from './0008-sign-in-addresses.sql' with { type: 'text' };
import labelsWithoutNumbers from './0009-labels-without-numbers.sql' with { type: 'text' };
import importJournal from './0010-import-journal.sql' with { type: 'text' };
import triggers from './0011-triggers.sql' with { type: 'text' };
import sourceRights from './0012-source-rights.sql' with { type: 'text' };
import browsing from './0013-browsing.sql' with { type: 'text' };
import sessions from './0014-sessions.sql' with { type: 'text' };
import items from './0015-items.sql' with { type: 'text' };
import slugNumbers from './0016-slug-numbers.sql' with { type: 'text' };
import albumsAndEditions from './0017-albums-and-editions.sql' with { type: 'text' };
import weighedWords from './0018-weighed-words.sql' with { type: 'text' };
import parkedDocuments from './0019-parked-documents.sql' with { type: 'text' };
import editing from './0020-editing.sql' with { type: 'text' };
import covers from './0021-covers.sql' with { type: 'text' };
import provisionalReleases from './0022-provisional-releases.sql' with { type: 'text' };
import duplicates from './0023-duplicates.sql' with { type: 'text' };
import mergesTakenBack from './0024-merges-taken-back.sql' with { type: 'text' };
import commands from './0025-commands.sql' with { type: 'text' };
import keptCovers from './0026-kept-covers.sql' with { type: 'text' };
import recordCounts from './0027-record-counts.sql' with { type: 'text' };
import compactMemory from './0028-compact-memory.sql' with { type: 'text' };

/** A step of the schema. Once it has been released it is never edited: what comes later is a step of its own. */
export interface Migration {
  readonly name: string;
  readonly sql: string;
}

/** In the order they are applied. The number of those applied is the schema version of a database. */
export const migrations: readonly Migration[] = [
  { name: '0001-catalog', sql: catalog },
  { name: '0002-personal-search', sql: personalSearch },
  { name: '0003-import-rows', sql: importRows },
  { name: '0004-changes', sql: changes },
  { name: '0005-search', sql: search },
  { name: '0006-import', sql: imports },
  { name: '0007-track-totals', sql: trackTotals },
  { name: '0008-sign-in-addresses', sql: signInAddresses },
  { name: '0009-labels-without-numbers', sql: labelsWithoutNumbers },
  { name: '0010-import-journal', sql: importJournal },
  { name: '0011-triggers', sql: triggers },
  { name: '0012-source-rights', sql: sourceRights },
  { name: '0013-browsing', sql: browsing },
  { name: '0014-sessions', sql: sessions },
  { name: '0015-items', sql: items },
  { name: '0016-slug-numbers', sql: slugNumbers },
  { name: '0017-albums-and-editions', sql: albumsAndEditions },
  { name: '0018-weighed-words', sql: weighedWords },
  { name: '0019-parked-documents', sql: parkedDocuments },
  { name: '0020-editing', sql: editing },
  { name: '0021-covers', sql: covers },
  { name: '0022-provisional-releases', sql: provisionalReleases },
  { name: '0023-duplicates', sql: duplicates },
  { name: '0024-merges-taken-back', sql: mergesTakenBack },
  { name: '0025-commands', sql: commands },
  { name: '0026-kept-covers', sql: keptCovers },
  { name: '0027-record-counts', sql: recordCounts },
  { name: '0028-compact-memory', sql: compactMemory },
];
