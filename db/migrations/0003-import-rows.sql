-- Rows of imported files whose release the catalog does not have: they are tried again at the user's next import.

CREATE TABLE import_row (
  key INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE CHECK (length(id) = 36),
  user_key INTEGER NOT NULL REFERENCES user ON DELETE CASCADE,
  list TEXT NOT NULL CHECK (list IN ('collection', 'wishlist')),
  -- The cells by their columns, as the file had them.
  cells TEXT NOT NULL CHECK (json_type(cells) = 'object'),
  -- As often as the file that had it most often: a row for each copy.
  copies INTEGER NOT NULL CHECK (copies > 0),
  created_at TEXT NOT NULL,
  UNIQUE (user_key, list, cells)
) STRICT;

CREATE INDEX import_row_by_user ON import_row (user_key, list, created_at, id);
