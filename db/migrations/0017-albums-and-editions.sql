-- Albums, of which releases are editions; the people of a production; what else is said of an edition.

-- Credits without a role, with what their role says in brackets, and with the tracks as printed where those are not
-- understood. A column cannot lose its NOT NULL, so each table is made anew.
PRAGMA legacy_alter_table = ON;

CREATE TABLE production_credit_new (
  production_key INTEGER NOT NULL REFERENCES production ON DELETE CASCADE,
  list TEXT NOT NULL CHECK (list IN ('composers', 'credits')),
  position INTEGER NOT NULL CHECK (position > 0),
  artist_key INTEGER NOT NULL REFERENCES artist ON DELETE CASCADE,
  name_variation TEXT,
  join_phrase TEXT,
  -- NULL where nothing says what somebody did.
  role_key INTEGER REFERENCES artist_role,
  -- What a role says in brackets: "Additional".
  detail TEXT,
  -- A range of tracks as it is printed, where it is not understood.
  tracks TEXT,
  PRIMARY KEY (production_key, list, position)
) STRICT, WITHOUT ROWID;

INSERT INTO production_credit_new SELECT production_key, list, position, artist_key, name_variation, join_phrase, role_key, NULL, NULL FROM production_credit;
DROP TABLE production_credit;
ALTER TABLE production_credit_new RENAME TO production_credit;
CREATE INDEX production_credit_by_artist ON production_credit (artist_key, role_key);
CREATE INDEX production_credit_by_role ON production_credit (role_key, artist_key);

CREATE TABLE production_recording_credit_new (
  production_recording_key INTEGER NOT NULL REFERENCES production_recording ON DELETE CASCADE,
  list TEXT NOT NULL CHECK (list IN ('credits', 'orchestras', 'choirs')),
  position INTEGER NOT NULL CHECK (position > 0),
  artist_key INTEGER NOT NULL REFERENCES artist ON DELETE CASCADE,
  name_variation TEXT,
  join_phrase TEXT,
  -- NULL where nothing says what somebody did.
  role_key INTEGER REFERENCES artist_role,
  -- What a role says in brackets: "Additional".
  detail TEXT,
  -- A range of tracks as it is printed, where it is not understood.
  tracks TEXT,
  PRIMARY KEY (production_recording_key, list, position)
) STRICT, WITHOUT ROWID;

INSERT INTO production_recording_credit_new SELECT production_recording_key, list, position, artist_key, name_variation, join_phrase, role_key, NULL, NULL FROM production_recording_credit;
DROP TABLE production_recording_credit;
ALTER TABLE production_recording_credit_new RENAME TO production_recording_credit;
CREATE INDEX production_recording_credit_by_artist ON production_recording_credit (artist_key, role_key);
CREATE INDEX production_recording_credit_by_role ON production_recording_credit (role_key, artist_key);

CREATE TABLE release_credit_new (
  release_key INTEGER NOT NULL REFERENCES "release" ON DELETE CASCADE,
  list TEXT NOT NULL CHECK (list IN ('artists', 'credits')),
  position INTEGER NOT NULL CHECK (position > 0),
  artist_key INTEGER NOT NULL REFERENCES artist ON DELETE CASCADE,
  name_variation TEXT,
  join_phrase TEXT,
  -- NULL where nothing says what somebody did.
  role_key INTEGER REFERENCES artist_role,
  -- What a role says in brackets: "Additional".
  detail TEXT,
  -- A range of tracks as it is printed, where it is not understood.
  tracks TEXT,
  PRIMARY KEY (release_key, list, position)
) STRICT, WITHOUT ROWID;

INSERT INTO release_credit_new SELECT release_key, list, position, artist_key, name_variation, join_phrase, role_key, NULL, NULL FROM release_credit;
DROP TABLE release_credit;
ALTER TABLE release_credit_new RENAME TO release_credit;
CREATE INDEX release_credit_by_artist ON release_credit (artist_key, role_key);
CREATE INDEX release_credit_by_role ON release_credit (role_key, artist_key);

CREATE TABLE release_recording_credit_new (
  release_recording_key INTEGER NOT NULL REFERENCES release_recording ON DELETE CASCADE,
  list TEXT NOT NULL CHECK (list IN ('credits')),
  position INTEGER NOT NULL CHECK (position > 0),
  artist_key INTEGER NOT NULL REFERENCES artist ON DELETE CASCADE,
  name_variation TEXT,
  join_phrase TEXT,
  -- NULL where nothing says what somebody did.
  role_key INTEGER REFERENCES artist_role,
  -- What a role says in brackets: "Additional".
  detail TEXT,
  -- A range of tracks as it is printed, where it is not understood.
  tracks TEXT,
  PRIMARY KEY (release_recording_key, list, position)
) STRICT, WITHOUT ROWID;

INSERT INTO release_recording_credit_new SELECT release_recording_key, list, position, artist_key, name_variation, join_phrase, role_key, NULL, NULL FROM release_recording_credit;
DROP TABLE release_recording_credit;
ALTER TABLE release_recording_credit_new RENAME TO release_recording_credit;
CREATE INDEX release_recording_credit_by_artist ON release_recording_credit (artist_key, role_key);
CREATE INDEX release_recording_credit_by_role ON release_recording_credit (role_key, artist_key);

CREATE TABLE release_track_credit_new (
  release_track_key INTEGER NOT NULL REFERENCES release_track ON DELETE CASCADE,
  list TEXT NOT NULL CHECK (list IN ('artists', 'credits')),
  position INTEGER NOT NULL CHECK (position > 0),
  artist_key INTEGER NOT NULL REFERENCES artist ON DELETE CASCADE,
  name_variation TEXT,
  join_phrase TEXT,
  -- NULL where nothing says what somebody did.
  role_key INTEGER REFERENCES artist_role,
  -- What a role says in brackets: "Additional".
  detail TEXT,
  -- A range of tracks as it is printed, where it is not understood.
  tracks TEXT,
  PRIMARY KEY (release_track_key, list, position)
) STRICT, WITHOUT ROWID;

INSERT INTO release_track_credit_new SELECT release_track_key, list, position, artist_key, name_variation, join_phrase, role_key, NULL, NULL FROM release_track_credit;
DROP TABLE release_track_credit;
ALTER TABLE release_track_credit_new RENAME TO release_track_credit;
CREATE INDEX release_track_credit_by_artist ON release_track_credit (artist_key, role_key);
CREATE INDEX release_track_credit_by_role ON release_track_credit (role_key, artist_key);

PRAGMA legacy_alter_table = OFF;

CREATE TRIGGER production_credit_search_insert AFTER INSERT ON production_credit BEGIN
  DELETE FROM production_search WHERE rowid = new.production_key;
  INSERT INTO production_search (rowid, name, other_names) SELECT key, name, other_names FROM production_search_entry WHERE key = new.production_key;
END;

-- A credit may come to another artist, and with its record to another one.
CREATE TRIGGER production_credit_search_update AFTER UPDATE OF artist_key, production_key ON production_credit BEGIN
  DELETE FROM production_search WHERE rowid IN (old.production_key, new.production_key);
  INSERT INTO production_search (rowid, name, other_names)
    SELECT key, name, other_names FROM production_search_entry WHERE key IN (old.production_key, new.production_key);
END;

CREATE TRIGGER production_credit_search_delete AFTER DELETE ON production_credit BEGIN
  DELETE FROM production_search WHERE rowid = old.production_key;
  INSERT INTO production_search (rowid, name, other_names) SELECT key, name, other_names FROM production_search_entry WHERE key = old.production_key;
END;

CREATE TRIGGER release_credit_search_insert AFTER INSERT ON release_credit WHEN new.list = 'artists' BEGIN
  DELETE FROM release_search WHERE rowid = new.release_key;
  INSERT INTO release_search (rowid, name, other_names) SELECT key, name, other_names FROM release_search_entry WHERE key = new.release_key;
END;

-- A credit may come to another artist, and with its record to another one.
CREATE TRIGGER release_credit_search_update AFTER UPDATE OF artist_key, release_key ON release_credit WHEN new.list = 'artists' BEGIN
  DELETE FROM release_search WHERE rowid IN (old.release_key, new.release_key);
  INSERT INTO release_search (rowid, name, other_names)
    SELECT key, name, other_names FROM release_search_entry WHERE key IN (old.release_key, new.release_key);
END;

CREATE TRIGGER release_credit_search_delete AFTER DELETE ON release_credit WHEN old.list = 'artists' BEGIN
  DELETE FROM release_search WHERE rowid = old.release_key;
  INSERT INTO release_search (rowid, name, other_names) SELECT key, name, other_names FROM release_search_entry WHERE key = old.release_key;
END;

-- Albums ------------------------------------------------------------------------------------------------------------

CREATE TABLE album (
  key INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE CHECK (length(id) = 36),
  title TEXT NOT NULL CHECK (length(title) BETWEEN 1 AND 255),
  title_folded TEXT NOT NULL,
  slug TEXT NOT NULL UNIQUE CHECK (slug <> ''),
  album_type TEXT NOT NULL DEFAULT 'other' CHECK (album_type IN ('score', 'songs', 'compilation', 'single', 'other')),
  first_release_date TEXT CHECK (first_release_date GLOB '[0-9][0-9][0-9][0-9]' OR first_release_date GLOB '[0-9][0-9][0-9][0-9]-[01][0-9]' OR first_release_date GLOB '[0-9][0-9][0-9][0-9]-[01][0-9]-[0-3][0-9]'),
  first_release_day TEXT GENERATED ALWAYS AS (first_release_date || substr('-01-01', length(first_release_date) - 3)) VIRTUAL,
  year INTEGER GENERATED ALWAYS AS (CAST(substr(first_release_date, 1, 4) AS INTEGER)) VIRTUAL,
  artist_credit TEXT,
  created_at TEXT NOT NULL,
  updated_at TEXT
) STRICT;

CREATE INDEX album_by_title ON album (title_folded, id);
CREATE INDEX album_by_day ON album (first_release_day, id);
CREATE INDEX album_by_year ON album (year, id);
CREATE INDEX album_by_type ON album (album_type, id);
CREATE INDEX album_by_created_at ON album (created_at, id);

CREATE TABLE album_credit (
  album_key INTEGER NOT NULL REFERENCES album ON DELETE CASCADE,
  list TEXT NOT NULL CHECK (list IN ('artists')),
  position INTEGER NOT NULL CHECK (position > 0),
  artist_key INTEGER NOT NULL REFERENCES artist ON DELETE CASCADE,
  name_variation TEXT,
  join_phrase TEXT,
  role_key INTEGER REFERENCES artist_role,
  detail TEXT,
  tracks TEXT,
  PRIMARY KEY (album_key, list, position)
) STRICT, WITHOUT ROWID;

CREATE INDEX album_credit_by_artist ON album_credit (artist_key, role_key);
CREATE INDEX album_credit_by_role ON album_credit (role_key, artist_key);

CREATE TABLE album_external_link (
  key INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE CHECK (length(id) = 36),
  album_key INTEGER NOT NULL REFERENCES album ON DELETE CASCADE,
  provider TEXT NOT NULL CHECK (provider <> ''),
  external_id TEXT NOT NULL CHECK (external_id <> ''),
  url TEXT NOT NULL CHECK (url GLOB 'http://*' OR url GLOB 'https://*'),
  created_at TEXT NOT NULL,
  updated_at TEXT,
  UNIQUE (album_key, provider, external_id)
) STRICT;

CREATE INDEX album_external_link_by_external_id ON album_external_link (provider, external_id);

CREATE VIRTUAL TABLE album_search USING fts5 (
  name, other_names,
  content = '', contentless_delete = 1, tokenize = 'unicode61 remove_diacritics 0', prefix = '1 2 3'
);

CREATE VIRTUAL TABLE album_title_trigram USING fts5 (
  name, content = '', contentless_delete = 1, tokenize = 'trigram case_sensitive 1', detail = 'full'
);

CREATE VIEW album_search_entry (key, name, other_names) AS
SELECT key, title_folded, coalesce((
  SELECT group_concat(a.name_folded, ' ') FROM album_credit AS c JOIN artist AS a ON a.key = c.artist_key WHERE c.album_key = album.key
), '')
FROM album;

CREATE TRIGGER album_search_insert AFTER INSERT ON album BEGIN
  INSERT INTO album_search (rowid, name, other_names) VALUES (new.key, new.title_folded, '');
  INSERT INTO album_title_trigram (rowid, name) VALUES (new.key, new.title_folded);
END;

CREATE TRIGGER album_search_update AFTER UPDATE OF title_folded ON album WHEN old.title_folded IS NOT new.title_folded BEGIN
  DELETE FROM album_search WHERE rowid = new.key;
  INSERT INTO album_search (rowid, name, other_names) SELECT key, name, other_names FROM album_search_entry WHERE key = new.key;
  DELETE FROM album_title_trigram WHERE rowid = new.key;
  INSERT INTO album_title_trigram (rowid, name) VALUES (new.key, new.title_folded);
END;

CREATE TRIGGER album_search_delete AFTER DELETE ON album BEGIN
  DELETE FROM album_search WHERE rowid = old.key;
  DELETE FROM album_title_trigram WHERE rowid = old.key;
END;

CREATE TRIGGER album_credit_search_insert AFTER INSERT ON album_credit BEGIN
  DELETE FROM album_search WHERE rowid = new.album_key;
  INSERT INTO album_search (rowid, name, other_names) SELECT key, name, other_names FROM album_search_entry WHERE key = new.album_key;
END;

-- A credit may come to another artist, and with its record to another one.
CREATE TRIGGER album_credit_search_update AFTER UPDATE OF artist_key, album_key ON album_credit BEGIN
  DELETE FROM album_search WHERE rowid IN (old.album_key, new.album_key);
  INSERT INTO album_search (rowid, name, other_names)
    SELECT key, name, other_names FROM album_search_entry WHERE key IN (old.album_key, new.album_key);
END;

CREATE TRIGGER album_credit_search_delete AFTER DELETE ON album_credit BEGIN
  DELETE FROM album_search WHERE rowid = old.album_key;
  INSERT INTO album_search (rowid, name, other_names) SELECT key, name, other_names FROM album_search_entry WHERE key = old.album_key;
END;

DROP TRIGGER artist_credited_search_update;
CREATE TRIGGER artist_credited_search_update AFTER UPDATE OF name_folded ON artist WHEN old.name_folded IS NOT new.name_folded BEGIN
  DELETE FROM production_search WHERE rowid IN (SELECT production_key FROM production_credit WHERE artist_key = new.key);
  INSERT INTO production_search (rowid, name, other_names)
    SELECT key, name, other_names FROM production_search_entry WHERE key IN (SELECT production_key FROM production_credit WHERE artist_key = new.key);
  DELETE FROM release_search WHERE rowid IN (SELECT release_key FROM release_credit WHERE artist_key = new.key AND list = 'artists');
  INSERT INTO release_search (rowid, name, other_names)
    SELECT key, name, other_names FROM release_search_entry WHERE key IN (SELECT release_key FROM release_credit WHERE artist_key = new.key AND list = 'artists');
  DELETE FROM album_search WHERE rowid IN (SELECT album_key FROM album_credit WHERE artist_key = new.key);
  INSERT INTO album_search (rowid, name, other_names)
    SELECT key, name, other_names FROM album_search_entry WHERE key IN (SELECT album_key FROM album_credit WHERE artist_key = new.key);
END;

CREATE VIRTUAL TABLE album_search_word USING fts5vocab (album_search, row);

-- Editions ----------------------------------------------------------------------------------------------------------

ALTER TABLE "release" ADD COLUMN album_key INTEGER REFERENCES album ON DELETE SET NULL;
-- It stands in for one that is to come.
ALTER TABLE "release" ADD COLUMN provisional INTEGER NOT NULL DEFAULT 0 CHECK (provisional IN (0, 1));
ALTER TABLE production ADD COLUMN provisional INTEGER NOT NULL DEFAULT 0 CHECK (provisional IN (0, 1));

CREATE INDEX release_by_album ON "release" (album_key, release_day, id) WHERE album_key IS NOT NULL;
CREATE INDEX release_by_provisional ON "release" (id) WHERE provisional = 1;
CREATE INDEX production_by_provisional ON production (title_folded, id) WHERE provisional = 1;

-- What else is printed or stamped on it: matrix numbers, rights societies, further barcodes.
CREATE TABLE release_identifier (
  release_key INTEGER NOT NULL REFERENCES "release" ON DELETE CASCADE,
  position INTEGER NOT NULL CHECK (position > 0),
  type TEXT NOT NULL CHECK (type <> ''),
  value TEXT NOT NULL CHECK (value <> ''),
  -- Letters and digits alone, in upper case: what is compared.
  value_normalized TEXT,
  description TEXT,
  PRIMARY KEY (release_key, position)
) STRICT, WITHOUT ROWID;

CREATE INDEX release_identifier_by_value ON release_identifier (value_normalized) WHERE value_normalized IS NOT NULL;

-- Who recorded, pressed, published and distributed it.
CREATE TABLE release_company (
  release_key INTEGER NOT NULL REFERENCES "release" ON DELETE CASCADE,
  position INTEGER NOT NULL CHECK (position > 0),
  organization_key INTEGER NOT NULL REFERENCES organization ON DELETE CASCADE,
  role TEXT,
  catalog_number TEXT,
  PRIMARY KEY (release_key, position)
) STRICT, WITHOUT ROWID;

CREATE INDEX release_company_by_organization ON release_company (organization_key, release_key);

-- Series as they are printed, of whatever label.
CREATE TABLE release_series (
  release_key INTEGER NOT NULL REFERENCES "release" ON DELETE CASCADE,
  position INTEGER NOT NULL CHECK (position > 0),
  name TEXT NOT NULL CHECK (name <> ''),
  name_folded TEXT NOT NULL,
  number TEXT,
  PRIMARY KEY (release_key, position)
) STRICT, WITHOUT ROWID;

CREATE INDEX release_series_by_name ON release_series (name_folded, release_key);

CREATE TABLE release_genre (
  release_key INTEGER NOT NULL REFERENCES "release" ON DELETE CASCADE,
  position INTEGER NOT NULL CHECK (position > 0),
  genre TEXT NOT NULL CHECK (genre <> ''),
  PRIMARY KEY (release_key, position)
) STRICT, WITHOUT ROWID;

CREATE INDEX release_genre_by_genre ON release_genre (genre, release_key);

CREATE TABLE release_style (
  release_key INTEGER NOT NULL REFERENCES "release" ON DELETE CASCADE,
  position INTEGER NOT NULL CHECK (position > 0),
  style TEXT NOT NULL CHECK (style <> ''),
  PRIMARY KEY (release_key, position)
) STRICT, WITHOUT ROWID;

CREATE INDEX release_style_by_style ON release_style (style, release_key);

-- When and where it came out, beyond the first.
CREATE TABLE release_event (
  release_key INTEGER NOT NULL REFERENCES "release" ON DELETE CASCADE,
  position INTEGER NOT NULL CHECK (position > 0),
  date TEXT CHECK (date GLOB '[0-9][0-9][0-9][0-9]' OR date GLOB '[0-9][0-9][0-9][0-9]-[01][0-9]' OR date GLOB '[0-9][0-9][0-9][0-9]-[01][0-9]-[0-3][0-9]'),
  country TEXT,
  PRIMARY KEY (release_key, position),
  CHECK (date IS NOT NULL OR country IS NOT NULL)
) STRICT, WITHOUT ROWID;

-- As printed: 7", LP, Reissue; and what is said beside: Orange.
ALTER TABLE release_format ADD COLUMN descriptions TEXT NOT NULL DEFAULT '[]' CHECK (json_type(descriptions) = 'array');
ALTER TABLE release_format ADD COLUMN text TEXT;

-- As printed: A1, 2-03.
ALTER TABLE release_track ADD COLUMN number TEXT;

-- Triggers of the kinds ---------------------------------------------------------------------------------------------
DROP TRIGGER artist_deleted;

CREATE TRIGGER artist_deleted BEFORE DELETE ON artist BEGIN
  DELETE FROM artist_alias WHERE artist_key = old.key;
  DELETE FROM artist_group_member WHERE member_key = old.key;
  DELETE FROM artist_group_member WHERE group_key = old.key;
  DELETE FROM artist_external_link WHERE artist_key = old.key;
  UPDATE production SET updated_at = strftime('%Y-%m-%dT%H:%M:%f+00:00', 'now') WHERE key IN (SELECT production_key FROM production_credit WHERE artist_key = old.key);
  UPDATE production_recording SET updated_at = strftime('%Y-%m-%dT%H:%M:%f+00:00', 'now') WHERE key IN (SELECT production_recording_key FROM production_recording_credit WHERE artist_key = old.key);
  UPDATE portrayal SET performer_key = NULL, updated_at = strftime('%Y-%m-%dT%H:%M:%f+00:00', 'now') WHERE performer_key = old.key;
  UPDATE portrayal SET fictional_artist_key = NULL, updated_at = strftime('%Y-%m-%dT%H:%M:%f+00:00', 'now') WHERE fictional_artist_key = old.key;
  UPDATE album SET updated_at = strftime('%Y-%m-%dT%H:%M:%f+00:00', 'now') WHERE key IN (SELECT album_key FROM album_credit WHERE artist_key = old.key);
  UPDATE "release" SET updated_at = strftime('%Y-%m-%dT%H:%M:%f+00:00', 'now') WHERE key IN (SELECT release_key FROM release_credit WHERE artist_key = old.key);
  UPDATE release_recording SET updated_at = strftime('%Y-%m-%dT%H:%M:%f+00:00', 'now') WHERE key IN (SELECT release_recording_key FROM release_recording_credit WHERE artist_key = old.key);
  UPDATE release_track SET updated_at = strftime('%Y-%m-%dT%H:%M:%f+00:00', 'now') WHERE key IN (SELECT release_track_key FROM release_track_credit WHERE artist_key = old.key);
  INSERT INTO deletion_entry (resource_type, id, iri) SELECT 'Artist', old.id, '/api/artists/' || old.id
    WHERE NOT EXISTS (SELECT 1 FROM merged_record WHERE resource_type = 'Artist' AND id = old.id);
END;

DROP TRIGGER organization_deleted;

CREATE TRIGGER organization_deleted BEFORE DELETE ON organization BEGIN
  UPDATE production_recording SET updated_at = strftime('%Y-%m-%dT%H:%M:%f+00:00', 'now') WHERE key IN (SELECT production_recording_key FROM production_recording_organization WHERE organization_key = old.key);
  UPDATE "release" SET updated_at = strftime('%Y-%m-%dT%H:%M:%f+00:00', 'now') WHERE key IN (SELECT release_key FROM release_company WHERE organization_key = old.key);
  INSERT INTO deletion_entry (resource_type, id, iri) SELECT 'Organization', old.id, '/api/organizations/' || old.id
    WHERE NOT EXISTS (SELECT 1 FROM merged_record WHERE resource_type = 'Organization' AND id = old.id);
END;

CREATE TRIGGER album_created AFTER INSERT ON album BEGIN
  DELETE FROM deleted_record WHERE resource_type = 'Album' AND id = new.id;
  INSERT INTO change_entry (action, resource_type, resource_id) VALUES ('created', 'Album', new.id);
END;

CREATE TRIGGER album_updated AFTER UPDATE OF updated_at ON album BEGIN
  INSERT INTO change_entry (action, resource_type, resource_id) VALUES ('updated', 'Album', new.id);
END;

CREATE TRIGGER album_deleted BEFORE DELETE ON album BEGIN
  DELETE FROM album_external_link WHERE album_key = old.key;
  UPDATE "release" SET album_key = NULL, updated_at = strftime('%Y-%m-%dT%H:%M:%f+00:00', 'now') WHERE album_key = old.key;
  INSERT INTO deletion_entry (resource_type, id, iri) SELECT 'Album', old.id, '/api/albums/' || old.id
    WHERE NOT EXISTS (SELECT 1 FROM merged_record WHERE resource_type = 'Album' AND id = old.id);
END;

CREATE TRIGGER album_external_link_created AFTER INSERT ON album_external_link BEGIN
  DELETE FROM deleted_record WHERE resource_type = 'AlbumExternalLink' AND id = new.id;
  INSERT INTO change_entry (action, resource_type, resource_id) VALUES ('created', 'AlbumExternalLink', new.id);
END;

CREATE TRIGGER album_external_link_updated AFTER UPDATE OF updated_at ON album_external_link BEGIN
  INSERT INTO change_entry (action, resource_type, resource_id) VALUES ('updated', 'AlbumExternalLink', new.id);
END;

CREATE TRIGGER album_external_link_deleted BEFORE DELETE ON album_external_link BEGIN
  INSERT INTO deletion_entry (resource_type, id, iri) SELECT 'AlbumExternalLink', old.id, '/api/albums/' || (SELECT id FROM album WHERE key = old.album_key) || '/external-links/' || old.id
    WHERE NOT EXISTS (SELECT 1 FROM merged_record WHERE resource_type = 'AlbumExternalLink' AND id = old.id);
END;
