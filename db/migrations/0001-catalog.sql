-- The whole schema of version 28. What comes later is a migration of its own.

CREATE TABLE artist (
  key INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE CHECK (length(id) = 36),
  name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 255),
  name_folded TEXT NOT NULL,
  artist_type TEXT NOT NULL CHECK (artist_type IN ('person', 'group', 'orchestra', 'choir')),
  country TEXT,
  display_name TEXT NOT NULL DEFAULT '',
  slug TEXT NOT NULL UNIQUE CHECK (slug <> ''),
  real_name TEXT,
  real_name_folded TEXT,
  begin_date TEXT CHECK (begin_date GLOB '[0-9][0-9][0-9][0-9]' OR begin_date GLOB '[0-9][0-9][0-9][0-9]-[01][0-9]' OR begin_date GLOB '[0-9][0-9][0-9][0-9]-[01][0-9]-[0-3][0-9]'),
  begin_day TEXT GENERATED ALWAYS AS (begin_date || substr('-01-01', length(begin_date) - 3)) VIRTUAL,
  end_date TEXT CHECK (end_date GLOB '[0-9][0-9][0-9][0-9]' OR end_date GLOB '[0-9][0-9][0-9][0-9]-[01][0-9]' OR end_date GLOB '[0-9][0-9][0-9][0-9]-[01][0-9]-[0-3][0-9]'),
  end_day TEXT GENERATED ALWAYS AS (end_date || substr('-01-01', length(end_date) - 3)) VIRTUAL,
  begin_city TEXT,
  begin_country TEXT,
  end_city TEXT,
  end_country TEXT,
  disambiguation TEXT,
  biography TEXT,
  fictional INTEGER NOT NULL DEFAULT 0 CHECK (fictional IN (0, 1)),
  created_at TEXT NOT NULL,
  updated_at TEXT, begin_year INTEGER GENERATED ALWAYS AS (CAST(substr(begin_date, 1, 4) AS INTEGER)) VIRTUAL, birthday TEXT GENERATED ALWAYS AS (
  CASE WHEN length(begin_date) = 10 AND artist_type = 'person' AND fictional = 0 THEN substr(begin_date, 6) END
) VIRTUAL,
  CHECK (fictional = 0 OR end_date IS NULL)
) STRICT;

CREATE INDEX artist_by_name ON artist (name_folded, id);

CREATE INDEX artist_by_country ON artist (country, id);

CREATE INDEX artist_by_begin ON artist (begin_day, id);

CREATE INDEX artist_by_end ON artist (end_day, id);

CREATE INDEX artist_by_type ON artist (artist_type, id);

CREATE INDEX artist_by_fictional ON artist (fictional, id);

CREATE TABLE artist_alias (
  key INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE CHECK (length(id) = 36),
  artist_key INTEGER NOT NULL REFERENCES artist ON DELETE CASCADE,
  position INTEGER NOT NULL DEFAULT 1 CHECK (position > 0),
  variation TEXT NOT NULL CHECK (length(variation) BETWEEN 1 AND 255),
  variation_folded TEXT NOT NULL,
  type TEXT CHECK (type IN ('name_variation', 'legal_name', 'birth_name', 'stage_name', 'pseudonym', 'native_name', 'abbreviation', 'former_name')),
  notes TEXT,
  created_at TEXT NOT NULL,
  updated_at TEXT
) STRICT;

CREATE INDEX artist_alias_by_artist ON artist_alias (artist_key, position, id);

CREATE INDEX artist_alias_by_variation ON artist_alias (variation_folded);

CREATE TABLE artist_group_member (
  key INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE CHECK (length(id) = 36),
  member_key INTEGER NOT NULL REFERENCES artist ON DELETE CASCADE,
  group_key INTEGER NOT NULL REFERENCES artist ON DELETE CASCADE,
  position INTEGER NOT NULL DEFAULT 1 CHECK (position > 0),
  alias_key INTEGER REFERENCES artist_alias ON DELETE SET NULL,
  created_at TEXT NOT NULL,
  updated_at TEXT,
  CHECK (member_key <> group_key)
) STRICT;

CREATE INDEX artist_group_member_by_member ON artist_group_member (member_key, id);

CREATE INDEX artist_group_member_by_group ON artist_group_member (group_key, position, id);

CREATE INDEX artist_group_member_by_alias ON artist_group_member (alias_key) WHERE alias_key IS NOT NULL;

CREATE TABLE artist_external_link (
  key INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE CHECK (length(id) = 36),
  artist_key INTEGER NOT NULL REFERENCES artist ON DELETE CASCADE,
  provider TEXT NOT NULL CHECK (provider <> ''),
  external_id TEXT NOT NULL CHECK (external_id <> ''),
  url TEXT NOT NULL CHECK (url GLOB 'http://*' OR url GLOB 'https://*'),
  created_at TEXT NOT NULL,
  updated_at TEXT,
  UNIQUE (artist_key, provider, external_id)
) STRICT;

CREATE INDEX artist_external_link_by_external_id ON artist_external_link (provider, external_id);

CREATE TABLE artist_role (
  key INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE CHECK (length(id) = 36),
  role TEXT NOT NULL CHECK (length(role) BETWEEN 1 AND 255),
  role_folded TEXT NOT NULL,
  -- Without case but with its accents: what an exact look-up compares.
  role_case_folded TEXT NOT NULL,
  slug TEXT NOT NULL UNIQUE CHECK (slug <> ''),
  scope TEXT NOT NULL CHECK (scope IN ('release', 'track', 'recording', 'production')),
  description_markdown TEXT NOT NULL DEFAULT '',
  organization_applicable INTEGER NOT NULL DEFAULT 0 CHECK (organization_applicable IN (0, 1)),
  created_at TEXT NOT NULL,
  updated_at TEXT
) STRICT;

CREATE INDEX artist_role_by_role ON artist_role (role_folded, id);

CREATE INDEX artist_role_by_exact_role ON artist_role (role_case_folded, id);

CREATE TABLE artist_role_alias (
  role_key INTEGER NOT NULL REFERENCES artist_role ON DELETE CASCADE,
  position INTEGER NOT NULL CHECK (position > 0),
  alias TEXT NOT NULL CHECK (length(alias) BETWEEN 1 AND 255),
  alias_folded TEXT NOT NULL,
  PRIMARY KEY (role_key, position)
) STRICT, WITHOUT ROWID;

CREATE TABLE production (
  key INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE CHECK (length(id) = 36),
  title TEXT NOT NULL CHECK (length(title) BETWEEN 1 AND 255),
  title_folded TEXT NOT NULL,
  production_type TEXT NOT NULL CHECK (production_type IN ('movie', 'television', 'episode', 'videogame', 'other')),
  year INTEGER CHECK (year BETWEEN 1800 AND 9999),
  country TEXT,
  release_date TEXT CHECK (release_date GLOB '[0-9][0-9][0-9][0-9]-[01][0-9]-[0-3][0-9]'),
  duration_minutes INTEGER CHECK (duration_minutes > 0),
  akas TEXT,
  description TEXT,
  slug TEXT NOT NULL UNIQUE CHECK (slug <> ''),
  created_at TEXT NOT NULL,
  updated_at TEXT
, akas_folded TEXT, provisional INTEGER NOT NULL DEFAULT 0 CHECK (provisional IN (0, 1))) STRICT;

CREATE INDEX production_by_title ON production (title_folded, id);

CREATE INDEX production_by_year ON production (year, id);

CREATE INDEX production_by_release_date ON production (release_date, id);

CREATE INDEX production_by_type ON production (production_type, id);

CREATE INDEX production_by_country ON production (country, id);

CREATE TABLE production_external_link (
  key INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE CHECK (length(id) = 36),
  production_key INTEGER NOT NULL REFERENCES production ON DELETE CASCADE,
  provider TEXT NOT NULL CHECK (provider <> ''),
  external_id TEXT NOT NULL CHECK (external_id <> ''),
  url TEXT NOT NULL CHECK (url GLOB 'http://*' OR url GLOB 'https://*'),
  created_at TEXT NOT NULL,
  updated_at TEXT,
  UNIQUE (production_key, provider, external_id)
) STRICT;

CREATE INDEX production_external_link_by_external_id ON production_external_link (provider, external_id);

CREATE TABLE portrayal (
  key INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE CHECK (length(id) = 36),
  performer_key INTEGER REFERENCES artist ON DELETE SET NULL,
  fictional_artist_key INTEGER REFERENCES artist ON DELETE SET NULL,
  production_key INTEGER REFERENCES production ON DELETE SET NULL,
  notes TEXT,
  created_at TEXT NOT NULL,
  updated_at TEXT
) STRICT;

CREATE INDEX portrayal_by_created_at ON portrayal (created_at, id);

CREATE INDEX portrayal_by_performer ON portrayal (performer_key, created_at, id);

CREATE INDEX portrayal_by_fictional_artist ON portrayal (fictional_artist_key, created_at, id);

CREATE INDEX portrayal_by_production ON portrayal (production_key, created_at, id);

CREATE TABLE portrayal_aspect (
  portrayal_key INTEGER NOT NULL REFERENCES portrayal ON DELETE CASCADE,
  position INTEGER NOT NULL CHECK (position > 0),
  aspect TEXT NOT NULL CHECK (aspect IN ('performance', 'voice', 'singing_voice', 'puppetry', 'motion_capture')),
  PRIMARY KEY (portrayal_key, position),
  UNIQUE (portrayal_key, aspect)
) STRICT, WITHOUT ROWID;

CREATE TABLE production_recording (
  key INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE CHECK (length(id) = 36),
  production_key INTEGER NOT NULL REFERENCES production ON DELETE CASCADE,
  title TEXT NOT NULL CHECK (length(title) BETWEEN 1 AND 255),
  title_folded TEXT NOT NULL,
  display_title TEXT NOT NULL,
  notes TEXT,
  recording_type TEXT NOT NULL DEFAULT 'other' CHECK (recording_type IN ('score', 'song', 'source', 'trailer', 'other')),
  recording_usage TEXT NOT NULL DEFAULT 'original' CHECK (recording_usage IN ('original', 'licensed', 'adapted', 'unused')),
  created_at TEXT NOT NULL,
  updated_at TEXT
) STRICT;

CREATE INDEX production_recording_by_production ON production_recording (production_key, id);

CREATE INDEX production_recording_by_title ON production_recording (production_key, title_folded, id);

CREATE TABLE label (
  key INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE CHECK (length(id) = 36),
  name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 255),
  name_folded TEXT NOT NULL,
  slug TEXT NOT NULL UNIQUE CHECK (slug <> ''),
  country TEXT,
  begin_date TEXT CHECK (begin_date GLOB '[0-9][0-9][0-9][0-9]' OR begin_date GLOB '[0-9][0-9][0-9][0-9]-[01][0-9]' OR begin_date GLOB '[0-9][0-9][0-9][0-9]-[01][0-9]-[0-3][0-9]'),
  end_date TEXT CHECK (end_date GLOB '[0-9][0-9][0-9][0-9]' OR end_date GLOB '[0-9][0-9][0-9][0-9]-[01][0-9]' OR end_date GLOB '[0-9][0-9][0-9][0-9]-[01][0-9]-[0-3][0-9]'),
  created_at TEXT NOT NULL,
  updated_at TEXT
, begin_year INTEGER GENERATED ALWAYS AS (CAST(substr(begin_date, 1, 4) AS INTEGER)) VIRTUAL) STRICT;

CREATE INDEX label_by_name ON label (name_folded, id);

CREATE TABLE label_series (
  key INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE CHECK (length(id) = 36),
  label_key INTEGER NOT NULL REFERENCES label ON DELETE CASCADE,
  name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 255),
  name_folded TEXT NOT NULL,
  slug TEXT NOT NULL UNIQUE CHECK (slug <> ''),
  position INTEGER NOT NULL DEFAULT 1 CHECK (position > 0),
  created_at TEXT NOT NULL,
  updated_at TEXT
) STRICT;

CREATE INDEX label_series_by_label ON label_series (label_key, position, id);

CREATE TABLE organization (
  key INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE CHECK (length(id) = 36),
  name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 255),
  name_folded TEXT NOT NULL,
  slug TEXT NOT NULL UNIQUE CHECK (slug <> ''),
  organization_type TEXT,
  country TEXT,
  created_at TEXT NOT NULL,
  updated_at TEXT
) STRICT;

CREATE INDEX organization_by_name ON organization (name_folded, id);

CREATE TABLE packaging_type (
  key INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE CHECK (length(id) = 36),
  name TEXT NOT NULL UNIQUE CHECK (length(name) BETWEEN 1 AND 255),
  created_at TEXT NOT NULL,
  updated_at TEXT
) STRICT;

CREATE TABLE "release" (
  key INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE CHECK (length(id) = 36),
  title TEXT NOT NULL CHECK (length(title) BETWEEN 1 AND 255),
  title_folded TEXT NOT NULL,
  slug TEXT NOT NULL UNIQUE CHECK (slug <> ''),
  release_date TEXT CHECK (release_date GLOB '[0-9][0-9][0-9][0-9]' OR release_date GLOB '[0-9][0-9][0-9][0-9]-[01][0-9]' OR release_date GLOB '[0-9][0-9][0-9][0-9]-[01][0-9]-[0-3][0-9]'),
  release_day TEXT GENERATED ALWAYS AS (release_date || substr('-01-01', length(release_date) - 3)) VIRTUAL,
  year INTEGER GENERATED ALWAYS AS (CAST(substr(release_date, 1, 4) AS INTEGER)) VIRTUAL,
  country TEXT,
  barcode TEXT,
  -- Digits only, an EAN-13: a UPC-A has its leading zero.
  barcode_normalized TEXT,
  artist_credit TEXT,
  packaging_type_key INTEGER REFERENCES packaging_type ON DELETE SET NULL,
  label_series_key INTEGER REFERENCES label_series ON DELETE SET NULL,
  notes TEXT,
  created_at TEXT NOT NULL,
  updated_at TEXT
, album_key INTEGER REFERENCES album ON DELETE SET NULL, provisional INTEGER NOT NULL DEFAULT 0 CHECK (provisional IN (0, 1))) STRICT;

CREATE INDEX release_by_title ON "release" (title_folded, id);

CREATE INDEX release_by_day ON "release" (release_day, id);

CREATE INDEX release_by_year ON "release" (year, id);

CREATE INDEX release_by_barcode ON "release" (barcode_normalized, id) WHERE barcode_normalized IS NOT NULL;

CREATE INDEX release_by_packaging_type ON "release" (packaging_type_key) WHERE packaging_type_key IS NOT NULL;

CREATE INDEX release_by_label_series ON "release" (label_series_key) WHERE label_series_key IS NOT NULL;

CREATE TABLE release_label (
  release_key INTEGER NOT NULL REFERENCES "release" ON DELETE CASCADE,
  position INTEGER NOT NULL CHECK (position > 0),
  label_key INTEGER REFERENCES label ON DELETE SET NULL,
  catalog_number TEXT,
  -- Without spaces, hyphens and case.
  catalog_number_normalized TEXT,
  PRIMARY KEY (release_key, position),
  CHECK (label_key IS NOT NULL OR catalog_number IS NOT NULL)
) STRICT, WITHOUT ROWID;

CREATE INDEX release_label_by_label ON release_label (label_key);

CREATE INDEX release_label_by_catalog_number ON release_label (catalog_number_normalized) WHERE catalog_number_normalized IS NOT NULL;

CREATE TABLE release_external_link (
  key INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE CHECK (length(id) = 36),
  release_key INTEGER NOT NULL REFERENCES "release" ON DELETE CASCADE,
  provider TEXT NOT NULL CHECK (provider <> ''),
  external_id TEXT NOT NULL CHECK (external_id <> ''),
  url TEXT NOT NULL CHECK (url GLOB 'http://*' OR url GLOB 'https://*'),
  created_at TEXT NOT NULL,
  updated_at TEXT,
  UNIQUE (release_key, provider, external_id)
) STRICT;

CREATE INDEX release_external_link_by_external_id ON release_external_link (provider, external_id);

CREATE TABLE production_entry (
  key INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE CHECK (length(id) = 36),
  production_key INTEGER NOT NULL REFERENCES production ON DELETE CASCADE,
  release_key INTEGER NOT NULL REFERENCES "release" ON DELETE CASCADE,
  kind TEXT NOT NULL DEFAULT 'score' CHECK (kind IN ('score', 'songs', 'compilation', 'other')),
  position INTEGER NOT NULL DEFAULT 1 CHECK (position > 0),
  created_at TEXT NOT NULL,
  updated_at TEXT
) STRICT;

CREATE INDEX production_entry_by_production ON production_entry (production_key, release_key);

CREATE INDEX production_entry_by_release ON production_entry (release_key, position, production_key);

CREATE TABLE release_format (
  key INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE CHECK (length(id) = 36),
  release_key INTEGER NOT NULL REFERENCES "release" ON DELETE CASCADE,
  position INTEGER NOT NULL DEFAULT 1 CHECK (position > 0),
  format_type TEXT NOT NULL DEFAULT 'other' CHECK (format_type IN ('cd', 'vinyl', 'cassette', 'digital', 'dvd', 'blu_ray', 'sacd', 'minidisc', 'other')),
  title TEXT,
  quantity INTEGER NOT NULL DEFAULT 1 CHECK (quantity > 0),
  created_at TEXT NOT NULL,
  updated_at TEXT
, descriptions TEXT NOT NULL DEFAULT '[]' CHECK (json_type(descriptions) = 'array'), text TEXT) STRICT;

CREATE INDEX release_format_by_release ON release_format (release_key, position, id);

CREATE TABLE release_recording (
  key INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE CHECK (length(id) = 36),
  release_key INTEGER NOT NULL REFERENCES "release" ON DELETE CASCADE,
  title TEXT NOT NULL CHECK (length(title) BETWEEN 1 AND 255),
  title_folded TEXT NOT NULL,
  -- NULL where it is unknown.
  duration_seconds INTEGER CHECK (duration_seconds > 0),
  isrc_code TEXT CHECK (isrc_code GLOB '[A-Z][A-Z][A-Z0-9][A-Z0-9][A-Z0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9]'),
  production_recording_key INTEGER REFERENCES production_recording ON DELETE SET NULL,
  created_at TEXT NOT NULL,
  updated_at TEXT
) STRICT;

CREATE INDEX release_recording_by_release ON release_recording (release_key, id);

CREATE INDEX release_recording_by_production_recording ON release_recording (production_recording_key) WHERE production_recording_key IS NOT NULL;

CREATE INDEX release_recording_by_isrc ON release_recording (isrc_code) WHERE isrc_code IS NOT NULL;

CREATE TABLE release_track (
  key INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE CHECK (length(id) = 36),
  release_format_key INTEGER NOT NULL REFERENCES release_format ON DELETE CASCADE,
  parent_key INTEGER REFERENCES release_track ON DELETE CASCADE,
  position INTEGER NOT NULL CHECK (position > 0),
  title TEXT NOT NULL CHECK (length(title) BETWEEN 1 AND 255),
  title_folded TEXT NOT NULL,
  variant TEXT,
  track_type TEXT NOT NULL DEFAULT 'track' CHECK (track_type IN ('track', 'compound')),
  artist_text TEXT,
  artist_credit TEXT,
  -- NULL where it is unknown.
  duration_seconds INTEGER CHECK (duration_seconds > 0),
  isrc_code TEXT CHECK (isrc_code GLOB '[A-Z][A-Z][A-Z0-9][A-Z0-9][A-Z0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9]'),
  content_components TEXT NOT NULL DEFAULT '[]' CHECK (json_type(content_components) = 'array'),
  source_cue INTEGER NOT NULL DEFAULT 0 CHECK (source_cue IN (0, 1)),
  notes TEXT,
  label_key INTEGER REFERENCES label ON DELETE SET NULL,
  release_recording_key INTEGER REFERENCES release_recording ON DELETE SET NULL,
  created_at TEXT NOT NULL,
  updated_at TEXT, number TEXT,
  CHECK (parent_key IS NULL OR track_type = 'track')
) STRICT;

CREATE INDEX release_track_by_parent ON release_track (parent_key, position, id) WHERE parent_key IS NOT NULL;

CREATE INDEX release_track_by_recording ON release_track (release_recording_key) WHERE release_recording_key IS NOT NULL;

CREATE INDEX release_track_by_label ON release_track (label_key) WHERE label_key IS NOT NULL;

CREATE INDEX release_track_by_isrc ON release_track (isrc_code) WHERE isrc_code IS NOT NULL;

CREATE TABLE release_track_production (
  release_track_key INTEGER NOT NULL REFERENCES release_track ON DELETE CASCADE,
  position INTEGER NOT NULL CHECK (position > 0),
  production_key INTEGER NOT NULL REFERENCES production ON DELETE CASCADE,
  PRIMARY KEY (release_track_key, position)
) STRICT, WITHOUT ROWID;

CREATE INDEX release_track_production_by_production ON release_track_production (production_key);

CREATE TABLE production_recording_organization (
  production_recording_key INTEGER NOT NULL REFERENCES production_recording ON DELETE CASCADE,
  position INTEGER NOT NULL CHECK (position > 0),
  organization_key INTEGER NOT NULL REFERENCES organization ON DELETE CASCADE,
  role TEXT,
  PRIMARY KEY (production_recording_key, position)
) STRICT, WITHOUT ROWID;

CREATE INDEX production_recording_organization_by_organization ON production_recording_organization (organization_key);

CREATE TABLE slug_redirect (
  resource_type TEXT NOT NULL,
  slug TEXT NOT NULL CHECK (slug <> ''),
  resource_id TEXT NOT NULL CHECK (length(resource_id) = 36),
  created_at TEXT NOT NULL,
  PRIMARY KEY (resource_type, slug)
) STRICT, WITHOUT ROWID;

CREATE INDEX slug_redirect_by_resource ON slug_redirect (resource_type, resource_id);

CREATE TABLE merged_record (
  resource_type TEXT NOT NULL,
  id TEXT NOT NULL CHECK (length(id) = 36),
  merged_into_id TEXT NOT NULL CHECK (length(merged_into_id) = 36),
  created_at TEXT NOT NULL,
  PRIMARY KEY (resource_type, id),
  CHECK (id <> merged_into_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX merged_record_by_target ON merged_record (resource_type, merged_into_id);

CREATE TABLE user (
  key INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE CHECK (length(id) = 36),
  username TEXT NOT NULL COLLATE NOCASE UNIQUE CHECK (length(username) BETWEEN 3 AND 40 AND username NOT GLOB '*[^A-Za-z0-9._-]*'),
  email TEXT,
  password_hash TEXT NOT NULL,
  disabled_at TEXT,
  created_at TEXT NOT NULL,
  updated_at TEXT
, language TEXT CHECK (language IN ('en', 'de')), theme TEXT CHECK (theme IN ('light', 'dark')), role TEXT NOT NULL DEFAULT 'user' CHECK (role IN ('user', 'editor', 'admin'))) STRICT;

CREATE TABLE token_family (
  key INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE CHECK (length(id) = 36),
  user_key INTEGER NOT NULL REFERENCES user ON DELETE CASCADE,
  created_at TEXT NOT NULL,
  expires_at TEXT NOT NULL,
  revoked_at TEXT
, address TEXT, kind TEXT NOT NULL DEFAULT 'pair' CHECK (kind IN ('session', 'pair')), user_agent TEXT CHECK (length(user_agent) <= 255), last_used_at TEXT) STRICT;

CREATE TABLE collection_item (
  key INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE CHECK (length(id) = 36),
  user_key INTEGER NOT NULL REFERENCES user ON DELETE CASCADE,
  release_key INTEGER NOT NULL REFERENCES "release" ON DELETE RESTRICT,
  status TEXT NOT NULL DEFAULT 'active' CHECK (status IN ('ordered', 'active')),
  condition TEXT CHECK (condition IN ('mint', 'near_mint', 'very_good_plus', 'very_good', 'good_plus', 'good', 'fair', 'poor')),
  format_type TEXT CHECK (format_type IN ('cd', 'vinyl', 'cassette', 'digital', 'dvd', 'blu_ray', 'sacd', 'minidisc', 'other')),
  quantity INTEGER NOT NULL DEFAULT 1 CHECK (quantity > 0),
  is_signed INTEGER NOT NULL DEFAULT 0 CHECK (is_signed IN (0, 1)),
  purchased_at TEXT,
  shop TEXT,
  notes TEXT CHECK (length(notes) <= 10000),
  purchase_price_cents INTEGER CHECK (purchase_price_cents >= 0),
  currency TEXT CHECK (currency GLOB '[A-Z][A-Z][A-Z]'),
  storage_location TEXT,
  order_date TEXT,
  order_price_cents INTEGER CHECK (order_price_cents >= 0),
  order_vendor TEXT,
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL
, notes_folded TEXT, sleeve_condition TEXT CHECK (sleeve_condition IN ('mint', 'near_mint', 'very_good_plus', 'very_good', 'good_plus', 'good', 'fair', 'poor')), rating INTEGER CHECK (rating BETWEEN 1 AND 5), added_at TEXT, folder TEXT, tags TEXT NOT NULL DEFAULT '[]' CHECK (json_type(tags) = 'array'), tags_folded TEXT NOT NULL DEFAULT '[]' CHECK (json_array_length(tags_folded) = json_array_length(tags))) STRICT;

CREATE INDEX collection_item_by_user ON collection_item (user_key, created_at, id);

CREATE INDEX collection_item_by_status ON collection_item (user_key, status, created_at, id);

CREATE INDEX collection_item_by_purchase ON collection_item (user_key, purchased_at, id);

CREATE INDEX collection_item_by_release ON collection_item (release_key, user_key);

CREATE TABLE wishlist_item (
  key INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE CHECK (length(id) = 36),
  user_key INTEGER NOT NULL REFERENCES user ON DELETE CASCADE,
  release_key INTEGER NOT NULL REFERENCES "release" ON DELETE RESTRICT,
  notes TEXT CHECK (length(notes) <= 10000),
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL, notes_folded TEXT, priority INTEGER CHECK (priority BETWEEN 1 AND 5), max_price_cents INTEGER CHECK (max_price_cents >= 0), currency TEXT CHECK (currency GLOB '[A-Z][A-Z][A-Z]'),
  UNIQUE (user_key, release_key)
) STRICT;

CREATE INDEX wishlist_item_by_user ON wishlist_item (user_key, created_at, id);

CREATE INDEX wishlist_item_by_release ON wishlist_item (release_key);

CREATE VIRTUAL TABLE artist_search USING fts5 (
  name, other_names,
  content = '', contentless_delete = 1, tokenize = 'unicode61 remove_diacritics 0', prefix = '1 2 3'
);

CREATE VIRTUAL TABLE artist_name_trigram USING fts5 (
  name, content = '', contentless_delete = 1, tokenize = 'trigram case_sensitive 1', detail = 'full'
);

CREATE TRIGGER artist_search_insert AFTER INSERT ON artist BEGIN
  INSERT INTO artist_search (rowid, name, other_names) VALUES (new.key, new.name_folded, coalesce(new.real_name_folded, ''));
  INSERT INTO artist_name_trigram (rowid, name) VALUES (new.key, new.name_folded);
END;

CREATE TRIGGER artist_search_delete AFTER DELETE ON artist BEGIN
  DELETE FROM artist_search WHERE rowid = old.key;
  DELETE FROM artist_name_trigram WHERE rowid = old.key;
END;

CREATE VIEW artist_display (key, name_folded, display_name) AS
SELECT key, name_folded,
  CASE WHEN EXISTS (SELECT 1 FROM artist AS other WHERE other.name_folded = artist.name_folded AND other.key <> artist.key)
    THEN name || ' (' || coalesce(nullif(disambiguation, ''), substr(begin_date, 1, 4), country, artist_type) || ')'
    ELSE name
  END
FROM artist;

CREATE TABLE migration (name TEXT PRIMARY KEY, applied_at TEXT NOT NULL) STRICT;

CREATE TRIGGER wishlist_item_meets_another BEFORE UPDATE OF release_key ON wishlist_item
WHEN new.notes IS NOT NULL AND new.release_key <> old.release_key BEGIN
  UPDATE wishlist_item
  SET notes = substr(iif(notes IS NULL, '', notes || char(10)) || new.notes, 1, 10000),
    notes_folded = substr(iif(notes_folded IS NULL, '', notes_folded || ' ') || new.notes_folded, 1, 10000)
  WHERE user_key = new.user_key AND release_key = new.release_key AND notes IS NOT new.notes;
END;

CREATE TABLE import_row (
  key INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE CHECK (length(id) = 36),
  user_key INTEGER NOT NULL REFERENCES user ON DELETE CASCADE,
  list TEXT NOT NULL CHECK (list IN ('collection', 'wishlist')),
  -- The cells by their columns, as the file had them.
  cells TEXT NOT NULL CHECK (json_type(cells) = 'object'),
  -- As often as the file that had it most often: a row for each copy.
  copies INTEGER NOT NULL CHECK (copies > 0),
  created_at TEXT NOT NULL, release_keys TEXT CHECK (json_type(release_keys) = 'object'),
  UNIQUE (user_key, list, cells)
) STRICT;

CREATE INDEX import_row_by_user ON import_row (user_key, list, created_at, id);

CREATE TABLE change_feed (
  is_paused INTEGER NOT NULL DEFAULT 0 CHECK (is_paused IN (0, 1))
, is_superseding INTEGER NOT NULL DEFAULT 0 CHECK (is_superseding IN (0, 1))) STRICT;

CREATE TABLE deleted_record (
  resource_type TEXT NOT NULL,
  id TEXT NOT NULL CHECK (length(id) = 36),
  iri TEXT NOT NULL,
  deleted_at TEXT NOT NULL, is_superseded INTEGER NOT NULL DEFAULT 0 CHECK (is_superseded IN (0, 1)),
  PRIMARY KEY (resource_type, id)
) STRICT, WITHOUT ROWID;

CREATE VIEW change_entry (action, resource_type, resource_id, slug, merged_into_id) AS
SELECT action, resource_type, resource_id, slug, merged_into_id FROM change;

CREATE VIEW deletion_entry (resource_type, id, iri) AS SELECT resource_type, id, iri FROM deleted_record;

CREATE TRIGGER slug_redirect_created AFTER INSERT ON slug_redirect BEGIN
  INSERT INTO change_entry (action, resource_type, resource_id, slug) VALUES ('renamed', new.resource_type, new.resource_id, new.slug);
END;

CREATE TRIGGER slug_redirect_updated AFTER UPDATE OF resource_id ON slug_redirect WHEN old.resource_id <> new.resource_id BEGIN
  INSERT INTO change_entry (action, resource_type, resource_id, slug) VALUES ('renamed', new.resource_type, new.resource_id, new.slug);
END;

CREATE TRIGGER merged_record_created AFTER INSERT ON merged_record BEGIN
  DELETE FROM deleted_record WHERE resource_type = new.resource_type AND id = new.id;
  INSERT INTO change_entry (action, resource_type, resource_id, merged_into_id) VALUES ('merged', new.resource_type, new.id, new.merged_into_id);
END;

CREATE TRIGGER merged_record_updated AFTER UPDATE OF merged_into_id ON merged_record WHEN old.merged_into_id <> new.merged_into_id BEGIN
  INSERT INTO change_entry (action, resource_type, resource_id, merged_into_id) VALUES ('merged', new.resource_type, new.id, new.merged_into_id);
END;

CREATE TRIGGER artist_display_name_changed AFTER UPDATE OF display_name ON artist
WHEN old.display_name <> '' AND old.display_name <> new.display_name BEGIN
  INSERT INTO change_entry (action, resource_type, resource_id) VALUES ('updated', 'Artist', new.id);
END;

CREATE TRIGGER artist_created AFTER INSERT ON artist BEGIN
  DELETE FROM deleted_record WHERE resource_type = 'Artist' AND id = new.id;
  INSERT INTO change_entry (action, resource_type, resource_id) VALUES ('created', 'Artist', new.id);
END;

CREATE TRIGGER artist_updated AFTER UPDATE OF updated_at ON artist BEGIN
  INSERT INTO change_entry (action, resource_type, resource_id) VALUES ('updated', 'Artist', new.id);
END;

CREATE TRIGGER artist_alias_created AFTER INSERT ON artist_alias BEGIN
  DELETE FROM deleted_record WHERE resource_type = 'ArtistAlias' AND id = new.id;
  INSERT INTO change_entry (action, resource_type, resource_id) VALUES ('created', 'ArtistAlias', new.id);
END;

CREATE TRIGGER artist_alias_updated AFTER UPDATE OF updated_at ON artist_alias BEGIN
  INSERT INTO change_entry (action, resource_type, resource_id) VALUES ('updated', 'ArtistAlias', new.id);
END;

CREATE TRIGGER artist_alias_deleted BEFORE DELETE ON artist_alias BEGIN
  UPDATE artist_group_member SET alias_key = NULL, updated_at = strftime('%Y-%m-%dT%H:%M:%f+00:00', 'now') WHERE alias_key = old.key;
  INSERT INTO deletion_entry (resource_type, id, iri) SELECT 'ArtistAlias', old.id, '/api/artists/' || (SELECT id FROM artist WHERE key = old.artist_key) || '/aliases/' || old.id
    WHERE NOT EXISTS (SELECT 1 FROM merged_record WHERE resource_type = 'ArtistAlias' AND id = old.id);
END;

CREATE TRIGGER artist_group_member_created AFTER INSERT ON artist_group_member BEGIN
  DELETE FROM deleted_record WHERE resource_type = 'ArtistGroupMember' AND id = new.id;
  INSERT INTO change_entry (action, resource_type, resource_id) VALUES ('created', 'ArtistGroupMember', new.id);
END;

CREATE TRIGGER artist_group_member_updated AFTER UPDATE OF updated_at ON artist_group_member BEGIN
  INSERT INTO change_entry (action, resource_type, resource_id) VALUES ('updated', 'ArtistGroupMember', new.id);
END;

CREATE TRIGGER artist_group_member_deleted BEFORE DELETE ON artist_group_member BEGIN
  INSERT INTO deletion_entry (resource_type, id, iri) SELECT 'ArtistGroupMember', old.id, '/api/artists/' || (SELECT id FROM artist WHERE key = old.member_key) || '/group-memberships/' || old.id
    WHERE NOT EXISTS (SELECT 1 FROM merged_record WHERE resource_type = 'ArtistGroupMember' AND id = old.id);
END;

CREATE TRIGGER artist_external_link_created AFTER INSERT ON artist_external_link BEGIN
  DELETE FROM deleted_record WHERE resource_type = 'ArtistExternalLink' AND id = new.id;
  INSERT INTO change_entry (action, resource_type, resource_id) VALUES ('created', 'ArtistExternalLink', new.id);
END;

CREATE TRIGGER artist_external_link_updated AFTER UPDATE OF updated_at ON artist_external_link BEGIN
  INSERT INTO change_entry (action, resource_type, resource_id) VALUES ('updated', 'ArtistExternalLink', new.id);
END;

CREATE TRIGGER artist_external_link_deleted BEFORE DELETE ON artist_external_link BEGIN
  INSERT INTO deletion_entry (resource_type, id, iri) SELECT 'ArtistExternalLink', old.id, '/api/artists/' || (SELECT id FROM artist WHERE key = old.artist_key) || '/external-links/' || old.id
    WHERE NOT EXISTS (SELECT 1 FROM merged_record WHERE resource_type = 'ArtistExternalLink' AND id = old.id);
END;

CREATE TRIGGER artist_role_created AFTER INSERT ON artist_role BEGIN
  DELETE FROM deleted_record WHERE resource_type = 'ArtistRole' AND id = new.id;
  INSERT INTO change_entry (action, resource_type, resource_id) VALUES ('created', 'ArtistRole', new.id);
END;

CREATE TRIGGER artist_role_updated AFTER UPDATE OF updated_at ON artist_role BEGIN
  INSERT INTO change_entry (action, resource_type, resource_id) VALUES ('updated', 'ArtistRole', new.id);
END;

CREATE TRIGGER artist_role_deleted BEFORE DELETE ON artist_role BEGIN
  INSERT INTO deletion_entry (resource_type, id, iri) SELECT 'ArtistRole', old.id, '/api/artists/roles/' || old.id
    WHERE NOT EXISTS (SELECT 1 FROM merged_record WHERE resource_type = 'ArtistRole' AND id = old.id);
END;

CREATE TRIGGER production_created AFTER INSERT ON production BEGIN
  DELETE FROM deleted_record WHERE resource_type = 'Production' AND id = new.id;
  INSERT INTO change_entry (action, resource_type, resource_id) VALUES ('created', 'Production', new.id);
END;

CREATE TRIGGER production_updated AFTER UPDATE OF updated_at ON production BEGIN
  INSERT INTO change_entry (action, resource_type, resource_id) VALUES ('updated', 'Production', new.id);
END;

CREATE TRIGGER production_deleted BEFORE DELETE ON production BEGIN
  DELETE FROM production_external_link WHERE production_key = old.key;
  UPDATE portrayal SET production_key = NULL, updated_at = strftime('%Y-%m-%dT%H:%M:%f+00:00', 'now') WHERE production_key = old.key;
  DELETE FROM production_recording WHERE production_key = old.key;
  DELETE FROM production_entry WHERE production_key = old.key;
  UPDATE release_track SET updated_at = strftime('%Y-%m-%dT%H:%M:%f+00:00', 'now') WHERE key IN (SELECT release_track_key FROM release_track_production WHERE production_key = old.key);
  INSERT INTO deletion_entry (resource_type, id, iri) SELECT 'Production', old.id, '/api/productions/' || old.id
    WHERE NOT EXISTS (SELECT 1 FROM merged_record WHERE resource_type = 'Production' AND id = old.id);
END;

CREATE TRIGGER production_external_link_created AFTER INSERT ON production_external_link BEGIN
  DELETE FROM deleted_record WHERE resource_type = 'ProductionExternalLink' AND id = new.id;
  INSERT INTO change_entry (action, resource_type, resource_id) VALUES ('created', 'ProductionExternalLink', new.id);
END;

CREATE TRIGGER production_external_link_updated AFTER UPDATE OF updated_at ON production_external_link BEGIN
  INSERT INTO change_entry (action, resource_type, resource_id) VALUES ('updated', 'ProductionExternalLink', new.id);
END;

CREATE TRIGGER production_external_link_deleted BEFORE DELETE ON production_external_link BEGIN
  INSERT INTO deletion_entry (resource_type, id, iri) SELECT 'ProductionExternalLink', old.id, '/api/productions/' || (SELECT id FROM production WHERE key = old.production_key) || '/external-links/' || old.id
    WHERE NOT EXISTS (SELECT 1 FROM merged_record WHERE resource_type = 'ProductionExternalLink' AND id = old.id);
END;

CREATE TRIGGER portrayal_created AFTER INSERT ON portrayal BEGIN
  DELETE FROM deleted_record WHERE resource_type = 'Portrayal' AND id = new.id;
  INSERT INTO change_entry (action, resource_type, resource_id) VALUES ('created', 'Portrayal', new.id);
END;

CREATE TRIGGER portrayal_updated AFTER UPDATE OF updated_at ON portrayal BEGIN
  INSERT INTO change_entry (action, resource_type, resource_id) VALUES ('updated', 'Portrayal', new.id);
END;

CREATE TRIGGER portrayal_deleted BEFORE DELETE ON portrayal BEGIN
  INSERT INTO deletion_entry (resource_type, id, iri) SELECT 'Portrayal', old.id, '/api/portrayals/' || old.id
    WHERE NOT EXISTS (SELECT 1 FROM merged_record WHERE resource_type = 'Portrayal' AND id = old.id);
END;

CREATE TRIGGER production_recording_created AFTER INSERT ON production_recording BEGIN
  DELETE FROM deleted_record WHERE resource_type = 'ProductionRecording' AND id = new.id;
  INSERT INTO change_entry (action, resource_type, resource_id) VALUES ('created', 'ProductionRecording', new.id);
END;

CREATE TRIGGER production_recording_updated AFTER UPDATE OF updated_at ON production_recording BEGIN
  INSERT INTO change_entry (action, resource_type, resource_id) VALUES ('updated', 'ProductionRecording', new.id);
END;

CREATE TRIGGER production_recording_deleted BEFORE DELETE ON production_recording BEGIN
  UPDATE release_recording SET production_recording_key = NULL, updated_at = strftime('%Y-%m-%dT%H:%M:%f+00:00', 'now') WHERE production_recording_key = old.key;
  INSERT INTO deletion_entry (resource_type, id, iri) SELECT 'ProductionRecording', old.id, '/api/productions/' || (SELECT id FROM production WHERE key = old.production_key) || '/recordings/' || old.id
    WHERE NOT EXISTS (SELECT 1 FROM merged_record WHERE resource_type = 'ProductionRecording' AND id = old.id);
END;

CREATE TRIGGER label_created AFTER INSERT ON label BEGIN
  DELETE FROM deleted_record WHERE resource_type = 'Label' AND id = new.id;
  INSERT INTO change_entry (action, resource_type, resource_id) VALUES ('created', 'Label', new.id);
END;

CREATE TRIGGER label_updated AFTER UPDATE OF updated_at ON label BEGIN
  INSERT INTO change_entry (action, resource_type, resource_id) VALUES ('updated', 'Label', new.id);
END;

CREATE TRIGGER label_series_created AFTER INSERT ON label_series BEGIN
  DELETE FROM deleted_record WHERE resource_type = 'LabelSeries' AND id = new.id;
  INSERT INTO change_entry (action, resource_type, resource_id) VALUES ('created', 'LabelSeries', new.id);
END;

CREATE TRIGGER label_series_updated AFTER UPDATE OF updated_at ON label_series BEGIN
  INSERT INTO change_entry (action, resource_type, resource_id) VALUES ('updated', 'LabelSeries', new.id);
END;

CREATE TRIGGER label_series_deleted BEFORE DELETE ON label_series BEGIN
  UPDATE "release" SET label_series_key = NULL, updated_at = strftime('%Y-%m-%dT%H:%M:%f+00:00', 'now') WHERE label_series_key = old.key;
  INSERT INTO deletion_entry (resource_type, id, iri) SELECT 'LabelSeries', old.id, '/api/labels/' || (SELECT id FROM label WHERE key = old.label_key) || '/series/' || old.id
    WHERE NOT EXISTS (SELECT 1 FROM merged_record WHERE resource_type = 'LabelSeries' AND id = old.id);
END;

CREATE TRIGGER organization_created AFTER INSERT ON organization BEGIN
  DELETE FROM deleted_record WHERE resource_type = 'Organization' AND id = new.id;
  INSERT INTO change_entry (action, resource_type, resource_id) VALUES ('created', 'Organization', new.id);
END;

CREATE TRIGGER organization_updated AFTER UPDATE OF updated_at ON organization BEGIN
  INSERT INTO change_entry (action, resource_type, resource_id) VALUES ('updated', 'Organization', new.id);
END;

CREATE TRIGGER packaging_type_created AFTER INSERT ON packaging_type BEGIN
  DELETE FROM deleted_record WHERE resource_type = 'PackagingType' AND id = new.id;
  INSERT INTO change_entry (action, resource_type, resource_id) VALUES ('created', 'PackagingType', new.id);
END;

CREATE TRIGGER packaging_type_updated AFTER UPDATE OF updated_at ON packaging_type BEGIN
  INSERT INTO change_entry (action, resource_type, resource_id) VALUES ('updated', 'PackagingType', new.id);
END;

CREATE TRIGGER packaging_type_deleted BEFORE DELETE ON packaging_type BEGIN
  UPDATE "release" SET packaging_type_key = NULL, updated_at = strftime('%Y-%m-%dT%H:%M:%f+00:00', 'now') WHERE packaging_type_key = old.key;
  INSERT INTO deletion_entry (resource_type, id, iri) SELECT 'PackagingType', old.id, '/api/packaging-types/' || old.id
    WHERE NOT EXISTS (SELECT 1 FROM merged_record WHERE resource_type = 'PackagingType' AND id = old.id);
END;

CREATE TRIGGER release_created AFTER INSERT ON "release" BEGIN
  DELETE FROM deleted_record WHERE resource_type = 'Release' AND id = new.id;
  INSERT INTO change_entry (action, resource_type, resource_id) VALUES ('created', 'Release', new.id);
END;

CREATE TRIGGER release_updated AFTER UPDATE OF updated_at ON "release" BEGIN
  INSERT INTO change_entry (action, resource_type, resource_id) VALUES ('updated', 'Release', new.id);
END;

CREATE TRIGGER release_deleted BEFORE DELETE ON "release" BEGIN
  DELETE FROM release_external_link WHERE release_key = old.key;
  DELETE FROM production_entry WHERE release_key = old.key;
  DELETE FROM release_format WHERE release_key = old.key;
  DELETE FROM release_recording WHERE release_key = old.key;
  INSERT INTO deletion_entry (resource_type, id, iri) SELECT 'Release', old.id, '/api/releases/' || old.id
    WHERE NOT EXISTS (SELECT 1 FROM merged_record WHERE resource_type = 'Release' AND id = old.id);
END;

CREATE TRIGGER release_external_link_created AFTER INSERT ON release_external_link BEGIN
  DELETE FROM deleted_record WHERE resource_type = 'ReleaseExternalLink' AND id = new.id;
  INSERT INTO change_entry (action, resource_type, resource_id) VALUES ('created', 'ReleaseExternalLink', new.id);
END;

CREATE TRIGGER release_external_link_updated AFTER UPDATE OF updated_at ON release_external_link BEGIN
  INSERT INTO change_entry (action, resource_type, resource_id) VALUES ('updated', 'ReleaseExternalLink', new.id);
END;

CREATE TRIGGER release_external_link_deleted BEFORE DELETE ON release_external_link BEGIN
  INSERT INTO deletion_entry (resource_type, id, iri) SELECT 'ReleaseExternalLink', old.id, '/api/releases/' || (SELECT id FROM "release" WHERE key = old.release_key) || '/external-links/' || old.id
    WHERE NOT EXISTS (SELECT 1 FROM merged_record WHERE resource_type = 'ReleaseExternalLink' AND id = old.id);
END;

CREATE TRIGGER production_entry_created AFTER INSERT ON production_entry BEGIN
  DELETE FROM deleted_record WHERE resource_type = 'ProductionEntry' AND id = new.id;
  INSERT INTO change_entry (action, resource_type, resource_id) VALUES ('created', 'ProductionEntry', new.id);
END;

CREATE TRIGGER production_entry_updated AFTER UPDATE OF updated_at ON production_entry BEGIN
  INSERT INTO change_entry (action, resource_type, resource_id) VALUES ('updated', 'ProductionEntry', new.id);
END;

CREATE TRIGGER production_entry_deleted BEFORE DELETE ON production_entry BEGIN
  INSERT INTO deletion_entry (resource_type, id, iri) SELECT 'ProductionEntry', old.id, '/api/productions/' || (SELECT id FROM production WHERE key = old.production_key) || '/entries/' || old.id
    WHERE NOT EXISTS (SELECT 1 FROM merged_record WHERE resource_type = 'ProductionEntry' AND id = old.id);
END;

CREATE TRIGGER release_format_created AFTER INSERT ON release_format BEGIN
  DELETE FROM deleted_record WHERE resource_type = 'ReleaseFormat' AND id = new.id;
  INSERT INTO change_entry (action, resource_type, resource_id) VALUES ('created', 'ReleaseFormat', new.id);
END;

CREATE TRIGGER release_format_updated AFTER UPDATE OF updated_at ON release_format BEGIN
  INSERT INTO change_entry (action, resource_type, resource_id) VALUES ('updated', 'ReleaseFormat', new.id);
END;

CREATE TRIGGER release_format_deleted BEFORE DELETE ON release_format BEGIN
  DELETE FROM release_track WHERE release_format_key = old.key;
  INSERT INTO deletion_entry (resource_type, id, iri) SELECT 'ReleaseFormat', old.id, '/api/releases/' || (SELECT id FROM "release" WHERE key = old.release_key) || '/formats/' || old.id
    WHERE NOT EXISTS (SELECT 1 FROM merged_record WHERE resource_type = 'ReleaseFormat' AND id = old.id);
END;

CREATE TRIGGER release_recording_created AFTER INSERT ON release_recording BEGIN
  DELETE FROM deleted_record WHERE resource_type = 'ReleaseRecording' AND id = new.id;
  INSERT INTO change_entry (action, resource_type, resource_id) VALUES ('created', 'ReleaseRecording', new.id);
END;

CREATE TRIGGER release_recording_updated AFTER UPDATE OF updated_at ON release_recording BEGIN
  INSERT INTO change_entry (action, resource_type, resource_id) VALUES ('updated', 'ReleaseRecording', new.id);
END;

CREATE TRIGGER release_recording_deleted BEFORE DELETE ON release_recording BEGIN
  UPDATE release_track SET release_recording_key = NULL, updated_at = strftime('%Y-%m-%dT%H:%M:%f+00:00', 'now') WHERE release_recording_key = old.key;
  INSERT INTO deletion_entry (resource_type, id, iri) SELECT 'ReleaseRecording', old.id, '/api/releases/' || (SELECT id FROM "release" WHERE key = old.release_key) || '/recordings/' || old.id
    WHERE NOT EXISTS (SELECT 1 FROM merged_record WHERE resource_type = 'ReleaseRecording' AND id = old.id);
END;

CREATE TRIGGER release_track_created AFTER INSERT ON release_track WHEN new.parent_key IS NULL BEGIN
  DELETE FROM deleted_record WHERE resource_type = 'ReleaseTrack' AND id = new.id;
  INSERT INTO change_entry (action, resource_type, resource_id) VALUES ('created', 'ReleaseTrack', new.id);
END;

CREATE TRIGGER release_track_updated AFTER UPDATE OF updated_at ON release_track BEGIN
  INSERT INTO change_entry (action, resource_type, resource_id) VALUES ('updated', 'ReleaseTrack', coalesce((SELECT id FROM release_track WHERE key = new.parent_key), new.id));
END;

CREATE VIEW artist_search_entry (key, name, other_names) AS
SELECT key, name_folded, coalesce(real_name_folded, '') || coalesce((
  SELECT ' ' || group_concat(variation_folded, ' ') FROM artist_alias WHERE artist_key = artist.key
), '')
FROM artist;

CREATE TRIGGER artist_search_update AFTER UPDATE OF name_folded, real_name_folded ON artist
WHEN old.name_folded IS NOT new.name_folded OR old.real_name_folded IS NOT new.real_name_folded BEGIN
  DELETE FROM artist_search WHERE rowid = new.key;
  INSERT INTO artist_search (rowid, name, other_names) SELECT key, name, other_names FROM artist_search_entry WHERE key = new.key;
  DELETE FROM artist_name_trigram WHERE rowid = new.key;
  INSERT INTO artist_name_trigram (rowid, name) VALUES (new.key, new.name_folded);
END;

CREATE TRIGGER artist_alias_search_insert AFTER INSERT ON artist_alias BEGIN
  DELETE FROM artist_search WHERE rowid = new.artist_key;
  INSERT INTO artist_search (rowid, name, other_names) SELECT key, name, other_names FROM artist_search_entry WHERE key = new.artist_key;
END;

CREATE TRIGGER artist_alias_search_update AFTER UPDATE OF artist_key, variation_folded ON artist_alias BEGIN
  DELETE FROM artist_search WHERE rowid IN (old.artist_key, new.artist_key);
  INSERT INTO artist_search (rowid, name, other_names)
    SELECT key, name, other_names FROM artist_search_entry WHERE key IN (old.artist_key, new.artist_key);
END;

CREATE TRIGGER artist_alias_search_delete AFTER DELETE ON artist_alias BEGIN
  DELETE FROM artist_search WHERE rowid = old.artist_key;
  INSERT INTO artist_search (rowid, name, other_names) SELECT key, name, other_names FROM artist_search_entry WHERE key = old.artist_key;
END;

CREATE VIRTUAL TABLE production_search USING fts5 (
  name, other_names,
  content = '', contentless_delete = 1, tokenize = 'unicode61 remove_diacritics 0', prefix = '1 2 3'
);

CREATE VIRTUAL TABLE production_title_trigram USING fts5 (
  name, content = '', contentless_delete = 1, tokenize = 'trigram case_sensitive 1', detail = 'full'
);

CREATE VIEW production_search_entry (key, name, other_names) AS
SELECT key, title_folded, coalesce(akas_folded, '') || coalesce((
  SELECT ' ' || group_concat(a.name_folded, ' ') FROM production_credit AS c JOIN artist AS a ON a.key = c.artist_key WHERE c.production_key = production.key
), '')
FROM production;

CREATE TRIGGER production_search_insert AFTER INSERT ON production BEGIN
  INSERT INTO production_search (rowid, name, other_names) VALUES (new.key, new.title_folded, coalesce(new.akas_folded, ''));
  INSERT INTO production_title_trigram (rowid, name) VALUES (new.key, new.title_folded);
END;

CREATE TRIGGER production_search_update AFTER UPDATE OF title_folded, akas_folded ON production
WHEN old.title_folded IS NOT new.title_folded OR old.akas_folded IS NOT new.akas_folded BEGIN
  DELETE FROM production_search WHERE rowid = new.key;
  INSERT INTO production_search (rowid, name, other_names) SELECT key, name, other_names FROM production_search_entry WHERE key = new.key;
  DELETE FROM production_title_trigram WHERE rowid = new.key;
  INSERT INTO production_title_trigram (rowid, name) VALUES (new.key, new.title_folded);
END;

CREATE TRIGGER production_search_delete AFTER DELETE ON production BEGIN
  DELETE FROM production_search WHERE rowid = old.key;
  DELETE FROM production_title_trigram WHERE rowid = old.key;
END;

CREATE VIRTUAL TABLE release_search USING fts5 (
  name, other_names,
  content = '', contentless_delete = 1, tokenize = 'unicode61 remove_diacritics 0', prefix = '1 2 3'
);

CREATE VIRTUAL TABLE release_title_trigram USING fts5 (
  name, content = '', contentless_delete = 1, tokenize = 'trigram case_sensitive 1', detail = 'full'
);

CREATE VIEW release_search_entry (key, name, other_names) AS
SELECT key, title_folded, coalesce((
  SELECT group_concat(a.name_folded, ' ') FROM release_credit AS c JOIN artist AS a ON a.key = c.artist_key
  WHERE c.release_key = "release".key AND c.list = 'artists'
), '')
FROM "release";

CREATE TRIGGER release_search_insert AFTER INSERT ON "release" BEGIN
  INSERT INTO release_search (rowid, name, other_names) VALUES (new.key, new.title_folded, '');
  INSERT INTO release_title_trigram (rowid, name) VALUES (new.key, new.title_folded);
END;

CREATE TRIGGER release_search_update AFTER UPDATE OF title_folded ON "release" WHEN old.title_folded IS NOT new.title_folded BEGIN
  DELETE FROM release_search WHERE rowid = new.key;
  INSERT INTO release_search (rowid, name, other_names) SELECT key, name, other_names FROM release_search_entry WHERE key = new.key;
  DELETE FROM release_title_trigram WHERE rowid = new.key;
  INSERT INTO release_title_trigram (rowid, name) VALUES (new.key, new.title_folded);
END;

CREATE TRIGGER release_search_delete AFTER DELETE ON "release" BEGIN
  DELETE FROM release_search WHERE rowid = old.key;
  DELETE FROM release_title_trigram WHERE rowid = old.key;
END;

CREATE VIRTUAL TABLE production_recording_search USING fts5 (
  name, content = '', contentless_delete = 1, tokenize = 'unicode61 remove_diacritics 0', prefix = '1 2 3'
);

CREATE TRIGGER production_recording_search_insert AFTER INSERT ON production_recording BEGIN
  INSERT INTO production_recording_search (rowid, name) VALUES (new.key, new.title_folded);
END;

CREATE TRIGGER production_recording_search_update AFTER UPDATE OF title_folded ON production_recording WHEN old.title_folded IS NOT new.title_folded BEGIN
  DELETE FROM production_recording_search WHERE rowid = new.key;
  INSERT INTO production_recording_search (rowid, name) VALUES (new.key, new.title_folded);
END;

CREATE TRIGGER production_recording_search_delete AFTER DELETE ON production_recording BEGIN
  DELETE FROM production_recording_search WHERE rowid = old.key;
END;

CREATE VIRTUAL TABLE label_search USING fts5 (
  name, content = '', contentless_delete = 1, tokenize = 'unicode61 remove_diacritics 0', prefix = '1 2 3'
);

CREATE TRIGGER label_search_insert AFTER INSERT ON label BEGIN
  INSERT INTO label_search (rowid, name) VALUES (new.key, new.name_folded);
END;

CREATE TRIGGER label_search_update AFTER UPDATE OF name_folded ON label WHEN old.name_folded IS NOT new.name_folded BEGIN
  DELETE FROM label_search WHERE rowid = new.key;
  INSERT INTO label_search (rowid, name) VALUES (new.key, new.name_folded);
END;

CREATE TRIGGER label_search_delete AFTER DELETE ON label BEGIN
  DELETE FROM label_search WHERE rowid = old.key;
END;

CREATE VIRTUAL TABLE artist_search_word USING fts5vocab (artist_search, row);

CREATE VIRTUAL TABLE production_search_word USING fts5vocab (production_search, row);

CREATE VIRTUAL TABLE release_search_word USING fts5vocab (release_search, row);

CREATE VIRTUAL TABLE production_recording_search_word USING fts5vocab (production_recording_search, row);

CREATE VIRTUAL TABLE label_search_word USING fts5vocab (label_search, row);

CREATE TABLE import_source (
  key INTEGER PRIMARY KEY,
  name TEXT NOT NULL UNIQUE CHECK (name <> '')
, brings_back INTEGER NOT NULL DEFAULT 0 CHECK (brings_back IN (0, 1)), takes_slugs INTEGER NOT NULL DEFAULT 0 CHECK (takes_slugs IN (0, 1))) STRICT;

CREATE TABLE import_checkpoint (
  -- The command and its files.
  name TEXT PRIMARY KEY,
  position TEXT NOT NULL CHECK (json_valid(position)),
  counts TEXT NOT NULL CHECK (json_type(counts) = 'object'),
  updated_at TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE source_note (
  source TEXT NOT NULL,
  name TEXT NOT NULL,
  value TEXT NOT NULL,
  PRIMARY KEY (source, name)
) STRICT, WITHOUT ROWID;

CREATE TABLE licensed_value (
  resource_type TEXT NOT NULL,
  id TEXT NOT NULL CHECK (length(id) = 36),
  name TEXT NOT NULL CHECK (name IN ('annotation', 'rating')),
  value TEXT NOT NULL,
  licence TEXT NOT NULL,
  source TEXT NOT NULL,
  PRIMARY KEY (resource_type, id, name)
) STRICT, WITHOUT ROWID;

CREATE INDEX token_family_by_user ON token_family (user_key, address);

CREATE TRIGGER label_deleted BEFORE DELETE ON label BEGIN
  DELETE FROM label_series WHERE label_key = old.key;
  UPDATE "release" SET updated_at = strftime('%Y-%m-%dT%H:%M:%f+00:00', 'now') WHERE key IN (SELECT release_key FROM release_label WHERE label_key = old.key);
  DELETE FROM release_label WHERE label_key = old.key AND catalog_number IS NULL;
  UPDATE release_track SET label_key = NULL, updated_at = strftime('%Y-%m-%dT%H:%M:%f+00:00', 'now') WHERE label_key = old.key;
  INSERT INTO deletion_entry (resource_type, id, iri) SELECT 'Label', old.id, '/api/labels/' || old.id
    WHERE NOT EXISTS (SELECT 1 FROM merged_record WHERE resource_type = 'Label' AND id = old.id);
END;

CREATE INDEX import_row_by_key ON import_row (user_key, list);

CREATE TRIGGER release_track_deleted BEFORE DELETE ON release_track BEGIN
  DELETE FROM release_track WHERE parent_key = old.key;
  INSERT INTO deletion_entry (resource_type, id, iri) SELECT 'ReleaseTrack', old.id, '/api/releases/' || (SELECT id FROM "release" WHERE key = (SELECT release_key FROM release_format WHERE key = old.release_format_key)) || '/formats/' || (SELECT id FROM release_format WHERE key = old.release_format_key) || '/tracks/' || old.id
    WHERE old.parent_key IS NULL AND NOT EXISTS (SELECT 1 FROM merged_record WHERE resource_type = 'ReleaseTrack' AND id = old.id);
END;

CREATE INDEX artist_by_begin_year ON artist (begin_year, id);

CREATE INDEX artist_by_birthday ON artist (birthday, id);

CREATE INDEX label_by_begin_year ON label (begin_year, id);

CREATE INDEX label_by_country ON label (country, id);

CREATE INDEX production_by_created_at ON production (created_at, id);

CREATE INDEX release_by_created_at ON "release" (created_at, id);

CREATE INDEX release_by_country ON "release" (country, id);

CREATE INDEX release_format_by_type ON release_format (format_type, release_key);

CREATE TABLE token (
  key INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE CHECK (length(id) = 36),
  user_key INTEGER NOT NULL REFERENCES user ON DELETE CASCADE,
  family_key INTEGER REFERENCES token_family ON DELETE CASCADE,
  parent_key INTEGER REFERENCES token ON DELETE SET NULL,
  kind TEXT NOT NULL CHECK (kind IN ('access', 'refresh', 'api', 'session')),
  -- SHA-256 of the token, in hexadecimal; the token itself is nowhere.
  hash TEXT NOT NULL UNIQUE CHECK (length(hash) = 64),
  -- What its owner calls an API access token.
  name TEXT CHECK (length(name) BETWEEN 1 AND 255),
  -- A JSON array; NULL allows all that its user may do.
  scopes TEXT CHECK (json_type(scopes) = 'array'),
  created_at TEXT NOT NULL,
  -- NULL for an API access token that never expires.
  expires_at TEXT,
  last_used_at TEXT,
  spent_at TEXT,
  revoked_at TEXT,
  CHECK ((kind = 'api') = (family_key IS NULL)),
  CHECK (kind <> 'api' OR name IS NOT NULL)
) STRICT;

CREATE INDEX token_by_user ON token (user_key, kind, created_at);

CREATE INDEX token_by_family ON token (family_key) WHERE family_key IS NOT NULL;

CREATE INDEX token_by_parent ON token (parent_key) WHERE parent_key IS NOT NULL;

CREATE TABLE one_time_code (
  key INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE CHECK (length(id) = 36),
  kind TEXT NOT NULL CHECK (kind IN ('invitation', 'password_reset')),
  -- SHA-256 of the code, in hexadecimal; the code itself is nowhere.
  hash TEXT NOT NULL UNIQUE CHECK (length(hash) = 64),
  -- Whose password it sets. An invitation is nobody's yet.
  user_key INTEGER REFERENCES user ON DELETE CASCADE,
  -- The administrator who made it: it is good as long as they are one.
  maker_key INTEGER NOT NULL REFERENCES user ON DELETE CASCADE,
  -- What its maker wrote of an invitation: whom it is for.
  note TEXT CHECK (length(note) BETWEEN 1 AND 255),
  created_at TEXT NOT NULL,
  expires_at TEXT NOT NULL,
  CHECK ((kind = 'password_reset') = (user_key IS NOT NULL))
) STRICT;

CREATE INDEX one_time_code_by_kind ON one_time_code (kind, created_at);

CREATE INDEX one_time_code_by_user ON one_time_code (user_key) WHERE user_key IS NOT NULL;

CREATE INDEX one_time_code_by_maker ON one_time_code (maker_key);

CREATE TABLE setting (
  name TEXT PRIMARY KEY,
  value TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE import_run (
  key INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE CHECK (length(id) = 36),
  -- "musicbrainz", "discogs", "ndjson" or "mirror".
  source TEXT NOT NULL,
  -- A JSON array of its files, or of the address of the other server.
  inputs TEXT NOT NULL CHECK (json_type(inputs) = 'array'),
  -- As the run has written it; one whose process is gone stays "running" here.
  state TEXT NOT NULL CHECK (state IN ('running', 'done', 'failed', 'interrupted')),
  started_at TEXT NOT NULL,
  updated_at TEXT NOT NULL,
  finished_at TEXT,
  documents INTEGER NOT NULL DEFAULT 0,
  records INTEGER NOT NULL DEFAULT 0,
  added INTEGER NOT NULL DEFAULT 0,
  changed INTEGER NOT NULL DEFAULT 0,
  unchanged INTEGER NOT NULL DEFAULT 0,
  kept INTEGER NOT NULL DEFAULT 0,
  waiting INTEGER NOT NULL DEFAULT 0,
  rejected INTEGER NOT NULL DEFAULT 0,
  bytes INTEGER NOT NULL DEFAULT 0,
  -- NULL where nobody knows how many there are.
  total_bytes INTEGER,
  -- Why it did not come to its end, in a sentence.
  message TEXT,
  pid INTEGER NOT NULL,
  -- The machine that the process is of: a process of another one cannot be looked for.
  host TEXT NOT NULL,
  -- What its report says beside these.
  report TEXT NOT NULL DEFAULT '{}' CHECK (json_type(report) = 'object')
) STRICT;

CREATE INDEX collection_item_by_addition ON collection_item (user_key, coalesce(added_at, created_at), id);

CREATE TABLE collection_item_tag (
  user_key INTEGER NOT NULL,
  tag_folded TEXT NOT NULL,
  item_key INTEGER NOT NULL REFERENCES collection_item ON DELETE CASCADE,
  tag TEXT NOT NULL CHECK (length(tag) BETWEEN 1 AND 100),
  PRIMARY KEY (user_key, tag_folded, item_key)
) STRICT, WITHOUT ROWID;

CREATE INDEX collection_item_tag_by_item ON collection_item_tag (item_key);

CREATE TRIGGER collection_item_tags_insert AFTER INSERT ON collection_item WHEN new.tags <> '[]' BEGIN
  INSERT INTO collection_item_tag (user_key, tag_folded, item_key, tag)
    SELECT new.user_key, folded.value, new.key, written.value
    FROM json_each(new.tags) AS written JOIN json_each(new.tags_folded) AS folded ON folded.key = written.key;
END;

CREATE TRIGGER collection_item_tags_update AFTER UPDATE OF tags, tags_folded ON collection_item BEGIN
  DELETE FROM collection_item_tag WHERE item_key = new.key;
  INSERT INTO collection_item_tag (user_key, tag_folded, item_key, tag)
    SELECT new.user_key, folded.value, new.key, written.value
    FROM json_each(new.tags) AS written JOIN json_each(new.tags_folded) AS folded ON folded.key = written.key;
END;

CREATE TRIGGER wishlist_item_wanted_as_another BEFORE UPDATE OF release_key ON wishlist_item
WHEN new.release_key <> old.release_key BEGIN
  UPDATE wishlist_item
  SET priority = coalesce(min(priority, new.priority), priority, new.priority),
    max_price_cents = coalesce(max_price_cents, new.max_price_cents),
    currency = iif(max_price_cents IS NULL AND new.max_price_cents IS NOT NULL, new.currency, currency)
  WHERE user_key = new.user_key AND release_key = new.release_key
    AND (priority IS NOT new.priority OR max_price_cents IS NOT new.max_price_cents);
END;

CREATE TABLE slug_number (
  resource_type TEXT NOT NULL,
  slug TEXT NOT NULL CHECK (slug <> ''),
  next INTEGER NOT NULL CHECK (next >= 2),
  PRIMARY KEY (resource_type, slug)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER artist_display_name_insert AFTER INSERT ON artist BEGIN
  UPDATE artist SET display_name = shown.display_name FROM artist_display AS shown
    WHERE artist.key IN (SELECT new.key UNION ALL SELECT key FROM (SELECT key FROM artist WHERE name_folded = new.name_folded LIMIT 3))
      AND shown.key = artist.key AND artist.display_name <> shown.display_name;
END;

CREATE TRIGGER artist_display_name_update AFTER UPDATE OF name, name_folded, disambiguation, begin_date, country, artist_type ON artist BEGIN
  UPDATE artist SET display_name = shown.display_name FROM artist_display AS shown
    WHERE artist.key IN (
        SELECT new.key
        UNION ALL SELECT key FROM (SELECT key FROM artist WHERE name_folded = new.name_folded LIMIT 3)
        UNION ALL SELECT key FROM (SELECT key FROM artist WHERE name_folded = old.name_folded LIMIT 3))
      AND shown.key = artist.key AND artist.display_name <> shown.display_name;
END;

CREATE TRIGGER artist_display_name_delete AFTER DELETE ON artist BEGIN
  UPDATE artist SET display_name = shown.display_name FROM artist_display AS shown
    WHERE artist.key IN (SELECT key FROM artist WHERE name_folded = old.name_folded LIMIT 3)
      AND shown.key = artist.key AND artist.display_name <> shown.display_name;
END;

CREATE TABLE "production_credit" (
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

CREATE INDEX production_credit_by_artist ON production_credit (artist_key, role_key);

CREATE INDEX production_credit_by_role ON production_credit (role_key, artist_key);

CREATE TABLE "production_recording_credit" (
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

CREATE INDEX production_recording_credit_by_artist ON production_recording_credit (artist_key, role_key);

CREATE INDEX production_recording_credit_by_role ON production_recording_credit (role_key, artist_key);

CREATE TABLE "release_credit" (
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

CREATE INDEX release_credit_by_artist ON release_credit (artist_key, role_key);

CREATE INDEX release_credit_by_role ON release_credit (role_key, artist_key);

CREATE TABLE "release_recording_credit" (
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

CREATE INDEX release_recording_credit_by_artist ON release_recording_credit (artist_key, role_key);

CREATE INDEX release_recording_credit_by_role ON release_recording_credit (role_key, artist_key);

CREATE TABLE "release_track_credit" (
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

CREATE INDEX release_track_credit_by_artist ON release_track_credit (artist_key, role_key);

CREATE INDEX release_track_credit_by_role ON release_track_credit (role_key, artist_key);

CREATE TRIGGER production_credit_search_insert AFTER INSERT ON production_credit BEGIN
  DELETE FROM production_search WHERE rowid = new.production_key;
  INSERT INTO production_search (rowid, name, other_names) SELECT key, name, other_names FROM production_search_entry WHERE key = new.production_key;
END;

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

CREATE TRIGGER release_credit_search_update AFTER UPDATE OF artist_key, release_key ON release_credit WHEN new.list = 'artists' BEGIN
  DELETE FROM release_search WHERE rowid IN (old.release_key, new.release_key);
  INSERT INTO release_search (rowid, name, other_names)
    SELECT key, name, other_names FROM release_search_entry WHERE key IN (old.release_key, new.release_key);
END;

CREATE TRIGGER release_credit_search_delete AFTER DELETE ON release_credit WHEN old.list = 'artists' BEGIN
  DELETE FROM release_search WHERE rowid = old.release_key;
  INSERT INTO release_search (rowid, name, other_names) SELECT key, name, other_names FROM release_search_entry WHERE key = old.release_key;
END;

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

CREATE TRIGGER album_credit_search_update AFTER UPDATE OF artist_key, album_key ON album_credit BEGIN
  DELETE FROM album_search WHERE rowid IN (old.album_key, new.album_key);
  INSERT INTO album_search (rowid, name, other_names)
    SELECT key, name, other_names FROM album_search_entry WHERE key IN (old.album_key, new.album_key);
END;

CREATE TRIGGER album_credit_search_delete AFTER DELETE ON album_credit BEGIN
  DELETE FROM album_search WHERE rowid = old.album_key;
  INSERT INTO album_search (rowid, name, other_names) SELECT key, name, other_names FROM album_search_entry WHERE key = old.album_key;
END;

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

CREATE INDEX release_by_album ON "release" (album_key, release_day, id) WHERE album_key IS NOT NULL;

CREATE INDEX release_by_provisional ON "release" (id) WHERE provisional = 1;

CREATE INDEX production_by_provisional ON production (title_folded, id) WHERE provisional = 1;

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

CREATE TABLE release_company (
  release_key INTEGER NOT NULL REFERENCES "release" ON DELETE CASCADE,
  position INTEGER NOT NULL CHECK (position > 0),
  organization_key INTEGER NOT NULL REFERENCES organization ON DELETE CASCADE,
  role TEXT,
  catalog_number TEXT,
  PRIMARY KEY (release_key, position)
) STRICT, WITHOUT ROWID;

CREATE INDEX release_company_by_organization ON release_company (organization_key, release_key);

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

CREATE TABLE release_event (
  release_key INTEGER NOT NULL REFERENCES "release" ON DELETE CASCADE,
  position INTEGER NOT NULL CHECK (position > 0),
  date TEXT CHECK (date GLOB '[0-9][0-9][0-9][0-9]' OR date GLOB '[0-9][0-9][0-9][0-9]-[01][0-9]' OR date GLOB '[0-9][0-9][0-9][0-9]-[01][0-9]-[0-3][0-9]'),
  country TEXT,
  PRIMARY KEY (release_key, position),
  CHECK (date IS NOT NULL OR country IS NOT NULL)
) STRICT, WITHOUT ROWID;

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

CREATE TABLE "waiting_record" (
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

CREATE INDEX waiting_record_by_awaited ON waiting_record (awaited_name, awaited_table);

CREATE INDEX waiting_record_by_source ON waiting_record (source_key);

CREATE TRIGGER deletion_entry_insert INSTEAD OF INSERT ON deletion_entry BEGIN
  INSERT OR REPLACE INTO deleted_record (resource_type, id, iri, deleted_at, is_superseded)
    VALUES (new.resource_type, new.id, new.iri, strftime('%Y-%m-%dT%H:%M:%f+00:00', 'now'), (SELECT is_superseding FROM change_feed));
  INSERT INTO change_entry (action, resource_type, resource_id) VALUES ('deleted', new.resource_type, new.id);
END;

CREATE TABLE parked_block (
  key INTEGER PRIMARY KEY,
  source_key INTEGER NOT NULL REFERENCES import_source ON DELETE CASCADE,
  -- Zstandard: a line of JSON that says what each document is, and the documents behind it.
  documents BLOB NOT NULL,
  plain_bytes INTEGER NOT NULL
) STRICT;

CREATE INDEX parked_block_by_source ON parked_block (source_key);

CREATE TABLE parked_name (
  source_key INTEGER NOT NULL,
  name TEXT NOT NULL,
  block_key INTEGER NOT NULL,
  PRIMARY KEY (source_key, name, block_key)
) STRICT, WITHOUT ROWID;

CREATE TABLE revision (
  key INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE CHECK (length(id) = 36),
  resource_type TEXT NOT NULL,
  resource_id TEXT NOT NULL,
  -- Where the record stood.
  iri TEXT NOT NULL,
  user_key INTEGER REFERENCES user ON DELETE SET NULL,
  action TEXT NOT NULL CHECK (action IN ('added', 'changed', 'deleted', 'merged')),
  note TEXT CHECK (length(note) <= 10000),
  -- Attributes and relationships in the words of an export: of a record that was changed those that differ, else all of them.
  before TEXT CHECK (json_type(before) = 'object'),
  after TEXT CHECK (json_type(after) = 'object'),
  -- Records that went with one that was deleted, whole, in the order in which they can come back.
  gone TEXT CHECK (json_type(gone) = 'array'),
  -- What it takes back.
  reverted_key INTEGER REFERENCES revision,
  created_at TEXT NOT NULL
, merge TEXT CHECK (json_type(merge) = 'object'), source TEXT NOT NULL DEFAULT 'account' CHECK (source IN ('account', 'command_line'))) STRICT;

CREATE INDEX revision_by_record ON revision (resource_id, resource_type);

CREATE INDEX revision_by_iri ON revision (iri);

CREATE INDEX revision_by_user ON revision (user_key);

CREATE INDEX revision_by_reverted ON revision (reverted_key) WHERE reverted_key IS NOT NULL;

CREATE TABLE release_cover (
  release_key INTEGER PRIMARY KEY REFERENCES "release" ON DELETE CASCADE,
  -- Of the files: several releases may have the same.
  hash TEXT NOT NULL CHECK (length(hash) = 40 AND hash NOT GLOB '*[^0-9a-f]*'),
  -- Of the largest file, in pixels.
  width INTEGER NOT NULL CHECK (width BETWEEN 1 AND 960),
  height INTEGER NOT NULL CHECK (height BETWEEN 1 AND 960),
  -- An address of the web, where one was asked for it.
  source TEXT NOT NULL CHECK (source IN ('upload', 'command_line') OR source GLOB 'http://*' OR source GLOB 'https://*'),
  user_key INTEGER REFERENCES user ON DELETE SET NULL,
  created_at TEXT NOT NULL
) STRICT;

CREATE INDEX release_cover_by_hash ON release_cover (hash);

CREATE INDEX release_cover_by_user ON release_cover (user_key) WHERE user_key IS NOT NULL;

CREATE TABLE unnamed_cover (
  hash TEXT PRIMARY KEY
, kept_until TEXT) STRICT, WITHOUT ROWID;

CREATE TABLE missed_cover (
  release_key INTEGER PRIMARY KEY REFERENCES "release" ON DELETE CASCADE,
  asked TEXT NOT NULL,
  asked_at TEXT NOT NULL
) STRICT;

CREATE TRIGGER release_cover_created AFTER INSERT ON release_cover BEGIN
  DELETE FROM missed_cover WHERE release_key = new.release_key;
  UPDATE "release" SET updated_at = strftime('%Y-%m-%dT%H:%M:%f+00:00', 'now') WHERE key = new.release_key;
END;

CREATE TRIGGER release_cover_merged AFTER INSERT ON merged_record WHEN new.resource_type = 'Release' BEGIN
  UPDATE OR IGNORE release_cover SET release_key = (SELECT key FROM "release" WHERE id = new.merged_into_id)
    WHERE release_key = (SELECT key FROM "release" WHERE id = new.id)
      AND EXISTS (SELECT 1 FROM "release" WHERE id = new.merged_into_id);
END;

CREATE TABLE "import_journal" (
  key INTEGER PRIMARY KEY,
  user_key INTEGER NOT NULL REFERENCES user ON DELETE CASCADE,
  written_table TEXT NOT NULL CHECK (written_table IN ('collection_item', 'wishlist_item', 'import_row', 'release', 'label')),
  written_id TEXT NOT NULL CHECK (length(written_id) = 36)
, source TEXT NOT NULL DEFAULT 'server' CHECK (source IN ('server', 'command_line'))) STRICT;

CREATE TABLE likely_duplicate (
  key INTEGER PRIMARY KEY,
  resource_type TEXT NOT NULL CHECK (resource_type IN ('Release', 'Artist', 'Label')),
  -- The record that would better be kept of the two.
  one_id TEXT NOT NULL CHECK (length(one_id) = 36),
  other_id TEXT NOT NULL CHECK (length(other_id) = 36),
  suggestion TEXT NOT NULL CHECK (suggestion IN ('same', 'editions')),
  sureness TEXT NOT NULL CHECK (sureness IN ('certain', 'likely', 'possible')),
  reasons TEXT NOT NULL CHECK (json_type(reasons) = 'array'),
  -- Whether one of them stands in for a true one, which the other is.
  provisional INTEGER NOT NULL CHECK (provisional IN (0, 1)),
  -- The surest are the smallest.
  place INTEGER NOT NULL,
  -- Of the look through all records that found it last.
  round INTEGER NOT NULL,
  CHECK (one_id <> other_id)
) STRICT;

CREATE UNIQUE INDEX likely_duplicate_once ON likely_duplicate (resource_type, min(one_id, other_id), max(one_id, other_id));

CREATE INDEX likely_duplicate_by_place ON likely_duplicate (resource_type, place, key);

CREATE INDEX likely_duplicate_by_one ON likely_duplicate (one_id);

CREATE INDEX likely_duplicate_by_other ON likely_duplicate (other_id);

CREATE TABLE duplicate_search (
  resource_type TEXT PRIMARY KEY CHECK (resource_type IN ('Release', 'Artist', 'Label')),
  round INTEGER NOT NULL,
  -- None, once all of them were looked at.
  walked_to INTEGER,
  -- The newest entry of the feed when the look began, or that was followed since.
  sequence INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE release_fingerprint (
  release_id TEXT PRIMARY KEY CHECK (length(release_id) = 36),
  tracks INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX release_fingerprint_by_tracks ON release_fingerprint (tracks);

CREATE TABLE settled_pair (
  key INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE CHECK (length(id) = 36),
  resource_type TEXT NOT NULL CHECK (resource_type IN ('Release', 'Artist', 'Label')),
  one_id TEXT NOT NULL CHECK (length(one_id) = 36),
  other_id TEXT NOT NULL CHECK (length(other_id) = 36),
  decision TEXT NOT NULL CHECK (decision IN ('different', 'editions')),
  user_key INTEGER REFERENCES user ON DELETE SET NULL,
  created_at TEXT NOT NULL,
  CHECK (one_id < other_id),
  CHECK (decision = 'different' OR resource_type = 'Release'),
  UNIQUE (resource_type, one_id, other_id)
) STRICT;

CREATE INDEX settled_pair_by_other ON settled_pair (resource_type, other_id);

CREATE INDEX settled_pair_by_user ON settled_pair (user_key) WHERE user_key IS NOT NULL;

CREATE TABLE set_aside_item (
  key INTEGER PRIMARY KEY,
  revision_key INTEGER NOT NULL REFERENCES revision,
  user_key INTEGER NOT NULL REFERENCES user ON DELETE CASCADE,
  -- The UUID of the record that it was of before the merge.
  record_id TEXT NOT NULL CHECK (length(record_id) = 36),
  item_table TEXT NOT NULL,
  -- Its columns before the merge, and, of one that is there still, those after it.
  item TEXT NOT NULL CHECK (json_type(item) = 'object'),
  left_as TEXT CHECK (json_type(left_as) = 'object')
) STRICT;

CREATE INDEX set_aside_item_by_revision ON set_aside_item (revision_key);

CREATE INDEX set_aside_item_by_user ON set_aside_item (user_key);

CREATE INDEX import_journal_by_user ON import_journal (user_key, source);

CREATE INDEX unnamed_cover_by_time ON unnamed_cover (kept_until);

CREATE TRIGGER release_cover_updated AFTER UPDATE OF hash, release_key ON release_cover
  WHEN old.hash <> new.hash OR old.release_key <> new.release_key BEGIN
  INSERT INTO unnamed_cover (hash) SELECT old.hash WHERE NOT EXISTS (SELECT 1 FROM unnamed_cover WHERE hash = old.hash);
  UPDATE "release" SET updated_at = strftime('%Y-%m-%dT%H:%M:%f+00:00', 'now') WHERE key = new.release_key;
END;

CREATE TRIGGER release_cover_deleted AFTER DELETE ON release_cover BEGIN
  INSERT INTO unnamed_cover (hash) SELECT old.hash WHERE NOT EXISTS (SELECT 1 FROM unnamed_cover WHERE hash = old.hash);
  UPDATE "release" SET updated_at = strftime('%Y-%m-%dT%H:%M:%f+00:00', 'now') WHERE key = old.release_key;
END;

CREATE TABLE record_count (
  resource_type TEXT PRIMARY KEY,
  records INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TRIGGER artist_role_counted AFTER INSERT ON artist_role BEGIN
  UPDATE record_count SET records = records + 1 WHERE resource_type = 'ArtistRole';
END;

CREATE TRIGGER artist_role_uncounted AFTER DELETE ON artist_role BEGIN
  UPDATE record_count SET records = records - 1 WHERE resource_type = 'ArtistRole';
END;

CREATE TRIGGER packaging_type_counted AFTER INSERT ON packaging_type BEGIN
  UPDATE record_count SET records = records + 1 WHERE resource_type = 'PackagingType';
END;

CREATE TRIGGER packaging_type_uncounted AFTER DELETE ON packaging_type BEGIN
  UPDATE record_count SET records = records - 1 WHERE resource_type = 'PackagingType';
END;

CREATE TRIGGER artist_counted AFTER INSERT ON artist BEGIN
  UPDATE record_count SET records = records + 1 WHERE resource_type = 'Artist';
END;

CREATE TRIGGER artist_uncounted AFTER DELETE ON artist BEGIN
  UPDATE record_count SET records = records - 1 WHERE resource_type = 'Artist';
END;

CREATE TRIGGER artist_alias_counted AFTER INSERT ON artist_alias BEGIN
  UPDATE record_count SET records = records + 1 WHERE resource_type = 'ArtistAlias';
END;

CREATE TRIGGER artist_alias_uncounted AFTER DELETE ON artist_alias BEGIN
  UPDATE record_count SET records = records - 1 WHERE resource_type = 'ArtistAlias';
END;

CREATE TRIGGER artist_group_member_counted AFTER INSERT ON artist_group_member BEGIN
  UPDATE record_count SET records = records + 1 WHERE resource_type = 'ArtistGroupMember';
END;

CREATE TRIGGER artist_group_member_uncounted AFTER DELETE ON artist_group_member BEGIN
  UPDATE record_count SET records = records - 1 WHERE resource_type = 'ArtistGroupMember';
END;

CREATE TRIGGER artist_external_link_counted AFTER INSERT ON artist_external_link BEGIN
  UPDATE record_count SET records = records + 1 WHERE resource_type = 'ArtistExternalLink';
END;

CREATE TRIGGER artist_external_link_uncounted AFTER DELETE ON artist_external_link BEGIN
  UPDATE record_count SET records = records - 1 WHERE resource_type = 'ArtistExternalLink';
END;

CREATE TRIGGER label_counted AFTER INSERT ON label BEGIN
  UPDATE record_count SET records = records + 1 WHERE resource_type = 'Label';
END;

CREATE TRIGGER label_uncounted AFTER DELETE ON label BEGIN
  UPDATE record_count SET records = records - 1 WHERE resource_type = 'Label';
END;

CREATE TRIGGER label_series_counted AFTER INSERT ON label_series BEGIN
  UPDATE record_count SET records = records + 1 WHERE resource_type = 'LabelSeries';
END;

CREATE TRIGGER label_series_uncounted AFTER DELETE ON label_series BEGIN
  UPDATE record_count SET records = records - 1 WHERE resource_type = 'LabelSeries';
END;

CREATE TRIGGER organization_counted AFTER INSERT ON organization BEGIN
  UPDATE record_count SET records = records + 1 WHERE resource_type = 'Organization';
END;

CREATE TRIGGER organization_uncounted AFTER DELETE ON organization BEGIN
  UPDATE record_count SET records = records - 1 WHERE resource_type = 'Organization';
END;

CREATE TRIGGER production_counted AFTER INSERT ON production BEGIN
  UPDATE record_count SET records = records + 1 WHERE resource_type = 'Production';
END;

CREATE TRIGGER production_uncounted AFTER DELETE ON production BEGIN
  UPDATE record_count SET records = records - 1 WHERE resource_type = 'Production';
END;

CREATE TRIGGER production_external_link_counted AFTER INSERT ON production_external_link BEGIN
  UPDATE record_count SET records = records + 1 WHERE resource_type = 'ProductionExternalLink';
END;

CREATE TRIGGER production_external_link_uncounted AFTER DELETE ON production_external_link BEGIN
  UPDATE record_count SET records = records - 1 WHERE resource_type = 'ProductionExternalLink';
END;

CREATE TRIGGER production_recording_counted AFTER INSERT ON production_recording BEGIN
  UPDATE record_count SET records = records + 1 WHERE resource_type = 'ProductionRecording';
END;

CREATE TRIGGER production_recording_uncounted AFTER DELETE ON production_recording BEGIN
  UPDATE record_count SET records = records - 1 WHERE resource_type = 'ProductionRecording';
END;

CREATE TRIGGER portrayal_counted AFTER INSERT ON portrayal BEGIN
  UPDATE record_count SET records = records + 1 WHERE resource_type = 'Portrayal';
END;

CREATE TRIGGER portrayal_uncounted AFTER DELETE ON portrayal BEGIN
  UPDATE record_count SET records = records - 1 WHERE resource_type = 'Portrayal';
END;

CREATE TRIGGER album_counted AFTER INSERT ON album BEGIN
  UPDATE record_count SET records = records + 1 WHERE resource_type = 'Album';
END;

CREATE TRIGGER album_uncounted AFTER DELETE ON album BEGIN
  UPDATE record_count SET records = records - 1 WHERE resource_type = 'Album';
END;

CREATE TRIGGER album_external_link_counted AFTER INSERT ON album_external_link BEGIN
  UPDATE record_count SET records = records + 1 WHERE resource_type = 'AlbumExternalLink';
END;

CREATE TRIGGER album_external_link_uncounted AFTER DELETE ON album_external_link BEGIN
  UPDATE record_count SET records = records - 1 WHERE resource_type = 'AlbumExternalLink';
END;

CREATE TRIGGER release_counted AFTER INSERT ON "release" BEGIN
  UPDATE record_count SET records = records + 1 WHERE resource_type = 'Release';
END;

CREATE TRIGGER release_uncounted AFTER DELETE ON "release" BEGIN
  UPDATE record_count SET records = records - 1 WHERE resource_type = 'Release';
END;

CREATE TRIGGER release_external_link_counted AFTER INSERT ON release_external_link BEGIN
  UPDATE record_count SET records = records + 1 WHERE resource_type = 'ReleaseExternalLink';
END;

CREATE TRIGGER release_external_link_uncounted AFTER DELETE ON release_external_link BEGIN
  UPDATE record_count SET records = records - 1 WHERE resource_type = 'ReleaseExternalLink';
END;

CREATE TRIGGER production_entry_counted AFTER INSERT ON production_entry BEGIN
  UPDATE record_count SET records = records + 1 WHERE resource_type = 'ProductionEntry';
END;

CREATE TRIGGER production_entry_uncounted AFTER DELETE ON production_entry BEGIN
  UPDATE record_count SET records = records - 1 WHERE resource_type = 'ProductionEntry';
END;

CREATE TRIGGER release_format_counted AFTER INSERT ON release_format BEGIN
  UPDATE record_count SET records = records + 1 WHERE resource_type = 'ReleaseFormat';
END;

CREATE TRIGGER release_format_uncounted AFTER DELETE ON release_format BEGIN
  UPDATE record_count SET records = records - 1 WHERE resource_type = 'ReleaseFormat';
END;

CREATE TRIGGER release_recording_counted AFTER INSERT ON release_recording BEGIN
  UPDATE record_count SET records = records + 1 WHERE resource_type = 'ReleaseRecording';
END;

CREATE TRIGGER release_recording_uncounted AFTER DELETE ON release_recording BEGIN
  UPDATE record_count SET records = records - 1 WHERE resource_type = 'ReleaseRecording';
END;

CREATE TRIGGER release_track_counted AFTER INSERT ON release_track WHEN new.parent_key IS NULL BEGIN
  UPDATE record_count SET records = records + 1 WHERE resource_type = 'ReleaseTrack';
END;

CREATE TRIGGER release_track_uncounted AFTER DELETE ON release_track WHEN old.parent_key IS NULL BEGIN
  UPDATE record_count SET records = records - 1 WHERE resource_type = 'ReleaseTrack';
END;

CREATE TRIGGER release_track_recounted AFTER UPDATE OF parent_key ON release_track WHEN (old.parent_key IS NULL) <> (new.parent_key IS NULL) BEGIN
  UPDATE record_count SET records = records + iif(new.parent_key IS NULL, 1, -1) WHERE resource_type = 'ReleaseTrack';
END;

CREATE TABLE record_type (
  key INTEGER PRIMARY KEY,
  name TEXT NOT NULL UNIQUE
) STRICT;

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

CREATE TABLE said_fields (
  key INTEGER PRIMARY KEY,
  -- For each field, 32 bits of its name.
  name_hashes BLOB NOT NULL UNIQUE
) STRICT;

CREATE TABLE "imported_record" (
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

CREATE INDEX release_track_by_format ON release_track (release_format_key, parent_key, position, duration_seconds);

INSERT INTO change_feed (is_paused, is_superseding) VALUES
  (0, 0);

INSERT INTO record_count (resource_type, records) VALUES
  ('Album', 0),
  ('AlbumExternalLink', 0),
  ('Artist', 0),
  ('ArtistAlias', 0),
  ('ArtistExternalLink', 0),
  ('ArtistGroupMember', 0),
  ('ArtistRole', 0),
  ('Label', 0),
  ('LabelSeries', 0),
  ('Organization', 0),
  ('PackagingType', 0),
  ('Portrayal', 0),
  ('Production', 0),
  ('ProductionEntry', 0),
  ('ProductionExternalLink', 0),
  ('ProductionRecording', 0),
  ('Release', 0),
  ('ReleaseExternalLink', 0),
  ('ReleaseFormat', 0),
  ('ReleaseRecording', 0),
  ('ReleaseTrack', 0);
