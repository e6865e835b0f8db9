-- What changed in the catalog, in order: what a mirror follows. Triggers write it with the change itself, by whatever
-- hand that is made, so that no change is without its entry and no entry without its change.

-- One entry for each change of a record. Sequences count up without gaps: entries are never deleted, and what is rolled
-- back takes its number along. A part of a compound track changes with its track.
CREATE TABLE change (
  sequence INTEGER PRIMARY KEY,
  -- "restored" stands first where a catalog was filled from an export: it is as its original was at that sequence.
  action TEXT NOT NULL CHECK (action IN ('created', 'updated', 'renamed', 'merged', 'deleted', 'restored')),
  resource_type TEXT NOT NULL,
  resource_id TEXT NOT NULL,
  -- Of a renamed record: the slug that leads to it from now on, beside its own.
  slug TEXT,
  -- Of a merged record: the record that stands for it.
  merged_into_id TEXT,
  changed_at TEXT NOT NULL
) STRICT;

-- While a catalog is filled from an export, or follows another one, changes have the numbers of the other side.
CREATE TABLE change_feed (
  is_paused INTEGER NOT NULL DEFAULT 0 CHECK (is_paused IN (0, 1))
) STRICT;

INSERT INTO change_feed (is_paused) VALUES (0);

-- Where deleted records have been. One that is made again leaves its place here.
CREATE TABLE deleted_record (
  resource_type TEXT NOT NULL,
  id TEXT NOT NULL CHECK (length(id) = 36),
  iri TEXT NOT NULL,
  deleted_at TEXT NOT NULL,
  PRIMARY KEY (resource_type, id)
) STRICT, WITHOUT ROWID;

-- How an entry and a tombstone are written stands here alone.
CREATE VIEW change_entry (action, resource_type, resource_id, slug, merged_into_id) AS
SELECT action, resource_type, resource_id, slug, merged_into_id FROM change;

CREATE TRIGGER change_entry_insert INSTEAD OF INSERT ON change_entry WHEN (SELECT is_paused FROM change_feed) = 0 BEGIN
  INSERT INTO change (action, resource_type, resource_id, slug, merged_into_id, changed_at)
    VALUES (new.action, new.resource_type, new.resource_id, new.slug, new.merged_into_id, strftime('%Y-%m-%dT%H:%M:%f+00:00', 'now'));
END;

CREATE VIEW deletion_entry (resource_type, id, iri) AS SELECT resource_type, id, iri FROM deleted_record;

CREATE TRIGGER deletion_entry_insert INSTEAD OF INSERT ON deletion_entry BEGIN
  INSERT OR REPLACE INTO deleted_record (resource_type, id, iri, deleted_at)
    VALUES (new.resource_type, new.id, new.iri, strftime('%Y-%m-%dT%H:%M:%f+00:00', 'now'));
  INSERT INTO change_entry (action, resource_type, resource_id) VALUES ('deleted', new.resource_type, new.id);
END;

-- Slugs and merges ------------------------------------------------------------------------------------------------

CREATE TRIGGER slug_redirect_created AFTER INSERT ON slug_redirect BEGIN
  INSERT INTO change_entry (action, resource_type, resource_id, slug) VALUES ('renamed', new.resource_type, new.resource_id, new.slug);
END;

CREATE TRIGGER slug_redirect_updated AFTER UPDATE OF resource_id ON slug_redirect WHEN old.resource_id <> new.resource_id BEGIN
  INSERT INTO change_entry (action, resource_type, resource_id, slug) VALUES ('renamed', new.resource_type, new.resource_id, new.slug);
END;

CREATE TRIGGER merged_record_created AFTER INSERT ON merged_record BEGIN
  DELETE FROM deleted_record WHERE resource_type = new.resource_type AND id = new.id;
  INSERT INTO change_entry (action, resource_type, resource_id, merged_into_id) VALUES ('merged', new.resource_type, new.id, new.merged_into_id);
END;

CREATE TRIGGER merged_record_updated AFTER UPDATE OF merged_into_id ON merged_record WHEN old.merged_into_id <> new.merged_into_id BEGIN
  INSERT INTO change_entry (action, resource_type, resource_id, merged_into_id) VALUES ('merged', new.resource_type, new.id, new.merged_into_id);
END;

-- What another record of the same name does to the name that is shown.
CREATE TRIGGER artist_display_name_changed AFTER UPDATE OF display_name ON artist
WHEN old.display_name <> '' AND old.display_name <> new.display_name BEGIN
  INSERT INTO change_entry (action, resource_type, resource_id) VALUES ('updated', 'Artist', new.id);
END;

-- Records ---------------------------------------------------------------------------------------------------------
-- Whoever writes a record sets its `updated_at`, also where only its lists change. What belongs to a deleted record goes
-- before it, so that its own entry can still say where it was; what pointed to it is changed by that.

CREATE TRIGGER artist_created AFTER INSERT ON artist BEGIN
  DELETE FROM deleted_record WHERE resource_type = 'Artist' AND id = new.id;
  INSERT INTO change_entry (action, resource_type, resource_id) VALUES ('created', 'Artist', new.id);
END;

CREATE TRIGGER artist_updated AFTER UPDATE OF updated_at ON artist BEGIN
  INSERT INTO change_entry (action, resource_type, resource_id) VALUES ('updated', 'Artist', new.id);
END;

CREATE TRIGGER artist_deleted BEFORE DELETE ON artist BEGIN
  DELETE FROM artist_alias WHERE artist_key = old.key;
  DELETE FROM artist_group_member WHERE group_key = old.key;
  DELETE FROM artist_group_member WHERE member_key = old.key;
  DELETE FROM artist_external_link WHERE artist_key = old.key;
  UPDATE portrayal SET fictional_artist_key = NULL, updated_at = strftime('%Y-%m-%dT%H:%M:%f+00:00', 'now') WHERE fictional_artist_key = old.key;
  UPDATE portrayal SET performer_key = NULL, updated_at = strftime('%Y-%m-%dT%H:%M:%f+00:00', 'now') WHERE performer_key = old.key;
  UPDATE production SET updated_at = strftime('%Y-%m-%dT%H:%M:%f+00:00', 'now') WHERE key IN (SELECT production_key FROM production_credit WHERE artist_key = old.key);
  UPDATE production_recording SET updated_at = strftime('%Y-%m-%dT%H:%M:%f+00:00', 'now') WHERE key IN (SELECT production_recording_key FROM production_recording_credit WHERE artist_key = old.key);
  UPDATE "release" SET updated_at = strftime('%Y-%m-%dT%H:%M:%f+00:00', 'now') WHERE key IN (SELECT release_key FROM release_credit WHERE artist_key = old.key);
  UPDATE release_recording SET updated_at = strftime('%Y-%m-%dT%H:%M:%f+00:00', 'now') WHERE key IN (SELECT release_recording_key FROM release_recording_credit WHERE artist_key = old.key);
  UPDATE release_track SET updated_at = strftime('%Y-%m-%dT%H:%M:%f+00:00', 'now') WHERE key IN (SELECT release_track_key FROM release_track_credit WHERE artist_key = old.key);
  INSERT INTO deletion_entry (resource_type, id, iri) SELECT 'Artist', old.id, '/api/artists/' || old.id
    WHERE NOT EXISTS (SELECT 1 FROM merged_record WHERE resource_type = 'Artist' AND id = old.id);
END;

CREATE TRIGGER artist_alias_created AFTER INSERT ON artist_alias BEGIN
  DELETE FROM deleted_record WHERE resource_type = 'ArtistAlias' AND id = new.id;
  INSERT INTO change_entry (action, resource_type, resource_id) VALUES ('created', 'ArtistAlias', new.id);
END;

CREATE TRIGGER artist_alias_updated AFTER UPDATE OF updated_at ON artist_alias BEGIN
  INSERT INTO change_entry (action, resource_type, resource_id) VALUES ('updated', 'ArtistAlias', new.id);
END;

CREATE TRIGGER artist_alias_deleted BEFORE DELETE ON artist_alias BEGIN
  UPDATE artist_group_member SET alias_key = NULL, updated_at = strftime('%Y-%m-%dT%H:%M:%f+00:00', 'now') WHERE alias_key = old.key;
  INSERT INTO deletion_entry (resource_type, id, iri) SELECT 'ArtistAlias', old.id, '/api/artists/' || (SELECT id FROM artist WHERE key = old.artist_key) || '/aliases/' || old.id
    WHERE NOT EXISTS (SELECT 1 FROM merged_record WHERE resource_type = 'ArtistAlias' AND id = old.id);
END;

CREATE TRIGGER artist_group_member_created AFTER INSERT ON artist_group_member BEGIN
  DELETE FROM deleted_record WHERE resource_type = 'ArtistGroupMember' AND id = new.id;
  INSERT INTO change_entry (action, resource_type, resource_id) VALUES ('created', 'ArtistGroupMember', new.id);
END;

CREATE TRIGGER artist_group_member_updated AFTER UPDATE OF updated_at ON artist_group_member BEGIN
  INSERT INTO change_entry (action, resource_type, resource_id) VALUES ('updated', 'ArtistGroupMember', new.id);
END;

CREATE TRIGGER artist_group_member_deleted BEFORE DELETE ON artist_group_member BEGIN
  INSERT INTO deletion_entry (resource_type, id, iri) SELECT 'ArtistGroupMember', old.id, '/api/artists/' || (SELECT id FROM artist WHERE key = old.member_key) || '/group-memberships/' || old.id
    WHERE NOT EXISTS (SELECT 1 FROM merged_record WHERE resource_type = 'ArtistGroupMember' AND id = old.id);
END;

CREATE TRIGGER artist_external_link_created AFTER INSERT ON artist_external_link BEGIN
  DELETE FROM deleted_record WHERE resource_type = 'ArtistExternalLink' AND id = new.id;
  INSERT INTO change_entry (action, resource_type, resource_id) VALUES ('created', 'ArtistExternalLink', new.id);
END;

CREATE TRIGGER artist_external_link_updated AFTER UPDATE OF updated_at ON artist_external_link BEGIN
  INSERT INTO change_entry (action, resource_type, resource_id) VALUES ('updated', 'ArtistExternalLink', new.id);
END;

CREATE TRIGGER artist_external_link_deleted BEFORE DELETE ON artist_external_link BEGIN
  INSERT INTO deletion_entry (resource_type, id, iri) SELECT 'ArtistExternalLink', old.id, '/api/artists/' || (SELECT id FROM artist WHERE key = old.artist_key) || '/external-links/' || old.id
    WHERE NOT EXISTS (SELECT 1 FROM merged_record WHERE resource_type = 'ArtistExternalLink' AND id = old.id);
END;

CREATE TRIGGER artist_role_created AFTER INSERT ON artist_role BEGIN
  DELETE FROM deleted_record WHERE resource_type = 'ArtistRole' AND id = new.id;
  INSERT INTO change_entry (action, resource_type, resource_id) VALUES ('created', 'ArtistRole', new.id);
END;

CREATE TRIGGER artist_role_updated AFTER UPDATE OF updated_at ON artist_role BEGIN
  INSERT INTO change_entry (action, resource_type, resource_id) VALUES ('updated', 'ArtistRole', new.id);
END;

CREATE TRIGGER artist_role_deleted BEFORE DELETE ON artist_role BEGIN
  INSERT INTO deletion_entry (resource_type, id, iri) SELECT 'ArtistRole', old.id, '/api/artists/roles/' || old.id
    WHERE NOT EXISTS (SELECT 1 FROM merged_record WHERE resource_type = 'ArtistRole' AND id = old.id);
END;

CREATE TRIGGER production_created AFTER INSERT ON production BEGIN
  DELETE FROM deleted_record WHERE resource_type = 'Production' AND id = new.id;
  INSERT INTO change_entry (action, resource_type, resource_id) VALUES ('created', 'Production', new.id);
END;

CREATE TRIGGER production_updated AFTER UPDATE OF updated_at ON production BEGIN
  INSERT INTO change_entry (action, resource_type, resource_id) VALUES ('updated', 'Production', new.id);
END;

CREATE TRIGGER production_deleted BEFORE DELETE ON production BEGIN
  DELETE FROM production_external_link WHERE production_key = old.key;
  UPDATE portrayal SET production_key = NULL, updated_at = strftime('%Y-%m-%dT%H:%M:%f+00:00', 'now') WHERE production_key = old.key;
  DELETE FROM production_recording WHERE production_key = old.key;
  DELETE FROM production_entry WHERE production_key = old.key;
  UPDATE release_track SET updated_at = strftime('%Y-%m-%dT%H:%M:%f+00:00', 'now') WHERE key IN (SELECT release_track_key FROM release_track_production WHERE production_key = old.key);
  INSERT INTO deletion_entry (resource_type, id, iri) SELECT 'Production', old.id, '/api/productions/' || old.id
    WHERE NOT EXISTS (SELECT 1 FROM merged_record WHERE resource_type = 'Production' AND id = old.id);
END;

CREATE TRIGGER production_external_link_created AFTER INSERT ON production_external_link BEGIN
  DELETE FROM deleted_record WHERE resource_type = 'ProductionExternalLink' AND id = new.id;
  INSERT INTO change_entry (action, resource_type, resource_id) VALUES ('created', 'ProductionExternalLink', new.id);
END;

CREATE TRIGGER production_external_link_updated AFTER UPDATE OF updated_at ON production_external_link BEGIN
  INSERT INTO change_entry (action, resource_type, resource_id) VALUES ('updated', 'ProductionExternalLink', new.id);
END;

CREATE TRIGGER production_external_link_deleted BEFORE DELETE ON production_external_link BEGIN
  INSERT INTO deletion_entry (resource_type, id, iri) SELECT 'ProductionExternalLink', old.id, '/api/productions/' || (SELECT id FROM production WHERE key = old.production_key) || '/external-links/' || old.id
    WHERE NOT EXISTS (SELECT 1 FROM merged_record WHERE resource_type = 'ProductionExternalLink' AND id = old.id);
END;

CREATE TRIGGER portrayal_created AFTER INSERT ON portrayal BEGIN
  DELETE FROM deleted_record WHERE resource_type = 'Portrayal' AND id = new.id;
  INSERT INTO change_entry (action, resource_type, resource_id) VALUES ('created', 'Portrayal', new.id);
END;

CREATE TRIGGER portrayal_updated AFTER UPDATE OF updated_at ON portrayal BEGIN
  INSERT INTO change_entry (action, resource_type, resource_id) VALUES ('updated', 'Portrayal', new.id);
END;

CREATE TRIGGER portrayal_deleted BEFORE DELETE ON portrayal BEGIN
  INSERT INTO deletion_entry (resource_type, id, iri) SELECT 'Portrayal', old.id, '/api/portrayals/' || old.id
    WHERE NOT EXISTS (SELECT 1 FROM merged_record WHERE resource_type = 'Portrayal' AND id = old.id);
END;

CREATE TRIGGER production_recording_created AFTER INSERT ON production_recording BEGIN
  DELETE FROM deleted_record WHERE resource_type = 'ProductionRecording' AND id = new.id;
  INSERT INTO change_entry (action, resource_type, resource_id) VALUES ('created', 'ProductionRecording', new.id);
END;

CREATE TRIGGER production_recording_updated AFTER UPDATE OF updated_at ON production_recording BEGIN
  INSERT INTO change_entry (action, resource_type, resource_id) VALUES ('updated', 'ProductionRecording', new.id);
END;

CREATE TRIGGER production_recording_deleted BEFORE DELETE ON production_recording BEGIN
  UPDATE release_recording SET production_recording_key = NULL, updated_at = strftime('%Y-%m-%dT%H:%M:%f+00:00', 'now') WHERE production_recording_key = old.key;
  INSERT INTO deletion_entry (resource_type, id, iri) SELECT 'ProductionRecording', old.id, '/api/productions/' || (SELECT id FROM production WHERE key = old.production_key) || '/recordings/' || old.id
    WHERE NOT EXISTS (SELECT 1 FROM merged_record WHERE resource_type = 'ProductionRecording' AND id = old.id);
END;

CREATE TRIGGER label_created AFTER INSERT ON label BEGIN
  DELETE FROM deleted_record WHERE resource_type = 'Label' AND id = new.id;
  INSERT INTO change_entry (action, resource_type, resource_id) VALUES ('created', 'Label', new.id);
END;

CREATE TRIGGER label_updated AFTER UPDATE OF updated_at ON label BEGIN
  INSERT INTO change_entry (action, resource_type, resource_id) VALUES ('updated', 'Label', new.id);
END;

CREATE TRIGGER label_deleted BEFORE DELETE ON label BEGIN
  DELETE FROM label_series WHERE label_key = old.key;
  UPDATE "release" SET updated_at = strftime('%Y-%m-%dT%H:%M:%f+00:00', 'now') WHERE key IN (SELECT release_key FROM release_label WHERE label_key = old.key);
  UPDATE release_track SET label_key = NULL, updated_at = strftime('%Y-%m-%dT%H:%M:%f+00:00', 'now') WHERE label_key = old.key;
  INSERT INTO deletion_entry (resource_type, id, iri) SELECT 'Label', old.id, '/api/labels/' || old.id
    WHERE NOT EXISTS (SELECT 1 FROM merged_record WHERE resource_type = 'Label' AND id = old.id);
END;

CREATE TRIGGER label_series_created AFTER INSERT ON label_series BEGIN
  DELETE FROM deleted_record WHERE resource_type = 'LabelSeries' AND id = new.id;
  INSERT INTO change_entry (action, resource_type, resource_id) VALUES ('created', 'LabelSeries', new.id);
END;

CREATE TRIGGER label_series_updated AFTER UPDATE OF updated_at ON label_series BEGIN
  INSERT INTO change_entry (action, resource_type, resource_id) VALUES ('updated', 'LabelSeries', new.id);
END;

CREATE TRIGGER label_series_deleted BEFORE DELETE ON label_series BEGIN
  UPDATE "release" SET label_series_key = NULL, updated_at = strftime('%Y-%m-%dT%H:%M:%f+00:00', 'now') WHERE label_series_key = old.key;
  INSERT INTO deletion_entry (resource_type, id, iri) SELECT 'LabelSeries', old.id, '/api/labels/' || (SELECT id FROM label WHERE key = old.label_key) || '/series/' || old.id
    WHERE NOT EXISTS (SELECT 1 FROM merged_record WHERE resource_type = 'LabelSeries' AND id = old.id);
END;

CREATE TRIGGER organization_created AFTER INSERT ON organization BEGIN
  DELETE FROM deleted_record WHERE resource_type = 'Organization' AND id = new.id;
  INSERT INTO change_entry (action, resource_type, resource_id) VALUES ('created', 'Organization', new.id);
END;

CREATE TRIGGER organization_updated AFTER UPDATE OF updated_at ON organization BEGIN
  INSERT INTO change_entry (action, resource_type, resource_id) VALUES ('updated', 'Organization', new.id);
END;

CREATE TRIGGER organization_deleted BEFORE DELETE ON organization BEGIN
  UPDATE production_recording SET updated_at = strftime('%Y-%m-%dT%H:%M:%f+00:00', 'now') WHERE key IN (SELECT production_recording_key FROM production_recording_organization WHERE organization_key = old.key);
  INSERT INTO deletion_entry (resource_type, id, iri) SELECT 'Organization', old.id, '/api/organizations/' || old.id
    WHERE NOT EXISTS (SELECT 1 FROM merged_record WHERE resource_type = 'Organization' AND id = old.id);
END;

CREATE TRIGGER packaging_type_created AFTER INSERT ON packaging_type BEGIN
  DELETE FROM deleted_record WHERE resource_type = 'PackagingType' AND id = new.id;
  INSERT INTO change_entry (action, resource_type, resource_id) VALUES ('created', 'PackagingType', new.id);
END;

CREATE TRIGGER packaging_type_updated AFTER UPDATE OF updated_at ON packaging_type BEGIN
  INSERT INTO change_entry (action, resource_type, resource_id) VALUES ('updated', 'PackagingType', new.id);
END;

CREATE TRIGGER packaging_type_deleted BEFORE DELETE ON packaging_type BEGIN
  UPDATE "release" SET packaging_type_key = NULL, updated_at = strftime('%Y-%m-%dT%H:%M:%f+00:00', 'now') WHERE packaging_type_key = old.key;
  INSERT INTO deletion_entry (resource_type, id, iri) SELECT 'PackagingType', old.id, '/api/packaging-types/' || old.id
    WHERE NOT EXISTS (SELECT 1 FROM merged_record WHERE resource_type = 'PackagingType' AND id = old.id);
END;

CREATE TRIGGER release_created AFTER INSERT ON "release" BEGIN
  DELETE FROM deleted_record WHERE resource_type = 'Release' AND id = new.id;
  INSERT INTO change_entry (action, resource_type, resource_id) VALUES ('created', 'Release', new.id);
END;

CREATE TRIGGER release_updated AFTER UPDATE OF updated_at ON "release" BEGIN
  INSERT INTO change_entry (action, resource_type, resource_id) VALUES ('updated', 'Release', new.id);
END;

CREATE TRIGGER release_deleted BEFORE DELETE ON "release" BEGIN
  DELETE FROM release_external_link WHERE release_key = old.key;
  DELETE FROM production_entry WHERE release_key = old.key;
  DELETE FROM release_format WHERE release_key = old.key;
  DELETE FROM release_recording WHERE release_key = old.key;
  INSERT INTO deletion_entry (resource_type, id, iri) SELECT 'Release', old.id, '/api/releases/' || old.id
    WHERE NOT EXISTS (SELECT 1 FROM merged_record WHERE resource_type = 'Release' AND id = old.id);
END;

CREATE TRIGGER release_external_link_created AFTER INSERT ON release_external_link BEGIN
  DELETE FROM deleted_record WHERE resource_type = 'ReleaseExternalLink' AND id = new.id;
  INSERT INTO change_entry (action, resource_type, resource_id) VALUES ('created', 'ReleaseExternalLink', new.id);
END;

CREATE TRIGGER release_external_link_updated AFTER UPDATE OF updated_at ON release_external_link BEGIN
  INSERT INTO change_entry (action, resource_type, resource_id) VALUES ('updated', 'ReleaseExternalLink', new.id);
END;

CREATE TRIGGER release_external_link_deleted BEFORE DELETE ON release_external_link BEGIN
  INSERT INTO deletion_entry (resource_type, id, iri) SELECT 'ReleaseExternalLink', old.id, '/api/releases/' || (SELECT id FROM "release" WHERE key = old.release_key) || '/external-links/' || old.id
    WHERE NOT EXISTS (SELECT 1 FROM merged_record WHERE resource_type = 'ReleaseExternalLink' AND id = old.id);
END;

CREATE TRIGGER production_entry_created AFTER INSERT ON production_entry BEGIN
  DELETE FROM deleted_record WHERE resource_type = 'ProductionEntry' AND id = new.id;
  INSERT INTO change_entry (action, resource_type, resource_id) VALUES ('created', 'ProductionEntry', new.id);
END;

CREATE TRIGGER production_entry_updated AFTER UPDATE OF updated_at ON production_entry BEGIN
  INSERT INTO change_entry (action, resource_type, resource_id) VALUES ('updated', 'ProductionEntry', new.id);
END;

CREATE TRIGGER production_entry_deleted BEFORE DELETE ON production_entry BEGIN
  INSERT INTO deletion_entry (resource_type, id, iri) SELECT 'ProductionEntry', old.id, '/api/productions/' || (SELECT id FROM production WHERE key = old.production_key) || '/entries/' || old.id
    WHERE NOT EXISTS (SELECT 1 FROM merged_record WHERE resource_type = 'ProductionEntry' AND id = old.id);
END;

CREATE TRIGGER release_format_created AFTER INSERT ON release_format BEGIN
  DELETE FROM deleted_record WHERE resource_type = 'ReleaseFormat' AND id = new.id;
  INSERT INTO change_entry (action, resource_type, resource_id) VALUES ('created', 'ReleaseFormat', new.id);
END;

CREATE TRIGGER release_format_updated AFTER UPDATE OF updated_at ON release_format BEGIN
  INSERT INTO change_entry (action, resource_type, resource_id) VALUES ('updated', 'ReleaseFormat', new.id);
END;

CREATE TRIGGER release_format_deleted BEFORE DELETE ON release_format BEGIN
  DELETE FROM release_track WHERE release_format_key = old.key;
  INSERT INTO deletion_entry (resource_type, id, iri) SELECT 'ReleaseFormat', old.id, '/api/releases/' || (SELECT id FROM "release" WHERE key = old.release_key) || '/formats/' || old.id
    WHERE NOT EXISTS (SELECT 1 FROM merged_record WHERE resource_type = 'ReleaseFormat' AND id = old.id);
END;

CREATE TRIGGER release_recording_created AFTER INSERT ON release_recording BEGIN
  DELETE FROM deleted_record WHERE resource_type = 'ReleaseRecording' AND id = new.id;
  INSERT INTO change_entry (action, resource_type, resource_id) VALUES ('created', 'ReleaseRecording', new.id);
END;

CREATE TRIGGER release_recording_updated AFTER UPDATE OF updated_at ON release_recording BEGIN
  INSERT INTO change_entry (action, resource_type, resource_id) VALUES ('updated', 'ReleaseRecording', new.id);
END;

CREATE TRIGGER release_recording_deleted BEFORE DELETE ON release_recording BEGIN
  UPDATE release_track SET release_recording_key = NULL, updated_at = strftime('%Y-%m-%dT%H:%M:%f+00:00', 'now') WHERE release_recording_key = old.key;
  INSERT INTO deletion_entry (resource_type, id, iri) SELECT 'ReleaseRecording', old.id, '/api/releases/' || (SELECT id FROM "release" WHERE key = old.release_key) || '/recordings/' || old.id
    WHERE NOT EXISTS (SELECT 1 FROM merged_record WHERE resource_type = 'ReleaseRecording' AND id = old.id);
END;

CREATE TRIGGER release_track_created AFTER INSERT ON release_track WHEN new.parent_key IS NULL BEGIN
  DELETE FROM deleted_record WHERE resource_type = 'ReleaseTrack' AND id = new.id;
  INSERT INTO change_entry (action, resource_type, resource_id) VALUES ('created', 'ReleaseTrack', new.id);
END;

CREATE TRIGGER release_track_updated AFTER UPDATE OF updated_at ON release_track BEGIN
  INSERT INTO change_entry (action, resource_type, resource_id) VALUES ('updated', 'ReleaseTrack', coalesce((SELECT id FROM release_track WHERE key = new.parent_key), new.id));
END;

CREATE TRIGGER release_track_deleted BEFORE DELETE ON release_track BEGIN
  DELETE FROM release_track WHERE parent_key = old.key;
  INSERT INTO deletion_entry (resource_type, id, iri) SELECT 'ReleaseTrack', old.id, (SELECT '/api/releases/' || r.id || '/formats/' || f.id FROM release_format AS f JOIN "release" AS r ON r.key = f.release_key WHERE f.key = old.release_format_key) || '/tracks/' || old.id
    WHERE old.parent_key IS NULL AND NOT EXISTS (SELECT 1 FROM merged_record WHERE resource_type = 'ReleaseTrack' AND id = old.id);
END;
