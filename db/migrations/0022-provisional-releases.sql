-- An import makes releases that only stand in for those of a user's rows, and labels of them: they are taken back with it.

CREATE TABLE import_journal_of_records (
  key INTEGER PRIMARY KEY,
  user_key INTEGER NOT NULL REFERENCES user ON DELETE CASCADE,
  written_table TEXT NOT NULL CHECK (written_table IN ('collection_item', 'wishlist_item', 'import_row', 'release', 'label')),
  written_id TEXT NOT NULL CHECK (length(written_id) = 36)
) STRICT;

INSERT INTO import_journal_of_records SELECT key, user_key, written_table, written_id FROM import_journal;

DROP TABLE import_journal;

ALTER TABLE import_journal_of_records RENAME TO import_journal;

CREATE INDEX import_journal_by_user ON import_journal (user_key);
