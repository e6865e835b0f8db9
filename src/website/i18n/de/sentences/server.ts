/** What is said of files that are put in, of parameters of addresses, and of the server itself. */
export const ofServer = {
  'The file must be UTF-8. Spreadsheets save it as "CSV UTF-8".':
    'Die Datei muss UTF-8 sein. Tabellenprogramme speichern das als „CSV UTF-8“.',
  'The file is not JSON.': 'Die Datei ist kein JSON.',
  '{1} can be ordered by {2}.': 'Diese Liste lässt sich so nicht ordnen, sondern nach {2}.',
  'The first row must name the columns, one of title, barcode, catalog_number and release_id among them; or each line must be a title or a barcode.':
    'Die erste Zeile muss die Spalten nennen, darunter title, barcode, catalog_number oder release_id; oder jede Zeile muss ein Titel oder ein Barcode sein.',
  'The first row names {1} twice.': 'Die erste Zeile nennt {1} zweimal.',
  'The file is not CSV near line {1}: a quote is not closed, or stands within a cell that does not begin with one.':
    'Um Zeile {1} ist die Datei kein CSV: Ein Anführungszeichen ist nicht geschlossen, oder es steht in einer Zelle, die mit keinem beginnt.',
  'The row in line {1} is too long: a row may have at most {2} characters. It may be that a quote is not closed.':
    'Zeile {1} ist zu lang: Eine darf höchstens {2} Zeichen haben. Vielleicht ist ein Anführungszeichen nicht geschlossen.',
  'The row in line {1} has too many cells: a file may have at most {2} columns.':
    'Zeile {1} hat zu viele Zellen: Eine Datei darf höchstens {2} Spalten haben.',
  'The file must be an object with "format": "{1}", "version": {2} and a list of objects in "items", or a collection of releases from MusicBrainz with a list of objects in "releases".':
    'Die Datei muss ein Objekt mit "format": "{1}", "version": {2} und einer Liste von Objekten in "items" sein, oder eine Sammlung von Veröffentlichungen aus MusicBrainz mit einer Liste von Objekten in "releases".',
  'The items up to number {1} name too many columns: a file may have at most {2}.':
    'Bis zum {1}. Eintrag sind es zu viele Spalten: Eine Datei darf höchstens {2} haben.',
  'All that stands around the items of a file may have at most {1} characters.':
    'Was um die Einträge einer Datei herum steht, darf höchstens {1} Zeichen haben.',
  'A file may have at most {1} rows; this one has more.': 'Eine Datei darf höchstens {1} Zeilen haben; diese hat mehr.',
  'Item {1} is too long: one may have at most {2} characters.': 'Der {1}. Eintrag ist zu lang: Einer darf höchstens {2} Zeichen haben.',
  'The file has no row in line {1}, for which something was chosen.': 'Die Datei hat keine Zeile {1}, für die etwas gewählt wurde.',
  'There is no release {1}, which was chosen for line {2}.': 'Die Ausgabe, die für Zeile {2} gewählt wurde, gibt es nicht mehr.',
  'There is no row {1} here.': 'Diese Zeile ist nicht mehr hier.',
  'Another file of yours is being put in. Try again in {1} seconds.':
    'Eine andere Datei von Ihnen wird gerade aufgenommen. Versuchen Sie es in {1} Sekunden wieder.',
  'A command on the server is putting a file of yours in. Try again in a moment.':
    'Ein Befehl auf dem Server nimmt gerade eine Datei von Ihnen auf. Versuchen Sie es gleich wieder.',
  'The body may have at most {1} bytes.': 'Was gesendet wird, darf höchstens {1} Bytes haben.',
  'Nothing of this file was imported: your lists have room for {1} MB more, of {2} MB, and it needs more than that. Import fewer rows, or delete copies, wishes or waiting rows first.':
    'Aus dieser Datei wurde nichts übernommen: Ihre Listen haben noch Platz für {1} von {2} MB, und die Datei braucht mehr. Nehmen Sie weniger Zeilen auf einmal, oder löschen Sie zuerst Exemplare, Wünsche oder wartende Zeilen.',
  'The server has too many files and connections open. Try again in a moment.':
    'Der Server hat zu viele Dateien und Verbindungen offen. Versuchen Sie es gleich noch einmal.',
  'The body came too slowly: at least {1} bytes must come every {2} seconds.':
    'Die Übertragung war zu langsam: Alle {2} Sekunden müssen mindestens {1} Bytes ankommen.',
  'The body broke off before its end.': 'Was gesendet wurde, bricht vor seinem Ende ab.',
  '{1} takes one value, and may be given once.': '„{1}“ nimmt einen einzigen Wert.',
  '{1} takes at most {2} values.': '„{1}“ nimmt höchstens {2} Werte.',
  'q says what to search for.': '„q“ sagt, wonach gesucht wird.',
  'Nothing is known under {1}.': 'Unter {1} ist nichts bekannt.',
  'This must be open, invitation or closed.': 'Das muss open, invitation oder closed sein.',
  '{1} is set by {2} on the server, and cannot be changed here.':
    '„{1}“ wird auf dem Server gesetzt ({2}) und lässt sich hier nicht ändern.',
  'This must be a number of hours, days or weeks up to 90 days, such as 6h, 1d or 1w, or off.':
    'Das muss eine Anzahl von Stunden, Tagen oder Wochen bis zu 90 Tagen sein.',
  'This must be numbers of days, weeks and months with commas between, such as 7d or 7d,4w,12m.':
    'Es wurde nichts geändert: Tage, Wochen und Monate sind Zahlen von 0 bis 999, und mindestens eine muss größer als 0 sein.',
  'A catalog in memory has no backups.': 'Von einem Katalog im Arbeitsspeicher gibt es keine Sicherungen.',
  'A backup is being made already.': 'Eine Sicherung wird schon gemacht.',
  'A backup is being read already.': 'Eine Sicherung wird schon gelesen.',
  'There is no backup {1}.': 'Die Sicherung {1} gibt es nicht mehr.',
  '{1} is the only backup from which the catalog could be restored. Make another one first.':
    '{1} ist die einzige Sicherung, von der sich der Katalog zurückspielen ließe. Machen Sie erst eine andere.',
  'Another backup is being made in {1}, or old ones are removed. Try again when it is done.':
    'In {1} wird schon eine Sicherung gemacht, oder alte werden entfernt. Versuchen Sie es danach wieder.',
  'There is no import {1}.': 'Diesen Import gibt es nicht.',
  'The database is being written by another program.':
    'Ein anderes Programm schreibt gerade in die Datenbank. Versuchen Sie es gleich wieder.',
  'The database is being written by another program; waited {1} s.':
    'Ein anderes Programm schreibt gerade in die Datenbank. Versuchen Sie es gleich wieder.',
  'The disk of the server is full; nothing was written.': 'Der Datenträger des Servers ist voll; es wurde nichts geschrieben.',
  'The files of the server may only be read now; nothing was written.':
    'Die Dateien des Servers lassen sich jetzt nur lesen; es wurde nichts geschrieben.',
  'The server cannot use its files now. Its log says why.':
    'Der Server kann seine Dateien jetzt nicht benutzen. Sein Protokoll sagt, warum.',
  'The database is not where it was when it was opened: it was moved, replaced or deleted. Nothing is written until it is back. Do not stop the server yet: its log says how to save the database.':
    'Die Datenbank ist nicht mehr, wo sie war: Sie wurde verschoben, ersetzt oder gelöscht. Geschrieben wird erst wieder, wenn sie zurück ist. Halten Sie den Server noch nicht an: Sein Protokoll sagt, wie Sie die Datenbank retten.',
  '{1} is missing.': '{1} fehlt.',
  '{1} is not as it was written.': '{1} ist nicht mehr, wie es geschrieben wurde.',
  '{1} is not as it was written: its checksum differs.': '{1} ist nicht mehr, wie es geschrieben wurde: Die Prüfsumme ist eine andere.',
  '{1} has {2} rows, and should have {3}.': '{1} hat {2} Zeilen und sollte {3} haben.',
  'Files of {1} covers are missing.': 'Dateien von {1} Covern fehlen.',
  'Files of 1 cover are missing.': 'Dateien von einem Cover fehlen.',
  '1 of {1} leads to a {2} that is not there.': 'Eins aus {1} führt zu einem {2}, das nicht da ist.',
  '{1} of {2} lead to a {3} that is not there.': '{1} aus {2} führen zu einem {3}, das nicht da ist.',
  'The search index {1} and the table {2} differ in {3} rows.': 'Der Suchindex {1} und die Tabelle {2} unterscheiden sich in {3} Zeilen.',
  'The search index {1} and the table {2} differ in 1 row.': 'Der Suchindex {1} und die Tabelle {2} unterscheiden sich in einer Zeile.',
  '{1} has JSON that cannot be read.': '{1} hat JSON, das sich nicht lesen lässt.',
} as const;
