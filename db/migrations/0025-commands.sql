-- Commands change the catalog and put files in, beside the server and without an account.

-- Of one without a user: whether it was made by a command, or by an account that is gone.
ALTER TABLE revision ADD COLUMN source TEXT NOT NULL DEFAULT 'account' CHECK (source IN ('account', 'command_line'));

-- What a command wrote is taken back when that has ended, and what the server wrote when it has.
ALTER TABLE import_journal ADD COLUMN source TEXT NOT NULL DEFAULT 'server' CHECK (source IN ('server', 'command_line'));

DROP INDEX import_journal_by_user;

CREATE INDEX import_journal_by_user ON import_journal (user_key, source);
