-- Users search what they own and wish for: notes as "contains" compares them, which the writer fills.

ALTER TABLE collection_item ADD COLUMN notes_folded TEXT;
ALTER TABLE wishlist_item ADD COLUMN notes_folded TEXT;

-- A release of a wishlist may become another one of the same wishlist, when the two are merged: one of the items goes
-- then, and its notes go to the one that stays.
CREATE TRIGGER wishlist_item_meets_another BEFORE UPDATE OF release_key ON wishlist_item
WHEN new.notes IS NOT NULL AND new.release_key <> old.release_key BEGIN
  UPDATE wishlist_item
  SET notes = substr(iif(notes IS NULL, '', notes || char(10)) || new.notes, 1, 10000),
    notes_folded = substr(iif(notes_folded IS NULL, '', notes_folded || ' ') || new.notes_folded, 1, 10000)
  WHERE user_key = new.user_key AND release_key = new.release_key AND notes IS NOT new.notes;
END;
