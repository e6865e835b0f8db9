-- The catalog is edited by people: who may, and what each of them changed.

-- A check of a column cannot be changed: another column takes its place.
ALTER TABLE user ADD COLUMN standing TEXT NOT NULL DEFAULT 'user' CHECK (standing IN ('user', 'editor', 'admin'));

UPDATE user SET standing = role;

ALTER TABLE user DROP COLUMN role;

ALTER TABLE user RENAME COLUMN standing TO role;

-- What a person changed of a record, and of what stands below it, by one request. The key is its number.
CREATE TABLE revision (
  key INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE CHECK (length(id) = 36),
  resource_type TEXT NOT NULL,
  resource_id TEXT NOT NULL,
  -- Where the record stood.
  iri TEXT NOT NULL,
  user_key INTEGER REFERENCES user ON DELETE SET NULL,
  action TEXT NOT NULL CHECK (action IN ('added', 'changed', 'deleted', 'merged')),
  note TEXT CHECK (length(note) <= 10000),
  -- Attributes and relationships in the words of an export: of a record that was changed those that differ, else all of them.
  before TEXT CHECK (json_type(before) = 'object'),
  after TEXT CHECK (json_type(after) = 'object'),
  -- Records that went with one that was deleted, whole, in the order in which they can come back.
  gone TEXT CHECK (json_type(gone) = 'array'),
  -- What it takes back.
  reverted_key INTEGER REFERENCES revision,
  created_at TEXT NOT NULL
) STRICT;

CREATE INDEX revision_by_record ON revision (resource_id, resource_type);

-- Of a record and of what stands below it.
CREATE INDEX revision_by_iri ON revision (iri);

CREATE INDEX revision_by_user ON revision (user_key);

CREATE INDEX revision_by_reverted ON revision (reverted_key) WHERE reverted_key IS NOT NULL;
