import type { RequestContext } from '../http/request-context';
import { CatalogText } from '../ui/catalog-text';
import { Joined } from '../ui/facts';

interface OtherTitle {
  readonly title: string;
  /** ISO 639-1 or 639-3 code. */
  readonly language: string | null;
}

const mostShown = 5;

/** Titles in the reader's language, else all. The codes of the site's languages begin alike. */
export function titlesForReader(titles: readonly OtherTitle[], { format }: RequestContext): string[] {
  const own = titles.filter(({ language }) => language?.slice(0, 2) === format.locale.slice(0, 2));
  return [...new Set((own.length > 0 ? own : titles).map(({ title }) => title))];
}

/** Other titles of an album or release. */
export function otherTitlesFact(titles: readonly OtherTitle[], context: RequestContext) {
  const { t } = context;
  const shown = titlesForReader(titles, context).slice(0, mostShown);
  return [t.fields.akas, shown.length > 0 && <Joined parts={shown.map((title) => <CatalogText key={title} text={title} />)} />] as const;
}
