-- What users say of their items: of the collection, also the sleeve, a rating, when it came, its folder and tags; of the
-- wishlist, how much it is wanted and what it may cost.

ALTER TABLE collection_item ADD COLUMN sleeve_condition TEXT CHECK (sleeve_condition IN ('mint', 'near_mint', 'very_good_plus', 'very_good', 'good_plus', 'good', 'fair', 'poor'));
ALTER TABLE collection_item ADD COLUMN rating INTEGER CHECK (rating BETWEEN 1 AND 5);
-- NULL is when it was entered here.
ALTER TABLE collection_item ADD COLUMN added_at TEXT;
ALTER TABLE collection_item ADD COLUMN folder TEXT;
-- As they were written, in their order; and without case, by which they are told apart.
ALTER TABLE collection_item ADD COLUMN tags TEXT NOT NULL DEFAULT '[]' CHECK (json_type(tags) = 'array');
ALTER TABLE collection_item ADD COLUMN tags_folded TEXT NOT NULL DEFAULT '[]' CHECK (json_array_length(tags_folded) = json_array_length(tags));

CREATE INDEX collection_item_by_addition ON collection_item (user_key, coalesce(added_at, created_at), id);

-- The items by their tags. Triggers keep it with what the items say.
CREATE TABLE collection_item_tag (
  user_key INTEGER NOT NULL,
  tag_folded TEXT NOT NULL,
  item_key INTEGER NOT NULL REFERENCES collection_item ON DELETE CASCADE,
  tag TEXT NOT NULL CHECK (length(tag) BETWEEN 1 AND 100),
  PRIMARY KEY (user_key, tag_folded, item_key)
) STRICT, WITHOUT ROWID;

CREATE INDEX collection_item_tag_by_item ON collection_item_tag (item_key);

CREATE TRIGGER collection_item_tags_insert AFTER INSERT ON collection_item WHEN new.tags <> '[]' BEGIN
  INSERT INTO collection_item_tag (user_key, tag_folded, item_key, tag)
    SELECT new.user_key, folded.value, new.key, written.value
    FROM json_each(new.tags) AS written JOIN json_each(new.tags_folded) AS folded ON folded.key = written.key;
END;

CREATE TRIGGER collection_item_tags_update AFTER UPDATE OF tags, tags_folded ON collection_item BEGIN
  DELETE FROM collection_item_tag WHERE item_key = new.key;
  INSERT INTO collection_item_tag (user_key, tag_folded, item_key, tag)
    SELECT new.user_key, folded.value, new.key, written.value
    FROM json_each(new.tags) AS written JOIN json_each(new.tags_folded) AS folded ON folded.key = written.key;
END;

ALTER TABLE wishlist_item ADD COLUMN priority INTEGER CHECK (priority BETWEEN 1 AND 5);
ALTER TABLE wishlist_item ADD COLUMN max_price_cents INTEGER CHECK (max_price_cents >= 0);
ALTER TABLE wishlist_item ADD COLUMN currency TEXT CHECK (currency GLOB '[A-Z][A-Z][A-Z]');

-- Of two wishes for releases that become one, the one that stays is wanted as much as either, and may cost what either may.
CREATE TRIGGER wishlist_item_wanted_as_another BEFORE UPDATE OF release_key ON wishlist_item
WHEN new.release_key <> old.release_key BEGIN
  UPDATE wishlist_item
  SET priority = coalesce(min(priority, new.priority), priority, new.priority),
    max_price_cents = coalesce(max_price_cents, new.max_price_cents),
    currency = iif(max_price_cents IS NULL AND new.max_price_cents IS NOT NULL, new.currency, currency)
  WHERE user_key = new.user_key AND release_key = new.release_key
    AND (priority IS NOT new.priority OR max_price_cents IS NOT new.max_price_cents);
END;
