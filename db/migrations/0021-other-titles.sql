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
