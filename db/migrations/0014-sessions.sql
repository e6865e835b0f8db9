-- Sign-ins of browsers, which have one token each that lasts as long as it is used, beside those of programs, which have
-- pairs of an access and a refresh token. Both are told to their user.
ALTER TABLE token_family ADD COLUMN kind TEXT NOT NULL DEFAULT 'pair' CHECK (kind IN ('session', 'pair'));
-- As it was sent, cut where it is long.
ALTER TABLE token_family ADD COLUMN user_agent TEXT CHECK (length(user_agent) <= 255);
ALTER TABLE token_family ADD COLUMN last_used_at TEXT;

-- A token may be a session's. A check cannot be changed in its place.
ALTER TABLE token RENAME TO token_before;
DROP INDEX token_by_user;
DROP INDEX token_by_family;
DROP INDEX token_by_parent;

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

INSERT INTO token SELECT * FROM token_before;
DROP TABLE token_before;

CREATE INDEX token_by_user ON token (user_key, kind, created_at);
CREATE INDEX token_by_family ON token (family_key) WHERE family_key IS NOT NULL;
CREATE INDEX token_by_parent ON token (parent_key) WHERE parent_key IS NOT NULL;

-- How a user likes the pages; NULL leaves it to the browser.
ALTER TABLE user ADD COLUMN language TEXT CHECK (language IN ('en', 'de'));
ALTER TABLE user ADD COLUMN theme TEXT CHECK (theme IN ('light', 'dark'));

-- Codes that administrators hand out, each good for one account or one new password.
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

-- What an administrator has set while the server ran, by the names that the API has.
CREATE TABLE setting (
  name TEXT PRIMARY KEY,
  value TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- Imports and mirrors that ran or run. A run writes itself while it goes on, so that a server beside it can tell.
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
