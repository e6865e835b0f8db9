-- Imports started on the website: what to import, and whether the server resumes it when it starts. NULL for the command line.
ALTER TABLE import_run ADD COLUMN request TEXT CHECK (json_type(request) = 'object');
ALTER TABLE import_run ADD COLUMN is_wanted INTEGER NOT NULL DEFAULT 0 CHECK (is_wanted IN (0, 1));
