-- When a company took part: recording sessions at a studio.
ALTER TABLE release_company ADD COLUMN begin_date TEXT;

ALTER TABLE release_company ADD COLUMN end_date TEXT;
