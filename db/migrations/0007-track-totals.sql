-- How many tracks a release has and how long they are is read from this index alone.

DROP INDEX release_track_by_any_format;
CREATE INDEX release_track_by_any_format ON release_track (release_format_key, parent_key, duration_seconds);
