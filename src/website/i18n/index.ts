import { de } from './de';
import { en } from './en';
import { fr } from './fr';

/** By page or component. */
export type Texts = typeof en;

export const languages = { en, de, fr } as const satisfies Readonly<Record<string, Texts>>;

export type Language = keyof typeof languages;

/** In their own language. */
export const languageNames: Readonly<Record<Language, string>> = { en: 'English', de: 'Deutsch', fr: 'Français' };

export const isLanguage = (written: string): written is Language => Object.hasOwn(languages, written);
