-- Names of artists as lists are ordered by them: null where that is the name.
ALTER TABLE artist ADD COLUMN sort_name TEXT;

ALTER TABLE artist ADD COLUMN sort_name_folded TEXT;

ALTER TABLE artist ADD COLUMN sorted_name TEXT GENERATED ALWAYS AS (coalesce(sort_name_folded, name_folded)) VIRTUAL;

CREATE INDEX artist_by_sorted_name ON artist (sorted_name, id);
