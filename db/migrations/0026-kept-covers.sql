-- A cover that a person replaced or removed can be had again: its files stay a while.

-- None, where they go with the next sweep.
ALTER TABLE unnamed_cover ADD COLUMN kept_until TEXT;

CREATE INDEX unnamed_cover_by_time ON unnamed_cover (kept_until);

-- A statement's own way with conflicts, such as that of ON CONFLICT DO UPDATE, holds in its triggers as well, in the place of
-- an OR IGNORE there: a picture that stands here already is asked for.
DROP TRIGGER release_cover_updated;

CREATE TRIGGER release_cover_updated AFTER UPDATE OF hash, release_key ON release_cover
  WHEN old.hash <> new.hash OR old.release_key <> new.release_key BEGIN
  INSERT INTO unnamed_cover (hash) SELECT old.hash WHERE NOT EXISTS (SELECT 1 FROM unnamed_cover WHERE hash = old.hash);
  UPDATE "release" SET updated_at = strftime('%Y-%m-%dT%H:%M:%f+00:00', 'now') WHERE key = new.release_key;
END;

DROP TRIGGER release_cover_deleted;

CREATE TRIGGER release_cover_deleted AFTER DELETE ON release_cover BEGIN
  INSERT INTO unnamed_cover (hash) SELECT old.hash WHERE NOT EXISTS (SELECT 1 FROM unnamed_cover WHERE hash = old.hash);
  UPDATE "release" SET updated_at = strftime('%Y-%m-%dT%H:%M:%f+00:00', 'now') WHERE key = old.release_key;
END;
