import type { notices as en } from '../en/notices';

export const notices: typeof en = {
  'signed-out': 'Sie sind abgemeldet.',
  'set-up': 'Der Server gehört Ihnen. Legen Sie unten Konten für andere an, oder beginnen Sie mit Ihren Einstellungen.',
  registered: 'Ihr Konto ist angelegt.',
  'password-set': 'Das Passwort ist gesetzt. Melden Sie sich damit an.',
  'token-revoked': 'Das Token ist widerrufen.',
  'session-ended': 'Die Sitzung ist beendet.',
  'sessions-ended': 'Alle anderen Sitzungen sind beendet.',
  'email-kept': 'Die E-Mail-Adresse ist gespeichert.',
  'password-changed': 'Das Passwort ist geändert; alle anderen Sitzungen sind beendet.',
  'appearance-kept': 'Das Erscheinungsbild ist gespeichert.',
  'account-deleted': 'Ihr Konto ist gelöscht, mit allem, was Ihres war.',
  'person-added': 'Das Konto ist angelegt.',
  'role-set': 'Die Rolle ist gesetzt.',
  'only-administrator': 'Es bliebe kein Verwalter übrig; darum wurde nichts geändert. Machen Sie erst jemand anderen dazu.',
  'person-disabled': 'Das Konto ist gesperrt.',
  'person-let-in': 'Das Konto ist wieder zugelassen.',
  'invitation-withdrawn': 'Die Einladung ist zurückgezogen.',
  'settings-kept': 'Die Einstellungen sind gespeichert und gelten sofort.',
};
