import { isTransliteration, localeOf } from '../../store/values/slug';
import type { RequestContext } from '../http/request-context';
import { CatalogText } from '../ui/catalog-text';
import { Joined } from '../ui/facts';

interface OtherTitle {
  readonly title: string;
  /** ISO 639-1 or 639-3 code. */
  readonly language: string | null;
}

const mostShown = 5;

/**
 * The only language in which a page shows other titles: the reader's, else the original one in Latin letters, else English, as far as any
 * title has it.
 */
export function languageForReader(titles: readonly OtherTitle[], { format }: RequestContext): string | undefined {
  const isIn = (locale: string) => (title: OtherTitle) => codeOf(title) === locale.slice(0, 2);
  const found = titles.find(isIn(format.locale)) ?? titles.find(isTransliteration) ?? titles.find(isIn('en'));
  return found && codeOf(found);
}

const codeOf = ({ language }: OtherTitle): string | undefined => localeOf(language)?.language;

/** Titles in a language; of one with another script, those in Latin letters. */
export const titlesOfLanguage = (titles: readonly OtherTitle[], language: string | undefined): string[] => {
  const own = titles.filter((title) => language !== undefined && codeOf(title) === language);
  const transliterated = own.filter(isTransliteration);
  return [...new Set((transliterated.length > 0 ? transliterated : own).map(({ title }) => title))];
};

/** Other titles of an album or release; all, if none is in a language for the reader. */
export function otherTitlesFact(titles: readonly OtherTitle[], context: RequestContext, language = languageForReader(titles, context)) {
  const first = (language === undefined ? titles.map(({ title }) => title) : titlesOfLanguage(titles, language)).slice(0, mostShown);
  return [
    context.t.fields.akas,
    first.length > 0 && <Joined parts={first.map((title) => <CatalogText key={title} text={title} />)} />,
  ] as const;
}
