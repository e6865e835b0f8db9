-- Records that may be one, and what people said of such pairs.

-- What is known of pairs follows from the catalog, and is found anew where that changes.
CREATE TABLE likely_duplicate (
  key INTEGER PRIMARY KEY,
  resource_type TEXT NOT NULL CHECK (resource_type IN ('Release', 'Artist', 'Label')),
  -- The record that would better be kept of the two.
  one_id TEXT NOT NULL CHECK (length(one_id) = 36),
  other_id TEXT NOT NULL CHECK (length(other_id) = 36),
  suggestion TEXT NOT NULL CHECK (suggestion IN ('same', 'editions')),
  sureness TEXT NOT NULL CHECK (sureness IN ('certain', 'likely', 'possible')),
  reasons TEXT NOT NULL CHECK (json_type(reasons) = 'array'),
  -- Whether one of them stands in for a true one, which the other is.
  provisional INTEGER NOT NULL CHECK (provisional IN (0, 1)),
  -- The surest are the smallest.
  place INTEGER NOT NULL,
  -- Of the look through all records that found it last.
  round INTEGER NOT NULL,
  CHECK (one_id <> other_id)
) STRICT;

CREATE UNIQUE INDEX likely_duplicate_once ON likely_duplicate (resource_type, min(one_id, other_id), max(one_id, other_id));

CREATE INDEX likely_duplicate_by_place ON likely_duplicate (resource_type, place, key);

CREATE INDEX likely_duplicate_by_one ON likely_duplicate (one_id);

CREATE INDEX likely_duplicate_by_other ON likely_duplicate (other_id);

-- How far each kind was looked through: all of it, but for what has changed since an entry of the feed; or up to a key.
CREATE TABLE duplicate_search (
  resource_type TEXT PRIMARY KEY CHECK (resource_type IN ('Release', 'Artist', 'Label')),
  round INTEGER NOT NULL,
  -- None, once all of them were looked at.
  walked_to INTEGER,
  -- The newest entry of the feed when the look began, or that was followed since.
  sequence INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- The titles of a release's tracks in their order, as a number: those of the same tracks have the same.
CREATE TABLE release_fingerprint (
  release_id TEXT PRIMARY KEY CHECK (length(release_id) = 36),
  tracks INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX release_fingerprint_by_tracks ON release_fingerprint (tracks);

-- Pairs that people settled: they are not asked for again. By UUIDs, since a record may go and come back.
CREATE TABLE settled_pair (
  key INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE CHECK (length(id) = 36),
  resource_type TEXT NOT NULL CHECK (resource_type IN ('Release', 'Artist', 'Label')),
  one_id TEXT NOT NULL CHECK (length(one_id) = 36),
  other_id TEXT NOT NULL CHECK (length(other_id) = 36),
  decision TEXT NOT NULL CHECK (decision IN ('different', 'editions')),
  user_key INTEGER REFERENCES user ON DELETE SET NULL,
  created_at TEXT NOT NULL,
  CHECK (one_id < other_id),
  CHECK (decision = 'different' OR resource_type = 'Release'),
  UNIQUE (resource_type, one_id, other_id)
) STRICT;

CREATE INDEX settled_pair_by_other ON settled_pair (resource_type, other_id);

CREATE INDEX settled_pair_by_user ON settled_pair (user_key) WHERE user_key IS NOT NULL;
