import type { Store } from '../database/open';

/** Whether a catalog has no records of its own; vocabularies do not count. */
export function isEmptyCatalog({ reader }: Store): boolean {
  const found = reader
    .query(
      'SELECT EXISTS (SELECT 1 FROM artist) OR EXISTS (SELECT 1 FROM production) OR EXISTS (SELECT 1 FROM "release") OR EXISTS (SELECT 1 FROM label) OR EXISTS (SELECT 1 FROM organization) AS found',
    )
    .get() as { found: number };
  return found.found === 0;
}

/** Whether the vocabularies have never been put in. */
export function hasNoVocabularies({ reader }: Store): boolean {
  const { found } = reader.query('SELECT EXISTS (SELECT 1 FROM artist_role) AS found').get() as { found: number };
  return found === 0;
}
