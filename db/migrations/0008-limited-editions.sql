-- How many copies of an edition were made, where that is limited, and whether they are numbered.
ALTER TABLE "release" ADD COLUMN edition_size INTEGER CHECK (edition_size > 0);

ALTER TABLE "release" ADD COLUMN numbered INTEGER NOT NULL DEFAULT 0 CHECK (numbered IN (0, 1));

CREATE INDEX release_by_edition_size ON "release" (edition_size, id) WHERE edition_size IS NOT NULL;

CREATE INDEX release_numbered ON "release" (title_folded, id) WHERE numbered = 1;
