-- A release may name a label without a number of it. Where that label goes nothing of the line is left, and the line goes
-- with it; one with a number stays with the number alone.
DROP TRIGGER label_deleted;

CREATE TRIGGER label_deleted BEFORE DELETE ON label BEGIN
  DELETE FROM label_series WHERE label_key = old.key;
  UPDATE "release" SET updated_at = strftime('%Y-%m-%dT%H:%M:%f+00:00', 'now') WHERE key IN (SELECT release_key FROM release_label WHERE label_key = old.key);
  DELETE FROM release_label WHERE label_key = old.key AND catalog_number IS NULL;
  UPDATE release_track SET label_key = NULL, updated_at = strftime('%Y-%m-%dT%H:%M:%f+00:00', 'now') WHERE label_key = old.key;
  INSERT INTO deletion_entry (resource_type, id, iri) SELECT 'Label', old.id, '/api/labels/' || old.id
    WHERE NOT EXISTS (SELECT 1 FROM merged_record WHERE resource_type = 'Label' AND id = old.id);
END;
