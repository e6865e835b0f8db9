import { notFound } from '../../errors';
import { findChapter } from '../docs/chapters';
import { ChapterPage } from '../docs/page';
import type { Page } from '../page';
import type { Visit } from '../visit';

export function show({ t, to, asset }: Visit, { chapter: slug }: { readonly chapter: string }): Page {
  const chapter = findChapter(slug);
  if (!chapter) throw notFound('There is no such chapter.');
  return {
    title: `${chapter.title} · ${t.documentation.title}`,
    body: <ChapterPage chapter={chapter} to={to} texts={t.documentation} asset={asset} />,
    about: { description: chapter.lead, canonical: to.documentation(slug) },
  };
}
