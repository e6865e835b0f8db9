-- Words without their marks, and texts without blanks, are found by any part: see words-of.sql. Each index is written from its view.

DROP VIEW artist_search_entry;

CREATE VIEW artist_search_entry (key, name, other_names) AS
SELECT key, words_of(name_folded), (WITH other (text) AS MATERIALIZED (
  SELECT coalesce(real_name_folded, '') || coalesce((
    SELECT ' ' || group_concat(variation_folded, ' ') FROM artist_alias WHERE artist_key = artist.key
  ), '')
) SELECT words_of(text) FROM other)
FROM artist;

DROP TRIGGER artist_search_insert;

CREATE TRIGGER artist_search_insert AFTER INSERT ON artist BEGIN
  INSERT INTO artist_search (rowid, name, other_names) SELECT key, name, other_names FROM artist_search_entry WHERE key = new.key;
  INSERT INTO artist_name_trigram (rowid, name) VALUES (new.key, new.name_folded);
END;

INSERT INTO artist_search (artist_search) VALUES ('delete-all');

INSERT INTO artist_search (rowid, name, other_names) SELECT key, name, other_names FROM artist_search_entry;

DROP VIEW production_search_entry;

CREATE VIEW production_search_entry (key, name, other_names) AS
SELECT key, words_of(title_folded), (WITH other (text) AS MATERIALIZED (
  SELECT coalesce(akas_folded, '') || coalesce((
    SELECT ' ' || group_concat(a.name_folded, ' ')
    FROM production_credit AS c JOIN artist AS a ON a.key = c.artist_key WHERE c.production_key = production.key
  ), '')
) SELECT words_of(text) FROM other)
FROM production;

DROP TRIGGER production_search_insert;

CREATE TRIGGER production_search_insert AFTER INSERT ON production BEGIN
  INSERT INTO production_search (rowid, name, other_names) SELECT key, name, other_names FROM production_search_entry WHERE key = new.key;
  INSERT INTO production_title_trigram (rowid, name) VALUES (new.key, new.title_folded);
END;

INSERT INTO production_search (production_search) VALUES ('delete-all');

INSERT INTO production_search (rowid, name, other_names) SELECT key, name, other_names FROM production_search_entry;

DROP VIEW release_search_entry;

CREATE VIEW release_search_entry (key, name, other_names) AS
SELECT key, words_of(title_folded), (WITH other (text) AS MATERIALIZED (
  SELECT coalesce((
    SELECT group_concat(a.name_folded, ' ') FROM release_credit AS c JOIN artist AS a ON a.key = c.artist_key
    WHERE c.release_key = "release".key AND c.list = 'artists'
  ), artist_credit_folded, '') || coalesce((
    SELECT ' ' || group_concat(coalesce(l.name_folded, '') || ' ' || lower(coalesce(x.catalog_number, '')), ' ')
    FROM release_label AS x LEFT JOIN label AS l ON l.key = x.label_key WHERE x.release_key = "release".key
  ), '') || coalesce((
    SELECT ' ' || group_concat(s.name_folded || ' ' || lower(coalesce(s.number, '')), ' ')
    FROM release_series AS s WHERE s.release_key = "release".key
  ), '') || coalesce((SELECT ' ' || name_folded FROM label_series WHERE key = label_series_key), '')
) SELECT words_of(text) FROM other)
FROM "release" WHERE unreviewed_by IS NULL;

DROP TRIGGER release_search_insert;

CREATE TRIGGER release_search_insert AFTER INSERT ON "release" WHEN new.unreviewed_by IS NULL BEGIN
  INSERT INTO release_search (rowid, name, other_names) SELECT key, name, other_names FROM release_search_entry WHERE key = new.key;
  INSERT INTO release_title_trigram (rowid, name) VALUES (new.key, new.title_folded);
END;

INSERT INTO release_search (release_search) VALUES ('delete-all');

INSERT INTO release_search (rowid, name, other_names) SELECT key, name, other_names FROM release_search_entry;

DROP VIEW album_search_entry;

CREATE VIEW album_search_entry (key, name, other_names) AS
SELECT key, words_of(title_folded), (WITH other (text) AS MATERIALIZED (
  SELECT coalesce((
    SELECT group_concat(a.name_folded, ' ') FROM album_credit AS c JOIN artist AS a ON a.key = c.artist_key WHERE c.album_key = album.key
  ), '')
) SELECT words_of(text) FROM other)
FROM album;

DROP TRIGGER album_search_insert;

CREATE TRIGGER album_search_insert AFTER INSERT ON album BEGIN
  INSERT INTO album_search (rowid, name, other_names) SELECT key, name, other_names FROM album_search_entry WHERE key = new.key;
  INSERT INTO album_title_trigram (rowid, name) VALUES (new.key, new.title_folded);
END;

INSERT INTO album_search (album_search) VALUES ('delete-all');

INSERT INTO album_search (rowid, name, other_names) SELECT key, name, other_names FROM album_search_entry;

CREATE VIEW label_search_entry (key, name) AS SELECT key, words_of(name_folded) FROM label;

DROP TRIGGER label_search_insert;

CREATE TRIGGER label_search_insert AFTER INSERT ON label BEGIN
  INSERT INTO label_search (rowid, name) SELECT key, name FROM label_search_entry WHERE key = new.key;
END;

DROP TRIGGER label_search_update;

CREATE TRIGGER label_search_update AFTER UPDATE OF name_folded ON label WHEN old.name_folded IS NOT new.name_folded BEGIN
  DELETE FROM label_search WHERE rowid = new.key;
  INSERT INTO label_search (rowid, name) SELECT key, name FROM label_search_entry WHERE key = new.key;
END;

INSERT INTO label_search (label_search) VALUES ('delete-all');

INSERT INTO label_search (rowid, name) SELECT key, name FROM label_search_entry;

CREATE VIEW label_series_search_entry (key, name) AS SELECT key, words_of(name_folded) FROM label_series;

DROP TRIGGER label_series_search_insert;

CREATE TRIGGER label_series_search_insert AFTER INSERT ON label_series BEGIN
  INSERT INTO label_series_search (rowid, name) SELECT key, name FROM label_series_search_entry WHERE key = new.key;
END;

DROP TRIGGER label_series_search_update;

CREATE TRIGGER label_series_search_update AFTER UPDATE OF name_folded ON label_series WHEN old.name_folded IS NOT new.name_folded BEGIN
  DELETE FROM label_series_search WHERE rowid = new.key;
  INSERT INTO label_series_search (rowid, name) SELECT key, name FROM label_series_search_entry WHERE key = new.key;
END;

INSERT INTO label_series_search (label_series_search) VALUES ('delete-all');

INSERT INTO label_series_search (rowid, name) SELECT key, name FROM label_series_search_entry;

CREATE VIEW organization_search_entry (key, name) AS SELECT key, words_of(name_folded) FROM organization;

DROP TRIGGER organization_search_insert;

CREATE TRIGGER organization_search_insert AFTER INSERT ON organization BEGIN
  INSERT INTO organization_search (rowid, name) SELECT key, name FROM organization_search_entry WHERE key = new.key;
END;

DROP TRIGGER organization_search_update;

CREATE TRIGGER organization_search_update AFTER UPDATE OF name_folded ON organization WHEN old.name_folded IS NOT new.name_folded BEGIN
  DELETE FROM organization_search WHERE rowid = new.key;
  INSERT INTO organization_search (rowid, name) SELECT key, name FROM organization_search_entry WHERE key = new.key;
END;

INSERT INTO organization_search (organization_search) VALUES ('delete-all');

INSERT INTO organization_search (rowid, name) SELECT key, name FROM organization_search_entry;

CREATE VIEW artist_role_search_entry (key, name) AS SELECT key, words_of(role_folded) FROM artist_role;

DROP TRIGGER artist_role_search_insert;

CREATE TRIGGER artist_role_search_insert AFTER INSERT ON artist_role BEGIN
  INSERT INTO artist_role_search (rowid, name) SELECT key, name FROM artist_role_search_entry WHERE key = new.key;
END;

DROP TRIGGER artist_role_search_update;

CREATE TRIGGER artist_role_search_update AFTER UPDATE OF role_folded ON artist_role WHEN old.role_folded IS NOT new.role_folded BEGIN
  DELETE FROM artist_role_search WHERE rowid = new.key;
  INSERT INTO artist_role_search (rowid, name) SELECT key, name FROM artist_role_search_entry WHERE key = new.key;
END;

INSERT INTO artist_role_search (artist_role_search) VALUES ('delete-all');

INSERT INTO artist_role_search (rowid, name) SELECT key, name FROM artist_role_search_entry;

CREATE VIEW production_recording_search_entry (key, name) AS SELECT key, words_of(title_folded) FROM production_recording;

DROP TRIGGER production_recording_search_insert;

CREATE TRIGGER production_recording_search_insert AFTER INSERT ON production_recording BEGIN
  INSERT INTO production_recording_search (rowid, name) SELECT key, name FROM production_recording_search_entry WHERE key = new.key;
END;

DROP TRIGGER production_recording_search_update;

CREATE TRIGGER production_recording_search_update AFTER UPDATE OF title_folded ON production_recording WHEN old.title_folded IS NOT new.title_folded BEGIN
  DELETE FROM production_recording_search WHERE rowid = new.key;
  INSERT INTO production_recording_search (rowid, name) SELECT key, name FROM production_recording_search_entry WHERE key = new.key;
END;

INSERT INTO production_recording_search (production_recording_search) VALUES ('delete-all');

INSERT INTO production_recording_search (rowid, name) SELECT key, name FROM production_recording_search_entry;

CREATE VIEW work_search_entry (key, name) AS SELECT key, words_of(title_folded) FROM work;

DROP TRIGGER work_search_insert;

CREATE TRIGGER work_search_insert AFTER INSERT ON work BEGIN
  INSERT INTO work_search (rowid, name) SELECT key, name FROM work_search_entry WHERE key = new.key;
END;

DROP TRIGGER work_search_update;

CREATE TRIGGER work_search_update AFTER UPDATE OF title_folded ON work WHEN old.title_folded IS NOT new.title_folded BEGIN
  DELETE FROM work_search WHERE rowid = new.key;
  INSERT INTO work_search (rowid, name) SELECT key, name FROM work_search_entry WHERE key = new.key;
END;

INSERT INTO work_search (work_search) VALUES ('delete-all');

INSERT INTO work_search (rowid, name) SELECT key, name FROM work_search_entry;

CREATE VIEW franchise_search_entry (key, name) AS SELECT key, words_of(name_folded) FROM franchise;

DROP TRIGGER franchise_search_insert;

CREATE TRIGGER franchise_search_insert AFTER INSERT ON franchise BEGIN
  INSERT INTO franchise_search (rowid, name) SELECT key, name FROM franchise_search_entry WHERE key = new.key;
END;

DROP TRIGGER franchise_search_update;

CREATE TRIGGER franchise_search_update AFTER UPDATE OF name_folded ON franchise WHEN old.name_folded IS NOT new.name_folded BEGIN
  DELETE FROM franchise_search WHERE rowid = new.key;
  INSERT INTO franchise_search (rowid, name) SELECT key, name FROM franchise_search_entry WHERE key = new.key;
END;

INSERT INTO franchise_search (franchise_search) VALUES ('delete-all');

INSERT INTO franchise_search (rowid, name) SELECT key, name FROM franchise_search_entry;

CREATE VIEW release_track_search_entry (key, name) AS SELECT key, words_of(title_folded) FROM release_track WHERE parent_key IS NULL;

DROP TRIGGER release_track_search_insert;

CREATE TRIGGER release_track_search_insert AFTER INSERT ON release_track WHEN new.parent_key IS NULL BEGIN
  INSERT INTO release_track_search (rowid, name) SELECT key, name FROM release_track_search_entry WHERE key = new.key;
END;

DROP TRIGGER release_track_search_update;

CREATE TRIGGER release_track_search_update AFTER UPDATE OF title_folded, parent_key ON release_track
WHEN old.title_folded IS NOT new.title_folded OR old.parent_key IS NOT new.parent_key BEGIN
  DELETE FROM release_track_search WHERE rowid = new.key;
  INSERT INTO release_track_search (rowid, name) SELECT key, name FROM release_track_search_entry WHERE key = new.key;
END;

-- Most tracks are indexed as before: only the others are indexed again.
CREATE TEMP TABLE respelled_track AS
SELECT e.key, e.name FROM release_track AS t JOIN release_track_search_entry AS e ON e.key = t.key
WHERE t.title_folded GLOB '*[^ -&(-)+-,0-_a-~]*' AND e.name <> t.title_folded;

DELETE FROM release_track_search WHERE rowid IN (SELECT key FROM respelled_track);

INSERT INTO release_track_search (rowid, name) SELECT key, name FROM respelled_track;

DROP TABLE respelled_track;
