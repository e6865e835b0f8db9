import { de } from './de';
import { en } from './en';

/** Every text of the website, by the page or part that shows it. */
export type Texts = typeof en;

export const languages = { en, de } as const satisfies Readonly<Record<string, Texts>>;

export type Language = keyof typeof languages;

/** The languages by their own names. */
export const languageNames: Readonly<Record<Language, string>> = { en: 'English', de: 'Deutsch' };

export const isLanguage = (written: string): written is Language => Object.hasOwn(languages, written);
