export { Chapter, ChapterLead, type Outline, outlineOf } from './chapter';
export { EmphasizedText, Markdown, MarkdownLine } from './markdown';
export { parseMarkdown, textOf } from './tree';
export { webAddress } from './vocabulary';
