/** The frame of the documentation; its chapters are in English. */
export interface DocumentationTexts {
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

export const documentation: DocumentationTexts = {
  language: 'en',
  title: 'Documentation',
  lead: 'How to run a server, fill it, take everything out again, and write programs for it.',
  chapters: 'Chapters',
  reference: 'The API, operation by operation',
  before: 'Before',
  next: 'Next',
  beforeAndAfter: 'Chapters before and after',
  copy: 'Copy',
};
