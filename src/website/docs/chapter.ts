/** A piece of a chapter below a heading. */
export interface Passage {
  /** As links to headings have it. */
  readonly id: string;
  readonly title: string;
  readonly text: string;
}

export interface Section extends Passage {
  readonly passages: readonly Passage[];
}

/** A file of the documentation, as its page is made of it. */
export interface Chapter {
  readonly slug: string;
  readonly title: string;
  /** The paragraph that it begins with. */
  readonly lead: string;
  /** What else stands before the first heading. */
  readonly opening: string;
  readonly sections: readonly Section[];
}

/** @param text Markdown with one heading of the first level, at its top */
export function chapterOf(slug: string, text: string): Chapter {
  const [heading = '', ...lines] = text.trim().split('\n');
  const [start, sections] = splitAt('## ', lines);
  const [lead = '', ...opening] = start.split('\n\n');
  return {
    slug,
    title: heading.replace(/^# /, ''),
    lead,
    opening: opening.join('\n\n'),
    sections: sections.map(({ title, lines }) => {
      const [text, passages] = splitAt('### ', lines);
      return { id: headingId(title), title, text, passages: passages.map((one) => passageOf(one)) };
    }),
  };
}

const passageOf = ({ title, lines }: Part): Passage => ({ id: headingId(title), title, text: lines.join('\n').trim() });

interface Part {
  readonly title: string;
  readonly lines: string[];
}

/** What stands before the first heading of a level, and what stands below each. A line of code is no heading. */
function splitAt(mark: string, lines: readonly string[]): [text: string, parts: Part[]] {
  const before: string[] = [];
  const parts: Part[] = [];
  let isCode = false;
  for (const line of lines) {
    if (line.startsWith('```')) isCode = !isCode;
    if (!isCode && line.startsWith(mark)) parts.push({ title: line.slice(mark.length), lines: [] });
    else (parts.at(-1)?.lines ?? before).push(line);
  }
  return [before.join('\n').trim(), parts];
}

/** The id of a heading, as the pages of repositories make it, whose links the files have. */
const headingId = (title: string): string =>
  title
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replace(/\s/g, '-');
