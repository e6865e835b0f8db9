import type { reference } from '../../i18n/en/reference';

/** Descriptions of the API stay in English. */
export type ReferenceTexts = typeof reference;
