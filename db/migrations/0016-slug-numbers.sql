-- Numbering a slug, and telling artists of one name apart, costs the same however many there are.

-- Of slugs that several records would have: the first number that may be free. All below are taken, or were.
CREATE TABLE slug_number (
  resource_type TEXT NOT NULL,
  slug TEXT NOT NULL CHECK (slug <> ''),
  next INTEGER NOT NULL CHECK (next >= 2),
  PRIMARY KEY (resource_type, slug)
) STRICT, WITHOUT ROWID;

-- What an artist is shown as depends on whether there is another one of the name, and not on how many: where there are
-- three, all but the one that comes are shown as they were. So it is enough to look at the first few of a name.

DROP TRIGGER artist_display_name_insert;
DROP TRIGGER artist_display_name_update;
DROP TRIGGER artist_display_name_delete;

CREATE TRIGGER artist_display_name_insert AFTER INSERT ON artist BEGIN
  UPDATE artist SET display_name = shown.display_name FROM artist_display AS shown
    WHERE artist.key IN (SELECT new.key UNION ALL SELECT key FROM (SELECT key FROM artist WHERE name_folded = new.name_folded LIMIT 3))
      AND shown.key = artist.key AND artist.display_name <> shown.display_name;
END;

CREATE TRIGGER artist_display_name_update AFTER UPDATE OF name, name_folded, disambiguation, begin_date, country, artist_type ON artist BEGIN
  UPDATE artist SET display_name = shown.display_name FROM artist_display AS shown
    WHERE artist.key IN (
        SELECT new.key
        UNION ALL SELECT key FROM (SELECT key FROM artist WHERE name_folded = new.name_folded LIMIT 3)
        UNION ALL SELECT key FROM (SELECT key FROM artist WHERE name_folded = old.name_folded LIMIT 3))
      AND shown.key = artist.key AND artist.display_name <> shown.display_name;
END;

CREATE TRIGGER artist_display_name_delete AFTER DELETE ON artist BEGIN
  UPDATE artist SET display_name = shown.display_name FROM artist_display AS shown
    WHERE artist.key IN (SELECT key FROM artist WHERE name_folded = old.name_folded LIMIT 3)
      AND shown.key = artist.key AND artist.display_name <> shown.display_name;
END;
