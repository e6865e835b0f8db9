import { Part } from '../reference/components/part';
import type { ReferenceLinks } from '../reference/links';
import type { Chapter, Section } from './chapter';
import { linkFrom } from './chapters';
import { Markdown } from './markdown';
import type { DocsTexts } from './texts';

/** The addresses that chapters lead to. */
export type DocsLinks = Pick<ReferenceLinks, 'chapter' | 'documentation' | 'start'>;

interface DocsProps {
  readonly chapters: readonly Chapter[];
  readonly links: DocsLinks;
  readonly texts: DocsTexts;
}

interface ChapterProps extends DocsProps {
  readonly chapter: Chapter;
}

/** The page of a chapter: what stands in `main`. */
export const ChapterPage = ({ chapters, chapter, links, texts }: ChapterProps) => (
  <div class="browse doc">
    <Contents chapters={chapters} chapter={chapter} links={links} texts={texts} />
    <article>
      <div {...inEnglish(texts)}>
        <div class="head">
          <h1>{chapter.title}</h1>
        </div>
        {chapter.lead !== '' && (
          <section class="part">
            <header />
            <div>
              <Text text={chapter.lead} links={links} texts={texts} />
              <Text text={chapter.opening} links={links} texts={texts} />
            </div>
          </section>
        )}
        {chapter.sections.map((section) => (
          <SectionPart key={section.id} section={section} links={links} texts={texts} />
        ))}
      </div>
      <Ends chapters={chapters} chapter={chapter} links={links} texts={texts} />
    </article>
  </div>
);

/** The page that the documentation begins with: its chapters, with what each is about. */
export const DocumentationPage = ({ chapters, links, texts }: DocsProps) => (
  <div class="browse doc">
    <Contents chapters={chapters} links={links} texts={texts} />
    <article>
      <div class="head">
        <h1>{texts.title}</h1>
        <p>{texts.lead}</p>
      </div>
      <div {...inEnglish(texts)}>
        {chapters.map(({ slug, title, lead, sections }) => (
          <Part key={slug} title={title}>
            <Text text={lead} links={links} texts={texts} />
            <ul>
              {sections.map(({ id, title }) => (
                <li key={id}>
                  <a href={`${links.chapter(slug)}#${id}`}>{title}</a>
                </li>
              ))}
            </ul>
            <p>
              <a href={links.chapter(slug)}>{title}</a>
            </p>
          </Part>
        ))}
      </div>
    </article>
  </div>
);

interface TextProps {
  readonly text: string;
  readonly links: DocsLinks;
  readonly texts: DocsTexts;
}

const Text = ({ text, links, texts }: TextProps) =>
  text === '' ? null : <Markdown text={text} link={(href) => linkFrom(href, links.chapter)} copy={texts.copy} />;

const SectionPart = ({ section, links, texts }: Omit<TextProps, 'text'> & { readonly section: Section }) => (
  <Part id={section.id} title={section.title}>
    <Text text={section.text} links={links} texts={texts} />
    {section.passages.map(({ id, title, text }) => (
      <section key={id} id={id}>
        <h3>{title}</h3>
        <Text text={text} links={links} texts={texts} />
      </section>
    ))}
  </Part>
);

/** The chapters in the margin, and the sections of the one that is open. */
const Contents = ({ chapters, chapter, links, texts }: DocsProps & { readonly chapter?: Chapter }) => (
  <nav class="facets" aria-label={texts.chapters}>
    <section>
      <h2>
        <a href={links.documentation}>{texts.title}</a>
      </h2>
      <ul {...inEnglish(texts)}>
        {chapters.map((one) => (
          <li key={one.slug}>
            <a href={links.chapter(one.slug)} aria-current={one === chapter ? 'page' : undefined}>
              {one.title}
            </a>
            {one === chapter && one.sections.length > 0 && (
              <ul class="ops">
                {one.sections.map(({ id, title }) => (
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
          <a href={links.start}>{texts.reference}</a>
        </li>
      </ul>
    </section>
  </nav>
);

const Ends = ({ chapters, chapter, links, texts }: ChapterProps) => {
  const index = chapters.indexOf(chapter);
  const [before, next] = [chapters[index - 1], chapters[index + 1]];
  return (
    <nav class="ends" aria-label={texts.beforeAndAfter}>
      {before ? (
        <a href={links.chapter(before.slug)} rel="prev">
          <small>{texts.before}</small>
          <span {...inEnglish(texts)}>{before.title}</span>
        </a>
      ) : (
        <span />
      )}
      {next ? (
        <a href={links.chapter(next.slug)} rel="next">
          <small>{texts.next}</small>
          <span {...inEnglish(texts)}>{next.title}</span>
        </a>
      ) : (
        <span />
      )}
    </nav>
  );
};

const inEnglish = ({ language }: DocsTexts): { readonly lang?: 'en' } => (language === 'en' ? {} : { lang: 'en' });
