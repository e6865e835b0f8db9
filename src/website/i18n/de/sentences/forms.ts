/** What forms of accounts, settings and one's own lists are told. */
export const ofForms = {
  'This must be {1}.': 'Das muss {1} sein.',
  'This is required, and must be {1}.': 'Das darf nicht leer bleiben: Es muss {1} sein.',
  '{1} must be {2}.': '„{1}“ muss {2} sein.',
  'This is required.': 'Das darf nicht leer bleiben.',
  'required.': 'Das darf nicht leer bleiben.',
  'This is required where the password changes.': 'Ohne das lässt sich das Passwort nicht ändern.',
  'This goes with another password.': 'Das geht nur zusammen mit einem anderen Passwort.',
  'This name is taken.': 'Dieser Name ist vergeben.',
  'There is a user {1} already.': 'Ein Konto {1} gibt es schon.',
  'This must be 3 to 40 characters of A-Z, a-z, 0-9, dot, underscore and hyphen.':
    'Das müssen 3 bis 40 Zeichen aus A–Z, a–z, 0–9, Punkt, Unterstrich und Bindestrich sein.',
  'This must be a text of {1} to {2} characters.': 'Das müssen {1} bis {2} Zeichen sein.',
  'This must be a text of {1} to {2} characters, or null.': 'Das müssen {1} bis {2} Zeichen sein.',
  'A password has {1} to {2} characters.': 'Ein Passwort hat {1} bis {2} Zeichen.',
  'This must be 1 to 255 characters, none of them a control character.':
    'Das müssen 1 bis 255 Zeichen sein, keines davon ein Steuerzeichen.',
  'This must be text of at most {1} characters long, or null.': 'Das dürfen höchstens {1} Zeichen sein.',
  'This must be text of at most {1} characters.': 'Das dürfen höchstens {1} Zeichen sein.',
  'This must be a list of at most {1} texts of 1 to {2} characters, each once whatever its case.':
    'Das dürfen höchstens {1} Schlagwörter von 1 bis {2} Zeichen sein, jedes nur einmal.',
  'This is not the present password.': 'Das ist nicht das jetzige Passwort.',
  'The password is wrong; nothing was deleted.': 'Das Passwort ist falsch; es wurde nichts gelöscht.',
  'The user name or the password is wrong.': 'Der Benutzername oder das Passwort ist falsch.',
  'You have a token of this name already.': 'Sie haben schon ein Token dieses Namens.',
  'The set-up code is wrong, or void since there is a user.':
    'Der Einrichtungscode ist falsch, oder ungültig, weil es schon ein Konto gibt.',
  'The invitation is wrong, was used before, or has expired.': 'Die Einladung ist falsch, schon verbraucht oder abgelaufen.',
  'An account takes an invitation here. Administrators of this server give them out.':
    'Für ein Konto braucht es hier eine Einladung. Es gibt sie, wer diesen Server verwaltet.',
  'Registration is closed. Whoever runs this server makes accounts: leitmotif user create NAME.':
    'Registrieren kann man sich hier nicht. Konten legt an, wer diesen Server betreibt: leitmotif user create NAME.',
  'The code is wrong, was used before, or has expired.': 'Der Code ist falsch, schon verbraucht oder abgelaufen.',
  'There are {1} open invitations. Withdraw some first.': 'Es gibt {1} offene Einladungen. Ziehen Sie erst einige zurück.',
  '{1} is the only administrator, and stays one who is let in. Make another one first.':
    'Nur {1} verwaltet den Server, und das bleibt so. Geben Sie erst jemand anderem diese Rolle.',
  'There is no user {1}.': 'Ein Konto {1} gibt es nicht.',
  'There is no such user any more.': 'Dieses Konto gibt es nicht mehr.',
  'There is no sign-in {1}.': 'Diese Sitzung gibt es nicht mehr.',
  'There is no invitation {1}.': 'Diese Einladung gibt es nicht mehr.',
  'There is no API access token {1}.': 'Dieses Token gibt es nicht mehr.',
  'This is for administrators.': 'Das ist für alle, die den Server verwalten.',
  'There is a {1} of this release already.': 'Diese Ausgabe steht schon auf dieser Liste.',
  'There is no release {1}; this must name one that there is.': 'Diese Ausgabe gibt es nicht mehr.',
  'If-Match names another state of the item. Read it again, and send the ETag of what you read.':
    'Es wurde geändert, während Sie schrieben. Sehen Sie nach, und ändern Sie das.',
} as const;
