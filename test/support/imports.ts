import { Database } from 'bun:sqlite';
import { join } from 'node:path';

const time = '2026-01-02T03:04:05.000+00:00';

/** A deterministic UUID for a number and a letter from a to f. */
const uuid = (letter: string, number: number): string => `${letter.repeat(8)}-0000-5000-8000-${String(number).padStart(12, '0')}`;

/** Records as JSON lines with times: of every five, two artists with an alias, and a label. */
export function generatedRecords(count: number): string {
  const lines: string[] = [];
  for (let number = 0; lines.length < count; number++) {
    const times = { created_at: time, updated_at: time };
    const artist = uuid('a', number);
    lines.push(
      JSON.stringify({ type: 'Artist', id: `/api/artists/${artist}`, attributes: { name: `Artist ${number}`, _type: 'person', ...times } }),
      JSON.stringify({
        type: 'ArtistAlias',
        id: `/api/artists/${artist}/aliases/${uuid('b', number)}`,
        attributes: { variation: `Alias ${number}`, ...times },
      }),
    );
    if (number % 2 === 1)
      lines.push(
        JSON.stringify({ type: 'Label', id: `/api/labels/${uuid('c', number)}`, attributes: { name: `Label ${number}`, ...times } }),
      );
  }
  return `${lines.slice(0, count).join('\n')}\n`;
}

/** The result of an import in a data directory, without times. */
export function importedContents(data: string): unknown[][][] {
  const database = new Database(join(data, 'leitmotif.db'));
  try {
    return [
      'PRAGMA integrity_check',
      'PRAGMA foreign_key_check',
      'SELECT id, name, slug, display_name, created_at, updated_at FROM artist ORDER BY id',
      'SELECT al.id, al.variation, ar.id FROM artist_alias AS al JOIN artist AS ar ON ar.key = al.artist_key ORDER BY al.id',
      'SELECT id, name, slug FROM label ORDER BY id',
      'SELECT sequence, action, resource_type, resource_id FROM change ORDER BY sequence',
      'SELECT t.name, hex(r.id), r.content_hash FROM imported_record AS r JOIN record_type AS t ON t.key = r.type_key ORDER BY 1, 2',
      'SELECT name FROM import_checkpoint',
      'SELECT record FROM deferred_record ORDER BY record',
    ].map((sql) => database.query(sql).values());
  } finally {
    database.close();
  }
}
