-- From where a user signed in: an IPv4 address, or the /64 of an IPv6 one. Strangers who try passwords of a user do not
-- keep this address out.

ALTER TABLE token_family ADD COLUMN address TEXT;

DROP INDEX token_family_by_user;
CREATE INDEX token_family_by_user ON token_family (user_key, address);
