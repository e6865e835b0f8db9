-- Awards that a production won, or was nominated for, with its music.
CREATE TABLE production_award (
  key INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE CHECK (length(id) = 36),
  production_key INTEGER NOT NULL REFERENCES production ON DELETE CASCADE,
  award TEXT NOT NULL CHECK (award IN ('academy_award', 'golden_globe', 'bafta', 'grammy')),
  category TEXT,
  -- Of the ceremony.
  year INTEGER CHECK (year BETWEEN 1900 AND 9999),
  won INTEGER NOT NULL DEFAULT 0 CHECK (won IN (0, 1)),
  created_at TEXT NOT NULL,
  updated_at TEXT
) STRICT;

CREATE INDEX production_award_by_production ON production_award (production_key, year, id);

CREATE INDEX production_award_by_award ON production_award (award, won, production_key);

CREATE TABLE production_award_artist (
  production_award_key INTEGER NOT NULL REFERENCES production_award ON DELETE CASCADE,
  position INTEGER NOT NULL CHECK (position > 0),
  artist_key INTEGER NOT NULL REFERENCES artist ON DELETE CASCADE,
  PRIMARY KEY (production_award_key, position)
) STRICT, WITHOUT ROWID;

CREATE INDEX production_award_artist_by_artist ON production_award_artist (artist_key, production_award_key);

DROP TRIGGER artist_deleted;

CREATE TRIGGER artist_deleted BEFORE DELETE ON artist BEGIN
  DELETE FROM artist_alias WHERE artist_key = old.key;
  DELETE FROM artist_group_member WHERE member_key = old.key;
  DELETE FROM artist_group_member WHERE group_key = old.key;
  DELETE FROM artist_external_link WHERE artist_key = old.key;
  UPDATE production SET updated_at = strftime('%Y-%m-%dT%H:%M:%f+00:00', 'now') WHERE key IN (SELECT production_key FROM production_credit WHERE artist_key = old.key);
  UPDATE production_award SET updated_at = strftime('%Y-%m-%dT%H:%M:%f+00:00', 'now') WHERE key IN (SELECT production_award_key FROM production_award_artist WHERE artist_key = old.key);
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

DROP TRIGGER production_deleted;

CREATE TRIGGER production_deleted BEFORE DELETE ON production BEGIN
  UPDATE production SET series_key = NULL, updated_at = strftime('%Y-%m-%dT%H:%M:%f+00:00', 'now') WHERE series_key = old.key;
  DELETE FROM production_external_link WHERE production_key = old.key;
  DELETE FROM production_award WHERE production_key = old.key;
  DELETE FROM production_recording WHERE production_key = old.key;
  UPDATE portrayal SET production_key = NULL, updated_at = strftime('%Y-%m-%dT%H:%M:%f+00:00', 'now') WHERE production_key = old.key;
  DELETE FROM production_entry WHERE production_key = old.key;
  UPDATE release_track SET updated_at = strftime('%Y-%m-%dT%H:%M:%f+00:00', 'now') WHERE key IN (SELECT release_track_key FROM release_track_production WHERE production_key = old.key);
  INSERT INTO deletion_entry (resource_type, id, iri) SELECT 'Production', old.id, '/api/productions/' || old.id
    WHERE NOT EXISTS (SELECT 1 FROM merged_record WHERE resource_type = 'Production' AND id = old.id);
END;

CREATE TRIGGER production_award_created AFTER INSERT ON production_award BEGIN
  DELETE FROM deleted_record WHERE resource_type = 'ProductionAward' AND id = new.id;
  INSERT INTO change_entry (action, resource_type, resource_id) VALUES ('created', 'ProductionAward', new.id);
END;

CREATE TRIGGER production_award_updated AFTER UPDATE OF updated_at ON production_award BEGIN
  INSERT INTO change_entry (action, resource_type, resource_id) VALUES ('updated', 'ProductionAward', new.id);
END;

CREATE TRIGGER production_award_deleted BEFORE DELETE ON production_award BEGIN
  INSERT INTO deletion_entry (resource_type, id, iri) SELECT 'ProductionAward', old.id, '/api/productions/' || (SELECT id FROM production WHERE key = old.production_key) || '/awards/' || old.id
    WHERE NOT EXISTS (SELECT 1 FROM merged_record WHERE resource_type = 'ProductionAward' AND id = old.id);
END;

CREATE TRIGGER production_award_counted AFTER INSERT ON production_award BEGIN
  UPDATE record_count SET records = records + 1 WHERE resource_type = 'ProductionAward';
END;

INSERT OR REPLACE INTO record_count (resource_type, records) VALUES ('ProductionAward', (SELECT count(*) FROM "production_award"));

CREATE TRIGGER production_award_uncounted AFTER DELETE ON production_award BEGIN
  UPDATE record_count SET records = records - 1 WHERE resource_type = 'ProductionAward';
END;
