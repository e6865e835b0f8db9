export { Chapter, ChapterLead, type Outline, outlineOf } from './chapter';
export { Markdown } from './markdown';
export { webAddress } from './vocabulary';
