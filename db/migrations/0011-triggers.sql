DROP TRIGGER release_track_deleted;

CREATE TRIGGER release_track_deleted BEFORE DELETE ON release_track BEGIN
  DELETE FROM release_track WHERE parent_key = old.key;
  INSERT INTO deletion_entry (resource_type, id, iri) SELECT 'ReleaseTrack', old.id, '/api/releases/' || (SELECT id FROM "release" WHERE key = (SELECT release_key FROM release_format WHERE key = old.release_format_key)) || '/formats/' || (SELECT id FROM release_format WHERE key = old.release_format_key) || '/tracks/' || old.id
    WHERE old.parent_key IS NULL AND NOT EXISTS (SELECT 1 FROM merged_record WHERE resource_type = 'ReleaseTrack' AND id = old.id);
END;
