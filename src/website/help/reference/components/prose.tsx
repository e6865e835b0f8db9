import { Fragment } from 'preact';
import type { ReferenceTexts } from '../texts';

/** Supports `code`. */
export const Inline = ({ text }: { readonly text: string }) => (
  <>{text.split('`').map((part, index) => (index % 2 === 1 ? <code key={part}>{part}</code> : <Fragment key={part}>{part}</Fragment>))}</>
);

/** Marks English text on pages in other languages. */
export const englishOn = ({ language }: ReferenceTexts): { readonly lang?: 'en' } => (language === 'en' ? {} : { lang: 'en' });

export const Paragraphs = ({ paragraphs }: { readonly paragraphs: readonly string[] }) => (
  <>
    {paragraphs.map((paragraph) => (
      <p class="prose" key={paragraph}>
        <Inline text={paragraph} />
      </p>
    ))}
  </>
);
