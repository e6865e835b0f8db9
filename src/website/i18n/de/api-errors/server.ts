import type { server as en } from '../../../../messages/server';

export const server: Record<keyof typeof en, string> = {
  backup_busy: 'In {folder} wird gerade eine Sicherung gemacht, oder alte werden entfernt. Versuchen Sie es danach wieder.',
  backup_failed: '{reason}',
  backup_impossible: 'Von einem Katalog im Arbeitsspeicher gibt es keine Sicherungen.',
  backup_running: 'Eine Sicherung wird schon gemacht.',
  backup_verifying: 'Eine Sicherung wird schon geprüft.',
  database_busy: 'Ein anderes Programm schreibt gerade in die Datenbank. Versuchen Sie es gleich wieder.',
  database_moved:
    'Die Datenbank wurde verschoben, ersetzt oder gelöscht, während sie offen war. Geschrieben wird erst wieder, wenn sie zurück ist. Halten Sie den Server nicht an: Sein Protokoll sagt, wie Sie die Datenbank retten.',
  database_not_saved: 'Die verschobene Datenbank konnte nicht gerettet werden: {reason}.',
  disk_full: 'Der Datenträger des Servers ist voll. Es wurde nichts geschrieben.',
  disk_read_only: 'Die Dateien des Servers sind schreibgeschützt. Es wurde nichts geschrieben.',
  exports_busy: '{count} Exporte laufen schon, mehr geht nicht auf einmal.',
  facets_busy: 'Es werden schon mehr als {max} Facetten gezählt. Fragen Sie in einigen Sekunden wieder.',
  files_unusable: 'Der Server kann seine Dateien nicht benutzen. Sein Protokoll nennt den Grund.',
  last_backup: '{name} ist die einzige Sicherung, aus der sich der Katalog wiederherstellen ließe. Machen Sie zuerst eine andere.',
  many_files_open: 'Der Server hat zu viele Dateien und Verbindungen offen. Versuchen Sie es gleich wieder.',
  no_backup: 'Die Sicherung {name} gibt es nicht mehr.',
  no_source_id: 'Dieser Eintrag hat keine ID bei {source}. Füge einen Link zu seiner Seite dort hinzu.',
  online_off: 'Die Online-Suche ist ausgeschaltet. Eine Administratorin oder ein Administrator kann sie einschalten.',
  page_abandoned: 'Die Seite wurde verlassen, bevor sie fertig war.',
  pictures_busy: 'Es werden gerade zu viele Bilder gezeichnet. Versuchen Sie es gleich wieder.',
  query_mixed:
    'Bitte nur eines angeben: barcode, catalog_number, url, mbid, discogs_id, disc_id oder title. label gehört zu catalog_number, artist zu title.',
  resolve_both: 'Geben Sie entweder slug oder url an.',
  resolve_neither: 'Geben Sie slug oder url an.',
  search_without_id: 'Geben Sie die ID in externalId an, oder mehrere in externalId[].',
  search_without_text: 'Geben Sie in q an, wonach gesucht wird.',
  since_too_new: 'Die neueste Änderung hat die Nummer {newest}. since darf höchstens so groß sein.',
  since_too_old:
    'Änderungen sind erst nach Nummer {oldest} bekannt, since muss also mindestens {oldest} sein. Laden Sie einen ganzen Export (GET /api/export) und folgen Sie ab dessen Nummer.',
  source_busy: '{source} ist ausgelastet. Bitte in {seconds} Sekunden noch einmal versuchen.',
  source_lacks: '{source} hat nichts mit der ID {id}.',
  source_unreachable: '{source} ist nicht erreichbar. Bitte später noch einmal versuchen.',
  source_unusable: '{source} hat eine unbrauchbare Antwort geschickt.',
  unknown_url: 'url muss die Seite einer Veröffentlichung bei MusicBrainz oder Discogs sein.',
};
