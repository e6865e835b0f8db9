export { discogs } from './discogs';
export { maximumElementBytes } from './elements';
