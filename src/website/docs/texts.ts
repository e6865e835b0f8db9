/** The frame of the documentation in one language; its chapters are in English. */
export interface DocsTexts {
  readonly language: 'en' | 'de';
  readonly title: string;
  readonly lead: string;
  readonly chapters: string;
  readonly reference: string;
  readonly before: string;
  readonly next: string;
  readonly beforeAndAfter: string;
  readonly copy: string;
}

export const docsTexts: Readonly<Record<DocsTexts['language'], DocsTexts>> = {
  en: {
    language: 'en',
    title: 'Documentation',
    lead: 'How to run a server, fill it, take everything out again, and write programs for it.',
    chapters: 'Chapters',
    reference: 'The API, operation by operation',
    before: 'Before',
    next: 'Next',
    beforeAndAfter: 'Chapters before and after',
    copy: 'Copy',
  },
  de: {
    language: 'de',
    title: 'Dokumentation',
    lead: 'Wie man einen Server betreibt, füllt, alles wieder herausholt und Programme für ihn schreibt. Die Kapitel sind auf Englisch.',
    chapters: 'Kapitel',
    reference: 'Die API, Operation für Operation',
    before: 'Davor',
    next: 'Danach',
    beforeAndAfter: 'Kapitel davor und danach',
    copy: 'Kopieren',
  },
};
