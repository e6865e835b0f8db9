-- Imports of collection files. An unfinished one is undone after a crash, a finished one by its user. It has no foreign key, since an
-- unfinished import outlives its user: what it wrote to the catalog is still to be undone. Keys of users are never used again.
CREATE TABLE list_import (
  key INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE CHECK (length(id) = 36),
  user_key INTEGER NOT NULL,
  list TEXT NOT NULL CHECK (list IN ('collection', 'wishlist')),
  source TEXT NOT NULL CHECK (source IN ('server', 'command_line')),
  file_name TEXT,
  -- Fields by heading and meanings by status word, if the user chose them: the same headings mean the same in the next file.
  read_as TEXT CHECK (json_type(read_as) = 'object'),
  created_at TEXT NOT NULL,
  -- Null while it is running.
  finished_at TEXT,
  -- Rows by outcome.
  counts TEXT NOT NULL DEFAULT '{}' CHECK (json_type(counts) = 'object')
) STRICT;

CREATE INDEX list_import_by_user ON list_import (user_key, list, created_at);

CREATE INDEX list_import_unfinished ON list_import (source, user_key) WHERE finished_at IS NULL;

INSERT INTO list_import (id, user_key, list, source, created_at)
  SELECT lower(printf('%s-%s-4%s-8%s-%s', hex(randomblob(4)), hex(randomblob(2)), substr(hex(randomblob(2)), 2), substr(hex(randomblob(2)), 2),
    hex(randomblob(6)))), user_key, 'collection', source, strftime('%Y-%m-%dT%H:%M:%f+00:00', 'now')
  FROM import_journal GROUP BY user_key, source;

CREATE TABLE import_journal_of_import (
  key INTEGER PRIMARY KEY,
  import_key INTEGER NOT NULL REFERENCES list_import ON DELETE CASCADE,
  written_table TEXT NOT NULL,
  written_id TEXT NOT NULL CHECK (length(written_id) = 36),
  -- An item's time of change when it was added: one that was changed since is not undone.
  written_at TEXT,
  -- The columns of a removed row.
  removed TEXT CHECK (json_type(removed) = 'object')
) STRICT;

INSERT INTO import_journal_of_import (key, import_key, written_table, written_id)
  SELECT j.key, i.key, written_table, written_id FROM import_journal AS j JOIN list_import AS i USING (user_key, source);

DROP TABLE import_journal;

ALTER TABLE import_journal_of_import RENAME TO import_journal;

CREATE INDEX import_journal_by_import ON import_journal (import_key);

CREATE TRIGGER list_import_of_deleted_user AFTER DELETE ON user BEGIN
  DELETE FROM list_import WHERE user_key = old.key AND finished_at IS NOT NULL;
END;
