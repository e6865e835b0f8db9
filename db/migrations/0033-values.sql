-- What a copy is worth, by its owner or another source. Earlier values are in item_value.
ALTER TABLE collection_item ADD COLUMN current_value_cents INTEGER CHECK (current_value_cents >= 0);

ALTER TABLE collection_item ADD COLUMN value_currency TEXT CHECK (value_currency GLOB '[A-Z][A-Z][A-Z]');

ALTER TABLE collection_item ADD COLUMN valued_on TEXT;

ALTER TABLE collection_item ADD COLUMN value_source TEXT;

CREATE TABLE item_value (
  key INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE CHECK (length(id) = 36),
  user_key INTEGER NOT NULL REFERENCES user ON DELETE CASCADE,
  -- UUID of the copy, which may be removed: its values return with it.
  item_id TEXT NOT NULL CHECK (length(item_id) = 36),
  value_cents INTEGER NOT NULL CHECK (value_cents >= 0),
  value_currency TEXT CHECK (value_currency GLOB '[A-Z][A-Z][A-Z]'),
  valued_on TEXT,
  value_source TEXT,
  -- Values of removed copies can be restored for a day.
  removed_at TEXT
) STRICT;

CREATE INDEX item_value_by_item ON item_value (item_id, valued_on, key);

CREATE INDEX item_value_by_user ON item_value (user_key);

CREATE INDEX item_value_by_removal ON item_value (removed_at) WHERE removed_at IS NOT NULL;

-- The latest hundred of a copy stay. A value that is current again, as after an undo, is no earlier one.
CREATE TRIGGER item_value_of_change AFTER UPDATE OF current_value_cents, value_currency ON collection_item
WHEN old.current_value_cents IS NOT NULL
  AND (old.current_value_cents IS NOT new.current_value_cents OR old.value_currency IS NOT new.value_currency)
BEGIN
  INSERT INTO item_value (id, user_key, item_id, value_cents, value_currency, valued_on, value_source)
  SELECT lower(printf('%s-%s-4%s-8%s-%s', hex(randomblob(4)), hex(randomblob(2)), substr(hex(randomblob(2)), 2), substr(hex(randomblob(2)), 2),
    hex(randomblob(6)))), old.user_key, old.id, old.current_value_cents, old.value_currency, old.valued_on, old.value_source;
  DELETE FROM item_value WHERE item_id = new.id
    AND value_cents = new.current_value_cents AND value_currency IS new.value_currency AND valued_on IS new.valued_on;
  DELETE FROM item_value WHERE item_id = new.id
    AND key NOT IN (SELECT key FROM item_value WHERE item_id = new.id ORDER BY valued_on DESC, key DESC LIMIT 100);
END;

CREATE TRIGGER item_value_of_removed_copy AFTER DELETE ON collection_item BEGIN
  DELETE FROM item_value WHERE removed_at < strftime('%Y-%m-%dT%H:%M:%f+00:00', 'now', '-1 day');
  UPDATE item_value SET removed_at = strftime('%Y-%m-%dT%H:%M:%f+00:00', 'now') WHERE item_id = old.id;
END;

-- A merge that is undone, and the like.
CREATE TRIGGER item_value_of_restored_copy AFTER INSERT ON collection_item BEGIN
  UPDATE item_value SET removed_at = NULL WHERE item_id = new.id AND user_key = new.user_key;
END;
