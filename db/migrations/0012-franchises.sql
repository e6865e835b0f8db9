-- Franchises: series of films and games, and the production that a television episode or season belongs to.
CREATE TABLE franchise (
  key INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE CHECK (length(id) = 36),
  name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 255),
  name_folded TEXT NOT NULL,
  slug TEXT NOT NULL UNIQUE CHECK (slug <> ''),
  created_at TEXT NOT NULL,
  updated_at TEXT
) STRICT;

CREATE INDEX franchise_by_name ON franchise (name_folded, id);

-- The number is as printed: 3, or 4.5 for a side story.
CREATE TABLE production_franchise (
  production_key INTEGER NOT NULL REFERENCES production ON DELETE CASCADE,
  position INTEGER NOT NULL CHECK (position > 0),
  franchise_key INTEGER NOT NULL REFERENCES franchise ON DELETE CASCADE,
  number TEXT,
  PRIMARY KEY (production_key, position)
) STRICT, WITHOUT ROWID;

CREATE INDEX production_franchise_by_franchise ON production_franchise (franchise_key, production_key);

ALTER TABLE production ADD COLUMN series_key INTEGER REFERENCES production ON DELETE SET NULL;

ALTER TABLE production ADD COLUMN series_number TEXT;

ALTER TABLE production ADD COLUMN episode_count INTEGER CHECK (episode_count > 0);

CREATE INDEX production_by_series ON production (series_key) WHERE series_key IS NOT NULL;

CREATE VIRTUAL TABLE franchise_search USING fts5 (
  name, content = '', contentless_delete = 1, tokenize = 'unicode61 remove_diacritics 0', prefix = '1 2 3'
);

CREATE VIRTUAL TABLE franchise_search_word USING fts5vocab (franchise_search, row);

CREATE TRIGGER franchise_search_insert AFTER INSERT ON franchise BEGIN
  INSERT INTO franchise_search (rowid, name) VALUES (new.key, new.name_folded);
END;

CREATE TRIGGER franchise_search_update AFTER UPDATE OF name_folded ON franchise WHEN old.name_folded IS NOT new.name_folded BEGIN
  DELETE FROM franchise_search WHERE rowid = new.key;
  INSERT INTO franchise_search (rowid, name) VALUES (new.key, new.name_folded);
END;

CREATE TRIGGER franchise_search_delete AFTER DELETE ON franchise BEGIN
  DELETE FROM franchise_search WHERE rowid = old.key;
END;

CREATE TRIGGER franchise_created AFTER INSERT ON franchise BEGIN
  DELETE FROM deleted_record WHERE resource_type = 'Franchise' AND id = new.id;
  INSERT INTO change_entry (action, resource_type, resource_id) VALUES ('created', 'Franchise', new.id);
END;

CREATE TRIGGER franchise_updated AFTER UPDATE OF updated_at ON franchise BEGIN
  INSERT INTO change_entry (action, resource_type, resource_id) VALUES ('updated', 'Franchise', new.id);
END;

CREATE TRIGGER franchise_deleted BEFORE DELETE ON franchise BEGIN
  UPDATE production SET updated_at = strftime('%Y-%m-%dT%H:%M:%f+00:00', 'now') WHERE key IN (SELECT production_key FROM production_franchise WHERE franchise_key = old.key);
  INSERT INTO deletion_entry (resource_type, id, iri) SELECT 'Franchise', old.id, '/api/franchises/' || old.id
    WHERE NOT EXISTS (SELECT 1 FROM merged_record WHERE resource_type = 'Franchise' AND id = old.id);
END;

CREATE TRIGGER franchise_counted AFTER INSERT ON franchise BEGIN
  UPDATE record_count SET records = records + 1 WHERE resource_type = 'Franchise';
END;

INSERT OR REPLACE INTO record_count (resource_type, records) VALUES ('Franchise', (SELECT count(*) FROM "franchise"));

CREATE TRIGGER franchise_uncounted AFTER DELETE ON franchise BEGIN
  UPDATE record_count SET records = records - 1 WHERE resource_type = 'Franchise';
END;

DROP TRIGGER production_deleted;

CREATE TRIGGER production_deleted BEFORE DELETE ON production BEGIN
  UPDATE production SET series_key = NULL, updated_at = strftime('%Y-%m-%dT%H:%M:%f+00:00', 'now') WHERE series_key = old.key;
  DELETE FROM production_external_link WHERE production_key = old.key;
  DELETE FROM production_recording WHERE production_key = old.key;
  UPDATE portrayal SET production_key = NULL, updated_at = strftime('%Y-%m-%dT%H:%M:%f+00:00', 'now') WHERE production_key = old.key;
  DELETE FROM production_entry WHERE production_key = old.key;
  UPDATE release_track SET updated_at = strftime('%Y-%m-%dT%H:%M:%f+00:00', 'now') WHERE key IN (SELECT release_track_key FROM release_track_production WHERE production_key = old.key);
  INSERT INTO deletion_entry (resource_type, id, iri) SELECT 'Production', old.id, '/api/productions/' || old.id
    WHERE NOT EXISTS (SELECT 1 FROM merged_record WHERE resource_type = 'Production' AND id = old.id);
END;
