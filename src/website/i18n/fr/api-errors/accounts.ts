import type { accounts as en } from '../../../../messages/accounts';

export const accounts: Record<keyof typeof en, string> = {
  administrators_only: 'C’est réservé aux administrateurs.',
  closed_registration: 'Les inscriptions sont fermées. L’exploitant de ce serveur crée les comptes : leitmotif user create NAME.',
  editing_off: 'Le catalogue ne peut pas être modifié ici : le réglage editing vaut off.',
  contact_needed: 'MusicBrainz demande un contact aux programmes. Indiquez une adresse e-mail ou web.',
  token_needed: 'Discogs exige un jeton d’accès personnel. Créez-en un sur sa page Settings, Developers.',
  invalid_token:
    'Cette valeur doit être un jeton d’accès personnel de Discogs : 100 lettres, chiffres, traits d’union et tirets bas au plus.',
  invalid_sources:
    'Cette valeur doit être off, ou une liste séparée par des virgules parmi musicbrainz, cover_art_archive (seulement avec musicbrainz), discogs et wikidata.',
  editors_only: 'C’est réservé aux rédacteurs. Un administrateur peut vous donner ce rôle.',
  fixed_setting: '{name} est fixé sur le serveur par {source} et ne peut pas être modifié ici.',
  invitation_required: 'Il faut une invitation pour créer un compte. Demandez-la à un administrateur de ce serveur.',
  invalid_code: 'Le code est faux, déjà utilisé ou expiré.',
  invalid_invitation: 'L’invitation est fausse, déjà utilisée ou expirée.',
  invalid_password: 'Un mot de passe doit avoir de {min} à {max} caractères.',
  invalid_user_name:
    'Un nom d’utilisateur doit avoir de 3 à 40 caractères : lettres sans accent, chiffres, points, traits d’union ou tirets bas.',
  invalid_setup_code: 'Le code de mise en route est faux, ou il n’est plus valable parce qu’un compte existe déjà.',
  last_administrator: '{name} est le seul administrateur. Donnez d’abord ce rôle à quelqu’un d’autre.',
  many_invitations: 'Il y a {count} invitations ouvertes. Retirez-en d’abord quelques-unes.',
  missing_current_password: 'Saisissez votre mot de passe actuel pour le changer.',
  missing_scopes: 'Il manque au jeton les autorisations {scopes}.',
  no_import: 'L’import {id} n’existe pas.',
  no_invitation: 'Cette invitation n’existe plus.',
  no_lists: 'Ce compte n’a pas de listes.',
  no_sign_in: 'Cette session n’existe plus.',
  no_token: 'Ce jeton n’existe plus.',
  no_user: 'Le compte {name} n’existe pas.',
  rights_changed: 'Vos droits ont changé pendant l’envoi de la requête. Envoyez-la de nouveau.',
  scope_for_parameter: 'Il manque au jeton l’autorisation {scope}, nécessaire à {name}.',
  token_exceeds_scopes:
    'Le jeton qui crée celui-ci a les autorisations {scopes} et ne peut pas en donner d’autres. Avec current_password, votre mot de passe, c’est possible.',
  token_expires_later:
    'Le jeton qui crée celui-ci expire le {end} et ne peut pas en créer de plus durable. Avec current_password, votre mot de passe, c’est possible.',
  token_name_taken: 'Vous avez déjà un jeton de ce nom.',
  unused_revoke_tokens: 'Ce n’est possible qu’avec un nouveau mot de passe.',
  user_deleted: 'Ce compte n’existe plus.',
  user_exists: 'Le compte {name} existe déjà.',
  username_taken: 'Ce nom est déjà pris.',
  wrong_credentials: 'Le nom d’utilisateur ou le mot de passe est incorrect.',
  wrong_current_password: 'Ce n’est pas votre mot de passe actuel.',
  wrong_password: 'Le mot de passe est incorrect. Rien n’a été supprimé.',
  wrong_refresh_token: 'Le jeton de renouvellement est inconnu, expiré ou déjà utilisé.',
};
