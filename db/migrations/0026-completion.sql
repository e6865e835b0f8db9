-- Looking up the placeholders of a user's lists at other sites: one job a user, and what became of each release.
CREATE TABLE completion (
  user_key INTEGER PRIMARY KEY REFERENCES user ON DELETE CASCADE,
  state TEXT NOT NULL CHECK (state IN ('running', 'stopped', 'done')),
  -- Whether the token that started it may edit the catalog: releases are merged for everybody then.
  may_edit INTEGER NOT NULL CHECK (may_edit IN (0, 1)),
  -- Why it ended early: a code of an error.
  reason TEXT,
  started_at TEXT NOT NULL,
  finished_at TEXT
) STRICT;

CREATE TABLE completion_row (
  key INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE CHECK (length(id) = 36),
  user_key INTEGER NOT NULL REFERENCES user ON DELETE CASCADE,
  -- No foreign key: the placeholder is gone once it is merged.
  release_id TEXT NOT NULL CHECK (length(release_id) = 36),
  title TEXT NOT NULL,
  artist_credit TEXT,
  state TEXT NOT NULL CHECK (state IN ('waiting', 'complete', 'review', 'not_found', 'failed', 'dismissed')),
  found_by TEXT CHECK (found_by IN ('id', 'barcode', 'catalog_number', 'title')),
  candidates TEXT NOT NULL DEFAULT '[]' CHECK (json_type(candidates) = 'array'),
  -- Whether only the first candidate can be meant.
  is_clear INTEGER NOT NULL DEFAULT 0 CHECK (is_clear IN (0, 1)),
  -- Whether the job shall take the first candidate.
  is_accepted INTEGER NOT NULL DEFAULT 0 CHECK (is_accepted IN (0, 1)),
  reason TEXT,
  -- The release that it became, and what an undo needs.
  into_id TEXT,
  undo TEXT CHECK (json_type(undo) = 'object'),
  updated_at TEXT NOT NULL,
  UNIQUE (user_key, release_id)
) STRICT;

CREATE INDEX completion_row_by_state ON completion_row (user_key, state, key);
