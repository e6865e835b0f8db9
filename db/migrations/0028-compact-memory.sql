-- The feed of changes and what sources said are most of what a large catalog has beside its records. Here they are kept as
-- numbers and bytes; what was a table of text for the feed is a view of it, with the same names.

-- The types of records, each once.
CREATE TABLE record_type (
  key INTEGER PRIMARY KEY,
  name TEXT NOT NULL UNIQUE
) STRICT;

INSERT INTO record_type (name)
  SELECT DISTINCT resource_type FROM change UNION SELECT DISTINCT resource_type FROM imported_record;

CREATE TABLE change_row (
  sequence INTEGER PRIMARY KEY,
  -- 1 created, 2 updated, 3 renamed, 4 merged, 5 deleted, 6 restored.
  action INTEGER NOT NULL CHECK (action BETWEEN 1 AND 6),
  type_key INTEGER NOT NULL REFERENCES record_type,
  -- The 16 bytes of a UUID; as it is given where it is none.
  record_id ANY NOT NULL,
  slug TEXT,
  merged_into_id ANY,
  -- Milliseconds since 1970; as it is given where it was written in another form.
  changed_at ANY NOT NULL
) STRICT;

-- The text of a change, and the columns that come of it.
CREATE VIEW change_packed (sequence, action, type_key, record_id, slug, merged_into_id, changed_at) AS
SELECT sequence,
  CASE action WHEN 'created' THEN 1 WHEN 'updated' THEN 2 WHEN 'renamed' THEN 3 WHEN 'merged' THEN 4 WHEN 'deleted' THEN 5 ELSE 6 END,
  (SELECT key FROM record_type WHERE name = resource_type),
  CASE WHEN resource_id GLOB '????????-????-????-????-????????????' AND resource_id = lower(resource_id) AND length(unhex(resource_id, '-')) = 16
    THEN unhex(resource_id, '-') ELSE resource_id END,
  slug,
  CASE WHEN merged_into_id GLOB '????????-????-????-????-????????????' AND merged_into_id = lower(merged_into_id) AND length(unhex(merged_into_id, '-')) = 16
    THEN unhex(merged_into_id, '-') ELSE merged_into_id END,
  CASE WHEN strftime('%Y-%m-%dT%H:%M:%f+00:00', changed_at) = changed_at
    THEN CAST(round(unixepoch(changed_at, 'subsec') * 1000) AS INTEGER) ELSE changed_at END
FROM change;

INSERT INTO change_row SELECT sequence, action, type_key, record_id, slug, merged_into_id, changed_at FROM change_packed ORDER BY sequence;

DROP VIEW change_packed;

DROP TRIGGER change_entry_insert;

DROP TABLE change;

CREATE VIEW change (sequence, action, resource_type, resource_id, slug, merged_into_id, changed_at) AS
SELECT sequence,
  CASE action WHEN 1 THEN 'created' WHEN 2 THEN 'updated' WHEN 3 THEN 'renamed' WHEN 4 THEN 'merged' WHEN 5 THEN 'deleted' ELSE 'restored' END,
  (SELECT name FROM record_type WHERE key = type_key),
  CASE typeof(record_id) WHEN 'blob' THEN lower(
    hex(substr(record_id, 1, 4)) || '-' || hex(substr(record_id, 5, 2)) || '-' || hex(substr(record_id, 7, 2)) || '-' ||
    hex(substr(record_id, 9, 2)) || '-' || hex(substr(record_id, 11))) ELSE record_id END,
  slug,
  CASE typeof(merged_into_id) WHEN 'blob' THEN lower(
    hex(substr(merged_into_id, 1, 4)) || '-' || hex(substr(merged_into_id, 5, 2)) || '-' || hex(substr(merged_into_id, 7, 2)) || '-' ||
    hex(substr(merged_into_id, 9, 2)) || '-' || hex(substr(merged_into_id, 11))) ELSE merged_into_id END,
  CASE typeof(changed_at) WHEN 'integer' THEN strftime('%Y-%m-%dT%H:%M:%f+00:00', changed_at / 1000.0, 'unixepoch') ELSE changed_at END
FROM change_row;

-- Without OR IGNORE: the way in which the statement that led here treats conflicts would go over it.
CREATE TRIGGER change_insert INSTEAD OF INSERT ON change BEGIN
  INSERT INTO record_type (name) SELECT new.resource_type WHERE NOT EXISTS (SELECT 1 FROM record_type WHERE name = new.resource_type);
  INSERT INTO change_row (sequence, action, type_key, record_id, slug, merged_into_id, changed_at) VALUES (
    new.sequence,
    CASE new.action WHEN 'created' THEN 1 WHEN 'updated' THEN 2 WHEN 'renamed' THEN 3 WHEN 'merged' THEN 4 WHEN 'deleted' THEN 5 WHEN 'restored' THEN 6 END,
    (SELECT key FROM record_type WHERE name = new.resource_type),
    CASE WHEN new.resource_id GLOB '????????-????-????-????-????????????' AND new.resource_id = lower(new.resource_id) AND length(unhex(new.resource_id, '-')) = 16
      THEN unhex(new.resource_id, '-') ELSE new.resource_id END,
    new.slug,
    CASE WHEN new.merged_into_id GLOB '????????-????-????-????-????????????' AND new.merged_into_id = lower(new.merged_into_id) AND length(unhex(new.merged_into_id, '-')) = 16
      THEN unhex(new.merged_into_id, '-') ELSE new.merged_into_id END,
    CASE WHEN strftime('%Y-%m-%dT%H:%M:%f+00:00', new.changed_at) = new.changed_at
      THEN CAST(round(unixepoch(new.changed_at, 'subsec') * 1000) AS INTEGER) ELSE new.changed_at END
  );
END;

CREATE TRIGGER change_delete INSTEAD OF DELETE ON change BEGIN
  DELETE FROM change_row WHERE sequence = old.sequence;
END;

CREATE TRIGGER change_entry_insert INSTEAD OF INSERT ON change_entry WHEN (SELECT is_paused FROM change_feed) = 0 BEGIN
  INSERT INTO record_type (name) SELECT new.resource_type WHERE NOT EXISTS (SELECT 1 FROM record_type WHERE name = new.resource_type);
  INSERT INTO change_row (action, type_key, record_id, slug, merged_into_id, changed_at) VALUES (
    CASE new.action WHEN 'created' THEN 1 WHEN 'updated' THEN 2 WHEN 'renamed' THEN 3 WHEN 'merged' THEN 4 WHEN 'deleted' THEN 5 WHEN 'restored' THEN 6 END,
    (SELECT key FROM record_type WHERE name = new.resource_type),
    CASE WHEN new.resource_id GLOB '????????-????-????-????-????????????' AND new.resource_id = lower(new.resource_id) AND length(unhex(new.resource_id, '-')) = 16
      THEN unhex(new.resource_id, '-') ELSE new.resource_id END,
    new.slug,
    CASE WHEN new.merged_into_id GLOB '????????-????-????-????-????????????' AND new.merged_into_id = lower(new.merged_into_id) AND length(unhex(new.merged_into_id, '-')) = 16
      THEN unhex(new.merged_into_id, '-') ELSE new.merged_into_id END,
    CAST(round(unixepoch('now', 'subsec') * 1000) AS INTEGER)
  );
END;

-- The fields that a source said something of: most records of a type have the same.
CREATE TABLE said_fields (
  key INTEGER PRIMARY KEY,
  -- For each field, 32 bits of its name.
  name_hashes BLOB NOT NULL UNIQUE
) STRICT;

-- The names of fields stood between their values, four bytes each: of most records at most sixteen.
CREATE VIEW said_before (source_key, resource_type, id, content_hash, name_hashes, value_hashes, gone_at, authorities) AS
SELECT source_key, resource_type, unhex(id, '-'), content_hash,
  CAST(CASE WHEN length(field_hashes) <= 128 THEN
      substr(field_hashes, 1, 4) || substr(field_hashes, 9, 4) || substr(field_hashes, 17, 4) || substr(field_hashes, 25, 4) ||
      substr(field_hashes, 33, 4) || substr(field_hashes, 41, 4) || substr(field_hashes, 49, 4) || substr(field_hashes, 57, 4) ||
      substr(field_hashes, 65, 4) || substr(field_hashes, 73, 4) || substr(field_hashes, 81, 4) || substr(field_hashes, 89, 4) ||
      substr(field_hashes, 97, 4) || substr(field_hashes, 105, 4) || substr(field_hashes, 113, 4) || substr(field_hashes, 121, 4)
    ELSE (
      WITH RECURSIVE field (place) AS (SELECT 1 UNION ALL SELECT place + 8 FROM field WHERE place + 8 < length(field_hashes))
      SELECT group_concat(substr(field_hashes, place, 4), '') FROM field
    ) END AS BLOB),
  CAST(CASE WHEN length(field_hashes) <= 128 THEN
      substr(field_hashes, 5, 4) || substr(field_hashes, 13, 4) || substr(field_hashes, 21, 4) || substr(field_hashes, 29, 4) ||
      substr(field_hashes, 37, 4) || substr(field_hashes, 45, 4) || substr(field_hashes, 53, 4) || substr(field_hashes, 61, 4) ||
      substr(field_hashes, 69, 4) || substr(field_hashes, 77, 4) || substr(field_hashes, 85, 4) || substr(field_hashes, 93, 4) ||
      substr(field_hashes, 101, 4) || substr(field_hashes, 109, 4) || substr(field_hashes, 117, 4) || substr(field_hashes, 125, 4)
    ELSE (
      WITH RECURSIVE field (place) AS (SELECT 5 UNION ALL SELECT place + 8 FROM field WHERE place + 8 < length(field_hashes))
      SELECT group_concat(substr(field_hashes, place, 4), '') FROM field
    ) END AS BLOB),
  gone_at, authorities
FROM imported_record;

INSERT INTO said_fields (name_hashes) SELECT DISTINCT name_hashes FROM said_before;

CREATE TABLE said_record (
  source_key INTEGER NOT NULL REFERENCES import_source ON DELETE CASCADE,
  type_key INTEGER NOT NULL REFERENCES record_type,
  -- The 16 bytes of a UUID.
  id BLOB NOT NULL CHECK (length(id) = 16),
  content_hash INTEGER NOT NULL,
  fields_key INTEGER NOT NULL REFERENCES said_fields,
  -- For each of the fields, in their order, 32 bits of its value.
  value_hashes BLOB NOT NULL,
  -- Since when a complete import of the source has not had it any more.
  gone_at TEXT,
  authorities BLOB,
  PRIMARY KEY (source_key, type_key, id)
) STRICT, WITHOUT ROWID;

INSERT INTO said_record
  SELECT source_key, (SELECT key FROM record_type WHERE name = resource_type), id, content_hash,
    (SELECT key FROM said_fields AS f WHERE f.name_hashes = said_before.name_hashes), value_hashes, gone_at, authorities
  FROM said_before;

DROP VIEW said_before;

DROP TABLE imported_record;

ALTER TABLE said_record RENAME TO imported_record;

-- One index for both: in a format there are few tracks of one position, so that their order by id costs nothing.
DROP INDEX release_track_by_format;
DROP INDEX release_track_by_any_format;
CREATE INDEX release_track_by_format ON release_track (release_format_key, parent_key, position, duration_seconds);
