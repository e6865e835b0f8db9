import { longText } from '../../../kinds/attribute';
import { fold } from '../../../store/values/folding';
import { aliasesOf, bestOf, type Entity, entityLabelsOf, everyOf, inLanguage, itemsOf, type Term, termsOf } from './entity';

/** Alias limit: famous films have titles in a hundred languages. */
const mostAkas = 60;

/**
 * Title: P1476 (in its original language, if several), else the English label, the original-language label, or the first by
 * language code.
 */
export function titleOf(entity: Entity): string | undefined {
  const own = languagesOf(itemsOf(entity, 'P364'));
  const titles = termsOf(bestOf(entity, 'P1476')).toSorted(byLanguage);
  const labels = entityLabelsOf(entity, 'labels');
  return inLanguage(titles, ...own, 'en') ?? titles[0]?.value ?? inLanguage(labels, 'en', 'mul', ...own) ?? labels[0]?.value;
}

const byLanguage = (a: Term, b: Term): number => compare(a.language, b.language) || compare(a.value, b.value);

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** Other titles, labels and aliases, one per line and distinct: English first, then by language code. `undefined` if none. */
export function akasOf(entity: Entity, title: string): string | undefined {
  const terms = [...termsOf(everyOf(entity, 'P1476')), ...entityLabelsOf(entity, 'labels'), ...aliasesOf(entity)];
  const [english, others] = [terms.filter(isEnglish), terms.filter((term) => !isEnglish(term))];
  const found = new Map<string, string>();
  let length = 0;
  for (const { value } of [...english, ...others.toSorted(byLanguage)]) {
    const folded = fold(value);
    if (folded === fold(title) || found.has(folded)) continue;
    length += value.length + 1;
    if (found.size >= mostAkas || length > longText) break;
    found.set(folded, value);
  }
  return found.size > 0 ? [...found.values()].join('\n') : undefined;
}

const isEnglish = ({ language }: Term): boolean => language === 'en' || language.startsWith('en-');

export function entityNameOf(entity: Entity): string | undefined {
  const labels = entityLabelsOf(entity, 'labels');
  return inLanguage(labels, 'en', 'mul') ?? termsOf(bestOf(entity, 'P1559'))[0]?.value ?? labels[0]?.value;
}

export const entityDescriptionOf = (entity: Entity): string | undefined => inLanguage(entityLabelsOf(entity, 'descriptions'), 'en');

/** Items of the most common film languages with their codes. */
const codes = new Map(
  `Q1860:en Q150:fr Q188:de Q652:it Q1321:es Q7737:ru Q5287:ja Q7850:zh Q9192:zh Q9176:ko Q5146:pt Q7411:nl Q9027:sv Q9035:da
   Q9043:nb Q1412:fi Q809:pl Q9056:cs Q9067:hu Q9129:el Q256:tr Q1568:hi Q9288:he Q9168:fa Q13955:ar`
    .split(/\s+/)
    .map((entry) => entry.split(':') as [string, string]),
);

export const languagesOf = (items: readonly string[]): readonly string[] => items.flatMap((item) => codes.get(item) ?? []);
