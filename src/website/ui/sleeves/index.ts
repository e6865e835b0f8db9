export { disc } from './disc';
export type { DrawnSvg } from './drawn-svg';
export { type FrameSize, frame } from './frame';
export { mark } from './mark';
export { type SleevedRelease, type SleeveSize, sleeve } from './sleeve';
export { sleeveFile } from './sleeve-file';
export { SleevePictures } from './sleeve-pictures';
