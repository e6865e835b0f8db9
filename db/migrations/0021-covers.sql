-- The covers of releases: which picture each has, whose files stand by their hash in the folder beside the database.

CREATE TABLE release_cover (
  release_key INTEGER PRIMARY KEY REFERENCES "release" ON DELETE CASCADE,
  -- Of the files: several releases may have the same.
  hash TEXT NOT NULL CHECK (length(hash) = 40 AND hash NOT GLOB '*[^0-9a-f]*'),
  -- Of the largest file, in pixels.
  width INTEGER NOT NULL CHECK (width BETWEEN 1 AND 960),
  height INTEGER NOT NULL CHECK (height BETWEEN 1 AND 960),
  -- An address of the web, where one was asked for it.
  source TEXT NOT NULL CHECK (source IN ('upload', 'command_line') OR source GLOB 'http://*' OR source GLOB 'https://*'),
  user_key INTEGER REFERENCES user ON DELETE SET NULL,
  created_at TEXT NOT NULL
) STRICT;

CREATE INDEX release_cover_by_hash ON release_cover (hash);

CREATE INDEX release_cover_by_user ON release_cover (user_key) WHERE user_key IS NOT NULL;

-- Pictures that a release had: their files go where no other has them.
CREATE TABLE unnamed_cover (
  hash TEXT PRIMARY KEY
) STRICT, WITHOUT ROWID;

-- Releases of which another site said that it has no cover, with the ids that it was asked for.
CREATE TABLE missed_cover (
  release_key INTEGER PRIMARY KEY REFERENCES "release" ON DELETE CASCADE,
  asked TEXT NOT NULL,
  asked_at TEXT NOT NULL
) STRICT;

-- A release shows its cover: whoever follows the feed hears of another one.
CREATE TRIGGER release_cover_created AFTER INSERT ON release_cover BEGIN
  DELETE FROM missed_cover WHERE release_key = new.release_key;
  UPDATE "release" SET updated_at = strftime('%Y-%m-%dT%H:%M:%f+00:00', 'now') WHERE key = new.release_key;
END;

CREATE TRIGGER release_cover_updated AFTER UPDATE OF hash, release_key ON release_cover
  WHEN old.hash <> new.hash OR old.release_key <> new.release_key BEGIN
  INSERT OR IGNORE INTO unnamed_cover (hash) VALUES (old.hash);
  UPDATE "release" SET updated_at = strftime('%Y-%m-%dT%H:%M:%f+00:00', 'now') WHERE key = new.release_key;
END;

CREATE TRIGGER release_cover_deleted AFTER DELETE ON release_cover BEGIN
  INSERT OR IGNORE INTO unnamed_cover (hash) VALUES (old.hash);
  UPDATE "release" SET updated_at = strftime('%Y-%m-%dT%H:%M:%f+00:00', 'now') WHERE key = old.release_key;
END;

-- A release that is merged into one without a cover takes its own along.
CREATE TRIGGER release_cover_merged AFTER INSERT ON merged_record WHEN new.resource_type = 'Release' BEGIN
  UPDATE OR IGNORE release_cover SET release_key = (SELECT key FROM "release" WHERE id = new.merged_into_id)
    WHERE release_key = (SELECT key FROM "release" WHERE id = new.id)
      AND EXISTS (SELECT 1 FROM "release" WHERE id = new.merged_into_id);
END;
