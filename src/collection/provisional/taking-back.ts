import type { Store } from '../../store/database/open';

const isUnused = {
  // One that became a true release, or that somebody holds, is nobody's to take back.
  release: `provisional = 1
    AND NOT EXISTS (SELECT 1 FROM collection_item WHERE release_key = "release".key)
    AND NOT EXISTS (SELECT 1 FROM wishlist_item WHERE release_key = "release".key)`,
  label: `NOT EXISTS (SELECT 1 FROM release_label WHERE label_key = label.key)
    AND NOT EXISTS (SELECT 1 FROM release_track WHERE label_key = label.key)
    AND NOT EXISTS (SELECT 1 FROM label_series WHERE label_key = label.key)`,
} as const;

/** An unreviewed release that its owner's import took back leaves nothing behind: nobody else ever saw it. */
const forgetUnreviewed = `DELETE FROM revision WHERE resource_type = 'Release' AND resource_id = ?1 AND action = 'added'
  AND NOT EXISTS (SELECT 1 FROM "release" WHERE id = ?1)`;

/** Takes back a record that was made for an owner, where nobody else has come to need it. Its caller holds the transaction. */
export function takeBack({ writer }: Store, table: 'release' | 'label', id: string): void {
  // Nobody deleted it: who names it later has it made again.
  writer.query('UPDATE change_feed SET is_superseding = 1').run();
  writer.query(`DELETE FROM "${table}" WHERE id = ? AND ${isUnused[table]}`).run(id);
  writer.query('UPDATE change_feed SET is_superseding = 0').run();
  if (table === 'release') writer.query(forgetUnreviewed).run(id);
}
