-- What lists are browsed by: filters that had no index, and the orders of what is new and of birthdays.

-- The year a life or a label began in, and the day on which a person who is no character has their birthday.
ALTER TABLE artist ADD COLUMN begin_year INTEGER GENERATED ALWAYS AS (CAST(substr(begin_date, 1, 4) AS INTEGER)) VIRTUAL;
ALTER TABLE artist ADD COLUMN birthday TEXT GENERATED ALWAYS AS (
  CASE WHEN length(begin_date) = 10 AND artist_type = 'person' AND fictional = 0 THEN substr(begin_date, 6) END
) VIRTUAL;
ALTER TABLE label ADD COLUMN begin_year INTEGER GENERATED ALWAYS AS (CAST(substr(begin_date, 1, 4) AS INTEGER)) VIRTUAL;

CREATE INDEX artist_by_begin_year ON artist (begin_year, id);
CREATE INDEX artist_by_birthday ON artist (birthday, id);
CREATE INDEX label_by_begin_year ON label (begin_year, id);
CREATE INDEX label_by_country ON label (country, id);
CREATE INDEX production_by_created_at ON production (created_at, id);
CREATE INDEX release_by_created_at ON "release" (created_at, id);
CREATE INDEX release_by_country ON "release" (country, id);
CREATE INDEX release_format_by_type ON release_format (format_type, release_key);

-- Who was credited with a role is read from the index alone.
DROP INDEX production_credit_by_role;
DROP INDEX production_recording_credit_by_role;
DROP INDEX release_credit_by_role;
DROP INDEX release_recording_credit_by_role;
DROP INDEX release_track_credit_by_role;
CREATE INDEX production_credit_by_role ON production_credit (role_key, artist_key);
CREATE INDEX production_recording_credit_by_role ON production_recording_credit (role_key, artist_key);
CREATE INDEX release_credit_by_role ON release_credit (role_key, artist_key);
CREATE INDEX release_recording_credit_by_role ON release_recording_credit (role_key, artist_key);
CREATE INDEX release_track_credit_by_role ON release_track_credit (role_key, artist_key);

-- What an artist was credited with, role by role, likewise.
DROP INDEX production_credit_by_artist;
DROP INDEX production_recording_credit_by_artist;
DROP INDEX release_credit_by_artist;
DROP INDEX release_recording_credit_by_artist;
DROP INDEX release_track_credit_by_artist;
CREATE INDEX production_credit_by_artist ON production_credit (artist_key, role_key);
CREATE INDEX production_recording_credit_by_artist ON production_recording_credit (artist_key, role_key);
CREATE INDEX release_credit_by_artist ON release_credit (artist_key, role_key);
CREATE INDEX release_recording_credit_by_artist ON release_recording_credit (artist_key, role_key);
CREATE INDEX release_track_credit_by_artist ON release_track_credit (artist_key, role_key);
