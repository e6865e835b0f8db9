-- An item that was changed after an import, and changed back, is undone with the import.

-- The release and the values of an item before its first change.
ALTER TABLE import_journal ADD COLUMN original TEXT CHECK (json_type(original) = 'array');

-- Its last time of change with which it is again as it was added.
ALTER TABLE import_journal ADD COLUMN restored_at TEXT;

CREATE INDEX import_journal_by_item ON import_journal (written_id) WHERE written_at IS NOT NULL;
