import { type CatalogRows, isGeneratedId, isManual, pagesOf, rowsAtOnce } from '../../records/write/catalog-rows';
import type { ImportedRecord } from '../../records/write/record';
import { ownAlbumId, ownArtistId, ownReleaseId } from '../sources/discogs/values';
import { productionOfFilm } from '../sources/musicbrainz/records';
import { ownWikidataId } from '../sources/shared/records';
import { mergeStatement, sameReleases } from './statements';

type Linked = 'Artist' | 'Album' | 'Production' | 'Release';

interface Identity {
  readonly type: Linked;
  readonly provider: string;
  /** UUID of the provider's own record. */
  readonly ownId: (externalId: string) => string;
}

const itself = (id: string): string => id.toLowerCase();

/** Links that identify a record, as opposed to further reading. */
const identities: readonly Identity[] = [
  { type: 'Artist', provider: 'discogs', ownId: ownArtistId },
  { type: 'Artist', provider: 'musicbrainz', ownId: itself },
  { type: 'Artist', provider: 'wikidata', ownId: ownWikidataId },
  { type: 'Album', provider: 'discogs', ownId: ownAlbumId },
  { type: 'Album', provider: 'musicbrainz', ownId: itself },
  { type: 'Production', provider: 'imdb', ownId: productionOfFilm },
  { type: 'Production', provider: 'wikidata', ownId: ownWikidataId },
  { type: 'Release', provider: 'discogs', ownId: ownReleaseId },
  { type: 'Release', provider: 'musicbrainz', ownId: itself },
];

/**
 * A record made by hand or another catalog that links to a source's page is the source's record; under the source's own id, a
 * duplicate would appear. Sources state such identities themselves.
 */
export function* reconcileLinks(rows: CatalogRows): Generator<readonly ImportedRecord[]> {
  for (const identity of identities) {
    const table = identity.type.toLowerCase();
    const sql = `
      SELECT external_id FROM ${table}_external_link WHERE provider = ? AND external_id > ?
      GROUP BY external_id HAVING count(DISTINCT ${table}_key) > 1 ORDER BY external_id LIMIT ${rowsAtOnce}`;
    for (const page of pagesOf<{ external_id: string }>((last) => rows.all(sql, identity.provider, last?.external_id ?? '')))
      yield page.flatMap(({ external_id }) => sameBy(rows, identity, table, external_id));
  }
  yield* reconcileItems(rows);
}

interface Item {
  readonly id: string;
  /** Wikidata id: "Q76364". */
  readonly item: string;
  /** UUIDs of the MusicBrainz artists that share a page with it. */
  readonly artists: string;
}

/**
 * A Wikidata artist without a MusicBrainz id is the only MusicBrainz artist that links to the same Discogs page, unless that one
 * links to another item. IMDb pages are not used: they describe persons, and pseudonyms share them.
 */
function* reconcileItems(rows: CatalogRows): Generator<readonly ImportedRecord[]> {
  const sql = `
    SELECT own.key, own.id, l.external_id AS item, (
      SELECT json_group_array(DISTINCT other.id) FROM artist_external_link AS page
        CROSS JOIN artist_external_link AS same ON same.provider = page.provider AND same.external_id = page.external_id
        CROSS JOIN artist AS other ON other.key = same.artist_key
      WHERE page.artist_key = own.key AND page.provider = 'discogs'
        AND NOT ${isGeneratedId('other.id')} AND NOT ${isManual("'Artist'", 'other.id')}
        AND NOT EXISTS (SELECT 1 FROM artist_external_link WHERE artist_key = other.key AND provider = 'wikidata' AND external_id <> l.external_id)
    ) AS artists
    FROM artist AS own CROSS JOIN artist_external_link AS l ON l.artist_key = own.key
    WHERE l.provider = 'wikidata' AND own.key > ? AND ${isGeneratedId('own.id')}
      AND NOT EXISTS (SELECT 1 FROM artist_external_link WHERE artist_key = own.key AND provider = 'musicbrainz')
    ORDER BY own.key LIMIT ${rowsAtOnce}`;
  for (const page of pagesOf<Item & { readonly key: number }>((last) => rows.all(sql, last?.key ?? 0)))
    yield page.flatMap(({ id, item, artists }) => {
      const [artist, ...others] = JSON.parse(artists) as string[];
      return id === ownWikidataId(item) && artist !== undefined && others.length === 0 ? [mergeStatement('Artist', id, artist)] : [];
    });
}

function sameBy(rows: CatalogRows, { type, provider, ownId }: Identity, table: string, externalId: string): ImportedRecord[] {
  const owners = rows.all<{ id: string; by_hand: 0 | 1 }>(
    `SELECT DISTINCT r.id, ${isManual(`'${type}'`, 'r.id')} AS by_hand
     FROM ${table}_external_link AS l JOIN "${table}" AS r ON r.key = l.${table}_key
     WHERE l.provider = ? AND l.external_id = ? ${isNotProvisional(type)} ORDER BY r.id LIMIT ${mostOwners}`,
    provider,
    externalId,
  );
  const own = owners.find(({ id }) => id === ownId(externalId));
  if (!own || own.by_hand === 1) return [];
  const byHand = owners.find(({ id, by_hand }) => id !== own.id && by_hand === 1);
  if (!byHand) return [];
  return type === 'Release' ? sameReleases(rows, own.id, byHand.id) : [mergeStatement(type, own.id, byHand.id)];
}

/** A page linked by more records identifies none of them. */
const mostOwners = 20;

/** A provisional release is merged into the release of a page, never the reverse. */
const isNotProvisional = (type: Linked): string => (type === 'Release' ? 'AND r.provisional = 0' : '');
