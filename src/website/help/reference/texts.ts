import type { Texts } from '../../i18n';

/** Descriptions of the API stay in English. */
export type ReferenceTexts = Texts['reference'];
