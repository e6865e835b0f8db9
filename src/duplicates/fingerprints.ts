import type { CatalogRows } from '../records/catalog-rows';

/** Fewer tracks than these are the same on many a release: a theme and its reprise. */
const fewestTracks = 4;

/** Keeps what the tracks of releases are, as a number each: releases of the same tracks are found by it. */
export class Fingerprints {
  constructor(private readonly rows: CatalogRows) {}

  /** Writes those of the releases of a range of keys. */
  write(first: number, last: number): void {
    const titles = new Map<string, string[]>();
    for (const { id, title } of this.rows.all<{ id: string; title: string | null }>(tracks, first, last)) {
      const known = titles.get(id) ?? [];
      if (title !== null) known.push(title);
      titles.set(id, known);
    }
    for (const [id, all] of titles) {
      if (all.length < fewestTracks) this.rows.run('DELETE FROM release_fingerprint WHERE release_id = ?', id);
      else this.rows.run(keep, id, numberOf(all));
    }
  }
}

const tracks = `
  SELECT r.id, t.title_folded AS title FROM "release" AS r
  LEFT JOIN release_format AS f ON f.release_key = r.key
  LEFT JOIN release_track AS t ON t.release_format_key = f.key AND t.parent_key IS NULL
  WHERE r.key BETWEEN ? AND ? ORDER BY r.key, f.position, t.position`;

const keep = `
  INSERT INTO release_fingerprint (release_id, tracks) VALUES (?1, ?2)
  ON CONFLICT (release_id) DO UPDATE SET tracks = ?2 WHERE tracks <> ?2`;

/** As many bits as a number of JavaScript holds. */
const numberOf = (titles: readonly string[]): number => Number(Bun.hash.xxHash64(titles.join('\n')) >> 11n);
