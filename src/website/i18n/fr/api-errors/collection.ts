import type { collection as en } from '../../../../messages/collection';

export const collection: Record<keyof typeof en, string> = {
  choice_without_release: 'L’édition choisie pour la ligne {line} n’existe plus.',
  choice_without_row: 'Le fichier n’a pas de ligne {line}, pour laquelle un choix a été fait.',
  column_name_too_long: 'La ligne {row} a un nom de colonne trop long. Il peut avoir {max} caractères au plus.',
  column_twice: 'La première ligne nomme {name} deux fois.',
  csv_malformed: 'Vers la ligne {line}, le fichier n’est pas du CSV : un guillemet n’est pas fermé, ou se trouve au milieu d’une cellule.',
  disc_not_named: 'Désignez le disque par un identifiant, un code-barres, un numéro de catalogue ou un titre.',
  file_busy: 'Un autre de vos fichiers est en cours d’import. Réessayez dans {seconds} secondes.',
  file_busy_on_server: 'Une commande sur le serveur importe un de vos fichiers. Réessayez dans un instant.',
  file_frame_too_long: 'Le texte autour des entrées d’un fichier peut avoir {max} caractères au plus.',
  file_not_utf8: 'Le fichier doit être en UTF-8. Les tableurs l’enregistrent comme « CSV UTF-8 ».',
  file_over_quota:
    'Rien de ce fichier n’a été importé : il lui faut plus que les {left} Mo libres sur vos {max} Mo. Importez moins de lignes, ou supprimez d’abord des exemplaires, des souhaits ou des lignes en attente.',
  file_without_columns:
    'La première ligne doit nommer les colonnes, dont title, barcode, catalog_number ou release_id. Une simple liste a un titre ou un code-barres par ligne.',
  imports_busy: '{count} fichiers sont en cours d’import, le maximum à la fois. Réessayez dans {seconds} secondes.',
  invalid_json_file:
    'Le fichier doit être un objet avec "format": "{format}", "version": {version} et une liste d’objets dans "items", ou une collection MusicBrainz avec une liste d’objets dans "releases".',
  item_exists: 'Cette édition est déjà dans cette liste.',
  no_release: 'Cette édition n’existe plus.',
  no_row: 'Cette ligne n’existe plus.',
  row_has_many_numbers: 'La ligne {row} a trop de numéros de catalogue. Elle peut en avoir {max} au plus.',
  row_has_nul: 'La ligne {row} contient le caractère U+0000, qu’aucun texte ne peut avoir.',
  row_too_long: 'La ligne {row} est trop longue. Elle peut avoir {max} caractères au plus.',
  row_too_long_quote: 'La ligne {row} est trop longue. Elle peut avoir {max} caractères au plus. Un guillemet n’est-il pas fermé ?',
  row_violation: 'À la ligne {line} : {reason}',
  too_many_columns: 'La ligne {row} a trop de colonnes. Elle peut en avoir {max} au plus.',
  too_many_rows: 'Un fichier peut avoir {max} lignes au plus. Celui-ci en a davantage.',
  value_beyond_header:
    'La ligne a plus de valeurs que l’en-tête n’a de colonnes. Mettez entre guillemets les valeurs qui contiennent le séparateur.',
};
