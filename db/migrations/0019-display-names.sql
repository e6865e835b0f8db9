-- Display names that no two artists share. An artist with the name of another shows its disambiguation, else its begin year, country
-- or type. Where artists would show alike, each shows the first of these that no other of its name has, otherwise several of them,
-- otherwise also a number.
DROP TRIGGER artist_display_name_insert;
DROP TRIGGER artist_display_name_update;
DROP TRIGGER artist_display_name_delete;
DROP VIEW artist_display;

-- Inserting a name tells its artists apart. More than a hundred are too many to compare each time: `key` then shows the end of its
-- UUID, and the others stay as they are.
CREATE VIEW artist_name_use (name_folded, key) AS SELECT name_folded, key FROM artist;

CREATE TRIGGER artist_name_used INSTEAD OF INSERT ON artist_name_use BEGIN
  UPDATE artist SET display_name = name
    WHERE name_folded = new.name_folded AND display_name <> name
      AND (SELECT count(*) FROM (SELECT 1 FROM artist WHERE name_folded = new.name_folded LIMIT 2)) = 1;
  UPDATE artist SET display_name = distinct_name.display_name
  FROM (
    SELECT key, name || ' (' || label
        || iif(count(*) OVER (PARTITION BY lower(label)) > 1, ' #' || row_number() OVER (PARTITION BY lower(label) ORDER BY key), '')
        || ')' AS display_name
    FROM (
      SELECT key, name, CASE
          WHEN count(*) OVER (PARTITION BY lower(first)) = 1 AND first NOT GLOB '*#[0-9]*' THEN first
          WHEN begin_year IS NOT NULL AND count(*) OVER (PARTITION BY begin_year) = 1 THEN begin_year
          WHEN country IS NOT NULL AND count(*) OVER (PARTITION BY country) = 1 THEN country
          WHEN count(*) OVER (PARTITION BY artist_type) = 1 THEN artist_type
          WHEN disambiguation <> '' AND begin_year IS NOT NULL
            AND count(*) OVER (PARTITION BY lower(disambiguation), begin_year) = 1 THEN disambiguation || ', ' || begin_year
          WHEN country IS NOT NULL AND count(*) OVER (PARTITION BY lower(disambiguation), begin_year, country) = 1
            THEN concat_ws(', ', nullif(disambiguation, ''), begin_year, country)
          ELSE concat_ws(', ', nullif(disambiguation, ''), begin_year, country, artist_type)
        END AS label
      FROM (
        SELECT *, substr(begin_date, 1, 4) AS begin_year,
          coalesce(nullif(disambiguation, ''), substr(begin_date, 1, 4), country, artist_type) AS first
        FROM artist
        WHERE name_folded = new.name_folded
          AND (SELECT count(*) FROM (SELECT 1 FROM artist WHERE name_folded = new.name_folded LIMIT 101)) BETWEEN 2 AND 100
      )
    )
  ) AS distinct_name
  WHERE distinct_name.key = artist.key AND artist.display_name <> distinct_name.display_name;
  UPDATE artist SET display_name = name || ' (' || concat_ws(', ', nullif(disambiguation, ''), substr(id, 25)) || ')'
    WHERE key = new.key AND (SELECT count(*) FROM (SELECT 1 FROM artist WHERE name_folded = new.name_folded LIMIT 101)) = 101;
END;

-- Most names are new: of these, nothing else is read.
CREATE TRIGGER artist_display_name_insert AFTER INSERT ON artist BEGIN
  UPDATE artist SET display_name = new.name
    WHERE key = new.key AND NOT EXISTS (SELECT 1 FROM artist AS other WHERE other.name_folded = new.name_folded AND other.key <> new.key);
  INSERT INTO artist_name_use (name_folded, key)
    SELECT new.name_folded, new.key FROM artist WHERE name_folded = new.name_folded AND key <> new.key LIMIT 1;
END;

CREATE TRIGGER artist_display_name_update AFTER UPDATE OF name, name_folded, disambiguation, begin_date, country, artist_type ON artist BEGIN
  INSERT INTO artist_name_use (name_folded, key) VALUES (new.name_folded, new.key);
  INSERT INTO artist_name_use (name_folded) SELECT old.name_folded WHERE old.name_folded <> new.name_folded;
END;

CREATE TRIGGER artist_display_name_delete AFTER DELETE ON artist BEGIN
  INSERT INTO artist_name_use (name_folded) VALUES (old.name_folded);
END;

INSERT INTO artist_name_use (name_folded, key)
SELECT name_folded, key FROM (
  SELECT name_folded, key, count(*) OVER (PARTITION BY name_folded) AS artists, row_number() OVER (PARTITION BY name_folded) AS number FROM artist
)
WHERE artists > 1 AND (number = 1 OR artists > 100);
