import { readFileSync } from 'node:fs';
import catalog from './0001-catalog.sql' with { type: 'file' };
import personalSearch from './0002-personal-search.sql' with { type: 'file' };
import importRows from './0003-import-rows.sql' with { type: 'file' };
import changes from './0004-changes.sql' with { type: 'file' };
import search from './0005-search.sql' with { type: 'file' };
import imports from './0006-import.sql' with { type: 'file' };
import trackTotals from './0007-track-totals.sql' with { type: 'file' };
import signInAddresses from './0008-sign-in-addresses.sql' with { type: 'file' };
import labelsWithoutNumbers from './0009-labels-without-numbers.sql' with { type: 'file' };
import importJournal from './0010-import-journal.sql' with { type: 'file' };
import triggers from './0011-triggers.sql' with { type: 'file' };
import sourceRights from './0012-source-rights.sql' with { type: 'file' };
import browsing from './0013-browsing.sql' with { type: 'file' };
import sessions from './0014-sessions.sql' with { type: 'file' };
import items from './0015-items.sql' with { type: 'file' };
import slugNumbers from './0016-slug-numbers.sql' with { type: 'file' };
import albumsAndEditions from './0017-albums-and-editions.sql' with { type: 'file' };
import weighedWords from './0018-weighed-words.sql' with { type: 'file' };
import parkedDocuments from './0019-parked-documents.sql' with { type: 'file' };
import editing from './0020-editing.sql' with { type: 'file' };
import covers from './0021-covers.sql' with { type: 'file' };
import provisionalReleases from './0022-provisional-releases.sql' with { type: 'file' };
import duplicates from './0023-duplicates.sql' with { type: 'file' };
import mergesTakenBack from './0024-merges-taken-back.sql' with { type: 'file' };
import commands from './0025-commands.sql' with { type: 'file' };
import keptCovers from './0026-kept-covers.sql' with { type: 'file' };
import recordCounts from './0027-record-counts.sql' with { type: 'file' };
import compactMemory from './0028-compact-memory.sql' with { type: 'file' };
import unreviewedReleases from './0029-unreviewed-releases.sql' with { type: 'file' };

/** A step of the schema. Once it has been released it is never edited: what comes later is a step of its own. */
export interface Migration {
  readonly name: string;
  readonly sql: string;
}

/** In the order they are applied. The number of those applied is the schema version of a database. */
export const migrations: readonly Migration[] = [
  migration('0001-catalog', catalog),
  migration('0002-personal-search', personalSearch),
  migration('0003-import-rows', importRows),
  migration('0004-changes', changes),
  migration('0005-search', search),
  migration('0006-import', imports),
  migration('0007-track-totals', trackTotals),
  migration('0008-sign-in-addresses', signInAddresses),
  migration('0009-labels-without-numbers', labelsWithoutNumbers),
  migration('0010-import-journal', importJournal),
  migration('0011-triggers', triggers),
  migration('0012-source-rights', sourceRights),
  migration('0013-browsing', browsing),
  migration('0014-sessions', sessions),
  migration('0015-items', items),
  migration('0016-slug-numbers', slugNumbers),
  migration('0017-albums-and-editions', albumsAndEditions),
  migration('0018-weighed-words', weighedWords),
  migration('0019-parked-documents', parkedDocuments),
  migration('0020-editing', editing),
  migration('0021-covers', covers),
  migration('0022-provisional-releases', provisionalReleases),
  migration('0023-duplicates', duplicates),
  migration('0024-merges-taken-back', mergesTakenBack),
  migration('0025-commands', commands),
  migration('0026-kept-covers', keptCovers),
  migration('0027-record-counts', recordCounts),
  migration('0028-compact-memory', compactMemory),
  migration('0029-unreviewed-releases', unreviewedReleases),
];

/** Its text is read when it is applied, which most starts do not do. */
function migration(name: string, path: string): Migration {
  return {
    name,
    get sql() {
      return readFileSync(path, 'utf8');
    },
  };
}
