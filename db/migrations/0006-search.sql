-- Releases found by their labels, catalog numbers and series as well.
DROP VIEW release_search_entry;

CREATE VIEW release_search_entry (key, name, other_names) AS
SELECT key, title_folded, coalesce((
  SELECT group_concat(a.name_folded, ' ') FROM release_credit AS c JOIN artist AS a ON a.key = c.artist_key
  WHERE c.release_key = "release".key AND c.list = 'artists'
), '') || coalesce((
  SELECT ' ' || group_concat(coalesce(l.name_folded, '') || ' ' || lower(coalesce(x.catalog_number, '')), ' ')
  FROM release_label AS x LEFT JOIN label AS l ON l.key = x.label_key WHERE x.release_key = "release".key
), '') || coalesce((
  SELECT ' ' || group_concat(s.name_folded || ' ' || lower(coalesce(s.number, '')), ' ') FROM release_series AS s WHERE s.release_key = "release".key
), '') || coalesce((SELECT ' ' || name_folded FROM label_series WHERE key = label_series_key), '')
FROM "release" WHERE unreviewed_by IS NULL;

INSERT INTO release_search (release_search) VALUES ('delete-all');

INSERT INTO release_search (rowid, name, other_names) SELECT key, name, other_names FROM release_search_entry;

DROP TRIGGER release_search_update;

CREATE TRIGGER release_search_update AFTER UPDATE OF title_folded, unreviewed_by, label_series_key ON "release"
WHEN new.unreviewed_by IS NULL AND (
  old.title_folded IS NOT new.title_folded OR old.unreviewed_by IS NOT NULL OR old.label_series_key IS NOT new.label_series_key
) BEGIN
  DELETE FROM release_search WHERE rowid = new.key;
  INSERT INTO release_search (rowid, name, other_names) SELECT key, name, other_names FROM release_search_entry WHERE key = new.key;
  DELETE FROM release_title_trigram WHERE rowid = new.key;
  INSERT INTO release_title_trigram (rowid, name) VALUES (new.key, new.title_folded);
END;

CREATE TRIGGER release_label_search_insert AFTER INSERT ON release_label BEGIN
  DELETE FROM release_search WHERE rowid = new.release_key;
  INSERT INTO release_search (rowid, name, other_names) SELECT key, name, other_names FROM release_search_entry WHERE key = new.release_key;
END;

CREATE TRIGGER release_label_search_update AFTER UPDATE OF label_key, catalog_number, release_key ON release_label BEGIN
  DELETE FROM release_search WHERE rowid IN (old.release_key, new.release_key);
  INSERT INTO release_search (rowid, name, other_names)
    SELECT key, name, other_names FROM release_search_entry WHERE key IN (old.release_key, new.release_key);
END;

CREATE TRIGGER release_label_search_delete AFTER DELETE ON release_label BEGIN
  DELETE FROM release_search WHERE rowid = old.release_key;
  INSERT INTO release_search (rowid, name, other_names) SELECT key, name, other_names FROM release_search_entry WHERE key = old.release_key;
END;

CREATE TRIGGER release_series_search_insert AFTER INSERT ON release_series BEGIN
  DELETE FROM release_search WHERE rowid = new.release_key;
  INSERT INTO release_search (rowid, name, other_names) SELECT key, name, other_names FROM release_search_entry WHERE key = new.release_key;
END;

CREATE TRIGGER release_series_search_update AFTER UPDATE OF name_folded, number, release_key ON release_series BEGIN
  DELETE FROM release_search WHERE rowid IN (old.release_key, new.release_key);
  INSERT INTO release_search (rowid, name, other_names)
    SELECT key, name, other_names FROM release_search_entry WHERE key IN (old.release_key, new.release_key);
END;

CREATE TRIGGER release_series_search_delete AFTER DELETE ON release_series BEGIN
  DELETE FROM release_search WHERE rowid = old.release_key;
  INSERT INTO release_search (rowid, name, other_names) SELECT key, name, other_names FROM release_search_entry WHERE key = old.release_key;
END;

CREATE TRIGGER label_released_search_update AFTER UPDATE OF name_folded ON label WHEN old.name_folded IS NOT new.name_folded BEGIN
  DELETE FROM release_search WHERE rowid IN (SELECT release_key FROM release_label WHERE label_key = new.key);
  INSERT INTO release_search (rowid, name, other_names)
    SELECT key, name, other_names FROM release_search_entry WHERE key IN (SELECT release_key FROM release_label WHERE label_key = new.key);
END;

CREATE TRIGGER label_series_released_search_update AFTER UPDATE OF name_folded ON label_series WHEN old.name_folded IS NOT new.name_folded BEGIN
  DELETE FROM release_search WHERE rowid IN (SELECT key FROM "release" WHERE label_series_key = new.key);
  INSERT INTO release_search (rowid, name, other_names)
    SELECT key, name, other_names FROM release_search_entry WHERE key IN (SELECT key FROM "release" WHERE label_series_key = new.key);
END;

-- Series of labels, organizations and roles.
CREATE VIRTUAL TABLE label_series_search USING fts5 (
  name, content = '', contentless_delete = 1, tokenize = 'unicode61 remove_diacritics 0', prefix = '1 2 3'
);

CREATE VIRTUAL TABLE label_series_search_word USING fts5vocab (label_series_search, row);

INSERT INTO label_series_search (rowid, name) SELECT key, name_folded FROM label_series;

CREATE VIRTUAL TABLE organization_search USING fts5 (
  name, content = '', contentless_delete = 1, tokenize = 'unicode61 remove_diacritics 0', prefix = '1 2 3'
);

CREATE VIRTUAL TABLE organization_search_word USING fts5vocab (organization_search, row);

INSERT INTO organization_search (rowid, name) SELECT key, name_folded FROM organization;

CREATE VIRTUAL TABLE artist_role_search USING fts5 (
  name, content = '', contentless_delete = 1, tokenize = 'unicode61 remove_diacritics 0', prefix = '1 2 3'
);

CREATE VIRTUAL TABLE artist_role_search_word USING fts5vocab (artist_role_search, row);

INSERT INTO artist_role_search (rowid, name) SELECT key, role_folded FROM artist_role;

CREATE TRIGGER artist_role_search_insert AFTER INSERT ON artist_role BEGIN
  INSERT INTO artist_role_search (rowid, name) VALUES (new.key, new.role_folded);
END;

CREATE TRIGGER artist_role_search_update AFTER UPDATE OF role_folded ON artist_role WHEN old.role_folded IS NOT new.role_folded BEGIN
  DELETE FROM artist_role_search WHERE rowid = new.key;
  INSERT INTO artist_role_search (rowid, name) VALUES (new.key, new.role_folded);
END;

CREATE TRIGGER artist_role_search_delete AFTER DELETE ON artist_role BEGIN
  DELETE FROM artist_role_search WHERE rowid = old.key;
END;

CREATE TRIGGER label_series_search_insert AFTER INSERT ON label_series BEGIN
  INSERT INTO label_series_search (rowid, name) VALUES (new.key, new.name_folded);
END;

CREATE TRIGGER label_series_search_update AFTER UPDATE OF name_folded ON label_series WHEN old.name_folded IS NOT new.name_folded BEGIN
  DELETE FROM label_series_search WHERE rowid = new.key;
  INSERT INTO label_series_search (rowid, name) VALUES (new.key, new.name_folded);
END;

CREATE TRIGGER label_series_search_delete AFTER DELETE ON label_series BEGIN
  DELETE FROM label_series_search WHERE rowid = old.key;
END;

CREATE TRIGGER organization_search_insert AFTER INSERT ON organization BEGIN
  INSERT INTO organization_search (rowid, name) VALUES (new.key, new.name_folded);
END;

CREATE TRIGGER organization_search_update AFTER UPDATE OF name_folded ON organization WHEN old.name_folded IS NOT new.name_folded BEGIN
  DELETE FROM organization_search WHERE rowid = new.key;
  INSERT INTO organization_search (rowid, name) VALUES (new.key, new.name_folded);
END;

CREATE TRIGGER organization_search_delete AFTER DELETE ON organization BEGIN
  DELETE FROM organization_search WHERE rowid = old.key;
END;
