-- What imports remember, so that they can be run again and go on where they stopped.

-- Where records come from: "musicbrainz/release", "discogs/releases", "ndjson", the address of a mirrored server.
CREATE TABLE import_source (
  key INTEGER PRIMARY KEY,
  name TEXT NOT NULL UNIQUE CHECK (name <> '')
) STRICT;

-- What a source said of a record the last time, as hashes. What the source says again changes nothing; what it says
-- otherwise is taken where the record still has the value it gave before, so that edits by hand stay.
CREATE TABLE imported_record (
  source_key INTEGER NOT NULL REFERENCES import_source ON DELETE CASCADE,
  resource_type TEXT NOT NULL,
  id TEXT NOT NULL CHECK (length(id) = 36),
  content_hash INTEGER NOT NULL,
  -- For each field that had a value: 32 bits of its name and 32 bits of its value.
  field_hashes BLOB NOT NULL,
  -- Since when a complete import of the source has not had it any more.
  gone_at TEXT,
  PRIMARY KEY (source_key, resource_type, id)
) STRICT, WITHOUT ROWID;

-- Records that point to one that has yet to come. They are written when it does.
CREATE TABLE waiting_record (
  key INTEGER PRIMARY KEY,
  source_key INTEGER NOT NULL REFERENCES import_source ON DELETE CASCADE,
  resource_type TEXT NOT NULL,
  -- As the record has it: an IRI, a slug or a UUID.
  resource_id TEXT NOT NULL,
  -- The record as the source gave it, and how it is to be taken.
  record TEXT NOT NULL CHECK (json_type(record) = 'object'),
  mode TEXT NOT NULL CHECK (mode IN ('whole', 'partial', 'fill')),
  file TEXT NOT NULL,
  line INTEGER NOT NULL,
  byte_offset INTEGER NOT NULL,
  -- The table, and the UUID or slug, of the first record that it waits for.
  awaited_table TEXT NOT NULL,
  awaited_name TEXT NOT NULL,
  -- Given again, it says again what it is.
  UNIQUE (resource_id, resource_type, source_key) ON CONFLICT REPLACE
) STRICT;

CREATE INDEX waiting_record_by_awaited ON waiting_record (awaited_name, awaited_table);
CREATE INDEX waiting_record_by_source ON waiting_record (source_key);

-- How far an import has come, written with the records themselves.
CREATE TABLE import_checkpoint (
  -- The command and its files.
  name TEXT PRIMARY KEY,
  position TEXT NOT NULL CHECK (json_valid(position)),
  counts TEXT NOT NULL CHECK (json_type(counts) = 'object'),
  updated_at TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- What a source keeps for itself between its files: which works a release needs, say.
CREATE TABLE source_note (
  source TEXT NOT NULL,
  name TEXT NOT NULL,
  value TEXT NOT NULL,
  PRIMARY KEY (source, name)
) STRICT, WITHOUT ROWID;

-- Values under a licence that does not let everyone pass them on. They stand apart from the catalog, whose own fields
-- are CC0: no export and no mirror has them.
CREATE TABLE licensed_value (
  resource_type TEXT NOT NULL,
  id TEXT NOT NULL CHECK (length(id) = 36),
  name TEXT NOT NULL CHECK (name IN ('annotation', 'rating')),
  value TEXT NOT NULL,
  licence TEXT NOT NULL,
  source TEXT NOT NULL,
  PRIMARY KEY (resource_type, id, name)
) STRICT, WITHOUT ROWID;
