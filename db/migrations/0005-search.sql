-- Search beyond artists. As there: the text is folded before it comes here, and triggers keep the indexes true. A row of an
-- index is replaced by deleting it first: in a trigger, OR REPLACE gives way to the conflict clause of the statement that
-- set it off, and under OR IGNORE an index without content would have the row twice.

-- Every other title, folded; the writer fills it. What is there already is folded as far as SQLite can.
ALTER TABLE production ADD COLUMN akas_folded TEXT;
UPDATE production SET akas_folded = lower(akas);

-- Artists, whose triggers were written otherwise, and whose index is made anew ----------------------------------------

CREATE VIEW artist_search_entry (key, name, other_names) AS
SELECT key, name_folded, coalesce(real_name_folded, '') || coalesce((
  SELECT ' ' || group_concat(variation_folded, ' ') FROM artist_alias WHERE artist_key = artist.key
), '')
FROM artist;

DROP TRIGGER artist_search_update;
DROP TRIGGER artist_alias_search_insert;
DROP TRIGGER artist_alias_search_update;
DROP TRIGGER artist_alias_search_delete;

CREATE TRIGGER artist_search_update AFTER UPDATE OF name_folded, real_name_folded ON artist
WHEN old.name_folded IS NOT new.name_folded OR old.real_name_folded IS NOT new.real_name_folded BEGIN
  DELETE FROM artist_search WHERE rowid = new.key;
  INSERT INTO artist_search (rowid, name, other_names) SELECT key, name, other_names FROM artist_search_entry WHERE key = new.key;
  DELETE FROM artist_name_trigram WHERE rowid = new.key;
  INSERT INTO artist_name_trigram (rowid, name) VALUES (new.key, new.name_folded);
END;

CREATE TRIGGER artist_alias_search_insert AFTER INSERT ON artist_alias BEGIN
  DELETE FROM artist_search WHERE rowid = new.artist_key;
  INSERT INTO artist_search (rowid, name, other_names) SELECT key, name, other_names FROM artist_search_entry WHERE key = new.artist_key;
END;

CREATE TRIGGER artist_alias_search_update AFTER UPDATE OF artist_key, variation_folded ON artist_alias BEGIN
  DELETE FROM artist_search WHERE rowid IN (old.artist_key, new.artist_key);
  INSERT INTO artist_search (rowid, name, other_names)
    SELECT key, name, other_names FROM artist_search_entry WHERE key IN (old.artist_key, new.artist_key);
END;

CREATE TRIGGER artist_alias_search_delete AFTER DELETE ON artist_alias BEGIN
  DELETE FROM artist_search WHERE rowid = old.artist_key;
  INSERT INTO artist_search (rowid, name, other_names) SELECT key, name, other_names FROM artist_search_entry WHERE key = old.artist_key;
END;

INSERT INTO artist_search (artist_search) VALUES ('delete-all');
INSERT INTO artist_search (rowid, name, other_names) SELECT key, name, other_names FROM artist_search_entry;
INSERT INTO artist_name_trigram (artist_name_trigram) VALUES ('delete-all');
INSERT INTO artist_name_trigram (rowid, name) SELECT key, name_folded FROM artist;

-- Productions with their other titles and their composers -----------------------------------------------------------

CREATE VIRTUAL TABLE production_search USING fts5 (
  name, other_names,
  content = '', contentless_delete = 1, tokenize = 'unicode61 remove_diacritics 0', prefix = '1 2 3'
);

CREATE VIRTUAL TABLE production_title_trigram USING fts5 (
  name, content = '', contentless_delete = 1, tokenize = 'trigram case_sensitive 1', detail = 'full'
);

CREATE VIEW production_search_entry (key, name, other_names) AS
SELECT key, title_folded, coalesce(akas_folded, '') || coalesce((
  SELECT ' ' || group_concat(a.name_folded, ' ') FROM production_credit AS c JOIN artist AS a ON a.key = c.artist_key WHERE c.production_key = production.key
), '')
FROM production;

CREATE TRIGGER production_search_insert AFTER INSERT ON production BEGIN
  INSERT INTO production_search (rowid, name, other_names) VALUES (new.key, new.title_folded, coalesce(new.akas_folded, ''));
  INSERT INTO production_title_trigram (rowid, name) VALUES (new.key, new.title_folded);
END;

CREATE TRIGGER production_search_update AFTER UPDATE OF title_folded, akas_folded ON production
WHEN old.title_folded IS NOT new.title_folded OR old.akas_folded IS NOT new.akas_folded BEGIN
  DELETE FROM production_search WHERE rowid = new.key;
  INSERT INTO production_search (rowid, name, other_names) SELECT key, name, other_names FROM production_search_entry WHERE key = new.key;
  DELETE FROM production_title_trigram WHERE rowid = new.key;
  INSERT INTO production_title_trigram (rowid, name) VALUES (new.key, new.title_folded);
END;

CREATE TRIGGER production_search_delete AFTER DELETE ON production BEGIN
  DELETE FROM production_search WHERE rowid = old.key;
  DELETE FROM production_title_trigram WHERE rowid = old.key;
END;

CREATE TRIGGER production_credit_search_insert AFTER INSERT ON production_credit BEGIN
  DELETE FROM production_search WHERE rowid = new.production_key;
  INSERT INTO production_search (rowid, name, other_names) SELECT key, name, other_names FROM production_search_entry WHERE key = new.production_key;
END;

CREATE TRIGGER production_credit_search_update AFTER UPDATE OF artist_key ON production_credit BEGIN
  DELETE FROM production_search WHERE rowid = new.production_key;
  INSERT INTO production_search (rowid, name, other_names) SELECT key, name, other_names FROM production_search_entry WHERE key = new.production_key;
END;

CREATE TRIGGER production_credit_search_delete AFTER DELETE ON production_credit BEGIN
  DELETE FROM production_search WHERE rowid = old.production_key;
  INSERT INTO production_search (rowid, name, other_names) SELECT key, name, other_names FROM production_search_entry WHERE key = old.production_key;
END;

-- Releases with the artists of their credit line ---------------------------------------------------------------------

CREATE VIRTUAL TABLE release_search USING fts5 (
  name, other_names,
  content = '', contentless_delete = 1, tokenize = 'unicode61 remove_diacritics 0', prefix = '1 2 3'
);

CREATE VIRTUAL TABLE release_title_trigram USING fts5 (
  name, content = '', contentless_delete = 1, tokenize = 'trigram case_sensitive 1', detail = 'full'
);

CREATE VIEW release_search_entry (key, name, other_names) AS
SELECT key, title_folded, coalesce((
  SELECT group_concat(a.name_folded, ' ') FROM release_credit AS c JOIN artist AS a ON a.key = c.artist_key
  WHERE c.release_key = "release".key AND c.list = 'artists'
), '')
FROM "release";

CREATE TRIGGER release_search_insert AFTER INSERT ON "release" BEGIN
  INSERT INTO release_search (rowid, name, other_names) VALUES (new.key, new.title_folded, '');
  INSERT INTO release_title_trigram (rowid, name) VALUES (new.key, new.title_folded);
END;

CREATE TRIGGER release_search_update AFTER UPDATE OF title_folded ON "release" WHEN old.title_folded IS NOT new.title_folded BEGIN
  DELETE FROM release_search WHERE rowid = new.key;
  INSERT INTO release_search (rowid, name, other_names) SELECT key, name, other_names FROM release_search_entry WHERE key = new.key;
  DELETE FROM release_title_trigram WHERE rowid = new.key;
  INSERT INTO release_title_trigram (rowid, name) VALUES (new.key, new.title_folded);
END;

CREATE TRIGGER release_search_delete AFTER DELETE ON "release" BEGIN
  DELETE FROM release_search WHERE rowid = old.key;
  DELETE FROM release_title_trigram WHERE rowid = old.key;
END;

CREATE TRIGGER release_credit_search_insert AFTER INSERT ON release_credit WHEN new.list = 'artists' BEGIN
  DELETE FROM release_search WHERE rowid = new.release_key;
  INSERT INTO release_search (rowid, name, other_names) SELECT key, name, other_names FROM release_search_entry WHERE key = new.release_key;
END;

CREATE TRIGGER release_credit_search_update AFTER UPDATE OF artist_key ON release_credit WHEN new.list = 'artists' BEGIN
  DELETE FROM release_search WHERE rowid = new.release_key;
  INSERT INTO release_search (rowid, name, other_names) SELECT key, name, other_names FROM release_search_entry WHERE key = new.release_key;
END;

CREATE TRIGGER release_credit_search_delete AFTER DELETE ON release_credit WHEN old.list = 'artists' BEGIN
  DELETE FROM release_search WHERE rowid = old.release_key;
  INSERT INTO release_search (rowid, name, other_names) SELECT key, name, other_names FROM release_search_entry WHERE key = old.release_key;
END;

-- A renamed artist is found at once by what it made.
CREATE TRIGGER artist_credited_search_update AFTER UPDATE OF name_folded ON artist WHEN old.name_folded IS NOT new.name_folded BEGIN
  DELETE FROM production_search WHERE rowid IN (SELECT production_key FROM production_credit WHERE artist_key = new.key);
  INSERT INTO production_search (rowid, name, other_names)
    SELECT key, name, other_names FROM production_search_entry WHERE key IN (SELECT production_key FROM production_credit WHERE artist_key = new.key);
  DELETE FROM release_search WHERE rowid IN (SELECT release_key FROM release_credit WHERE artist_key = new.key AND list = 'artists');
  INSERT INTO release_search (rowid, name, other_names)
    SELECT key, name, other_names FROM release_search_entry WHERE key IN (SELECT release_key FROM release_credit WHERE artist_key = new.key AND list = 'artists');
END;

-- Recordings and labels ----------------------------------------------------------------------------------------------

CREATE VIRTUAL TABLE production_recording_search USING fts5 (
  name, content = '', contentless_delete = 1, tokenize = 'unicode61 remove_diacritics 0', prefix = '1 2 3'
);

CREATE TRIGGER production_recording_search_insert AFTER INSERT ON production_recording BEGIN
  INSERT INTO production_recording_search (rowid, name) VALUES (new.key, new.title_folded);
END;

CREATE TRIGGER production_recording_search_update AFTER UPDATE OF title_folded ON production_recording WHEN old.title_folded IS NOT new.title_folded BEGIN
  DELETE FROM production_recording_search WHERE rowid = new.key;
  INSERT INTO production_recording_search (rowid, name) VALUES (new.key, new.title_folded);
END;

CREATE TRIGGER production_recording_search_delete AFTER DELETE ON production_recording BEGIN
  DELETE FROM production_recording_search WHERE rowid = old.key;
END;

CREATE VIRTUAL TABLE label_search USING fts5 (
  name, content = '', contentless_delete = 1, tokenize = 'unicode61 remove_diacritics 0', prefix = '1 2 3'
);

CREATE TRIGGER label_search_insert AFTER INSERT ON label BEGIN
  INSERT INTO label_search (rowid, name) VALUES (new.key, new.name_folded);
END;

CREATE TRIGGER label_search_update AFTER UPDATE OF name_folded ON label WHEN old.name_folded IS NOT new.name_folded BEGIN
  DELETE FROM label_search WHERE rowid = new.key;
  INSERT INTO label_search (rowid, name) VALUES (new.key, new.name_folded);
END;

CREATE TRIGGER label_search_delete AFTER DELETE ON label BEGIN
  DELETE FROM label_search WHERE rowid = old.key;
END;

-- What is there already.
INSERT INTO production_search (rowid, name, other_names) SELECT key, name, other_names FROM production_search_entry;
INSERT INTO production_title_trigram (rowid, name) SELECT key, title_folded FROM production;
INSERT INTO release_search (rowid, name, other_names) SELECT key, name, other_names FROM release_search_entry;
INSERT INTO release_title_trigram (rowid, name) SELECT key, title_folded FROM "release";
INSERT INTO production_recording_search (rowid, name) SELECT key, title_folded FROM production_recording;
INSERT INTO label_search (rowid, name) SELECT key, name_folded FROM label;

-- The words of each index, from which a misspelt one is set right.
CREATE VIRTUAL TABLE artist_search_word USING fts5vocab (artist_search, row);
CREATE VIRTUAL TABLE production_search_word USING fts5vocab (production_search, row);
CREATE VIRTUAL TABLE release_search_word USING fts5vocab (release_search, row);
CREATE VIRTUAL TABLE production_recording_search_word USING fts5vocab (production_recording_search, row);
CREATE VIRTUAL TABLE label_search_word USING fts5vocab (label_search, row);
