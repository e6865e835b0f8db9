import { notFound } from '../../../errors';
import type { Addresses } from '../../http/addresses';
import { type AssetName, findDrawing } from '../../http/asset-files';
import type { Page } from '../../http/page';
import type { RequestContext } from '../../http/request-context';
import type { Texts } from '../../i18n';
import { ChapterLead, Chapter as ChapterText } from '../../ui/markdown';
import { PageHead, Section } from '../../ui/section';
import { type Chapter, chapters, findChapter, linkFrom } from './chapters';

type DocumentationTexts = Texts['documentation'];

export function get({ t, to }: RequestContext): Page {
  const { title, lead } = t.documentation;
  return {
    title,
    body: <DocumentationPage to={to} texts={t.documentation} />,
    about: { description: lead, canonical: to.documentation() },
  };
}

export const chapter = {
  get({ t, to, asset }: RequestContext, { chapter: slug }: { readonly chapter: string }): Page {
    const chapter = findChapter(slug);
    if (!chapter) throw notFound('no_chapter');
    return {
      title: `${chapter.title} · ${t.documentation.title}`,
      body: <ChapterPage chapter={chapter} to={to} texts={t.documentation} asset={asset} />,
      about: { description: chapter.lead, canonical: to.documentation(slug) },
    };
  },
};

interface DocumentationProps {
  readonly to: Addresses;
  readonly texts: DocumentationTexts;
}

interface ChapterProps extends DocumentationProps {
  readonly chapter: Chapter;
  readonly asset: (name: AssetName) => string;
}

export const ChapterPage = ({ chapter, to, texts, asset }: ChapterProps) => (
  <div class="browse doc">
    <Contents chapter={chapter} to={to} texts={texts} />
    <article>
      <div {...inEnglish(texts)}>
        <ChapterText text={chapter.text} urlOf={urlsOf(to)} drawingOf={drawingsOf(asset)} copy={texts.copy} />
      </div>
      <Ends chapter={chapter} to={to} texts={texts} />
    </article>
  </div>
);

/** The table of contents. */
export const DocumentationPage = ({ to, texts }: DocumentationProps) => (
  <div class="browse doc">
    <Contents to={to} texts={texts} />
    <article>
      <PageHead title={texts.title} lead={texts.lead} />
      <div {...inEnglish(texts)}>
        {chapters().map(({ reader, slug, text, title, headings }) => (
          <Section
            key={slug}
            title={<a href={to.documentation(slug)}>{title}</a>}
            aside={<span lang={texts.language}>{texts.readers[reader]}</span>}
          >
            <ChapterLead name={slug} text={text} urlOf={urlsOf(to)} copy={texts.copy} />
            <ul>
              {headings.map(({ id, title }) => (
                <li key={id}>
                  <a href={`${to.documentation(slug)}#${id}`}>{title}</a>
                </li>
              ))}
            </ul>
          </Section>
        ))}
      </div>
    </article>
  </div>
);

const urlsOf = (to: Addresses) => (href: string) => linkFrom(href, (slug) => to.documentation(slug));

const drawingsOf = (asset: ChapterProps['asset']) => (written: string) => {
  const name = findDrawing(written);
  return name && asset(name);
};

/** The sidebar: chapters, and headings of the open one. */
const Contents = ({ chapter, to, texts }: DocumentationProps & { readonly chapter?: Chapter }) => (
  <nav class="facets" aria-label={texts.chapters}>
    <section>
      <h2>
        <a href={to.documentation()} aria-current={chapter ? undefined : 'page'}>
          {texts.title}
        </a>
      </h2>
      <ul {...inEnglish(texts)}>
        {chapters().map((one) => (
          <li key={one.slug}>
            <a href={to.documentation(one.slug)} aria-current={one === chapter ? 'page' : undefined}>
              {one.title}
            </a>
            {one === chapter && one.headings.length > 0 && (
              <ul class="ops">
                {one.headings.map(({ id, title }) => (
                  <li key={id}>
                    <a href={`#${id}`}>{title}</a>
                  </li>
                ))}
              </ul>
            )}
          </li>
        ))}
      </ul>
    </section>
    <section>
      <ul>
        <li>
          <a href={to.reference()}>{texts.reference}</a>
        </li>
      </ul>
    </section>
  </nav>
);

const Ends = ({ chapter, to, texts }: Omit<ChapterProps, 'asset'>) => {
  const index = chapters().indexOf(chapter);
  const [before, next] = [chapters()[index - 1], chapters()[index + 1]];
  return (
    <nav class="ends" aria-label={texts.beforeAndAfter}>
      {before ? (
        <a href={to.documentation(before.slug)} rel="prev">
          <small>{texts.before}</small>
          <span {...inEnglish(texts)}>{before.title}</span>
        </a>
      ) : (
        <span />
      )}
      {next ? (
        <a href={to.documentation(next.slug)} rel="next">
          <small>{texts.next}</small>
          <span {...inEnglish(texts)}>{next.title}</span>
        </a>
      ) : (
        <span />
      )}
    </nav>
  );
};

const inEnglish = ({ language }: DocumentationTexts): { readonly lang?: 'en' } => (language === 'en' ? {} : { lang: 'en' });
