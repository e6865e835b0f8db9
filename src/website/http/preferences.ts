import { weightsOf } from '../../http/respond';
import { isLanguage, type Language } from '../i18n';

/** Chosen by the reader, else by the browser. */
interface Preferences {
  readonly language: Language;
  /** BCP 47, with the browser's region. */
  readonly locale: string;
}

/** English without region uses British dates. */
const locales: Readonly<Record<Language, string>> = { en: 'en-GB', de: 'de-DE', fr: 'fr-FR' };

/** @param chosen by the reader; else `Accept-Language` decides (RFC 9110, section 12.5.4), with English as default */
export function preferencesOf(chosen: string | null | undefined, acceptLanguage: string | null): Preferences {
  const accepted = [...weightsOf((acceptLanguage ?? '').slice(0, 500))].sort(([, one], [, other]) => other - one).map(([tag]) => tag);
  const language = isLanguage(chosen) ? chosen : (accepted.map(languageOf).find(isLanguage) ?? 'en');
  const tag = accepted.find((one) => languageOf(one) === language && /^[a-z]{2}-[a-z]{2}$/i.test(one));
  return { language, locale: tag ? canonicalLocale(tag, language) : locales[language] };
}

export const isTheme = (written: string | null | undefined): written is 'light' | 'dark' => written === 'light' || written === 'dark';

const languageOf = (tag: string): string => tag.split('-')[0] ?? tag;

function canonicalLocale(tag: string, language: Language): string {
  try {
    return Intl.getCanonicalLocales(tag)[0] ?? locales[language];
  } catch {
    return locales[language];
  }
}
