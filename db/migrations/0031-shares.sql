ALTER TABLE wishlist_item ADD any_edition INTEGER NOT NULL DEFAULT 0 CHECK (any_edition IN (0, 1));

-- Lists that whoever has the link may see. Revoked ones stay, so that their links say so.
CREATE TABLE share (
  key INTEGER PRIMARY KEY AUTOINCREMENT,
  id TEXT NOT NULL UNIQUE,
  user_key INTEGER NOT NULL REFERENCES user ON DELETE CASCADE,
  hash TEXT NOT NULL UNIQUE,
  list TEXT NOT NULL DEFAULT 'wishlist' CHECK (list IN ('wishlist', 'collection')),
  title TEXT NOT NULL,
  greeting TEXT,
  shown TEXT NOT NULL DEFAULT '[]',
  shows_taken INTEGER NOT NULL DEFAULT 0 CHECK (shows_taken IN (0, 1)),
  expires_at TEXT,
  revoked_at TEXT,
  opened INTEGER NOT NULL DEFAULT 0,
  last_opened_at TEXT,
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL
) STRICT;

CREATE INDEX share_by_user ON share (user_key, created_at);

-- Releases that somebody is giving. They stay if the wish is removed or the release merged, since both can be undone. `holder_hash` is of the
-- secret of the browser, which alone takes it back.
CREATE TABLE share_reservation (
  key INTEGER PRIMARY KEY,
  share_key INTEGER NOT NULL REFERENCES share ON DELETE CASCADE,
  user_key INTEGER NOT NULL REFERENCES user ON DELETE CASCADE,
  release_id TEXT NOT NULL,
  holder_hash TEXT NOT NULL,
  name TEXT,
  created_at TEXT NOT NULL,
  UNIQUE (user_key, release_id)
) STRICT;

-- By the release that the reserved one is now. A merge may bring two reservations together; its undo separates them again.
CREATE VIEW reserved_release AS
  SELECT r.user_key, coalesce(merged.merged_into_id, r.release_id) AS release_id, min(r.key) AS key, r.share_key, r.holder_hash, r.name
  FROM share_reservation AS r LEFT JOIN merged_record AS merged ON merged.resource_type = 'Release' AND merged.id = r.release_id
  GROUP BY r.user_key, coalesce(merged.merged_into_id, r.release_id);

CREATE INDEX share_reservation_by_share ON share_reservation (share_key);
