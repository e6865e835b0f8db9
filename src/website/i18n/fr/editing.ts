import type { editing as en } from '../en/editing';
import { plural } from '../formats';

export const editing: typeof en = {
  lead: 'Les imports n’écrasent jamais vos modifications. Déverrouillez un champ pour le leur permettre.',
  license: 'Les fiches du catalogue sont partagées sous CC0 (domaine public). Écrivez avec vos propres mots.',
  licenses: 'Licences des données',
  correct: 'Modifier',
  history: 'Historique',
  refused: 'Pas encore enregistré.',
  toCorrect: plural({ one: '# point à corriger :', other: '# points à corriger :' }),
  held: {
    sentence: (field, by, day) =>
      `${field === undefined ? 'Verrouillé' : `Champ « ${field} » verrouillé`}${by === null ? '' : ` par ${by}`}${day === undefined ? '' : ` le ${day}`}.`,
    unlock: 'Déverrouiller',
    unlocked: 'Déverrouillé. Les imports peuvent à nouveau modifier ce champ.',
  },
  why: {
    aside: 'Affiché dans l’historique',
    label: 'Ce que vous avez modifié et votre source',
    earlier: 'Révisions précédentes',
  },
  update: {
    title: 'Mettre à jour en ligne',
    lead: (source) => `${source} modifierait ces champs. Les champs verrouillés restent tels quels.`,
    none: 'Déjà à jour.',
    act: 'Mettre à jour',
    back: 'Retour',
  },
  names: {
    hint: 'Choisissez dans le catalogue, ou saisissez un nouveau nom pour l’ajouter.',
    isNew: 'Sera ajouté au catalogue.',
    several: 'Plusieurs fiches portent ce nom. Laquelle ?',
    choose: 'Choisir',
    another: 'Aucune de celles-ci, en ajouter une',
    ofThem: 'Laquelle ?',
    which: (name) => `qui est ${name}`,
  },
  more: 'Plus de lignes',
  barcodeLength: 'Enregistré tel quel, mais un code-barres a 8, 12, 13 ou 14 chiffres.',
  saveChanges: 'Enregistrer les modifications',
};
