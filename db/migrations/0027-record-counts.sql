-- How many records of each kind there are, parts of records left out.
CREATE TABLE record_count (
  resource_type TEXT PRIMARY KEY,
  records INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TRIGGER artist_role_counted AFTER INSERT ON artist_role BEGIN
  UPDATE record_count SET records = records + 1 WHERE resource_type = 'ArtistRole';
END;

INSERT OR REPLACE INTO record_count (resource_type, records) VALUES ('ArtistRole', (SELECT count(*) FROM "artist_role"));

CREATE TRIGGER artist_role_uncounted AFTER DELETE ON artist_role BEGIN
  UPDATE record_count SET records = records - 1 WHERE resource_type = 'ArtistRole';
END;

CREATE TRIGGER packaging_type_counted AFTER INSERT ON packaging_type BEGIN
  UPDATE record_count SET records = records + 1 WHERE resource_type = 'PackagingType';
END;

INSERT OR REPLACE INTO record_count (resource_type, records) VALUES ('PackagingType', (SELECT count(*) FROM "packaging_type"));

CREATE TRIGGER packaging_type_uncounted AFTER DELETE ON packaging_type BEGIN
  UPDATE record_count SET records = records - 1 WHERE resource_type = 'PackagingType';
END;

CREATE TRIGGER artist_counted AFTER INSERT ON artist BEGIN
  UPDATE record_count SET records = records + 1 WHERE resource_type = 'Artist';
END;

INSERT OR REPLACE INTO record_count (resource_type, records) VALUES ('Artist', (SELECT count(*) FROM "artist"));

CREATE TRIGGER artist_uncounted AFTER DELETE ON artist BEGIN
  UPDATE record_count SET records = records - 1 WHERE resource_type = 'Artist';
END;

CREATE TRIGGER artist_alias_counted AFTER INSERT ON artist_alias BEGIN
  UPDATE record_count SET records = records + 1 WHERE resource_type = 'ArtistAlias';
END;

INSERT OR REPLACE INTO record_count (resource_type, records) VALUES ('ArtistAlias', (SELECT count(*) FROM "artist_alias"));

CREATE TRIGGER artist_alias_uncounted AFTER DELETE ON artist_alias BEGIN
  UPDATE record_count SET records = records - 1 WHERE resource_type = 'ArtistAlias';
END;

CREATE TRIGGER artist_group_member_counted AFTER INSERT ON artist_group_member BEGIN
  UPDATE record_count SET records = records + 1 WHERE resource_type = 'ArtistGroupMember';
END;

INSERT OR REPLACE INTO record_count (resource_type, records) VALUES ('ArtistGroupMember', (SELECT count(*) FROM "artist_group_member"));

CREATE TRIGGER artist_group_member_uncounted AFTER DELETE ON artist_group_member BEGIN
  UPDATE record_count SET records = records - 1 WHERE resource_type = 'ArtistGroupMember';
END;

CREATE TRIGGER artist_external_link_counted AFTER INSERT ON artist_external_link BEGIN
  UPDATE record_count SET records = records + 1 WHERE resource_type = 'ArtistExternalLink';
END;

INSERT OR REPLACE INTO record_count (resource_type, records) VALUES ('ArtistExternalLink', (SELECT count(*) FROM "artist_external_link"));

CREATE TRIGGER artist_external_link_uncounted AFTER DELETE ON artist_external_link BEGIN
  UPDATE record_count SET records = records - 1 WHERE resource_type = 'ArtistExternalLink';
END;

CREATE TRIGGER label_counted AFTER INSERT ON label BEGIN
  UPDATE record_count SET records = records + 1 WHERE resource_type = 'Label';
END;

INSERT OR REPLACE INTO record_count (resource_type, records) VALUES ('Label', (SELECT count(*) FROM "label"));

CREATE TRIGGER label_uncounted AFTER DELETE ON label BEGIN
  UPDATE record_count SET records = records - 1 WHERE resource_type = 'Label';
END;

CREATE TRIGGER label_series_counted AFTER INSERT ON label_series BEGIN
  UPDATE record_count SET records = records + 1 WHERE resource_type = 'LabelSeries';
END;

INSERT OR REPLACE INTO record_count (resource_type, records) VALUES ('LabelSeries', (SELECT count(*) FROM "label_series"));

CREATE TRIGGER label_series_uncounted AFTER DELETE ON label_series BEGIN
  UPDATE record_count SET records = records - 1 WHERE resource_type = 'LabelSeries';
END;

CREATE TRIGGER organization_counted AFTER INSERT ON organization BEGIN
  UPDATE record_count SET records = records + 1 WHERE resource_type = 'Organization';
END;

INSERT OR REPLACE INTO record_count (resource_type, records) VALUES ('Organization', (SELECT count(*) FROM "organization"));

CREATE TRIGGER organization_uncounted AFTER DELETE ON organization BEGIN
  UPDATE record_count SET records = records - 1 WHERE resource_type = 'Organization';
END;

CREATE TRIGGER production_counted AFTER INSERT ON production BEGIN
  UPDATE record_count SET records = records + 1 WHERE resource_type = 'Production';
END;

INSERT OR REPLACE INTO record_count (resource_type, records) VALUES ('Production', (SELECT count(*) FROM "production"));

CREATE TRIGGER production_uncounted AFTER DELETE ON production BEGIN
  UPDATE record_count SET records = records - 1 WHERE resource_type = 'Production';
END;

CREATE TRIGGER production_external_link_counted AFTER INSERT ON production_external_link BEGIN
  UPDATE record_count SET records = records + 1 WHERE resource_type = 'ProductionExternalLink';
END;

INSERT OR REPLACE INTO record_count (resource_type, records) VALUES ('ProductionExternalLink', (SELECT count(*) FROM "production_external_link"));

CREATE TRIGGER production_external_link_uncounted AFTER DELETE ON production_external_link BEGIN
  UPDATE record_count SET records = records - 1 WHERE resource_type = 'ProductionExternalLink';
END;

CREATE TRIGGER production_recording_counted AFTER INSERT ON production_recording BEGIN
  UPDATE record_count SET records = records + 1 WHERE resource_type = 'ProductionRecording';
END;

INSERT OR REPLACE INTO record_count (resource_type, records) VALUES ('ProductionRecording', (SELECT count(*) FROM "production_recording"));

CREATE TRIGGER production_recording_uncounted AFTER DELETE ON production_recording BEGIN
  UPDATE record_count SET records = records - 1 WHERE resource_type = 'ProductionRecording';
END;

CREATE TRIGGER portrayal_counted AFTER INSERT ON portrayal BEGIN
  UPDATE record_count SET records = records + 1 WHERE resource_type = 'Portrayal';
END;

INSERT OR REPLACE INTO record_count (resource_type, records) VALUES ('Portrayal', (SELECT count(*) FROM "portrayal"));

CREATE TRIGGER portrayal_uncounted AFTER DELETE ON portrayal BEGIN
  UPDATE record_count SET records = records - 1 WHERE resource_type = 'Portrayal';
END;

CREATE TRIGGER album_counted AFTER INSERT ON album BEGIN
  UPDATE record_count SET records = records + 1 WHERE resource_type = 'Album';
END;

INSERT OR REPLACE INTO record_count (resource_type, records) VALUES ('Album', (SELECT count(*) FROM "album"));

CREATE TRIGGER album_uncounted AFTER DELETE ON album BEGIN
  UPDATE record_count SET records = records - 1 WHERE resource_type = 'Album';
END;

CREATE TRIGGER album_external_link_counted AFTER INSERT ON album_external_link BEGIN
  UPDATE record_count SET records = records + 1 WHERE resource_type = 'AlbumExternalLink';
END;

INSERT OR REPLACE INTO record_count (resource_type, records) VALUES ('AlbumExternalLink', (SELECT count(*) FROM "album_external_link"));

CREATE TRIGGER album_external_link_uncounted AFTER DELETE ON album_external_link BEGIN
  UPDATE record_count SET records = records - 1 WHERE resource_type = 'AlbumExternalLink';
END;

CREATE TRIGGER release_counted AFTER INSERT ON "release" BEGIN
  UPDATE record_count SET records = records + 1 WHERE resource_type = 'Release';
END;

INSERT OR REPLACE INTO record_count (resource_type, records) VALUES ('Release', (SELECT count(*) FROM "release"));

CREATE TRIGGER release_uncounted AFTER DELETE ON "release" BEGIN
  UPDATE record_count SET records = records - 1 WHERE resource_type = 'Release';
END;

CREATE TRIGGER release_external_link_counted AFTER INSERT ON release_external_link BEGIN
  UPDATE record_count SET records = records + 1 WHERE resource_type = 'ReleaseExternalLink';
END;

INSERT OR REPLACE INTO record_count (resource_type, records) VALUES ('ReleaseExternalLink', (SELECT count(*) FROM "release_external_link"));

CREATE TRIGGER release_external_link_uncounted AFTER DELETE ON release_external_link BEGIN
  UPDATE record_count SET records = records - 1 WHERE resource_type = 'ReleaseExternalLink';
END;

CREATE TRIGGER production_entry_counted AFTER INSERT ON production_entry BEGIN
  UPDATE record_count SET records = records + 1 WHERE resource_type = 'ProductionEntry';
END;

INSERT OR REPLACE INTO record_count (resource_type, records) VALUES ('ProductionEntry', (SELECT count(*) FROM "production_entry"));

CREATE TRIGGER production_entry_uncounted AFTER DELETE ON production_entry BEGIN
  UPDATE record_count SET records = records - 1 WHERE resource_type = 'ProductionEntry';
END;

CREATE TRIGGER release_format_counted AFTER INSERT ON release_format BEGIN
  UPDATE record_count SET records = records + 1 WHERE resource_type = 'ReleaseFormat';
END;

INSERT OR REPLACE INTO record_count (resource_type, records) VALUES ('ReleaseFormat', (SELECT count(*) FROM "release_format"));

CREATE TRIGGER release_format_uncounted AFTER DELETE ON release_format BEGIN
  UPDATE record_count SET records = records - 1 WHERE resource_type = 'ReleaseFormat';
END;

CREATE TRIGGER release_recording_counted AFTER INSERT ON release_recording BEGIN
  UPDATE record_count SET records = records + 1 WHERE resource_type = 'ReleaseRecording';
END;

INSERT OR REPLACE INTO record_count (resource_type, records) VALUES ('ReleaseRecording', (SELECT count(*) FROM "release_recording"));

CREATE TRIGGER release_recording_uncounted AFTER DELETE ON release_recording BEGIN
  UPDATE record_count SET records = records - 1 WHERE resource_type = 'ReleaseRecording';
END;

CREATE TRIGGER release_track_counted AFTER INSERT ON release_track WHEN new.parent_key IS NULL BEGIN
  UPDATE record_count SET records = records + 1 WHERE resource_type = 'ReleaseTrack';
END;

INSERT OR REPLACE INTO record_count (resource_type, records) VALUES ('ReleaseTrack', (SELECT count(*) FROM "release_track" WHERE parent_key IS NULL));

CREATE TRIGGER release_track_uncounted AFTER DELETE ON release_track WHEN old.parent_key IS NULL BEGIN
  UPDATE record_count SET records = records - 1 WHERE resource_type = 'ReleaseTrack';
END;

CREATE TRIGGER release_track_recounted AFTER UPDATE OF parent_key ON release_track WHEN (old.parent_key IS NULL) <> (new.parent_key IS NULL) BEGIN
  UPDATE record_count SET records = records + iif(new.parent_key IS NULL, 1, -1) WHERE resource_type = 'ReleaseTrack';
END;
