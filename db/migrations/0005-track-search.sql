-- Tracks found by their titles. Parts of compound tracks are no records of their own.
CREATE VIRTUAL TABLE release_track_search USING fts5 (
  name, content = '', contentless_delete = 1, tokenize = 'unicode61 remove_diacritics 0', prefix = '1 2 3'
);

CREATE VIRTUAL TABLE release_track_search_word USING fts5vocab (release_track_search, row);

INSERT INTO release_track_search (rowid, name) SELECT key, title_folded FROM release_track WHERE parent_key IS NULL;

CREATE TRIGGER release_track_search_insert AFTER INSERT ON release_track WHEN new.parent_key IS NULL BEGIN
  INSERT INTO release_track_search (rowid, name) VALUES (new.key, new.title_folded);
END;

CREATE TRIGGER release_track_search_update AFTER UPDATE OF title_folded, parent_key ON release_track WHEN old.title_folded IS NOT new.title_folded OR old.parent_key IS NOT new.parent_key BEGIN
  DELETE FROM release_track_search WHERE rowid = new.key;
  INSERT INTO release_track_search (rowid, name) SELECT new.key, new.title_folded WHERE new.parent_key IS NULL;
END;

CREATE TRIGGER release_track_search_delete AFTER DELETE ON release_track WHEN old.parent_key IS NULL BEGIN
  DELETE FROM release_track_search WHERE rowid = old.key;
END;
