import type { CatalogRows } from '../records/catalog-rows';
import type { PairedType } from './pair';

/** An entry of the feed, as far as it tells what to look at again. */
export interface ChangedEntry {
  readonly sequence: number;
  readonly type: string;
  readonly id: string;
  readonly into: string | null;
}

/** What stands below a record, with the SQL of its owner. */
const below: Readonly<Record<string, readonly [PairedType, sql: string]>> = {
  ReleaseFormat: ['Release', 'SELECT r.id FROM release_format AS f JOIN "release" AS r ON r.key = f.release_key WHERE f.id = ?'],
  ReleaseTrack: [
    'Release',
    `SELECT r.id FROM release_track AS t JOIN release_format AS f ON f.key = t.release_format_key JOIN "release" AS r ON r.key = f.release_key
     WHERE t.id = ?`,
  ],
  ReleaseExternalLink: [
    'Release',
    'SELECT r.id FROM release_external_link AS l JOIN "release" AS r ON r.key = l.release_key WHERE l.id = ?',
  ],
  ArtistExternalLink: ['Artist', 'SELECT a.id FROM artist_external_link AS l JOIN artist AS a ON a.key = l.artist_key WHERE l.id = ?'],
};

/** A record whose artists may share another work by now. */
const artistsOf: Readonly<Record<string, string>> = {
  Release:
    'SELECT a.id FROM "release" AS r JOIN release_credit AS c ON c.release_key = r.key JOIN artist AS a ON a.key = c.artist_key WHERE r.id = ?',
  Production:
    'SELECT a.id FROM production AS p JOIN production_credit AS c ON c.production_key = p.key JOIN artist AS a ON a.key = c.artist_key WHERE p.id = ?',
};

/** Those of a release or production that are looked at again: the whole list of one with an orchestra's players is not. */
const mostArtists = 100;

/** The records of a type to look at again, by their UUIDs, where these entries of the feed are new; those that are gone are among them. */
export function changedOf(rows: CatalogRows, type: PairedType, entries: readonly ChangedEntry[]): Set<string> {
  const changed = new Set<string>();
  for (const entry of entries) for (const id of changedBy(rows, type, entry)) changed.add(id);
  return changed;
}

function changedBy(rows: CatalogRows, type: PairedType, { type: changed, id, into }: ChangedEntry): readonly string[] {
  if (changed === type) return into === null ? [id] : [id, into];
  const owner = below[changed];
  if (owner?.[0] === type) return ownersOf(rows, changed, owner[1], id);
  const artists = type === 'Artist' ? artistsOf[changed] : undefined;
  return artists === undefined ? [] : rows.all<{ id: string }>(`${artists} LIMIT ${mostArtists}`, id).map((row) => row.id);
}

/** Of what is gone, the address says where it stood. */
function ownersOf(rows: CatalogRows, type: string, sql: string, id: string): readonly string[] {
  const there = rows.one<{ id: string }>(sql, id);
  if (there) return [there.id];
  const gone = rows.one<{ iri: string }>('SELECT iri FROM deleted_record WHERE resource_type = ? AND id = ?', type, id);
  const owner = gone?.iri.split('/')[3];
  return owner === undefined ? [] : [owner];
}
