import { readFileSync } from 'node:fs';
import schemaOfNew from '../schema.sql' with { type: 'file' };
import catalog from './0001-catalog.sql' with { type: 'file' };
import unreviewedReleases from './0002-unreviewed-releases.sql' with { type: 'file' };
import french from './0003-french.sql' with { type: 'file' };
import requestedImports from './0004-requested-imports.sql' with { type: 'file' };
import trackSearch from './0005-track-search.sql' with { type: 'file' };
import search from './0006-search.sql' with { type: 'file' };
import sortNames from './0007-sort-names.sql' with { type: 'file' };
import limitedEditions from './0008-limited-editions.sql' with { type: 'file' };
import recordingSessions from './0009-recording-sessions.sql' with { type: 'file' };
import relations from './0010-relations.sql' with { type: 'file' };
import works from './0011-works.sql' with { type: 'file' };
import franchises from './0012-franchises.sql' with { type: 'file' };
import awards from './0013-awards.sql' with { type: 'file' };
import trackVersions from './0014-track-versions.sql' with { type: 'file' };
import apostrophes from './0015-apostrophes.sql' with { type: 'file' };
import printedArtists from './0016-printed-artists.sql' with { type: 'file' };
import importRevisions from './0017-import-revisions.sql' with { type: 'file' };
import keysOfAccounts from './0018-keys-of-accounts.sql' with { type: 'file' };
import displayNames from './0019-display-names.sql' with { type: 'file' };
import searchWords from './0020-search-words.sql' with { type: 'file' };
import otherTitles from './0021-other-titles.sql' with { type: 'file' };
import idempotencyKeys from './0022-idempotency-keys.sql' with { type: 'file' };
import linkedRevisions from './0023-linked-revisions.sql' with { type: 'file' };
import titlesAndReviews from './0024-titles-and-reviews.sql' with { type: 'file' };
import fieldLocks from './0025-field-locks.sql' with { type: 'file' };
import completion from './0026-completion.sql' with { type: 'file' };
import titleLetters from './0027-title-letters.sql' with { type: 'file' };
import undoImports from './0028-undo-imports.sql' with { type: 'file' };
import sortTitles from './0029-sort-titles.sql' with { type: 'file' };
import exchangeRates from './0030-exchange-rates.sql' with { type: 'file' };
import shares from './0031-shares.sql' with { type: 'file' };
import loans from './0032-loans.sql' with { type: 'file' };
import values from './0033-values.sql' with { type: 'file' };
import photos from './0034-photos.sql' with { type: 'file' };
import credentials from './0035-credentials.sql' with { type: 'file' };
import notifications from './0037-notifications.sql' with { type: 'file' };
import longLists from './0038-long-lists.sql' with { type: 'file' };
import undoneChanges from './0039-undone-changes.sql' with { type: 'file' };
import wordsOf from './words-of.sql' with { type: 'file' };

/** A schema migration. It is never edited after its release; later changes are new migrations. */
export interface Migration {
  readonly name: string;
  readonly sql: string;
}

/** All migrations in order of application. */
export const migrations: readonly Migration[] = [
  migration('0001-catalog', catalog),
  migration('0002-unreviewed-releases', unreviewedReleases),
  migration('0003-french', french),
  migration('0004-requested-imports', requestedImports),
  migration('0005-track-search', trackSearch),
  migration('0006-search', search),
  migration('0007-sort-names', sortNames),
  migration('0008-limited-editions', limitedEditions),
  migration('0009-recording-sessions', recordingSessions),
  migration('0010-relations', relations),
  migration('0011-works', works),
  migration('0012-franchises', franchises),
  migration('0013-awards', awards),
  migration('0014-track-versions', trackVersions),
  migration('0015-apostrophes', apostrophes),
  migration('0016-printed-artists', printedArtists),
  migration('0017-import-revisions', importRevisions),
  migration('0018-keys-of-accounts', keysOfAccounts),
  migration('0019-display-names', displayNames),
  migration('0020-search-words', searchWords),
  migration('0021-other-titles', otherTitles),
  migration('0022-idempotency-keys', idempotencyKeys),
  migration('0023-linked-revisions', linkedRevisions),
  migration('0024-titles-and-reviews', titlesAndReviews),
  migration('0025-field-locks', fieldLocks),
  migration('0026-completion', completion),
  migration('0027-title-letters', titleLetters),
  migration('0028-undo-imports', undoImports),
  migration('0029-sort-titles', sortTitles),
  migration('0030-exchange-rates', exchangeRates),
  migration('0031-shares', shares),
  migration('0032-loans', loans),
  migration('0033-values', values),
  migration('0034-photos', photos),
  migration('0035-credentials', credentials),
  migration('0037-notifications', notifications),
  migration('0038-long-lists', longLists),
  migration('0039-undone-changes', undoneChanges),
];

/** Schema version after migration 1; migration N leads to version N + 27. Earlier versions predate the first release. */
export const baseline = 28;

/** Schema version after all migrations of the list. */
export const latestSchema = (list: readonly Migration[] = migrations): number => baseline + list.length - 1;

/** The schema after all migrations, for new catalogs: these take a tenth of the time of their migrations. */
export const currentSchema = (): string => readFileSync(schemaOfNew, 'utf8');

/** Reads the SQL lazily, since most starts apply no migration. `words_of(text)` stands for an expression of 30 lines. */
function migration(name: string, path: string): Migration {
  return {
    name,
    get sql() {
      return readFileSync(path, 'utf8').replace(/\bwords_of\((\w+)\)/g, (_, text: string) => wordsOfText(text));
    },
  };
}

const wordsOfText = (text: string): string =>
  readFileSync(wordsOf, 'utf8')
    .replace(/^--.*\n/gm, '')
    .replaceAll(':text', text)
    .trimEnd();
