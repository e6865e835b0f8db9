-- Locked fields have rows of their own. They were values of a source named "editor", of which only hashes of the columns' names are known.

CREATE TABLE field_lock (
  resource_type TEXT NOT NULL,
  id TEXT NOT NULL,
  -- An attribute or relationship. "#" and 32 bits stand for a column that this version does not know.
  field TEXT NOT NULL,
  PRIMARY KEY (resource_type, id, field)
) STRICT, WITHOUT ROWID;

WITH RECURSIVE field (hash, name) AS (
  VALUES
    (x'CABC47FC', 'akas'), (x'FE8BCFDB', 'akas'), (x'E4BAC6A3', 'artists'), (x'30BC0504', 'album'), (x'E39391A9', 'other_titles'),
    (x'CF00268B', 'album_type'), (x'EE265405', 'alias'), (x'75911751', 'artist_credit'), (x'5781EDD4', 'artist_credit'),
    (x'4E4863AF', 'aliases'), (x'0B5C0D1C', 'artist_text'), (x'BEC491B9', '_type'), (x'CB00957B', 'award'), (x'91FA82C3', 'barcode'),
    (x'18D6C572', 'barcode'), (x'02B3B72D', 'begin_city'), (x'094D9F02', 'begin_country'), (x'2BE4E15F', 'begin_date'),
    (x'C4295D2E', 'biography'), (x'71E55863', 'category'), (x'0AF1FEED', 'content_components'), (x'C1D63B62', 'country'),
    (x'1F87CE25', 'description'), (x'AA9E7261', 'description_markdown'), (x'53BC6372', 'descriptions'),
    (x'0E439140', 'disambiguation'), (x'0EBA8E28', 'display_title'), (x'60AD39BB', 'duration'), (x'C9BDA3ED', 'duration_seconds'),
    (x'D2107013', 'edition_size'), (x'0EC5159B', 'end_city'), (x'73147672', 'end_country'), (x'85C48458', 'end_date'),
    (x'1E01E2EB', 'episode_count'), (x'64E307A8', 'external_id'), (x'297DC47B', 'fictional'), (x'47F257B1', 'fictionalArtist'),
    (x'71A59780', 'first_release_date'), (x'676A1527', 'format_type'), (x'13CF1120', 'group'), (x'C36A1397', 'isrc_code'),
    (x'9C51E083', 'iswc'), (x'25F64EB4', 'kind'), (x'7A9809A7', 'label'), (x'AA43A1DA', 'relationships.series'),
    (x'1FC30BCC', 'name'), (x'C9116B3C', 'name'), (x'0877ADA4', 'notes'), (x'870AEC1A', 'number'), (x'C5853BCC', 'numbered'),
    (x'862B2747', 'organization_applicable'), (x'1C952F54', 'organization_type'), (x'7A59D7AE', 'relationships.packaging_type'),
    (x'A0C504EB', 'parent'), (x'945DCC3D', 'performer'), (x'4A00B150', 'aspects'), (x'F7E4AC56', 'position'),
    (x'75664468', 'artists'), (x'1F11FC23', 'composers'), (x'05425A07', 'credits'), (x'7252F8EA', 'franchises'),
    (x'900A079C', 'production'), (x'F55A8C96', 'choirs'), (x'2A52C109', 'credits'), (x'3CB91152', 'orchestras'),
    (x'F9D38473', 'productionRecording'), (x'18941F28', 'organizations'), (x'0344F7C5', '_type'), (x'C3A4CBA3', 'provider'),
    (x'416C16EE', 'provisional'), (x'6381C7C3', 'quantity'), (x'DFBAF764', 'real_name'), (x'4965B80F', 'real_name'),
    (x'C79EB04B', 'recording_type'), (x'C135EB95', 'recording_usage'), (x'7029D7FC', 'related'), (x'FA77729C', 'companies'),
    (x'5F4588D2', 'artists'), (x'650448A4', 'credits'), (x'A056C82F', 'release_date'), (x'9F500978', 'events'),
    (x'1782F67A', 'genres'), (x'FFA2E872', 'identifiers'), (x'683165AE', 'release'), (x'DE66E09D', 'labels'),
    (x'4654635D', 'other_titles'), (x'51504E25', 'credits'), (x'52F9D7BB', 'recording'), (x'BD1DD919', 'works'),
    (x'A5BD05BF', 'series'), (x'A49170DF', 'styles'), (x'34C33DF6', 'artists'), (x'FC3E8CD2', 'credits'),
    (x'C6AEB0EA', 'other_titles'), (x'B4C0BA4D', 'productions'), (x'1AAE89CB', 'versions'), (x'5C99AADA', 'role'),
    (x'BAA53E86', 'role'), (x'04CB8DE7', 'role'), (x'C2F43577', 'scope'), (x'64522500', 'series'), (x'0DBE51AB', 'series_number'),
    (x'D1BF9B71', 'slug'), (x'B534C4AE', 'sort_name'), (x'3E842D0C', 'sort_name'), (x'A198D935', 'source_cue'),
    (x'3C81A172', 'sub_tracks'), (x'6BFFDB98', 'text'), (x'3E423279', 'title'), (x'24E52DA0', 'title'), (x'DC47E77B', '_type'),
    (x'0AE1DAF4', '_type'), (x'0E25889B', 'url'), (x'B7B1946B', 'variant'), (x'A7619E2D', 'variation'), (x'E2A71B64', 'variation'),
    (x'CE6F6DC2', 'won'), (x'A7D4EFD3', 'credits'), (x'942EFD7A', 'year')
),
lock (type, id, hashes, at) AS (
  SELECT t.name, lower(substr(hex(r.id), 1, 8) || '-' || substr(hex(r.id), 9, 4) || '-' || substr(hex(r.id), 13, 4) || '-'
    || substr(hex(r.id), 17, 4) || '-' || substr(hex(r.id), 21)), f.name_hashes, 1
  FROM import_source AS s CROSS JOIN imported_record AS r ON r.source_key = s.key CROSS JOIN record_type AS t ON t.key = r.type_key
    CROSS JOIN said_fields AS f ON f.key = r.fields_key
  WHERE s.name = 'editor' AND length(f.name_hashes) >= 4
  UNION ALL SELECT type, id, hashes, at + 4 FROM lock WHERE at + 4 < length(hashes)
)
INSERT OR IGNORE INTO field_lock (resource_type, id, field)
SELECT type, lock.id, CASE WHEN type = 'ReleaseTrack' AND name = 'duration_seconds' THEN 'seconds' ELSE coalesce(name, '#' || hex(substr(hashes, at, 4))) END
FROM lock LEFT JOIN field ON hash = substr(hashes, at, 4);

DELETE FROM imported_record WHERE source_key = (SELECT key FROM import_source WHERE name = 'editor');

DELETE FROM import_source WHERE name = 'editor';

-- Tables and columns are named like the code that uses them.

ALTER TABLE said_fields RENAME TO field_set;

ALTER TABLE imported_record RENAME COLUMN gone_at TO withdrawn_at;

ALTER TABLE imported_record RENAME COLUMN authorities TO ranks;

ALTER TABLE waiting_record RENAME TO deferred_record;

DROP INDEX waiting_record_by_awaited;

CREATE INDEX deferred_record_by_awaited ON deferred_record (awaited_name, awaited_table);

DROP INDEX waiting_record_by_source;

CREATE INDEX deferred_record_by_source ON deferred_record (source_key);

ALTER TABLE parked_block RENAME TO deferred_block;

DROP INDEX parked_block_by_source;

CREATE INDEX deferred_block_by_source ON deferred_block (source_key);

ALTER TABLE parked_name RENAME TO deferred_name;

ALTER TABLE revision RENAME COLUMN gone TO snapshots;
