import type { collection as en } from '../../../../messages/collection';

export const collection: Record<keyof typeof en, string> = {
  choice_without_release: 'Die Veröffentlichung, die für Zeile {line} gewählt wurde, gibt es nicht mehr.',
  choice_without_row: 'Die Datei hat keine Zeile {line}, für die etwas gewählt wurde.',
  column_name_too_long: 'Zeile {row} hat einen zu langen Spaltennamen. Erlaubt sind {max} Zeichen.',
  column_twice: 'Die erste Zeile nennt {name} zweimal.',
  csv_malformed: 'Um Zeile {line} ist die Datei kein CSV: Ein Anführungszeichen ist nicht geschlossen oder steht mitten in einer Zelle.',
  disc_not_named: 'Nennen Sie den Tonträger mit ID, Barcode, Katalognummer oder Titel.',
  file_busy: 'Eine andere Datei von Ihnen wird gerade importiert. Versuchen Sie es in {seconds} Sekunden wieder.',
  file_busy_on_server: 'Ein Befehl auf dem Server importiert gerade eine Datei von Ihnen. Versuchen Sie es gleich wieder.',
  file_frame_too_long: 'Der Text um die Einträge einer Datei herum darf höchstens {max} Zeichen haben.',
  file_not_utf8: 'Die Datei muss UTF-8 sein. Tabellenprogramme speichern das als „CSV UTF-8“.',
  file_over_quota:
    'Aus dieser Datei wurde nichts importiert: Sie braucht mehr als die {left} MB, die von Ihren {max} MB frei sind. Importieren Sie weniger Zeilen oder löschen Sie zuerst Exemplare, Wünsche oder wartende Zeilen.',
  file_without_columns:
    'Die erste Zeile muss die Spalten nennen, darunter title, barcode, catalog_number oder release_id. Eine einfache Liste hat je Zeile einen Titel oder einen Barcode.',
  imports_busy: '{count} Dateien werden schon importiert, mehr geht nicht auf einmal. Versuchen Sie es in {seconds} Sekunden wieder.',
  invalid_json_file:
    'Die Datei muss ein Objekt mit "format": "{format}", "version": {version} und einer Liste von Objekten in "items" sein, oder eine MusicBrainz-Sammlung mit einer Liste von Objekten in "releases".',
  item_exists: 'Diese Veröffentlichung steht schon auf der Liste.',
  no_release: 'Diese Veröffentlichung gibt es nicht mehr.',
  no_row: 'Diese Zeile gibt es nicht mehr.',
  row_has_many_numbers: 'Zeile {row} hat zu viele Katalognummern. Erlaubt sind {max}.',
  row_has_nul: 'Zeile {row} enthält das Zeichen U+0000, das in keinem Text stehen darf.',
  row_too_long: 'Zeile {row} ist zu lang. Erlaubt sind {max} Zeichen.',
  row_too_long_quote: 'Zeile {row} ist zu lang. Erlaubt sind {max} Zeichen. Fehlt ein schließendes Anführungszeichen?',
  row_violation: 'In Zeile {line}: {reason}',
  too_many_columns: 'Zeile {row} hat zu viele Spalten. Erlaubt sind {max}.',
  too_many_rows: 'Eine Datei darf höchstens {max} Zeilen haben. Diese hat mehr.',
  value_beyond_header:
    'Die Zeile hat mehr Werte als die Kopfzeile Spalten. Setzen Sie Werte, die das Trennzeichen enthalten, in Anführungszeichen.',
};
