import type { errors as en } from '../en/errors';

export const errors: typeof en = {
  notFound: {
    title: 'Nicht hier',
    head: 'Eine Pause',
    detail:
      'Unter dieser Adresse steht nichts. Der Eintrag wurde vielleicht entfernt, oder die Adresse ist vertippt; umbenannte und zusammengelegte Einträge führen von selbst weiter.',
  },
  forbidden: {
    title: 'Nicht erlaubt',
    head: 'Nicht erlaubt',
    detail: 'Das ist für alle, die den Server verwalten. Ihr Konto gehört nicht dazu; fragen Sie dort nach, was Sie hier brauchen.',
  },
  notAnEditor: 'Das ist für alle, die den Katalog bearbeiten. Wer verwaltet, kann Sie dazu machen.',
  invalid: {
    title: 'Nicht verstanden',
    head: 'Ein falscher Ton',
    detail: 'Die Adresse oder das Formular sagt etwas, was nicht sein kann.',
  },
  busy: {
    title: 'Nicht jetzt',
    head: 'Eine Pause',
    detail: 'Der Server hat erst etwas anderes zu beenden. Versuchen Sie es gleich noch einmal.',
  },
  tooMany: {
    title: 'Zu schnell',
    head: 'Zu schnell',
    detail: 'Es wurden mehr Seiten verlangt, als man in einer Minute verlangen darf. Versuchen Sie es gleich noch einmal.',
  },
  failed: {
    title: 'Das ging schief',
    head: 'Eine gerissene Saite',
    detail: (id) => `Der Server konnte dies nicht zeigen. Sein Protokoll sagt mehr unter ${id}.`,
  },
  tooOld: 'Zu lange offen',
  old: 'Diese Seite war zu lange offen, oder sie gehört zu einer anderen Anmeldung. Was Sie eingegeben haben, steht noch da; senden Sie es noch einmal.',
  notSaved: 'Noch nicht gespeichert',
  stillThere:
    'Sie sind wieder angemeldet, und was Sie eingegeben haben, ist noch da. Gespeichert ist davon noch nichts; senden Sie es noch einmal.',
  sendAgain: 'Noch einmal senden',
  fileAgain: 'Die Datei noch einmal',
  toBeginning: 'Zum Anfang',
  searchForIt: 'Danach suchen',
  tooLarge: 'Was gesendet wurde, ist zu groß.',
};
