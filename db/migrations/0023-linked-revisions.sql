-- Records that connect others are in the history of each: the entry of a production on a release, portrayals and memberships.
-- By both sides of their revisions, and as they are.
CREATE VIEW connected_record AS
SELECT r.key, r.resource_id, substr(link.value ->> '$.data.id', -36) AS record_id
FROM revision AS r, json_each(r.before, '$.relationships') AS link
WHERE r.resource_type IN ('ProductionEntry', 'Portrayal', 'ArtistGroupMember') AND link.value ->> '$.data.id' IS NOT NULL
UNION ALL
SELECT r.key, r.resource_id, substr(link.value ->> '$.data.id', -36)
FROM revision AS r, json_each(r.after, '$.relationships') AS link
WHERE r.resource_type IN ('ProductionEntry', 'Portrayal', 'ArtistGroupMember') AND link.value ->> '$.data.id' IS NOT NULL
UNION ALL
SELECT r.key, r.resource_id, release.id
FROM revision AS r JOIN production_entry AS e ON e.id = r.resource_id JOIN "release" AS release ON release.key = e.release_key
WHERE r.resource_type = 'ProductionEntry'
UNION ALL
SELECT r.key, r.resource_id, production.id
FROM revision AS r JOIN portrayal AS p ON p.id = r.resource_id JOIN production ON production.key = p.production_key
WHERE r.resource_type = 'Portrayal'
UNION ALL
SELECT r.key, r.resource_id, artist.id
FROM revision AS r JOIN portrayal AS p ON p.id = r.resource_id JOIN artist ON artist.key IN (p.performer_key, p.fictional_artist_key)
WHERE r.resource_type = 'Portrayal'
UNION ALL
SELECT r.key, r.resource_id, artist.id
FROM revision AS r JOIN artist_group_member AS m ON m.id = r.resource_id JOIN artist ON artist.key = m.group_key
WHERE r.resource_type = 'ArtistGroupMember';

-- Derived from revisions.
CREATE TABLE revision_link (
  record_id TEXT NOT NULL,
  -- Of the connecting record.
  resource_id TEXT NOT NULL,
  PRIMARY KEY (record_id, resource_id)
) STRICT, WITHOUT ROWID;

INSERT OR IGNORE INTO revision_link (record_id, resource_id) SELECT record_id, resource_id FROM connected_record;

CREATE TRIGGER revision_linked AFTER INSERT ON revision WHEN new.resource_type IN ('ProductionEntry', 'Portrayal', 'ArtistGroupMember') BEGIN
  INSERT OR IGNORE INTO revision_link (record_id, resource_id) SELECT record_id, resource_id FROM connected_record WHERE key = new.key;
END;
