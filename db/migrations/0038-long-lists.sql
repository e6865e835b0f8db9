-- A long list is written with its search entry once: a trigger for each row would write the names of all rows so far.

CREATE TABLE search_put_off (
  resource_type TEXT PRIMARY KEY,
  key INTEGER NOT NULL
) STRICT;

CREATE TRIGGER search_put_off_production_deleted AFTER DELETE ON search_put_off WHEN old.resource_type = 'Production' BEGIN
  DELETE FROM production_search WHERE rowid = old.key;
  INSERT INTO production_search (rowid, name, other_names) SELECT key, name, other_names FROM production_search_entry WHERE key = old.key;
END;

CREATE TRIGGER search_put_off_release_deleted AFTER DELETE ON search_put_off WHEN old.resource_type = 'Release' BEGIN
  DELETE FROM release_search WHERE rowid = old.key;
  INSERT INTO release_search (rowid, name, other_names) SELECT key, name, other_names FROM release_search_entry WHERE key = old.key;
END;

CREATE TRIGGER search_put_off_album_deleted AFTER DELETE ON search_put_off WHEN old.resource_type = 'Album' BEGIN
  DELETE FROM album_search WHERE rowid = old.key;
  INSERT INTO album_search (rowid, name, other_names) SELECT key, name, other_names FROM album_search_entry WHERE key = old.key;
END;

DROP TRIGGER production_credit_search_insert;

CREATE TRIGGER production_credit_search_insert AFTER INSERT ON production_credit
WHEN NOT EXISTS (SELECT 1 FROM search_put_off) BEGIN
  DELETE FROM production_search WHERE rowid = new.production_key;
  INSERT INTO production_search (rowid, name, other_names) SELECT key, name, other_names FROM production_search_entry WHERE key = new.production_key;
END;

DROP TRIGGER production_credit_search_delete;

CREATE TRIGGER production_credit_search_delete AFTER DELETE ON production_credit
WHEN NOT EXISTS (SELECT 1 FROM search_put_off) BEGIN
  DELETE FROM production_search WHERE rowid = old.production_key;
  INSERT INTO production_search (rowid, name, other_names) SELECT key, name, other_names FROM production_search_entry WHERE key = old.production_key;
END;

DROP TRIGGER release_credit_search_insert;

CREATE TRIGGER release_credit_search_insert AFTER INSERT ON release_credit
WHEN new.list = 'artists' AND NOT EXISTS (SELECT 1 FROM search_put_off) BEGIN
  DELETE FROM release_search WHERE rowid = new.release_key;
  INSERT INTO release_search (rowid, name, other_names) SELECT key, name, other_names FROM release_search_entry WHERE key = new.release_key;
END;

DROP TRIGGER release_credit_search_delete;

CREATE TRIGGER release_credit_search_delete AFTER DELETE ON release_credit
WHEN old.list = 'artists' AND NOT EXISTS (SELECT 1 FROM search_put_off) BEGIN
  DELETE FROM release_search WHERE rowid = old.release_key;
  INSERT INTO release_search (rowid, name, other_names) SELECT key, name, other_names FROM release_search_entry WHERE key = old.release_key;
END;

DROP TRIGGER album_credit_search_insert;

CREATE TRIGGER album_credit_search_insert AFTER INSERT ON album_credit WHEN NOT EXISTS (SELECT 1 FROM search_put_off) BEGIN
  DELETE FROM album_search WHERE rowid = new.album_key;
  INSERT INTO album_search (rowid, name, other_names) SELECT key, name, other_names FROM album_search_entry WHERE key = new.album_key;
END;

DROP TRIGGER album_credit_search_delete;

CREATE TRIGGER album_credit_search_delete AFTER DELETE ON album_credit WHEN NOT EXISTS (SELECT 1 FROM search_put_off) BEGIN
  DELETE FROM album_search WHERE rowid = old.album_key;
  INSERT INTO album_search (rowid, name, other_names) SELECT key, name, other_names FROM album_search_entry WHERE key = old.album_key;
END;

DROP TRIGGER release_label_search_insert;

CREATE TRIGGER release_label_search_insert AFTER INSERT ON release_label WHEN NOT EXISTS (SELECT 1 FROM search_put_off) BEGIN
  DELETE FROM release_search WHERE rowid = new.release_key;
  INSERT INTO release_search (rowid, name, other_names) SELECT key, name, other_names FROM release_search_entry WHERE key = new.release_key;
END;

DROP TRIGGER release_label_search_delete;

CREATE TRIGGER release_label_search_delete AFTER DELETE ON release_label WHEN NOT EXISTS (SELECT 1 FROM search_put_off) BEGIN
  DELETE FROM release_search WHERE rowid = old.release_key;
  INSERT INTO release_search (rowid, name, other_names) SELECT key, name, other_names FROM release_search_entry WHERE key = old.release_key;
END;

DROP TRIGGER release_series_search_insert;

CREATE TRIGGER release_series_search_insert AFTER INSERT ON release_series WHEN NOT EXISTS (SELECT 1 FROM search_put_off) BEGIN
  DELETE FROM release_search WHERE rowid = new.release_key;
  INSERT INTO release_search (rowid, name, other_names) SELECT key, name, other_names FROM release_search_entry WHERE key = new.release_key;
END;

DROP TRIGGER release_series_search_delete;

CREATE TRIGGER release_series_search_delete AFTER DELETE ON release_series WHEN NOT EXISTS (SELECT 1 FROM search_put_off) BEGIN
  DELETE FROM release_search WHERE rowid = old.release_key;
  INSERT INTO release_search (rowid, name, other_names) SELECT key, name, other_names FROM release_search_entry WHERE key = old.release_key;
END;

DROP TRIGGER album_other_title_search_insert;

CREATE TRIGGER album_other_title_search_insert AFTER INSERT ON album_other_title
WHEN NOT EXISTS (SELECT 1 FROM search_put_off) BEGIN
  DELETE FROM album_search WHERE rowid = new.album_key;
  INSERT INTO album_search (rowid, name, other_names) SELECT key, name, other_names FROM album_search_entry WHERE key = new.album_key;
END;

DROP TRIGGER album_other_title_search_delete;

CREATE TRIGGER album_other_title_search_delete AFTER DELETE ON album_other_title
WHEN NOT EXISTS (SELECT 1 FROM search_put_off) BEGIN
  DELETE FROM album_search WHERE rowid = old.album_key;
  INSERT INTO album_search (rowid, name, other_names) SELECT key, name, other_names FROM album_search_entry WHERE key = old.album_key;
END;

DROP TRIGGER release_other_title_search_insert;

CREATE TRIGGER release_other_title_search_insert AFTER INSERT ON release_other_title
WHEN NOT EXISTS (SELECT 1 FROM search_put_off) BEGIN
  DELETE FROM release_search WHERE rowid = new.release_key;
  INSERT INTO release_search (rowid, name, other_names) SELECT key, name, other_names FROM release_search_entry WHERE key = new.release_key;
END;

DROP TRIGGER release_other_title_search_delete;

CREATE TRIGGER release_other_title_search_delete AFTER DELETE ON release_other_title
WHEN NOT EXISTS (SELECT 1 FROM search_put_off) BEGIN
  DELETE FROM release_search WHERE rowid = old.release_key;
  INSERT INTO release_search (rowid, name, other_names) SELECT key, name, other_names FROM release_search_entry WHERE key = old.release_key;
END;
