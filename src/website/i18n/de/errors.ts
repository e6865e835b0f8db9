import type { errors as en } from '../en/errors';

export const errors: typeof en = {
  notFound: {
    title: 'Nicht gefunden',
    head: 'Eine Pause',
    detail:
      'Unter dieser Adresse gibt es keine Seite. Der Eintrag wurde vielleicht gelöscht, oder die Adresse enthält einen Tippfehler. Umbenannte und zusammengeführte Einträge leiten automatisch weiter.',
  },
  forbidden: {
    title: 'Nicht erlaubt',
    head: 'Nicht erlaubt',
    detail: 'Nur Administratoren dieses Servers können diese Seite öffnen. Bitten Sie sie um Hilfe.',
  },
  notAnEditor: 'Nur die Redaktion kann diese Seite öffnen. Ein Administrator kann Ihnen diese Rolle geben.',
  invalid: {
    title: 'Ungültige Anfrage',
    head: 'Ein falscher Ton',
    detail: 'Etwas in diesem Formular oder dieser Adresse ist ungültig.',
  },
  busy: {
    title: 'Ausgelastet',
    head: 'Eine Pause',
    detail: 'Der Server ist gerade ausgelastet. Versuchen Sie es gleich noch einmal.',
  },
  tooMany: {
    title: 'Zu schnell',
    head: 'Zu schnell',
    detail: 'Sie haben in einer Minute zu viele Seiten geöffnet. Versuchen Sie es gleich noch einmal.',
  },
  failed: {
    title: 'Etwas ist schiefgegangen',
    head: 'Eine gerissene Saite',
    detail: (id) => `Der Server konnte diese Seite nicht anzeigen. Näheres steht in seinem Protokoll unter ${id}.`,
  },
  tooOld: 'Formular abgelaufen',
  old: 'Dieses Formular war zu lange offen, oder Sie haben sich seitdem neu angemeldet. Ihre Eingaben sind noch da. Senden Sie es noch einmal.',
  notSaved: 'Noch nicht gespeichert',
  stillThere:
    'Sie sind wieder angemeldet, und Ihre Eingaben sind noch da. Sie sind noch nicht gespeichert. Senden Sie das Formular noch einmal.',
  sendAgain: 'Noch einmal senden',
  fileAgain: 'Datei erneut auswählen',
  toBeginning: 'Zur Startseite',
  searchForIt: 'Danach suchen',
  tooLarge: 'Die gesendeten Daten sind zu groß.',
  feedToken:
    'Dieser Feed braucht ein Token. Legen Sie in Ihren Einstellungen eine Feed-Adresse an, oder geben Sie deren Token als Passwort ein.',
};
