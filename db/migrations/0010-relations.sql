-- Relations between releases, and between albums.
CREATE TABLE release_relation (
  key INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE CHECK (length(id) = 36),
  release_key INTEGER NOT NULL REFERENCES "release" ON DELETE CASCADE,
  related_key INTEGER NOT NULL REFERENCES "release" ON DELETE CASCADE,
  kind TEXT NOT NULL DEFAULT 'reissue_of' CHECK (kind IN ('remaster_of', 'reissue_of', 'expanded_edition_of', 'included_in')),
  created_at TEXT NOT NULL,
  updated_at TEXT,
  CHECK (related_key <> release_key)
) STRICT;

CREATE UNIQUE INDEX release_relation_by_release ON release_relation (release_key, related_key, kind);

CREATE INDEX release_relation_by_related ON release_relation (related_key, kind, id);

CREATE TABLE album_relation (
  key INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE CHECK (length(id) = 36),
  album_key INTEGER NOT NULL REFERENCES album ON DELETE CASCADE,
  related_key INTEGER NOT NULL REFERENCES album ON DELETE CASCADE,
  kind TEXT NOT NULL DEFAULT 'included_in' CHECK (kind IN ('single_from', 'included_in', 'version_of', 'remix_of')),
  created_at TEXT NOT NULL,
  updated_at TEXT,
  CHECK (related_key <> album_key)
) STRICT;

CREATE UNIQUE INDEX album_relation_by_album ON album_relation (album_key, related_key, kind);

CREATE INDEX album_relation_by_related ON album_relation (related_key, kind, id);

DROP TRIGGER album_deleted;

CREATE TRIGGER album_deleted BEFORE DELETE ON album BEGIN
  DELETE FROM album_external_link WHERE album_key = old.key;
  DELETE FROM album_relation WHERE album_key = old.key;
  DELETE FROM album_relation WHERE related_key = old.key;
  UPDATE "release" SET album_key = NULL, updated_at = strftime('%Y-%m-%dT%H:%M:%f+00:00', 'now') WHERE album_key = old.key;
  INSERT INTO deletion_entry (resource_type, id, iri) SELECT 'Album', old.id, '/api/albums/' || old.id
    WHERE NOT EXISTS (SELECT 1 FROM merged_record WHERE resource_type = 'Album' AND id = old.id);
END;

CREATE TRIGGER album_relation_created AFTER INSERT ON album_relation BEGIN
  DELETE FROM deleted_record WHERE resource_type = 'AlbumRelation' AND id = new.id;
  INSERT INTO change_entry (action, resource_type, resource_id) VALUES ('created', 'AlbumRelation', new.id);
END;

CREATE TRIGGER album_relation_updated AFTER UPDATE OF updated_at ON album_relation BEGIN
  INSERT INTO change_entry (action, resource_type, resource_id) VALUES ('updated', 'AlbumRelation', new.id);
END;

CREATE TRIGGER album_relation_deleted BEFORE DELETE ON album_relation BEGIN
  INSERT INTO deletion_entry (resource_type, id, iri) SELECT 'AlbumRelation', old.id, '/api/albums/' || (SELECT id FROM album WHERE key = old.album_key) || '/relations/' || old.id
    WHERE NOT EXISTS (SELECT 1 FROM merged_record WHERE resource_type = 'AlbumRelation' AND id = old.id);
END;

CREATE TRIGGER album_relation_counted AFTER INSERT ON album_relation BEGIN
  UPDATE record_count SET records = records + 1 WHERE resource_type = 'AlbumRelation';
END;

INSERT OR REPLACE INTO record_count (resource_type, records) VALUES ('AlbumRelation', (SELECT count(*) FROM "album_relation"));

CREATE TRIGGER album_relation_uncounted AFTER DELETE ON album_relation BEGIN
  UPDATE record_count SET records = records - 1 WHERE resource_type = 'AlbumRelation';
END;

DROP TRIGGER release_deleted;

CREATE TRIGGER release_deleted BEFORE DELETE ON "release" BEGIN
  DELETE FROM release_external_link WHERE release_key = old.key;
  DELETE FROM release_relation WHERE release_key = old.key;
  DELETE FROM release_relation WHERE related_key = old.key;
  DELETE FROM production_entry WHERE release_key = old.key;
  DELETE FROM release_format WHERE release_key = old.key;
  DELETE FROM release_recording WHERE release_key = old.key;
  INSERT INTO deletion_entry (resource_type, id, iri) SELECT 'Release', old.id, '/api/releases/' || old.id
    WHERE old.unreviewed_by IS NULL AND NOT EXISTS (SELECT 1 FROM merged_record WHERE resource_type = 'Release' AND id = old.id);
END;

CREATE TRIGGER release_relation_created AFTER INSERT ON release_relation BEGIN
  DELETE FROM deleted_record WHERE resource_type = 'ReleaseRelation' AND id = new.id;
  INSERT INTO change_entry (action, resource_type, resource_id) VALUES ('created', 'ReleaseRelation', new.id);
END;

CREATE TRIGGER release_relation_updated AFTER UPDATE OF updated_at ON release_relation BEGIN
  INSERT INTO change_entry (action, resource_type, resource_id) VALUES ('updated', 'ReleaseRelation', new.id);
END;

CREATE TRIGGER release_relation_deleted BEFORE DELETE ON release_relation BEGIN
  INSERT INTO deletion_entry (resource_type, id, iri) SELECT 'ReleaseRelation', old.id, '/api/releases/' || (SELECT id FROM "release" WHERE key = old.release_key) || '/relations/' || old.id
    WHERE NOT EXISTS (SELECT 1 FROM merged_record WHERE resource_type = 'ReleaseRelation' AND id = old.id);
END;

CREATE TRIGGER release_relation_counted AFTER INSERT ON release_relation BEGIN
  UPDATE record_count SET records = records + 1 WHERE resource_type = 'ReleaseRelation';
END;

INSERT OR REPLACE INTO record_count (resource_type, records) VALUES ('ReleaseRelation', (SELECT count(*) FROM "release_relation"));

CREATE TRIGGER release_relation_uncounted AFTER DELETE ON release_relation BEGIN
  UPDATE record_count SET records = records - 1 WHERE resource_type = 'ReleaseRelation';
END;
