-- Likely duplicates ignore apostrophes. Few titles and names have one, so these indexes are small.
CREATE INDEX release_without_apostrophes ON "release" (replace(replace(title_folded, '''', ''), '’', '')) WHERE title_folded GLOB '*[''’]*';

CREATE INDEX artist_without_apostrophes ON artist (replace(replace(name_folded, '''', ''), '’', '')) WHERE name_folded GLOB '*[''’]*';

CREATE INDEX label_without_apostrophes ON label (replace(replace(name_folded, '''', ''), '’', '')) WHERE name_folded GLOB '*[''’]*';
