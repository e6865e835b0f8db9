import type { ComponentChildren } from 'preact';
import { useRequestContext } from '../http/request-context';
import { titleParts } from './sleeves/texts';

/** Guesses language and direction from the script; nothing for Latin. */
export function languageOf(text: string): { readonly lang?: string; readonly dir?: 'rtl' } {
  if (/[\p{sc=Hiragana}\p{sc=Katakana}]/u.test(text)) return { lang: 'ja' };
  if (/\p{sc=Hangul}/u.test(text)) return { lang: 'ko' };
  if (/\p{sc=Hebrew}/u.test(text)) return { lang: 'he', dir: 'rtl' };
  if (/\p{sc=Arabic}/u.test(text)) return { lang: 'und-Arab', dir: 'rtl' };
  if (/\p{sc=Han}/u.test(text)) return { lang: 'und-Hani' };
  if (/\p{sc=Cyrillic}/u.test(text)) return { lang: 'und-Cyrl' };
  if (/\p{sc=Greek}/u.test(text)) return { lang: 'el' };
  return /\p{sc=Devanagari}/u.test(text) ? { lang: 'und-Deva' } : {};
}

/** Sets language and direction for other scripts. */
export const CatalogText = ({ text }: { readonly text: string }) => <InItsLanguage text={text}>{text}</InItsLanguage>;

export function InItsLanguage({ text, children }: { readonly text: string; readonly children: ComponentChildren }) {
  const { lang, dir } = languageOf(text);
  return lang === undefined ? (
    <>{children}</>
  ) : (
    <span lang={lang} dir={dir}>
      {children}
    </span>
  );
}

/** What an entry of a list is called. */
export const CatalogTitle = ({ text }: { readonly text: string }) => (
  <b>
    <CatalogText text={text} />
  </b>
);

/** Text of the catalog as a link; without an address, the text alone. */
export const CatalogLink = ({ href, text }: { readonly href: string | undefined; readonly text: string }) =>
  href === undefined ? (
    <CatalogText text={text} />
  ) : (
    <a href={href}>
      <CatalogText text={text} />
    </a>
  );

interface RecordTitleProps {
  readonly title: string;
  readonly href?: string;
  readonly children?: ComponentChildren;
}

/** Text in brackets or after a colon is smaller. */
export function RecordTitle({ title, href, children }: RecordTitleProps) {
  const { main, sub } = headingParts(title);
  return (
    <h1 {...languageOf(title)}>
      {href === undefined ? main : <a href={href}>{main}</a>}
      {sub && <span class="sub">{sub}</span>}
      {children}
    </h1>
  );
}

/** Without "(Original Motion Picture Soundtrack)" and the like. */
export function shortTitle(title: string): string {
  const { main, sub } = headingParts(title);
  return /\b(soundtrack|motion picture|score|music from|music by)\b/i.test(sub) ? main : title;
}

/** A title with text after a bracket is not split. */
function headingParts(title: string): ReturnType<typeof titleParts> {
  const parts = titleParts(title);
  return isBalanced(parts.sub) ? parts : { main: title, sub: '' };
}

function isBalanced(text: string): boolean {
  let depth = 0;
  for (const [sign] of text.matchAll(/[()[\]]/g)) {
    depth += sign === '(' || sign === '[' ? 1 : -1;
    if (depth < 0) return false;
  }
  return depth === 0;
}

/** With a machine-readable value. */
export function PartialDate({ date, style }: { readonly date: string; readonly style?: 'long' | 'short' }) {
  const { format } = useRequestContext();
  return <time datetime={date}>{format.date(date, style)}</time>;
}
