-- Releases that members without the right to edit add: null of all that everybody sees.
ALTER TABLE "release" ADD COLUMN unreviewed_by INTEGER REFERENCES user;

CREATE INDEX release_by_unreviewed_by ON "release" (unreviewed_by) WHERE unreviewed_by IS NOT NULL;

-- What such a release says beside its own row. Its links, numbers and formats come into the catalog once an editor accepts it,
-- so that until then no other table has anything of it.
CREATE TABLE unreviewed_release (
  -- No foreign key: a merge moves what has one to the release that stays, which is not unreviewed by that.
  release_key INTEGER PRIMARY KEY,
  pending TEXT NOT NULL CHECK (json_type(pending) = 'object')
) STRICT;

CREATE TRIGGER release_unreviewed_deleted AFTER DELETE ON "release" WHEN old.unreviewed_by IS NOT NULL BEGIN
  DELETE FROM unreviewed_release WHERE release_key = old.key;
  -- Others were never to see it.
  DELETE FROM revision WHERE resource_type = 'Release' AND resource_id = old.id;
END;

DROP VIEW release_search_entry;

CREATE VIEW release_search_entry (key, name, other_names) AS
SELECT key, title_folded, coalesce((
  SELECT group_concat(a.name_folded, ' ') FROM release_credit AS c JOIN artist AS a ON a.key = c.artist_key
  WHERE c.release_key = "release".key AND c.list = 'artists'
), '')
FROM "release" WHERE unreviewed_by IS NULL;

DROP TRIGGER release_search_insert;

CREATE TRIGGER release_search_insert AFTER INSERT ON "release" WHEN new.unreviewed_by IS NULL BEGIN
  INSERT INTO release_search (rowid, name, other_names) VALUES (new.key, new.title_folded, '');
  INSERT INTO release_title_trigram (rowid, name) VALUES (new.key, new.title_folded);
END;

DROP TRIGGER release_search_update;

CREATE TRIGGER release_search_update AFTER UPDATE OF title_folded, unreviewed_by ON "release"
WHEN new.unreviewed_by IS NULL AND (old.title_folded IS NOT new.title_folded OR old.unreviewed_by IS NOT NULL) BEGIN
  DELETE FROM release_search WHERE rowid = new.key;
  INSERT INTO release_search (rowid, name, other_names) SELECT key, name, other_names FROM release_search_entry WHERE key = new.key;
  DELETE FROM release_title_trigram WHERE rowid = new.key;
  INSERT INTO release_title_trigram (rowid, name) VALUES (new.key, new.title_folded);
END;

-- They go with the account that added them; one of which another user has a copy becomes that user's.
CREATE TRIGGER user_unreviewed_deleted BEFORE DELETE ON user BEGIN
  UPDATE "release" SET unreviewed_by = coalesce(
    (SELECT user_key FROM collection_item WHERE release_key = "release".key AND user_key <> old.key ORDER BY key LIMIT 1),
    (SELECT user_key FROM wishlist_item WHERE release_key = "release".key AND user_key <> old.key ORDER BY key LIMIT 1),
    old.key
  ) WHERE unreviewed_by = old.key;
  DELETE FROM collection_item WHERE user_key = old.key AND release_key IN (SELECT key FROM "release" WHERE unreviewed_by = old.key);
  DELETE FROM wishlist_item WHERE user_key = old.key AND release_key IN (SELECT key FROM "release" WHERE unreviewed_by = old.key);
  DELETE FROM revision WHERE resource_type = 'Release' AND resource_id IN (SELECT id FROM "release" WHERE unreviewed_by = old.key);
  DELETE FROM "release" WHERE unreviewed_by = old.key;
END;

DROP TRIGGER release_created;

CREATE TRIGGER release_created AFTER INSERT ON "release" WHEN new.unreviewed_by IS NULL BEGIN
  DELETE FROM deleted_record WHERE resource_type = 'Release' AND id = new.id;
  INSERT INTO change_entry (action, resource_type, resource_id) VALUES ('created', 'Release', new.id);
END;

DROP TRIGGER release_updated;

CREATE TRIGGER release_updated AFTER UPDATE OF updated_at ON "release" WHEN new.unreviewed_by IS NULL BEGIN
  INSERT INTO change_entry (action, resource_type, resource_id) VALUES ('updated', 'Release', new.id);
END;

DROP TRIGGER release_deleted;

CREATE TRIGGER release_deleted BEFORE DELETE ON "release" BEGIN
  DELETE FROM release_external_link WHERE release_key = old.key;
  DELETE FROM production_entry WHERE release_key = old.key;
  DELETE FROM release_format WHERE release_key = old.key;
  DELETE FROM release_recording WHERE release_key = old.key;
  INSERT INTO deletion_entry (resource_type, id, iri) SELECT 'Release', old.id, '/api/releases/' || old.id
    WHERE old.unreviewed_by IS NULL AND NOT EXISTS (SELECT 1 FROM merged_record WHERE resource_type = 'Release' AND id = old.id);
END;

DROP TRIGGER release_counted;

CREATE TRIGGER release_counted AFTER INSERT ON "release" WHEN new.unreviewed_by IS NULL BEGIN
  UPDATE record_count SET records = records + 1 WHERE resource_type = 'Release';
END;

INSERT OR REPLACE INTO record_count (resource_type, records) VALUES ('Release', (SELECT count(*) FROM "release" WHERE unreviewed_by IS NULL));

DROP TRIGGER release_uncounted;

CREATE TRIGGER release_uncounted AFTER DELETE ON "release" WHEN old.unreviewed_by IS NULL BEGIN
  UPDATE record_count SET records = records - 1 WHERE resource_type = 'Release';
END;

CREATE TRIGGER release_accepted AFTER UPDATE OF unreviewed_by ON "release" WHEN old.unreviewed_by IS NOT NULL AND new.unreviewed_by IS NULL BEGIN
  DELETE FROM unreviewed_release WHERE release_key = new.key;
  DELETE FROM deleted_record WHERE resource_type = 'Release' AND id = new.id;
  INSERT INTO change_entry (action, resource_type, resource_id) VALUES ('created', 'Release', new.id);
  UPDATE record_count SET records = records + 1 WHERE resource_type = 'Release';
END;
