import type { unreviewed as english } from '../en/unreviewed';

export const unreviewed: typeof english = {
  title: 'Warten auf Prüfung',
  lead: 'Diese Veröffentlichungen haben Mitglieder angelegt. Bis Sie sie übernehmen, sehen nur diese und die Redaktion sie.',
  none: 'Nichts wartet auf Prüfung.',
  accept: 'Übernehmen',
  merge: 'Mit einer anderen Veröffentlichung zusammenführen',
  gone: 'Diese Veröffentlichung hat sich inzwischen geändert. Sehen Sie noch einmal nach.',
  mark: 'Wartet auf Prüfung',
  note: 'Von einem Mitglied angelegt. Nur dieses und die Redaktion sehen den Eintrag, bis er übernommen ist.',
  addNote: 'Bis die Redaktion ihn übernimmt, sehen nur Sie und die Redaktion den Eintrag.',
};
