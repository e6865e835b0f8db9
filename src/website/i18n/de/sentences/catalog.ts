/** What forms of the catalog are told: records, their history, covers, pasted lists of tracks. */
export const ofCatalog = {
  'This must be an address without blanks, as a browser takes it.':
    'Das muss eine Adresse ohne Leerzeichen sein, wie ein Browser sie nimmt.',
  'This must be one line, without line breaks and control characters.': 'Das muss eine Zeile sein, ohne Umbrüche und Steuerzeichen.',
  'This has no character that can be seen.': 'Das hat kein Zeichen, das zu sehen ist.',
  'This has a character U+0000, which no text has.': 'Das hat ein Zeichen U+0000, das in keinem Text steht.',
  'This has half of a character (a lone surrogate), which no text has.': 'Das hat ein halbes Zeichen, das in keinem Text steht.',
  'This must be a list.': 'Das muss eine Liste sein.',
  'This must name a record of type {1}, by its UUID or IRI.': 'Das muss einen Eintrag nennen, den es gibt.',
  'The end ({1}) is before the begin ({2}).': 'Das Ende ({1}) liegt vor dem Beginn ({2}).',
  'a fictional artist has none.': 'Eine erfundene Person hat keines.',
  'only a compound track has parts.': 'Nur ein zusammengesetzter Titel hat Teile.',
  'This is named twice, for the same.': 'Das ist zweimal genannt, für dasselbe.',
  'There is no member of this name.': 'Etwas dieses Namens gibt es hier nicht.',
  '{1} is a word of addresses, which no record has as its slug.': '„{1}“ ist ein Wort der Adressen, das kein Eintrag haben kann.',
  '{1} is that of another record, {2}.': '„{1}“ gehört schon einem anderen Eintrag, {2}.',
  'This is that of {1}, which is a stand-in.': 'Das gehört schon {1}, einem vorläufigen Eintrag.',
  'This is that of {1}, which is no stand-in.': 'Das gehört schon {1}.',
  'It would lead, by way of others, back to where it begins.': 'Es führte, über andere, dorthin zurück, wo es beginnt.',
  'Its values do not go together: the catalog does not take them.': 'Die Werte gehen nicht zusammen: Der Katalog nimmt sie nicht.',
  'There is a record that says the same already.': 'Einen Eintrag, der dasselbe sagt, gibt es schon.',
  'There is or was a record at {1} already.': 'Unter {1} gibt oder gab es schon einen Eintrag.',
  'This record was merged into {1}: change that.': 'Dieser Eintrag wurde zusammengeführt mit {1}: Ändern Sie den.',
  'Somebody changed the record since it was read. Read it again, and change that.':
    'Jemand hat den Eintrag inzwischen geändert. Sehen Sie nach, und ändern Sie das.',
  'A record cannot be merged into itself, nor into one that was merged into it.':
    'Ein Eintrag lässt sich nicht mit sich selbst zusammenführen, auch nicht mit einem, der in ihm aufging.',
  'A release that waits for review may have at most {1} characters; this one has {2}.':
    'Eine Ausgabe, die auf Prüfung wartet, darf höchstens {1} Zeichen haben; diese hat {2}.',
  'This release is unreviewed: accept it first.': 'Diese Ausgabe wartet noch auf Prüfung: Übernehmen Sie sie zuerst.',
  'Members’ additions and their acceptance are not taken back. Change, merge or delete the release instead.':
    'Was Mitglieder angelegt haben und dass es übernommen wurde, lässt sich nicht zurücknehmen. Ändern, vereinen oder löschen Sie die Ausgabe.',
  'At most {1} releases that you added may wait for review (unreviewed_per_user). {2} do, so there is room for {3} more, and this would add {4}.':
    'Höchstens {1} von Ihnen angelegte Veröffentlichungen dürfen auf Prüfung warten. {2} warten schon, Platz ist für {3} weitere, und dies wären {4}.',
  '{1} is unreviewed: accept it before another record is merged into it.':
    '{1} ist noch nicht geprüft: Übernehmen Sie den Eintrag, bevor ein anderer mit ihm zusammengeführt wird.',
  'This {1} is unreviewed: accept it with "reviewed": true, beside which other attributes may stand.':
    'Dieser Eintrag ist noch nicht geprüft: Übernehmen Sie ihn zuerst.',
  '{1} only stands in for a true {2}: merge it into {3} instead.': '{1} ist nur vorläufig: Führen Sie ihn stattdessen mit {3} zusammen.',
  'One other record or item points to this {1}, which cannot be deleted before.':
    'Ein anderer Eintrag, oder ein Exemplar, zeigt noch hierher: Vorher lässt sich dieser nicht löschen.',
  '{1} other records and items point to this {2}, which cannot be deleted before.':
    '{1} andere Einträge und Exemplare zeigen noch hierher: Vorher lässt sich dieser nicht löschen.',
  'Other records point to it: it cannot be deleted before they do not.':
    'Andere Einträge zeigen noch hierher: Vorher lässt sich dieser nicht löschen.',
  'There is nothing left to take back.': 'Es ist nichts mehr da, was sich zurücknehmen ließe.',
  'Revision {1} took it back already.': 'Änderung {1} hat das schon zurückgenommen.',
  'Revision {1} is newer, and would be lost: take that back first.':
    'Änderung {1} ist neuer und ginge verloren: Nehmen Sie die zuerst zurück.',
  'It changed more than {1} records, or was made by an earlier version: that is not taken back.':
    'Das hat mehr als {1} Einträge geändert, oder eine frühere Version hat es gemacht: Es lässt sich nicht zurücknehmen.',
  'It came back when a merge was taken back: merge the two anew.':
    'Er kam wieder, als eine Zusammenführung zurückgenommen wurde: Führen Sie die beiden neu zusammen.',
  'It cannot come back with its {1}: {2}': 'So, wie er war, kann er nicht wiederkommen ({1}).',
  'It cannot come back: {1}': 'So, wie er war, kann er nicht wiederkommen.',
  'The {1} is there again.': 'Der Eintrag ist schon wieder da.',
  'The {1} is not there any more.': 'Der Eintrag ist nicht mehr da.',
  'The {1} that it was merged into is not there any more: bring that back first.':
    'Der Eintrag, in dem er aufging, ist nicht mehr da: Holen Sie den zuerst zurück.',
  'The {1} that it was merged into has been merged into another one since: take that back first.':
    'Der Eintrag, in dem er aufging, ging seitdem selbst in einem anderen auf: Nehmen Sie das zuerst zurück.',
  'An import, or what was merged, has changed {1} since.': 'Ein Import, oder was zusammengeführt wurde, hat das seitdem geändert: {1}.',
  'Another record has this id.': 'Ein anderer Eintrag hat diese Kennung.',
  'Both must be of the same type.': 'Beide müssen von derselben Art sein.',
  'Both are the same record.': 'Beide sind derselbe Eintrag.',
  'Only releases are editions of an album.': 'Nur Ausgaben sind Ausgaben eines Albums.',
  'The pair was settled otherwise: take that back first.': 'Über die beiden wurde anders entschieden: Nehmen Sie das zuerst zurück.',
  'The release {1} has no cover.': 'Diese Ausgabe hat kein Cover.',
  'The file is empty.': 'Die Datei ist leer.',
  'The picture is damaged, or breaks off before its end.': 'Das Bild ist beschädigt oder bricht vor seinem Ende ab.',
  'Behind the picture stands a file of another kind: it must be a picture and nothing else.':
    'Hinter dem Bild steht eine Datei anderer Art: Es muss ein Bild sein und sonst nichts.',
  'The picture builds up in more than {1} steps, which takes too long to read.':
    'Das Bild baut sich in mehr als {1} Schritten auf; es zu lesen dauert zu lange.',
  'The picture has too many pixels; a cover may have {1} million. Make it smaller first.':
    'Das Bild hat zu viele Pixel; ein Cover darf {1} Millionen haben. Verkleinern Sie es erst.',
  'The picture has {1} pixels; a cover may have {2} million. Make it smaller first.':
    'Das Bild hat {1} Pixel; ein Cover darf {2} Millionen haben. Verkleinern Sie es erst.',
  'This is no picture that can be a cover: it must be a JPEG, a PNG or a WebP.':
    'Das ist kein Bild, das ein Cover sein kann: Es muss ein JPEG, ein PNG oder ein WebP sein.',
  'An SVG cannot be a cover: it must be a JPEG, a PNG or a WebP.':
    'Ein SVG kann kein Cover sein: Es muss ein JPEG, ein PNG oder ein WebP sein.',
  'The WebP moves: a cover is one picture.': 'Das WebP bewegt sich: Ein Cover ist ein einziges Bild.',
  '{1} covers are being read, which is the most at a time. Try again in {2} seconds.':
    'Es werden schon {1} Cover gelesen, mehr geht nicht auf einmal. Versuchen Sie es in {2} Sekunden wieder.',
  'The picture is gone: one that was replaced or removed is kept for {1} days.':
    'Das Bild ist nicht mehr da: Eines, das ersetzt oder entfernt wurde, wird {1} Tage aufgehoben.',
  '“{1}” is no length. The {2} is a letter?': '„{1}“ ist keine Länge. Ist das {2} ein Buchstabe?',
  '“{1}” is no length: a minute has 60 seconds.': '„{1}“ ist keine Länge: Eine Minute hat 60 Sekunden.',
  '“{1}” is no length: seconds have two digits.': '„{1}“ ist keine Länge: Sekunden haben zwei Ziffern.',
  '“{1}” is no length. Write {2} if it is meant as one.': '„{1}“ ist keine Länge. Schreiben Sie {2}, wenn es eine sein soll.',
  'A length without a title.': 'Eine Länge ohne Namen.',
  'A disc without tracks.': 'Ein Tonträger ohne Titel.',
  'A part without a track above it: it is taken as a track.': 'Ein Teil ohne Titel darüber: Er wird als Titel genommen.',
  'This has neither number nor length: a track, or a heading?': 'Das hat weder Nummer noch Länge: ein Titel, oder eine Überschrift?',
  'A length stands behind the title: what stands before it is taken as a part of the title.':
    'Die Länge steht hinter dem Namen: Was davor steht, wird als Teil des Namens genommen.',
  'This is longer than the 255 characters that a title may have.': 'Das ist länger als die 255 Zeichen, die ein Name haben darf.',
  'It has more columns than number, title, artist and length: the last are left out.':
    'Es hat mehr Spalten als Nummer, Name, Interpret und Länge: Die letzten bleiben weg.',
  'There is no {1} at {2}.': 'Diesen Eintrag gibt es nicht mehr.',
  'There is no {1} {2} here.': 'Das gibt es hier nicht mehr.',
  'There is no {1} {2}.': 'Diesen Eintrag gibt es nicht.',
} as const;
