-- What signs a user in besides the password: passkeys (WebAuthn) and accounts at a provider (OpenID Connect), each of them alone, and an
-- authenticator app after the password.
CREATE TABLE credential (
  key INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE CHECK (length(id) = 36),
  user_key INTEGER NOT NULL REFERENCES user ON DELETE CASCADE,
  kind TEXT NOT NULL CHECK (kind IN ('passkey', 'app', 'provider')),
  name TEXT NOT NULL,
  -- Of a passkey: the host name where it works, its id in base64url, and its key in COSE. Of a provider: its issuer, and that with the subject.
  host TEXT,
  credential_id TEXT UNIQUE,
  public_key BLOB,
  -- Of an app, in base32. Codes are computed from it, so it cannot be a hash.
  secret TEXT,
  -- Uses of a passkey, as its authenticator counts them, always 0 for synchronized ones; of an app, the 30 seconds of its last code from 1970.
  counter INTEGER NOT NULL,
  created_at TEXT NOT NULL,
  last_used_at TEXT,
  CHECK (iif(kind = 'app', secret IS NOT NULL, host IS NOT NULL AND credential_id IS NOT NULL)),
  CHECK (kind <> 'passkey' OR public_key IS NOT NULL)
) STRICT;

CREATE INDEX credential_by_user ON credential (user_key, created_at);

CREATE UNIQUE INDEX credential_app ON credential (user_key) WHERE kind = 'app';

-- Each works once, in place of a code of the app.
CREATE TABLE recovery_code (
  credential_key INTEGER NOT NULL REFERENCES credential ON DELETE CASCADE,
  hash TEXT NOT NULL,
  PRIMARY KEY (credential_key, hash)
) STRICT, WITHOUT ROWID;
