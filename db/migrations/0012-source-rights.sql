-- What a source may do. Until now its name said it: files of records and other servers bring back what was deleted here, and
-- a mirror of another server, which is named by its address, has the slugs of a whole catalog.
ALTER TABLE import_source ADD COLUMN brings_back INTEGER NOT NULL DEFAULT 0 CHECK (brings_back IN (0, 1));
ALTER TABLE import_source ADD COLUMN takes_slugs INTEGER NOT NULL DEFAULT 0 CHECK (takes_slugs IN (0, 1));

UPDATE import_source SET brings_back = 1 WHERE name IN ('seed', 'ndjson') OR name GLOB 'http:*' OR name GLOB 'https:*';
UPDATE import_source SET takes_slugs = 1 WHERE name GLOB 'http:*' OR name GLOB 'https:*';
