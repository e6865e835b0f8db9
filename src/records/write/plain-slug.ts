import type { Kind } from '../../kinds';
import type { Attributes } from '../../kinds/attribute';
import { isLatin, isTransliteration, localeOf, slugOf } from '../../store/values/slug';
import type { OtherTitle } from './record';

/**
 * Slug of a real record before numbering. Of Japanese names with kanji, whose reading is unknown, it is the slug of the sort name, else of
 * a Japanese title in Latin letters, else of another name in Latin letters, else of the rest of the name.
 */
export function plainSlug({ table }: Pick<Kind, 'table'>, called: string, attributes: Attributes = {}): string {
  const latin = isJapanese(called, attributes) ? (otherNames(attributes).find(isLatin) ?? called.replace(kanji, ' ')) : called;
  return slugOf(latin) || table.replaceAll('_', '-');
}

export const kanji = /\p{Script=Han}/gu;

const isJapanese = (called: string, { language, country, other_titles }: Attributes): boolean =>
  called.search(kanji) >= 0 &&
  (/[ぁ-ヺ]/.test(called) ||
    /^ja/.test(String(language)) ||
    (language === undefined && country === 'JP') ||
    titlesOf(other_titles).some((title) => isTransliteration(title) && localeOf(title.language)?.language === 'ja'));

function otherNames({ sort_title, sort_name, akas, other_titles }: Attributes): string[] {
  const titles = titlesOf(other_titles);
  const others = [...titles.filter(isTransliteration), ...titles].map(({ title }) => title);
  const lines = typeof akas === 'string' ? akas.split('\n') : [];
  return [sort_title, sort_name, ...lines, ...others].filter((name) => typeof name === 'string');
}

const titlesOf = (others: unknown): readonly OtherTitle[] =>
  Array.isArray(others) ? others.filter((other: Partial<OtherTitle> | null) => typeof other?.title === 'string') : [];
