-- Releases found by the artist as printed, where none is linked. SQL folds common letters only; the next change of a credit line folds all.
ALTER TABLE "release" ADD COLUMN artist_credit_folded TEXT;

UPDATE "release" SET artist_credit_folded = replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(lower(artist_credit), 'à', 'a'), 'á', 'a'), 'â', 'a'), 'ã', 'a'), 'ä', 'a'), 'å', 'a'), 'À', 'a'), 'Á', 'a'), 'Â', 'a'), 'Ã', 'a'), 'Ä', 'a'), 'Å', 'a'), 'è', 'e'), 'é', 'e'), 'ê', 'e'), 'ë', 'e'), 'È', 'e'), 'É', 'e'), 'Ê', 'e'), 'Ë', 'e'), 'ì', 'i'), 'í', 'i'), 'î', 'i'), 'ï', 'i'), 'Ì', 'i'), 'Í', 'i'), 'Î', 'i'), 'Ï', 'i'), 'ò', 'o'), 'ó', 'o'), 'ô', 'o'), 'õ', 'o'), 'ö', 'o'), 'ø', 'o'), 'Ò', 'o'), 'Ó', 'o'), 'Ô', 'o'), 'Õ', 'o'), 'Ö', 'o'), 'Ø', 'o'), 'ù', 'u'), 'ú', 'u'), 'û', 'u'), 'ü', 'u'), 'Ù', 'u'), 'Ú', 'u'), 'Û', 'u'), 'Ü', 'u'), 'ç', 'c'), 'Ç', 'c'), 'ñ', 'n'), 'Ñ', 'n')
WHERE artist_credit IS NOT NULL;

DROP VIEW release_search_entry;

CREATE VIEW release_search_entry (key, name, other_names) AS
SELECT key, title_folded, coalesce((
  SELECT group_concat(a.name_folded, ' ') FROM release_credit AS c JOIN artist AS a ON a.key = c.artist_key
  WHERE c.release_key = "release".key AND c.list = 'artists'
), artist_credit_folded, '') || coalesce((
  SELECT ' ' || group_concat(coalesce(l.name_folded, '') || ' ' || lower(coalesce(x.catalog_number, '')), ' ')
  FROM release_label AS x LEFT JOIN label AS l ON l.key = x.label_key WHERE x.release_key = "release".key
), '') || coalesce((
  SELECT ' ' || group_concat(s.name_folded || ' ' || lower(coalesce(s.number, '')), ' ') FROM release_series AS s WHERE s.release_key = "release".key
), '') || coalesce((SELECT ' ' || name_folded FROM label_series WHERE key = label_series_key), '')
FROM "release" WHERE unreviewed_by IS NULL;

DROP TRIGGER release_search_insert;

CREATE TRIGGER release_search_insert AFTER INSERT ON "release" WHEN new.unreviewed_by IS NULL BEGIN
  INSERT INTO release_search (rowid, name, other_names) VALUES (new.key, new.title_folded, coalesce(new.artist_credit_folded, ''));
  INSERT INTO release_title_trigram (rowid, name) VALUES (new.key, new.title_folded);
END;

DROP TRIGGER release_search_update;

CREATE TRIGGER release_search_update AFTER UPDATE OF title_folded, artist_credit_folded, unreviewed_by, label_series_key ON "release"
WHEN new.unreviewed_by IS NULL AND (
  old.title_folded IS NOT new.title_folded OR old.artist_credit_folded IS NOT new.artist_credit_folded OR old.unreviewed_by IS NOT NULL
    OR old.label_series_key IS NOT new.label_series_key
) BEGIN
  DELETE FROM release_search WHERE rowid = new.key;
  INSERT INTO release_search (rowid, name, other_names) SELECT key, name, other_names FROM release_search_entry WHERE key = new.key;
  DELETE FROM release_title_trigram WHERE rowid = new.key;
  INSERT INTO release_title_trigram (rowid, name) VALUES (new.key, new.title_folded);
END;

DELETE FROM release_search WHERE rowid IN (
  SELECT key FROM "release" WHERE artist_credit_folded IS NOT NULL AND unreviewed_by IS NULL
    AND NOT EXISTS (SELECT 1 FROM release_credit WHERE release_key = "release".key AND list = 'artists')
);

INSERT INTO release_search (rowid, name, other_names)
SELECT key, name, other_names FROM release_search_entry WHERE key IN (
  SELECT key FROM "release" WHERE artist_credit_folded IS NOT NULL AND unreviewed_by IS NULL
    AND NOT EXISTS (SELECT 1 FROM release_credit WHERE release_key = "release".key AND list = 'artists')
);
