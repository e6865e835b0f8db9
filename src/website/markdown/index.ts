export { Chapter, chapterTitle } from './chapter';
export { Markdown } from './markdown';
export { webAddress } from './vocabulary';
