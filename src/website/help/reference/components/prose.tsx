import { Fragment } from 'preact';
import type { ReferenceTexts } from '../texts';

/** Text with code between back-ticks. */
export const Inline = ({ text }: { readonly text: string }) => (
  <>{text.split('`').map((part, index) => (index % 2 === 1 ? <code key={part}>{part}</code> : <Fragment key={part}>{part}</Fragment>))}</>
);

/** Marks what stays in English on a page in another language. */
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
