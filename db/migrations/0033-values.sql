-- What a copy is worth, by its owner or another source. Earlier values are in item_value.
ALTER TABLE collection_item ADD COLUMN current_value_cents INTEGER CHECK (current_value_cents >= 0);

ALTER TABLE collection_item ADD COLUMN value_currency TEXT CHECK (value_currency GLOB '[A-Z][A-Z][A-Z]');

ALTER TABLE collection_item ADD COLUMN valued_on TEXT;

ALTER TABLE collection_item ADD COLUMN value_source TEXT;

CREATE TABLE item_value (
  key INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE CHECK (length(id) = 36),
  item_key INTEGER NOT NULL REFERENCES collection_item ON DELETE CASCADE,
  value_cents INTEGER NOT NULL CHECK (value_cents >= 0),
  value_currency TEXT CHECK (value_currency GLOB '[A-Z][A-Z][A-Z]'),
  valued_on TEXT,
  value_source TEXT
) STRICT;

CREATE INDEX item_value_by_item ON item_value (item_key, valued_on, key);

-- The latest hundred of a copy stay. A value that is current again, as after an undo, is no earlier one.
CREATE TRIGGER item_value_of_change AFTER UPDATE OF current_value_cents, value_currency ON collection_item
WHEN old.current_value_cents IS NOT NULL
  AND (old.current_value_cents IS NOT new.current_value_cents OR old.value_currency IS NOT new.value_currency)
BEGIN
  INSERT INTO item_value (id, item_key, value_cents, value_currency, valued_on, value_source)
  SELECT lower(printf('%s-%s-4%s-8%s-%s', hex(randomblob(4)), hex(randomblob(2)), substr(hex(randomblob(2)), 2), substr(hex(randomblob(2)), 2),
    hex(randomblob(6)))), old.key, old.current_value_cents, old.value_currency, old.valued_on, old.value_source;
  DELETE FROM item_value WHERE item_key = new.key
    AND value_cents = new.current_value_cents AND value_currency IS new.value_currency AND valued_on IS new.valued_on;
  DELETE FROM item_value WHERE item_key = new.key
    AND key NOT IN (SELECT key FROM item_value WHERE item_key = new.key ORDER BY valued_on DESC, key DESC LIMIT 100);
END;
