-- What sources say is weighed by how good their word is, so that it does not matter which of them comes first.

-- For each field of field_hashes, in its order: a byte for how good the word was. With 128 added, four bytes follow that
-- decide between two of them which are as good. NULL where the source's name says it.
ALTER TABLE imported_record ADD COLUMN authorities BLOB;

-- What waits keeps how it was given.
CREATE TABLE waiting_record_with_authority (
  key INTEGER PRIMARY KEY,
  source_key INTEGER NOT NULL REFERENCES import_source ON DELETE CASCADE,
  resource_type TEXT NOT NULL,
  -- As the record has it: an IRI, a slug or a UUID.
  resource_id TEXT NOT NULL,
  -- The record as the source gave it, and how it is to be taken.
  record TEXT NOT NULL CHECK (json_type(record) = 'object'),
  mode TEXT NOT NULL CHECK (mode IN ('whole', 'partial', 'fill')),
  authority INTEGER,
  -- The attributes that it only guesses.
  guessed TEXT CHECK (json_type(guessed) = 'array'),
  -- Nobody is told that it waits.
  is_quiet INTEGER NOT NULL DEFAULT 0 CHECK (is_quiet IN (0, 1)),
  -- Tells apart what several documents say of one record; 0 where what comes later says it again.
  variant INTEGER NOT NULL DEFAULT 0,
  file TEXT NOT NULL,
  line INTEGER NOT NULL,
  byte_offset INTEGER NOT NULL,
  -- The table, and the UUID or slug, of the first record that it waits for.
  awaited_table TEXT NOT NULL,
  awaited_name TEXT NOT NULL,
  -- Given again, it says again what it is.
  UNIQUE (resource_id, resource_type, source_key, variant) ON CONFLICT REPLACE
) STRICT;

INSERT INTO waiting_record_with_authority
  (key, source_key, resource_type, resource_id, record, mode, file, line, byte_offset, awaited_table, awaited_name)
  SELECT key, source_key, resource_type, resource_id, record, mode, file, line, byte_offset, awaited_table, awaited_name
  FROM waiting_record;

DROP TABLE waiting_record;

ALTER TABLE waiting_record_with_authority RENAME TO waiting_record;

CREATE INDEX waiting_record_by_awaited ON waiting_record (awaited_name, awaited_table);

CREATE INDEX waiting_record_by_source ON waiting_record (source_key);

-- A record that gave way to those of a better source was not deleted by anybody: those who follow the feed hear that it
-- is gone, and an export, which is the same whatever came first, has nothing of it.
ALTER TABLE deleted_record ADD COLUMN is_superseded INTEGER NOT NULL DEFAULT 0 CHECK (is_superseded IN (0, 1));

ALTER TABLE change_feed ADD COLUMN is_superseding INTEGER NOT NULL DEFAULT 0 CHECK (is_superseding IN (0, 1));

DROP TRIGGER deletion_entry_insert;

CREATE TRIGGER deletion_entry_insert INSTEAD OF INSERT ON deletion_entry BEGIN
  INSERT OR REPLACE INTO deleted_record (resource_type, id, iri, deleted_at, is_superseded)
    VALUES (new.resource_type, new.id, new.iri, strftime('%Y-%m-%dT%H:%M:%f+00:00', 'now'), (SELECT is_superseding FROM change_feed));
  INSERT INTO change_entry (action, resource_type, resource_id) VALUES ('deleted', new.resource_type, new.id);
END;
