import { readFileSync } from 'node:fs';
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

/** A step of the schema. Once it has been released it is never edited: what comes later is a step of its own. */
export interface Migration {
  readonly name: string;
  readonly sql: string;
}

/** In the order they are applied. */
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
];

/** The schema version that the first migration leaves. Databases of earlier versions were made before the first release. */
export const baseline = 28;

/** The schema version that migrations leave. */
export const latestSchema = (list: readonly Migration[] = migrations): number => baseline + list.length - 1;

/** Its text is read when it is applied, which most starts do not do. */
function migration(name: string, path: string): Migration {
  return {
    name,
    get sql() {
      return readFileSync(path, 'utf8');
    },
  };
}
