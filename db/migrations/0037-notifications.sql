-- 0 for an address that was entered while there was no mail server, and so without the password: no reset links go there.
ALTER TABLE user ADD COLUMN is_email_confirmed INTEGER NOT NULL DEFAULT 1 CHECK (is_email_confirmed IN (0, 1));

UPDATE user SET is_email_confirmed = 0 WHERE email IS NOT NULL;

-- Other programs that are told of changes.
CREATE TABLE webhook (
  key INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE CHECK (length(id) = 36),
  -- The owner of the lists. Of one of the catalog, the administrator who made it: it works as long as they are one.
  user_key INTEGER NOT NULL REFERENCES user ON DELETE CASCADE,
  is_of_catalog INTEGER NOT NULL CHECK (is_of_catalog IN (0, 1)),
  name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 80),
  url TEXT NOT NULL CHECK (length(url) <= 1000),
  events TEXT NOT NULL CHECK (json_type(events) = 'array'),
  -- JSON with placeholders; null for the standard body.
  template TEXT CHECK (length(template) <= 2000),
  -- It signs each delivery, so a hash would not do.
  secret TEXT NOT NULL,
  -- Last sequence of the change feed, or of `list_change`, that deliveries cover.
  cursor INTEGER NOT NULL,
  -- Deliveries cover loans due until this day.
  due_until TEXT NOT NULL CHECK (length(due_until) = 10),
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL
) STRICT;

CREATE INDEX webhook_by_owner ON webhook (user_key, is_of_catalog);

CREATE INDEX webhook_of_catalog ON webhook (is_of_catalog, created_at);

-- Messages to webhooks, and mails: those to be sent, and the latest ones that were.
CREATE TABLE delivery (
  key INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE CHECK (length(id) = 36),
  -- Null for a mail, to an account or to an address.
  webhook_key INTEGER REFERENCES webhook ON DELETE CASCADE,
  user_key INTEGER REFERENCES user ON DELETE CASCADE,
  address TEXT,
  event TEXT NOT NULL,
  -- As it is sent; of a mail, a JSON object of what its text names. Never a code or a password.
  body TEXT NOT NULL,
  created_at TEXT NOT NULL,
  -- Null once it is delivered or given up.
  next_at TEXT,
  attempts INTEGER NOT NULL DEFAULT 0,
  attempted_at TEXT,
  is_delivered INTEGER NOT NULL DEFAULT 0 CHECK (is_delivered IN (0, 1)),
  -- Of HTTP or SMTP.
  status INTEGER,
  milliseconds INTEGER,
  -- The beginning of the response, or the reason of the failure.
  answer TEXT,
  CHECK ((webhook_key IS NOT NULL) + (user_key IS NOT NULL) + (address IS NOT NULL) = 1)
) STRICT;

CREATE INDEX delivery_due ON delivery (next_at) WHERE next_at IS NOT NULL;

CREATE INDEX delivery_by_webhook ON delivery (webhook_key, key);

CREATE INDEX delivery_by_user ON delivery (user_key) WHERE user_key IS NOT NULL;

-- Changes of lists whose owner has a webhook, until it is told of them.
CREATE TABLE list_change (
  sequence INTEGER PRIMARY KEY AUTOINCREMENT,
  user_key INTEGER NOT NULL REFERENCES user ON DELETE CASCADE,
  event TEXT NOT NULL CHECK (event IN ('item.added', 'item.changed', 'item.removed')),
  list TEXT NOT NULL CHECK (list IN ('collection', 'wishlist')),
  item_id TEXT NOT NULL,
  release_key INTEGER NOT NULL
) STRICT;

CREATE INDEX list_change_by_user ON list_change (user_key, sequence);

-- The joined user prevents rows of an account that is being deleted with its items.
CREATE TRIGGER collection_item_added AFTER INSERT ON collection_item
WHEN EXISTS (SELECT 1 FROM webhook WHERE user_key = new.user_key AND is_of_catalog = 0) BEGIN
  INSERT INTO list_change (user_key, event, list, item_id, release_key) VALUES (new.user_key, 'item.added', 'collection', new.id, new.release_key);
END;

CREATE TRIGGER collection_item_changed AFTER UPDATE OF updated_at ON collection_item
WHEN EXISTS (SELECT 1 FROM webhook WHERE user_key = new.user_key AND is_of_catalog = 0) BEGIN
  INSERT INTO list_change (user_key, event, list, item_id, release_key) VALUES (new.user_key, 'item.changed', 'collection', new.id, new.release_key);
END;

CREATE TRIGGER collection_item_removed AFTER DELETE ON collection_item
WHEN EXISTS (SELECT 1 FROM webhook JOIN user ON user.key = user_key WHERE user_key = old.user_key AND is_of_catalog = 0) BEGIN
  INSERT INTO list_change (user_key, event, list, item_id, release_key) VALUES (old.user_key, 'item.removed', 'collection', old.id, old.release_key);
END;

CREATE TRIGGER wishlist_item_added AFTER INSERT ON wishlist_item
WHEN EXISTS (SELECT 1 FROM webhook WHERE user_key = new.user_key AND is_of_catalog = 0) BEGIN
  INSERT INTO list_change (user_key, event, list, item_id, release_key) VALUES (new.user_key, 'item.added', 'wishlist', new.id, new.release_key);
END;

CREATE TRIGGER wishlist_item_changed AFTER UPDATE OF updated_at ON wishlist_item
WHEN EXISTS (SELECT 1 FROM webhook WHERE user_key = new.user_key AND is_of_catalog = 0) BEGIN
  INSERT INTO list_change (user_key, event, list, item_id, release_key) VALUES (new.user_key, 'item.changed', 'wishlist', new.id, new.release_key);
END;

CREATE TRIGGER wishlist_item_removed AFTER DELETE ON wishlist_item
WHEN EXISTS (SELECT 1 FROM webhook JOIN user ON user.key = user_key WHERE user_key = old.user_key AND is_of_catalog = 0) BEGIN
  INSERT INTO list_change (user_key, event, list, item_id, release_key) VALUES (old.user_key, 'item.removed', 'wishlist', old.id, old.release_key);
END;

CREATE TRIGGER webhook_deleted AFTER DELETE ON webhook
WHEN NOT EXISTS (SELECT 1 FROM webhook WHERE user_key = old.user_key AND is_of_catalog = 0) BEGIN
  DELETE FROM list_change WHERE user_key = old.user_key;
END;
