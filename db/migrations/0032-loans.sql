-- Copies that users have lent. They belong to their owner alone, also where others may see the collection.
CREATE TABLE loan (
  key INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE CHECK (length(id) = 36),
  user_key INTEGER NOT NULL REFERENCES user ON DELETE CASCADE,
  item_key INTEGER NOT NULL REFERENCES collection_item ON DELETE CASCADE,
  borrower TEXT NOT NULL CHECK (length(borrower) BETWEEN 1 AND 80),
  lent_on TEXT NOT NULL CHECK (length(lent_on) = 10),
  due_on TEXT CHECK (length(due_on) = 10 AND due_on >= lent_on),
  -- Null while the copy is lent.
  returned_on TEXT CHECK (length(returned_on) = 10 AND returned_on >= lent_on),
  notes TEXT CHECK (length(notes) <= 255),
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL,
  -- Sorts by the due date, loans without one after those, and returned ones last.
  standing TEXT GENERATED ALWAYS AS (iif(returned_on IS NULL, coalesce(due_on, 'no date'), 'returned')) VIRTUAL
) STRICT;

CREATE UNIQUE INDEX loan_open ON loan (item_key) WHERE returned_on IS NULL;

CREATE INDEX loan_by_item ON loan (item_key, user_key, lent_on);

CREATE INDEX loan_by_standing ON loan (user_key, standing, lent_on, id);

CREATE INDEX loan_by_return ON loan (user_key, returned_on, id);
