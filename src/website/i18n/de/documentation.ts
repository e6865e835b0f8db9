import type { DocumentationTexts } from '../en/documentation';

export const documentation: DocumentationTexts = {
  language: 'de',
  title: 'Dokumentation',
  lead: 'Wie man einen Server betreibt, füllt, alles wieder herausholt und Programme für ihn schreibt. Die Kapitel sind auf Englisch.',
  chapters: 'Kapitel',
  reference: 'Die API, Operation für Operation',
  before: 'Davor',
  next: 'Danach',
  beforeAndAfter: 'Kapitel davor und danach',
  copy: 'Kopieren',
};
