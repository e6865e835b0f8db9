-- The catalog, its users and what they own.
--
-- Every table of records has an integer primary key `key`, which foreign keys and search rows use, and its UUID
-- once, as unique text `id`, which is all that the outside ever sees. Booleans are 0 and 1. Times are text in UTC,
-- `YYYY-MM-DDTHH:MM:SS.sss+00:00`. A partial date is `YYYY`, `YYYY-MM` or `YYYY-MM-DD`; beside it stands a generated
-- `…_day`, its first day, by which it is compared and ordered. A `…_folded` column holds the text without case and
-- accents, as "contains" and equality compare it; the writer fills it.

-- Artists ----------------------------------------------------------------------------------------------------------

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
  updated_at TEXT,
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

-- A member's membership of a group. `alias_key` is the name under which the member appears in it.
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

-- An alternative credit title of a role.
CREATE TABLE artist_role_alias (
  role_key INTEGER NOT NULL REFERENCES artist_role ON DELETE CASCADE,
  position INTEGER NOT NULL CHECK (position > 0),
  alias TEXT NOT NULL CHECK (length(alias) BETWEEN 1 AND 255),
  alias_folded TEXT NOT NULL,
  PRIMARY KEY (role_key, position)
) STRICT, WITHOUT ROWID;

-- Productions ------------------------------------------------------------------------------------------------------

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
) STRICT;

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

-- A real artist portraying a fictional artist in a production.
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

-- Companies and objects --------------------------------------------------------------------------------------------

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
) STRICT;

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

-- Releases ---------------------------------------------------------------------------------------------------------

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
) STRICT;

CREATE INDEX release_by_title ON "release" (title_folded, id);
CREATE INDEX release_by_day ON "release" (release_day, id);
CREATE INDEX release_by_year ON "release" (year, id);
CREATE INDEX release_by_barcode ON "release" (barcode_normalized, id) WHERE barcode_normalized IS NOT NULL;
CREATE INDEX release_by_packaging_type ON "release" (packaging_type_key) WHERE packaging_type_key IS NOT NULL;
CREATE INDEX release_by_label_series ON "release" (label_series_key) WHERE label_series_key IS NOT NULL;

-- The labels of a release with their catalog numbers; the first is the one that its attributes show.
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

-- One appearance of a production on a release.
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
) STRICT;

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

-- A track of a format, or (with a parent) a part of a compound track of the same format.
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
  updated_at TEXT,
  CHECK (parent_key IS NULL OR track_type = 'track')
) STRICT;

CREATE INDEX release_track_by_format ON release_track (release_format_key, position, id) WHERE parent_key IS NULL;
CREATE INDEX release_track_by_any_format ON release_track (release_format_key);
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

-- Credits ----------------------------------------------------------------------------------------------------------
-- One table for each kind of record that names artists, all of one shape: the list they stand in, their place in it,
-- the name as printed where it differs, the words that join it to the next, and the role.

CREATE TABLE production_credit (
  production_key INTEGER NOT NULL REFERENCES production ON DELETE CASCADE,
  list TEXT NOT NULL CHECK (list IN ('composers')),
  position INTEGER NOT NULL CHECK (position > 0),
  artist_key INTEGER NOT NULL REFERENCES artist ON DELETE CASCADE,
  name_variation TEXT,
  join_phrase TEXT,
  role_key INTEGER NOT NULL REFERENCES artist_role,
  PRIMARY KEY (production_key, list, position)
) STRICT, WITHOUT ROWID;

CREATE INDEX production_credit_by_artist ON production_credit (artist_key);
CREATE INDEX production_credit_by_role ON production_credit (role_key);

CREATE TABLE production_recording_credit (
  production_recording_key INTEGER NOT NULL REFERENCES production_recording ON DELETE CASCADE,
  list TEXT NOT NULL CHECK (list IN ('credits', 'orchestras', 'choirs')),
  position INTEGER NOT NULL CHECK (position > 0),
  artist_key INTEGER NOT NULL REFERENCES artist ON DELETE CASCADE,
  name_variation TEXT,
  join_phrase TEXT,
  role_key INTEGER NOT NULL REFERENCES artist_role,
  PRIMARY KEY (production_recording_key, list, position)
) STRICT, WITHOUT ROWID;

CREATE INDEX production_recording_credit_by_artist ON production_recording_credit (artist_key);
CREATE INDEX production_recording_credit_by_role ON production_recording_credit (role_key);

CREATE TABLE production_recording_organization (
  production_recording_key INTEGER NOT NULL REFERENCES production_recording ON DELETE CASCADE,
  position INTEGER NOT NULL CHECK (position > 0),
  organization_key INTEGER NOT NULL REFERENCES organization ON DELETE CASCADE,
  role TEXT,
  PRIMARY KEY (production_recording_key, position)
) STRICT, WITHOUT ROWID;

CREATE INDEX production_recording_organization_by_organization ON production_recording_organization (organization_key);

CREATE TABLE release_credit (
  release_key INTEGER NOT NULL REFERENCES "release" ON DELETE CASCADE,
  list TEXT NOT NULL CHECK (list IN ('artists', 'credits')),
  position INTEGER NOT NULL CHECK (position > 0),
  artist_key INTEGER NOT NULL REFERENCES artist ON DELETE CASCADE,
  name_variation TEXT,
  join_phrase TEXT,
  role_key INTEGER NOT NULL REFERENCES artist_role,
  PRIMARY KEY (release_key, list, position)
) STRICT, WITHOUT ROWID;

CREATE INDEX release_credit_by_artist ON release_credit (artist_key);
CREATE INDEX release_credit_by_role ON release_credit (role_key);

CREATE TABLE release_recording_credit (
  release_recording_key INTEGER NOT NULL REFERENCES release_recording ON DELETE CASCADE,
  list TEXT NOT NULL CHECK (list IN ('credits')),
  position INTEGER NOT NULL CHECK (position > 0),
  artist_key INTEGER NOT NULL REFERENCES artist ON DELETE CASCADE,
  name_variation TEXT,
  join_phrase TEXT,
  role_key INTEGER NOT NULL REFERENCES artist_role,
  PRIMARY KEY (release_recording_key, list, position)
) STRICT, WITHOUT ROWID;

CREATE INDEX release_recording_credit_by_artist ON release_recording_credit (artist_key);
CREATE INDEX release_recording_credit_by_role ON release_recording_credit (role_key);

CREATE TABLE release_track_credit (
  release_track_key INTEGER NOT NULL REFERENCES release_track ON DELETE CASCADE,
  list TEXT NOT NULL CHECK (list IN ('artists', 'credits')),
  position INTEGER NOT NULL CHECK (position > 0),
  artist_key INTEGER NOT NULL REFERENCES artist ON DELETE CASCADE,
  name_variation TEXT,
  join_phrase TEXT,
  role_key INTEGER NOT NULL REFERENCES artist_role,
  PRIMARY KEY (release_track_key, list, position)
) STRICT, WITHOUT ROWID;

CREATE INDEX release_track_credit_by_artist ON release_track_credit (artist_key);
CREATE INDEX release_track_credit_by_role ON release_track_credit (role_key);

-- Where records have been ------------------------------------------------------------------------------------------
-- These name records of any kind, so they hold the type and the UUID; chains are followed when they are read.

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

-- Users ------------------------------------------------------------------------------------------------------------

CREATE TABLE user (
  key INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE CHECK (length(id) = 36),
  username TEXT NOT NULL COLLATE NOCASE UNIQUE CHECK (length(username) BETWEEN 3 AND 40 AND username NOT GLOB '*[^A-Za-z0-9._-]*'),
  email TEXT,
  role TEXT NOT NULL DEFAULT 'user' CHECK (role IN ('user', 'admin')),
  -- Argon2id, in PHC form.
  password_hash TEXT NOT NULL,
  disabled_at TEXT,
  created_at TEXT NOT NULL,
  updated_at TEXT
) STRICT;

-- What descends from one sign-in: each refresh token is spent once, for the next of its family.
CREATE TABLE token_family (
  key INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE CHECK (length(id) = 36),
  user_key INTEGER NOT NULL REFERENCES user ON DELETE CASCADE,
  created_at TEXT NOT NULL,
  expires_at TEXT NOT NULL,
  revoked_at TEXT
) STRICT;

CREATE INDEX token_family_by_user ON token_family (user_key);

CREATE TABLE token (
  key INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE CHECK (length(id) = 36),
  user_key INTEGER NOT NULL REFERENCES user ON DELETE CASCADE,
  family_key INTEGER REFERENCES token_family ON DELETE CASCADE,
  parent_key INTEGER REFERENCES token ON DELETE SET NULL,
  kind TEXT NOT NULL CHECK (kind IN ('access', 'refresh', 'api')),
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

-- A release that someone's collection or wishlist holds cannot be deleted.
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
) STRICT;

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
  updated_at TEXT NOT NULL,
  UNIQUE (user_key, release_key)
) STRICT;

CREATE INDEX wishlist_item_by_user ON wishlist_item (user_key, created_at, id);
CREATE INDEX wishlist_item_by_release ON wishlist_item (release_key);

-- Search -----------------------------------------------------------------------------------------------------------
-- The text is folded before it comes here, so the tokenizers have nothing to fold. Contentless: the tables hold the
-- index alone. Triggers keep them true on every write, by whatever hand.

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

CREATE TRIGGER artist_search_update AFTER UPDATE OF name_folded, real_name_folded ON artist
WHEN old.name_folded IS NOT new.name_folded OR old.real_name_folded IS NOT new.real_name_folded BEGIN
  INSERT OR REPLACE INTO artist_search (rowid, name, other_names)
    SELECT new.key, new.name_folded, coalesce(new.real_name_folded, '') || coalesce((SELECT ' ' || group_concat(variation_folded, ' ') FROM artist_alias WHERE artist_key = new.key), '');
  INSERT OR REPLACE INTO artist_name_trigram (rowid, name) VALUES (new.key, new.name_folded);
END;

CREATE TRIGGER artist_search_delete AFTER DELETE ON artist BEGIN
  DELETE FROM artist_search WHERE rowid = old.key;
  DELETE FROM artist_name_trigram WHERE rowid = old.key;
END;

CREATE TRIGGER artist_alias_search_insert AFTER INSERT ON artist_alias BEGIN
  INSERT OR REPLACE INTO artist_search (rowid, name, other_names)
    SELECT key, name_folded, coalesce(real_name_folded, '') || coalesce((SELECT ' ' || group_concat(variation_folded, ' ') FROM artist_alias WHERE artist_key = new.artist_key), '') FROM artist WHERE key = new.artist_key;
END;

CREATE TRIGGER artist_alias_search_update AFTER UPDATE OF artist_key, variation_folded ON artist_alias BEGIN
  INSERT OR REPLACE INTO artist_search (rowid, name, other_names)
    SELECT key, name_folded, coalesce(real_name_folded, '') || coalesce((SELECT ' ' || group_concat(variation_folded, ' ') FROM artist_alias WHERE artist_key = artist.key), '') FROM artist WHERE key IN (old.artist_key, new.artist_key);
END;

CREATE TRIGGER artist_alias_search_delete AFTER DELETE ON artist_alias BEGIN
  INSERT OR REPLACE INTO artist_search (rowid, name, other_names)
    SELECT key, name_folded, coalesce(real_name_folded, '') || coalesce((SELECT ' ' || group_concat(variation_folded, ' ') FROM artist_alias WHERE artist_key = old.artist_key), '') FROM artist WHERE key = old.artist_key;
END;

-- Display names ----------------------------------------------------------------------------------------------------
-- A name that another artist has too, ignoring case and accents, is shown with what tells them apart.

CREATE VIEW artist_display (key, name_folded, display_name) AS
SELECT key, name_folded,
  CASE WHEN EXISTS (SELECT 1 FROM artist AS other WHERE other.name_folded = artist.name_folded AND other.key <> artist.key)
    THEN name || ' (' || coalesce(nullif(disambiguation, ''), substr(begin_date, 1, 4), country, artist_type) || ')'
    ELSE name
  END
FROM artist;

CREATE TRIGGER artist_display_name_insert AFTER INSERT ON artist BEGIN
  UPDATE artist SET display_name = shown.display_name FROM artist_display AS shown
    WHERE artist.name_folded = new.name_folded AND shown.key = artist.key AND artist.display_name <> shown.display_name;
END;

CREATE TRIGGER artist_display_name_update AFTER UPDATE OF name, name_folded, disambiguation, begin_date, country, artist_type ON artist BEGIN
  UPDATE artist SET display_name = shown.display_name FROM artist_display AS shown
    WHERE artist.name_folded IN (old.name_folded, new.name_folded) AND shown.key = artist.key AND artist.display_name <> shown.display_name;
END;

CREATE TRIGGER artist_display_name_delete AFTER DELETE ON artist BEGIN
  UPDATE artist SET display_name = shown.display_name FROM artist_display AS shown
    WHERE artist.name_folded = old.name_folded AND shown.key = artist.key AND artist.display_name <> shown.display_name;
END;
