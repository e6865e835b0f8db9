-- French pages. SQLite cannot change a check in place, so the column is replaced.
ALTER TABLE user ADD COLUMN page_language TEXT CHECK (page_language IN ('en', 'de', 'fr'));
UPDATE user SET page_language = language WHERE language IS NOT NULL;
ALTER TABLE user DROP COLUMN language;
ALTER TABLE user RENAME COLUMN page_language TO language;
