import type { expectations as en } from '../../en/sentences';

export const expectations: typeof en = {
  ', or ': ' oder ',
  'true or false': 'ja oder nein',
  'true, false, 1 or 0': 'true, false, 1 oder 0',
  'a text': 'ein Text',
  text: 'ein Text',
  'text of at most {1} characters': 'ein Text von höchstens {1} Zeichen',
  'text of at most {1} characters long': 'ein Text von höchstens {1} Zeichen',
  'text of {1} to {2} characters': 'ein Text von {1} bis {2} Zeichen',
  'at most {1} characters long': 'höchstens {1} Zeichen lang',
  'at least one and at most {1} characters long': 'mindestens eines und höchstens {1} Zeichen lang',
  'a text of {1} to {2} characters': 'ein Text von {1} bis {2} Zeichen',
  'a list': 'eine Liste',
  'a list that has each item once': 'eine Liste ohne Wiederholungen',
  'a list of at most {1} texts of 1 to {2} characters, each once whatever its case':
    'eine Liste von höchstens {1} verschiedenen Wörtern von 1 bis {2} Zeichen',
  'a list of 1 to {1} texts of at most {2} characters': 'eine Liste von 1 bis {1} Zeilen von höchstens {2} Zeichen',
  'a list of {1}, each once': 'eine Auswahl aus {1}',
  'an object': 'ein Objekt',
  'a whole number': 'eine ganze Zahl',
  'a whole number from {1} to {2}': 'eine ganze Zahl von {1} bis {2}',
  'a whole number from {1}': 'eine ganze Zahl ab {1}',
  'one of {1}': 'eines von {1}',
  'a UUID': 'eine UUID',
  'an IRI such as {1}': 'eine IRI wie {1}',
  'an ISO 4217 code such as EUR': 'ein Währungskürzel wie EUR',
  'an ISO 3166-1 code such as GB': 'ein Länderkürzel wie GB',
  'an ISRC in upper case and without hyphens, such as GBAYE6800011': 'ein ISRC in Großbuchstaben und ohne Bindestriche (wie GBAYE6800011)',
  'an address of at most {1} characters that begins with http:// or https://':
    'eine Adresse mit http:// oder https:// von höchstens {1} Zeichen',
  'at most 255 letters from a to z and digits, with single hyphens between':
    'ein Wort von höchstens 255 Buchstaben von a bis z und Ziffern mit einzelnen Bindestrichen dazwischen',
  'an e-mail address of at most {1} characters': 'eine E-Mail-Adresse von höchstens {1} Zeichen',
  '3 to 40 characters of A-Z, a-z, 0-9, dot, underscore and hyphen':
    '3 bis 40 Zeichen aus A–Z, a–z, 0–9, Punkt, Unterstrich und Bindestrich',
  'a date': 'ein Tag',
  'a date of the calendar, written YYYY-MM-DD': 'ein Tag des Kalenders (JJJJ-MM-TT)',
  'a date of the calendar, written YYYY, YYYY-MM or YYYY-MM-DD': 'eine Zeit des Kalenders (JJJJ, JJJJ-MM oder JJJJ-MM-TT)',
  'a date and time of the calendar with its offset': 'Tag und Uhrzeit des Kalenders mit ihrer Zeitzone',
  'a date and time of the calendar with its offset, such as {1}, or a date':
    'Tag und Uhrzeit des Kalenders mit ihrer Zeitzone (wie {1}) oder ein Tag',
  'a date and time with offset, still to come': 'ein Tag in der Zukunft',
  'a day of the year, written MM-DD': 'ein Tag des Jahres (MM-TT)',
  'the first year of a decade, such as {1}': 'das erste Jahr eines Jahrzehnts (wie {1})',
  '{1}, such as composer, in brackets': '{1} (wie composer) in Klammern',
};
