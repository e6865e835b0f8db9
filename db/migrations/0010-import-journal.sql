-- An import writes in short transactions, between which others write. What one that has not ended wrote stands here, to
-- be taken back when it failed, or when the server was ended in its midst.

CREATE TABLE import_journal (
  key INTEGER PRIMARY KEY,
  user_key INTEGER NOT NULL REFERENCES user ON DELETE CASCADE,
  written_table TEXT NOT NULL CHECK (written_table IN ('collection_item', 'wishlist_item', 'import_row')),
  written_id TEXT NOT NULL CHECK (length(written_id) = 36)
) STRICT;

CREATE INDEX import_journal_by_user ON import_journal (user_key);

-- By what the release of a kept row would be known, so that an import finds the rows that have one by now without
-- reading the others. Null for rows that were kept before there was this.
ALTER TABLE import_row ADD COLUMN release_keys TEXT CHECK (json_type(release_keys) = 'object');

CREATE INDEX import_row_by_key ON import_row (user_key, list);
