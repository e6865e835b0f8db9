import type { editing as en } from '../en/editing';
import { plural } from '../formats';

export const editing: typeof en = {
  lead: 'Importe überschreiben Ihre Änderungen nie. Entsperren Sie ein Feld, um sie zuzulassen.',
  license: 'Einträge im Katalog werden als CC0 (gemeinfrei) weitergegeben. Schreiben Sie mit eigenen Worten.',
  licenses: 'Lizenzen der Daten',
  correct: 'Bearbeiten',
  history: 'Verlauf',
  refused: 'Noch nicht gespeichert.',
  toCorrect: plural({ one: '1 Angabe korrigieren:', other: '# Angaben korrigieren:' }),
  held: {
    sentence: (field, by, day) =>
      `${field === undefined ? 'Gesperrt' : `${field} gesperrt`}${by === null ? '' : ` von ${by}`}${day === undefined ? '' : ` am ${day}`}.`,
    unlock: 'Entsperren',
    unlocked: 'Entsperrt. Importe können dieses Feld wieder ändern.',
  },
  why: {
    aside: 'Wird im Verlauf angezeigt',
    label: 'Was Sie geändert haben und Ihre Quelle',
    earlier: 'Frühere Fassungen',
  },
  update: {
    title: 'Online aktualisieren',
    lead: (source) => `${source} würde diese Felder ändern. Gesperrte Felder bleiben, wie sie sind.`,
    none: 'Schon aktuell.',
    act: 'Aktualisieren',
    back: 'Zurück',
  },
  names: {
    hint: 'Wählen Sie aus dem Katalog oder geben Sie einen neuen Namen ein.',
    isNew: 'Wird im Katalog angelegt.',
    several: 'Mehrere Einträge haben diesen Namen. Welcher?',
    choose: 'Wählen',
    another: 'Keiner davon, neu anlegen',
    ofThem: 'Welcher?',
    which: (name) => `wer ${name} ist`,
  },
  more: 'Weitere Zeilen',
  barcodeLength: 'Wie eingegeben gespeichert, aber Barcodes haben 8, 12, 13 oder 14 Ziffern.',
  saveChanges: 'Änderungen speichern',
};
