import { de, en, fr } from './texts.gen';

/** By page or component. */
export type Texts = typeof en;

export const languages = { en, de, fr } as const satisfies Readonly<Record<string, Texts>>;

export type Language = keyof typeof languages;

/** In their own language. */
export const languageNames: Readonly<Record<Language, string>> = { en: 'English', de: 'Deutsch', fr: 'Français' };

export const isLanguage = (written: string | null | undefined): written is Language => Object.hasOwn(languages, written ?? '');

/** Parameters of messages that a script fills in, in the browser. */
export const scriptParams = {
  all: '{all}',
  count: '{count}',
  done: '{done}',
  moment: '{moment}',
  shown: '{shown}',
  summary: '{summary}',
  time: '{time}',
} as const;
