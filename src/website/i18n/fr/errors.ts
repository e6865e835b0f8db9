import type { errors as en } from '../en/errors';

export const errors: typeof en = {
  notFound: {
    title: 'Page introuvable',
    head: 'Un silence',
    detail:
      'Il n’y a aucune page à cette adresse. La fiche a peut-être été supprimée, ou l’adresse contient une faute de frappe. Les fiches renommées et fusionnées redirigent automatiquement.',
  },
  forbidden: {
    title: 'Accès refusé',
    head: 'Accès refusé',
    detail: 'Seuls les administrateurs de ce serveur peuvent ouvrir cette page. Demandez de l’aide à l’un d’eux.',
  },
  notAnEditor: 'Seuls les rédacteurs peuvent ouvrir cette page. Un administrateur peut vous donner ce rôle.',
  invalid: {
    title: 'Requête non valable',
    head: 'Une fausse note',
    detail: 'Quelque chose dans ce formulaire ou cette adresse n’est pas valable.',
  },
  busy: { title: 'Occupé', head: 'Un soupir', detail: 'Le serveur est occupé. Réessayez dans un instant.' },
  tooMany: {
    title: 'Trop vite',
    head: 'Trop vite',
    detail: 'Vous avez ouvert trop de pages en une minute. Réessayez dans un instant.',
  },
  failed: {
    title: 'Une erreur s’est produite',
    head: 'Une corde cassée',
    detail: (id) => `Le serveur n’a pas pu afficher cette page. Son journal en donne les détails sous ${id}.`,
  },
  tooOld: 'Ce formulaire a expiré',
  old: 'Ce formulaire est resté ouvert trop longtemps, ou vous vous êtes reconnecté depuis. Votre saisie est toujours là. Envoyez-la à nouveau.',
  notSaved: 'Pas encore enregistré',
  stillThere: 'Vous êtes reconnecté et votre saisie est toujours là. Elle n’est pas encore enregistrée. Envoyez-la à nouveau.',
  sendAgain: 'Envoyer à nouveau',
  fileAgain: 'Choisissez à nouveau le fichier',
  toBeginning: 'Aller à l’accueil',
  searchForIt: 'Faire une recherche',
  tooLarge: 'Les données envoyées sont trop volumineuses.',
  feedToken: 'Ce flux demande un jeton. Créez une adresse de flux dans vos réglages, ou saisissez son jeton comme mot de passe.',
};
