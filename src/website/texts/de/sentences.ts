import type { sentences as en } from '../en/sentences';

export const sentences: typeof en = {
  'This is required.': 'Das wird gebraucht.',
  'This name is taken.': 'Dieser Name ist vergeben.',
  'This must be 3 to 40 characters of A-Z, a-z, 0-9, dot, underscore and hyphen.':
    'Das müssen 3 bis 40 Zeichen aus A–Z, a–z, 0–9, Punkt, Unterstrich und Bindestrich sein.',
  'This must be a text of 10 to 200 characters.': 'Das müssen 10 bis 200 Zeichen sein.',
  'A password has 10 to 200 characters.': 'Ein Passwort hat 10 bis 200 Zeichen.',
  'This must be an e-mail address of at most 254 characters, or null.': 'Das muss eine E-Mail-Adresse von höchstens 254 Zeichen sein.',
  'This must be 1 to 255 characters, none of them a control character.':
    'Das müssen 1 bis 255 Zeichen sein, keines davon ein Steuerzeichen.',
  'This must be a text of 1 to 255 characters, or null.': 'Das müssen 1 bis 255 Zeichen sein.',
  'This is not the present password.': 'Das ist nicht das jetzige Passwort.',
  'The password is wrong; nothing was deleted.': 'Das Passwort ist falsch; es wurde nichts gelöscht.',
  'You have a token of this name already.': 'Sie haben schon ein Token dieses Namens.',
  'The set-up code is wrong, or void since there is a user.':
    'Der Einrichtungscode ist falsch, oder ungültig, weil es schon ein Konto gibt.',
  'The invitation is wrong, was used before, or has expired.': 'Die Einladung ist falsch, schon verbraucht oder abgelaufen.',
  'The code is wrong, was used before, or has expired.': 'Der Code ist falsch, schon verbraucht oder abgelaufen.',
  'There are 100 open invitations. Withdraw some first.': 'Es gibt 100 offene Einladungen. Ziehen Sie erst einige zurück.',
  'This must be an ISO 4217 code such as EUR, or null.': 'Das muss ein Währungskürzel wie EUR sein.',
  'This must be a whole number from 1 to 100000.': 'Das muss eine ganze Zahl von 1 bis 100000 sein.',
  'This must be a whole number from 1 to 5, or null.': 'Das muss eine ganze Zahl von 1 bis 5 sein.',
  'This must be text of at most 10000 characters long, or null.': 'Das dürfen höchstens 10.000 Zeichen sein.',
  'This must be text of at most 255 characters long, or null.': 'Das dürfen höchstens 255 Zeichen sein.',
  'This must be a list of at most 50 texts of 1 to 100 characters, each once whatever its case.':
    'Das dürfen höchstens 50 Schlagwörter von 1 bis 100 Zeichen sein, jedes nur einmal.',
  'The file is empty.': 'Die Datei ist leer.',
  'The picture is damaged, or breaks off before its end.': 'Das Bild ist beschädigt oder bricht vor seinem Ende ab.',
  'This is no picture that can be a cover: it must be a JPEG, a PNG or a WebP.':
    'Das ist kein Bild, das ein Cover sein kann: Es muss ein JPEG, ein PNG oder ein WebP sein.',
  'An SVG cannot be a cover: it must be a JPEG, a PNG or a WebP.':
    'Ein SVG kann kein Cover sein: Es muss ein JPEG, ein PNG oder ein WebP sein.',
  'The WebP moves: a cover is one picture.': 'Das WebP bewegt sich: Ein Cover ist ein einziges Bild.',
  'This must be a date of the calendar, written YYYY-MM-DD, or null.': 'Das muss ein Tag des Kalenders sein.',
  'A length without a title.': 'Eine Länge ohne Namen.',
  'A disc without tracks.': 'Ein Tonträger ohne Titel.',
  'A part without a track above it: it is taken as a track.': 'Ein Teil ohne Titel darüber: Er wird als Titel genommen.',
  'This has neither number nor length: a track, or a heading?': 'Das hat weder Nummer noch Länge: ein Titel, oder eine Überschrift?',
  'A length stands behind the title: what stands before it is taken as a part of the title.':
    'Die Länge steht hinter dem Namen: Was davor steht, wird als Teil des Namens genommen.',
  'This is longer than the 255 characters that a title may have.': 'Das ist länger als die 255 Zeichen, die ein Name haben darf.',
  'It has more columns than number, title, artist and length: the last are left out.':
    'Es hat mehr Spalten als Nummer, Name, Interpret und Länge: Die letzten bleiben weg.',
  'The picture is gone: one that was replaced or removed is kept for 30 days.':
    'Das Bild ist nicht mehr da: Eines, das ersetzt oder entfernt wurde, wird 30 Tage aufgehoben.',
  'This must be a number of hours, days or weeks up to 90 days, such as 6h, 1d or 1w, or off.':
    'Das muss eine Anzahl von Stunden, Tagen oder Wochen bis zu 90 Tagen sein.',
  'This must be numbers of days, weeks and months with commas between, such as 7d or 7d,4w,12m.':
    'Es wurde nichts geändert: Tage, Wochen und Monate sind Zahlen von 0 bis 999, und mindestens eine muss größer als 0 sein.',
};
