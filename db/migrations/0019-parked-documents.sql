-- Documents of sources that nothing in the catalog names yet: an artist that comes before the releases, say. They are kept as
-- they were read, many together, since that is how they compress.
CREATE TABLE parked_block (
  key INTEGER PRIMARY KEY,
  source_key INTEGER NOT NULL REFERENCES import_source ON DELETE CASCADE,
  -- Zstandard: a line of JSON that says what each document is, and the documents behind it.
  documents BLOB NOT NULL,
  plain_bytes INTEGER NOT NULL
) STRICT;

CREATE INDEX parked_block_by_source ON parked_block (source_key);

-- In which block the documents are that are known by a name: that of their source, in which it has one meaning.
CREATE TABLE parked_name (
  source_key INTEGER NOT NULL,
  name TEXT NOT NULL,
  block_key INTEGER NOT NULL,
  PRIMARY KEY (source_key, name, block_key)
) STRICT, WITHOUT ROWID;
