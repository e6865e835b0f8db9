import type { Share } from '../../api/read/viewer';
import type { Connection } from '../../store/database/connection';
import { type CompletedType, recordingsOfWorks, sharesOfScores, type Viewer } from './scores';

/**
 * How much of each record a user owns, by key: of artists and franchises their scores, of others their releases. Records of which
 * they own nothing are left out. One read for all records.
 */
export function sharesOf(reader: Connection, type: CompletedType, keys: readonly number[], viewer: Viewer): ReadonlyMap<number, Share> {
  if (type === 'Artist' || type === 'Franchise')
    return new Map([...sharesOfScores(reader, type, keys, viewer)].filter(([, { owned }]) => owned > 0));
  const found = reader.all<Share & { key: number }>(queries[type], { user: viewer.user, keys: JSON.stringify(keys) });
  return new Map(found.map(({ key, ...share }) => [key, share]));
}

/**
 * Totals are counted for what is owned alone. CROSS JOIN keeps the order: the fewer come first.
 * @param hasMany whether a record may have more releases than a user has copies
 */
function sharesQuery(links: string, record: string, release: string, hasMany = false): string {
  const isReviewed = `${release} NOT IN (SELECT key FROM "release" WHERE unreviewed_by IS NOT NULL)`;
  const from = hasMany
    ? `collection_item AS copy CROSS JOIN ${links} WHERE ${record} IN (SELECT value FROM json_each(:keys))`
    : `json_each(:keys) AS listed CROSS JOIN ${links} CROSS JOIN collection_item AS copy WHERE ${record} = listed.value`;
  return `
    WITH mine AS MATERIALIZED (
      SELECT ${record} AS key, count(DISTINCT ${release}) AS owned
      FROM ${from} AND copy.user_key = :user AND copy.release_key = ${release} AND ${isReviewed} GROUP BY ${record}
    )
    SELECT key, owned, (SELECT count(DISTINCT ${release}) FROM ${links} WHERE ${record} = mine.key AND ${isReviewed}) AS total FROM mine`;
}

const queries: Readonly<Record<Exclude<CompletedType, 'Artist' | 'Franchise'>, string>> = {
  Label: sharesQuery('release_label AS link', 'link.label_key', 'link.release_key', true),
  LabelSeries: sharesQuery('"release" AS its', 'its.label_series_key', 'its.key'),
  Album: sharesQuery('"release" AS its', 'its.album_key', 'its.key'),
  Organization: sharesQuery('release_company AS link', 'link.organization_key', 'link.release_key', true),
  Work: sharesQuery(recordingsOfWorks, 'link.work_key', 'its.release_key'),
};
