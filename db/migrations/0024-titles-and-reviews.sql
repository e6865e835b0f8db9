-- Titles of tracks in other languages and scripts, from MusicBrainz pseudo-releases.
CREATE TABLE release_track_other_title (
  release_track_key INTEGER NOT NULL REFERENCES release_track ON DELETE CASCADE,
  position INTEGER NOT NULL CHECK (position > 0),
  title TEXT NOT NULL CHECK (title <> ''),
  title_folded TEXT,
  -- ISO 639 and ISO 15924 codes.
  language TEXT,
  script TEXT,
  PRIMARY KEY (release_track_key, position)
) STRICT, WITHOUT ROWID;

CREATE INDEX release_track_other_title_by_title ON release_track_other_title (title_folded, release_track_key);

-- Search finds them by any word. Their words share the column of the title, so that the index of an existing catalog stays as it is.
DROP VIEW release_track_search_entry;

CREATE VIEW release_track_search_entry (key, name) AS
SELECT key, words_of(title_folded) || coalesce((WITH other (text) AS MATERIALIZED (
  SELECT group_concat(title_folded, ' ') FROM release_track_other_title WHERE release_track_key = release_track.key
) SELECT ' ' || words_of(text) FROM other), '')
FROM release_track WHERE parent_key IS NULL;

CREATE TRIGGER release_track_other_title_search_insert AFTER INSERT ON release_track_other_title BEGIN
  DELETE FROM release_track_search WHERE rowid = new.release_track_key;
  INSERT INTO release_track_search (rowid, name) SELECT key, name FROM release_track_search_entry WHERE key = new.release_track_key;
END;

CREATE TRIGGER release_track_other_title_search_update AFTER UPDATE OF title_folded, release_track_key ON release_track_other_title BEGIN
  DELETE FROM release_track_search WHERE rowid IN (old.release_track_key, new.release_track_key);
  INSERT INTO release_track_search (rowid, name)
    SELECT key, name FROM release_track_search_entry WHERE key IN (old.release_track_key, new.release_track_key);
END;

CREATE TRIGGER release_track_other_title_search_delete AFTER DELETE ON release_track_other_title BEGIN
  DELETE FROM release_track_search WHERE rowid = old.release_track_key;
  INSERT INTO release_track_search (rowid, name) SELECT key, name FROM release_track_search_entry WHERE key = old.release_track_key;
END;

-- An editor's answer to an addition of a member: it stays unreviewed, with this note.
ALTER TABLE unreviewed_release ADD COLUMN rejection TEXT CHECK (rejection <> '');

ALTER TABLE unreviewed_release ADD COLUMN rejected_at TEXT;

-- Productions have likely duplicates too. A CHECK cannot be changed, so the tables are made again.

CREATE TABLE likely_duplicate_of_any (
  key INTEGER PRIMARY KEY,
  resource_type TEXT NOT NULL CHECK (resource_type IN ('Release', 'Artist', 'Label', 'Production')),
  -- The record that would better be kept of the two.
  one_id TEXT NOT NULL CHECK (length(one_id) = 36),
  other_id TEXT NOT NULL CHECK (length(other_id) = 36),
  suggestion TEXT NOT NULL CHECK (suggestion IN ('same', 'editions')),
  sureness TEXT NOT NULL CHECK (sureness IN ('certain', 'likely', 'possible')),
  reasons TEXT NOT NULL CHECK (json_type(reasons) = 'array'),
  -- Whether one of them stands in for a true one, which the other is.
  provisional INTEGER NOT NULL CHECK (provisional IN (0, 1)),
  -- The surest are the smallest.
  place INTEGER NOT NULL,
  -- Of the look through all records that found it last.
  round INTEGER NOT NULL,
  CHECK (one_id <> other_id)
) STRICT;

INSERT INTO likely_duplicate_of_any SELECT * FROM likely_duplicate;

DROP TABLE likely_duplicate;

ALTER TABLE likely_duplicate_of_any RENAME TO likely_duplicate;

CREATE UNIQUE INDEX likely_duplicate_once ON likely_duplicate (resource_type, min(one_id, other_id), max(one_id, other_id));

CREATE INDEX likely_duplicate_by_place ON likely_duplicate (resource_type, place, key);

CREATE INDEX likely_duplicate_by_one ON likely_duplicate (one_id);

CREATE INDEX likely_duplicate_by_other ON likely_duplicate (other_id);

CREATE TABLE duplicate_search_of_any (
  resource_type TEXT PRIMARY KEY CHECK (resource_type IN ('Release', 'Artist', 'Label', 'Production')),
  round INTEGER NOT NULL,
  -- None, once all of them were looked at.
  walked_to INTEGER,
  -- The newest entry of the feed when the look began, or that was followed since.
  sequence INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

INSERT INTO duplicate_search_of_any SELECT * FROM duplicate_search;

DROP TABLE duplicate_search;

ALTER TABLE duplicate_search_of_any RENAME TO duplicate_search;



CREATE TABLE settled_pair_of_any (
  key INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE CHECK (length(id) = 36),
  resource_type TEXT NOT NULL CHECK (resource_type IN ('Release', 'Artist', 'Label', 'Production')),
  one_id TEXT NOT NULL CHECK (length(one_id) = 36),
  other_id TEXT NOT NULL CHECK (length(other_id) = 36),
  decision TEXT NOT NULL CHECK (decision IN ('different', 'editions')),
  user_key INTEGER REFERENCES user ON DELETE SET NULL,
  created_at TEXT NOT NULL,
  CHECK (one_id < other_id),
  CHECK (decision = 'different' OR resource_type = 'Release'),
  UNIQUE (resource_type, one_id, other_id)
) STRICT;

INSERT INTO settled_pair_of_any SELECT * FROM settled_pair;

DROP TABLE settled_pair;

ALTER TABLE settled_pair_of_any RENAME TO settled_pair;

CREATE INDEX settled_pair_by_other ON settled_pair (resource_type, other_id);

CREATE INDEX settled_pair_by_user ON settled_pair (user_key) WHERE user_key IS NOT NULL;

-- The journal of an import outlives its user: what it wrote of the catalog is still to be undone. Keys of users are never used again.
CREATE TABLE import_journal_of_any (
  key INTEGER PRIMARY KEY,
  user_key INTEGER NOT NULL,
  source TEXT NOT NULL CHECK (source IN ('server', 'command_line')),
  written_table TEXT NOT NULL CHECK (written_table IN ('collection_item', 'wishlist_item', 'import_row', 'release', 'label')),
  written_id TEXT NOT NULL CHECK (length(written_id) = 36)
) STRICT;

INSERT INTO import_journal_of_any SELECT key, user_key, source, written_table, written_id FROM import_journal;

DROP TABLE import_journal;

ALTER TABLE import_journal_of_any RENAME TO import_journal;

CREATE INDEX import_journal_by_user ON import_journal (user_key, source);
