import { notFound } from '../../../errors';
import type { Page } from '../../http/page';
import type { Visit } from '../../http/request-context';
import { findChapter } from './chapters';
import { ChapterPage } from './pages';

export function get({ t, to, asset }: Visit, { chapter: slug }: { readonly chapter: string }): Page {
  const chapter = findChapter(slug);
  if (!chapter) throw notFound('There is no such chapter.');
  return {
    title: `${chapter.title} · ${t.documentation.title}`,
    body: <ChapterPage chapter={chapter} to={to} texts={t.documentation} asset={asset} />,
    about: { description: chapter.lead, canonical: to.documentation(slug) },
  };
}
