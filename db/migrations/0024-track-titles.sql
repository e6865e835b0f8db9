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
