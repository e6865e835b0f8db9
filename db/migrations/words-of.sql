-- Words that a full-text index has of the folded text :text. Migrations write words_of(column), which stands for this expression; like
-- them, it is never edited after a release.
--
-- Beside the text, a word with marks inside is indexed without them: schindlers for schindler's, swat for s.w.a.t. Where words are
-- not separated by blanks, pairs of characters are indexed instead, and the last character of a run alone: 千尋の is 千尋, 尋の and の.
-- A Korean syllable is indexed with what follows it, of three letters in all. A fraction begins a word: 8½ is 8 and 1/2.
-- Reading texts in blocks of 100 characters takes time in proportion to their length.
iif(:text GLOB '*[^ -&(-)+-,0-_a-~]*', (
  WITH RECURSIVE plain (text) AS MATERIALIZED (
    SELECT iif(:text GLOB '*⁄*', replace(replace(replace(replace(replace(replace(:text, '1⁄', ' 1⁄'), '2⁄', ' 2⁄'), '3⁄', ' 3⁄'), '4⁄', ' 4⁄'), '5⁄', ' 5⁄'), '7⁄', ' 7⁄'), :text)
  ), spelled (text) AS MATERIALIZED (
    SELECT iif(text GLOB '*[^ -@][''’‘ʼ`.*/·•・‐-][^ -/:-@]*' OR text GLOB '*[^ -/:-@][''’‘ʼ`.*/·•・‐-][^ -@]*', text || ' ' || (
      SELECT group_concat(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(value, '''', ''), '’', ''), '‘', ''), 'ʼ', ''), '`', ''), '.', ''), '*', ''), '/', ''), '·', ''), '•', ''), '・', ''), '‐', ''), '-', ''), ' ')
      FROM json_each('[' || replace(json_quote(text), ' ', '","') || ']')
      WHERE value GLOB '*[^ -@][''’‘ʼ`.*/·•・‐-][^ -/:-@]*' OR value GLOB '*[^ -/:-@][''’‘ʼ`.*/·•・‐-][^ -@]*'
    ), text) FROM plain
  ), block (n, text, rest) AS (
    SELECT 0, '', text FROM spelled UNION ALL SELECT n + 1, substr(rest, 1, 102), substr(rest, 101) FROM block WHERE rest <> ''
  ), place (n) AS (
    SELECT 1 UNION ALL SELECT n + 1 FROM place WHERE n < 100
  ), beginning (n, text) AS MATERIALIZED (
    SELECT block.n * 100 + place.n, substr(block.text, place.n, 3) FROM block CROSS JOIN place ON place.n <= length(block.text)
  )
  SELECT iif(:text GLOB '*[ᄀ-ᇿ々-〇ぁ-ゖゝ-ゟァ-ヺー-ヿㄅ-ㄯㇰ-ㇿ㐀-䶿一-鿿豈-﫿ก-ะาเ-ๆ𠀀-𳿿]*', (
    SELECT group_concat(CASE
      WHEN text GLOB '[ᅠ-ᇿ]*' THEN ''
      WHEN text GLOB '[ᄀ-ᅟ][ᄀ-ᇿ][ᄀ-ᇿ]' THEN ' ' || text || ' '
      WHEN text GLOB '[ᄀ-ᅟ][ᄀ-ᇿ]*' OR text GLOB '[々-〇ぁ-ゖゝ-ゟァ-ヺー-ヿㄅ-ㄯㇰ-ㇿ㐀-䶿一-鿿豈-﫿ก-ะาเ-ๆ𠀀-𳿿][々-〇ぁ-ゖゝ-ゟァ-ヺー-ヿㄅ-ㄯㇰ-ㇿ㐀-䶿一-鿿豈-﫿ก-ะาเ-ๆ𠀀-𳿿]*' THEN ' ' || substr(text, 1, 2) || ' '
      WHEN text GLOB '[ᄀ-ᅟ々-〇ぁ-ゖゝ-ゟァ-ヺー-ヿㄅ-ㄯㇰ-ㇿ㐀-䶿一-鿿豈-﫿ก-ะาเ-ๆ𠀀-𳿿]*' THEN ' ' || substr(text, 1, 1) || ' '
      ELSE substr(text, 1, 1)
    END, '' ORDER BY n) FROM beginning
  ), (SELECT text FROM spelled))
), :text)
