import type { editing as en } from '../en/editing';

export const editing: typeof en = {
  lead: 'Was Sie schreiben, bleibt Ihres: Kein Import überschreibt es, bis Sie es zurückgeben.',
  correct: 'Korrigieren',
  history: 'Verlauf',
  refused: 'Noch ist nichts gespeichert.',
  putRight: (count, isOne) => (isOne ? 'Eines ist zu berichtigen:' : `${count} Dinge sind zu berichtigen:`),
  held: {
    title: 'Von Hand',
    by: (name, day) => `von ${name} seit ${day}.`,
    since: (day) => `seit ${day}.`,
    unlock: 'Der Quelle zurückgeben',
    unlocked: 'Zurückgegeben: Der nächste Import, der diesen Eintrag hat, darf es wieder schreiben.',
  },
  why: {
    title: 'Warum',
    aside: 'Steht im Verlauf',
    label: 'Was Sie geändert haben, und woher es stammt',
    earlier: 'Frühere Fassungen',
  },
  names: {
    hint: 'Aus dem Katalog gewählt; ein anderer Name wird neu angelegt.',
    isNew: 'Wird im Katalog neu angelegt.',
    several: 'Mehrere haben diesen Namen. Wer ist gemeint?',
    choose: 'Wählen',
    another: 'Niemand davon: neu anlegen',
    ofThem: 'Wer ist gemeint?',
    which: (name) => `wer ${name} ist`,
  },
  more: 'Weitere Zeilen',
  barcodeLength: 'Er wird gespeichert, wie er ist, doch ein Strichcode hat 8, 12, 13 oder 14 Ziffern.',
  saveChanges: 'Änderungen speichern',
};
