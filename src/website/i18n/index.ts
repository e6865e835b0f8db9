import { de } from './de';
import { en } from './en';
import { fr } from './fr';

/** By page or component. */
export type Texts = typeof en;

const isGroup = (value: unknown): value is object => typeof value === 'object' && value !== null && !Array.isArray(value);

const complete = (texts: object, fallback: object): object =>
  Object.fromEntries(
    Object.entries(fallback).map(([name, value]) => {
      const own: unknown = Reflect.get(texts, name);
      return [name, isGroup(own) && isGroup(value) ? complete(own, value) : (own ?? value)];
    }),
  );

export const languages = { en, de, fr: complete(fr, en) as typeof en } as const satisfies Readonly<Record<string, Texts>>;

export type Language = keyof typeof languages;

/** In their own language. */
export const languageNames: Readonly<Record<Language, string>> = { en: 'English', de: 'Deutsch', fr: 'Français (partiel)' };

export const isLanguage = (written: string): written is Language => Object.hasOwn(languages, written);
