/** The state of the server, its files and backups, and the settings of a search. */
export const server = {
  backup_busy: 'A backup is being made in {folder}, or old ones are being removed. Try again later.',
  backup_failed: '{reason}',
  backup_impossible: 'A catalog in memory has no backups.',
  backup_running: 'A backup is already being made.',
  backup_verifying: 'A backup is already being checked.',
  database_busy: 'Another program is writing to the database.',
  database_moved:
    'The database was moved, replaced or deleted while open. Nothing is written until it is back. Do not stop the server: its log says how to save the database.',
  database_not_saved: 'The moved database could not be saved: {reason}.',
  disk_full: 'The disk of the server is full. Nothing was written.',
  disk_read_only: 'The files of the server are read-only. Nothing was written.',
  exports_busy: '{count} exports are running, the most at a time.',
  facets_busy: 'More than {max} facets are being counted. Ask again in a few seconds, or without facets.',
  files_unusable: 'The server cannot use its files. Its log has the reason.',
  last_backup: '{name} is the only backup from which the catalog can be restored. Make another one first.',
  many_files_open: 'The server has too many files and connections open. Try again in a moment.',
  no_backup: 'There is no backup {name}.',
  page_abandoned: 'The client left before the page was ready.',
  pictures_busy: 'Too many pictures are being drawn. Try again in a moment.',
  resolve_both: 'Give either slug or url.',
  resolve_neither: 'Give the slug or url to resolve.',
  search_without_id: 'Give the id in externalId, or several in externalId[].',
  search_without_text: 'Give the text to search for in q.',
  since_too_new: 'The newest change has sequence {newest}. since may be at most that.',
  since_too_old:
    'Changes are known from after sequence {oldest}, so since must be at least {oldest}. Load a whole export (GET /api/export) and follow from its sequence.',
} as const;
