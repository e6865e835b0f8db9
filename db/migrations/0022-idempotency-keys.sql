-- First responses of repeatable requests, by the Idempotency-Key that a user sent.
CREATE TABLE idempotent_request (
  user_key INTEGER NOT NULL REFERENCES user ON DELETE CASCADE,
  key TEXT NOT NULL CHECK (length(key) BETWEEN 1 AND 255),
  -- SHA-256 of method, address, media type and body, in hexadecimal.
  fingerprint TEXT NOT NULL CHECK (length(fingerprint) = 64),
  created_at TEXT NOT NULL,
  -- NULL until the request is answered.
  response TEXT CHECK (json_type(response) = 'object'),
  PRIMARY KEY (user_key, key)
) STRICT, WITHOUT ROWID;

CREATE INDEX idempotent_request_by_age ON idempotent_request (user_key, created_at);
