-- What a track is of its music, where a source says so.
CREATE TABLE release_track_version (
  release_track_key INTEGER NOT NULL REFERENCES release_track ON DELETE CASCADE,
  position INTEGER NOT NULL CHECK (position > 0),
  version TEXT NOT NULL CHECK (version IN ('film_version', 'album_version', 'alternate', 'previously_unreleased')),
  PRIMARY KEY (release_track_key, position),
  UNIQUE (release_track_key, version)
) STRICT, WITHOUT ROWID;

CREATE INDEX release_track_version_by_version ON release_track_version (version, release_track_key);
