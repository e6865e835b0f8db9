import { german } from './texts-de';
import { english } from './texts-en';
import type { ReferenceTexts } from './texts-shape';

export type { ReferenceTexts };

/** The frame of the reference, by language. */
export const referenceTexts: Readonly<Record<ReferenceTexts['language'], ReferenceTexts>> = { en: english, de: german };
