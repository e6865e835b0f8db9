-- Works: what recordings are recordings of.
CREATE TABLE work (
  key INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE CHECK (length(id) = 36),
  title TEXT NOT NULL CHECK (length(title) BETWEEN 1 AND 255),
  title_folded TEXT NOT NULL,
  slug TEXT NOT NULL UNIQUE CHECK (slug <> ''),
  -- ISO 15707, with its punctuation.
  iswc TEXT CHECK (iswc GLOB 'T-[0-9][0-9][0-9].[0-9][0-9][0-9].[0-9][0-9][0-9]-[0-9]'),
  parent_key INTEGER REFERENCES work ON DELETE SET NULL,
  created_at TEXT NOT NULL,
  updated_at TEXT,
  CHECK (parent_key <> key)
) STRICT;

CREATE INDEX work_by_title ON work (title_folded, id);

CREATE INDEX work_by_iswc ON work (iswc) WHERE iswc IS NOT NULL;

CREATE INDEX work_by_parent ON work (parent_key, title_folded, id) WHERE parent_key IS NOT NULL;

CREATE TABLE work_credit (
  work_key INTEGER NOT NULL REFERENCES work ON DELETE CASCADE,
  list TEXT NOT NULL CHECK (list IN ('credits')),
  position INTEGER NOT NULL CHECK (position > 0),
  artist_key INTEGER NOT NULL REFERENCES artist ON DELETE CASCADE,
  name_variation TEXT,
  join_phrase TEXT,
  role_key INTEGER REFERENCES artist_role,
  detail TEXT,
  tracks TEXT,
  PRIMARY KEY (work_key, list, position)
) STRICT, WITHOUT ROWID;

CREATE INDEX work_credit_by_artist ON work_credit (artist_key, role_key);

CREATE INDEX work_credit_by_role ON work_credit (role_key, artist_key);

-- Medleys are recordings of several works.
CREATE TABLE release_recording_work (
  release_recording_key INTEGER NOT NULL REFERENCES release_recording ON DELETE CASCADE,
  position INTEGER NOT NULL CHECK (position > 0),
  work_key INTEGER NOT NULL REFERENCES work ON DELETE CASCADE,
  PRIMARY KEY (release_recording_key, position)
) STRICT, WITHOUT ROWID;

CREATE INDEX release_recording_work_by_work ON release_recording_work (work_key);

CREATE VIRTUAL TABLE work_search USING fts5 (
  name, content = '', contentless_delete = 1, tokenize = 'unicode61 remove_diacritics 0', prefix = '1 2 3'
);

CREATE VIRTUAL TABLE work_search_word USING fts5vocab (work_search, row);

CREATE TRIGGER work_search_insert AFTER INSERT ON work BEGIN
  INSERT INTO work_search (rowid, name) VALUES (new.key, new.title_folded);
END;

CREATE TRIGGER work_search_update AFTER UPDATE OF title_folded ON work WHEN old.title_folded IS NOT new.title_folded BEGIN
  DELETE FROM work_search WHERE rowid = new.key;
  INSERT INTO work_search (rowid, name) VALUES (new.key, new.title_folded);
END;

CREATE TRIGGER work_search_delete AFTER DELETE ON work BEGIN
  DELETE FROM work_search WHERE rowid = old.key;
END;

DROP TRIGGER artist_deleted;

CREATE TRIGGER artist_deleted BEFORE DELETE ON artist BEGIN
  DELETE FROM artist_alias WHERE artist_key = old.key;
  DELETE FROM artist_group_member WHERE member_key = old.key;
  DELETE FROM artist_group_member WHERE group_key = old.key;
  DELETE FROM artist_external_link WHERE artist_key = old.key;
  UPDATE production SET updated_at = strftime('%Y-%m-%dT%H:%M:%f+00:00', 'now') WHERE key IN (SELECT production_key FROM production_credit WHERE artist_key = old.key);
  UPDATE production_recording SET updated_at = strftime('%Y-%m-%dT%H:%M:%f+00:00', 'now') WHERE key IN (SELECT production_recording_key FROM production_recording_credit WHERE artist_key = old.key);
  UPDATE portrayal SET performer_key = NULL, updated_at = strftime('%Y-%m-%dT%H:%M:%f+00:00', 'now') WHERE performer_key = old.key;
  UPDATE portrayal SET fictional_artist_key = NULL, updated_at = strftime('%Y-%m-%dT%H:%M:%f+00:00', 'now') WHERE fictional_artist_key = old.key;
  UPDATE album SET updated_at = strftime('%Y-%m-%dT%H:%M:%f+00:00', 'now') WHERE key IN (SELECT album_key FROM album_credit WHERE artist_key = old.key);
  UPDATE "release" SET updated_at = strftime('%Y-%m-%dT%H:%M:%f+00:00', 'now') WHERE key IN (SELECT release_key FROM release_credit WHERE artist_key = old.key);
  UPDATE work SET updated_at = strftime('%Y-%m-%dT%H:%M:%f+00:00', 'now') WHERE key IN (SELECT work_key FROM work_credit WHERE artist_key = old.key);
  UPDATE release_recording SET updated_at = strftime('%Y-%m-%dT%H:%M:%f+00:00', 'now') WHERE key IN (SELECT release_recording_key FROM release_recording_credit WHERE artist_key = old.key);
  UPDATE release_track SET updated_at = strftime('%Y-%m-%dT%H:%M:%f+00:00', 'now') WHERE key IN (SELECT release_track_key FROM release_track_credit WHERE artist_key = old.key);
  INSERT INTO deletion_entry (resource_type, id, iri) SELECT 'Artist', old.id, '/api/artists/' || old.id
    WHERE NOT EXISTS (SELECT 1 FROM merged_record WHERE resource_type = 'Artist' AND id = old.id);
END;

CREATE TRIGGER work_created AFTER INSERT ON work BEGIN
  DELETE FROM deleted_record WHERE resource_type = 'Work' AND id = new.id;
  INSERT INTO change_entry (action, resource_type, resource_id) VALUES ('created', 'Work', new.id);
END;

CREATE TRIGGER work_updated AFTER UPDATE OF updated_at ON work BEGIN
  INSERT INTO change_entry (action, resource_type, resource_id) VALUES ('updated', 'Work', new.id);
END;

CREATE TRIGGER work_deleted BEFORE DELETE ON work BEGIN
  UPDATE work SET parent_key = NULL, updated_at = strftime('%Y-%m-%dT%H:%M:%f+00:00', 'now') WHERE parent_key = old.key;
  UPDATE release_recording SET updated_at = strftime('%Y-%m-%dT%H:%M:%f+00:00', 'now') WHERE key IN (SELECT release_recording_key FROM release_recording_work WHERE work_key = old.key);
  INSERT INTO deletion_entry (resource_type, id, iri) SELECT 'Work', old.id, '/api/works/' || old.id
    WHERE NOT EXISTS (SELECT 1 FROM merged_record WHERE resource_type = 'Work' AND id = old.id);
END;

CREATE TRIGGER work_counted AFTER INSERT ON work BEGIN
  UPDATE record_count SET records = records + 1 WHERE resource_type = 'Work';
END;

INSERT OR REPLACE INTO record_count (resource_type, records) VALUES ('Work', (SELECT count(*) FROM "work"));

CREATE TRIGGER work_uncounted AFTER DELETE ON work BEGIN
  UPDATE record_count SET records = records - 1 WHERE resource_type = 'Work';
END;
