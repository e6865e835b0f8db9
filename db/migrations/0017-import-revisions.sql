-- Revisions by imports. A constraint of a column can't be changed, so another column takes its place.
ALTER TABLE revision ADD COLUMN origin TEXT NOT NULL DEFAULT 'account' CHECK (origin IN ('account', 'command_line', 'import'));

UPDATE revision SET origin = source WHERE source <> 'account';

ALTER TABLE revision DROP COLUMN source;

ALTER TABLE revision RENAME COLUMN origin TO source;
