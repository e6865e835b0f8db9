-- The key of a deleted account, sign-in or token is never given to another one: a request that was under way would go on as that.
-- A primary key can't be changed, so other tables take their places, with foreign keys off.
CREATE TABLE user_next (
  key INTEGER PRIMARY KEY AUTOINCREMENT,
  id TEXT NOT NULL UNIQUE CHECK (length(id) = 36),
  username TEXT NOT NULL COLLATE NOCASE UNIQUE CHECK (length(username) BETWEEN 3 AND 40 AND username NOT GLOB '*[^A-Za-z0-9._-]*'),
  email TEXT,
  password_hash TEXT NOT NULL,
  disabled_at TEXT,
  created_at TEXT NOT NULL,
  updated_at TEXT,
  theme TEXT CHECK (theme IN ('light', 'dark')),
  role TEXT NOT NULL DEFAULT 'user' CHECK (role IN ('user', 'editor', 'admin')),
  language TEXT CHECK (language IN ('en', 'de', 'fr'))
) STRICT;

CREATE TABLE token_family_next (
  key INTEGER PRIMARY KEY AUTOINCREMENT,
  id TEXT NOT NULL UNIQUE CHECK (length(id) = 36),
  user_key INTEGER NOT NULL REFERENCES user ON DELETE CASCADE,
  created_at TEXT NOT NULL,
  expires_at TEXT NOT NULL,
  revoked_at TEXT,
  address TEXT,
  kind TEXT NOT NULL DEFAULT 'pair' CHECK (kind IN ('session', 'pair')),
  user_agent TEXT CHECK (length(user_agent) <= 255),
  last_used_at TEXT
) STRICT;

CREATE TABLE token_next (
  key INTEGER PRIMARY KEY AUTOINCREMENT,
  id TEXT NOT NULL UNIQUE CHECK (length(id) = 36),
  user_key INTEGER NOT NULL REFERENCES user ON DELETE CASCADE,
  family_key INTEGER REFERENCES token_family ON DELETE CASCADE,
  parent_key INTEGER REFERENCES token ON DELETE SET NULL,
  kind TEXT NOT NULL CHECK (kind IN ('access', 'refresh', 'api', 'session')),
  -- SHA-256 of the token in hexadecimal. The token itself is not stored.
  hash TEXT NOT NULL UNIQUE CHECK (length(hash) = 64),
  -- Name of an API access token.
  name TEXT CHECK (length(name) BETWEEN 1 AND 255),
  -- JSON array; NULL for all rights of the user.
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

INSERT INTO user_next SELECT key, id, username, email, password_hash, disabled_at, created_at, updated_at, theme, role, language FROM user;
INSERT INTO token_family_next
  SELECT key, id, user_key, created_at, expires_at, revoked_at, address, kind, user_agent, last_used_at FROM token_family;
INSERT INTO token_next
  SELECT key, id, user_key, family_key, parent_key, kind, hash, name, scopes, created_at, expires_at, last_used_at, spent_at, revoked_at
  FROM token;

DROP TABLE token;
DROP TABLE token_family;
DROP TABLE user;
ALTER TABLE user_next RENAME TO user;
ALTER TABLE token_family_next RENAME TO token_family;
ALTER TABLE token_next RENAME TO token;

CREATE INDEX token_family_by_user ON token_family (user_key, address);
CREATE INDEX token_by_user ON token (user_key, kind, created_at);
CREATE INDEX token_by_family ON token (family_key) WHERE family_key IS NOT NULL;
CREATE INDEX token_by_parent ON token (parent_key) WHERE parent_key IS NOT NULL;

CREATE TRIGGER user_unreviewed_deleted BEFORE DELETE ON user BEGIN
  UPDATE "release" SET unreviewed_by = coalesce(
    (SELECT user_key FROM collection_item WHERE release_key = "release".key AND user_key <> old.key ORDER BY key LIMIT 1),
    (SELECT user_key FROM wishlist_item WHERE release_key = "release".key AND user_key <> old.key ORDER BY key LIMIT 1),
    old.key
  ) WHERE unreviewed_by = old.key;
  DELETE FROM collection_item WHERE user_key = old.key AND release_key IN (SELECT key FROM "release" WHERE unreviewed_by = old.key);
  DELETE FROM wishlist_item WHERE user_key = old.key AND release_key IN (SELECT key FROM "release" WHERE unreviewed_by = old.key);
  DELETE FROM revision WHERE resource_type = 'Release' AND resource_id IN (SELECT id FROM "release" WHERE unreviewed_by = old.key);
  DELETE FROM "release" WHERE unreviewed_by = old.key;
END;

-- The administrator who started or resumed an import of the website. Once they may not import any more, neither may it.
ALTER TABLE import_run ADD COLUMN requester_key INTEGER REFERENCES user ON DELETE SET NULL;
CREATE INDEX import_run_by_requester ON import_run (requester_key) WHERE requester_key IS NOT NULL;
UPDATE import_run SET requester_key = (SELECT min(key) FROM user WHERE role = 'admin' AND disabled_at IS NULL) WHERE is_wanted = 1;
