import type { server as en } from '../../../../messages/server';

export const server: Record<keyof typeof en, string> = {
  backup_busy: 'Une sauvegarde est en cours dans {folder}, ou d’anciennes y sont supprimées. Réessayez plus tard.',
  backup_failed: '{reason}',
  backup_impossible: 'Un catalogue en mémoire n’a pas de sauvegardes.',
  backup_running: 'Une sauvegarde est déjà en cours.',
  backup_verifying: 'Une sauvegarde est déjà en cours de vérification.',
  database_busy: 'Un autre programme écrit dans la base de données. Réessayez dans un instant.',
  database_moved:
    'La base de données a été déplacée, remplacée ou supprimée pendant qu’elle était ouverte. Rien n’est écrit avant son retour. N’arrêtez pas le serveur : son journal explique comment la sauver.',
  database_not_saved: 'La base de données déplacée n’a pas pu être sauvée : {reason}.',
  disk_full: 'Le disque du serveur est plein. Rien n’a été écrit.',
  disk_read_only: 'Les fichiers du serveur sont en lecture seule. Rien n’a été écrit.',
  exports_busy: '{count} exports sont en cours, le maximum à la fois.',
  facets_busy: 'Plus de {max} facettes sont en cours de comptage. Réessayez dans quelques secondes.',
  files_unusable: 'Le serveur ne peut pas utiliser ses fichiers. Son journal en donne la raison.',
  import_either: 'Indiquez soit files, soit server.',
  import_file_exists: 'Le dossier d’import contient déjà un fichier {name}. Supprimez-le d’abord, ou renommez le vôtre.',
  import_file_in_use: '{name} est en cours d’import. Arrêtez d’abord l’import.',
  import_file_name:
    'Un nom de fichier a {max} octets au plus, sans barre oblique ni caractère de contrôle, et ne commence pas par un point.',
  import_file_unknown:
    '{name} n’est ni un dump de MusicBrainz, de Discogs ou de Wikidata, ni un fichier de fiches, tel quel ou compressé avec gzip, zstd ou xz.',
  import_files_mixed: 'Les fichiers viennent de sources différentes : {sources}. Importez les fichiers d’une source à la fois.',
  import_impossible: 'Un catalogue en mémoire n’accepte pas d’import. Démarrez le serveur avec un répertoire de données.',
  import_not_allowed: 'La personne qui a lancé cet import ne peut plus importer. Reprenez-le avec un autre compte administrateur.',
  import_not_resumable: 'Seul un import interrompu ou échoué peut être repris.',
  import_not_running: 'Cet import n’est pas en cours.',
  import_of_command_line: 'Cet import a été lancé en ligne de commande. Arrêtez-le ou reprenez-le là.',
  import_running: 'Un autre import est en cours. Attendez sa fin, ou arrêtez-le.',
  import_upload_too_large:
    'Un fichier envoyé a {max} Mo au plus (import_upload_megabytes). Copiez les plus gros dans {folder} sur le serveur, puis choisissez-les.',
  last_backup: '{name} est la seule sauvegarde dont le catalogue puisse être restauré. Faites-en d’abord une autre.',
  many_files_open: 'Le serveur a trop de fichiers et de connexions ouverts. Réessayez dans un instant.',
  no_backup: 'La sauvegarde {name} n’existe plus.',
  no_import_file:
    'Le dossier d’import, {folder}, ne contient pas de fichier {name}. Il doit se trouver dans le dossier même et ne pas être un lien.',
  no_source_id: 'Cette fiche n’a pas d’identifiant chez {source}. Ajoutez-lui un lien vers sa page là-bas.',
  online_off: 'La recherche en ligne est désactivée. Un administrateur peut l’activer.',
  page_abandoned: 'La page a été quittée avant d’être prête.',
  pictures_busy: 'Trop d’images sont en cours de dessin. Réessayez dans un instant.',
  query_mixed:
    'Indiquez un seul critère : barcode, catalog_number, url, mbid, discogs_id, disc_id ou title. label va avec catalog_number, artist avec title.',
  resolve_both: 'Indiquez soit slug, soit url.',
  resolve_neither: 'Indiquez slug ou url.',
  search_without_id: 'Indiquez l’identifiant dans externalId, ou plusieurs dans externalId[].',
  search_without_text: 'Indiquez dans q le texte à rechercher.',
  since_too_new: 'La modification la plus récente porte le numéro {newest}. since peut aller jusque-là.',
  since_too_old:
    'Les modifications ne sont connues qu’après le numéro {oldest} : since doit donc valoir au moins {oldest}. Chargez un export entier (GET /api/export) et suivez à partir de son numéro.',
  source_refuses: '{source} refuse ce serveur. Un administrateur peut vérifier le contact et le jeton.',
  source_busy: '{source} est surchargé. Réessayez dans {seconds} secondes.',
  release_deleted: 'Cette édition a été supprimée ici. Son historique, sous /releases/{id}/history, permet de la restaurer.',
  source_lacks: '{source} n’a rien sous l’identifiant {id}.',
  source_unreachable: '{source} est injoignable. Réessayez plus tard.',
  source_unusable: '{source} a envoyé une réponse inutilisable.',
  unknown_url: 'url doit être la page d’une édition chez MusicBrainz ou Discogs.',
};
