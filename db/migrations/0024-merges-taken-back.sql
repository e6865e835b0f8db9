-- A merge by hand can be taken back: what of it is remembered beside the records that went.

-- What the merge made of the records that stayed, which ones led to those that went, and the items that followed.
ALTER TABLE revision ADD COLUMN merge TEXT CHECK (json_type(merge) = 'object');

-- Items of users that a merge took away, since the same user had one of the record that stayed, and that one as it was: they
-- are the user's, and go with the account.
CREATE TABLE set_aside_item (
  key INTEGER PRIMARY KEY,
  revision_key INTEGER NOT NULL REFERENCES revision,
  user_key INTEGER NOT NULL REFERENCES user ON DELETE CASCADE,
  -- The UUID of the record that it was of before the merge.
  record_id TEXT NOT NULL CHECK (length(record_id) = 36),
  item_table TEXT NOT NULL,
  -- Its columns before the merge, and, of one that is there still, those after it.
  item TEXT NOT NULL CHECK (json_type(item) = 'object'),
  left_as TEXT CHECK (json_type(left_as) = 'object')
) STRICT;

CREATE INDEX set_aside_item_by_revision ON set_aside_item (revision_key);

CREATE INDEX set_aside_item_by_user ON set_aside_item (user_key);
