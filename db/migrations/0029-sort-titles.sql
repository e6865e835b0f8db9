-- Titles as lists file them: without articles and leading punctuation, numbers by value.
ALTER TABLE production ADD COLUMN sort_title TEXT;

ALTER TABLE production ADD COLUMN sort_title_folded TEXT;

-- The original language, an ISO 639 code.
ALTER TABLE production ADD COLUMN language TEXT;

ALTER TABLE production ADD COLUMN sorted_title TEXT NOT NULL DEFAULT '';

ALTER TABLE "release" ADD COLUMN sort_title TEXT;

ALTER TABLE "release" ADD COLUMN sort_title_folded TEXT;

-- Of the title.
ALTER TABLE "release" ADD COLUMN language TEXT;

ALTER TABLE "release" ADD COLUMN sorted_title TEXT NOT NULL DEFAULT '';

ALTER TABLE album ADD COLUMN sort_title TEXT;

ALTER TABLE album ADD COLUMN sort_title_folded TEXT;

ALTER TABLE album ADD COLUMN sorted_title TEXT NOT NULL DEFAULT '';

-- The language of a production, else that of most films from its country. Countries with several languages are left out.
CREATE VIEW production_language (production_key, language) AS
SELECT key, coalesce(language, CASE
  WHEN country IN ('DE', 'AT', 'DD') THEN 'de' WHEN country = 'FR' THEN 'fr' WHEN country = 'IT' THEN 'it'
  WHEN country IN ('ES', 'MX', 'AR') THEN 'es' WHEN country IN ('PT', 'BR') THEN 'pt' WHEN country = 'NL' THEN 'nl'
  WHEN country = 'SE' THEN 'sv' WHEN country = 'DK' THEN 'da' WHEN country = 'NO' THEN 'no' WHEN country = 'HU' THEN 'hu' END)
FROM production;

-- Languages of the title and of the first film, between blanks. An album has those of its editions of the same title.
CREATE VIEW title_language (resource_type, key, title, title_folded, sort_title_folded, languages) AS
SELECT 'Production', key, title, title_folded, sort_title_folded,
  (SELECT ' ' || l.language || ' ' FROM production_language AS l WHERE l.production_key = production.key)
FROM production
UNION ALL
SELECT 'Release', key, title, title_folded, sort_title_folded, concat(' ', language, ' ', (
  SELECT l.language FROM production_entry AS e JOIN production_language AS l USING (production_key)
  WHERE e.release_key = "release".key ORDER BY e.position, e.production_key LIMIT 1
), ' ')
FROM "release"
UNION ALL
SELECT 'Album', key, title, title_folded, sort_title_folded, concat(' ', (
  SELECT group_concat(r.language, ' ') FROM "release" AS r WHERE r.album_key = album.key AND r.title_folded = album.title_folded
), ' ', (
  SELECT l.language FROM "release" AS r JOIN production_entry AS e ON e.release_key = r.key JOIN production_language AS l USING (production_key)
  WHERE r.album_key = album.key ORDER BY e.position, r.release_day, r.id, e.production_key LIMIT 1
), ' ')
FROM album;

-- Articles are compared with the title after quotation marks, in which "À" is no "A". In "A & B" and "A - Z" there is none.
CREATE VIEW title_without_article (resource_type, key, text) AS
SELECT resource_type, key, coalesce(sort_title_folded, (
  WITH first (word) AS MATERIALIZED (
    SELECT CASE
      WHEN substr(title, 2, 1) IN ('''', '’') THEN lower(substr(title, 1, 1)) || ''''
      WHEN substr(title, 3, 1) IN ('''', '’') THEN lower(substr(title, 1, 2)) || ''''
      ELSE lower(substr(title, 1, instr(title, ' ')))
    END
  )
  SELECT substr(title_folded, length(word) + 1) FROM first
  WHERE length(word) BETWEEN 2 AND 5 AND substr(title, length(word) + 1, 1) NOT IN ('-', '&', '+', '/', '.', ',', ':', ';', '=', '–', '—')
    AND instr((WITH spoken (language) AS MATERIALIZED (SELECT languages) SELECT concat(' the a an ',
        iif(instr(language, ' de '), 'der die das ein eine ', ''),
        iif(instr(language, ' fr '), 'le la les l'' un une ', ''),
        iif(instr(language, ' it '), 'il lo la gli i le l'' un uno una un'' ', ''),
        iif(instr(language, ' es '), 'el la los las lo un una ', ''),
        iif(instr(language, ' pt '), 'o a os as um uma ', ''),
        iif(instr(language, ' ca '), 'el la els les l'' un una ', ''),
        iif(instr(language, ' nl '), 'de het een ''t ', ''),
        iif(instr(language, ' sv '), 'den det de en ett ', ''),
        iif(instr(language, ' da ') OR instr(language, ' no ') OR instr(language, ' nb ') OR instr(language, ' nn '), 'den det de en et ', ''),
        iif(instr(language, ' hu '), 'az egy ', '')
      ) FROM spoken), ' ' || word)
), title_folded)
FROM (
  SELECT resource_type, key, ltrim(replace(title, char(160), ' '), '"“”„‘‚«»‹› ') AS title,
    ltrim(title_folded, '"“”„‘‚«»‹› ') AS title_folded, sort_title_folded, languages
  FROM title_language
);

-- The key of an order. Apostrophes and dashes are alike. Numbers are preceded by their length ("9" is "19", "10" is "210"); fractions are separated ("8½"). The text is split
-- at numbers by a character that no text has, and every second part is a number.
CREATE VIEW sorted_title (resource_type, key, text) AS
SELECT resource_type, key, (
  WITH plain (text) AS MATERIALIZED (
    SELECT replace(replace(replace(replace(replace(text, '’', ''''), '‘', ''''), '–', '-'), '—', '-'), '‐', '-')
  ), bare (text) AS MATERIALIZED (
    SELECT coalesce(nullif(ltrim(text, ' !"#$%&''()*+,-./:;<=>?@[\]^_`{|}~¡¿«»‹›“”„‘’‚…–—'), ''), text) FROM plain
  ), numbered (text, mark) AS MATERIALIZED (
    SELECT replace(replace(replace(replace(replace(text, '1⁄2', ' 1⁄2'), '1⁄4', ' 1⁄4'), '3⁄4', ' 3⁄4'), ',000', '000'), '.000', '000'),
      char(64976)
    FROM bare WHERE text GLOB '*[0-9]*'
  ), part (key, text, value) AS (
    SELECT part.key, part.value, iif(part.key % 2, ltrim(part.value, '0'), NULL) FROM numbered, json_each('[' || replace(json_quote(replace(
      replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(text,
        '0', mark || '0' || mark), '1', mark || '1' || mark), '2', mark || '2' || mark), '3', mark || '3' || mark), '4', mark || '4' || mark),
        '5', mark || '5' || mark), '6', mark || '6' || mark), '7', mark || '7' || mark), '8', mark || '8' || mark), '9', mark || '9' || mark),
      mark || mark, '')), mark, '","') || ']') AS part
  )
  SELECT coalesce((
    SELECT group_concat(
      iif(value IS NULL, text, min(length(value), 9) || iif(length(value) < 9, '', printf('%03d', length(value))) || value), '' ORDER BY key
    ) FROM part
  ), text) FROM bare
)
FROM title_without_article;

-- Inserting a record computes its key again.
CREATE VIEW sorted_title_use (resource_type, key) AS SELECT resource_type, key FROM sorted_title;

CREATE TRIGGER sorted_title_used INSTEAD OF INSERT ON sorted_title_use BEGIN
  UPDATE production SET sorted_title = sorted.text FROM sorted_title AS sorted
    WHERE new.resource_type = 'Production' AND production.key = new.key
      AND sorted.resource_type = 'Production' AND sorted.key = new.key AND production.sorted_title <> sorted.text;
  UPDATE "release" SET sorted_title = sorted.text FROM sorted_title AS sorted
    WHERE new.resource_type = 'Release' AND "release".key = new.key
      AND sorted.resource_type = 'Release' AND sorted.key = new.key AND "release".sorted_title <> sorted.text;
  UPDATE album SET sorted_title = sorted.text FROM sorted_title AS sorted
    WHERE new.resource_type = 'Album' AND album.key = new.key
      AND sorted.resource_type = 'Album' AND sorted.key = new.key AND album.sorted_title <> sorted.text;
END;

-- A first load defers these, and computes all keys at its end.
CREATE TRIGGER production_sorted_insert AFTER INSERT ON production BEGIN
  INSERT INTO sorted_title_use VALUES ('Production', new.key);
END;

CREATE TRIGGER album_sorted_insert AFTER INSERT ON album BEGIN
  INSERT INTO sorted_title_use VALUES ('Album', new.key);
END;

CREATE TRIGGER release_sorted_insert AFTER INSERT ON "release" BEGIN
  INSERT INTO sorted_title_use VALUES ('Release', new.key), ('Album', new.album_key);
END;

CREATE TRIGGER production_sorted_update AFTER UPDATE OF title, title_folded, sort_title_folded, language, country ON production
WHEN old.title <> new.title OR old.title_folded <> new.title_folded OR old.sort_title_folded IS NOT new.sort_title_folded
  OR old.language IS NOT new.language OR old.country IS NOT new.country BEGIN
  INSERT INTO sorted_title_use VALUES ('Production', new.key);
  INSERT INTO sorted_title_use SELECT 'Release', release_key FROM production_entry WHERE production_key = new.key
    AND (old.language IS NOT new.language OR old.country IS NOT new.country);
  INSERT INTO sorted_title_use SELECT DISTINCT 'Album', r.album_key FROM production_entry AS e JOIN "release" AS r ON r.key = e.release_key
    WHERE e.production_key = new.key AND r.album_key IS NOT NULL AND (old.language IS NOT new.language OR old.country IS NOT new.country);
END;

CREATE TRIGGER album_sorted_update AFTER UPDATE OF title, title_folded, sort_title_folded ON album
WHEN old.title <> new.title OR old.title_folded <> new.title_folded OR old.sort_title_folded IS NOT new.sort_title_folded BEGIN
  INSERT INTO sorted_title_use VALUES ('Album', new.key);
END;

CREATE TRIGGER release_sorted_update AFTER UPDATE OF title, title_folded, sort_title_folded, language, album_key ON "release"
WHEN old.title <> new.title OR old.title_folded <> new.title_folded OR old.sort_title_folded IS NOT new.sort_title_folded
  OR old.language IS NOT new.language OR old.album_key IS NOT new.album_key BEGIN
  INSERT INTO sorted_title_use VALUES ('Release', new.key), ('Album', old.album_key), ('Album', new.album_key);
END;

CREATE TRIGGER release_sorted_delete AFTER DELETE ON "release" WHEN old.album_key IS NOT NULL BEGIN
  INSERT INTO sorted_title_use VALUES ('Album', old.album_key);
END;

CREATE TRIGGER production_entry_sorted_insert AFTER INSERT ON production_entry BEGIN
  INSERT INTO sorted_title_use VALUES ('Release', new.release_key), ('Album', (SELECT album_key FROM "release" WHERE key = new.release_key));
END;

CREATE TRIGGER production_entry_sorted_update AFTER UPDATE OF release_key, production_key, position ON production_entry BEGIN
  INSERT INTO sorted_title_use VALUES ('Release', old.release_key), ('Album', (SELECT album_key FROM "release" WHERE key = old.release_key)),
    ('Release', new.release_key), ('Album', (SELECT album_key FROM "release" WHERE key = new.release_key));
END;

CREATE TRIGGER production_entry_sorted_delete AFTER DELETE ON production_entry BEGIN
  INSERT INTO sorted_title_use VALUES ('Release', old.release_key), ('Album', (SELECT album_key FROM "release" WHERE key = old.release_key));
END;

UPDATE production SET sorted_title = (SELECT text FROM sorted_title WHERE resource_type = 'Production' AND key = production.key);

UPDATE "release" SET sorted_title = (SELECT text FROM sorted_title WHERE resource_type = 'Release' AND key = "release".key);

UPDATE album SET sorted_title = (SELECT text FROM sorted_title WHERE resource_type = 'Album' AND key = album.key);

CREATE INDEX production_by_sorted_title ON production (sorted_title, id);

CREATE INDEX release_by_sorted_title ON "release" (sorted_title, id);

CREATE INDEX album_by_sorted_title ON album (sorted_title, id);

-- Tags as the search of a collection compares them, without accents; those of other letters follow with the next change of a copy.
ALTER TABLE collection_item ADD COLUMN tags_searched TEXT;

UPDATE collection_item SET tags_searched = (
  SELECT replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(
    replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(group_concat(value, ' '),
    'à', 'a'), 'á', 'a'), 'â', 'a'), 'ã', 'a'), 'ä', 'a'), 'å', 'a'), 'ç', 'c'),
    'è', 'e'), 'é', 'e'), 'ê', 'e'), 'ë', 'e'), 'ì', 'i'), 'í', 'i'), 'î', 'i'), 'ï', 'i'), 'ñ', 'n'),
    'ò', 'o'), 'ó', 'o'), 'ô', 'o'), 'õ', 'o'), 'ö', 'o'), 'ù', 'u'), 'ú', 'u'), 'û', 'u'), 'ü', 'u'), 'ý', 'y'), 'ÿ', 'y')
  FROM json_each(tags_folded)
) WHERE tags <> '[]';
