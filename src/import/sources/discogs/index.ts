export { discogs } from './discogs';
export { recognizeFile } from './dumps';
export { maximumElementBytes } from './elements';
