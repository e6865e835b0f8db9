-- Titles in other languages and scripts: of MusicBrainz pseudo-releases, which are no editions, and of aliases.
CREATE TABLE album_other_title (
  album_key INTEGER NOT NULL REFERENCES album ON DELETE CASCADE,
  position INTEGER NOT NULL CHECK (position > 0),
  title TEXT NOT NULL CHECK (title <> ''),
  title_folded TEXT,
  -- ISO 639 and ISO 15924 codes.
  language TEXT,
  script TEXT,
  PRIMARY KEY (album_key, position)
) STRICT, WITHOUT ROWID;

CREATE INDEX album_other_title_by_title ON album_other_title (title_folded, album_key);

CREATE TABLE release_other_title (
  release_key INTEGER NOT NULL REFERENCES "release" ON DELETE CASCADE,
  position INTEGER NOT NULL CHECK (position > 0),
  title TEXT NOT NULL CHECK (title <> ''),
  title_folded TEXT,
  language TEXT,
  script TEXT,
  PRIMARY KEY (release_key, position)
) STRICT, WITHOUT ROWID;

CREATE INDEX release_other_title_by_title ON release_other_title (title_folded, release_key);

-- Search finds them by any word.
DROP VIEW album_search_entry;

CREATE VIEW album_search_entry (key, name, other_names) AS
SELECT key, words_of(title_folded), (WITH other (text) AS MATERIALIZED (
  SELECT coalesce((
    SELECT group_concat(a.name_folded, ' ') FROM album_credit AS c JOIN artist AS a ON a.key = c.artist_key WHERE c.album_key = album.key
  ), '')
  || coalesce((SELECT ' ' || group_concat(title_folded, ' ') FROM album_other_title WHERE album_key = album.key), '')
) SELECT words_of(text) FROM other)
FROM album;

CREATE TRIGGER album_other_title_search_insert AFTER INSERT ON album_other_title BEGIN
  DELETE FROM album_search WHERE rowid = new.album_key;
  INSERT INTO album_search (rowid, name, other_names) SELECT key, name, other_names FROM album_search_entry WHERE key = new.album_key;
END;

CREATE TRIGGER album_other_title_search_update AFTER UPDATE OF title_folded, album_key ON album_other_title BEGIN
  DELETE FROM album_search WHERE rowid IN (old.album_key, new.album_key);
  INSERT INTO album_search (rowid, name, other_names)
    SELECT key, name, other_names FROM album_search_entry WHERE key IN (old.album_key, new.album_key);
END;

CREATE TRIGGER album_other_title_search_delete AFTER DELETE ON album_other_title BEGIN
  DELETE FROM album_search WHERE rowid = old.album_key;
  INSERT INTO album_search (rowid, name, other_names) SELECT key, name, other_names FROM album_search_entry WHERE key = old.album_key;
END;

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
  || coalesce((SELECT ' ' || group_concat(title_folded, ' ') FROM release_other_title WHERE release_key = "release".key), '')
) SELECT words_of(text) FROM other)
FROM "release" WHERE unreviewed_by IS NULL;

CREATE TRIGGER release_other_title_search_insert AFTER INSERT ON release_other_title BEGIN
  DELETE FROM release_search WHERE rowid = new.release_key;
  INSERT INTO release_search (rowid, name, other_names) SELECT key, name, other_names FROM release_search_entry WHERE key = new.release_key;
END;

CREATE TRIGGER release_other_title_search_update AFTER UPDATE OF title_folded, release_key ON release_other_title BEGIN
  DELETE FROM release_search WHERE rowid IN (old.release_key, new.release_key);
  INSERT INTO release_search (rowid, name, other_names)
    SELECT key, name, other_names FROM release_search_entry WHERE key IN (old.release_key, new.release_key);
END;

CREATE TRIGGER release_other_title_search_delete AFTER DELETE ON release_other_title BEGIN
  DELETE FROM release_search WHERE rowid = old.release_key;
  INSERT INTO release_search (rowid, name, other_names) SELECT key, name, other_names FROM release_search_entry WHERE key = old.release_key;
END;
