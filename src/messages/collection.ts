/** Collections, wishlists, and files that are imported into them. */
export const collection = {
  choice_without_release: 'There is no release {id}, which was chosen for line {line}.',
  choice_without_row: 'The file has no row in line {line}, for which you made a choice.',
  column_name_too_long: 'Row {row} has a column name that is too long. A name may have at most {max} characters.',
  column_twice: 'The first row names {name} twice.',
  csv_malformed: 'The file is not CSV near line {line}: a quote is not closed, or is inside a cell that does not begin with one.',
  disc_not_named: 'Name the disc by an id, a barcode, a catalog number or a title.',
  file_busy: 'Another of your files is being imported. Try again in {seconds} seconds.',
  file_busy_on_server: 'A command on the server is importing one of your files. Try again in a moment.',
  file_frame_too_long: 'The text around the items of a file may have at most {max} characters.',
  file_not_utf8: 'The file must be UTF-8. In a spreadsheet, save it as "CSV UTF-8".',
  file_over_quota:
    'Nothing in this file was imported: it needs more than the {left} MB left of your {max} MB. Import fewer rows, or delete copies, wishes or waiting rows first.',
  file_without_columns:
    'The first row must name the columns, with title, barcode, catalog_number or release_id among them. A plain list has a title or a barcode in each line.',
  imports_busy: '{count} files are being imported, the most at a time. Try again in {seconds} seconds.',
  invalid_json_file:
    'The file must be an object with "format": "{format}", "version": {version} and a list of objects in "items", or a MusicBrainz collection with a list of objects in "releases".',
  item_exists: 'This release is already on this list.',
  no_release: 'There is no release {id}.',
  no_row: 'There is no row {id}.',
  row_has_nul: 'Row {row} contains the character U+0000, which no text may have.',
  row_has_many_numbers: 'Row {row} has too many catalog numbers. {column} may have at most {max}.',
  row_too_long: 'Row {row} is too long. A row may have at most {max} characters.',
  row_too_long_quote: 'Row {row} is too long. A row may have at most {max} characters. Is a quote not closed?',
  row_violation: 'In line {line}: {reason}',
  too_many_columns: 'Row {row} has too many columns. A file may have at most {max}.',
  too_many_rows: 'A file may have at most {max} rows. This one has more.',
  value_beyond_header: 'The row has more values than the header has columns. Put values that contain the delimiter in quotes.',
} as const;
