-- A user's photos of copies. Their files are beside those of covers, by hash.
CREATE TABLE item_photo (
  key INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE CHECK (length(id) = 36),
  user_key INTEGER NOT NULL REFERENCES user ON DELETE CASCADE,
  -- UUID of the copy, which may be removed: the photos return with it.
  item_id TEXT NOT NULL CHECK (length(item_id) = 36),
  position INTEGER NOT NULL CHECK (position >= 1),
  caption TEXT CHECK (length(caption) BETWEEN 1 AND 100),
  hash TEXT NOT NULL CHECK (length(hash) = 40 AND hash NOT GLOB '*[^0-9a-f]*'),
  -- Of the largest file, in pixels.
  width INTEGER NOT NULL CHECK (width BETWEEN 1 AND 960),
  height INTEGER NOT NULL CHECK (height BETWEEN 1 AND 960),
  -- Of all files, on a disk.
  bytes INTEGER NOT NULL CHECK (bytes > 0),
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL,
  -- Removed photos, and those of removed copies, can be restored for a day.
  removed_at TEXT
) STRICT;

CREATE UNIQUE INDEX item_photo_once ON item_photo (item_id, hash) WHERE removed_at IS NULL;

CREATE INDEX item_photo_by_item ON item_photo (item_id, position);

CREATE INDEX item_photo_by_user ON item_photo (user_key, bytes);

CREATE INDEX item_photo_by_hash ON item_photo (hash);

CREATE INDEX item_photo_by_removal ON item_photo (removed_at) WHERE removed_at IS NOT NULL;

CREATE TRIGGER item_photo_deleted AFTER DELETE ON item_photo BEGIN
  INSERT INTO unnamed_cover (hash) SELECT old.hash WHERE NOT EXISTS (SELECT 1 FROM unnamed_cover WHERE hash = old.hash);
END;

CREATE TRIGGER item_photo_of_removed_copy AFTER DELETE ON collection_item BEGIN
  DELETE FROM item_photo WHERE item_id = old.id AND removed_at IS NOT NULL;
  UPDATE item_photo SET removed_at = strftime('%Y-%m-%dT%H:%M:%f+00:00', 'now') WHERE item_id = old.id;
END;

-- A merge that is undone, and the like.
CREATE TRIGGER item_photo_of_restored_copy AFTER INSERT ON collection_item BEGIN
  UPDATE item_photo SET removed_at = NULL WHERE item_id = new.id AND user_key = new.user_key;
END;
